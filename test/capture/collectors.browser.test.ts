import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Artifacts, Capture } from '../../server/capture/artifact.ts'
import { capturePair } from '../capture-pair.ts'
import { iconFont } from '../icon-font.ts'
import { hashDistance } from '../vision/hash-distance.ts'
import { type Handler, page, servePages } from './pages.ts'

const picture =
  (type: string, bytes: Promise<Buffer>): Handler =>
  async (_, response) => {
    const body = await bytes
    response.writeHead(200, { 'content-type': type }).end(body)
  }
/** Waves in three colours: something that a hash can tell from others, unlike flat shapes. */
const waves = sharp(
  Buffer.from(
    Array.from({ length: 200 * 100 * 3 }, (_, i) => {
      const [x, y, c] = [Math.floor(i / 3) % 200, Math.floor(i / 600), i % 3]
      return Math.round(128 + 60 * Math.sin(x / (9 + c)) + 60 * Math.cos(y / (7 + 2 * c) + x / 40))
    }),
  ),
  { raw: { width: 200, height: 100, channels: 3 } },
)

const body = `
<header><nav aria-label="Main"><a href="/about">About</a> <a href="#end">Down</a> <a href="#nowhere">Gone</a> <a href="/page/#end">Home down</a></nav></header>
<main>
  <h1>Hello <em>wide</em> world</h1>
  <p id="plain">Plain text with <b>bold</b><br>and a break<sup style="font-size: 60%">1</sup></p>
  <p style="display:none">Not displayed</p>
  <div>In our own <i style="display:none">nobody’s <b>foreign</b></i> <span>language</span></div>
  <p style="visibility:hidden">Invisible</p>
  <p style="opacity:0">Transparent</p>
  <p style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)">For screen readers</p>
  <p style="position:absolute;left:-9999px">Far off the page</p>
  <details><summary>More</summary><p>Inside closed details</p></details>
  <div style="overflow:hidden;width:100px;height:20px;white-space:nowrap"><span>A line that is far too long for its box</span></div>
  <p class="generated">Price</p>
  <p class="icon">Icon</p>
  <shadow-box></shadow-box>
  <iframe srcdoc="<p>In the frame</p>" width="300" height="60"></iframe>
  <div class="ads">Advertisement 42</div>
  <p>Now: <span id="noise"></span></p>
  <img src="/a.png" alt="Waves" class="waves" width="200" height="100">
  <img src="/missing.png" alt="Gone" width="80" height="80">
  <div style="width:300px;height:120px;background:url(/b.webp) center/cover"></div>
  <svg width="64" height="64" role="img" aria-label="Dot"><circle cx="32" cy="32" r="20" fill="red"/></svg>
  <form action="/send" method="post"><h2>Write to us</h2>
    <label for="mail">Your e-mail</label><input id="mail" type="email" name="email" required maxlength="50">
    <select name="topic" aria-label="Topic"><option>Sales</option><option>Support</option></select>
    <input type="hidden" name="token" value="abc"><button>Send</button>
  </form>
  <p class="counted">Counted item</p><p class="starred">Starred item</p><p class="pictured">Pictured item</p>
  <p class="gradient">Gradient letters</p>
  <p>Set with <code style="font: 17px monospace">code</code> in it<br>and <code style="font: 17px monospace">more</code></p>
  <p style="line-height: 0.7">Lines that lie<br>on each <code style="font: 17px/0.7 Liberation Mono, monospace">other</code></p>
  <p>With a mark<br><span style="opacity: 0">¶</span></p>
  <p>And a sign without width<br>\u200b</p>
  <div id="icons">
    <button type="button" id="search"><i class="glyph">&#xe901;</i><span class="unseen">Search</span></button>
    <button type="button" id="basket"><i class="glyph before"></i> Basket</button>
    <i id="unknown" class="glyph">&#xe90f;</i><i id="failed" class="gone">&#xe901;</i><i id="bold" class="glyph bold">&#xe901;</i>
    <i id="undeclared" class="before"></i><i class="glyph" style="opacity:0">&#xe901;</i>
    <span id="word" class="material">shopping_cart</span><span id="other" class="material">home_work</span>
    <span id="class" class="material-icons">shopping_cart</span><b id="shape"></b>
  </div>
  <p id="end">The end</p>
</main>
<footer><a href="mailto:a@example.com">Mail</a> <a href="/dead">Dead</a></footer>
<script>
  customElements.define('shadow-box', class extends HTMLElement {
    connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<p>In the shadow</p>' }
  })
  console.error('something is off')
  fetch('/api/broken')
  setTimeout(() => { throw new Error('late trouble') }, 50)
  Array.prototype.map = () => ['hijacked']; JSON.stringify = () => 'hijacked'
</script>`

