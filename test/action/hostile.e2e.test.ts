/** What a page is called, or says of itself, stays text wherever a step tells of it, and its secrets are in none of it. */
import { expect, test } from 'vitest'
import { HOSTILE } from './hostile-texts.ts'
import { expectTexts, links, oneOfAKind } from './hostile-titles.ts'
import { mischief } from './rendered.ts'
import { everywhere } from './scorecards.ts'
import { openWorld, world } from './world.ts'

openWorld()

test('there are at least 60 of them', () => {
  expect(new Set(HOSTILE).size).toBeGreaterThanOrEqual(60)
})

/** The others: hostile.slow.test.ts. */
test.each(oneOfAKind.map((texts, index) => ({ texts, index })))(
  'hostile titles, group $index: they stay text in the log, the comment, the summary and the outputs',
  ({ texts }) => expectTexts(texts),
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
