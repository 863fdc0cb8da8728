import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { newReport, type SitemapOptions, sitemapEntries } from '../../../server/store/urls/sitemap.ts'
import { type Reply, site } from '../server.ts'

type Files = Record<string, string | Buffer | Reply>

/** `HOST` in texts stands for the site's origin. */
async function read(files: Files | ((path: string) => Reply | undefined), options?: SitemapOptions) {
  const at = await site(path => {
    if (typeof files === 'function') return files(path)
    const file = files[path]
    if (file === undefined) return undefined
    const reply = typeof file === 'string' || Buffer.isBuffer(file) ? { body: file } : file
    return typeof reply.body === 'string'
      ? { ...reply, body: reply.body.replaceAll('HOST', at.origin) }
      : reply
  })
  const report = newReport()
  const urls: string[] = []
  const files_: string[] = []
  for await (const { url, sitemap } of sitemapEntries(at.client(), report, options)) {
    urls.push(url.replace(at.origin, ''))
    files_.push(sitemap.replace(at.origin, ''))
  }
  return { urls, files: files_, report, asked: at.asked }
}

const urlset = (...locs: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locs
    .map(loc => `<url><loc>${loc}</loc><lastmod>2026-01-01</lastmod></url>`)
    .join('')}</urlset>`
const index = (...locs: string[]) =>
  `<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locs
    .map(loc => `<sitemap><loc>${loc}</loc></sitemap>`)
    .join('')}</sitemapindex>`

test('addresses are read from the sitemaps that robots.txt names and from /sitemap.xml, each file once', async () => {
  const { urls, report, asked } = await read({
    '/robots.txt': 'User-agent: *\nDisallow: /x\nSITEMAP : HOST/maps/a.xml\r\nSitemap: /sitemap.xml',
    '/maps/a.xml': urlset('HOST/a'),
    '/sitemap.xml': urlset('HOST/b', 'HOST/c#part'),
  })
  expect(urls).toEqual(['/a', '/b', '/c'])
  expect(report).toMatchObject({ limits: [], partial: false })
  expect(asked).toEqual(['/robots.txt', '/maps/a.xml', '/sitemap.xml'])
})

test.each([
  '/sitemap_index.xml',
  '/wp-sitemap.xml',
  '/product-sitemap.xml',
  '/xmlsitemap.php',
  '/1_index_sitemap.xml',
])('without robots.txt %s is found', async place => {
  const { urls, report } = await read({ [place]: index('HOST/child.xml'), '/child.xml': urlset('HOST/a') })
  expect(urls).toEqual(['/a'])
  expect(report.partial).toBe(false)
})

test('an index keeps queries, follows relative addresses and takes from each kind in turn', async () => {
  const { urls, files } = await read({
    '/sitemap.xml': index(
      'HOST/sitemap_agentic_discovery.xml',
      'HOST/sitemap_products_1.xml?from=1&amp;to=2',
      'sitemap_products_2.xml?from=3&amp;to=4',
      '/sitemap_pages_1.xml',
    ),
    '/sitemap_products_1.xml?from=1&to=2': urlset('HOST/products/1'),
    '/sitemap_products_2.xml?from=3&to=4': urlset('HOST/products/2'),
    '/sitemap_pages_1.xml': urlset('/pages/1'),
    '/sitemap_agentic_discovery.xml': urlset('HOST/agents.md'),
  })
  expect(urls).toEqual(['/products/1', '/pages/1', '/products/2'])
  expect(files[0]).toBe('/sitemap_products_1.xml?from=1&to=2')
})

test('gzip is known by its first bytes, UTF-16 by its mark, text by its lines', async () => {
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(urlset('http://h/ü'), 'utf16le')])
  const { urls } = await read({
    '/robots.txt': 'Sitemap: /a\nSitemap: /b\nSitemap: /c.txt',
    '/a': gzipSync(`\uFEFF${urlset('http://h/zipped')}`),
    '/b': utf16,
    '/c.txt': {
      headers: { 'content-type': 'text/plain' },
      body: 'http://h/line\r\n\r\nnot a url\nhttp://h/last',
    },
  })
  expect(urls).toEqual(['http://h/zipped', 'http://h/%C3%BC', 'http://h/line', 'http://h/last'])
})

test('markup that is not well-formed costs no more than itself', async () => {
  const { urls, report } = await read({
    '/sitemap.xml': `\n\n<?xml version="1.0"?><urlset xmlns:image="i"><url><loc> http://h/?a=1&b=2 </loc>
      <image:image><image:loc>http://h/picture.jpg</image:loc></image:image></url>
      <url><loc><![CDATA[http://h/?c=1&d=2]]></loc></url><url><loc>http://h/?e=1&amp;f&#x3D;2</loc></url>
      <url><loc>ftp://h/no</loc></url><url><loc>http://h/${'x'.repeat(5000)}</loc></url><url><loc></loc></url>
      <url><loc>http://h/end</loc></url></urlset>`,
  })
  expect(urls).toEqual(['http://h/?a=1&b=2', 'http://h/?c=1&d=2', 'http://h/?e=1&f=2', 'http://h/end'])
  expect(report.partial).toBe(false)
})

