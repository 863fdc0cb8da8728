/** Headings whose pieces stand side by side, so that their lines do not give their words in order. */
import { isInside } from '../../../matching/axe-elements/selectors.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import { atWidths, canBeSeen, isBeside, mergeWidths, picturedOf, placeAt, type Screen } from '../screens.ts'
import { normalText } from '../words.ts'
import type { LayoutPair } from './parts.ts'
import { rules } from './rules.ts'

/** CSS px by which the top of a piece beside the first line may be off it. */
const MAX_OFF_PX = 12

/**
 * A piece of several lines, and the next words of the heading beside its first one: read as lines, these come between the
 * words of the piece. On the original the heading is one text.
 */
export function tornHeadingFindings({ before, after, urls }: LayoutPair): Finding[] {
  const found = after.flatMap(screen => {
    const old = before.find(({ width }) => width === screen.width)
    if (!old) return []
    return tornOn(screen).flatMap(({ first, next, said }) => {
      const was = old.blocks.find(block => normalText(block.text) === said && canBeSeen(block, old))
      return was ? { key: said.slice(0, 80), width: screen.width, first, next, was } : []
    })
  })
  return mergeWidths(found, picturedOf).map(({ key, width, widths, first, next, was }) =>
    rules.report('heading-torn', {
      place: key,
      extent: widths.length,
      message: `The lines of the heading ${quote(was.text, 60)} do not give its words in order ${atWidths(widths)}: ${quote(next.text, 40)} stands beside the first of ${first.lines} lines of ${quote(first.text, 40)}`,
      original: placeAt(urls.original, width, was),
      rebuilt: placeAt(urls.rebuilt, width, first),
    }),
  )
}

/** Pieces of one heading element, one within the other: its own text, and that of what is in it. */
function tornOn(screen: Screen) {
  const headings = screen.blocks.filter(block => block.kind === 'heading' && canBeSeen(block, screen))
  return headings.flatMap(first =>
    headings
      .filter(
        next =>
          first.lines > 1 &&
          isInside(next.selector, first.selector) &&
          isBeside(first.box, next.box) &&
          Math.abs(next.box.y - first.box.y) <= MAX_OFF_PX,
      )
      .map(next => ({ first, next, said: normalText(`${first.text} ${next.text}`) })),
  )
}
