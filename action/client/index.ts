/** The server's interface over HTTP. Says what went wrong and whether asking again may help; asks once. */
import type * as z from 'zod'
import type { Submission } from '../../server/contract.ts'
import { ReadAccepted, ReadJob } from '../answers.ts'
import type { Answer, Server } from './ask.ts'
import { pollError, submissionError, wrongField } from './errors.ts'
import type { Key } from './key.ts'
import { Unreadable } from './trouble.ts'

export { Refusal } from './errors.ts'
export { Absent, Trouble, Unreadable } from './trouble.ts'

export interface Client {
  /** The job's id. @throws {Trouble} when asking again may help @throws {Refusal} of this page @throws {Failure} */
  submit(submission: z.input<typeof Submission>, idempotencyKey: string): Promise<string>
  /** @throws {Trouble} when asking again may help @throws {Failure} */
  poll(id: string): Promise<ReadJob>
  /** The job ends without a result; one that has ended stays as it is. @throws {Trouble} @throws {Failure} */
  cancel(id: string): Promise<void>
}

export function createClient(server: Server, key: Key): Client {
  const { address } = server
  const ask = async (method: 'GET' | 'POST', path: string, body?: object, idempotencyKey?: string) => {
    const once = (apiKey: string): Promise<Answer> =>
      server.ask(
        method,
        path,
        {
          authorization: `Bearer ${apiKey}`,
          // A quoted string, as the header's draft wants it.
          ...(idempotencyKey && { 'idempotency-key': `"${idempotencyKey}"` }),
        },
        body,
      )
    const used = await key.now()
    const answer = await once(used)
    return answer.status === 401 && key.renew(used) ? once(await key.now()) : answer
  }
  return {
    async submit(submission, idempotencyKey) {
      const answer = await ask('POST', 'scorecard', submission, idempotencyKey)
      const read = answer.status === 202 ? ReadAccepted.safeParse(answer.json) : undefined
      if (read?.success) return read.data.job_id
      throw submissionError(address, answer)
    },
    async poll(id) {
      const answer = await ask('GET', `jobs/${encodeURIComponent(id)}`)
      if (answer.status !== 200) throw pollError(address, id, answer)
      const read = ReadJob.safeParse(answer.json)
      if (read.success && read.data.id === id) return read.data
      throw new Unreadable(
        read.success
          ? `${address} answered with another job than was asked for`
          : `${address} answered with what is no job of Cutover: ${wrongField(read.error)}`,
      )
    },
    async cancel(id) {
      const answer = await ask('POST', `jobs/${encodeURIComponent(id)}/cancel`)
      if (answer.status !== 200) throw pollError(address, id, answer)
    },
  }
}
