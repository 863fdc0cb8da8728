import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Scorecard } from '../../server/contract.ts'
import { HOSTILE } from './hostile-texts.ts'
import { hidden, mischief } from './rendered.ts'
import { scorecard, suite } from './scorecards.ts'
import { openWorkflow, PREVIEW, type Workflow } from './world.ts'

let world: Workflow
beforeAll(async () => {
  world = await openWorkflow()
})
afterAll(() => world.close())

/** Where the words of the step lead. */
const links = () => [world.runUrl(), PREVIEW]

/** `text` wherever a page's own words can stand. */
function everywhere(text: string): Scorecard {
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

test('there are at least 60 of them', () => {
  expect(new Set(HOSTILE).size).toBeGreaterThanOrEqual(60)
})

test.each(Array.from({ length: HOSTILE.length }, (_, index) => index))(
  'hostile title %i stays text in the log, the comment, the summary and the outputs',
  async index => {
    const text = HOSTILE[index]!
    await world.github.newPull()
    world.cutover.script = () => everywhere(text)
    const result = await world.step()
    expect(result.commands).toEqual([
      { name: 'error', text: expect.stringMatching(/^content 50 \(target 85\)\. Gravest: /) },
    ])
    expect(result.status).toBe(1)
    for (const mark of ['##[', '\u001b']) expect(result.log).not.toContain(mark)
    const known = ['all-pass', 'scorecard', 'job-ids', 'report-url', 'new-url']
    expect(
      Object.keys(result.outputs)
        .filter(name => !name.startsWith('score-'))
        .sort(),
    ).toEqual(known.sort())
    expect(result.outputs['all-pass']).toBe('false')
    expect(JSON.parse(result.outputs.scorecard!)).toMatchObject({ allPass: false })
    const comments = await world.github.comments()
    expect(comments).toHaveLength(1)
    expect(comments[0]!.body.length).toBeLessThanOrEqual(60_000)
    expect(mischief(comments[0]!.body.replace(/^(<!-- .* -->\n){2}/, ''), links())).toEqual([])
    expect(mischief(result.summary, links())).toEqual([])
    // The marker and the scores.
    expect(hidden(comments[0]!.body)).toBe(2)
  },
)

test('a failed job’s reason is as hostile', async () => {
  for (const text of [
    '::error::canary\n##[error]canary @octo',
    `[a](https://evil.example.org/) <b>x</b> ${'@octo '.repeat(200)}`,
  ]) {
    await world.github.newPull()
    world.cutover.script = () => ({ code: 'new_http_error', detail: text })
    const result = await world.step()
    expect(result.commands).toHaveLength(1)
    expect(
      mischief((await world.github.comments())[0]!.body.replace(/^(<!-- .* -->\n){2}/, ''), links()),
    ).toEqual([])
    expect(mischief(result.summary, links())).toEqual([])
  }
})

test('a secret that a page shows is in no comment, summary, output or log', async () => {
  await world.github.newPull()
  const password = 'sésame & canary/+1'
  const basic = Buffer.from('user:gate-canary').toString('base64')
  const shown = `${password} | ${encodeURIComponent(password)} | ${Buffer.from(password).toString('base64')} | gate-canary | Basic ${basic}`
  world.cutover.script = () => everywhere(shown)
  const result = await world.step({
    'storefront-password': password,
    'new-headers': `Authorization: Basic ${basic}\nx-vercel-set-bypass-cookie: true`,
  })
  const [comment] = await world.github.comments()
  // Masks come first, and they alone may hold it; the runner takes them out of the log.
  const told = result.log.split('\n').filter(line => !line.startsWith('::add-mask::'))
  expect(result.log.startsWith('::add-mask::')).toBe(true)
  expect(result.masks).toContain(password)
  expect(result.masks).not.toContain('true')
  for (const place of [comment!.body, result.summary, JSON.stringify(result.outputs), told.join('\n')])
    for (const secret of ['canary', encodeURIComponent(password), basic]) expect(place).not.toContain(secret)
  expect(comment!.body).toContain('***')
})
