/** What colours, typography and blocks share: texts and boxes that both pages show at 1440 px. */

import type { Layout, TextBlock } from '../../capture/collectors/layouts.ts'
import { atWidth, DESKTOP } from '../../lib/widths.ts'
import { listed, quote } from '../core/quote.ts'

export const desktopBlocks = ({ layouts }: { layouts: readonly Layout[] }): readonly TextBlock[] =>
  atWidth(layouts, DESKTOP)?.blocks ?? []

/**
 * The candidates of an assignment, as turns in `after`: those of an equal key, up to `window` of them before and after
 * the one at the same turn.
 */
export function equalsNearby(before: readonly string[], after: readonly string[], window: number) {
  const groups = new Map<string, number[]>()
  for (const [j, key] of after.entries()) {
    const group = groups.get(key)
    if (group) group.push(j)
    else groups.set(key, [j])
  }
  const counts = new Map<string, number>()
  const turns = before.map(key => {
    const turn = counts.get(key) ?? 0
    counts.set(key, turn + 1)
    return turn
  })
  return (_: unknown, i: number): number[] =>
    (groups.get(before[i]!) ?? []).slice(Math.max(0, turns[i]! - window), turns[i]! + window + 1)
}

/** The first three of these texts, for a message. */
export const examples = (items: readonly { before: { text: string } }[]): string =>
  listed([...new Set(items.map(({ before }) => quote(before.text, 40)))])
