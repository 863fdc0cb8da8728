/** Icons that fill the windows of phones and tablets. */

import { DESKTOP } from '../../../lib/widths.ts'
import type { Matching } from '../../../matching/matching.ts'
import { SCREEN } from '../../../matching/picture.ts'
import { blownUpOf, HIDING } from '../../core/blown-up.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import { atWidths, picturedOf, placeAt } from '../screens.ts'
import { normalText } from '../words.ts'
import { type Page, picturesOf } from './hidden-pictures.ts'
import { rules } from './rules.ts'

export function blownUpFindings(
  original: Page,
  rebuilt: Page,
  { pictures: matched }: Pick<Matching, 'pictures'>,
): Finding[] {
  const before = new Map(picturesOf(original).map(({ screen, pictures }) => [screen.width, pictures]))
  const found = picturesOf(rebuilt).flatMap(({ screen: { width }, pictures }) => {
    const was = before.get(width)
    if (!was || width >= DESKTOP) return []
    const icons = blownUpOf(matched, original.images, rebuilt.images, {
      original: ({ selector }) => was.get(selector),
      rebuilt: ({ selector }) => pictures.get(selector),
      minArea: HIDING.upright * width * SCREEN.height,
    })
    const [first] = icons
    return first
      ? [
          {
            width,
            count: icons.length,
            image: first.original,
            was: was.get(first.original.selector)!,
            is: pictures.get(first.rebuilt.selector)!,
          },
        ]
      : []
  })
  if (found.length === 0) return []
  const widths = found.map(({ width }) => width)
  const { width, count, image, was, is } = found.reduce(picturedOf)
  const [now, then] = [is, was].map(({ box }) => `${Math.round(box.width)} × ${Math.round(box.height)}`)
  const called = image.name ? `icon ${quote(image.name, 60)}` : `icon beside ${quote(image.near, 60)}`
  return [
    rules.report('icon-blown-up', {
      place: normalText(image.name || image.near).slice(0, 80),
      extent: widths.length,
      message: `The ${called} fills the window ${atWidths(widths)}: ${now} px, where the original has ${then} px${count > 1 ? `; ${count - 1} more do` : ''}`,
      original: placeAt(original.url, width, { ...was, text: image.name || image.near }),
      rebuilt: placeAt(rebuilt.url, width, { ...is, text: image.name || image.near }),
    }),
  ]
}
