/** What the API's sentences say in its fields, said in the options of the command line. */
import type { Job } from '../contract.ts'

const WORDS: [RegExp, string][] = [
  [/\boriginal_headers\b/g, '--original-header'],
  [/\bnew_headers\b/g, '--new-header'],
  [/\bstorefront_password\b/g, '--storefront-password'],
  [/\bold_urls\b/g, '--old-urls'],
  [/\bsubmit (it )?again\b/g, 'run it again'],
  [/\bSubmit (it )?again\b/g, 'Run it again'],
  [/\bsubmit that address\b/g, 'verify that address'],
]

/** Messages stay as they are: they quote pages. */
export function inOptions(job: Job): Job {
  const { error, scorecard } = job
  return {
    ...job,
    ...(error && { error: { ...error, detail: said(error.detail) } }),
    ...(scorecard && {
      scorecard: {
        ...scorecard,
        gaps: scorecard.gaps.map(said),
        suites: scorecard.suites.map(suite => ({
          ...suite,
          checks: suite.checks.map(check =>
            check.reason === undefined ? check : { ...check, reason: said(check.reason) },
          ),
          issues: suite.issues.map(issue => ({ ...issue, fix: said(issue.fix) })),
        })),
      },
    }),
  }
}

/** A sentence of the API's in the words of the command line. */
export const said = (sentence: string): string =>
  WORDS.reduce((text, [field, option]) => text.replace(field, option), sentence)
