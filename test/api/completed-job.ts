import { indexOf } from '../../server/jobs/artifact-index.ts'
import { claim } from '../../server/jobs/claim.ts'
import { finish } from '../../server/jobs/end.ts'
import { QUEUE } from '../../server/jobs/queue.ts'
import { submit } from '../../server/jobs/submit.ts'
import { SCORECARD, submission } from '../jobs/test-queue.ts'
import { keepFiles } from '../storage/keep-files.ts'
import type { TestApi } from './test-api.ts'

/** Claims the next job that waits and was not deleted meanwhile. */
export async function claimNext({ queue }: Pick<TestApi, 'queue'>) {
  for (;;) {
    const [job] = await queue.boss.fetch<{ id: string }>(QUEUE)
    const claimed = await claim(queue, job!, job!.data.id)
    if (claimed) return claimed
  }
}

/** A job that has ended with `files` as its artifacts. @returns its id */
export async function completedJob(
  api: TestApi,
  files: Record<string, Uint8Array | string>,
  more: { fields?: Record<string, unknown>; keyId?: string } = {},
): Promise<string> {
  const { queue, artifacts } = api
  const id = await submit(queue, submission(more.fields), queue.accountId, more.keyId ?? null)
  for (;;) {
    const claimed = await claimNext(api)
    const kept = claimed.id === id ? await keepFiles(artifacts, id, claimed.attempt, files) : []
    await finish(queue, claimed, SCORECARD, indexOf(kept))
    if (claimed.id === id) return id
  }
}
