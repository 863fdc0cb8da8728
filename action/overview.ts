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

/** Two columns: a phone has room for no more. */
export function overview(pages: readonly PageJob[], { history, server }: Report): string {
  const rows = pages.map(page => {
    const change = changeOf(page, history)
    const told = [result(page), change ? `Since the last run: ${changeInWords(change)}` : '']
    return [named(page, server), told.filter(Boolean).join('<br>') || 'nothing']
  })
  return [['Page', 'Below target'], [':--', ':--'], ...rows]
    .map(cells => `| ${cells.join(' | ')} |`)
    .join('\n')
}

function named(page: PageJob, server: string): string {
  return [`${mark(page)} ${pageTitle(page, cell) || 'Page'}`, reportLink(page, server)]
    .filter(Boolean)
    .join('<br>')
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
