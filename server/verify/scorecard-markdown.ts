/** The ended job in GitHub's markdown, for a job summary or a ticket. */
import type { Issue, Job, Scorecard, SuiteResult } from '../contract.ts'
import { printable } from './printable.ts'
import { leftOut, ORIGINAL_COLUMN, told, verdictOf } from './scorecard-text.ts'

/** @param job completed or failed; texts in it come from pages and are escaped here */
export function jobMarkdown(job: Job): string {
  const about = `Original: ${plain(job.original_url)}  \nNew: ${plain(job.new_url)}`
  const { scorecard, error } = job
  if (!scorecard)
    return `## Could not verify: ${plain(error?.title ?? 'the verification ended without a result')}\n\n${about}\n\n${plain(error?.detail ?? '')} (${plain(error?.code ?? 'internal_error')})\n`
  return `${[
    `## ${verdictOf(scorecard).join(': ')}`,
    `**${plain(scorecard.pageName)}**\n\n${about}`,
    table(scorecard),
    ...scorecard.suites.map(issues),
    ...leftOut(scorecard).map(({ title, lines }) => [`### ${title}`, list(lines.map(plain))].join('\n\n')),
  ]
    .filter(Boolean)
    .join('\n\n')}\n`
}

function table({ suites }: Scorecard): string {
  return [
    '| Suite | Score | Target | Result | Original |',
    '| :-- | --: | --: | :-- | --: |',
    ...suites.map(({ suite, score, target, pass, inconclusive, baseline }) => {
      const result = inconclusive ? 'inconclusive' : pass ? 'pass' : '**fail**'
      return `| ${suite} | ${score.toFixed(1)} | ${target} | ${result} | ${baseline.toFixed(1)} |`
    }),
    '',
    `<sub>${ORIGINAL_COLUMN}</sub>`,
  ].join('\n')
}

function issues(suite: SuiteResult): string {
  const { shown, more } = told(suite)
  if (shown.length === 0) return ''
  return [
    `### ${suite.suite}: ${suite.score.toFixed(1)} of ${suite.target}`,
    list([...shown.map(item), ...(more > 0 ? [`and ${more} more`] : [])]),
  ].join('\n\n')
}

function item({ severity, status, check, message, fix, original, rebuilt }: Issue): string {
  const place = rebuilt ?? original
  const where = [place?.selector, place?.viewport && `${place.viewport} px`].filter(Boolean).join(' at ')
  return [
    `**${severity}**${status === 'inherited' ? ', as on the original' : ''} (${plain(check)}): ${plain(message)}`,
    `**Fix:** ${plain(fix)}`,
    ...(where ? [`**At:** ${plain(where)}`] : []),
  ].join('  \n  ')
}

const list = (lines: string[]) => lines.map(line => `- ${line}`).join('\n')

/** Text that is nothing but text: no mark of markdown's, and no link that GitHub makes of an address or a mention. */
const plain = (text: string): string =>
  printable(text)
    .replace(/[\\`*_[\]<>#|~&@$]|:(?=\/\/)|(?<=\bwww)\.|^[-+=]|(?<=^\d+)[.)]/gi, mark => `\\${mark}`)
    .replace(/\\[@#](?=\w)/g, mark => `${mark}\u2060`)
