import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '../../server/accounts/keys.ts'
import * as contract from '../../server/contract.ts'
import { accept } from '../../server/jobs/accept.ts'
import { readIndex } from '../../server/jobs/artifact-index.ts'
import { cancel } from '../../server/jobs/cancel.ts'
import { type Claim, claim, reportProgress } from '../../server/jobs/claim.ts'
import { deleteJob, discard } from '../../server/jobs/delete.ts'
import { fail, finish, handBack } from '../../server/jobs/end.ts'
import { isDue } from '../../server/jobs/every.ts'
import { find } from '../../server/jobs/find.ts'
import type { Queue, QueueClaim } from '../../server/jobs/queue.ts'
import { QUEUE } from '../../server/jobs/queue.ts'
import { submit } from '../../server/jobs/submit.ts'
import { sweepArtifacts, sweepLost, sweepOld, sweepUsed } from '../../server/jobs/sweep.ts'
import { StoreUnavailable } from '../../server/storage/artifacts.ts'
import { transaction } from '../../server/storage/transaction.ts'
import { SCORECARD, submission, type TestQueue, testQueue, until } from './test-queue.ts'

let queue: TestQueue
beforeAll(async () => {
  queue = await testQueue()
})
afterAll(() => queue.close())

const SECRETS = {
  storefront_password: 'open sesame €',
  original_headers: { 'x-bypass': 'one' },
  new_headers: { authorization: 'Basic dHdv' },
}

/** Takes the next job off the queue, as a worker does. */
async function next(): Promise<{ queued: QueueClaim; id: string }> {
  const [job] = await queue.boss.fetch<{ id: string }>(QUEUE)
  if (!job) throw new Error('the queue is empty')
  return { queued: job, id: job.data.id }
}

async function claimNext(): Promise<Claim> {
  const { queued, id } = await next()
  return (await claim(queue, queued, id))!
}

/** What the queue does when a worker's heartbeat stays away. */
async function loseWorker({ queued }: Claim): Promise<void> {
  await queue.boss.fail(QUEUE, queued.id)
}

const inQueue = async (): Promise<number> =>
  (await queue.pool.query("SELECT count(*)::int FROM jobs WHERE status = 'queued'")).rows[0].count
const jobOf = async (id: string) => contract.Job.parse((await find(queue, id))!.job)
const secretRows = async (id: string) =>
  (await queue.pool.query('SELECT * FROM job_secrets WHERE job_id = $1', [id])).rows
const queueRow = async (id: string) =>
  (
    await queue.pool.query('SELECT q.* FROM pgboss.job q JOIN jobs j ON j.queue_id = q.id WHERE j.id = $1', [
      id,
    ])
  ).rows[0]

test('a job goes from queued to running to completed', async () => {
  const id = await submit(queue, submission({ page_name: 'Home', ...SECRETS }), queue.accountId)
  expect(id).toMatch(/^[0-9A-Za-z]{27}$/)
  expect(await jobOf(id)).toMatchObject({ id, status: 'queued', progress: { value: 0, phase: 'waiting' } })

  const held = await claimNext()
  expect(held).toMatchObject({ id, attempt: 1, accountId: queue.accountId })
  expect(held.submission).toEqual(submission({ page_name: 'Home', ...SECRETS }))
  expect(await reportProgress(queue, held, 'capturing', 0.25)).toBe(true)
  expect(await jobOf(id)).toMatchObject({ status: 'running', progress: { value: 0.25, phase: 'capturing' } })

  expect(await finish(queue, held, SCORECARD)).toBe(true)
  const job = await jobOf(id)
  expect(job).toMatchObject({
    status: 'completed',
    tier: 'paid',
    scorecard: SCORECARD,
    progress: { value: 1 },
  })
  expect(await secretRows(id)).toEqual([])
  expect((await queueRow(id)).state).toBe('completed')
  expect(await reportProgress(queue, held, 'late', 0.5)).toBe(false)
})

