import { expect, test } from 'vitest'
import type { StoreClientOptions } from '../../../server/store/access/client.ts'
import { createBudget } from '../../../server/store/access/pace.ts'
import type { UrlTraces } from '../../../server/store/types.ts'
import { traceUrls } from '../../../server/store/urls/traces.ts'
import { type Reply, type Site, site } from '../server.ts'

type Pages = Record<string, string | Reply>

const page = (title: string, more = '', head = '') =>
  `<!doctype html><html><head><title>${title} | Shop</title>${head}</head><body><nav>Menu</nav><main><h1>${title}</h1>${more}</main></body></html>`
const to = (location: string, status = 301): Reply => ({ status, headers: { location } })

async function serve(pages: Pages): Promise<Site> {
  const one = await site(path => {
    const reply = pages[path]
    return typeof reply === 'string' ? { body: reply.replaceAll('HOST', one.origin) } : reply
  })
  return one
}

interface Given {
  original: Pages
  rebuilt: Pages
  links?: { href: string; landmark: string }[]
  budget?: number
  products?: { path: string; hidden?: true }[]
  listed?: string[]
}

async function trace({ original, rebuilt, links = [], budget, products = [], listed }: Given) {
  const [before, after] = [
    await serve({ '/': page('Home'), ...original }),
    await serve({ '/': page('Home'), ...rebuilt }),
  ]
  const traced = await traceUrls({
    original: {
      client: before.client(),
      origins: [before.origin],
      page: {
        url: `${before.origin}/`,
        canonical: '',
        links: links.map(({ href, landmark }) => ({ href: before.origin + href, landmark })),
      },
      catalog: { products: products as never, collections: [] },
      // HOST is known only now.
      ...(listed && { listed: listed.map(address => address.replace('HOST', before.origin)) }),
    },
    rebuilt: { client: after.client(), platform: 'online_store', links: [], catalog: null },
    budget,
  })
  const hide = <T>(value: T): T =>
    JSON.parse(
      JSON.stringify(value).replaceAll(before.origin, 'http://old').replaceAll(after.origin, 'http://new'),
    )
  return { original: hide(traced.original), rebuilt: hide(traced.rebuilt), gaps: traced.gaps, before, after }
}

const paths = ({ urls }: UrlTraces) => urls.map(({ path }) => path)
const traceOf = ({ urls, traces }: UrlTraces, path: string) =>
  traces[urls.findIndex(url => url.path === path)]!

const sitemap = (...locs: string[]) =>
  `<urlset>${locs.map(loc => `<url><loc>HOST${loc}</loc></url>`).join('')}</urlset>`

test('what the original answers with 200 and lets be indexed is asked, each address once', async () => {
  const { original, rebuilt } = await trace({
    original: {
      '/robots.txt': 'User-agent: *\nDisallow: /secret\nSitemap: HOST/map.xml',
      '/map.xml': sitemap(
        '/',
        '/a/',
        '/A',
        '/b?utm_source=mail',
        '/b',
        '/gone',
        '/old',
        '/hidden',
        '/header',
        '/secret/x',
        '/copy',
        '/style.css',
        '/off',
        '/feed',
      ),
      '/a/': page('A'),
      '/b?utm_source=mail': page('B'),
      '/old': to('/new-name'),
      '/new-name': page('New name'),
      '/hidden': page('Hidden', '', '<meta name="robots" content="noindex, follow">'),
      '/header': { headers: { 'x-robots-tag': 'noindex' }, body: page('Header') },
      '/secret/x': page('Secret'),
      '/copy': page('Copy', '', '<link rel="canonical" href="/master">'),
      '/master': page('Master', '', '<link rel="canonical" href="https://production.example/master">'),
      '/feed': { headers: { 'content-type': 'application/rss+xml' }, body: '<rss/>' },
      '/off': to('https://127.0.0.2:1/elsewhere'),
    },
    rebuilt: {},
    products: [{ path: '/p/lamp' }, { path: '/p/gift-wrap', hidden: true }],
    links: [
      { href: '/menu', landmark: 'navigation' },
      { href: '/small-print', landmark: 'contentinfo' },
    ],
  })
  expect(paths(original)).toEqual(
    expect.arrayContaining(['/', '/a/', '/b?utm_source=mail', '/new-name', '/master']),
  )
  expect(paths(original)).toHaveLength(5)
  expect(original.coverage.dropped).toEqual({
    'answers 404': 4,
    'is a redirect': 1,
    'is kept out of the index': 2,
    'is closed by robots.txt': 1,
    'names another address as canonical': 1,
    'leads nowhere': 1,
    'is no page': 1,
  })
  expect(original.coverage).toMatchObject({ asked: 5, capped: false, outOfTime: false, unknown: 0 })
  expect(original.urls[0]).toMatchObject({ path: '/', kind: 'home', source: 'navigation' })
  expect(rebuilt.urls).toEqual(original.urls)
  expect(rebuilt.traces.map(({ status }) => status)).toEqual([200, 404, 404, 404, 404])
})

