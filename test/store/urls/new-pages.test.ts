/** Which pages of the new host a redirect could lead to. */
import { expect, test } from 'vitest'
import { targetsOf } from '../../../server/store/urls/new-pages.ts'

const ORIGIN = 'https://new.example'
const FILES: Record<string, string[]> = {
  '/sitemap_pages_1.xml': ['/pages/shipping'],
  '/en-ca/sitemap_pages_1.xml': ['/en-ca/pages/shipping'],
  '/de/sitemap_pages_1.xml': ['/de/pages/shipping'],
  '/fr/sitemap_pages_1.xml': ['/fr/pages/shipping'],
}
const client = {
  origin: ORIGIN,
  async get(url: string) {
    const { pathname } = new URL(url, ORIGIN)
    const [root, tag, list] =
      pathname === '/sitemap.xml'
        ? ['sitemapindex', 'sitemap', Object.keys(FILES)]
        : ['urlset', 'url', FILES[pathname] ?? []]
    const entries = list.map(path => `<${tag}><loc>${ORIGIN}${path}</loc></${tag}>`)
    const body = `<${root}>${entries.join('')}</${root}>`
    const response = {
      url: ORIGIN + pathname,
      status: 200,
      headers: { 'content-type': 'text/xml' },
      body: Buffer.from(body),
    }
    return { ok: true as const, response: { ...response, setCookies: [], truncated: false, chain: [] } }
  },
}

test('a market shows the pages of its language, a language that is asked for has its own', async () => {
  const paths = async (languages?: Set<string>) =>
    (await targetsOf(client, [ORIGIN], null, [], languages)).map(({ path }) => path)
  expect(await paths()).toEqual(['/pages/shipping'])
  expect(await paths(new Set(['de']))).toEqual(['/pages/shipping', '/de/pages/shipping'])
})
