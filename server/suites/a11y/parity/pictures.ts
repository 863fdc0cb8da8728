/** Drawings that had a name: axe asks for one only where a drawing says that it is a picture. */

import { normalise } from '../../../lib/text.ts'
import { isContent } from '../../../matching/picture.ts'
import type { Finding, Pair } from '../../core/suite.ts'
import { controlsOf, layoutOf, type Needed, placeOf } from '../page.ts'
import { isWithin } from './lost-roles.ts'

/** CSS px from a drawing to a text that says the same. */
const BESIDE = 40

export function judgePictures(pair: Pair<Needed>): Finding[] {
  // Also what is there for screen readers alone, which takes room; what is not drawn at all takes none.
  const texts = (layoutOf(pair.rebuilt)?.blocks ?? []).filter(({ box }) => box.width > 0)
  const named = controlsOf(pair).rebuilt.filter(({ ink }) => ink.state === 'visible' && ink.name !== '')
  return pair.matching.pictures.matches.flatMap(({ original, rebuilt }): Finding[] => {
    const name = original.name || original.alt || ''
    if (!name || original.decorative || original.state !== 'visible') return []
    if (!/^(svg|canvas)$/.test(rebuilt.kind) || rebuilt.state !== 'visible' || rebuilt.name) return []
    // In a control the name of the control says it.
    if (named.some(({ ink }) => isWithin(rebuilt.box, ink.box))) return []
    // Prefetch a text that says the same it only decorates.
    const said = normalise(name)
    if (texts.some(({ box, text }) => gap(box, rebuilt.box) <= BESIDE && normalise(text).includes(said)))
      return []
    // As with an empty alt, who says that it decorates has thought of it.
    const grave = isContent(original) && isContent(rebuilt) && !rebuilt.decorative
    return [
      {
        key: `a11y/picture-name:${normalise(name).slice(0, 80)}|${original.landmark}`,
        severity: grave ? 'serious' : 'moderate',
        penalty: grave ? 0.25 : 0.1,
        message: `The drawing “${name.slice(0, 80)}” lost its name: screen readers pass over it`,
        fix: `Give the <${rebuilt.kind}> role="img" and aria-label="${name.slice(0, 100)}"`,
        original: placeOf({ ...original, name }, pair.original),
        rebuilt: placeOf({ ...rebuilt, name: '' }, pair.rebuilt),
      },
    ]
  })
}

type Box = Parameters<typeof isWithin>[0]

/** CSS px between two boxes, 0 where they touch. */
function gap(a: Box, b: Box): number {
  const x = Math.max(0, a.x - b.x - b.width, b.x - a.x - a.width)
  const y = Math.max(0, a.y - b.y - b.height, b.y - a.y - a.height)
  return Math.hypot(x, y)
}
