/** What was captured for a job, over HTTP: the list, the bytes, and everything that is not there. */
import { linkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { readdir, readlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { indexOf } from '../../server/jobs/artifact-index.ts'
import { deleteJob } from '../../server/jobs/delete.ts'
import { fail, finish } from '../../server/jobs/end.ts'
import { submit } from '../../server/jobs/submit.ts'
import { sweepArtifacts, sweepOld } from '../../server/jobs/sweep.ts'
import { SCORECARD, submission, until } from '../jobs/test-queue.ts'
import { type TestBucket, testBucket } from '../storage/bucket.ts'
import { keepFiles } from '../storage/keep-files.ts'
import { claimNext, completedJob } from './completed-job.ts'
import { misfits } from './fits.ts'
import { type TestApi, testApi } from './test-api.ts'

const PICTURE = Buffer.from(Array.from({ length: 1000 }, (_, n) => n % 256))
const FILES = {
  'original/375.webp': PICTURE,
  'original/capture.json': '{"gaps":["é"]}',
  'tables/catalog.csv': 'name,price\nShirt,10\n',
  'evidence/1-original.webp': PICTURE,
}

describe('in a folder', () => everyStore('folder'))
describe('in a bucket', { tags: 'variant' }, () => everyStore('bucket'))

function everyStore(where: 'folder' | 'bucket') {
  let bucket: TestBucket | undefined
  let api: TestApi
  let id: string
  beforeAll(async () => {
    if (where === 'bucket') bucket = await testBucket()
    api = await testApi({ bucket })
    id = await completedJob(api, FILES)
  })
  afterAll(async () => {
    await api.close()
    await bucket?.close()
  })

  /** The answer with its bytes; it fits the description. */
  async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
    const response = await fetch(`http://127.0.0.1:${api.port}${path}`, { method, headers })
    const bytes = Buffer.from(await response.arrayBuffer())
    const answer = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: String(bytes),
      bytes,
    }
    expect(misfits(method, path, answer)).toEqual([])
    return answer
  }

  const at = (name: string, job = id) => `/api/v1/jobs/${job}/artifacts/${name}`

  test('a completed job tells where its report and its artifacts are, in lists as well', async () => {
    const expected = {
      report_url: `http://localhost:3000/jobs/${id}`,
      artifacts_url: `http://localhost:3000/api/v1/jobs/${id}/artifacts`,
    }
    const { json } = await api.ask('GET', `/api/v1/jobs/${id}`)
    expect(json).toMatchObject(expected)
    const { jobs } = (await api.ask('GET', '/api/v1/jobs', { key: api.queue.apiKey })).json
    expect(jobs[0]).toMatchObject(expected)
  })

  test('a job that is queued has a report and no artifacts yet', async () => {
    const queued = await submit(api.queue, submission(), api.queue.accountId)
    const { json } = await api.ask('GET', `/api/v1/jobs/${queued}`)
    expect(json.report_url).toBe(`http://localhost:3000/jobs/${queued}`)
    expect(json).not.toHaveProperty('artifacts_url')
    await fail(api.queue, await claimNext(api), { code: 'not_html', detail: 'It is no page.' })
  })

  test('addresses are below the path of PUBLIC_URL', async () => {
    const below = await testApi({ site: () => ({ publicUrl: 'https://example.com/cutover' }) })
    const job = await completedJob(below, { 'original/375.webp': PICTURE })
    const { json } = await below.ask('GET', `/api/v1/jobs/${job}`)
    expect(json.report_url).toBe(`https://example.com/cutover/jobs/${job}`)
    const { artifacts } = (await below.ask('GET', `/api/v1/jobs/${job}/artifacts`)).json
    expect(artifacts[0].url).toBe(
      `https://example.com/cutover/api/v1/jobs/${job}/artifacts/original/375.webp`,
    )
    await below.close()
  })

  test('artifacts are listed by name with type and bytes', async () => {
    const { json, headers } = await api.ask('GET', `/api/v1/jobs/${id}/artifacts`)
    const url = (name: string) => `http://localhost:3000${at(name)}`
    expect(json.artifacts).toEqual(
      [
        { name: 'evidence/1-original.webp', type: 'image/webp', bytes: 1000 },
        { name: 'original/375.webp', type: 'image/webp', bytes: 1000 },
        { name: 'original/capture.json', type: 'application/json', bytes: 15 },
        { name: 'tables/catalog.csv', type: 'text/csv; charset=utf-8', bytes: 20 },
      ].map(artifact => ({ ...artifact, url: url(artifact.name) })),
    )
    expect(headers['cache-control']).toBe('no-store')
  })

  test.each([
    ['original/375.webp', 'image/webp', 'inline'],
    ['original/capture.json', 'application/json', 'attachment; filename="original-capture.json"'],
    ['tables/catalog.csv', 'text/csv; charset=utf-8', 'attachment; filename="tables-catalog.csv"'],
  ])('%s is served as %s, %s', async (name, type, disposition) => {
    const { status, headers, bytes } = await get(at(name))
    expect(status).toBe(200)
    expect(bytes).toEqual(Buffer.from(FILES[name as keyof typeof FILES]))
    expect(headers).toMatchObject({
      'content-type': type,
      'content-disposition': disposition,
      'content-length': String(bytes.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-robots-tag': 'noindex',
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=3600',
    })
  })

  test.each(['page.html', 'drawing.svg', 'script.js', 'page.xhtml', 'feed.xml', 'x.constructor', 'noext'])(
    'whatever a scan may have left as %s is never a document',
    async file => {
      const job = await completedJob(api, { [`original/${file}`]: '<script>alert(1)</script>' })
      const { status, headers } = await get(at(`original/${file}`, job))
      expect(status).toBe(200)
      expect(headers['content-type']).toBe('application/octet-stream')
      expect(headers['content-disposition']).toBe(`attachment; filename="original-${file}"`)
    },
  )

  test('HEAD tells the same without the bytes', async () => {
    const { headers: told } = await get(at('original/375.webp'))
    const { status, headers, bytes } = await get(at('original/375.webp'), { range: 'bytes=0-1' }, 'HEAD')
    expect(status).toBe(200)
    expect(bytes).toHaveLength(0)
    for (const name of ['content-length', 'content-type', 'etag', 'content-security-policy'])
      expect(headers[name]).toBe(told[name])
  })

  test('what a client has is not sent again', async () => {
    const { etag } = (await get(at('original/375.webp'))).headers
    const other = (await get(at('evidence/1-original.webp'))).headers.etag!
    expect(other).not.toBe(etag)
    for (const known of [etag!, `W/${etag}`, `${other}, ${etag}`, '*']) {
      const { status, headers, bytes } = await get(at('original/375.webp'), { 'if-none-match': known })
      expect(status).toBe(304)
      expect(headers.etag).toBe(etag)
      expect(bytes).toHaveLength(0)
    }
    expect((await get(at('original/375.webp'), { 'if-none-match': other })).status).toBe(200)
  })

  test.each([
    ['bytes=0-9', 0, 9],
    ['bytes=990-', 990, 999],
    ['bytes=-10', 990, 999],
    ['bytes=-5000', 0, 999],
    ['bytes=10-99999', 10, 999],
    ['Bytes=999-999', 999, 999],
  ])('the range %s is bytes %i to %i', async (range, start, end) => {
    const { status, headers, bytes } = await get(at('original/375.webp'), { range })
    expect(status).toBe(206)
    expect(bytes).toEqual(PICTURE.subarray(start, end + 1))
    expect(headers['content-range']).toBe(`bytes ${start}-${end}/1000`)
    expect(headers['content-length']).toBe(String(end + 1 - start))
  })

  test.each(['bytes=1000-', 'bytes=5000-6000', 'bytes=-0'])('there is no range %s', async range => {
    const { status, headers } = await get(at('original/375.webp'), { range })
    expect(status).toBe(416)
    expect(headers['content-range']).toBe('bytes */1000')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers).not.toHaveProperty('content-disposition')
  })

  test.each(['bytes=5-1', 'bytes=-', 'bytes=a-b', 'bytes=0-1,5-6', 'lines=0-1', 'bytes=0-1x', 'x'])(
    'what is no range of ours, %s, gets all of it',
    async range => {
      expect((await get(at('original/375.webp'), { range })).bytes).toEqual(PICTURE)
    },
  )

  test('a part of what has changed since is all of it', async () => {
    const { etag } = (await get(at('original/375.webp'))).headers
    const part = (tag: string) => get(at('original/375.webp'), { range: 'bytes=0-1', 'if-range': tag })
    expect((await part(etag!)).status).toBe(206)
    for (const tag of [`"${'0'.repeat(32)}"`, `W/${etag}`, 'Mon, 01 Jan 2024 00:00:00 GMT'])
      expect((await part(tag)).bytes).toEqual(PICTURE)
  })

  test('artifacts are those of the attempt that made the result', async () => {
    const { queue, artifacts } = api
    const job = await submit(queue, submission(), queue.accountId)
    const first = await claimNext(api)
    const left = { 'original/375.webp': 'of the first attempt', 'original/768.webp': 'of the first attempt' }
    await keepFiles(artifacts, job, first.attempt, left)
    await fail(queue, first, { code: 'internal_error', detail: 'x' })
    await expect(api.ask('GET', `/api/v1/jobs/${job}/artifacts`)).resolves.toMatchObject({
      status: 200,
      json: { artifacts: [] },
    })
    const second = await completedAgain(job)
    expect(second).toBeGreaterThan(first.attempt)
    expect((await get(at('original/375.webp', job))).text).toBe('of the second attempt')
    expect((await get(at('original/768.webp', job))).status).toBe(404)
    // A worker that was thought dead goes on, and keeps what it has.
    await keepFiles(artifacts, job, first.attempt, { ...left, 'original/1440.webp': 'late' })
    expect(await finish(queue, first, SCORECARD, { 'original/1440.webp': 4 })).toBe(false)
    expect((await get(at('original/375.webp', job))).text).toBe('of the second attempt')
    expect((await get(at('original/1440.webp', job))).status).toBe(404)
    expect(await artifacts.attempts(job)).toHaveLength(2)
    await sweepArtifacts({ ...queue, stored: artifacts, deleteArtifacts: artifacts.delete })
    expect(await artifacts.attempts(job)).toEqual([second])
    expect((await get(at('original/375.webp', job))).text).toBe('of the second attempt')
  })

  test('what comes for a job that was deleted is swept, and what is of another database is not', async () => {
    const { queue, artifacts } = api
    const [gone, foreign] = [await completedJob(api, FILES), 'F'.repeat(27)]
    await deleteJob(queue, gone, queue)
    for (const job of [gone, foreign]) await keepFiles(artifacts, job, 1, FILES)
    await sweepArtifacts({ ...queue, stored: artifacts, deleteArtifacts: artifacts.delete })
    expect(await artifacts.attempts(gone)).toEqual([])
    expect(await artifacts.attempts(foreign)).toEqual([1])
    await artifacts.delete(foreign)
  })

  test('what came to the store beside a result is not shown', async () => {
    const job = await completedJob(api, FILES)
    await keepFiles(api.artifacts, job, 1, { 'original/late.webp': 'late' })
    expect((await api.artifacts.list(job, 1)).map(({ name }) => name)).toContain('original/late.webp')
    expect((await get(at('original/late.webp', job))).status).toBe(404)
    expect(await namesOf(job)).toEqual(Object.keys(FILES).sort())
  })

  test('of a job that an earlier version has done, what is in the store is shown', async () => {
    const job = await completedJob(api, FILES)
    await api.queue.pool.query('UPDATE jobs SET artifacts = NULL WHERE id = $1', [job])
    expect((await get(at('original/375.webp', job))).bytes).toEqual(PICTURE)
    expect(await namesOf(job)).toEqual(Object.keys(FILES).sort())
  })

  const namesOf = async (job: string): Promise<string[]> =>
    (await api.ask('GET', `/api/v1/jobs/${job}/artifacts`)).json.artifacts.map(
      ({ name }: { name: string }) => name,
    )

  test('who deletes a job deletes its artifacts, whichever machine they came from', async () => {
    const job = await completedJob(api, FILES)
    expect(await api.artifacts.jobs()).toContain(job)
    const { status } = await api.ask('DELETE', `/api/v1/jobs/${job}`, { key: api.queue.apiKey })
    expect(status).toBe(204)
    expect(await api.artifacts.jobs()).not.toContain(job)
  })

  async function completedAgain(job: string): Promise<number> {
    const claimed = await until(async () => {
      const next = await claimNext(api).catch(() => null)
      return next?.id === job && next
    })
    const files = { 'original/375.webp': 'of the second attempt' }
    const kept = await keepFiles(api.artifacts, job, claimed.attempt, files)
    await finish(api.queue, claimed, SCORECARD, indexOf(kept))
    return claimed.attempt
  }

  const problemOf = async (path: string) => {
    const { status, json } = await api.ask('GET', path)
    expect(json).toMatchObject({ status, code: 'not_found', type: '/problems/not_found' })
    return [status, json.detail]
  }

  test('what is not there says why', async () => {
    const { queue, artifacts } = api
    expect(await problemOf(at('original/1440.webp'))).toEqual([
      404,
      `This job has no artifact of this name. /api/v1/jobs/${id}/artifacts lists what it has.`,
    ])
    const unknown = [404, expect.stringMatching(/^There is no job with this id\. A job is deleted some days/)]
    expect(await problemOf(at('original/375.webp', 'A'.repeat(27)))).toEqual(unknown)
    expect(await problemOf(`/api/v1/jobs/${'A'.repeat(27)}/artifacts`)).toEqual(unknown)
    expect(await problemOf('/api/v1/jobs/x/artifacts')).toEqual(unknown)

    const gone = await completedJob(api, FILES)
    await artifacts.delete(gone)
    expect(await problemOf(at('original/375.webp', gone))).toEqual([
      404,
      'What was captured for this job is not there any more.',
    ])
    expect((await api.ask('GET', `/api/v1/jobs/${gone}/artifacts`)).json).toEqual({ artifacts: [] })

    const deleted = await completedJob(api, FILES)
    await deleteJob(queue, deleted, { accountId: queue.accountId })
    expect(await problemOf(at('original/375.webp', deleted))).toEqual(unknown)

    const expired = await completedJob(api, FILES)
    await queue.pool.query("UPDATE jobs SET finished_at = now() - interval '31 days' WHERE id = $1", [
      expired,
    ])
    expect((await get(at('original/375.webp', expired))).status).toBe(200)
    expect(await sweepOld(queue)).toContain(expired)
    expect(await problemOf(at('original/375.webp', expired))).toEqual(unknown)
  })

  test('a job that waits, runs or has failed has an empty list', async () => {
    const { queue, artifacts } = api
    const job = await submit(queue, submission(), queue.accountId)
    const empty = async () => (await api.ask('GET', `/api/v1/jobs/${job}/artifacts`)).json
    expect(await empty()).toEqual({ artifacts: [] })
    expect((await problemOf(at('original/375.webp', job)))[1]).toMatch(/^This job is queued\./)
    const claimed = await claimNext(api)
    await keepFiles(artifacts, job, claimed.attempt, { 'original/375.webp': 'not yet' })
    expect(await empty()).toEqual({ artifacts: [] })
    expect((await problemOf(at('original/375.webp', job)))[1]).toMatch(/^This job is running\./)
    await fail(queue, claimed, { code: 'not_html', detail: 'It is no page.' })
    expect(await empty()).toEqual({ artifacts: [] })
    expect((await problemOf(at('original/375.webp', job)))[1]).toMatch(/^This job has failed/)
  })

  test.runIf(where === 'folder')('no answer leaves a file open', async () => {
    const large = await completedJob(api, { 'original/1440.webp': Buffer.alloc(20_000_000) })
    const path = at('original/1440.webp', large)
    await get(path, { 'if-none-match': '*' })
    await get(path, { range: 'bytes=99999999-' })
    await get(path, {}, 'HEAD')
    expect(await openFiles()).toBe(0)
    for (let n = 0; n < 20; n++) {
      const controller = new AbortController()
      const { body } = await fetch(`http://127.0.0.1:${api.port}${path}`, { signal: controller.signal })
      await body!.getReader().read()
      expect(await openFiles()).toBeGreaterThan(0)
      controller.abort()
    }
    await until(async () => (await openFiles()) === 0)
  })

  async function openFiles(): Promise<number> {
    const links = await Promise.all(
      (await readdir('/proc/self/fd')).map(fd => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
    )
    return links.filter(link => link.endsWith('1440.webp')).length
  }

  /** The status and text of a request that is sent as it is written. */
  function raw(target: string): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const socket = connect(api.port, '127.0.0.1')
      let text = ''
      socket.setEncoding('latin1').on('data', chunk => (text += chunk))
      socket.on('error', reject)
      socket.on('close', () => resolve({ status: Number(text.split(' ')[1]), text }))
      socket.write(Buffer.from(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 'latin1'))
    })
  }

  const SECRET = 'the-canary-of-this-test'

  /** Ways to write `..`, and a slash. */
  const UPS = ['..', '%2e%2e', '.%2e', '%2E.', '%252e%252e', '..;', '%c0%ae%c0%ae', '%uff0e%uff0e', '...']
  const SLASHES = ['/', '%2f', '%2F', '%5c', '\\', '%252f', '//', '%c0%af', '/./']
  const climbing = UPS.flatMap(up =>
    SLASHES.flatMap(slash => [
      `${up}${slash}secret.txt`,
      `original/${up}${slash}${up}${slash}${up}${slash}secret.txt`,
    ]),
  )
  const odd = [
    ...[
      '',
      '/',
      '//',
      '.',
      '..',
      './',
      '../',
      'original',
      'original/',
      'original//375.webp',
      '/original/375.webp',
    ],
    ...['original/375.webp/x', 'original/./375.webp', './original/375.webp'],
    ...['original/375.webp%00', 'original/375.webp%00.txt', 'original%2f375.webp', 'original%2f375.webp/x'],
    ...['%00', 'original/%00', 'original/.hidden', '.hidden/375.webp', 'original/%2ehidden', 'original/.'],
    ...[
      'original/..',
      '1/original/375.webp',
      '2/original/375.webp',
      '../1/original/375.webp',
      '..%2f1/original',
    ],
    ...['original/link.webp', 'original/hard.webp', 'linked/secret.txt', 'linked/375.webp', 'original/up'],
    ...[
      'original/375.webp%20',
      'original/%20375.webp',
      'original/375.webp%0a',
      'original/375.webp%0d%0aX:%20y',
    ],
    ...[
      'ORIGINAL/375.webp',
      'original/375.WEBP',
      'original\\375.webp',
      'original%5c375.webp',
      'original/375*',
    ],
    ...['original/*', '*/375.webp', '%7e/x', '~root/.profile', 'C:/boot.ini', 'file:///etc/passwd'],
    ...[
      '%2fetc%2fpasswd',
      '/etc/passwd',
      '/etc//passwd',
      '%2f%2fetc/passwd',
      'etc/passwd%00.webp',
      '%E0%A4%A/x',
    ],
    ...['original/%FF%FE', 'original/%F0%9F%92%A9', `original/${'x'.repeat(101)}`],
    ...[`${'x'.repeat(101)}/375.webp`, `${'a/'.repeat(500)}x`, 'constructor/prototype', '__proto__/x'],
    ...['original/375.webp;.html', 'original/375.webp%3f', 'original/375.webp%23', 'original/375.webp:$DATA'],
    ...[
      'proc/self',
      '..%00/secret.txt',
      '%2e%2e%00/secret.txt',
      'original/secret.txt',
      '../../secret.txt?x=/',
    ],
  ]
  const HOSTILE = [...new Set([...climbing, ...odd])].filter(name => name !== '' && name !== '/')

  test(`${HOSTILE.length} hostile paths lead to nothing`, async () => {
    expect(HOSTILE.length).toBeGreaterThan(100)
    const job = await completedJob(api, FILES)
    const other = await completedJob(api, { 'original/other.webp': SECRET })
    const root = api.folder
    const folder = join(root, job)
    if (bucket) await plantInBucket(bucket, job)
    else plantInFolder(folder)
    const crossing = [`../../${other}/artifacts/original/none.webp`, `..%2f..%2f${other}%2f1/original`]
    const wrong: string[] = []
    for (const name of [...HOSTILE, ...crossing]) {
      const { status, text } = await raw(at(name, job))
      if (status !== 404 || text.includes(SECRET) || text.includes('root:')) wrong.push(`${name}: ${status}`)
      if (text.includes(root)) wrong.push(`${name}: tells a path of this machine`)
    }
    expect(wrong).toEqual([])
    expect((await get(at('original/375.webp', job))).status).toBe(200)
    expect(await namesOf(job)).toEqual(Object.keys(FILES).sort())
    rmSync(join(root, '../secret.txt'), { force: true })
  })

  /** What leads elsewhere, and what is not of this job. */
  function plantInFolder(folder: string): void {
    const root = dirname(folder)
    for (const path of [join(root, 'secret.txt'), join(root, '../secret.txt'), join(folder, 'secret.txt')])
      writeFileSync(path, SECRET)
    writeFileSync(join(folder, '1/secret.txt'), SECRET)
    writeFileSync(join(folder, '1/original/.hidden'), SECRET)
    symlinkSync(join(root, 'secret.txt'), join(folder, '1/original/link.webp'))
    symlinkSync(root, join(folder, '1/linked'))
    symlinkSync('..', join(folder, '1/original/up'))
    linkSync(join(root, 'secret.txt'), join(folder, '1/original/hard.webp'))
  }

  async function plantInBucket({ storage, put }: TestBucket, job: string): Promise<void> {
    const { prefix } = storage
    const keys = ['secret.txt', `${job}/secret.txt`, `${job}/1/secret.txt`, `${job}/1/original/.hidden`]
    for (const key of [...keys.map(key => prefix + key), 'secret.txt', 'etc/passwd']) await put(key, SECRET)
  }

  test.runIf(where === 'folder')('a store that fails tells nothing of its inside', async () => {
    const job = await completedJob(api, FILES)
    const { open } = api.served
    api.served.open = async () => {
      throw Object.assign(new Error('EIO: /data/artifacts/x'), { code: 'EIO' })
    }
    const { status, text } = await api.ask('GET', at('original/375.webp', job))
    api.served.open = open
    expect(status).toBe(500)
    expect(text).not.toMatch(/EIO|data/)
  })

  test.runIf(where === 'bucket')('a store that is away is no answer about what is in it', async () => {
    const job = await completedJob(api, FILES)
    const paths = ['', '/original/375.webp'].map(name => `/api/v1/jobs/${job}/artifacts${name}`)
    for (const mood of ['busy', 'broken'] as const) {
      bucket!.be(mood)
      for (const path of paths) {
        const { status, headers, json } = await api.ask('GET', path)
        expect(status).toBe(503)
        expect(headers['retry-after']).toMatch(/^\d+$/)
        expect(headers['cache-control']).toBe('no-store')
        expect(headers).not.toHaveProperty('etag')
        expect(json).toMatchObject({ code: 'unavailable' })
        expect(JSON.stringify(json)).not.toMatch(/cutover\/here|127\.0\.0\.1|SlowDown/)
      }
      const deletion = await api.ask('DELETE', `/api/v1/jobs/${job}`, { key: api.queue.apiKey })
      expect(deletion.status).toBe(503)
      expect((await api.ask('GET', `/api/v1/jobs/${job}`)).status).toBe(200)
    }
    bucket!.be('well')
    expect((await get(paths[1]!)).bytes).toEqual(PICTURE)
  })
}
