/** Every old URL of a store is accounted for on the new host: one check, the mean over all of them by importance. */
import type { Coverage } from '../../store/types.ts'
import { defineSuite, inconclusive, notApplicable } from '../core/suite.ts'
import { findingsOf } from './findings.ts'
import { type Row, rowsOf } from './rows.ts'
import { isOpen, rules } from './rules.ts'

export const redirects = defineSuite({
  name: 'redirects',
  needs: ['urls', 'catalog'],
  checks: [
    {
      id: 'redirects/old-urls',
      title: 'Old URLs lead to the pages that took their place',
      weight: 100,
      rules,
      judge(pair) {
        const { coverage } = pair.original.urls
        const { rows, context } = rowsOf(pair)
        if (rows.length === 0 && coverage.unknown === 0)
          return notApplicable('the original has no address that it answers with 200 and lets be indexed')
        const why = tooLittle(rows, coverage)
        return why ? inconclusive(why) : findingsOf(rows, context)
      },
    },
  ],
})

/** An even sample of so many tells of the rest. */
const MIN_SAMPLE = 200

/** Why so little is known that it says nothing, or null. */
function tooLittle(
  rows: readonly Row[],
  { asked, unknown, outOfTime, found, unlisted }: Coverage,
): string | null {
  const unsettled = rows.filter(row => isOpen(row.class))
  const [open, all] = [weightOf(unsettled), weightOf(rows)]
  if (open * 2 > all)
    return `${unsettled.length} of ${rows.length} old URLs could not be judged on the new host, e.g. ${unsettled[0]!.url.path}: ${unsettled[0]!.why}`
  if (unknown > asked)
    return `the original would not answer for ${unknown} of its URLs, so that only ${asked} are known to count`
  if (unlisted)
    return `the original’s addresses beyond the links of the page are not known, neither by sitemap nor by catalog: ${unlisted}`
  if (outOfTime && rows.length - unsettled.length < Math.min(MIN_SAMPLE, found))
    return `the time for the stores was used up after ${rows.length - unsettled.length} of ${found} old URLs; sign our requests (Web Bot Auth), so that the store lets them pass sooner`
  return null
}

const weightOf = (rows: readonly Row[]) => rows.reduce((sum, { weight }) => sum + weight, 0)