test('the way to the next page of a list, and what is a visitor’s own, is no navigation of the site', async () => {
  const { original } = await trace({
    original: { '/menu/': page('Menu'), '/menu/page/2/': page('Menu'), '/my-account/': page('Log in') },
    rebuilt: {},
    links: ['/menu/', '/menu/page/2/', '/my-account/'].map(href => ({ href, landmark: 'navigation' })),
  })
  expect(original.urls.map(({ path, kind, source }) => [path, kind, source])).toEqual([
    ['/', 'home', 'navigation'],
    ['/menu/', 'page', 'navigation'],
    ['/menu/page/2/', 'archive', 'link'],
  ])
})

test('a page is read to its end behind whatever scripts; of one that is cut nothing is missing', async () => {
  const long = (bytes: number) => page('Lamp', `<script>${' '.repeat(bytes)}</script><p>Reviews (31)</p>`)
  const lamp = { '/sitemap.xml': sitemap('/lamp') }
  const whole = await trace({ original: { ...lamp, '/lamp': long(0) }, rebuilt: { '/lamp': long(800_000) } })
  expect(whole.rebuilt.pages[1]!.facts!.reviews).toMatchObject({ count: 31 })
  expect(whole.gaps.filter(gap => gap.includes('read in part'))).toEqual([])
  const cut = await trace({ original: { ...lamp, '/lamp': long(0) }, rebuilt: { '/lamp': long(3_000_000) } })
  expect(cut.rebuilt.pages[1]).toMatchObject({ heading: 'Lamp', status: 200 })
  expect(cut.rebuilt.pages[1]!.facts).toBeUndefined()
  expect(cut.gaps).toContainEqual(expect.stringContaining('1 page of the new store had more than 3 MB'))
})

test('an original that is kept out of the index as a whole is a staging host', async () => {
  const { original } = await trace({
    original: {
      '/': { headers: { 'x-robots-tag': 'noindex' }, body: page('Home') },
      '/robots.txt': 'User-agent: *\nDisallow: /',
      '/sitemap.xml': sitemap('/a'),
      '/a': { headers: { 'x-robots-tag': 'noindex' }, body: page('A') },
    },
    rebuilt: {},
  })
  expect(paths(original)).toEqual(['/', '/a'])
})

