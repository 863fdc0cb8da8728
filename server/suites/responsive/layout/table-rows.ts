/** Rows of tables whose cells stand below each other on screens that have room for them. */
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import type { Pairing } from '../pairs.ts'
import { atWidths, canBeSeen, placeAt, type Screen, TABLET_WIDTH } from '../screens.ts'
import { relationOf } from './parts.ts'
import { rules } from './rules.ts'

/** Rows of which so many, and which share of the page's, have come apart. */
const MIN_ROWS = 3
const MIN_SHARE = 0.5

type Block = Screen['blocks'][number]

/** On narrow screens cells are stacked on purpose; on desktops the new page draws a table as none. */
export function tableRowFindings(
  before: readonly Screen[],
  after: readonly Screen[],
  common: ReadonlySet<number>,
  pairing: Pairing,
  urls: { original: string; rebuilt: string },
): Finding[] {
  const found = after.flatMap(screen => {
    const old = before.find(({ width }) => width === screen.width)
    if (!old || screen.width <= TABLET_WIDTH || !common.has(screen.width)) return []
    const rows = rowsOn(screen)
    const stacked = rows.filter(([first, second]) => {
      if (relationOf(first.box, second.box) !== 'below') return false
      const [one, other] = [pairing.textOn(old, first), pairing.textOn(old, second)]
      if (!one || !other || !canBeSeen(one, old) || !canBeSeen(other, old)) return false
      return relationOf(one.box, other.box) === 'right'
    })
    return stacked.length >= Math.max(MIN_ROWS, MIN_SHARE * rows.length) ? [{ screen, old, stacked }] : []
  })
  const [first] = found
  if (!first) return []
  const { screen, old, stacked } = first
  const [cell, next] = stacked[0]!
  const widths = found.map(one => one.screen.width)
  return [
    rules.report('rows-stacked', {
      extent: widths.length,
      message: `The cells of ${stacked.length} rows, ${quote(cell.text, 40)} and ${quote(next.text, 40)} first, stand below each other ${atWidths(widths)}; on the original they are rows`,
      original: placeAt(urls.original, screen.width, pairing.textOn(old, cell)!),
      rebuilt: placeAt(urls.rebuilt, screen.width, cell),
    }),
  ]
}

/** The first two cells of each row. */
function rowsOn(screen: Screen): [Block, Block][] {
  const cells = screen.blocks.filter(block => /cell$/.test(block.kind) && canBeSeen(block, screen))
  const rows = Map.groupBy(cells, ({ selector }) => selector.match(/^.*\btr\b[^ ]*(?= > t[dh]\b)/)?.[0] ?? '')
  rows.delete('')
  return [...rows.values()].flatMap(([first, second]) => (first && second ? [[first, second]] : []))
}
