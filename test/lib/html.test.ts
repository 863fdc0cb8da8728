import { expect, test } from 'vitest'
import { INLINE, readHtml } from '../../server/lib/html.ts'

const PAGE = `<!doctype html><html lang=en><head><title>Bread &amp; cakes</title>
<meta name="description" content='Rye &quot;fresh&quot;'><meta property=og:title content=Bread><meta name=description property="og:description" content="both">
<noscript><meta name="robots" content="noindex"><img src="x.gif"></noscript>
<LINK REL="Canonical" href="/bread?a=1&amp;b=2">
<script type="application/ld+json">{"a":"<p>not text</p>"}</script><script>"<meta name=robots content=noindex>"</script>
</head><body data-a="x > y"><!-- <p>no</p> --><p>f&uuml;r a<b>ll</b></p><template><p>later</p></template>
<div><template shadowrootmode="open"><p>shadow</p></template></div>
<a href="/a">one</a><a href="javascript:void 0">two</a><a href="#">three</a><svg><title>drawn</title></svg></body></html>`

test('takes what a crawler without scripts takes', () => {
  const { text, ...head } = readHtml(PAGE)
  expect(head).toEqual({
    title: 'Bread & cakes',
    metas: [
      { name: 'description', content: 'Rye "fresh"' },
      { name: 'og:title', content: 'Bread' },
      { name: 'description', content: 'both' },
      { name: 'og:description', content: 'both' },
    ],
    links: [{ rel: 'canonical', href: '/bread?a=1&b=2' }],
    jsonLd: 1,
    anchors: 1,
  })
  expect(text.replaceAll(INLINE, '').split(/\s+/).filter(Boolean)).toEqual([
    'für',
    'all',
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
  '&amp'.repeat(500_000),
])('is not exhausted by markup made for it', html => {
  expect(readHtml(html).text.length).toBeLessThanOrEqual(500_000)
})
