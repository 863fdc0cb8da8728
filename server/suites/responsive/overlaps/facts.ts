/** What an overlap is by itself: whether it counts, what it is called and how grave it is. */
import type { ControlBox, Layout, Overlap, TextBlock } from '../../../capture/collectors/layouts.ts'
import { countEach } from '../../../lib/count.ts'
import { memo } from '../../../lib/memo.ts'
import { policyKinds } from '../../core/policies.ts'
import { isContact } from '../layout/contents.ts'
import { canBeSeen } from '../screens.ts'
import { wordCount } from '../words.ts'
import { FIRST_SCREEN, MANY, MIN_SHARE, UNREADABLE } from './rules.ts'

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

/** `isSure`: of a control, that visitors miss it; of a text, that it is the title, of which pixels tell what can be seen. */
export function caseOf(overlap: Overlap, isSure: boolean): 'partly' | undefined {
  const { what, by, share, opaque, name, cover } = overlap
  if (by === 'picture' && !opaque && (what === 'control' || !isSure)) return 'partly'
  if (what === 'control') return isSure ? undefined : 'partly'
  if (by !== 'text') return share >= UNREADABLE.covered ? undefined : 'partly'
  // One word or number on a text may be an ornament, or an icon whose font did not come.
  const isPhrase = [name, cover].every(text => wordCount(text) > 1)
  return share >= (isPhrase ? UNREADABLE.crossed : UNREADABLE.covered) ? undefined : 'partly'
}

const FIELD_OR_BUTTON =
  /^(button|textbox|searchbox|combobox|listbox|checkbox|radio|switch|spinbutton|slider|tab|menuitem)$/

/**
 * Whether visitors surely miss a control that takes no clicks: further down there is another way more often, and what has no
 * words may be seen through, or come and go. `role` is the original's.
 */
export function isSurelyMissed(
  overlap: Overlap,
  { role }: Pick<ControlBox, 'role'>,
  layout: Layout,
): boolean {
  const { cover, coverSelector, box, around, atEnd, underLink, name } = overlap
  if (atEnd) return policyKinds(name).length > 0 || isContact(name)
  if (around || underLink) return FIELD_OR_BUTTON.test(role) || box.y < FIRST_SCREEN
  return cover === '' ? layersOver(layout).has(coverSelector) : box.y < FIRST_SCREEN
}

/** Of boxes without words those that lie on half of the page's controls, and behind nothing that lies open. */
const layersOver = memo((layout: Layout): ReadonlySet<string> => {
  const { controls, overlaps = [], panels = [] } = layout
  if (panels.length > 0) return new Set()
  const named = controls.filter(control => control.name && canBeSeen(control, layout)).length
  const enough = Math.max(MANY.least, Math.min(MANY.most, MANY.share * named))
  const counts = countEach(
    overlaps.flatMap(({ what, by, cover, coverSelector, share }) =>
      what === 'control' && by === 'box' && cover === '' && share >= MIN_SHARE.control ? coverSelector : [],
    ),
  )
  return new Set([...counts].flatMap(([selector, count]) => (count >= enough ? selector : [])))
})
