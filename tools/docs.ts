/**
 * `npm run docs`: writes the documentation that is made of the rules, docs/checks/<suite>.md and the tables of METHODOLOGY.md,
 * the limits in docs/methods/capture.md, the tables of docs/methods/wrong-page.md, which are made of its tests, and what is made
 * of the table of metrics.
 * With `--check` it writes nothing, names what differs from the code and exits with 1.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RuleRecord, TrackRecord } from '../bench/field/track-record.ts'
import { TARGETS } from '../server/contract.ts'
import { anchorOf } from '../server/lib/help-url.ts'
import { TERMS } from '../server/suites/core/made-anew.ts'
import type { CompleteRule, Penalty } from '../server/suites/core/rules.ts'
import type { Suite } from '../server/suites/core/suite.ts'
import { suites } from '../server/suites/index.ts'
import { limitsTable } from './limits.ts'
import { dashboard, metricsTable } from './metrics.ts'
import { faultsOf } from './rule-faults.ts'
import { wrongPageTables } from './wrong-pages.ts'

const ROOT = join(import.meta.dirname, '..')
const METHODOLOGY = join(ROOT, 'METHODOLOGY.md')
const CAPTURE = 'docs/methods/capture.md'
const WRONG_PAGE = 'docs/methods/wrong-page.md'
const OPERATIONS = 'OPERATIONS.md'
const RECORD = join(ROOT, 'bench/field/track-record.json')

/** The generated files by their path in the project. Throws where a rule is incomplete, or a text has no place for a table. */
export function generated(methodology = readFileSync(METHODOLOGY, 'utf8')): Map<string, string> {
  const faults = suites.flatMap(faultsOf)
  if (faults.length) throw new Error(faults.join('\n'))
  const record = existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, 'utf8')) : undefined
  const pages = suites.map(suite => [`docs/checks/${suite.name}.md`, pageOf(suite, record)] as const)
  const withTables = suites.reduce(
    (text, suite) => withTable(text, `checks of ${suite.name}`, summaryOf(suite)),
    methodology,
  )
  const wrongPages = wrongPageTables().reduce(
    (text, [name, table]) => withTable(text, name, table),
    read(WRONG_PAGE),
  )
  return new Map([
    ...pages,
    ['METHODOLOGY.md', withTables],
    [CAPTURE, withTable(read(CAPTURE), 'limits', limitsTable())],
    [WRONG_PAGE, wrongPages],
    [OPERATIONS, withTable(read(OPERATIONS), 'metrics', metricsTable())],
    ['deploy/grafana/cutover.json', dashboard()],
  ])
}

/** The page of a suite: its checks, and each rule with what it measures, how grave it is, what to do and how it did. */
export function pageOf(suite: Suite, record?: TrackRecord): string {
  const checks = suite.checks.map(check => {
    const rules = check.rules.list.map(rule => ruleText(rule, check.weight, record))
    return `## ${check.id}: ${lowerFirst(check.title)}\n\nWeight ${check.weight} of ${weightOf(suite)}.\n\n${rules.join('\n\n')}`
  })
  const terms = Object.entries(TERMS).filter(([term]) => checks.some(text => text.includes(term)))
  return `${[
    `# ${suite.name}`,
    '<!-- Made of the rules by `npm run docs`; edit those. -->',
    `The suite passes from ${TARGETS[suite.name]} of 100. What an issue costs is a share of its check's weight, from 0 to 1: [how a score is made](../../METHODOLOGY.md), [how ${suite.name} judges, in detail](../methods/${suite.name}.md).`,
    tableOf(suite),
    ...terms.map(([term, meaning]) => `**“${capitalised(term)}”** means: ${meaning}.`),
    ...checks,
  ].join('\n\n')}\n`
}

function ruleText(rule: CompleteRule, weight: number, record?: TrackRecord): string {
  const known = record?.[rule.id]
  const lines = [
    `**${capitalised(rule.severity)}**, costs ${costOf(rule.penalty, weight)}.`,
    ...Object.entries(rule.cases ?? {}).map(([name, { when, severity, penalty }]) => {
      const grade = [
        ...(severity ? [`**${severity}**`] : []),
        ...(penalty === undefined ? [] : [`costs ${costOf(penalty, weight)}`]),
      ]
      const told = grade.join(', ') || 'as above'
      if (typeof when === 'string') return `*${name}*, ${escaped(when)}: ${told}.`
      return [`*${name}*: ${told}.`, ...when.map(one => `  - ${capitalised(escaped(one))}.`)].join('\n')
    }),
  ]
  return [
    `### <a id="${anchorOf(rule.id)}"></a>\`${rule.id}\``,
    lines.map(line => `- ${line}`).join('\n'),
    `**Measured:** ${escaped(rule.measures)}`,
    `**Why:** ${escaped(rule.why)}`,
    `**Fix:** ${escaped(rule.fix)}`,
    `**Reference:** <${rule.reference}>`,
    ...(known ? [`**Track record:** ${recordOf(known)}`] : []),
  ].join('\n\n')
}

