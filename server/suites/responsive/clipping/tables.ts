/** Tables that run out of a box which hides what is wider and does not scroll: whole columns that nobody can read. */
import type { Finding } from '../../core/finding.ts'
import { parentOf } from '../../core/path.ts'
import { listed, quote } from '../../core/quote.ts'
import { REFLOW_WIDTH } from '../overflowing.ts'
import { pairingOf } from '../pairs.ts'
import { around, atWidths, canBeSeen, countCommon, picturedOf, placeAt, screensOf } from '../screens.ts'
import { isShrunk } from '../viewport.ts'
import { type Block, isCut, type Pair, wholeOnWide } from './menus.ts'
import { rules } from './rules.ts'

/** One finding at most, as one rule of the styles cuts all of them, and the cells of which it speaks. */
export function cutTables(pair: Pair): { findings: Finding[]; told: ReadonlySet<Block> } {
  const { original, rebuilt } = pair
  const pairing = pairingOf(pair)
  const before = screensOf(original)
  const isWholeOnWide = wholeOnWide(rebuilt)
  const found = screensOf(rebuilt)
    .filter(({ width }) => !isShrunk(width, rebuilt.head))
    .flatMap(screen => {
      const olds = around(before, screen.width)
      const cells = screen.blocks.filter(isCell)
      // A table of which nothing is seen is a slide that is turned away.
      const rows = new Set(cells.filter(cell => canBeSeen(cell, screen)).map(rowOf))
      const cut = cells.filter(
        cell =>
          isCut(cell) &&
          rows.has(rowOf(cell)) &&
          isWholeOnWide(cell) &&
          olds.length > 0 &&
          olds.every(old => {
            const was = pairing.textOn(old, cell)
            return was && (canBeSeen(was, old) || (was.state !== 'hidden' && was.scroller)) && !isCut(was)
          }),
      )
      return cut.length > 0 ? [{ width: screen.width, cut }] : []
    })
  const told = new Set(found.flatMap(({ cut }) => cut))
  if (found.length === 0) return { findings: [], told }
  const widths = found.map(({ width }) => width)
  const { width, cut } = found.reduce(picturedOf)
  const texts = [...new Set([...told].map(({ text }) => text))]
  const isOdd =
    countCommon(
      widths.filter(one => one > REFLOW_WIDTH),
      rebuilt,
    ) === 0
  const finding = rules.report('table-cut-off', {
    place: 'table',
    as: isOdd ? 'odd' : undefined,
    extent: texts.length,
    message: `${listed(texts.map(text => quote(text, 40)))} in a table cannot be read ${atWidths(widths)}: it has run out of its box, and nothing scrolls there`,
    original: placeAt(original.document.url, width, {
      ...pairing.textOn(around(before, width)[0]!, cut[0]!),
      text: cut[0]!.text,
    }),
    rebuilt: placeAt(rebuilt.document.url, width, cut[0]!),
  })
  return { findings: [finding], told }
}

const isCell = ({ kind, runs }: Block): boolean => /cell$/.test(kind) && !runs

const rowOf = ({ selector }: Block): string => parentOf(selector)