test('a result may be written again by who has heard no answer', async () => {
  const id = await submit(queue, submission(), queue.accountId)
  const held = await claimNext()
  expect(await finish(queue, held, SCORECARD)).toBe(true)
  expect(await finish(queue, held, SCORECARD)).toBe(true)
  expect(await finish(queue, { ...held, attempt: 2 }, SCORECARD)).toBe(false)
  expect(await jobOf(id)).toMatchObject({ status: 'completed' })
})

test('of many processes one sweeps at a time, and another when that one is gone', async () => {
  const asked = await Promise.all(Array.from({ length: 5 }, () => isDue(queue, 'a sweep', 60_000)))
  expect(asked.filter(Boolean)).toHaveLength(1)
  expect(await isDue(queue, 'another sweep', 60_000)).toBe(true)
  expect(await isDue(queue, 'a sweep', 60_000)).toBe(false)
  for (const at of ["now() - interval '61 seconds'", "now() + interval '1 hour'"]) {
    await queue.pool.query(`UPDATE sweeps SET at = ${at} WHERE name = 'a sweep'`)
    expect(await isDue(queue, 'a sweep', 60_000)).toBe(true)
  }
})

test('the queue carries the id of a job and nothing else', async () => {
  const id = await submit(queue, submission(SECRETS), queue.accountId)
  expect((await queueRow(id)).data).toEqual({ id })
  await finish(queue, await claimNext(), SCORECARD)
})

test('what cannot be queued is not stored', async () => {
  const before = (await queue.pool.query('SELECT count(*) FROM jobs')).rows
  await queue.pool.query('ALTER TABLE job_secrets RENAME TO hidden')
  await expect(submit(queue, submission(SECRETS), queue.accountId)).rejects.toThrow(/job_secrets/)
  await queue.pool.query('ALTER TABLE hidden RENAME TO job_secrets')
  expect((await queue.pool.query('SELECT count(*) FROM jobs')).rows).toEqual(before)
  expect(await queue.boss.fetch(QUEUE)).toEqual([])
})

test('a worker gets all that was submitted', async () => {
  const all = submission({
    ...SECRETS,
    page_name: 'Home',
    policy: 'absolute',
    ignore: ['.clock'],
    allow_same_page: true,
    fresh: true,
    old_urls: '/a\n/b',
  })
  const { accept, ...shape } = contract.Submission.shape
  expect(Object.keys(all).sort()).toEqual(Object.keys(shape).sort())
  const accepted = { key: 'seo/title/changed#1', reason: 'The new name of the shop.' }
  await submit(queue, { ...all, accept: accept.parse([accepted]) }, queue.accountId)
  const held = await claimNext()
  await finish(queue, held, SCORECARD)
  expect(held.submission).toEqual(all)
  expect(held.accepted).toMatchObject([accepted])
})

test('secrets open for their own account, job and field only', async () => {
  const id = await submit(queue, submission(SECRETS), queue.accountId)
  const stored = await secretRows(id)
  expect(new Set(stored.map(row => row.nonce.toString('hex'))).size).toBe(3)
  for (const row of stored) {
    expect(row.nonce).toHaveLength(12)
    expect(row.tag).toHaveLength(16)
  }
  const { queued } = await next()
  const swap =
    "UPDATE job_secrets SET field = CASE field WHEN 'new_headers' THEN 'original_headers' ELSE 'new_headers' END WHERE job_id = $1 AND field <> 'storefront_password'"
  await queue.pool.query(`ALTER TABLE job_secrets DROP CONSTRAINT job_secrets_pkey`)
  await queue.pool.query(swap, [id])
  await expect(claim(queue, queued, id)).rejects.toThrow()
  await queue.pool.query(swap, [id])
  await queue.pool.query('ALTER TABLE job_secrets ADD PRIMARY KEY (job_id, field)')
  await queue.pool.query("UPDATE job_secrets SET key_id = 'other' WHERE job_id = $1", [id])
  await expect(claim(queue, queued, id)).rejects.toThrow(/another key \(other\) than/)
  await queue.pool.query('UPDATE job_secrets SET key_id = $2 WHERE job_id = $1', [id, queue.keys.current.id])
  await finish(queue, (await claim(queue, queued, id))!, SCORECARD)
})

