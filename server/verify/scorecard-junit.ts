/**
 * The ended job as JUnit XML, which most build servers show: a test suite for each suite of ours, in it a case for the
 * score against its target and one for each check. What costs points without failing its suite is no failure.
 */
import type { CheckResult, Issue, Job, SuiteResult } from '../contract.ts'

/** @param job completed or failed; texts in it come from pages and are escaped here */
export function jobJunit(job: Job): string {
  const suites = job.scorecard ? job.scorecard.suites.map(suiteXml) : [failureXml(job)]
  const name = job.scorecard?.pageName ?? job.new_url
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', { name, ...sum(suites) }, suites.map(({ xml }) => xml).join(''))}\n`
}

interface Counted {
  tests: number
  failures: number
  errors: number
  skipped: number
}

function sum(parts: Counted[]): Record<keyof Counted, number> {
  const of = (count: keyof Counted) => parts.reduce((total, part) => total + part[count], 0)
  return { tests: of('tests'), failures: of('failures'), errors: of('errors'), skipped: of('skipped') }
}

function failureXml({ error, new_url }: Job): Counted & { xml: string } {
  const message = error?.title ?? 'The verification ended without a result'
  const type = error?.code ?? 'internal_error'
  const counts = { tests: 1, failures: 0, errors: 1, skipped: 0 }
  const wrong = element('error', { message, type }, escaped(error?.detail ?? ''))
  const xml = element('testcase', { classname: 'cutover', name: `verify ${new_url}` }, wrong)
  return { ...counts, xml: element('testsuite', { name: 'cutover', ...counts }, xml) }
}

function suiteXml(suite: SuiteResult): Counted & { xml: string } {
  const cases = [scoreCase(suite), ...suite.checks.map(check => checkCase(suite, check))]
  const counts = sum(cases)
  return {
    ...counts,
    xml: element('testsuite', { name: suite.suite, ...counts }, cases.map(({ xml }) => xml).join('')),
  }
}

const PASSED: Counted = { tests: 1, failures: 0, errors: 0, skipped: 0 }
const FAILED: Counted = { ...PASSED, failures: 1 }
const SKIPPED: Counted = { ...PASSED, skipped: 1 }

function testcase(suite: SuiteResult, name: string, counts: Counted, inside = ''): Counted & { xml: string } {
  return { ...counts, xml: element('testcase', { classname: `cutover.${suite.suite}`, name }, inside) }
}

function scoreCase(suite: SuiteResult): Counted & { xml: string } {
  const name = `score of at least ${suite.target}`
  if (suite.pass) return testcase(suite, name, PASSED)
  const message = suite.inconclusive
    ? 'too little of it could be judged'
    : `the score is ${suite.score.toFixed(1)}, the target ${suite.target}`
  return testcase(suite, name, FAILED, element('failure', { message, type: 'score' }))
}

function checkCase(suite: SuiteResult, check: CheckResult): Counted & { xml: string } {
  const name = `${check.id}: ${check.title}`
  if (check.outcome !== 'assessed') {
    const message = check.reason ?? (check.outcome === 'inconclusive' ? 'inconclusive' : 'does not apply')
    return testcase(suite, name, SKIPPED, element('skipped', { message }))
  }
  const charged = suite.issues.filter(issue => issue.check === check.id && issue.charged > 0)
  if (charged.length === 0) return testcase(suite, name, PASSED)
  const text = escaped(charged.map(lines).join('\n\n'))
  if (suite.pass) return testcase(suite, name, PASSED, element('system-out', {}, text))
  const { message, severity } = charged[0]!
  return testcase(suite, name, FAILED, element('failure', { message, type: severity }, text))
}

function lines({ severity, status, message, fix, original, rebuilt }: Issue): string {
  const place = rebuilt ?? original
  const where = [place?.selector, place?.viewport && `at ${place.viewport} px`].filter(Boolean).join(' ')
  return [
    `${severity}${status === 'inherited' ? ', as on the original' : ''}: ${message}`,
    `Fix: ${fix}`,
    ...(where ? [`At: ${where}`] : []),
  ].join('\n')
}

function element(name: string, attributes: Record<string, string | number>, inside = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
  return inside ? `<${name}${written.join('')}>${inside}</${name}>` : `<${name}${written.join('')}/>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** XML 1.0 has no way to write most control characters, halves of pairs, U+FFFE and U+FFFF. */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"]/g, mark => ENTITIES[mark]!)
