/**
 * One assignment from original to rebuilt items, from the surest evidence to the weakest: each pass pairs what is left
 * by equal keys, in order. An item whose key is null takes no part in that pass. `paired` and `free` are taken further.
 */
export function pairInPasses<A, B = A>(
  original: Iterable<A>,
  free: Set<B>,
  passes: readonly { original(item: A): string | null; rebuilt(item: B): string | null }[],
  paired = new Map<A, B>(),
): Map<A, B> {
  const items = [...original]
  for (const keyOf of passes) {
    const waiting = new Map<string, B[]>()
    for (const item of [...free].reverse()) {
      const key = keyOf.rebuilt(item)
      if (key === null) continue
      const queue = waiting.get(key)
      if (queue) queue.push(item)
      else waiting.set(key, [item])
    }
    for (const item of items) {
      const key = paired.has(item) ? null : keyOf.original(item)
      const found = key === null ? undefined : waiting.get(key)?.pop()
      if (found === undefined) continue
      paired.set(item, found)
      free.delete(found)
    }
  }
  return paired
}

/** A pass whose key is made alike on both sides. */
export const by = <T>(keyOf: (item: T) => string | null) => ({ original: keyOf, rebuilt: keyOf })
