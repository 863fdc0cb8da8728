import { expect, test } from 'vitest'
import { shareIn } from '../../../server/lib/word-set.ts'
import type { PageFacts } from '../../../server/store/types.ts'
import { readLandedPage } from '../../../server/store/urls/landed-page.ts'

const factsOf = (html: string): PageFacts =>
  readLandedPage({
    url: 'https://shop.example/a/page',
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    setCookies: [],
    body: Buffer.from(html),
    truncated: false,
    chain: [],
  }).page.facts!

const json = (value: object) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const product = (more: object) =>
  json({ '@context': 'https://schema.org', '@type': 'Product', name: 'x', ...more })
const rating = (value: unknown, count: unknown) => ({
  aggregateRating: { '@type': 'AggregateRating', ratingValue: value, reviewCount: count },
})

test.each<[what: string, html: string, reviews: PageFacts['reviews']]>([
  ['JSON-LD', product(rating('4.8', 12)), { value: 4.8, count: 12, by: 'markup' }],
  [
    'JSON-LD in a graph',
    json({ '@graph': [{ '@type': 'WebPage' }, { '@type': 'Product', ...rating(4, '7') }] }),
    { value: 4, count: 7, by: 'markup' },
  ],
  [
    'microdata',
    '<div itemprop="aggregateRating" itemscope itemtype="https://schema.org/AggregateRating"><b itemprop="ratingValue">4,5</b> of <span itemprop="reviewCount">31</span></div>',
    { value: 4.5, count: 31, by: 'markup' },
  ],
  [
    'attributes of an app',
    '<div class="jdgm-prev-badge" data-average-rating="4.71" data-number-of-reviews="7"></div>',
    { value: 4.71, count: 7, by: 'markup' },
  ],
  [
    'a sentence',
    '<main><p>Rated 4.80 out of 5 based on 1,204 customer ratings</p></main>',
    { value: 4.8, count: 1204, by: 'text' },
  ],
  [
    'of ten',
    product({ aggregateRating: { ratingValue: '9.4', bestRating: '10', reviewCount: 12 } }),
    { value: 4.7, count: 12, by: 'markup' },
  ],
  [
    'of a hundred, in microdata',
    '<main><meta itemprop="bestRating" content="100"><b itemprop="ratingValue">88</b><i itemprop="reviewCount">9</i></main>',
    { value: 4.4, count: 9, by: 'markup' },
  ],
  [
    'one by one',
    product({
      review: [
        { '@type': 'Review', reviewRating: { '@type': 'Rating', ratingValue: 4 } },
        { '@type': 'Review', reviewRating: { '@type': 'Rating', ratingValue: 10, bestRating: 10 } },
        { '@type': 'Review', reviewBody: 'Bright.' },
      ],
    }),
    { value: 4.5, count: 3, by: 'markup' },
  ],
  [
    'one by one, of which there are more',
    `${product({ review: { '@type': 'Review' } })}<main>Reviews (31)</main>`,
    { value: null, count: 31, by: 'text' },
  ],
  ['a tab', '<main><a href="#r">Reviews (3)</a></main>', { value: null, count: 3, by: 'text' }],
  ['German', '<main><p>17 Bewertungen, 4,9 von 5</p></main>', { value: 4.9, count: 17, by: 'text' }],
  [
    'an app that writes them later',
    '<main><div class="yotpo bottomLine"></div></main>',
    { value: null, count: null, by: 'script' },
  ],
  [
    'lines between',
    '<main><b>Reviews</b>\n   (<i>31</i>)<p>12345.678 views</p></main>',
    { value: null, count: 31, by: 'text' },
  ],
  ['none yet', `${product(rating('0', 0))}<main>Reviews (0)</main>`, null],
  [
    'a badge that says none',
    '<main><div class="jdgm-widget jdgm-preview-badge"><div class="jdgm-prev-badge" data-average-rating="0.00" data-number-of-reviews="0"></div></div><p>1,204 reviews of our shop</p></main>',
    null,
  ],
  [
    'an empty badge',
    '<main><div class="jdgm-widget jdgm-preview-badge"></div></main>',
    { value: null, count: null, by: 'script' },
  ],
  [
    'thousands',
    '<main><b itemprop="ratingValue">4.8</b> <span itemprop="reviewCount">1,234</span></main>',
    { value: 4.8, count: 1234, by: 'markup' },
  ],
  ['thousands in JSON-LD', product(rating('4.8', '1.234')), { value: 4.8, count: 1234, by: 'markup' }],
  [
    'of the product, in the words of an app beside those of the theme',
    product({}) + product(rating('4.8', 12)),
    { value: 4.8, count: 12, by: 'markup' },
  ],
  ['of another product', product({}) + product({ name: 'y', ...rating('4.8', 12) }), null],
  [
    'of the product of this page, which is not the first',
    product({ name: 'y', url: '/y', ...rating('3', 5) }) + product({ url: '/a/page', ...rating('4.8', 12) }),
    { value: 4.8, count: 12, by: 'markup' },
  ],
  [
    'of other products that are shown below',
    '<main><h1>Lamp</h1></main><section class="related products"><ul><li class="product"><span data-average-rating="4.71" data-number-of-reviews="7"></span></li></ul></section>',
    null,
  ],
  [
    'of others on cards within the main part',
    '<main><h1>Lamp</h1><div class="product-card"><b itemprop="ratingValue">4.8</b><i itemprop="reviewCount">31</i><p>31 reviews</p></div></main>',
    null,
  ],
  [
    'of the shop, in its footer',
    '<footer><div data-rating="4.9" data-reviews-count="900"></div></footer>',
    null,
  ],
  ['a gallery that counts', '<main><p>2 of 5</p><p>Image 3 / 5</p></main>', null],
  ['five stars promised', '<main><p>See our 5 star reviews</p></main>', null],
  ['in the footer', '<footer><p>12 reviews</p></footer>', null],
])('reviews: %s', (_, html, reviews) => {
  expect(factsOf(`<html><body>${html}</body></html>`).reviews).toEqual(reviews)
})

