/** Pictures of galleries that a press shows larger, on layers that close in several ways or in place, and those of which none does. */
import { expect, test } from 'vitest'
import { tryGalleries } from '../../server/capture/collectors/probes/galleries.ts'
import { type Handler, page, servePages } from './pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

const drawing =
  (shape: string): Handler =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'image/svg+xml' })
    response.end(
      `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400" fill="#eee"/>${shape}</svg>`,
    )
  }
const FILES = {
  '/mill.svg': drawing('<path d="M0 400 300 0 600 400Z"/>'),
  '/lake.svg': drawing('<rect y="300" width="600" height="100"/>'),
  '/barn.svg': drawing('<rect width="200" height="400"/>'),
}
const NAMES = ['mill', 'lake', 'barn']
const thumbs = (wrap: (name: string, picture: string) => string) =>
  NAMES.map(name => wrap(name, `<img src="/${name}.svg" alt="${name}" width="120" height="80">`)).join('')

/** `opens`: by the place of each, the picture that it shows. `close`: what the layer is left by. */
const lightbox = (opens: number[], close: string) =>
  page(`<h1>Houses</h1>${thumbs((name, picture) => `<button type="button" class="thumb" aria-label="${name} larger">${picture}</button>`)}
<div id="layer" hidden style="position: fixed; inset: 0; background: #000"><img id="large" alt="" width="900" height="600">${close}</div>
<script>const names = ${JSON.stringify(NAMES)}, opens = ${JSON.stringify(opens)}
document.querySelectorAll('.thumb').forEach((thumb, at) => thumb.onclick = () => { large.src = '/' + names[opens[at]] + '.svg'; layer.hidden = false })</script>`)

const CROSS = '<button type="button" onclick="layer.hidden = true">×</button>'
const ESCAPE = `<script>document.onkeydown = ({ key }) => { if (key === 'Escape') layer.hidden = true }</script>`
const BACKDROP = `<script>layer.onclick = ({ target, currentTarget }) => { if (target === currentTarget) layer.hidden = true }</script>`

const PAGES = {
  ...FILES,
  '/cross': lightbox([0, 1, 1], CROSS),
  '/escape': lightbox([0, 1, 2], ESCAPE),
  '/backdrop': lightbox([0, 1, 2], BACKDROP),
  '/stuck': lightbox([0, 1, 2], ''),
  // A picture behind the layer is none of the page, and another page has the layer's address.
  '/painted': lightbox([0, 1, 2], '').replace(
    '<img id="large" alt="" width="900" height="600">',
    '<i id="large"></i>',
  ),
  '/pushed': lightbox([0, 1, 2], ESCAPE).replace(
    'layer.hidden = false',
    "layer.hidden = false; history.pushState(0, '', '?photo=' + at)",
  ),
  '/peeking': lightbox([0, 1, 2], ESCAPE).replace(
    '<img id="large"',
    '<img src="/lake.svg" alt="" width="990" height="660" style="position: absolute; left: 70%"><img id="large"',
  ),
  '/in-place': page(
    `<h1>Bowl</h1><img id="main" src="/mill.svg" alt="" width="600" height="400"><p>${thumbs((name, picture) => `<a href="#" class="thumb" onclick="main.src = '/${name}.svg'">${picture}</a>`)}</p>`,
  ),
  '/plain': page(
    `${thumbs((name, picture) => `<a href="/large/${name}.jpg">${picture}</a>`)}<nav>${thumbs((name, picture) => `<a href="#${name}">${picture}</a>`)}</nav>${thumbs((name, picture) => `<a href="/${name}">${picture}</a>`)}`,
  ),
}

test.concurrent.each([
  ['/cross', 'mill>mill lake>lake barn>lake', false],
  ['/escape', 'mill>mill lake>lake barn>barn', false],
  ['/backdrop', 'mill>mill lake>lake barn>barn', false],
  ['/stuck', 'mill>mill', true],
  ['/painted', 'none', true],
  ['/pushed', 'mill>mill', true],
  ['/peeking', 'none', true],
  // What the first shows is there already.
  ['/in-place', 'lake>lake barn>barn', false],
  ['/plain', 'none', false],
] as const)('%s', async (path, shown, isOpen) => {
  const site = await servePages(PAGES)
  await openWith(site.origin + path, async session => {
    const pageLoad = await session.at(1440)
    const found = await tryGalleries(pageLoad)
    const nameOf = (url: string) => /(\w+)\.svg$/.exec(url)?.[1]
    const all = found.enlarged.map(one => `${nameOf(one.own.url)}>${nameOf(one.shown.url)}`)
    expect([all.join(' ') || 'none', found.isOpen]).toEqual([shown, isOpen])
    for (const { own, shown } of found.enlarged)
      expect([own.fingerprint, shown.fingerprint]).not.toContain(null)
    if (!isOpen)
      expect(await pageLoad.page.evaluate(() => document.querySelector('#layer:not([hidden])'))).toBeNull()
    expect(pageLoad.page.url()).toMatch(path)
  })
  await site.close()
})
