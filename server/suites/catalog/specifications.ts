import { shareIn } from '../../lib/word-set.ts'
import { notApplicable } from '../core/suite.ts'
import type { Difference, Finder } from './difference.ts'
import { isUnseen, pagePairs, shownPage, UNREAD, UNSEEN } from './pages.ts'
import { SPECIFICATIONS } from './rules.ts'

/** Rows of tables and lists that say what a product is: materials, care, sizes. The new page may say them anywhere. */
export const specifications: Finder = pair => {
  const pages = pagePairs(pair).filter(({ kind }) => kind === 'product')
  const differences: Difference[] = []
  let [applicable, unread] = [0, 0]
  for (const { before, after } of pages) {
    const { rows } = before.facts!
    const { vocabulary } = after.facts!
    if (rows.length < SPECIFICATIONS.minRows) continue
    if (!vocabulary) {
      // The original says what it says itself.
      if (before !== after) unread++
      continue
    }
    applicable++
    const lost = rows.filter(row => shareIn(vocabulary, row) < SPECIFICATIONS.row)
    if (lost.length <= rows.length * SPECIFICATIONS.lost) continue
    differences.push({
      cause: 'specifications-lost',
      original: shownPage(before),
      rebuilt: shownPage(after),
      part: lost[0]!,
      before: `${rows.length} rows`,
      after: String(rows.length - lost.length),
    })
  }
  const tells = ({ facts, product }: (typeof pages)[number]['before']) =>
    product && facts!.rows.length >= SPECIFICATIONS.minRows
  if (pages.length === 0 && isUnseen(pair, tells)) return UNSEEN('there are specifications on product pages')
  if (applicable === 0 && unread > 0) return UNREAD('there are specifications on product pages')
  if (applicable === 0)
    return notApplicable('no product page that was read on both sites has a table of its own on the original')
  return { applicable, differences }
}
