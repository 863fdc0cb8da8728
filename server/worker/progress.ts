export interface Progress {
  report(phase: string, value: number): void
  /** Writes what is not written yet, and resolves when it is. Nothing may be reported after it. */
  flush(): Promise<void>
}

/**
 * Writes progress at most once in `everyMs`, one write at a time, and always the last. What `write` throws is dropped:
 * progress is for looking at.
 */
export function throttledProgress(
  write: (phase: string, value: number) => Promise<unknown>,
  everyMs = 250,
): Progress {
  let waiting: [string, number] | null = null
  let running: Promise<void> | null = null
  let hurry: (() => void) | undefined
  let ended = false

  async function drain() {
    while (waiting) {
      const [phase, value] = waiting
      waiting = null
      await write(phase, value).catch(() => {})
      if (ended) continue
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, everyMs)
        hurry = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    running = null
  }

  return {
    report(phase, value) {
      if (ended) return
      waiting = [phase, value]
      running ??= drain()
    },
    async flush() {
      ended = true
      hurry?.()
      await running
    },
  }
}