test('secrets that are moved to another job do not open there', async () => {
  const from = await submit(queue, submission(SECRETS), queue.accountId)
  const to = await submit(queue, submission(), queue.accountId)
  await queue.pool.query('UPDATE job_secrets SET job_id = $2 WHERE job_id = $1', [from, to])
  await finish(queue, await claimNext(), SCORECARD)
  const { queued } = await next()
  await expect(claim(queue, queued, to)).rejects.toThrow()
  await queue.pool.query('DELETE FROM job_secrets WHERE job_id = $1', [to])
  await finish(queue, (await claim(queue, queued, to))!, SCORECARD)
})

test('a failure of the page ends the job and is not tried again', async () => {
  const id = await submit(queue, submission(SECRETS), queue.accountId)
  const detail = 'shop.example.com does not exist'
  expect(await fail(queue, await claimNext(), { code: 'new_unreachable', detail })).toBe(true)
  const job = await jobOf(id)
  expect(job).toMatchObject({ status: 'failed', error: { code: 'new_unreachable', detail, status: 422 } })
  expect(job.tier).toBeUndefined()
  expect(await secretRows(id)).toEqual([])
  expect(await queue.boss.fetch(QUEUE)).toEqual([])
})

test('a fault of ours is tried twice more, then ends the job', async () => {
  const id = await submit(queue, submission(SECRETS), queue.accountId)
  const ours = { code: 'internal_error', detail: 'It failed on our side.' } as const
  for (const attempt of [1, 2]) {
    const held = await claimNext()
    expect(held.attempt).toBe(attempt)
    expect(await fail(queue, held, ours)).toBe(true)
    expect((await jobOf(id)).status).toBe('queued')
    expect(await secretRows(id)).toHaveLength(3)
  }
  expect(await fail(queue, await claimNext(), ours)).toBe(true)
  expect(await jobOf(id)).toMatchObject({ status: 'failed', error: { code: 'internal_error', status: 500 } })
  expect(await secretRows(id)).toEqual([])
  expect(await queue.boss.fetch(QUEUE)).toEqual([])
})

test('a worker that has lost its claim changes nothing', async () => {
  const id = await submit(queue, submission(), queue.accountId)
  const zombie = await claimNext()
  await loseWorker(zombie)
  const lost = async () => {
    expect(await finish(queue, zombie, { ...SCORECARD, pageName: 'zombie' })).toBe(false)
    expect(await fail(queue, zombie, { code: 'timed_out', detail: 'zombie' })).toBe(false)
    expect(await fail(queue, zombie, { code: 'internal_error', detail: 'zombie' })).toBe(false)
    expect(await handBack(queue, zombie)).toBe(false)
  }
  await lost()
  const heir = await next()
  await lost()
  expect(await claim(queue, zombie.queued, id)).toBeNull()
  const held = (await claim(queue, heir.queued, heir.id))!
  expect(held.attempt).toBe(2)
  await lost()
  expect(await reportProgress(queue, zombie, 'zombie', 0.9)).toBe(false)
  expect(await jobOf(id)).toMatchObject({ status: 'running', progress: { phase: 'starting' } })
  expect(await finish(queue, held, SCORECARD)).toBe(true)
  await lost()
  expect(await jobOf(id)).toMatchObject({ status: 'completed', scorecard: { pageName: 'Page' } })
})