const head = `<meta name="description" content="All about it"><link rel="canonical" href="/page">
<style>
@media (width <= 320px) { .waves { width: 100px } }
@font-face { font-family: Glyphs; src: url(/glyphs.ttf); font-weight: 400 } @font-face { font-family: Glyphs; src: url(/no.ttf); font-weight: 900 }
@font-face { font-family: Gone; src: url(/no.ttf) } @font-face { font-family: "Material Symbols Outlined"; src: url(/glyphs.ttf) }
.glyph { font-family: Glyphs } .bold { font-weight: 900 } .gone { font-family: Gone, Glyphs2 } .before::before { content: "\\e902" / "" }
.material { font-family: "Material Symbols Outlined" } .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
#shape { display: inline-block; width: 20px; height: 20px; background: teal; border-radius: 50% }
.generated::after { content: " from $49" } .icon::before { content: "\\e900" }
.counted::before { counter-increment: item; content: "0" counter(item) } .starred::after { content: " \\22 rated\\22 " / "alt" }
.gradient { color: black; -webkit-text-fill-color: transparent; background: linear-gradient(#c8d2c8, #d2dcd2); -webkit-background-clip: text }
.pictured::before { content: url("data:image/svg+xml,a") } .pictured::after { content: url("data:image/svg+xml,a") " twice" }</style>`

let count = 0
let site: Awaited<ReturnType<typeof servePages>>
let capture: Capture

beforeAll(async () => {
  site = await servePages({
    '/page': (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'x-robots-tag': 'noindex' })
        .end(page(body.replace('id="noise">', `id="noise">pageLoad number ${++count}`), head)),
    '/start': (_, response) => response.writeHead(301, { location: '/page' }).end(),
    '/about': page('<h1>About</h1>'),
    '/a.png': picture('image/png', waves.clone().png().toBuffer()),
    '/b.webp': picture('image/webp', waves.clone().webp({ quality: 80 }).toBuffer()),
    '/glyphs.ttf': (_, response) =>
      response
        .writeHead(200, { 'content-type': 'font/ttf' })
        .end(iconFont('\ue901\ue902abcdefghijklmnopqrstuvwxyz_', ['shopping_cart'])),
    '/robots.txt': (_, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nAllow: /'),
    '/api/broken': (_, response) => response.writeHead(500).end('no'),
  })
  capture = (await capturePair(`${site.origin}/start`, `${site.origin}/page`, ['.ads', 'not a selector ((']))
    .original
})
afterAll(() => site.close())

function get<Name extends keyof Artifacts>(name: Name): Artifacts[Name] {
  const artifact = capture.artifacts[name]
  if (!artifact.ok) throw new Error(`${name}: ${artifact.reason}`)
  return artifact.value
}
const block = (text: string, width = 1440) =>
  get('layouts')
    .find(layout => layout.width === width)!
    .blocks.find(candidate => candidate.text.includes(text))

test('the response chain, the served HTML and robots.txt', () => {
  expect(get('document')).toMatchObject({
    url: `${site.origin}/page`,
    status: 200,
    chain: [
      { url: `${site.origin}/start`, status: 301 },
      { url: `${site.origin}/page`, status: 200 },
    ],
    headers: { 'x-robots-tag': 'noindex' },
  })
  expect(get('document').html).toContain('Plain text with <b>bold</b>')
  expect(get('robots')).toMatchObject({ status: 200, body: 'User-agent: *\nAllow: /' })
})

