/** At most `limit` at a time for each key; the rest wait in order. */
export interface Slots {
  /** Resolves with what gives the slot back. @throws the reason of `signal` when it aborts while waiting */
  take(key: string, signal?: AbortSignal): Promise<() => void>
}

export function createSlots(limit: number): Slots {
  const queues = new Map<string, { used: number; waiting: (() => void)[] }>()
  return {
    async take(key, signal) {
      signal?.throwIfAborted()
      const queue = queues.get(key) ?? { used: 0, waiting: [] }
      queues.set(key, queue)
      if (queue.used < limit) queue.used++
      // Whoever gives back hands the slot on, so that `used` stays as it is.
      else await turn(queue.waiting, signal)
      let given = false
      return () => {
        if (given) return
        given = true
        const next = queue.waiting.shift()
        if (next) next()
        else if (--queue.used === 0) queues.delete(key)
      }
    },
  }
}

function turn(waiting: (() => void)[], signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = () => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      const place = waiting.indexOf(go)
      if (place >= 0) waiting.splice(place, 1)
      reject(signal?.reason)
    }
    waiting.push(go)
    signal?.addEventListener('abort', leave, { once: true })
  })
}