test('a job that ends one machine after the other is first in line once, and is not handed back for ever', async () => {
  const id = await submit(queue, submission(), queue.accountId)
  const other = await submit(queue, submission(), queue.accountId)
  let times = 0
  for (; times < 20; times++) {
    const held = await claimNext()
    expect(held.id).toBe(id)
    await handBack(queue, held)
    if ((await jobOf(id)).status !== 'queued') break
    if (times === 0) continue
    // It waits, and others are taken meanwhile.
    const place =
      'SELECT start_after > now() AS waits FROM pgboss.job q JOIN jobs j ON j.queue_id = q.id WHERE j.id = $1'
    expect((await queue.pool.query(place, [id])).rows).toEqual([{ waits: true }])
    const next = await claimNext()
    expect(next.id).toBe(other)
    await handBack(queue, next, false)
    await queue.pool.query(
      'UPDATE pgboss.job SET start_after = now(), priority = 2 WHERE id = (SELECT queue_id FROM jobs WHERE id = $1)',
      [id],
    )
  }
  // Three for nothing, then each is one of three tries.
  expect(times).toBe(5)
  expect(await jobOf(id)).toMatchObject({ status: 'failed', error: { code: 'internal_error' } })
  expect((await queue.pool.query('SELECT FROM job_secrets WHERE job_id = $1', [id])).rowCount).toBe(0)
  expect((await claimNext()).id).toBe(other)
  await queue.pool.query('DELETE FROM jobs WHERE id = $1', [other])
})

test('tries that were lost before a job is handed back stay lost', async () => {
  const id = await submit(queue, submission(), queue.accountId)
  for (const lost of [false, true, false, true, true]) {
    const held = await claimNext()
    expect(held.id).toBe(id)
    if (lost) await fail(queue, held, { code: 'internal_error', detail: 'It failed.' })
    else await handBack(queue, held, false)
  }
  expect(await jobOf(id)).toMatchObject({ status: 'failed', error: { code: 'internal_error' } })
})

test('a job that is handed back is first in line and has all its tries left', async () => {
  const id = await submit(queue, submission(SECRETS), queue.accountId)
  const other = await submit(queue, submission(), queue.accountId)
  let held = await claimNext()
  for (let i = 0; i < 4; i++) {
    const before = held
    expect(await handBack(queue, held, false)).toBe(true)
    expect((await jobOf(id)).status).toBe('queued')
    held = await claimNext()
    expect(held).toMatchObject({ id, queued: { retryCount: 0 }, submission: SECRETS })
    expect(await finish(queue, before, SCORECARD)).toBe(false)
  }
  expect(await finish(queue, held, SCORECARD)).toBe(true)
  expect((await claimNext()).id).toBe(other)
})

/** Takes the next job, and ends it. @returns whose it was */
async function serveNext(): Promise<string> {
  const held = await claimNext()
  await finish(queue, held, SCORECARD)
  return held.accountId
}

async function anotherAccount(email: string): Promise<string> {
  await createKey(queue.pool, email)
  return (await queue.pool.query('SELECT id FROM accounts WHERE email = $1', [email])).rows[0].id
}

test('accounts are served in turn, however much one of them has submitted', async () => {
  const [many, one, late] = [
    queue.accountId,
    await anotherAccount('one@x.test'),
    await anotherAccount('l@x.test'),
  ]
  for (let job = 0; job < 40; job++) await submit(queue, submission(), many)
  await submit(queue, submission(), one)
  expect([await serveNext(), await serveNext()].sort()).toEqual([many, one].sort())
  // Who has never more than one waiting gets every other turn: not less, and not more.
  const served: string[] = []
  for (let turn = 0; turn < 10; turn++) {
    if (!served.length || served.at(-1) === one) await submit(queue, submission(), one)
    served.push(await serveNext())
  }
  expect(served.filter(account => account === one)).toHaveLength(5)
  // Nor has somebody who comes now saved up turns.
  for (let job = 0; job < 10; job++) await submit(queue, submission(), late)
  const next: string[] = []
  for (let turn = 0; turn < 8; turn++) next.push(await serveNext())
  expect(next.filter(account => account === late).length).toBeGreaterThanOrEqual(3)
  expect(next.filter(account => account === many).length).toBeGreaterThanOrEqual(3)
  for (let rest = await inQueue(); rest > 0; rest = await inQueue()) await serveNext()
})

