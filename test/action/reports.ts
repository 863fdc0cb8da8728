/** What the step knows at its end, for tests of what it says. */
import { ReadJob } from '../../action/answers.ts'
import type { Report } from '../../action/report.ts'
import type { PageJob } from '../../action/wait.ts'
import type { Scorecard } from '../../server/contract.ts'

export function pageJob(card: Scorecard | null, more: Partial<PageJob> = {}): PageJob {
  const known = { id: 'x', status: 'completed', original_url: '', new_url: '' }
  return {
    name: '',
    original: 'https://www.example.com/',
    rebuilt: 'https://p.example.com/',
    id: 'x',
    job: card && ReadJob.parse({ ...known, report_url: '/jobs/1/report', scorecard: card }),
    reason: card ? null : 'The new page answered 503.',
    ...more,
  }
}

export function report(pages: PageJob[], more: Partial<Report> = {}): Report {
  return {
    ...{ pages, reason: null, history: null, sha: 'a1b2c3d4', failOn: 'any', onInconclusive: 'fail' },
    runUrl: 'https://github.com/octo/shop/actions/runs/1',
    server: 'https://cutover.example.com',
    ...more,
  }
}
