/** The new site is asked for pages of the original that the new page does not link to under their address. */
import { afterEach, expect, test } from 'vitest'
import type { LinkTarget } from '../../server/capture/collectors/link-targets.ts'
import type { LinkArtifact } from '../../server/capture/collectors/links.ts'
import { askOldAddresses } from '../../server/capture/collectors/old-addresses.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { createHttp } from '../../server/egress/http/index.ts'
import { makeCapture } from '../suites/captures.ts'
import { type Host, listen } from './counting-host.ts'

const ORIGIN = 'http://original.example'
const HTML = 'text/html; charset=utf-8'

const hosts: Host[] = []
afterEach(() => {
  for (const { server } of hosts.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

interface Given {
  /** Of the original: its path, and by path what its pages answered if not with a page. */
  from?: string
  pages: Record<string, Partial<LinkTarget>>
  /** Of the new page: its path and what it links to. */
  to?: string
  links?: string[]
  answer?: Parameters<typeof listen>[0]
  budgetMs?: number
}

async function ask({ from = '/', pages, to = '/', links = [], answer = () => [404], budgetMs }: Given) {
  const host = await listen(answer)
  hosts.push(host)
  const origin = `http://${host.host}`
  const targets = Object.entries(pages).map(([path, more]): LinkTarget => {
    const href = ORIGIN + path
    return {
      ...{
        href,
        url: href,
        external: false,
        status: 200,
        finalUrl: href,
        failure: null,
        type: HTML,
        page: null,
      },
      ...more,
    }
  })
  const original = makeCapture('original', {
    document: { url: ORIGIN + from },
    linkTargets: { targets, skipped: 0, unasked: [] },
  })
  const rebuilt = makeCapture('rebuilt', {
    document: { url: origin + to },
    links: links.map(path => ({ href: new URL(path, origin).href })) as unknown as LinkArtifact[],
  })
  const http = createHttp(createGuard({ allowHosts: [host.host] }), { userAgent: 'test' })
  const site = { ...SITE, url: origin + to, headers: { 'x-preview': 'yes' }, origins: [ORIGIN, origin] }
  const gaps: string[] = []
  try {
    const signal = budgetMs === undefined ? undefined : AbortSignal.timeout(budgetMs)
    await askOldAddresses({ http, site, gaps }, { original, rebuilt }, signal)
  } finally {
    await http.close()
  }
  const { linkTargets } = rebuilt.artifacts
  if (!linkTargets.ok) throw new Error(linkTargets.reason)
  const { oldAddresses: found = [], unansweredOldAddresses: unanswered = [] } = linkTargets.value
  expect(gaps).toHaveLength(unanswered.length > 0 ? 1 : 0)
  const pathOf = (url: string) => url.slice(new URL(url).origin.length)
  return {
    asked: host.asked,
    gaps,
    unanswered: unanswered.map(pathOf),
    found: found.map(({ href, status, finalUrl, page }) => [
      ...[pathOf(href), status, pathOf(finalUrl)],
      ...(page ? [page.heading] : []),
    ]),
  }
}

const SITE = { side: 'rebuilt', ignore: [], noon: 0, failureOf: () => undefined } as const

test('pages that are linked at another address now are asked once, and where they end is known', async () => {
  const { asked, found } = await ask({
    pages: {
      '/intro.html': {},
      '/intro.html?from=menu': {},
      '/about.html': {},
      '/moved': {},
      '/prices': {},
      '/kept': {},
      '/dead': { status: 404 },
      '/list.pdf': { type: 'application/pdf' },
      '/redirected': { finalUrl: `${ORIGIN}/intro.html` },
      '/account/logout': {},
      '//elsewhere.example/': { external: true },
    },
    links: ['/Introduction.html', '/about', `${ORIGIN}/kept`],
    answer: url => {
      if (url === '/moved') return [301, 0, { location: '/here' }]
      if (url === '/prices') return [200, 0, {}, '<h1>Page not found</h1>']
      return [url === '/here' ? 200 : 404]
    },
  })
  expect(found).toEqual([
    ['/intro.html', 404, '/intro.html'],
    ['/about.html', 404, '/about.html'],
    ['/moved', 200, '/here', ''],
    ['/prices', 200, '/prices', 'Page not found'],
  ])
  expect(asked.toSorted()).toEqual(
    ['/about.html', '/here', '/intro.html', '/moved', '/prices'].map(path => `GET ${path}`),
  )
})

test('addresses are asked below the path that the new site is mounted at', async () => {
  const { found, asked } = await ask({
    ...{ from: '/book/toc', to: '/preview/toc', links: ['/preview/b.html'] },
    pages: { '/book/a.html': {}, '/book/b.html': {}, '/other/c.html': {} },
  })
  expect(found).toEqual([['/book/a.html', 404, '/preview/a.html']])
  expect(asked).toEqual(['GET /preview/a.html'])
})

test.each([
  ['the two pages do not tell where the sites are mounted', '/guide/intro.html', '/Introduction'],
  ['the site is not below the address of its front page', '/', '/en/home'],
])('nothing is asked where %s', async (_, from, to) => {
  const { asked } = await ask({
    from,
    to,
    links: ['/en/about', '/setup'],
    pages: { '/guide/a': {}, '/a': {} },
  })
  expect(asked).toEqual([])
})

test('a page that was renamed in its folder tells where the site is mounted', async () => {
  const pages = { '/book/a.html': {} }
  const { asked } = await ask({ from: '/book/index.html', to: '/book/Intro.html', links: ['/b'], pages })
  expect(asked).toEqual(['GET /book/a.html'])
})

test('fifty are asked at most', async () => {
  const pages = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`/page-${at}`, {}]))
  const { found, asked } = await ask({ pages, links: ['/b'] })
  expect([found.length, asked.length]).toEqual([50, 50])
})

test('what does not answer in time is a gap', async () => {
  const answer: Given['answer'] = url => [404, url === '/b' ? 20_000 : 0]
  const pages = { '/a': {}, '/b': {} }
  const { found, unanswered, gaps } = await ask({ pages, links: ['/c'], answer, budgetMs: 500 })
  expect(found).toEqual([['/a', 404, '/a']])
  expect(unanswered).toEqual(['/b'])
  expect(gaps).toEqual([
    '1 of the 2 addresses of the original that the new site was asked for did not answer within 5 s',
  ])
})
