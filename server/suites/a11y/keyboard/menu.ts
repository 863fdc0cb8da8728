/** The menu of a phone that opens by the mouse or a finger alone. */
import { MOBILE } from '../../../lib/widths.ts'
import type { Finding } from '../../core/finding.ts'
import { provenOpeners } from '../../core/openers.ts'
import { listed, quote } from '../../core/quote.ts'
import type { Pair } from '../../core/suite.ts'
import { layoutOf, type Needed, placesOf } from '../page.ts'
import { judgeOpener } from '../parity/lost-roles.ts'
import { rules } from './rules.ts'

/** CSS px from the top down to which links are the navigation of the original, and how many. */
const TOP = 1000
const MIN_LINKS = 2

/**
 * What opens a menu on a phone when it is pressed, and takes no key, where the keyboard came to the navigation of the
 * original: its links are shown there, or open by a control. Phones apart it is met at a zoom of 400 %.
 */
export function judgeMenu(pair: Pair<Needed>): Finding[] {
  const { original, rebuilt } = pair
  const [was, now] = [provenOpeners(original), provenOpeners(rebuilt)]
  const [opener] = now
  // Older captures do not tell.
  if (!opener || now.some(({ tabbable }) => tabbable !== false)) return []
  if (was.some(({ tabbable }) => tabbable === false)) return []
  const links = (layoutOf(original, MOBILE)?.controls ?? []).filter(
    ({ role, state, landmark, box }) =>
      role === 'link' && state === 'visible' && landmark !== 'contentinfo' && box.y < TOP,
  )
  if (was.length === 0 && links.length < MIN_LINKS) return []
  // That it is no button any more is told already.
  if (judgeOpener(pair).length > 0) return []
  const { rebuilt: place } = placesOf(pair, null, opener)
  const entries = opener.revealed.filter(text => !/^(picture|field) /.test(text)).map(text => quote(text, 40))
  return [
    rules.report('menu', {
      key: 'a11y/menu',
      message: `On phones the keyboard does not come to what opens ${listed(entries)}: only a finger or a mouse does`,
      ...(place && { rebuilt: { ...place, viewport: MOBILE } }),
    }),
  ]
}
