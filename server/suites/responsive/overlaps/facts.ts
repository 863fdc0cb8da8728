/** What an overlap is by itself: whether it counts, what it is called and how grave it is. */
import type { Overlap, TextBlock } from '../../../capture/collectors/layouts.ts'
import { MIN_SHARE, UNREADABLE } from './rules.ts'

/** Whether it is this text that something lies on. */
export const isOf = ({ name, selector }: Overlap, block: Pick<TextBlock, 'selector' | 'text'>): boolean =>
  selector === block.selector && block.text.startsWith(name)

export function isCovered({ what, by, share, edge }: Overlap): boolean {
  if (edge) return false
  if (what === 'control') return share >= MIN_SHARE.control
  return share >= (by === 'text' ? MIN_SHARE.crossed : MIN_SHARE.covered)
}

export function ruleOf({ what, by }: Overlap): 'texts-overlap' | 'text-covered' | 'control-covered' {
  if (what === 'control') return 'control-covered'
  return by === 'text' ? 'texts-overlap' : 'text-covered'
}

export function caseOf({ what, by, share, opaque }: Overlap): 'partly' | undefined {
  if (by === 'picture' && !opaque) return 'partly'
  if (what === 'control') return undefined
  return share >= (by === 'text' ? UNREADABLE.crossed : UNREADABLE.covered) ? undefined : 'partly'
}
