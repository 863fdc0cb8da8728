/** Texts of several lines that are set so close that nobody can read them. */

import type { TextBlock } from '../../../capture/collectors/layouts.ts'
import { atWidth } from '../../../lib/widths.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import type { Pair } from '../../core/suite.ts'
import { pairingOf } from '../pairs.ts'
import { atWidths, canBeSeen, mergeWidths, placeAt } from '../screens.ts'
import { isShrunk } from '../viewport.ts'
import { textKey } from '../words.ts'
import { COMMON_SCREENS, PITCH, rules } from './rules.ts'

/** Height of the letters of a line, as a share of the size of type: ascenders and descenders. */
const LINE_OF_LETTERS = 1.15
/** Below it a text is counted as one line. */
const MIN_PITCH = 0.25

export function crossedLines(pair: Pair<'layouts' | 'head' | 'document'>): Finding[] {
  const { original, rebuilt } = pair
  const pairing = pairingOf(pair)
  const found = rebuilt.layouts
    .filter(({ width }) => !isShrunk(width, rebuilt.head))
    .flatMap(({ width, blocks }) => {
      const before = atWidth(original.layouts, width)
      return blocks.flatMap(block => {
        if (!before || block.state !== 'visible' || pitchOf(block) >= PITCH.crossed) return []
        const was = pairing.textOn(before, block)
        if (!was || !canBeSeen(was, before) || pitchOf(was) < PITCH.clear) return []
        return [{ key: `responsive/overlaps:lines:${textKey(was.text, 60)}`, width, block }]
      })
    })
  return mergeWidths(found, known => known).map(({ key, width, widths, block }) =>
    rules.report('lines-overlap', {
      key,
      as: widths.length === 1 && !COMMON_SCREENS.has(widths[0]!) ? 'partly' : undefined,
      cause: 'lines',
      extent: widths.length,
      message: `The lines of ${quote(block.text)} lie on each other ${atWidths(widths)}`,
      rebuilt: placeAt(rebuilt.document.url, width, block),
    }),
  )
}

/** From line to line, as a share of the size of type; of a single line, without end. */
function pitchOf({ lines = 1, box, style }: TextBlock): number {
  if (lines < 2 || !style) return Number.POSITIVE_INFINITY
  const pitch = (box.height / style.size - LINE_OF_LETTERS) / (lines - 1)
  // Lines so close are counted as one: the box is of one line, and what stands on the others cannot be seen.
  return pitch < MIN_PITCH ? Number.POSITIVE_INFINITY : pitch
}
