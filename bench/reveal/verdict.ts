/** What the scorecards of one page mean. Pure. */
import type { Issue, Scorecard } from '../../server/contract.ts'
import type { Truth } from './pages.ts'
import { letters, type Sight, WIDTHS } from './visibility.ts'

export interface Result {
  page: string
  technique: string
  truth: Truth
  sight: Sight
  /** Against itself: nothing fails. */
  still: boolean
  /** Something of the defect's own failed a suite, or a grave issue names the place. */
  found: boolean
  /** An issue above minor that the page against itself does not have names the place. */
  named: boolean
  /** The harmless change fails nothing. */
  silent: boolean
  /** Each thing that went wrong, with what the scorecard said. */
  misses: string[]
}

interface Judged {
  what: string
  places: string[]
  card: Scorecard
}

/** Nothing is measured here that perf could judge. */
const judgedSuites = (card: Scorecard) => card.suites.filter(({ suite }) => suite !== 'perf')
const failedOf = (card: Scorecard) =>
  judgedSuites(card)
    .filter(({ pass }) => !pass)
    .map(({ suite }) => suite)
const loudOf = (card: Scorecard): Issue[] =>
  judgedSuites(card).flatMap(({ issues }) =>
    issues.filter(({ status, severity }) => status === 'introduced' && severity !== 'minor'),
  )

export function verdictOf(of: {
  page: string
  technique: string
  truth: Truth
  sight: Sight
  same: Scorecard
  defect: Judged
  harmless: Judged
}): Result {
  const { page, technique, truth, sight, same, defect, harmless } = of
  // What the page fails of itself does not show that a defect was found.
  const unfounded = { suites: failedOf(same), keys: new Set(loudOf(same).map(({ key }) => key)) }
  const naming = loudOf(defect.card).filter(
    issue => !unfounded.keys.has(issue.key) && names(issue, defect.places),
  )
  const still = unfounded.suites.length === 0
  const found =
    failedOf(defect.card).some(suite => !unfounded.suites.includes(suite)) ||
    naming.some(({ severity }) => severity === 'critical' || severity === 'serious')
  const silent = failedOf(harmless.card).length === 0
  const misses = [
    ...WIDTHS.flatMap(width =>
      sight.unread[width].length
        ? [
            `UNREAD at ${width}: ${sight.unread[width].length} of ${truth.texts.length}: ${quoted(sight.unread[width])}`,
          ]
        : [],
    ),
    ...(sight.unseen.length
      ? [`UNSEEN: ${sight.unseen.length} of ${truth.pictures.length} pictures: ${sight.unseen.join(', ')}`]
      : []),
    ...sight.imagined.map(text => `IMAGINED: "${text}"`),
    ...(still ? [] : [`NOT ITSELF: ${said(same)}`]),
    ...(found ? [] : [`MISSED ${defect.what} (${quoted(defect.places)}): ${said(defect.card)}`]),
    ...(found && !naming.length
      ? [`NOT NAMED ${defect.what} (${quoted(defect.places)}): ${said(defect.card)}`]
      : []),
    ...(silent ? [] : [`FALSE ALARM ${harmless.what}: ${said(harmless.card)}`]),
  ]
  return { page, technique, truth, sight, still, found, named: naming.length > 0, silent, misses }
}

function names({ key, message, fix, original, rebuilt, evidence }: Issue, places: string[]): boolean {
  const text = letters(JSON.stringify([key, message, fix, original, rebuilt, evidence]))
  return places.some(place => text.includes(letters(place).slice(0, PLACE)))
}
/** Issues quote beginnings. */
const PLACE = 18

const quoted = (texts: string[]) =>
  texts
    .slice(0, 3)
    .map(text => `"${text.slice(0, 60)}"`)
    .join(', ') + (texts.length > 3 ? ', …' : '')

/** The suites that fail, and the gravest issues. */
function said(card: Scorecard): string {
  const failed = judgedSuites(card)
    .filter(({ pass }) => !pass)
    .map(({ suite, score }) => `${suite} ${score}`)
  const issues = loudOf(card)
    .slice(0, 3)
    .map(({ severity, key, message }) => `[${severity}] ${key}: ${message}`)
  return [failed.length ? `fails ${failed.join(', ')}` : 'all pass', ...issues].join(' | ')
}
