/** `work` on each item, `width` at once, results in the items' order. Takes no more items than it works on. */
export async function* pooled<T, R>(
  items: Iterable<T>,
  width: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R, void> {
  const under: Promise<R>[] = []
  try {
    for (const item of items) {
      const started = work(item)
      // Whoever takes the result hears of a failure.
      started.catch(() => {})
      under.push(started)
      if (under.length >= width) yield await under.shift()!
    }
    while (under.length) yield await under.shift()!
  } finally {
    await Promise.allSettled(under)
  }
}
