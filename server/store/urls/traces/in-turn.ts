/**
 * Works on a list that may grow meanwhile, so many at once, until `most` gave a result. The same list gives the same
 * results whatever takes longer: those of the first items that have one, in the order of the list.
 */
export async function inTurn<T, R>(
  list: readonly T[],
  work: (item: T) => Promise<R | null>,
  {
    atOnce,
    most,
    stop,
    onResult,
  }: { atOnce: number; most: number; stop(): boolean; onResult(done: number): void },
): Promise<R[]> {
  const results = new Map<number, R>()
  let next = 0
  let active = 0
  await new Promise<void>((resolve, reject) => {
    const pump = () => {
      while (active < atOnce && results.size + active < most && next < list.length && !stop()) {
        const index = next++
        active++
        work(list[index]!)
          .then(result => {
            if (result !== null) results.set(index, result)
            active--
            onResult(results.size)
            pump()
          })
          .catch(reject)
      }
      if (active === 0) resolve()
    }
    pump()
  })
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result)
}
