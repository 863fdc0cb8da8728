/** What an overlap is by itself: whether it counts, what it is called and how grave it is. */
import type { Overlap, TextBlock } from '../../../capture/collectors/layouts.ts'
import { wordCount } from '../words.ts'
import { FIRST_SCREEN, MIN_SHARE, UNREADABLE } from './rules.ts'

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

export function caseOf({ what, by, share, opaque, name, cover, box }: Overlap): 'partly' | undefined {
  if (by === 'picture' && !opaque) return 'partly'
  // What has no words may be seen through, or come and go; further down there is another way more often.
  if (what === 'control') return cover !== '' && box.y < FIRST_SCREEN ? undefined : 'partly'
  if (by !== 'text') return share >= UNREADABLE.covered ? undefined : 'partly'
  // One word or number on a text may be an ornament, or an icon whose font did not come.
  const isPhrase = [name, cover].every(text => wordCount(text) > 1)
  return share >= (isPhrase ? UNREADABLE.crossed : UNREADABLE.covered) ? undefined : 'partly'
}
