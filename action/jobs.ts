/** Jobs of this step that the server still works on: nobody else would stop them when nobody waits for them any more. */
import type { Client } from './client/index.ts'
import { log } from './log.ts'

/** GitHub kills a cancelled step ten seconds after it asked. */
const CANCEL_MS = 5000

export interface OpenJobs {
  submit: Client['submit']
  /** Told that a job came to its end. */
  ended(id: string): void
  /** Cancels what has not ended, within seconds; never throws, since there is nothing more to be done about it. */
  cancel(): Promise<void>
}

export function openJobs(client: Client): OpenJobs {
  const open = new Set<string>()
  const asked = new Set<Promise<string>>()
  const cancelAll = async () => {
    // A submission that is on its way becomes a job all the same.
    await Promise.allSettled(asked)
    const ids = [...open]
    const answers = await Promise.allSettled(ids.map(id => client.cancel(id)))
    for (const [index, { status }] of answers.entries())
      log.info(status === 'fulfilled' ? `cancelled job ${ids[index]}` : `job ${ids[index]} goes on`)
  }
  return {
    async submit(...submission) {
      const answer = client.submit(...submission)
      asked.add(answer)
      try {
        const id = await answer
        open.add(id)
        return id
      } finally {
        asked.delete(answer)
      }
    },
    ended: id => void open.delete(id),
    async cancel() {
      if (open.size + asked.size === 0) return
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>(resolve => {
        timer = setTimeout(resolve, CANCEL_MS)
      })
      await Promise.race([cancelAll(), late]).finally(() => clearTimeout(timer))
      open.clear()
    },
  }
}