test.each<[what: string, html: string, found: Partial<PageFacts>]>([
  [
    'JSON-LD',
    json({
      '@type': 'BlogPosting',
      datePublished: '2024-03-31T08:00:00Z',
      author: { '@type': 'Person', name: 'Ann Lee' },
    }),
    { published: '2024-03-31', author: 'Ann Lee' },
  ],
  [
    'meta',
    '<meta property="article:published_time" content="2024-03-31T08:00"><meta name="author" content="Ann Lee">',
    { published: '2024-03-31', author: 'Ann Lee' },
  ],
  [
    'the byline',
    '<main><article><p class="entry-meta"><time datetime="2024-03-31">March</time> by <a rel="author" href="/x">Ann Lee</a></p></article></main>',
    { published: '2024-03-31', author: 'Ann Lee', byline: '2024-03-31 March Ann Lee March by Ann Lee' },
  ],
  [
    'several articles, as in a list',
    '<main><article><time datetime="2024-03-31">March</time></article><article><time datetime="2024-04-01">April</time></article></main>',
    { published: '' },
  ],
])('author and day: %s', (_, html, found) => {
  expect(factsOf(html)).toMatchObject(found)
})

test('description, languages and videos', () => {
  const html = `<meta name="description" content=" Of linen &amp; wool "><meta name="description" content="second">
    <link rel="alternate" hreflang="x-default" href="/"><link rel="alternate" hreflang="EN-ca" href="/en-ca"><link rel="alternate" hreflang="de" href="/de">
    <link rel="alternate" type="application/rss+xml" href="/feed">
    <header><video src="/intro.mp4"></video></header>
    <main><iframe src="https://www.youtube-nocookie.com/embed/abcdefghijk?rel=0"></iframe>
    <template><iframe data-src="//player.vimeo.com/video/123456789"></iframe></template>
    <video><source src="/a.webm"><source src="/a.mp4"></video>
    <video muted autoplay loop playsinline data-src="/cdn/waves.mp4?v=3"></video><video autoplay muted loop controls></video><iframe src="https://maps.example/"></iframe></main>`
  expect(factsOf(html)).toMatchObject({
    description: 'Of linen & wool',
    languages: ['de', 'en-ca'],
    videos: ['youtube:abcdefghijk', 'vimeo:123456789', 'file:a', 'loop:waves', 'file:'],
  })
})

