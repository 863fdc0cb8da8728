import { expect, test } from 'vitest'
import { readLandedPage, sketchOf } from '../../../server/store/urls/landed-page.ts'
import { textOverlap } from '../../../server/suites/redirects/names.ts'
import { makePage } from '../../suites/redirects/made.ts'

const URL_ = 'https://shop.example/a/page'
const read = (html: string | Buffer, headers: Record<string, string> = {}, status = 200) =>
  readLandedPage({
    url: URL_,
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
    setCookies: [],
    body: Buffer.from(html),
    truncated: false,
    chain: [],
  })

test('the language is that of the root', () => {
  expect(read('<html lang=" de-AT "><body><p lang="fr">x</p></body></html>').page.language).toBe('de-AT')
  expect(read('<html lang=""><p>x</p></html>').page.language).toBeUndefined()
})

test('title, heading and canonical are those of the page, whatever stands around them', () => {
  const { page } = read(`<svg><title>Logo</title></svg><title> Linen&nbsp;shirt &amp; more | Shop </title>
    <title>second</title><h1>Linen <em>shirt</em></h1><h1>other</h1><link rel="canonical" href="../b?x=1#y"><link rel=canonical href=/c>`)
  expect(page).toMatchObject({
    title: 'Linen shirt & more | Shop',
    heading: 'Linen shirt',
    canonical: 'https://shop.example/b?x=1',
  })
})

test.each([
  ['<meta name="robots" content="NOINDEX, follow">', {}, 'markup'],
  ['<meta name="googlebot" content="none">', {}, 'markup'],
  ['<meta name="robots" content="index,follow">', {}, null],
  ['', { 'x-robots-tag': 'noindex, nofollow' }, 'header'],
  ['', { 'x-robots-tag': 'googlebot: noindex' }, 'header'],
  ['', { 'x-robots-tag': 'otherbot: noindex' }, null],
] as const)('rules for crawlers: %s %o', (html, headers, noindex) => {
  expect(read(html, headers).page.noindex).toBe(noindex)
})

test('the main part is read without navigation, footer, scripts and what is unseen', () => {
  const body = 'This is what the page is about and nothing else of it. '.repeat(3)
  const around = `<nav>Menu</nav><aside>Ad</aside><script>var a</script><noscript>js</noscript><dialog>Accept</dialog>`
  const { page } = read(
    `<header><h2>Shop</h2></header>${around}<main><article><header>By Ann.</header><p>${body}</p><div><div>More</div></div></article></main><footer>Imprint</footer>`,
  )
  expect(page.opening.startsWith('By Ann. This is what')).toBe(true)
  expect(page.opening).not.toMatch(/Menu|Ad\b|Accept|Imprint|js/)
  expect(page.words).toBe(2 + 3 * 12 + 1)
  // Other markup around the same words, a new menu: the same page.
  const other = read(`<nav>Other menu</nav><div role="main"><p>By Ann. ${body} More</p></div>`).page
  expect(other.digest).toBe(page.digest)
})

test.each([
  ['<meta property="og:type" content="product">', true],
  ['<script type="application/ld+json">{"@type":"Product","name":"x"}</script>', true],
  ['<script type="application/ld+json">{"@graph":[{"@type":["Thing","ProductGroup"]}]}</script>', true],
  [
    '<script type="application/ld+json">{"@type":"ItemList","itemListElement":[{"@type":"Product"}]}</script>',
    false,
  ],
  ['<div itemscope itemtype="https://schema.org/Product"></div>', true],
  [
    '<div itemtype="https://schema.org/Product"></div><div itemtype="https://schema.org/Product"></div>',
    false,
  ],
  ['<script>var x = {"@type":"Product"}</script>', false],
])('whether %s is about one product', (html, product) => {
  expect(read(html).page.product).toBe(product)
})

