import { type Check, inconclusive, notApplicable } from '../../core/suite.ts'
import { type ContentPair, compare } from '../comparison/index.ts'
import { exchangedHeadings } from './headings.ts'
import { misplacedCells } from './tables.ts'
import { exchangedTexts } from './texts.ts'

/** Cells stand under their headers, texts under their headings. */
export const structure: Check<keyof ContentPair['original']> = {
  id: 'content/structure',
  title: 'Tables and headings say of their texts what they said',
  weight: 15,
  judge(pair) {
    const comparison = compare(pair)
    const { original, cut } = comparison
    if (!pair.original.tables.length && !original.some(({ kind, visible }) => visible && kind === 'heading'))
      return notApplicable('the original has neither tables with headers nor headings')
    const findings = [
      ...misplacedCells(pair, comparison),
      ...exchangedHeadings(comparison),
      ...exchangedTexts(comparison),
    ]
    if (cut && findings.length)
      return inconclusive('the rebuilt page has more text than can be read, so its order is not known')
    return findings
  },
}