test('head metadata', () => {
  expect(get('head')).toMatchObject({ title: 'A page', lang: 'en' })
  expect(get('head').metas).toContainEqual({ name: 'description', content: 'All about it' })
  expect(get('head').links).toContainEqual(
    expect.objectContaining({ rel: 'canonical', href: `${site.origin}/page` }),
  )
})

test.each([
  ['Hello wide world', { kind: 'heading', level: 1, landmark: 'main', state: 'visible' }],
  ['Plain text with bold and a break1', { kind: 'paragraph', state: 'visible', lines: 2, breaks: [21] }],
  ['Set with code in it and more', { lines: 2 }],
  ['Lines that lie on each other', { lines: 2 }],
  ['With a mark ¶', { lines: 1 }],
  ['And a sign without width', { lines: 1 }],
  ['Not displayed', { state: 'hidden' }],
  ['In our own language', { state: 'visible' }],
  ['nobody’s foreign', { state: 'hidden' }],
  ['Invisible', { state: 'hidden' }],
  ['Transparent', { state: 'hidden' }],
  ['For screen readers', { state: 'clipped' }],
  ['Far off the page', { state: 'clipped' }],
  ['Inside closed details', { state: 'hidden' }],
  ['About', { landmark: 'navigation' }],
  ['Price from $49', { state: 'visible' }],
  ['In the shadow', { state: 'visible' }],
  ['In the frame', { state: 'visible' }],
  ['Dead', { landmark: 'contentinfo' }],
])('text: %s', (text, expected) => {
  expect(block(text)).toMatchObject(expected)
})

test('text that is cut off is seen in part', () => {
  const cut = block('far too long')!
  expect(cut.state).toBe('visible')
  expect(cut.box.width).toBeGreaterThan(200)
  expect(cut.seen.width).toBe(100)
})

test('icons are no text, and ignored regions are not seen', () => {
  expect(block('Icon')!.text).toBe('Icon')
  expect(block('Counted')!.text).toBe('Counted item')
  expect(block('Starred')!.text).toBe('Starred item "rated"')
  expect(block('Pictured')!.text).toBe('Pictured item twice')
  expect(block('Advertisement')).toBeUndefined()
})

test('a selector that the browser refuses ignores nothing, and is told', () => {
  expect(capture.gaps).toContain(
    '"not a selector ((" is no selector to the browser: nothing was ignored for it',
  )
})

test('each width has its layout; the frame text lies inside its frame', () => {
  expect(get('layouts').map(layout => [layout.width, layout.scrollWidth])).toEqual(
    [320, 375, 768, 1024, 1440].map(width => [width, width]),
  )
  const inner = block('In the frame')!
  const above = block('In the shadow')!
  expect(inner.box.y).toBeGreaterThan(above.box.y)
})

test('links with their fragments, and the pages behind them asked', () => {
  const links = get('links')
  expect(links.map(link => [link.name, link.fragmentFound])).toEqual([
    ['About', null],
    ['Down', true],
    ['Gone', false],
    ['Home down', true],
    ['Mail', null],
    ['Dead', null],
  ])
  expect(get('linkTargets').targets.map(target => [new URL(target.href).pathname, target.status])).toEqual([
    ['/about', 200],
    ['/page/', 404],
    ['/dead', 404],
  ])
})

test('pictures of each kind with status and look', () => {
  const images = get('images')
  expect(images.map(image => [image.kind, image.status, image.name])).toEqual([
    ['img', 200, 'Waves'],
    ['img', 404, 'Gone'],
    ['background', 200, ''],
    ['svg', 0, 'Dot'],
  ])
  expect(images[0]).toMatchObject({ naturalWidth: 200, format: 'png', file: { width: 200, height: 100 } })
  expect(images[1]!.naturalWidth).toBe(0)
  expect(hashDistance(images[2]!.file!.hash, images[0]!.file!.hash)).toBeLessThan(6)
  expect(hashDistance(images[0]!.rendered!.hash, images[0]!.file!.hash)).toBeLessThan(6)
  expect(images[3]!.rendered).not.toBeNull()
  for (const { width, pictures } of get('layouts')) {
    expect(pictures.flatMap(({ failed }) => failed ?? [])).toEqual([`${site.origin}/missing.png`])
    expect(pictures.flatMap(({ pulled }) => pulled ?? [])).toEqual(width === 320 ? [0.5] : [])
  }
})

