/** Scorecards as the server makes them. */
import { Scorecard, type SuiteName, type SuiteResult, TARGETS } from '../../server/contract.ts'

type Found = Partial<SuiteResult['issues'][number]> & { message: string }

export function suite(name: SuiteName, score: number, issues: Found[] = []): SuiteResult {
  return {
    suite: name,
    score,
    target: TARGETS[name],
    pass: score >= TARGETS[name],
    checks: [
      {
        id: `${name}/one`,
        title: 'The first thing is kept',
        weight: 10,
        outcome: 'assessed',
        worth: score / 100,
      },
      {
        id: `${name}/two`,
        title: 'The second thing is kept',
        weight: 5,
        outcome: 'not-applicable',
        worth: null,
      },
    ],
    issues: issues.map((issue, index) => ({
      key: `${name}/one:${index}`,
      check: `${name}/one`,
      rule: `${name}/one/rule`,
      help_url: `/docs/checks/${name}#one-rule`,
      status: 'introduced',
      severity: 'serious',
      penalty: 0.5,
      charged: issue.status === 'inherited' ? 0 : 0.5,
      fix: '',
      ...issue,
    })),
    inconclusive: false,
    absolute: score,
    baseline: 100,
  }
}

const PAGE_SUITES: SuiteName[] = ['responsive', 'seo', 'content', 'perf', 'a11y', 'functional', 'image']

/** @param suites in place of passing ones */
export function scorecard(suites: SuiteResult[] = [], more: Partial<Scorecard> = {}): Scorecard {
  const all = PAGE_SUITES.map(name => suites.find(one => one.suite === name) ?? suite(name, 98.5))
  return Scorecard.parse({
    pageName: 'Bakery',
    allPass: all.every(({ pass }) => pass),
    suites: all,
    policy: 'regressions',
    gaps: [],
    volatile: [],
    ...more,
  })
}

/** Three honest mistakes, something old, something that could not be judged. */
export function failingScorecard(more: Partial<Scorecard> = {}): Scorecard {
  const a11y = suite('a11y', 71.2, [
    {
      message: 'The link “Order” reads “” now, which does not say where it leads',
      fix: 'Label it "Order online"',
      severity: 'critical',
      rebuilt: { selector: 'header nav > a:nth-child(3)', viewport: 390 },
    },
    { message: 'Text of the footer has a contrast of 2.9 : 1', fix: 'Make it 4.5 : 1', status: 'inherited' },
  ])
  a11y.checks.push({
    id: 'a11y/keyboard',
    title: 'The keyboard reaches the same',
    weight: 5,
    outcome: 'inconclusive',
    reason: 'the original did not come to rest',
    worth: null,
  })
  return scorecard(
    [
      suite('content', 81.2, [
        {
          message: 'The price “€4.20” of “Sourdough, 750 g” is “€4.50” now',
          fix: 'Put it back: “€4.20”',
          severity: 'critical',
          rebuilt: { selector: 'main li:nth-of-type(2) .price' },
        },
        { message: 'Words of the paragraph “Baked at night” are missing: “at night”', fix: 'Put them back' },
      ]),
      a11y,
    ],
    { gaps: ['The page was cut off at 20,000 px'], ...more },
  )
}

/** `text` wherever a page's own words can stand. */
export function everywhere(text: string): Scorecard {
  const content = suite('content', 50, [
    {
      message: `The title is “${text}” now`,
      fix: `Put it back: "${text}"`,
      severity: 'critical',
      rebuilt: { selector: text, text, url: text, viewport: 390 },
    },
    { message: text, fix: text, original: { selector: text } },
    { message: `It was ${text} before`, fix: 'Look', status: 'inherited', severity: 'minor' },
  ])
  content.checks[0]!.title = text
  content.checks.push({
    id: text,
    title: text,
    weight: 1,
    outcome: 'inconclusive',
    reason: text,
    worth: null,
  })
  return scorecard([content], { pageName: text, gaps: [text, `Cut off at ${text}`] })
}