test('rows of tables and lists of terms, but for those that are chosen from', () => {
  const { rows, vocabulary } =
    factsOf(`<meta property="og:type" content="product"><nav><table><tr><td>Menu</td><td>x</td></tr></table></nav>
    <main><table><tr><th>Weight</th><td>400<br>grams</td></tr><tr><th>Size</th><td><select><option>S</option></select></td></tr><tr><td></td></tr></table>
    <dl><dt>Care</dt><dd>By <b>hand</b></dd><dt>Origin</dt><dd>Latvia</dd></dl></main>`)
  expect(rows).toEqual(['Weight 400 grams', 'Care By hand', 'Origin Latvia'])
  expect(shareIn(vocabulary!, 'weight 400 grams, S, Latvia')).toBe(1)
  expect(shareIn(vocabulary!, 'never said of anything here')).toBeLessThan(0.5)
})

test('the words of a page are what it says, behind whatever menus, styles and indentation', () => {
  const said = 'Käse aus Heumilch, gereift im Fels'
  const page = (around: string) =>
    factsOf(
      `<meta property="og:type" content="product">${around}<main><h1>Berg</h1><p>K&auml;se aus Heumilch,<br>gereift im Fels</p></main>`,
    ).vocabulary
  const menu = (indent: number, entries: number) =>
    `<header><ul>${Array.from({ length: entries }, (_, at) => `\n${' '.repeat(indent)}<li>Land${at}</li>`).join('')}</ul></header>`
  const style = `<style>${Array.from({ length: 9000 }, (_, at) => `.rule${at}{color:red}`).join('')}</style>`
  for (const around of ['', menu(300, 300), style]) expect(shareIn(page(around)!, said)).toBe(1)
  expect(shareIn(page(style)!, 'rule1 rule2 rule3 rule4 rule5 rule6 rule7 rule8')).toBeLessThan(0.5)
  expect(shareIn(page(menu(300, 300))!, 'nothing here tells anything about tumble drying')).toBeLessThan(0.5)
  // What was cut off may say it.
  expect(page(menu(0, 20_000))).toBeUndefined()
})

const CARE = 'Wash cold by hand and dry flat.'
test.each<[what: string, html: string, sections: [title: string, text: string][]]>([
  [
    'tabs that links lead to, whatever heading stands before',
    `<ul><li><a href="#tab-care">Care</a></li><li><a href="#tab-review">Reviews (0)</a></li></ul><div class="tab-content"><div class="tab-pane" id="tab-care"><p>${CARE}</p></div><div class="tab-pane" id="tab-review"><p>There are no reviews for this product.</p></div></div>`,
    [['Care', CARE]],
  ],
  ['an accordion', `<details><summary>Care</summary><div><p>${CARE}</p></div></details>`, [['Care', CARE]]],
  [
    'tabs of a shop system',
    `<ul><li role="tab"><a href="#t">Care</a></li></ul><div class="woocommerce-Tabs-panel wc-tab" role="tabpanel"><h2>Care</h2><p>${CARE}</p><h3>Ironing</h3><p>Never.</p></div>`,
    [['Care', `${CARE} Ironing Never.`]],
  ],
  [
    'buttons that open what stands behind them',
    `<h3><button aria-expanded="false" aria-controls="x">Fit and feel</button></h3><div class="accordion__content" id="x"><p>${CARE}</p></div>`,
    [['Fit and feel', CARE]],
  ],
  [
    'a heading and what follows, until the next one',
    `<div><h3>Care</h3><p>Wash cold</p><p>by hand and dry flat.</p><h3>You may also like</h3><p>Other lamps</p></div>`,
    [['Care', CARE]],
  ],
  [
    'a block, until what holds it ends',
    `<div><div><h4>Washing</h4><p>${CARE}</p></div><p>Sewn since 1921 in the harbour.</p></div>`,
    [['Washing', CARE]],
  ],
  ['a bold word before a text', `<p><strong>Care</strong> ${CARE}</p><p>Other.</p>`, [['Care', CARE]]],
  ['a bold line above a text', `<div><p><b>Care</b></p><p>${CARE}</p></div><p>Other.</p>`, [['Care', CARE]]],
  [
    'the innermost of several',
    `<div class="tab-content"><div class="tab-pane"><h4>Care</h4>${CARE}</div></div>`,
    [['Care', CARE]],
  ],
  [
    'what is compared elsewhere, or says nothing of the product',
    `<details><summary>Shipping & returns</summary>Within two days.</details><details><summary>Reviews (3)</summary>Very good lamp</details>
    <div role="tabpanel"><h2>Description</h2><p>A lamp of brass.</p></div><h3>Our promise</h3><p>Good things.</p>
    <details><summary>Data</summary><table><tr><td>Weight</td><td>4 kg</td></tr></table></details>
    <details><summary>Care</summary><select><option>Wash it</option></select><script>a b</script></details>`,
    [],
  ],
  ['a footer', `</main><footer><details><summary>Care</summary>${CARE}</details></footer><main>`, []],
])('sections of a product page: %s', (_, html, sections) => {
  const { sections: found = [] } = factsOf(
    `<meta property="og:type" content="product"><body><main><h1>Lamp</h1>${html}</main></body>`,
  )
  expect(found.map(({ title, text }) => [title, text])).toEqual(sections)
})