test('who cancels jobs has not used their turns', async () => {
  const [busy, other] = [queue.accountId, await anotherAccount('other@x.test')]
  const ids = []
  for (let job = 0; job < 20; job++) ids.push(await submit(queue, submission(), busy))
  for (const id of ids) await cancel(queue, id, { accountId: busy })
  for (let job = 0; job < 3; job++) await submit(queue, submission(), other)
  await submit(queue, submission(), busy)
  const served = []
  for (let turn = 0; turn < 4; turn++) served.push(await serveNext())
  expect(served.indexOf(busy)).toBeLessThanOrEqual(1)
})

test('a job whose every worker died is swept up as our failure', async () => {
  const id = await submit(queue, submission(SECRETS), queue.accountId)
  for (let attempt = 1; attempt <= 3; attempt++) {
    const held = await claimNext()
    expect(held).toMatchObject({ id, attempt })
    expect(await sweepLost(queue)).not.toContain(id)
    await loseWorker(held)
  }
  await sweepLost(queue)
  expect(await jobOf(id)).toMatchObject({ status: 'failed', error: { code: 'internal_error' } })
  expect(await secretRows(id)).toEqual([])
})

test('a job that the queue has forgotten is swept up', async () => {
  const id = await submit(queue, submission(), queue.accountId)
  const { queued } = await next()
  await queue.boss.deleteJob(QUEUE, queued.id)
  await sweepLost(queue)
  expect((await jobOf(id)).status).toBe('failed')
})

test('old jobs are deleted with their artifacts, waiting ones are not', async () => {
  const id = await submit(queue, submission(), queue.accountId)
  const waiting = await submit(queue, submission(), queue.accountId)
  await finish(queue, await claimNext(), SCORECARD)
  const age = (days: number) =>
    queue.pool.query(
      `UPDATE jobs SET created_at = now() - make_interval(days => $1),
       finished_at = CASE WHEN finished_at IS NULL THEN NULL ELSE now() - make_interval(days => $1) END`,
      [days],
    )
  await age(29)
  expect(await sweepOld(queue)).toEqual([])
  await age(31)
  const deleted = await sweepOld(queue)
  expect(deleted).toContain(id)
  expect(deleted).not.toContain(waiting)
  expect(queue.deleted.sort()).toEqual(deleted.sort())
  expect(await find(queue, id)).toBeNull()
  await finish(queue, await claimNext(), SCORECARD)
})

test('an old job whose artifacts cannot be deleted stays, and keeps none of the others', async () => {
  const stuck = await submit(queue, submission(), queue.accountId)
  await finish(queue, await claimNext(), SCORECARD)
  const other = await submit(queue, submission(), queue.accountId)
  await finish(queue, await claimNext(), SCORECARD)
  await queue.pool.query("UPDATE jobs SET finished_at = now() - interval '31 days' WHERE id = ANY($1)", [
    [stuck, other],
  ])
  const deleteArtifacts = async (id: string) => {
    if (id === stuck) throw new Error('EACCES')
  }
  expect(await sweepOld({ ...queue, deleteArtifacts })).toEqual([other])
  expect(await find(queue, stuck)).not.toBeNull()
  expect(await sweepOld(queue)).toEqual([stuck])
})

test('while the store is away, old jobs wait, and not each of them is tried', async () => {
  const old = [
    await submit(queue, submission(), queue.accountId),
    await submit(queue, submission(), queue.accountId),
  ]
  for (const _ of old) await finish(queue, await claimNext(), SCORECARD)
  await queue.pool.query("UPDATE jobs SET finished_at = now() - interval '31 days' WHERE id = ANY($1)", [old])
  let tried = 0
  const deleteArtifacts = async () => {
    tried++
    throw new StoreUnavailable('away')
  }
  await expect(sweepOld({ ...queue, deleteArtifacts })).rejects.toThrow(StoreUnavailable)
  expect(tried).toBe(1)
  expect((await sweepOld(queue)).sort()).toEqual(old.sort())
})