test('a prefix of the namespace and addresses across pieces are read', async () => {
  const many = Array.from({ length: 8000 }, (_, number) => `http://h/p?a=${number}&amp;b=${'y'.repeat(60)}`)
  const { urls } = await read({
    '/sitemap.xml': urlset(...many).replace(/<(\/?)(urlset|url|loc)\b/g, '<$1s:$2'),
  })
  expect(urls).toHaveLength(8000)
  expect(new Set(urls.map(url => url.replace(/a=\d+/, '')))).toEqual(
    new Set([`http://h/p?&b=${'y'.repeat(60)}`]),
  )
})

test('loops end, and an index nested too deep is said', async () => {
  const loop = await read({
    '/sitemap.xml': index('HOST/b.xml', 'HOST/sitemap.xml'),
    '/b.xml': index('HOST/sitemap.xml'),
  })
  expect(loop.urls).toEqual([])
  expect(loop.asked.filter(path => path === '/b.xml')).toHaveLength(1)
  const deep = await read(path => {
    const level = Number(/^\/s(?:itemap)?(\d*)\.xml$/.exec(path)?.[1] || 0)
    return path.endsWith('.xml') && path.startsWith('/s') ? { body: index(`/s${level + 1}.xml`) } : undefined
  })
  expect(deep.urls).toEqual([])
  expect(deep.report.limits.join()).toMatch(/s3\.xml was not followed: it is an index 3 levels deep/)
  expect(deep.asked.length).toBeLessThan(15)
})

test('files that turn out to be none count among those that are read', async () => {
  const { asked, report } = await read(
    path => {
      if (path === '/sitemap.xml')
        return { body: index(...Array.from({ length: 15 }, (_, n) => `/i${n}.xml`)) }
      const [, at] = /^\/i(\d+)\.xml$/.exec(path) ?? []
      return at ? { body: index(...Array.from({ length: 15 }, (_, n) => `/gone-${at}-${n}.xml`)) } : undefined
    },
    { maxFiles: 20 },
  )
  expect(asked.filter(path => path.endsWith('.xml'))).toHaveLength(20)
  expect(report.limits.join('\n')).toMatch(/more than 20 sitemaps are named/)
})

test('what cannot be read is said: refusals, missing and broken files, pages of HTML', async () => {
  const { urls, report } = await read({
    '/robots.txt':
      'Sitemap: /gone.xml\nSitemap: /page.xml\nSitemap: /cut.gz\nSitemap: /busy.xml\nSitemap: /good.xml',
    '/page.xml': '<!doctype html><html><body><a href=/x>x</a></body></html>',
    '/cut.gz': gzipSync(urlset(...Array.from({ length: 5000 }, (_, n) => `http://h/${n * 7919}`))).subarray(
      0,
      9000,
    ),
    '/busy.xml': { status: 429, headers: { 'retry-after': '1' } },
    '/good.xml': urlset('http://h/good'),
  })
  expect(report.partial).toBe(true)
  const said = report.limits.join('\n')
  expect(said).toMatch(/gone\.xml could not be read: it answers 404/)
  expect(said).toMatch(/page\.xml is no sitemap/)
  expect(said).toMatch(/cut\.gz was read in part: it is broken/)
  expect(said).toMatch(/busy\.xml could not be read/)
  expect(urls.length).toBeGreaterThan(100)
})

