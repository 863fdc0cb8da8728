import type { Control, Controls } from '../page.ts'

/** Controls on either side that are looked at for a neighbour. */
const REACH = 10

/**
 * Of those without a counterpart between the neighbours of the original's control `index` the first of its role that
 * `may` be it.
 */
export function between(
  { original, rebuilt, after, before }: Controls,
  index: number,
  may: (control: Control) => boolean,
): number | undefined {
  let [previous, next] = [index - 1, index + 1]
  while (previous >= Math.max(0, index - REACH) && !after.has(previous)) previous--
  while (next <= index + REACH && !after.has(next)) next++
  const from = after.get(previous) ?? (after.get(next) ?? 0) - REACH
  const to = after.get(next) ?? from + REACH
  for (let at = Math.max(0, from + 1); at < Math.min(to, rebuilt.length); at++) {
    const control = rebuilt[at]!
    if (!before.has(at) && control.ink.role === original[index]!.ink.role && may(control)) return at
  }
  return undefined
}