test('measures of a product page, documents, and what nobody has filled in', () => {
  const told = `<h1>Lamp</h1><dl><dt>Weight</dt><dd>0,95 kg</dd></dl><a href="../files/Manual.PDF?v=2">Manual</a>
    <a href="/about">About</a><p>Send it to [INSERT RETURN ADDRESS].</p>`
  const head = '<meta property="og:type" content="product">'
  const { measures, files, unfilled } = factsOf(`${head}<body><main>${told}</main></body>`)
  expect({ measures, files, unfilled }).toEqual({
    measures: ['Lamp Weight 0,95 kg'],
    files: ['../files/Manual.PDF?v=2'],
    unfilled: '[INSERT RETURN ADDRESS]',
  })
  const other = factsOf(
    '<body><main>Weight 0,95 kg [1] [see below]</main><footer><a href="/a.pdf">A</a></footer></body>',
  )
  expect(other).not.toHaveProperty('measures')
  expect(other).not.toHaveProperty('files')
  expect(other).not.toHaveProperty('unfilled')
})

test('a page that is made to exhaust its reader costs what its bounds allow', () => {
  const many = (count: number, make: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => make(at)).join('')
  const facts = factsOf(
    many(
      5000,
      at =>
        `<link rel=alternate hreflang="${'abcdefghij'[at % 10]}${'abcdefghij'[(at >> 3) % 10]}-${String(at).padStart(4, 'x')}" href=/>`,
    ) +
      many(
        2000,
        at => `<main><iframe src="https://youtu.be/embed/${String(at).padStart(11, 'x')}"></iframe>`,
      ) +
      many(2000, () => `<time>${'x'.repeat(5000)}</time>`) +
      `<meta property="og:type" content="product">${'<details><summary>Care'.repeat(3000)}` +
      many(3000, () => `<h3>Care</h3>${'wash it '.repeat(500)}`) +
      `<script type="application/ld+json">${'['.repeat(500_000)}</script>`,
  )
  expect(JSON.stringify(facts.sections ?? []).length).toBeLessThan(6000)
  expect(facts.languages.length).toBeLessThanOrEqual(100)
  expect(facts.videos.length).toBeLessThanOrEqual(20)
  expect(facts.byline.length).toBeLessThanOrEqual(600)
  expect(facts.reviews).toBeNull()
  expect(
    factsOf(`<main>${'123 456 789 '.repeat(40_000)}${'4.5 of '.repeat(10_000)}</main>`).reviews,
  ).toBeNull()
})