/** What came of the rule on real pages and on injected defects. */
function recordOf({ fired, grave, block, lesser, false: wrong, defects }: RuleRecord): string {
  const times = `${fired} time${fired === 1 ? '' : 's'}`
  const read = fired
    ? `, ${grave} of them serious or critical: ${block} hold a launch, ${lesser} lesser, ${wrong} false`
    : ''
  const found = defects ? ` It finds ${defects} injected defect${defects === 1 ? '' : 's'}.` : ''
  return `On the labelled pairs by other hands it fired ${times}${read}.${found}`
}

/** `0.3 of the check (3.6 points)`, or how the share is made. */
function costOf(penalty: Penalty, weight: number): string {
  const share = (value: number) => `${round(value)} of the check (weight ${round(value * weight)})`
  if (typeof penalty === 'number') return penalty === 0 ? 'nothing' : share(penalty)
  const { of, factor = 1, base = 0, min = 0, max = 1 } = penalty
  const terms = `${base ? `${round(base)} + ` : ''}${factor === 1 ? '' : `${round(factor)} × `}${escaped(of)}`
  const bounds = [
    ...(min > 0 ? [`at least ${round(min)}`] : []),
    ...(max < 1 ? [`at most ${round(max)}`] : []),
  ]
  return `${terms}${bounds.length ? ` (${bounds.join(', ')})` : ''}`
}

function tableOf(suite: Suite): string {
  const rows = suite.checks.map(({ id, title, weight, rules }) => {
    const names = rules.list.map(
      rule => `[${rule.id.slice(id.length + 1)}](#${anchorOf(rule.id)}) (${rule.severity})`,
    )
    return `| ${id} | ${title} | ${weight} | ${names.join(', ')} |`
  })
  return ['| check | asks | weight | rules |', '|---|---|---|---|', ...rows].join('\n')
}

/** The checks of a suite with their weights. */
function summaryOf(suite: Suite): string {
  const rows = suite.checks.map(
    ({ id, title, weight, rules }) =>
      `| [${id}](docs/checks/${suite.name}.md#${anchorOf(rules.list[0]!.id)}) | ${title} | ${weight} | ${rules.list.length} |`,
  )
  return ['| check | asks | weight | rules |', '|---|---|---|---|', ...rows].join('\n')
}

/** The text with `table` between the marks of this name. */
function withTable(text: string, name: string, table: string): string {
  const mark = `<!-- ${name}: made by npm run docs -->`
  const start = text.indexOf(mark)
  const end = text.indexOf(END, start)
  if (start < 0 || end < 0) throw new Error(`there is no place for a table: "${mark}" … "${END}"`)
  return `${text.slice(0, start)}${mark}\n${table}\n${text.slice(end)}`
}

const END = '<!-- end -->'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** Text, where Markdown would see HTML. */
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const weightOf = ({ checks }: Suite) => checks.reduce((sum, { weight }) => sum + weight, 0)
const round = (value: number) => Math.round(value * 1000) / 1000
const capitalised = (text: string) => text[0]!.toUpperCase() + text.slice(1)
const lowerFirst = (text: string) => text[0]!.toLowerCase() + text.slice(1)

function run(check: boolean): void {
  const different: string[] = []
  for (const [path, text] of generated()) {
    const file = join(ROOT, path)
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
    different.push(path)
    if (check) continue
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, text)
    console.log(`written: ${path}`)
  }
  if (!check || !different.length) return
  console.error(
    `${different.join(', ')}: differs from the rules in the code; run "npm run docs" and commit what it writes`,
  )
  process.exitCode = 1
}

if (import.meta.main) {
  try {
    run(process.argv.includes('--check'))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
