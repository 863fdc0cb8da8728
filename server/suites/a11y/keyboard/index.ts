/**
 * The page by keyboard alone: nothing catches it, everything is reached, one sees where one is, and in the order of the
 * original.
 */
import { type Check, notApplicable } from '../../core/suite.ts'
import type { Needed } from '../page.ts'
import { judgeFocus } from './focus.ts'
import { judgeHoverMenus } from './hover-menu.ts'
import { judgeMenu } from './menu.ts'
import { judgeMouseOnly } from './mouse-only.ts'
import { judgeOrder } from './order.ts'
import { rules } from './rules.ts'
import { judgeSkipLink } from './skip-link.ts'
import { judgeDialogs, judgeTraps } from './traps.ts'

export const keyboard: Check<Needed> = {
  id: 'a11y/keyboard',
  title: 'The page can be used by keyboard',
  weight: 20,
  rules,
  judge(pair) {
    const { original, rebuilt } = pair
    if (
      !original.keyboard.stops.length &&
      !rebuilt.keyboard.stops.length &&
      !original.semantics.controls.length
    )
      return notApplicable('the page has nothing that takes the focus')
    return [
      ...judgeTraps(pair),
      ...judgeDialogs(pair),
      ...judgeMouseOnly(pair),
      ...judgeMenu(pair),
      ...judgeHoverMenus(pair),
      ...judgeFocus(pair),
      ...judgeOrder(pair),
      ...judgeSkipLink(pair),
    ]
  },
}
