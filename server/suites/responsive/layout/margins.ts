/** Texts that touch the edge of a phone's screen. */
import { MOBILE } from '../../../lib/widths.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import { inView, isUnadapted, placeAt, type Screen } from '../screens.ts'
import { normalText } from '../words.ts'
import type { LayoutPair } from './parts.ts'
import { rules } from './rules.ts'

/** Px from the edge up to which a text touches it, and from which it keeps a margin. */
const TOUCHES_PX = 3
const MARGIN_PX = 8
/** Share of the page's texts from which it is the page that lost its margins. */
const MIN_SHARE = 0.25
/** Signs and numbers may be an ornament. */
const MIN_CHARACTERS = 4

/** Texts that begin at the very edge of a phone's screen, where the original keeps each text of these words off it. */
export function marginFindings({ before, after, urls }: LayoutPair): Finding[] {
  const at = (screens: readonly Screen[]) => screens.find(({ width }) => width === MOBILE)
  const [was, is] = [at(before), at(after)]
  if (!was || !is || isUnadapted(was) || isUnadapted(is)) return []
  const textsOf = (screen: Screen) =>
    screen.blocks.filter(block => inView(block, screen) && block.text.trim().length >= MIN_CHARACTERS)
  const texts = textsOf(is)
  const known = Map.groupBy(textsOf(was), ({ text }) => normalText(text))
  const touching = texts.flatMap(block => {
    const same = known.get(normalText(block.text))
    const { x, width } = block.box
    // What goes on beyond the edges is moved or cut: other checks' matter.
    const isAtEdge = x >= 0 && x < TOUCHES_PX && x + width <= is.screenWidth
    return isAtEdge && same?.every(({ box }) => box.x >= MARGIN_PX) ? [{ block, old: same[0]! }] : []
  })
  const [first] = touching
  if (!first) return []
  const { block, old } = first
  const share = touching.length / texts.length
  const more = touching.length > 1 ? `; ${touching.length - 1} more do` : ''
  return [
    rules.report('margin-lost', {
      key: 'responsive/layout:margin',
      as: share >= MIN_SHARE ? 'page' : undefined,
      extent: share,
      message: `${quote(block.text, 60)} touches the left edge of the screen at ${MOBILE} px, where the original keeps ${Math.round(old.box.x)} px off it${more}`,
      original: placeAt(urls.original, MOBILE, old),
      rebuilt: placeAt(urls.rebuilt, MOBILE, block),
    }),
  ]
}
