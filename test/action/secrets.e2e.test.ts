import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressSecrets, hide } from '../../action/secrets.ts'
import { scorecard, suite } from './scorecards.ts'
import { openWorkflow, type Workflow } from './world.ts'

let world: Workflow
beforeAll(async () => {
  world = await openWorkflow()
})
afterAll(() => world.close())

test.each([
  ['as it is', 'k&y<1>/é "q"'],
  ['in a path', encodeURIComponent('k&y<1>/é "q"')],
  ['in an address that was only made valid', encodeURI('k&y<1>/é "q"')],
  ['with small letters', encodeURIComponent('k&y<1>/é "q"').toLowerCase()],
  ['in a form', 'k%26y%3C1%3E%2F%C3%A9+%22q%22'],
  ['in the source of a page', 'k&amp;y&lt;1&gt;/é &quot;q&quot;'],
  ['in JSON', 'k&y<1>/é \\"q\\"'],
])('a secret is found %s', (_, shown) => {
  expect(hide(['k&y<1>/é "q"'], []).redact(`x ${shown} y`)).toBe('x *** y')
})

test('a short secret does not blacken what only looks like it', () => {
  expect(hide(['ab'], []).redact('YWI is ab in base64')).toBe('YWI is *** in base64')
})

test.each<[string, string[]]>([
  [
    'https://p.example.com/?x-vercel-protection-bypass=canary-1&x-vercel-set-bypass-cookie=samesitenone',
    ['canary-1'],
  ],
  ['https://p.example.com/?_vercel_share=canary-22&page=contact-form', ['canary-22']],
  ['https://p.example.com/?preview_key=canaryKey&keyword=sourdough&utm_source=newsletter', ['canaryKey']],
  // Words of a shop and not of a lock: hidden, they would blacken every sentence that holds them.
  ['https://p.example.com/?key=category&author=jane-doe-1999&session=spring&share=facebook&code=welcome', []],
  ['https://p.example.com/?token=', []],
  ['no address', []],
])('what lets in at %s', (address, secrets) => {
  expect(addressSecrets(address)).toEqual(secrets)
})

test('a key in an address and a cookie are sent, but neither shown nor told', async () => {
  const text = 'It read canary-key and canary-cookie there'
  world.cutover.script = () =>
    scorecard([
      suite('seo', 50, [
        { message: text, fix: text, rebuilt: { url: 'https://p.example.com/?token=canary-key' } },
      ]),
    ])
  const address = 'https://p.example.com/?token=canary-key&lang=de'
  const result = await world.step({
    'new-url': address,
    'new-headers': 'Cookie: lang=de; session=canary-cookie',
  })
  expect((await world.cutover.submissions()).at(-1)).toMatchObject({ new_url: address })
  const body = (await world.github.comments())[0]!.body
  const log = result.log.split('\n').filter(line => !line.startsWith('::add-mask::'))
  for (const place of [body, result.summary, log.join('\n'), result.outputs.scorecard])
    expect(place).not.toContain('canary')
  expect(body).toContain('`https://p.example.com/?token=***&lang=de`')
  expect(result.outputs['new-url']).toBe(address)
  expect(result.masks).toEqual(expect.arrayContaining(['canary-key', 'canary-cookie']))
})

test('nor is the key of a preview that was found', async () => {
  const { id } = await world.github.ask('POST', '/repos/octo/shop/deployments', {
    ref: world.github.sha,
    environment: 'Preview',
  })
  await world.github.ask('POST', `/repos/octo/shop/deployments/${id}/statuses`, {
    state: 'success',
    environment_url: 'https://p.example.net/?_vercel_share=canary-4711',
  })
  world.cutover.script = () => scorecard()
  const result = await world.step({ 'new-url': '' })
  expect(result.status).toBe(0)
  expect(result.log).toContain('preview: https://p.example.net/?_vercel_share=***')
  expect((await world.github.comments())[0]!.body).not.toContain('canary')
  expect(result.summary).not.toContain('canary')
})
