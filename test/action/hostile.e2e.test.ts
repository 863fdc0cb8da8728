import { expect, test } from 'vitest'
import { HOSTILE } from './hostile-texts.ts'
import { hidden, mischief } from './rendered.ts'
import { everywhere } from './scorecards.ts'
import { openWorld, PREVIEW, world } from './world.ts'

openWorld()

/** Where the words of the step lead. */
const links = () => [world.runUrl(), PREVIEW]

test('there are at least 60 of them', () => {
  expect(new Set(HOSTILE).size).toBeGreaterThanOrEqual(60)
})

/** Longer ones are cut. A comment on several pages holds less of each: see comment.test.ts. */
const MAX_TOGETHER = 200
const TOGETHER = 8
const short = HOSTILE.filter(text => text.length <= MAX_TOGETHER)
const GROUPS = [
  ...HOSTILE.filter(text => text.length > MAX_TOGETHER).map(text => [text]),
  ...Array.from({ length: Math.ceil(short.length / TOGETHER) }, (_, index) =>
    short.slice(index * TOGETHER, (index + 1) * TOGETHER),
  ),
]

test.each(GROUPS.map((texts, index) => ({ texts, index })))(
  'hostile titles, group $index: they stay text in the log, the comment, the summary and the outputs',
  async ({ texts }) => {
    await world.github.newPull()
    const names = texts.map((_, index) => `Page ${index + 1}`)
    world.cutover.script = ({ page_name }) => everywhere(texts[Math.max(0, names.indexOf(page_name ?? ''))]!)
    const many = texts.length > 1
    const result = await world.step(
      many ? { pages: names.map(name => `${name}: /${name.slice(5)}`).join('\n') } : {},
    )
    const [command, ...more] = result.commands
    expect(more).toEqual([])
    expect(command!.name).toBe('error')
    const told = command!.text.match(/^(Page \d+: )?content 50 \(target 85\)\. Gravest: /gm)
    expect(told).toHaveLength(texts.length)
    expect(result.status).toBe(1)
    for (const mark of ['##[', '\u001b']) expect(result.log).not.toContain(mark)
    const known = ['all-pass', 'scorecard', 'job-ids', 'report-url', 'new-url']
    expect(
      Object.keys(result.outputs)
        .filter(name => !name.startsWith('score-'))
        .sort(),
    ).toEqual(known.sort())
    expect(result.outputs['all-pass']).toBe('false')
    const cards = [JSON.parse(result.outputs.scorecard!)].flat()
    expect(cards).toEqual(texts.map(() => expect.objectContaining({ allPass: false })))
    const comments = await world.github.comments()
    expect(comments).toHaveLength(1)
    const { body } = comments[0]!
    expect(body.length).toBeLessThanOrEqual(60_000)
    for (const text of [body, result.summary])
      if (many) for (const name of names) expect(text).toContain(name)
    const mayLinkTo = [...links(), ...names.map(name => PREVIEW + name.slice(5))]
    expect(mischief(body.replace(/^(<!-- .* -->\n){2}/, ''), mayLinkTo)).toEqual([])
    expect(mischief(result.summary, mayLinkTo)).toEqual([])
    // The marker and the scores.
    expect(hidden(body)).toBe(2)
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
