/** Rows of tables whose cells stand below each other on screens that have room for them. */
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import type { Pairing } from '../pairs.ts'
import { atWidths, canBeSeen, placeAt, type Screen } from '../screens.ts'
import { findAboveTablets } from './above-tablets.ts'
import { type LayoutPair, relationOf } from './parts.ts'
import { rules } from './rules.ts'

/** Rows of which so many, and which share of the page's, have come apart. */
const MIN_ROWS = 3
const MIN_SHARE = 0.5

type Block = Screen['blocks'][number]

/** On narrow screens cells are stacked on purpose; on desktops the new page draws a table as none. */
export function tableRowFindings(layouts: LayoutPair, pairing: Pairing): Finding[] {
  const found = findAboveTablets(layouts, (screen, old) => {
    const rows = rowsOn(screen)
    const stacked = rows.filter(([first, second]) => {
      if (relationOf(first.box, second.box) !== 'below') return false
      const [one, other] = [pairing.textOn(old, first), pairing.textOn(old, second)]
      if (!one || !other || !canBeSeen(one, old) || !canBeSeen(other, old)) return false
      return relationOf(one.box, other.box) === 'right'
    })
    return stacked.length >= Math.max(MIN_ROWS, MIN_SHARE * rows.length) ? { old, stacked } : null
  })
  if (!found) return []
  const { width, widths, old, stacked } = found
  const [cell, next] = stacked[0]!
  return [
    rules.report('rows-stacked', {
      extent: widths.length,
      message: `The cells of ${stacked.length} rows, ${quote(cell.text, 40)} and ${quote(next.text, 40)} first, stand below each other ${atWidths(widths)}; on the original they are rows`,
      original: placeAt(layouts.urls.original, width, pairing.textOn(old, cell)!),
      rebuilt: placeAt(layouts.urls.rebuilt, width, cell),
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
