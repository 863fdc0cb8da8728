/** Where the help_url of an issue leads. */
import { expect, test } from 'vitest'
import { helpUrlOf } from '../../server/lib/help-url.ts'
import { suites } from '../../server/suites/index.ts'
import { browser, openSite } from './browser.ts'

openSite()

test.each(suites.map(suite => [suite.name, suite] as const))(
  '%s: the help_url of each rule leads to its place',
  async (name, suite) => {
    const { status, text } = await browser.get(`/docs/checks/${name}`)
    expect(status).toBe(200)
    const rules = suite.checks.flatMap(check => check.rules.list)
    expect(rules.length).toBeGreaterThan(0)
    for (const rule of rules) {
      const [path, anchor] = helpUrlOf(rule.id).split('#')
      expect(path).toBe(`/docs/checks/${name}`)
      expect(text).toContain(`<a id="${anchor}"></a>`)
    }
  },
)

test('links between the pages stand below the path of the server’s address', async () => {
  const paths = ['/docs/methodology', '/docs/checks/seo', '/docs/methods/seo', '/docs/methods/stores']
  for (const path of paths) {
    const { status, text } = await browser.get(path)
    expect(status).toBe(200)
    const links = [...text.matchAll(/href="([^"#][^"#]*)/g)].map(([, link]) => link!)
    for (const link of links) expect(link).toMatch(/^(\/checks\/|https:)/)
    for (const link of new Set(links.filter(one => one.startsWith('/checks/docs/'))))
      expect((await browser.get(link.replace('/checks', ''))).status).toBe(200)
  }
})

test('what may scroll sideways can be scrolled with keys', async () => {
  const { text } = await browser.get('/docs/methodology')
  expect(text).toContain('<pre tabindex="0">')
  expect(text).not.toMatch(/<(pre|table)>/)
})

test.each(['/docs/checks/nothing', '/docs/checks/..%2f..%2fREADME', '/docs/methods/../checks.md'])(
  '%s is not there',
  async path => {
    expect((await browser.get(path)).status).toBe(404)
  },
)

test('/docs leads to the first page', async () => {
  const { status, headers } = await browser.get('/docs')
  expect({ status, location: headers.location }).toEqual({
    status: 302,
    location: '/checks/docs/methodology',
  })
})
