import { expect, test } from 'vitest'
import { beginCheck, checkName, checkOf, conclusionOf } from '../../action/check-run.ts'
import type { Happening } from '../../action/event.ts'
import type { GitHub } from '../../action/github.ts'
import type { Report } from '../../action/report.ts'
import { HOSTILE } from './hostile-texts.ts'
import { mischief } from './rendered.ts'
import { pageJob, report } from './reports.ts'
import { failingScorecard, scorecard, suite } from './scorecards.ts'

const passing = () => pageJob(scorecard())
const failing = () => pageJob(failingScorecard())
const unclear = () => pageJob(scorecard([{ ...suite('seo', 0), inconclusive: true, pass: false }]))

test.each<[string, Report, string]>([
  ['all pass', report([passing(), passing()]), 'success'],
  ['one fails', report([passing(), failing()]), 'failure'],
  ['not everything could be judged', report([passing(), unclear()]), 'neutral'],
  ['the same, and it is let pass', report([unclear()], { onInconclusive: 'pass' }), 'neutral'],
  ['not everything could be judged, and something fails', report([unclear(), failing()]), 'failure'],
  ['a page could not be verified', report([passing(), pageJob(null)]), 'failure'],
  ['nothing could be verified', report([], { reason: 'No preview.' }), 'failure'],
  ['something fails that does not count', report([failing()], { failOn: 'never' }), 'neutral'],
  ['what counts did not run', report([passing()], { failOn: ['catalog'] }), 'failure'],
])('%s', (_, outcome, conclusion) => {
  expect(conclusionOf(outcome)).toBe(conclusion)
})

test('the verdict is the title, the report is a click away, grave issues are annotations', () => {
  const { output, details_url } = checkOf(report([failing()]))
  expect(output.title).toBe('❌ The new page should not go live yet')
  expect(details_url).toBe('https://cutover.example.com/jobs/1/report')
  expect(output.annotations).toEqual([
    {
      ...{ path: '.github', start_line: 1, end_line: 1, annotation_level: 'failure' },
      title: 'content, critical',
      message: 'The price “€4.20” of “Sourdough, 750 g” is “€4.50” now',
      raw_details: 'Fix: Put it back: “€4.20”\nAt: main li:nth-of-type(2) .price',
    },
    expect.objectContaining({ title: 'a11y, critical' }),
    expect.objectContaining({ title: 'content, serious', raw_details: 'Fix: Put them back' }),
  ])
})

test('of several pages the annotation names its page, and the first that fails is a click away', () => {
  const pages = [
    pageJob(scorecard(), { name: 'Home' }),
    pageJob(failingScorecard(), {
      name: 'Pricing',
      job: { ...failing().job!, report_url: '/jobs/2/report' },
    }),
  ]
  const { output, details_url } = checkOf(report(pages))
  expect(details_url).toBe('https://cutover.example.com/jobs/2/report')
  expect(output.annotations![0]!.title).toBe('Pricing: content, critical')
})

test('an issue of a suite that passes is a remark', () => {
  const card = scorecard([suite('seo', 95, [{ message: 'It differs', severity: 'critical' }])])
  expect(checkOf(report([pageJob(card)])).output.annotations![0]!.annotation_level).toBe('notice')
})

test('it stays within what GitHub takes', () => {
  const issues = Array.from({ length: 60 }, (_, n) => ({
    message: `ゐ${n} `.repeat(300),
    fix: 'ゐ'.repeat(900),
  }))
  const pages = Array.from({ length: 20 }, (_, n) =>
    pageJob(scorecard([suite('seo', 10, issues)]), { name: `${'Seite ゐ'.repeat(12)} ${n}` }),
  )
  const { output } = checkOf(report(pages))
  expect(output.annotations).toHaveLength(50)
  expect(output.title.length).toBeLessThanOrEqual(255)
  expect(Buffer.byteLength(output.summary)).toBeLessThanOrEqual(65_535)
  for (const { title, message } of output.annotations!) {
    expect(title.length).toBeLessThanOrEqual(255)
    expect(Buffer.byteLength(message)).toBeLessThanOrEqual(64 * 1024)
  }
})

test('texts of pages stay texts', () => {
  for (const text of HOSTILE) {
    const card = scorecard([suite('seo', 10, [{ message: text, fix: text, rebuilt: { selector: text } }])])
    const { output } = checkOf(report([pageJob(card)]))
    const mayLinkTo = [
      'https://github.com/octo/shop/actions/runs/1',
      'https://cutover.example.com/jobs/1/report',
      'https://p.example.com/',
    ]
    expect(mischief(output.summary, mayLinkTo)).toEqual([])
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(output.annotations![0]!.message).not.toMatch(/[\u0000-\u001f\u202a-\u202e]/)
  }
})

test('each step of a pull request has a name of its own', () => {
  expect([checkName('default'), checkName('web')]).toEqual(['Cutover', 'Cutover (web)'])
})

/** GitHub that refuses the first writes with `refusals`, and what was written: a number is the run that was changed. */
function written(...refusals: number[]) {
  const writes: string[] = []
  const github: Partial<GitHub> = {
    writeCheck: async (run, { status, conclusion }) => {
      writes.push(`${typeof run === 'number' ? run : 'new'} ${conclusion ?? status}`)
      const refusal = refusals.shift()
      if (refusal) throw Object.assign(new Error('no'), { status: refusal })
      return 7
    },
  }
  const happening = { sha: 'a'.repeat(40), run: { url: 'https://github.com/run' } } as Happening
  const inputs = { checkRun: true, rerunButton: false, commentKey: 'default' }
  return { writes, check: beginCheck(inputs, happening, github as GitHub) }
}

test('it is concluded once: what comes after the verdict is not told', async () => {
  const { writes, check } = written()
  expect(await check.conclude(report([passing()]))).toBeNull()
  await check.end('The run was cancelled.', 'cancelled')
  expect(writes).toEqual(['new in_progress', '7 success'])
})

test('what ends without a verdict is neither green nor under way for ever', async () => {
  for (const conclusion of ['cancelled', 'neutral', 'failure'] as const) {
    const { writes, check } = written()
    await check.end('There is nothing to compare.', conclusion)
    expect(writes).toEqual(['new in_progress', `7 ${conclusion}`])
  }
})

test('trouble at the start leaves no gap, a missing right is asked for once', async () => {
  const troubled = written(502)
  expect(await troubled.check.conclude(report([passing()]))).toBeNull()
  expect(troubled.writes).toEqual(['new in_progress', 'new success'])
  const refused = written(403)
  expect(await refused.check.conclude(report([passing()]))).toMatch(/^No check run: .*"checks: write"/)
  await refused.check.end('Cancelled.', 'cancelled')
  expect(refused.writes).toEqual(['new in_progress'])
})
