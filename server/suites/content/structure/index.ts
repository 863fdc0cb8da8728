import { type Check, inconclusive, notApplicable } from '../../core/suite.ts'
import { compare, type Needed } from '../comparison/index.ts'
import { exchangedHeadings, exchangedTexts } from './exchanged.ts'
import { rules } from './rules.ts'
import { misplacedCells } from './tables.ts'

/** Cells stand under their headers, texts under their headings. */
export const structure: Check<Needed> = {
  id: 'content/structure',
  title: 'Tables and headings say of their texts what they said',
  weight: 15,
  rules,
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
      return inconclusive('the new page has more text than can be read, so its order is not known')
    return findings
  },
}