test('icons of fonts, and whether these draw them', () => {
  const { wide, narrow, marks } = get('fonts').icons!
  const within = wide.map(({ selector, family, drawn }) => [selector, family, drawn])
  expect(within).toEqual([
    ['body > main > p:nth-of-type(8)', 'Times New Roman', false],
    ['#search > i', 'Glyphs', true],
    ['#basket > i', 'Glyphs', true],
    ['#unknown', 'Glyphs', false],
    ['#failed', 'Gone', false],
    ['#bold', 'Glyphs', false],
    ['#undeclared', 'Times New Roman', false],
    ['#word', 'Material Symbols Outlined', true],
    ['#other', 'Material Symbols Outlined', false],
    ['#class', 'material-icons', false],
  ])
  expect(narrow.map(({ selector, drawn }) => [selector, drawn])).toEqual(
    wide.map(({ selector, drawn }) => [selector, drawn]),
  )
  expect(wide.flatMap(({ control }) => control ?? [])).toEqual([
    { selector: '#search', name: 'Search', alone: true },
    { selector: '#basket', name: 'Basket', alone: false },
  ])
  expect(marks).toContainEqual(expect.objectContaining({ width: 20, height: 20 }))
})

test('forms field by field', () => {
  const [form] = get('forms')
  expect(form).toMatchObject({ name: 'Write to us', action: `${site.origin}/send`, method: 'post' })
  expect(form!.fields.map(field => [field.type, field.name, field.label])).toEqual([
    ['email', 'email', 'Your e-mail'],
    ['select', 'topic', 'Topic'],
    ['hidden', 'token', ''],
  ])
  expect(form!.fields[0]).toMatchObject({ required: true, maxlength: '50' })
  expect(form!.fields[1]!.options).toEqual(['Sales', 'Support'])
  expect(form!.submits).toMatchObject([{ name: 'Send', disabled: false }])
})

test('console, exceptions and failed requests', () => {
  const health = get('health')
  expect(health.exceptions).toEqual(['late trouble'])
  expect(health.console.map(entry => entry.text)).toContain('something is off')
  const broken = health.requests.find(request => request.url.endsWith('/api/broken'))
  expect(broken).toMatchObject({ type: 'fetch', status: 500, firstParty: true })
})

test('what differs from itself is volatile', () => {
  const { texts } = get('volatile')
  // The desktop load's own, and those of the other loads in its place.
  expect(texts).toHaveLength(3)
  for (const text of texts) expect(text).toMatch(/^Now: pageLoad number \d+$/)
})

test('screenshots, colours and axe', () => {
  expect(get('screens').map(screen => [screen.width, screen.cut, screen.restless.length])).toEqual([
    [375, false, 0],
    [768, false, 0],
    [1440, false, 0],
  ])
  const colour = get('colours').find(entry => entry.text.startsWith('Plain text'))
  expect(colour).toMatchObject({ colour: 'rgb(0, 0, 0)', background: [255, 255, 255] })
  expect(colour!.strongest).toBeGreaterThan(7)
  expect(colour!.middle).toEqual([255, 255, 255])
  expect(block('Gradient')!.style).toMatchObject({ colour: 'rgb(205, 215, 205)', background: '' })
  expect(get('axe').map(run => run.width)).toEqual([1440, 375])
})

test('nobody is told who the visitor is not: our name is in the User-Agent, no unsafe request is made', () => {
  expect(site.seen.every(request => /Cutover\//.test(request.headers['user-agent'] ?? ''))).toBe(true)
  expect(new Set(site.seen.map(request => request.method))).toEqual(new Set(['GET', 'HEAD', 'OPTIONS']))
})
