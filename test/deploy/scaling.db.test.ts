import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { PROJECT_ROOT } from '../../server/config/index.ts'
import { submit } from '../../server/jobs/submit.ts'
import { submission, type TestQueue, testQueue } from '../jobs/test-queue.ts'

let queue: TestQueue
beforeAll(async () => {
  queue = await testQueue()
})
afterAll(() => queue.close())

test('the autoscaler counts the jobs that wait or run', async () => {
  const text = readFileSync(join(PROJECT_ROOT, 'deploy/kubernetes/scaling.yaml'), 'utf8')
  const scaled = parseAllDocuments(text)
    .map(document => document.toJS())
    .find(({ kind }) => kind === 'ScaledObject')
  const { query } = scaled.spec.triggers[0].metadata
  const count = async () => Number(Object.values((await queue.pool.query(query)).rows[0])[0])
  expect(await count()).toBe(0)
  const ids = []
  for (let job = 0; job < 3; job++) ids.push(await submit(queue, submission(), queue.accountId))
  expect(await count()).toBe(3)
  await queue.pool.query("UPDATE jobs SET status = 'running' WHERE id = $1", [ids[0]])
  await queue.pool.query(
    `UPDATE jobs SET status = 'failed', error = '{"code":"timed_out"}', finished_at = now() WHERE id = $1`,
    [ids[1]],
  )
  expect(await count()).toBe(2)
})
