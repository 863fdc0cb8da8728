/** Several pages at a glance. Pure. */
import { cell } from './markdown.ts'
import { pageTitle, scoreText, suiteName } from './report.ts'
import { failing, isInconclusive, isPass } from './verdict.ts'
import type { PageJob } from './wait.ts'

/** ✅ it passes, ❌ it does not, ❔ that cannot be told, ⚠️ it was not compared. */
export function mark(page: PageJob): string {
  return page.reason !== null ? '⚠️' : isPass(page) ? '✅' : isInconclusive(page) ? '❔' : '❌'
}

export function overview(pages: readonly PageJob[]): string {
  const rows = pages.map(page => `| ${mark(page)} | ${pageTitle(page, cell) || 'Page'} | ${result(page)} |`)
  return ['| | Page | Below target |', '| :-: | :-- | :-- |', ...rows].join('\n')
}

function result(page: PageJob): string {
  if (page.reason !== null) return 'not verified'
  return failing(page)
    .map(({ suite, score, target, inconclusive }) =>
      inconclusive
        ? `${suiteName(suite)} could not be judged`
        : `**${suiteName(suite)}** ${scoreText(score)} (target ${target})`,
    )
    .join(', ')
}
