/**
 * Works on several items at once and yields the results in the order of the items. `take` gives the next item, or
 * undefined where there is none now; it is asked again after each result, so that a list may grow meanwhile.
 *
 * @param width how many are worked on at once
 * @param ahead how many results may wait for an earlier one; by default no more items are taken than are worked on
 */
export async function* pooled<T, R>(
  take: () => T | undefined,
  width: number,
  work: (item: T) => Promise<R>,
  ahead = width,
): AsyncGenerator<R, void> {
  const started: Promise<R>[] = []
  let active = 0
  let closed = false
  const start = () => {
    while (!closed && active < width && started.length < ahead) {
      const item = take()
      if (item === undefined) return
      active++
      const result = work(item).finally(() => {
        active--
        start()
      })
      // Whoever takes the result hears of a failure.
      result.catch(() => {})
      started.push(result)
    }
  }
  try {
    for (start(); started.length > 0; started.shift(), start()) yield await started[0]!
  } finally {
    closed = true
    await Promise.allSettled(started)
  }
}
