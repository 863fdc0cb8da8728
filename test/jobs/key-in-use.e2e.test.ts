import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accept } from '../../server/jobs/accept.ts'
import { claim } from '../../server/jobs/claim.ts'
import { finish } from '../../server/jobs/end.ts'
import { rotateKey } from '../../server/jobs/key-in-use.ts'
import { QUEUE, type Queue } from '../../server/jobs/queue.ts'
import { secretKeys } from '../../server/jobs/secrets.ts'
import { enqueue } from '../../server/jobs/submit.ts'
import { transaction } from '../../server/storage/transaction.ts'
import { CACHED } from '../compile-cache.ts'
import { SCORECARD, submission, type TestQueue, testQueue } from './test-queue.ts'

let queue: TestQueue
beforeEach(async () => {
  queue = await testQueue()
})
afterEach(() => queue.close())

const SECRETS = { storefront_password: 'open sesame', new_headers: { 'x-bypass': 'canary' } }
const terms = () => ({ accountId: queue.accountId, tier: 'paid', idempotencyKey: 'once' }) as const
const send = (to: Queue) => accept(to, submission(SECRETS), terms())

async function run(on: Queue) {
  const [job] = await on.boss.fetch<{ id: string }>(QUEUE)
  const held = await claim(on, job!, job!.data.id)
  await finish(on, held!, SCORECARD)
  return held!.submission
}

async function secrets(verb: string, env: Record<string, string>) {
  const child = spawn(process.execPath, ['server/secrets.ts', verb], {
    env: { ...CACHED, PATH: process.env.PATH, DATABASE_URL: queue.url, ...env },
  })
  let [out, err] = ['', '']
  child.stdout.on('data', chunk => (out += chunk))
  child.stderr.on('data', chunk => (err += chunk))
  const code = await new Promise(resolve => child.on('close', resolve))
  return { code, out, err }
}

test('a server with another key than the others is refused with a sentence', async () => {
  const other = randomBytes(32)
  const refusal = await queue.another({ secretKey: other }).catch(error => error)
  expect(refusal.message).toMatch(
    /^Secrets in this database are encrypted with another key \([0-9a-f]{16}\) than this server has \([0-9a-f]{16}\): give all servers/,
  )
  expect(refusal.message).not.toContain(other.toString('hex'))
  await queue.another()
})

test('so it is in a database of an older version, which says it by what is in it', async () => {
  await send(queue)
  await queue.pool.query('DELETE FROM secret_key')
  await expect(queue.another({ secretKey: randomBytes(32) })).rejects.toThrow(/with another key/)
  await queue.another()
})

test('the key is changed while jobs wait, one server after the other', async () => {
  const { id } = await send(queue)
  const secretKey = randomBytes(32)
  const next = await queue.another({ secretKey, oldSecretKeys: [queue.secretKey] })
  // The same submission sent again is the same job, whichever server it reaches.
  expect((await send(next)).id).toBe(id)
  expect(await run(next)).toMatchObject(SECRETS)
  await expect(queue.another()).rejects.toThrow(/with another key/)
  await queue.another({ oldSecretKeys: [secretKey] })
})

test('secrets are encrypted anew by command, and need the old key no more', async () => {
  await send(queue)
  const key = randomBytes(32)
  const env = { CUTOVER_SECRET_KEY: key.toString('hex') }
  const refused = await secrets('rotate', env)
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toMatch(/^2 secrets of waiting jobs are encrypted with a key that is neither/)
  const done = await secrets('rotate', { ...env, CUTOVER_OLD_SECRET_KEYS: queue.secretKey.toString('hex') })
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(done.out).toMatch(/^[0-9a-f]{16} is the key in use; secrets encrypted anew: 2\.\n$/)
  expect(await run(await queue.another({ secretKey: key }))).toMatchObject(SECRETS)
})

test('a lost key is given up by command', async () => {
  await send(queue)
  const key = randomBytes(32)
  const adopted = await secrets('adopt', { CUTOVER_SECRET_KEY: key.toString('hex') })
  expect(adopted.code).toBe(0)
  expect(adopted.out).toContain('Secrets that cannot be read any more: 2. Their jobs will fail.')
  const other = await queue.another({ secretKey: key })
  expect((await secrets('turn', {})).code).toBe(2)

  // Who still runs with the lost key takes nothing that nobody could read, and all else.
  const changed =
    /the key was changed while it ran.*Start it again with the CUTOVER_SECRET_KEY of the other servers/
  await expect(accept(queue, submission(SECRETS), { ...terms(), idempotencyKey: 'twice' })).rejects.toThrow(
    changed,
  )
  await accept(queue, submission(), { ...terms(), idempotencyKey: 'plain' })
  await accept(other, submission(SECRETS), { ...terms(), idempotencyKey: 'thrice' })
  const claims = await Promise.allSettled(
    (await queue.boss.fetch<{ id: string }>(QUEUE, { batchSize: 3 })).map(job =>
      claim(queue, job, job.data.id),
    ),
  )
  expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
})

test('a key is not changed between the storing of a secret and its commit', async () => {
  const secretKey = randomBytes(32)
  const keys = secretKeys(secretKey, [queue.secretKey])
  let rotated: Promise<{ done: number; lost: number }> | undefined
  await transaction(queue.pool, async (client, db) => {
    await enqueue(queue, client, db, submission(SECRETS), { accountId: queue.accountId })
    rotated = rotateKey(queue.pool, keys, false)
    await new Promise(resolve => setTimeout(resolve, 200))
  })
  expect(await rotated).toEqual({ done: 2, lost: 0 })
})
