/** What opens the navigation on a phone: the one button in the head of the page that a wide screen does not show. */

import type { ControlBox, Layout } from '../../capture/collectors/layouts.ts'
import type { Box } from '../../contract.ts'
import { memo } from '../../lib/memo.ts'
import { MOBILE } from '../../lib/widths.ts'
import type { Side } from '../core/suite.ts'
import { layoutOf } from './page.ts'

/** CSS px from the top of the page in which it stands. */
export const HEAD_HEIGHT = 300

export const openersOf = memo((side: Side<'layouts'>): ControlBox[] =>
  onPhonesAlone(layoutOf(side)?.controls, layoutOf(side, MOBILE)?.controls).filter(({ role }) =>
    /^(button|checkbox|switch|link|menuitem)$/.test(role),
  ),
)

/** What is under a hand cursor there, without the label of a hidden checkbox, which the keyboard may well come to. */
export const clickablesOf = (side: Side<'layouts'>): Layout['clickables'] =>
  onPhonesAlone(layoutOf(side)?.clickables, layoutOf(side, MOBILE)?.clickables).filter(
    ({ selector }) => !/(^|[\s>])label[^\s>]*$/.test(selector),
  )

/** Icons that stand there without a hand cursor, in no label either. */
export const iconsOf = (side: Side<'layouts'>): Layout['pictures'] =>
  onPhonesAlone(layoutOf(side)?.pictures, layoutOf(side, MOBILE)?.pictures).filter(
    ({ box, selector }) =>
      box.width <= MAX_ICON && box.height <= MAX_ICON && !/(^|[\s>])label(?![\w-])/.test(selector),
  )

/** Of the side of an icon, CSS px. */
const MAX_ICON = 64

/** What a phone shows in the head of the page and a wide screen does not; an application may draw another element there. */
function onPhonesAlone<T extends { selector: string; name?: string; state: string; box: Box }>(
  wide: readonly T[] = [],
  phone: readonly T[] = [],
): T[] {
  const isVisible = ({ state }: T) => state === 'visible'
  const identityOf = ({ selector, name }: T) => `${selector} ${name}`
  const known = new Set(wide.filter(isVisible).map(identityOf))
  return phone.filter(one => isVisible(one) && one.box.y < HEAD_HEIGHT && !known.has(identityOf(one)))
}
