/** Several pages at a glance, one row each. Pure. */
import { changeOf } from './history.ts'
import { cell } from './markdown.ts'
import { changeInWords, pageTitle, type Report, reportLink, scoreText, suiteName } from './report.ts'
import { failing, isInconclusive, isPass } from './verdict.ts'
import type { PageJob } from './wait.ts'

/** ✅ it passes, ❌ it does not, ❔ that cannot be told, ⚠️ it was not compared. */
export function mark(page: PageJob): string {
  return page.reason !== null ? '⚠️' : isPass(page) ? '✅' : isInconclusive(page) ? '❔' : '❌'
}

const ORDER = ['❌', '⚠️', '❔', '✅']

/** Those that fail first, the most suites below target before others. */
export function worstFirst(pages: readonly PageJob[]): PageJob[] {
  return pages.toSorted(
    (a, b) => ORDER.indexOf(mark(a)) - ORDER.indexOf(mark(b)) || failing(b).length - failing(a).length,
  )
}

export function overview(pages: readonly PageJob[], { history, server }: Report): string {
  const changes = pages.map(page => changeOf(page, history))
  const links = pages.map(page => reportLink(page, server))
  const [hasChanges, hasLinks] = [changes.some(Boolean), links.some(Boolean)]
  const rows = pages.map((page, index) => [
    mark(page),
    pageTitle(page, cell) || 'Page',
    result(page),
    ...(hasChanges ? [changes[index] ? changeInWords(changes[index]) : ''] : []),
    ...(hasLinks ? [links[index] ?? ''] : []),
  ])
  const head = [
    '',
    'Page',
    'Below target',
    ...(hasChanges ? ['Since the last run'] : []),
    ...(hasLinks ? ['Report'] : []),
  ]
  return [head, [':-:', ...head.slice(1).map(() => ':--')], ...rows]
    .map(cells => `| ${cells.join(' | ')} |`)
    .join('\n')
}

function result(page: PageJob): string {
  if (page.reason !== null) return `not verified: ${cell(page.reason, 160)}`
  return failing(page)
    .map(({ suite, score, target, inconclusive }) =>
      inconclusive
        ? `${suiteName(suite)} could not be judged`
        : `**${suiteName(suite)}** ${scoreText(score)} (target ${target})`,
    )
    .join(', ')
}
