import { type Check, inconclusive, notApplicable } from '../../core/suite.ts'
import { compare, type Needed } from '../comparison/index.ts'
import { rules } from './rules.ts'
import { misplacedCells } from './tables.ts'

/** Cells stand under their headers. */
export const structure: Check<Needed> = {
  id: 'content/structure',
  title: 'Tables say of their cells what they said',
  weight: 15,
  rules,
  judge(pair) {
    const comparison = compare(pair)
    if (!pair.original.tables.length) return notApplicable('the original has no tables with headers')
    const findings = misplacedCells(pair, comparison)
    if (comparison.cut && findings.length)
      return inconclusive('the new page has more text than can be read, so its order is not known')
    return findings
  },
}
