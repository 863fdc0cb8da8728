import { TABLET } from '../../../lib/widths.ts'
import type { Screen } from '../screens.ts'
import type { LayoutPair } from './parts.ts'

/** What is found on screens above tablets that both sides have: the first speaks, `widths` lists all. Null where nothing is. */
export function findAboveTablets<Found>(
  { before, after, common }: LayoutPair,
  find: (screen: Screen, old: Screen) => Found | null,
): (Found & { width: number; widths: number[] }) | null {
  const all = after.flatMap(screen => {
    const old = before.find(({ width }) => width === screen.width)
    if (!old || screen.width <= TABLET || !common.has(screen.width)) return []
    const found = find(screen, old)
    return found ? [{ ...found, width: screen.width }] : []
  })
  return all[0] ? { ...all[0], widths: all.map(({ width }) => width) } : null
}
