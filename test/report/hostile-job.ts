/** A job in which everything that a page has a say in is hostile: as many issues as there are texts, each in all its fields. */
import { Scorecard, SuiteName } from '../../server/contract.ts'
import type { CompletedJob } from '../../server/report/report.ts'
import { HOSTILE } from './hostile-strings.ts'
import { makeCheck, makeIssue, makeJob, makeSuite } from './made.ts'

export function hostileJob(): CompletedJob {
  const place = (text: string) => ({
    ...{ url: text, selector: text, text, viewport: 1440 },
    box: { x: 10, y: 10, width: 100, height: 20 },
  })
  const issues = HOSTILE.map((text, index) =>
    makeIssue({
      ...{ key: text, message: text, fix: text },
      ...{ original: place(text), rebuilt: place(`${text} `) },
      evidence: index === 0 ? ['evidence/1-original.webp', 'evidence/1-rebuilt.webp'] : undefined,
      ...(index % 10 === 0 && { accepted: { by: text, reason: text, at: '2030-01-01' } }),
      members: [0, 1].map(() => ({
        ...makeIssue({ key: text, message: text, fix: text }),
        ...{ original: place(text), rebuilt: place(text) },
      })),
    }),
  )
  const suites = SuiteName.options.map((suite, index) =>
    makeSuite({
      suite,
      checks: [
        makeCheck(),
        ...HOSTILE.slice(0, 10).map(text =>
          makeCheck({ id: text, title: text, outcome: 'inconclusive', reason: text, worth: null }),
        ),
      ],
      issues: issues.filter((_, at) => at % SuiteName.options.length === index),
    }),
  )
  const { scorecard, ...job } = makeJob(suites, {
    pageName: HOSTILE.slice(0, 3).join(' '),
    gaps: [...HOSTILE],
    volatile: HOSTILE.map(text => ({ side: 'original' as const, text })),
    accepted: 10,
    stale: HOSTILE.map(text => ({ key: text, by: text, reason: text, at: '2030-01-01' })),
  })
  // As it comes out of a database, which takes neither NUL nor half a pair.
  return { ...job, scorecard: Scorecard.parse(JSON.parse(storable(JSON.stringify(scorecard)))) }
}

const storable = (json: string) => json.replace(/\\u0000|\\ud800/g, '�')