const LONG = '<p>word and word</p>'.repeat(20)
test.each([
  ['<meta http-equiv="Refresh" content="0; url=/b">', 'meta', 'https://shop.example/b'],
  [
    '<meta http-equiv="refresh" content="5;URL=\'https://other.example/b\'">',
    'meta',
    'https://other.example/b',
  ],
  ['<meta http-equiv="refresh" content="300; url=/b">', null, null],
  ['<meta http-equiv="refresh" content="0; url=/a/page">', null, null],
  ['<noscript><meta http-equiv="refresh" content="0; url=/nojs"></noscript>', null, null],
  ['<script>window.location.href = "/b";</script>', 'script', 'https://shop.example/b'],
  ["<script>location.replace('/b')</script>", 'script', 'https://shop.example/b'],
  ['<script>if (location.href == "/b") go()</script>', null, null],
  [
    '<script>(function () { if (old) { location.href = "/b" } })()</script>',
    'script',
    'https://shop.example/b',
  ],
  [
    '<script>window.addEventListener("load", () => { setTimeout(function () { location = "/b" }, 0) })</script>',
    'script',
    'https://shop.example/b',
  ],
  [
    '<script>no.addEventListener("click", function () { if (x) { y() } location.href = "/no" })</script>',
    null,
    null,
  ],
  ['<script>no.onclick = () => location.replace("/no")</script>', null, null],
  [
    '<script>function leave() { location.href = "/no" }</script><script>location = "/b"</script>',
    'script',
    'https://shop.example/b',
  ],
  ['<script>function go() { location.replace("/b") } go()</script>', 'script', 'https://shop.example/b'],
  [
    '<script>window.onload=go; function go() { location = "/b" }</script>',
    'script',
    'https://shop.example/b',
  ],
  [
    '<script>const go = () => location.replace("/b"); setTimeout(go, 10)</script>',
    'script',
    'https://shop.example/b',
  ],
  [
    '<script>function go() { location = "/b" }</script><body onload="go()">',
    'script',
    'https://shop.example/b',
  ],
  ['<body onload="location.href = \'/b\'">', 'script', 'https://shop.example/b'],
  ['<script>function leave() { location = "/no" } no.onclick = leave</script>', null, null],
  ['<script>function leave() { location = "/no"; leave() } no.onclick = () => leave()</script>', null, null],
  ['<script>function leave() { location = "/no" }</script><a onclick="leave()">No</a>', null, null],
  ['<script src="x.js">location = "/b"</script>', null, null],
  [`<script>button.onclick = () => { location.href = "/b" }</script>${LONG}`, null, null],
  ['<script>location.href = "javascript:alert(1)"</script>', null, null],
])('where %s sends its visitors', (html, by, url) => {
  expect(read(html).sendsTo).toEqual(by ? { by, url } : null)
})

test('the kind that Shopify names, other charsets, files and errors', () => {
  expect(
    read('', { 'server-timing': 'processing;dur=3;desc="gc:1", pageType;desc="404", x' }).page.pageType,
  ).toBe('404')
  expect(read('').page).not.toHaveProperty('pageType')
  const latin = Buffer.from('<title>Caf\u00e9</title>', 'latin1')
  expect(read(latin, { 'content-type': 'text/html; charset=iso-8859-1' }).page.title).toBe('Café')
  expect(read(latin, { 'content-type': 'text/html; charset=no-such' }).page.title).toMatch(/^Caf/)
  const file = read('%PDF', { 'content-type': 'application/pdf' }).page
  expect(file).toMatchObject({ type: 'application/pdf', words: 0 })
  expect(textOverlap(file, read('%PDF', { 'content-type': 'application/pdf' }).page)).toBe(1)
})

test('markup made to exhaust a reader is read in part', () => {
  const deep = read(`<title>Deep</title>${'<div>'.repeat(200_000)}<h1>Never</h1>`).page
  expect(deep).toMatchObject({ title: 'Deep', heading: '' })
  const types = read(`<script type="application/ld+json">${'"@type":['.repeat(50_000)}</script>`).page
  expect(types.product).toBe(false)
  const long = read(`<title>${'x'.repeat(100_000)}</title><h1>${'y '.repeat(100_000)}</h1>`).page
  expect(long.title).toHaveLength(300)
  expect(long.heading.length).toBeLessThanOrEqual(300)
})

test('sketches tell how much two texts share', () => {
  const text = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => `w${from + at}`).join(' ')
  const page = (words: string) => ({ ...makePage(URL_), ...sketchOf(words) })
  const overlap = (a: string, b: string) => textOverlap(page(a), page(b))
  expect(overlap(text(0, 500), text(0, 500))).toBe(1)
  expect(overlap(text(0, 500), text(1000, 1500))).toBe(0)
  // 300 of 700 triples.
  expect(Math.abs(overlap(text(0, 500), text(200, 700)) - 3 / 7)).toBeLessThan(0.25)
  expect(overlap('one two three four', 'one two three five')).toBeCloseTo(1 / 3, 10)
  expect(overlap('', '')).toBe(0)
  expect(overlap('東京の店です', '東京の店です。')).toBe(1)
})
