import { type Check, inconclusive, notApplicable } from '../../core/suite.ts'
import { compare, type Needed } from '../comparison/index.ts'
import { hasListNumbers, otherListNumbers } from './list-numbers.ts'
import { rules } from './rules.ts'
import { misplacedCells } from './tables.ts'

/** Cells stand under their headers, and steps have their numbers. */
export const structure: Check<Needed> = {
  id: 'content/structure',
  title: 'Tables and numbered lists say what they said',
  weight: 15,
  rules,
  judge(pair) {
    const comparison = compare(pair)
    if (!pair.original.tables.length && !hasListNumbers(pair.original))
      return notApplicable('the original has no tables with headers, and no lists with numbers')
    const findings = [...misplacedCells(pair, comparison), ...otherListNumbers(pair)]
    if (comparison.cut && findings.length)
      return inconclusive('the new page has more text than can be read, so its order is not known')
    return findings
  },
}
