/** Photographs from side to side of the window that the new page takes away at some widths. */

import type { ImageArtifact } from '../../../capture/collectors/images/index.ts'
import { DESKTOP, MOBILE } from '../../../lib/widths.ts'
import { isDisplaced } from '../../../matching/displaced.ts'
import type { Matching } from '../../../matching/matching.ts'
import { altOf, failureOf, fileName, isDrawing, isRich } from '../../../matching/picture.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import { atWidths, canBeSeen, picturedOf, placeAt } from '../screens.ts'
import { normalText } from '../words.ts'
import { areaOf, type Page, type Pictured, picturesOf } from './hidden-pictures.ts'
import { BAND, rules } from './rules.ts'

/** Share of its area from which another picture, that the widest screen does not show, stands for it. */
const MIN_STAND_IN = 0.25

/**
 * Bands that the original shows at a width, and the new page at 1440 px and not there: of backgrounds as well, where what
 * has it is taken away with it. `told`: what is told of phones alone is this.
 */
export function hiddenBandFindings(
  original: Page,
  rebuilt: Page,
  { pictures: matched }: Pick<Matching, 'pictures'>,
  changing: readonly string[],
): { findings: Finding[]; told: ReadonlySet<ImageArtifact> } {
  const after = new Map(picturesOf(rebuilt).map(one => [one.screen.width, one]))
  const desktop = after.get(DESKTOP)
  const told = new Set<ImageArtifact>()
  const findings = matched.matches.flatMap(match => {
    const { original: image, rebuilt: now, by } = match
    if (image.state !== 'visible' || now.state !== 'visible' || by === 'place' || isDisplaced(matched, match))
      return []
    // On a phone most pictures go from side to side.
    if ([image, now].some(({ seen }) => seen.width < BAND.width * DESKTOP)) return []
    if (!isRich(image) || isDrawing(image) || failureOf(image) || changing.includes(image.url)) return []
    const hidden = picturesOf(original).flatMap(before => {
      const there = after.get(before.screen.width)
      const was = before.pictures.get(image.selector)
      if (!there || !was || !isBand(was, before)) return []
      const isGone = there.pictures.get(now.selector)?.state === 'hidden'
      return isGone && !standsIn(areaOf(was), there, desktop) ? [{ width: before.screen.width, was }] : []
    })
    if (hidden.length === 0) return []
    told.add(image)
    const widths = hidden.map(({ width }) => width)
    const { width, was } = hidden.reduce(picturedOf)
    const name = altOf(image) ? image.name : fileName(image)
    const called = name ? quote(name) : `beside ${quote(image.near, 60)}`
    return [
      rules.report('picture-hidden', {
        place: altOf(image) || fileName(image) || normalText(image.near).slice(0, 80),
        as: isMost(widths) ? 'band' : undefined,
        message: `The picture ${called}, from side to side of the window, cannot be seen ${atWidths(widths)}; the original shows it there`,
        original: placeAt(original.url, width, { ...was, text: image.name }),
        rebuilt: { url: rebuilt.url, viewport: width },
      }),
    ]
  })
  return { findings, told }
}

/** Phones, and screens on desks as well. */
const isMost = (widths: readonly number[]): boolean =>
  widths.includes(MOBILE) && Math.max(...widths) >= BAND.desk

/** From side to side, of some height, and no ground of the whole page. */
function isBand(
  picture: Parameters<typeof areaOf>[0] & { state: 'visible' | 'clipped' | 'hidden' },
  { screen }: Pictured,
) {
  const { width, height } = picture.seen
  return (
    canBeSeen(picture, screen) &&
    width >= BAND.width * screen.screenWidth &&
    height >= BAND.minHeight &&
    height <= BAND.maxHeight
  )
}

/** Whether a picture that the widest screen does not show stands there. */
function standsIn(area: number, { screen, pictures }: Pictured, desktop: Pictured | undefined): boolean {
  return [...pictures.values()].some(picture => {
    if (!canBeSeen(picture, screen) || areaOf(picture) < MIN_STAND_IN * area) return false
    const wide = desktop?.pictures.get(picture.selector)
    return !wide || !desktop || !canBeSeen(wide, desktop.screen)
  })
}
