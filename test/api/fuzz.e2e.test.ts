import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '../../server/accounts/keys.ts'
import { createWorkflowTokens, type WorkflowTokens } from '../../server/accounts/workflow-tokens.ts'
import { indexOf } from '../../server/jobs/artifact-index.ts'
import { claim } from '../../server/jobs/claim.ts'
import { finish } from '../../server/jobs/end.ts'
import { QUEUE } from '../../server/jobs/queue.ts'
import { submit } from '../../server/jobs/submit.ts'
import { SCORECARD, submission } from '../jobs/test-queue.ts'
import { keepFiles } from '../storage/keep-files.ts'
import { fuzz } from './fuzz.ts'
import { type TestApi, testApi } from './test-api.ts'

let api: TestApi
let tokens: WorkflowTokens
beforeAll(async () => {
  api = await testApi({
    site: () => {
      tokens = createWorkflowTokens({ issuer: 'http://127.0.0.1:9', audience: 'http://localhost:3000' })
      return { tokens }
    },
  })
})
afterAll(async () => {
  await api.close()
  await tokens.close()
})

test('generated requests are answered as described, and none is too much', async () => {
  const { queue, port } = api
  const ids: string[] = []
  for (let n = 0; n < 60; n++) ids.push(await submit(queue, submission(), queue.accountId))
  for (const job of await queue.boss.fetch<{ id: string }>(QUEUE, { batchSize: 30 })) {
    const claimed = (await claim(queue, job, job.data.id))!
    const files = { 'original/375.webp': 'picture', 'tables/catalog.csv': 'table' }
    const kept = await keepFiles(api.artifacts, claimed.id, claimed.attempt, files)
    await finish(queue, claimed, SCORECARD, indexOf(kept))
  }
  const { key } = await createKey(queue.pool, 'stranger@example.com')
  const { statuses, bad } = await fuzz({ port, count: 4000, seed: 1, ids, keys: [queue.apiKey, key] })
  expect(bad).toEqual([])
  // It gets everywhere: past the door, past the form, and to each kind of refusal.
  for (const status of [200, 202, 204, 206, 304, 400, 401, 404, 405, 415, 416, 422])
    expect(statuses.get(status)).toBeGreaterThan(0)
})