test('what was captured for a deleted job goes on every machine, and nothing else does', async () => {
  const [run, kept] = [
    await submit(queue, submission(), queue.accountId),
    await submit(queue, submission(), queue.accountId),
  ]
  for (let n = 0; n < 2; n++) await finish(queue, await claimNext(), SCORECARD)
  await deleteJob(queue, run, queue)
  const elsewhere: string[] = []
  const worker = await queue.another({
    stored: { jobs: async () => [run, kept, 'A'.repeat(27)], attempts: async () => [1] },
    deleteArtifacts: async id => void elsewhere.push(id),
  })
  elsewhere.length = 0
  expect(await sweepArtifacts(worker)).toEqual([run])
  expect(elsewhere).toContain(run)
  expect(elsewhere).not.toContain(kept)
  await deleteJob(queue, kept, queue)
})

test('what attempts left that made no result is swept, and nothing else', async () => {
  const submitted = () => submit(queue, submission(), queue.accountId)
  const clean = await submitted()
  await finish(queue, await claimNext(), SCORECARD)
  const repeated = await submitted()
  await fail(queue, await claimNext(), OURS)
  await finish(queue, await claimNext(), SCORECARD)
  const failed = await submitted()
  await fail(queue, await claimNext(), { code: 'not_html', detail: 'It is no page.' })
  const running = await submitted()
  await fail(queue, await claimNext(), OURS)
  const runs = await claimNext()
  const waiting = await submitted()
  const waits = await claimNext()
  await handBack(queue, waits)
  const asked: string[] = []
  const elsewhere: [string, number | undefined][] = []
  const sweeping = {
    ...queue,
    stored: {
      jobs: async () => [clean, repeated, failed, running, waiting, 'A'.repeat(27)],
      async attempts(id: string) {
        asked.push(id)
        // An attempt that has begun since the job was looked at is nobody's business.
        return [1, 2, 3]
      },
    },
    deleteArtifacts: async (id: string, attempt?: number) => void elsewhere.push([id, attempt]),
  }
  expect((await sweepArtifacts(sweeping)).sort()).toEqual(
    [`${repeated}/1`, `${failed}/1`, `${running}/1`, `${waiting}/1`].sort(),
  )
  expect(elsewhere).toHaveLength(4)
  expect(asked).not.toContain(clean)
  await finish(queue, runs, SCORECARD)
  await finish(queue, await claimNext(), SCORECARD)
})

const OURS = { code: 'internal_error', detail: 'It failed on our side.' } as const

test('what was kept is written with the result, by the attempt that made it', async () => {
  const id = await submit(queue, submission(), queue.accountId)
  const zombie = await claimNext()
  await loseWorker(zombie)
  const held = await claimNext()
  const room = async () => {
    const { rows } = await queue.pool.query('SELECT artifact_bytes FROM accounts WHERE id = $1', [
      queue.accountId,
    ])
    return Number(rows[0].artifact_bytes)
  }
  const before = await room()
  expect((await readIndex(queue, id))('original/375.webp')).toBe(true)
  expect(await finish(queue, zombie, SCORECARD, { 'original/zombie.webp': 7 })).toBe(false)
  expect(await finish(queue, held, SCORECARD, { 'original/375.webp': 5, 'top.json': 2 })).toBe(true)
  expect(await finish(queue, zombie, SCORECARD, { 'original/zombie.webp': 7 })).toBe(false)
  const isShown = await readIndex(queue, id)
  expect(['original/375.webp', 'top.json', 'original/zombie.webp', 'toString'].map(isShown)).toEqual([
    ...[true, true, false, false],
  ])
  expect((await room()) - before).toBe(7)
  const attempts: [string, number | undefined][] = []
  const worker = { ...queue, deleteArtifacts: async (id: string, n?: number) => void attempts.push([id, n]) }
  await discard(worker, held)
  expect(attempts).toEqual([])
  await discard(worker, zombie)
  expect(attempts).toEqual([[id, 1]])
  await deleteJob(queue, id, queue)
  expect(await room()).toBe(before)
})

