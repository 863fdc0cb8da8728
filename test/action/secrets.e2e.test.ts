import { expect, test } from 'vitest'
import { scorecard, suite } from './scorecards.ts'
import { openWorld, world } from './world.ts'

openWorld()

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
