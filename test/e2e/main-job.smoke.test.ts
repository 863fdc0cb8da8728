/** The whole way: a key, a submission over HTTP, a job in Postgres, a scan in a real browser, the scorecard by poll. */
import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { Accepted, ArtifactList, Job, TARGETS } from '../../server/contract.ts'
import { CACHED } from '../compile-cache.ts'
import { emptyDatabase } from '../database.ts'
import { serve } from '../serve.ts'

const SAMPLE = join(import.meta.dirname, '../../sample')
const PAGE_SUITES = ['responsive', 'seo', 'content', 'perf', 'a11y', 'functional', 'image'] as const

test('a submission becomes a scorecard', async () => {
  const [original, rebuilt] = [await serve(join(SAMPLE, 'original')), await serve(join(SAMPLE, 'rebuilt'))]
  onTestFinished(async () => {
    await Promise.all([original.close(), rebuilt.close()])
  })
  const env = {
    ...CACHED,
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: '0',
    DATABASE_URL: await emptyDatabase(),
    CUTOVER_ALLOW_HOSTS: `${original.host},${rebuilt.host}`,
    CUTOVER_SECRET_KEY: 'cd'.repeat(32),
  }
  const base = await start(env)
  const made = await promisify(execFile)(
    process.execPath,
    ['server/accounts/key-command.ts', 'create', '--email', 'e2e@example.com'],
    { env },
  )
  const key = made.stdout.trim()
  const submission = {
    original_url: `${original.origin}/`,
    new_url: `${rebuilt.origin}/`,
    page_name: 'Sample shop',
  }
  const answer = await fetch(`${base}/api/v1/scorecard`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(submission),
  })
  expect(answer.status).toBe(202)
  const accepted = Accepted.parse(await answer.json())
  expect(accepted.poll).toBe(`/api/v1/jobs/${accepted.job_id}`)

  const seen = new Set<string>()
  let last = 0
  let job: Job
  do {
    await new Promise(resolve => setTimeout(resolve, 100))
    job = Job.parse(await (await fetch(base + accepted.poll)).json())
    seen.add(job.progress.phase)
    expect(job.progress.value).toBeGreaterThanOrEqual(last)
    last = job.progress.value
  } while (job.status === 'queued' || job.status === 'running')

  expect(job).toMatchObject({
    id: accepted.job_id,
    status: 'completed',
    tier: 'paid',
    original_url: submission.original_url,
    new_url: submission.new_url,
    progress: { value: 1 },
    scorecard: { pageName: 'Sample shop', allPass: false, policy: 'regressions', gaps: [] },
  })
  expect(seen).toContain('capturing both pages')
  const { suites } = job.scorecard!
  expect(suites.map(({ suite, target }) => [suite, target])).toEqual(
    PAGE_SUITES.map(name => [name, TARGETS[name]]),
  )
  // How fast the machine is while other tests run is no part of this.
  const failing = suites.filter(({ suite, pass }) => suite !== 'perf' && !pass)
  expect(failing.map(({ suite }) => suite)).toEqual(['content', 'a11y', 'functional'])
  for (const suite of suites) expect(suite.pass).toBe(suite.score >= suite.target)
  const introduced = suites
    .filter(({ suite }) => suite !== 'perf')
    .flatMap(suite => suite.issues)
    .filter(issue => issue.status === 'introduced' && issue.charged > 0)
  expect(introduced.map(issue => issue.check)).toEqual(['content/facts', 'a11y/axe', 'functional/forms'])
  await checkArtifacts(base, job)
})

/** What issues name as evidence is there, and the screenshots are pictures of the widths that they are called by. */
async function checkArtifacts(base: string, { artifacts_url, scorecard }: Job): Promise<void> {
  const at = (url: string) => fetch(base + new URL(url).pathname)
  const { artifacts } = ArtifactList.parse(await (await at(artifacts_url!)).json())
  const names = artifacts.map(({ name }) => name)
  const named = scorecard!.suites.flatMap(({ issues }) => issues.flatMap(({ evidence = [] }) => evidence))
  const shots = ['original', 'rebuilt'].flatMap(side =>
    [375, 768, 1440].map(width => `${side}/${width}.webp`),
  )
  expect(names).toEqual(expect.arrayContaining([...named, ...shots, 'rebuilt/capture.json']))
  expect(named.length).toBeGreaterThan(0)
  for (const { name, type, bytes, url } of artifacts) {
    const answer = await at(url)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
    const body = Buffer.from(await answer.arrayBuffer())
    expect(body).toHaveLength(bytes)
    // All pages are linked to where they were.
    if (name === 'rebuilt/capture.json')
      expect(JSON.parse(String(body)).artifacts.linkTargets.value.oldAddresses).toEqual([])
    if (!name.endsWith('.webp')) continue
    const { format, width } = await sharp(body).metadata()
    expect(format).toBe('webp')
    if (shots.includes(name)) expect(`${width}.webp`).toBe(name.split('/')[1])
  }
}

async function start(env: NodeJS.ProcessEnv): Promise<string> {
  const server = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(
    () =>
      new Promise<void>(resolve => {
        server.on('exit', () => resolve())
        server.kill('SIGTERM')
      }),
  )
  let out = ''
  for await (const chunk of server.stdout) {
    out += chunk
    const port = /"port":(\d+)/.exec(out)?.[1] ?? /http:\/\/localhost:(\d+)/.exec(out)?.[1]
    if (port && port !== '0') {
      server.stdout.resume()
      return `http://127.0.0.1:${port}`
    }
  }
  throw new Error(`the server ended before it listened: ${out}`)
}