test('jobs are kept as long as the tier of their account says', async () => {
  const id = await submit(queue, submission(), queue.accountId)
  await finish(queue, await claimNext(), SCORECARD)
  await queue.pool.query("UPDATE jobs SET finished_at = now() - interval '8 days' WHERE id = $1", [id])
  expect(await sweepOld(queue)).toEqual([])
  await queue.pool.query("UPDATE accounts SET tier = 'free'")
  expect(await sweepOld(queue)).toEqual([id])
  await queue.pool.query("UPDATE accounts SET tier = 'paid'")
})

test('used quotas and keys are forgotten in time, and not before', async () => {
  const use = { accountId: queue.accountId, tier: 'paid' } as const
  await accept(queue, submission(), { ...use, idempotencyKey: 'old' })
  await queue.pool.query("UPDATE idempotency_keys SET created_at = now() - interval '25 hours'")
  await queue.pool.query("UPDATE quotas SET full_at = now() - interval '2 minutes' WHERE key LIKE 'target %'")
  await accept(queue, submission({ new_url: 'https://c.example.com/' }), { ...use, idempotencyKey: 'new' })
  await queue.pool.query(
    "UPDATE quotas SET full_at = now() - interval '2 minutes' WHERE key LIKE '%b.example.com'",
  )
  await sweepUsed(queue)
  expect((await queue.pool.query('SELECT key FROM idempotency_keys')).rows).toEqual([{ key: 'new' }])
  const { rows } = await queue.pool.query('SELECT key FROM quotas ORDER BY key')
  expect(rows.map(({ key }) => key).sort()).toEqual(
    [
      `day ${queue.accountId}`,
      `minute ${queue.accountId}`,
      `target ${queue.accountId} a.example.com`,
      `target ${queue.accountId} c.example.com`,
      'target a.example.com',
      'target c.example.com',
    ].sort(),
  )
  for (let n = 0; n < 2; n++) await finish(queue, await claimNext(), SCORECARD)
})

test('text from a page that Postgres does not take is stored without it', async () => {
  const id = await submit(queue, submission(), queue.accountId)
  const hostile = 'a\0b\ud800c\\u0000 \u2028 😀'
  await finish(queue, await claimNext(), { ...SCORECARD, pageName: hostile, gaps: [hostile] })
  const stored = 'a\ufffdb\ufffdc\\u0000 \u2028 😀'
  expect((await jobOf(id)).scorecard).toMatchObject({ pageName: stored, gaps: [stored] })
  const other = await submit(queue, submission(), queue.accountId)
  await fail(queue, await claimNext(), { code: 'not_html', detail: hostile + 'x'.repeat(5000) })
  const { error } = await jobOf(other)
  expect(error!.detail.startsWith(stored)).toBe(true)
  expect(error!.detail.length).toBe(1000)
})

test('for another account a job is not even read', async () => {
  const id = await submit(queue, submission(), queue.accountId)
  expect(await find(queue, id, [], queue.accountId)).toMatchObject({ accountId: queue.accountId })
  expect(await find(queue, id, [], '00000000-0000-4000-8000-000000000000')).toBeNull()
  expect(await find(queue, id, ['*'], '00000000-0000-4000-8000-000000000000')).toBeNull()
  await finish(queue, await claimNext(), SCORECARD)
})

test('text that can be no id finds no job', async () => {
  for (const id of ['', 'x', "' OR 1=1", '0'.repeat(27), '\0', 'a'.repeat(10_000)])
    expect(await find(queue, id)).toBeNull()
})

