import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import type { Pairing } from '../pairs.ts'
import { atWidths, canBeSeen, mergeWidths, PHONE_WIDTH, placeAt, type Screen } from '../screens.ts'
import { textKey } from '../words.ts'
import { rules } from './rules.ts'

/** Headings of which a word falls apart at a width at which the original has it whole. */
export function brokenWordFindings(
  before: readonly Screen[],
  now: readonly Screen[],
  pairing: Pairing,
  url: string,
): Finding[] {
  const found = now.flatMap(({ width, blocks }) => {
    const old = before.find(screen => screen.width === width)
    return blocks.flatMap(block => {
      const was = old && block.broken && pairing.textOn(old, block)
      if (!was || was.broken || !canBeSeen(was, old)) return []
      return [{ key: `${rules.check}:broken:${textKey(was.text)}`, width, block }]
    })
  })
  return mergeWidths(found, known => known).map(({ key, width, widths, block }) =>
    rules.report('word-broken', {
      key,
      cause: 'word-broken',
      as: widths.every(one => one < PHONE_WIDTH) ? 'narrow' : undefined,
      message: `A word of the heading ${quote(block.text, 60)} is broken inside ${atWidths(widths)}: “${block.broken}”`,
      rebuilt: placeAt(url, width, block),
    }),
  )
}
