import { Job } from '../../server/contract.ts'
import { find } from '../../server/jobs/find.ts'
import { submit } from '../../server/jobs/submit.ts'
import { submission, type TestQueue, until } from '../jobs/test-queue.ts'

/** What the tests of a file submit to its queue and ask of it. */
export function jobsOf(queue: () => TestQueue) {
  const jobOf = async (id: string) => Job.strict().parse((await find(queue(), id))!.job)
  const row = async (id: string) =>
    (await queue().pool.query('SELECT * FROM jobs WHERE id = $1', [id])).rows[0]
  return {
    send: (pageName: string, more: Record<string, unknown> = {}) =>
      submit(queue(), submission({ page_name: pageName, ...more }), queue().accountId),
    jobOf,
    ended: (id: string) =>
      until(async () => {
        const job = await jobOf(id)
        return job.finished_at ? job : null
      }),
    row,
    running: (id: string) => until(async () => (await row(id)).status === 'running'),
  }
}