test('a gzip bomb ends at 50 MB, and elements without end end', async () => {
  const bomb = gzipSync(
    Buffer.concat([
      Buffer.from('<urlset><url><loc>http://h/a</loc></url><url><loc>'),
      Buffer.alloc(120 * 1024 ** 2, 32),
    ]),
  )
  expect(bomb.length).toBeLessThan(1024 ** 2)
  const exploded = await read({ '/sitemap.xml': bomb })
  expect(exploded.urls).toEqual(['http://h/a'])
  expect(exploded.report.limits.join()).toMatch(
    /sitemap\.xml was read in part: it holds more than 50 MB unpacked/,
  )
  const deep = await read({
    '/sitemap.xml': `<urlset><url><loc>http://h/a</loc></url>${'<url>'.repeat(500_000)}`,
  })
  expect(deep.urls).toEqual(['http://h/a'])
  expect(deep.report.limits.join()).toMatch(/nested over 20 deep/)
})

test('ten million addresses are cut, and it is said', async () => {
  const file = gzipSync(urlset(...Array.from({ length: 50_000 }, (_, number) => `http://h/p/${number}`)))
  const { urls, report, asked } = await read(
    path => {
      if (path === '/sitemap.xml')
        return { body: index(...Array.from({ length: 200 }, (_, n) => `/products_${n}.xml.gz`)) }
      return path.startsWith('/products_') ? { body: file } : undefined
    },
    { maxEntries: 120_000 },
  )
  expect(urls).toHaveLength(120_000)
  expect(asked.length).toBeLessThan(8)
  expect(report.partial).toBe(true)
  const said = report.limits.join('\n')
  expect(said).toMatch(/read in part: it lists more than the 120000 addresses that are read in all/)
  expect(said).toMatch(/197 sitemaps were not read/)
})

test('more than 50,000 addresses in one file are cut, and a reader that has enough stops asking', async () => {
  const long = urlset(...Array.from({ length: 50_002 }, (_, number) => `http://h/${number}`))
  const { urls, report } = await read({ '/sitemap.xml': long })
  expect(urls).toHaveLength(50_000)
  expect(report.limits.join()).toMatch(/it lists more than 50000/)
  const at = await site(path =>
    path === '/sitemap.xml'
      ? { body: index('/a.xml', '/b.xml') }
      : path === '/a.xml'
        ? { body: urlset('http://h/1', 'http://h/2') }
        : undefined,
  )
  for await (const { url } of sitemapEntries(at.client(), newReport())) {
    expect(url).toBe('http://h/1')
    break
  }
  expect(at.asked).not.toContain('/b.xml')
})

test('alternates and pictures are told apart from pages, and by request alone', async () => {
  const map = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
    <url><loc>HOST/a</loc><xhtml:link rel="alternate" hreflang="de" href="HOST/de/a?x=1&amp;y=2"/><xhtml:link rel="canonical" href="HOST/no"/>
    <image:image><image:loc>HOST/files/a.jpg</image:loc><image:title>A</image:title><image:license>HOST/no</image:license></image:image></url>
    <url><loc>HOST/b</loc></url></urlset>`
  expect((await read({ '/sitemap.xml': map })).urls).toEqual(['/a', '/b'])
  expect((await read({ '/sitemap.xml': map }, { withExtras: true })).urls).toEqual([
    '/a',
    '/de/a?x=1&y=2',
    '/files/a.jpg',
    '/b',
  ])
})