test('redirects of servers and of pages are followed hop by hop, with what the last page says', async () => {
  const { original, rebuilt, after } = await trace({
    original: Object.fromEntries([
      [
        '/sitemap.xml',
        sitemap('/kept', '/moved', '/two', '/loop', '/meta', '/script', '/busy', '/deep', '/file.pdf'),
      ],
      ...['kept', 'moved', 'two', 'loop', 'meta', 'script', 'busy', 'deep'].map(name => [
        `/${name}`,
        page(name),
      ]),
      ['/file.pdf', { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7' }],
    ]),
    rebuilt: {
      '/kept': {
        headers: { 'server-timing': 'processing;dur=2, pageType;desc="page", servedBy;desc="x"' },
        body: page(
          'Kept',
          '<p>one two three four</p><a href="/products/lamp">Lamp</a>',
          '<link rel="canonical" href="/kept">',
        ),
      },
      '/moved': to('/kept#part', 308),
      '/two': to('/moved', 302),
      '/loop': to('/loop-2'),
      '/loop-2': to('/loop'),
      '/meta': '<meta http-equiv="refresh" content="0; url=/kept"><p>Moved</p>',
      '/script': '<script>window.location.replace("/kept")</script>',
      '/busy': { status: 429 },
      '/deep': '<div>'.repeat(50_000),
    },
  })
  const seen = (path: string) => {
    const { hops, end, status } = traceOf(rebuilt, path)
    return [...hops.map(({ status, by }) => `${by} ${status}`), end, status]
  }
  expect(seen('/kept')).toEqual(['answer', 200])
  expect(seen('/moved')).toEqual(['server 308', 'answer', 200])
  expect(seen('/two')).toEqual(['server 302', 'server 308', 'answer', 200])
  expect(seen('/loop')).toEqual(['server 301', 'server 301', 'loop', 301])
  expect(seen('/meta')).toEqual(['meta 200', 'answer', 200])
  expect(seen('/script')).toEqual(['script 200', 'answer', 200])
  expect(seen('/busy')).toEqual(['unasked', 0])
  expect(traceOf(rebuilt, '/busy').why).toMatch(/limits how often/)
  expect(seen('/deep')).toEqual(['answer', 200])
  const landed = rebuilt.pages[traceOf(rebuilt, '/two').page!]!
  expect(landed).toMatchObject({
    url: 'http://new/kept',
    title: 'Kept | Shop',
    heading: 'Kept',
    canonical: 'http://new/kept',
    pageType: 'page',
    productLinks: 1,
    words: 6,
    opening: 'Kept one two three four Lamp',
  })
  // However many lead there.
  expect(after.asked.filter(path => path === '/kept')).toHaveLength(1)
  expect(original.pages[traceOf(original, '/file.pdf').page!]).toMatchObject({
    type: 'application/pdf',
    words: 0,
  })
})

test('strangers are asked beside the old ones, once a template', async () => {
  const { rebuilt, after } = await trace({
    original: {
      '/sitemap.xml': sitemap('/product/a', '/product/b', '/docs/x.html'),
      '/product/a': page('A'),
      '/product/b': page('B'),
      '/docs/x.html': page('X'),
    },
    rebuilt: {},
  })
  const asked = rebuilt.notFoundProbes.map(({ path }) => path)
  expect(asked).toHaveLength(2)
  expect(asked.some(path => /^\/product\/never-was-\w+$/.test(path))).toBe(true)
  expect(asked.some(path => /^\/docs\/never-was-\w+\.html$/.test(path))).toBe(true)
  expect(after.asked).toEqual(expect.arrayContaining(asked))
  expect(rebuilt.notFoundProbes.every(({ trace }) => trace.status === 404)).toBe(true)
})

test('the budget bounds what is asked; home and navigation are asked in any case', async () => {
  const names = Array.from({ length: 40 }, (_, n) => `/p/${n}`)
  const { original } = await trace({
    original: {
      '/sitemap.xml': sitemap(...names, '/pages/about'),
      ...Object.fromEntries(names.map(name => [name, page(name)])),
      '/pages/about': page('About'),
      '/menu': page('Menu'),
    },
    rebuilt: {},
    links: [{ href: '/menu', landmark: 'navigation' }],
    budget: 10,
  })
  expect(paths(original)).toHaveLength(10)
  expect(paths(original)).toEqual(expect.arrayContaining(['/', '/menu', '/pages/about']))
  expect(original.coverage).toMatchObject({ found: 43, asked: 10 })
  expect(original.coverage.templates).toContainEqual({ template: 'product /p/*', found: 40, asked: 7 })
})

test('when time runs out what was not asked is left out, and it is said', async () => {
  const names = Array.from({ length: 60 }, (_, n) => `/p/${n}`)
  const before = await serve({
    '/': page('Home'),
    '/sitemap.xml': sitemap(...names),
    ...Object.fromEntries(names.map(name => [name, page(name)])),
  })
  const after = await serve({ '/': page('Home') })
  let now = 0
  const clock = { now: () => (now += 10), sleep: async () => {} }
  const budget = createBudget(1500, clock)
  budget.start()
  const { original } = await traceUrls(pagesAlone(before, after, { clock, budget }))
  expect(original.coverage.outOfTime).toBe(true)
  expect(original.coverage.asked).toBeGreaterThan(3)
  expect(original.coverage.asked).toBeLessThan(60)
  expect(original.coverage.found).toBe(61)
})

test('pages of the new host that a redirect may lead to are gathered, products and private places left out', async () => {
  const { rebuilt } = await trace({
    original: {},
    rebuilt: {
      '/sitemap.xml': `<sitemapindex><sitemap><loc>HOST/sitemap_products_1.xml</loc></sitemap><sitemap><loc>HOST/sitemap_pages_1.xml</loc></sitemap><sitemap><loc>HOST/en-ca/sitemap_pages_1.xml</loc></sitemap></sitemapindex>`,
      '/sitemap_products_1.xml': sitemap('/products/a'),
      '/en-ca/sitemap_pages_1.xml': sitemap('/en-ca/pages/about'),
      '/sitemap_pages_1.xml': sitemap('/pages/about', '/account', '/collections/all', '/collections/shirts'),
    },
  })
  expect(rebuilt.targets).toEqual([
    { path: '/pages/about', kind: 'page', title: '' },
    { path: '/collections/shirts', kind: 'category', title: '' },
  ])
})

/** Two sites of which nothing is known but their home pages. */
const pagesAlone = (
  before: Site,
  after: Site,
  options?: Partial<StoreClientOptions>,
): Parameters<typeof traceUrls>[0] => ({
  original: {
    client: before.client(),
    origins: [before.origin],
    page: { url: `${before.origin}/`, canonical: '', links: [] },
    catalog: null,
  },
  rebuilt: { client: after.client(options), platform: 'online_store', links: [], catalog: null },
})

test('a redirect that names the address after the switch is followed on the new host', async () => {
  const { rebuilt, before } = await trace({
    original: { '/sitemap.xml': sitemap('/a', '/same'), '/a': page('A'), '/same': page('Same') },
    rebuilt: { '/b': page('B') },
  })
  expect(rebuilt.withCatalog).toBe(false)
  const after = await serve({
    '/': page('Home'),
    '/a': to(`${before.origin}/b`),
    '/same': to(`${before.origin}/same`),
    '/b': page('B'),
  })
  const { rebuilt: again } = await traceUrls(pagesAlone(before, after))
  const landed = (path: string) => again.pages[traceOf(again, path).page!]?.url
  expect(landed('/a')).toBe(`${after.origin}/b`)
  // Nobody can tell what will be there: what answers today is the original itself.
  expect(traceOf(again, '/same')).toMatchObject({ end: 'unasked', why: expect.stringContaining('original') })
  expect(before.asked.filter(path => path === '/same')).toHaveLength(2)
})

test('the address after the switch may be spelled with another scheme', async () => {
  const before = await serve({ '/': page('Home'), '/sitemap.xml': sitemap('/a'), '/a': page('A') })
  const safe = before.origin.replace('http:', 'https:')
  const after = await serve({ '/': page('Home'), '/a': to(`${safe}/b`), '/b': page('B') })
  const { rebuilt } = await traceUrls(pagesAlone(before, after))
  expect(rebuilt.pages[traceOf(rebuilt, '/a').page!]?.url).toBe(`${after.origin}/b`)
})

test('an original whose sitemap is refused is not one without other addresses', async () => {
  const rebuilt = { '/a': page('A') }
  const links = [{ href: '/a', landmark: 'navigation' }]
  const refused = { status: 403, body: '<h1>No</h1>' }
  const original = { '/a': page('A'), '/sitemap.xml': refused }
  const { coverage } = (await trace({ original, rebuilt, links })).original
  expect(coverage.unlisted).toMatch(/sitemap\.xml answers 403/)
  const none = await trace({ original: { '/a': page('A'), '/xmlsitemap.php': refused }, rebuilt, links })
  expect(none.original.coverage.unlisted).toBeUndefined()
  const listed = await trace({ original, rebuilt, links, products: [{ path: '/a' }] })
  expect(listed.original.coverage.unlisted).toBeUndefined()
})

test.each([401, 403, 500])(
  'what the original refuses with %i is unknown, and not without worth',
  async status => {
    const refused = { status, body: '<h1>No</h1>' }
    const { original } = await trace({
      original: { '/': refused, '/sitemap.xml': sitemap('/a', '/b'), '/a': refused, '/b': page('B') },
      rebuilt: { '/b': page('B') },
    })
    expect(original.coverage.unknown).toBe(2)
    expect(original.coverage.dropped).toEqual({})
    expect(paths(original)).toEqual(['/b'])
  },
)

test('the owner’s list is asked as any other address, paths and URLs alike; other hosts are named', async () => {
  const { original, rebuilt } = await trace({
    original: {
      '/forgotten': page('Forgotten'),
      '/campaign?x=1': page('Campaign'),
      '/moved': to('/hop', 302),
      '/hop': to('/forgotten'),
      '/to-home': to('/'),
      '/away': to('https://other.example/'),
      '/hidden': page('Hidden', '', '<meta name="robots" content="noindex">'),
      '/to-hidden': to('/hidden'),
      '/account': page('Account'),
    },
    rebuilt: { '/forgotten': to('/pages/found'), '/pages/found': page('Forgotten') },
    listed: [
      '/to-home',
      '/to-hidden',
      '/forgotten',
      'HOST/campaign?x=1',
      '/moved',
      '/never-was',
      // A visitor's own, and wanted all the same.
      '/account',
      'https://other.example/x',
      '/style.css',
    ],
  })
  // What the original leads on still has visitors, who got the page that it leads to.
  expect(paths(original).sort()).toEqual(['/', '/account', '/campaign?x=1', '/forgotten', '/moved'])
  expect(original.urls.find(({ path }) => path === '/moved')).toMatchObject({ shows: '/forgotten' })
  expect(traceOf(rebuilt, '/moved').status).toBe(404)
  expect(original.urls.find(({ path }) => path === '/forgotten')).toMatchObject({ source: 'list' })
  expect(traceOf(rebuilt, '/forgotten').hops).toHaveLength(1)
  expect(original.coverage.limits).toContain(
    '2 addresses of old_urls are of other hosts or no pages, and were left out',
  )
  expect(original.coverage.dropped).toMatchObject({
    'answers 404': 1,
    'is a redirect': 2,
    'is kept out of the index': 1,
  })
})

test('pictures and alternates of a sitemap are asked; pictures are beside what is counted', async () => {
  const picture: Reply = { body: 'x', headers: { 'content-type': 'image/png' } }
  const { original, rebuilt } = await trace({
    original: {
      '/sitemap.xml': `<urlset><url><loc>HOST/a</loc><xhtml:link rel="alternate" href="HOST/de/a"/><image:image><image:loc>HOST/files/a.png</image:loc></image:image><image:image><image:loc>HOST/files/gone.png</image:loc></image:image></url></urlset>`,
      '/a': page('A'),
      '/de/a': page('Auf Deutsch'),
      '/files/a.png': picture,
    },
    rebuilt: { '/a': page('A') },
    budget: 2,
  })
  expect(original.urls.at(-1)).toMatchObject({ path: '/files/a.png', kind: 'image' })
  expect(original.urls.filter(({ kind }) => kind === 'image')).toHaveLength(1)
  expect(traceOf(rebuilt, '/files/a.png')).toMatchObject({ status: 404 })
  expect(original.coverage).toMatchObject({ found: 3, asked: 2, unknown: 0, dropped: {} })
})

test('documents that pages link to are asked as well, though nothing lists them', async () => {
  const lamp = page('Lamp', '<a href="/files/manual.pdf">Manual</a> <a href="/files/gone.pdf">Gone</a>')
  const { original, rebuilt } = await trace({
    original: { '/product/lamp': lamp, '/files/manual.pdf': 'x' },
    rebuilt: { '/product/lamp': lamp },
    products: [{ path: '/product/lamp' }],
  })
  const manual = original.urls.find(({ path }) => path === '/files/manual.pdf')
  expect(manual).toMatchObject({ kind: 'file', source: 'link' })
  expect(traceOf(rebuilt, '/files/manual.pdf').status).toBe(404)
  // What the original does not have either is no loss.
  expect(paths(original)).not.toContain('/files/gone.pdf')
})
