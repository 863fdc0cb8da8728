import type { Queue } from './queue.ts'

/** Does `work` now, and again `ms` after each time, whatever it throws. @returns stops it, after the one that runs */
export function every(
  queue: Queue,
  ms: number,
  work: (queue: Queue) => Promise<unknown>,
): () => Promise<void> {
  let stopped = false
  let wake: (() => void) | undefined
  const loop = async () => {
    while (!stopped) {
      await work(queue).catch(error => queue.log.error({ err: error }, 'sweep failed'))
      if (stopped) return
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, ms)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
  const running = loop()
  return async () => {
    stopped = true
    wake?.()
    await running
  }
}

/**
 * Whether nobody has begun `name` for `ms`, by the clock of the database: then it is ours to do. Of many processes that
 * ask all the time one is told so, and another one next time when that one has died of it.
 */
export async function isDue({ pool }: Queue, name: string, ms: number): Promise<boolean> {
  const { rowCount } = await pool.query(BEGIN, [name, ms / 1000])
  return rowCount === 1
}

// Who asks at the same moment is a little ahead; a moment in the far future is one of a clock that was put back since.
const BEGIN = `
  INSERT INTO sweeps (name) VALUES ($1)
  ON CONFLICT (name) DO UPDATE SET at = now()
  WHERE sweeps.at NOT BETWEEN now() - make_interval(secs => $2) AND now() + interval '1 minute'`
