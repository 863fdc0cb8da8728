/** Whether what stands side by side stands in columns. */
import { memo } from '../../../lib/memo.ts'
import { isWithin } from '../../core/path.ts'
import { canBeSeen, type Screen } from '../screens.ts'
import type { PartBox } from './parts.ts'

/** Share of the narrower one's width by which two elements begin apart that stand in two columns. */
const MIN_APART = 0.5

/**
 * Whether two parts on one screen stand in elements beside each other. Text that runs out of its own box, as a block as high as
 * the window, into what follows stands beside nothing: both blocks take the same column, which is told as an overlap.
 */
export function areInColumns(screen: Screen, one: PartBox, other: PartBox): boolean {
  const holders = holdersOf(one.selector, other.selector)
  if (!holders) return true
  const [a, b] = holders.map(holder => extentOf(screen)(holder))
  if (!a || !b) return true
  // A heading that runs over the next column begins in its own.
  return Math.abs(a.left - b.left) >= MIN_APART * Math.min(a.right - a.left, b.right - b.left)
}

/** The outermost element around each that is not around both; undefined where the selectors do not say it. */
function holdersOf(one: string, other: string): [string, string] | undefined {
  const [a, b] = [one.split(' > '), other.split(' > ')]
  let depth = 0
  while (depth < a.length && a[depth] === b[depth]) depth++
  // Selectors begin at an id, wherever that stands.
  if (depth === 0 && ![a[0]!, b[0]!].every(step => step.startsWith('#'))) return undefined
  if (depth === a.length || depth === b.length) return undefined
  return [a, b].map(steps => steps.slice(0, depth + 1).join(' > ')) as [string, string]
}

/** From where to where the texts of an element reach from side to side. */
const extentOf = memo((screen: Screen) => {
  const seen = screen.blocks.filter(block => canBeSeen(block, screen))
  const known = new Map<string, { left: number; right: number } | null>()
  return (holder: string) => {
    if (!known.has(holder)) {
      const boxes = seen.flatMap(({ selector, seen }) => (isWithin(selector, holder) ? seen : []))
      const left = Math.min(...boxes.map(({ x }) => x))
      const right = Math.max(...boxes.map(({ x, width }) => x + width))
      known.set(holder, boxes.length ? { left, right } : null)
    }
    return known.get(holder)
  }
})
