import { type Check, notApplicable } from '../../core/suite.ts'
import { becameHeading, becameText } from './became.ts'
import { mainHeading } from './main-heading.ts'
import { levels, skips } from './outline.ts'
import { headingsOf, matchHeadings, type Needed } from './pairs.ts'
import { rules } from './rules.ts'

/** Judges the markup of headings; whether their texts are still there at all is the content suite's question. */
export const headings: Check<Needed> = {
  id: 'seo/headings',
  title: 'The headings and their levels are kept',
  weight: 12,
  rules,
  judge({ original, rebuilt }) {
    const before = headingsOf(original.head)
    const now = headingsOf(rebuilt.head)
    if (before.length === 0 && now.length === 0) return notApplicable('neither page has a heading')
    const matched = matchHeadings(before, now)
    const skipped = skips(original, rebuilt, now, matched)
    return [
      ...mainHeading(original, rebuilt, before, now, matched),
      ...skipped,
      ...levels(original, rebuilt, before, matched, skipped),
      ...becameText(original, rebuilt, before, matched),
      ...becameHeading(original, rebuilt, now, matched),
    ]
  },
}