test('who hangs within a transaction that others wait for loses it', async () => {
  const lock = 'LOCK TABLE quotas IN EXCLUSIVE MODE'
  const { promise: silence, resolve: goOn } = Promise.withResolvers<void>()
  let held = false
  const hanging = transaction(
    queue.pool,
    async client => {
      await client.query(lock)
      held = true
      await silence
      await client.query('SELECT 1')
    },
    100,
  )
  const ended = expect(hanging).rejects.toThrow()
  await until(async () => held)
  await transaction(queue.pool, client => client.query(lock), 5000)
  goOn()
  await ended
})

test('a connection that breaks within a transaction fails that transaction only', async () => {
  const broken = transaction(queue.pool, async client => {
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
    await queue.pool.query('SELECT pg_terminate_backend($1)', [rows[0].pid])
    await new Promise(resolve => setTimeout(resolve, 100))
    await client.query('SELECT 1')
  })
  await expect(broken).rejects.toThrow()
  expect((await queue.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})

test('a bucket is listed by one process, a folder by each', async () => {
  const looks = { bucket: 0, folder: 0 }
  const stored = (kind: keyof typeof looks) => ({
    isShared: kind === 'bucket',
    jobs: async () => {
      looks[kind]++
      return []
    },
    attempts: async () => [],
  })
  const others: Queue[] = []
  for (let process = 0; process < 3; process++)
    for (const kind of ['bucket', 'folder'] as const)
      others.push(await queue.another({ stored: stored(kind) }))
  await until(async () => looks.folder === 3 && looks.bucket > 0)
  await new Promise(resolve => setTimeout(resolve, 500))
  expect(looks).toEqual({ bucket: 1, folder: 3 })
  // What their first look at the queue mends is another test's.
  await Promise.all(others.map(other => other.close()))
})

// These two only wait, each for what the other does not touch.
test.concurrent('a transaction whose process has gone silent holds its locks for seconds, not for hours', {
  tags: 'variant',
}, async () => {
  await queue.pool.query('CREATE TABLE locked (n int); INSERT INTO locked VALUES (1)')
  const { promise: isLocked, resolve: tell } = Promise.withResolvers<void>()
  const { promise: awake, resolve: wake } = Promise.withResolvers<void>()
  const silent = transaction(queue.pool, async client => {
    await client.query('UPDATE locked SET n = 2')
    tell()
    await awake
  })
  const failed = expect(silent).rejects.toThrow()
  await isLocked
  // Waits for the row.
  await until(
    async () => (await queue.pool.query('UPDATE locked SET n = 3').catch(() => null))?.rowCount === 1,
  )
  wake()
  await failed
  expect((await queue.pool.query('SELECT n FROM locked')).rows).toEqual([{ n: 3 }])
})

test.concurrent('what a clock that was put back since has written waits for no future', {
  tags: 'variant',
}, async () => {
  // Of the tests before, a job whose next try is due by now would be taken first.
  await queue.pool.query('DELETE FROM pgboss.job')
  const [hidden, runs] = [
    await submit(queue, submission(), queue.accountId),
    await submit(queue, submission(), queue.accountId),
  ]
  // As if the clock had been an hour ahead, and a worker had died at the first job.
  const ahead = `now() + interval '1 hour'`
  await queue.pool.query(`UPDATE pgboss.job SET start_after = ${ahead} WHERE data ->> 'id' = $1`, [hidden])
  const lost = await next()
  expect(lost.id).toBe(runs)
  await queue.pool.query(`UPDATE pgboss.job SET heartbeat_on = ${ahead} WHERE id = $1`, [lost.queued.id])
  await queue.pool.query(`UPDATE pgboss.queue SET monitor_claim_on = ${ahead}, monitor_on = ${ahead}`)
  await queue.another()
  const found = await until(() => next().catch(() => null))
  expect(found.id).toBe(hidden)
  await until(async () => (await queueRow(runs)).state === 'retry')
})
