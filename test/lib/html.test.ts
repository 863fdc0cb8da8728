import { expect, test } from 'vitest'
import { decodeHtml, INLINE, readHtml } from '../../server/lib/html.ts'

const PAGE = `<!doctype html><html lang=en><head><title>Bread &amp; cakes</title>
<meta name="description" content='Rye &quot;fresh&quot;'><meta property=og:title content=Bread><meta name=description property="og:description" content="both">
<noscript><meta name="robots" content="noindex"><img src="x.gif"></noscript>
<LINK REL="Canonical" href="/bread?a=1&amp;b=2">
<script type="application/ld+json">{"a":"<p>not text</p>"}</script><script>"<meta name=robots content=noindex>"</script>
</head><body data-a="x > y"><!-- <p>no</p> --><p>f&uuml;r a<b>ll</b></p><template><p>later</p></template>
<h1>Fresh <b>br</b>ead</h1><h2>Left open<h3>Rye &amp; co</h3><div><template shadowrootmode="open"><p>shadow</p></template></div>
<a href="/a">one</a><a href="javascript:void 0">two</a><a href="#">three</a><svg><title>drawn</title></svg></body></html>`

test('takes what a crawler without scripts takes', () => {
  const { text, ...head } = readHtml(PAGE)
  expect(head).toEqual({
    title: 'Bread & cakes',
    lang: 'en',
    metas: [
      { name: 'description', content: 'Rye "fresh"' },
      { name: 'og:title', content: 'Bread' },
      { name: 'description', content: 'both' },
      { name: 'og:description', content: 'both' },
    ],
    links: [{ rel: 'canonical', href: '/bread?a=1&b=2' }],
    jsonLd: 1,
    anchors: 1,
    headings: ['Fresh bread', 'Left open', 'Rye & co'],
  })
  expect(text.replaceAll(INLINE, '').split(/\s+/).filter(Boolean)).toEqual([
    'für',
    'all',
    ...['Fresh', 'bread', 'Left', 'open', 'Rye', '&', 'co'],
    'shadow',
    'onetwothree',
  ])
})

test.each([
  '<!--'.repeat(300_000),
  '<meta '.repeat(300_000),
  '<div>'.repeat(300_000),
  '<a b="'.repeat(300_000),
  `<a b='"`.repeat(300_000),
  '<svg>'.repeat(300_000),
  `<a ${' '.repeat(2_000_000)}`,
  '<title>'.repeat(300_000),
  '<h1>a'.repeat(300_000),
  '&amp'.repeat(500_000),
])('is not exhausted by markup made for it', html => {
  expect(readHtml(html).text.length).toBeLessThanOrEqual(500_000)
})

test.each([
  ['as sent', 'text/html; charset=ISO-8859-1', 'Compa\xf1\xeda', 'latin1'],
  [
    'in a meta',
    'text/html',
    '<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">Compa\xf1\xeda',
    'latin1',
  ],
  ['nowhere', 'text/html', 'Compa\xf1\xeda', 'latin1'],
  ['nowhere, in UTF-8', 'text/html', 'Compa\xf1\xeda', 'utf8'],
  ['by its mark, whatever was sent', 'text/html; charset=latin1', '\ufeffCompa\xf1\xeda', 'utf16le'],
  ['wrong in a meta that could not be read so', 'text/html', '<meta charset="utf-16">Compa\xf1\xeda', 'utf8'],
  ['by a name that nobody knows', 'text/html; charset=none', 'Compa\xf1\xeda', 'utf8'],
] as const)('the encoding of a page, declared %s', (_, type, html, encoding) => {
  expect(decodeHtml(Buffer.from(html, encoding), type)).toMatch(/Compañía$/)
})
