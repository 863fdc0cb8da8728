/** Controls that show an icon alone, in nearly the colour of what is behind it (WCAG 2.2, 1.4.11): axe looks at texts only. */

import type { IconContrast } from '../../../capture/collectors/icons.ts'
import { normalise } from '../../../lib/text.ts'
import { MOBILE } from '../../../lib/widths.ts'
import { isInside } from '../../../matching/axe-elements/selectors.ts'
import type { Finding } from '../../core/finding.ts'
import { provenOpeners } from '../../core/openers.ts'
import { placeOf } from '../../core/place.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { HEAD_HEIGHT, openersOf } from '../opener.ts'
import { controlsOf, describe, layoutOf, placeKey } from '../page.ts'
import { SHOT } from './backgrounds.ts'
import { MIN_ICON_CONTRAST, MIN_TOLD_BY_COLOUR, MIN_VISIBLE, rules } from './rules.ts'

type Needed = 'document' | 'images' | 'layouts' | 'probes' | 'screens' | 'semantics'

/** What could be seen, as it stands on the original or as what showed the navigation there, and cannot be now. */
export function unseenIcons(pair: Pair<Needed>): Finding[] {
  const found = [MOBILE, SHOT].flatMap(width => unseenAt(pair, width))
  return [...new Map(found.map(finding => [finding.key, finding])).values()]
}

function unseenAt(pair: Pair<Needed>, width: number): Finding[] {
  const { original, rebuilt } = pair
  const [before, now] = [contrastsAt(original, width), contrastsAt(rebuilt, width)]
  const isPaleMenu = paleMenus(pair, width)
  const controls = controlsOf(pair)
  const { controls: named = [], clickables = [] } = layoutOf(rebuilt, width) ?? {}
  return [...named, ...clickables.map(one => ({ ...one, role: '' }))].flatMap(control => {
    const { contrast: ratio, difference = 0 } = now.get(control.selector) ?? { contrast: MIN_VISIBLE }
    if (ratio >= MIN_VISIBLE) return []
    const index = controls.rebuilt.findIndex(({ selector }) => selector === control.selector)
    const matched = controls.original[controls.before.get(index) ?? -1]
    const was = layoutOf(original, width)?.controls.find(({ selector }) => selector === matched?.selector)
    const seen = was && before.get(was.selector)?.contrast
    const isMenu = isPaleMenu(control.selector)
    if (!isMenu && (seen === undefined || seen < MIN_ICON_CONTRAST)) return []
    const known = seen === undefined ? '' : `, ${seen}:1 before`
    const isTold = difference >= MIN_TOLD_BY_COLOUR
    const isBroken = !isTold && holdsBrokenPicture(rebuilt, control.selector)
    const why = isBroken
      ? 'the picture of its icon, in the style sheet itself, is none that can be drawn'
      : `its icon has a contrast of ${ratio}:1 to what is behind it${known}${isTold ? ', and is told by its hue alone' : ''}`
    return rules.report('icon', {
      key: `a11y/icon:${placeKey(was ?? control)}`,
      as: isMenu && !isTold ? 'menu' : undefined,
      message: `${isTold ? 'Many hardly see' : 'Nobody sees'} the ${describe(control)}: ${why}${isMenu ? ', and it opens the navigation on phones' : ''}`,
      fix: isBroken
        ? 'Mend the picture in the style sheet: of a drawing the namespace has to be xmlns="http://www.w3.org/2000/svg", and the signs # < > have to be escaped'
        : undefined,
      cause: isBroken ? 'broken icon' : 'icon',
      ...(was && { original: placeOf({ ...was, text: was.name }, original.document.url, width) }),
      rebuilt: placeOf({ ...control, text: control.name }, rebuilt.document.url, width),
    })
  })
}

/** Whether something in it, or itself, has a background that is given as data and cannot be decoded. */
const holdsBrokenPicture = ({ images }: Side<'images'>, selector: string): boolean =>
  images.some(
    ({ kind, url, bytes, file, selector: own }) =>
      kind === 'background' &&
      url.startsWith('data:') &&
      bytes > 0 &&
      file === null &&
      (own === selector || isInside(own, selector)),
  )

/** By selector. */
const contrastsAt = ({ screens }: Side<'screens'>, at: number): ReadonlyMap<string, IconContrast> =>
  new Map(screens.find(({ width }) => width === at)?.icons?.map(icon => [icon.selector, icon]))

/** Whether something opens the navigation on phones, of which what opens it on the original can be seen, or nothing has to. */
function paleMenus({ original, rebuilt }: Pair<Needed>, width: number): (selector: string) => boolean {
  const seen = contrastsAt(original, width)
  const contrasts = [...openersOf(original), ...provenOpeners(original)].map(
    ({ selector }) => seen.get(selector)?.contrast,
  )
  const isPale = contrasts.some(ratio => ratio !== undefined && ratio < MIN_ICON_CONTRAST)
  if (width !== MOBILE || isPale) return () => false
  // What shows nothing of what the original's menus show opens something else, such as settings.
  const entries = new Set(provenOpeners(original).flatMap(({ revealed }) => revealed.map(normalise)))
  const proven = new Set(
    provenOpeners(rebuilt)
      .filter(({ revealed }) => !entries.size || revealed.some(one => entries.has(normalise(one))))
      .flatMap(({ box, selector }) => (box.y < HEAD_HEIGHT ? selector : [])),
  )
  return selector => proven.has(selector)
}
