/** Pages on which something lies over the texts or takes the presses of controls, by their paths, and what is told of them. */
import { expect } from 'vitest'
import { layoutAt } from '../../server/capture/collectors/layouts.ts'
import { page, servePages } from './pages.ts'
import type { OpenWith } from './with-session.ts'

const lines = Array.from(
  { length: 8 },
  (_, at) => `<p style="margin-top: 500px">Line ${at + 1} of the tide table</p>`,
)
const under = (layer: string) => page(`<main>${lines.join('')}</main>${layer}`)
const pinned = {
  '/layer': under('<div style="position: fixed; inset: 0; background: #fff; z-index: 9">Back soon</div>'),
  '/object': under(
    '<object data="/layer" type="text/html" style="position: fixed; inset: 0; width: 100%; height: 100%"></object>',
  ),
  '/glass': under('<canvas style="position: fixed; inset: 0; width: 100%; height: 100%"></canvas>'),
  '/bar': under(
    '<div style="position: fixed; top: 30%; height: 50%; width: 100%; background: #fff">Soup</div>',
  ),
}

export async function expectPinned(
  openWith: OpenWith,
  paths: readonly (keyof typeof pinned)[],
): Promise<void> {
  const covered = { '/layer': 8, '/object': 8, '/glass': 0, '/bar': 0 }
  const site = await servePages(pinned)
  for (const path of paths)
    await openWith(`${site.origin}${path}`, async session => {
      const wide = await layoutAt(session, 1440)
      const found = wide.overlaps!.filter(({ what, share }) => what === 'text' && share === 1)
      expect(found, path).toHaveLength(covered[path])
    })
  await site.close()
}

const ribbon = (top: number) =>
  `<a href="/source"><svg width="54" height="54" style="position: fixed; top: ${top}px; right: 0; z-index: 9"><path d="M0 0V54H54Z"/></svg></a>`
const head = `<header style="position: relative; height: 60px"><button style="position: absolute; right: 5px; top: 2px; width: 40px; height: 40px">Find</button></header>
  <main><h1>Commands</h1><div style="height: 2000px"></div></main>`
const layer = (style: string) =>
  `<style>form { position: relative; padding: 20px } form::after { content: ""; position: absolute; inset: 0; ${style} }</style>
  <main><form><button>Send</button> <label>Post <input></label></form></main>`
const bar = (width: string, room: number) =>
  `<main style="height: 2000px">Tides</main><footer style="height: 60px; padding-bottom: ${room}px"><a href="/imprint">Imprint</a></footer>
  <div style="position: fixed; bottom: 0; left: 0; width: ${width}; height: 60px; background: #fff">Call the harbour</div>`
/** Beside one whole card that is a link, whose other link leads to the same. */
const links = `<style>.home, .card { position: relative } .home::after, .all::after { content: ""; position: absolute; inset: 0; z-index: 2 } .home::after { inset: 0 auto auto 0; width: 300px; height: 120px }</style>
  <header><a class="home" href="/">Home</a><p><button>Menu</button></p></header>
  <main><div class="card" style="margin-top: 200px; padding: 20px"><a class="all" href="/tides">Tides</a> <a href="/tides">More of them</a></div></main>`
/** A press in the menu leads to the top of the page. */
const menu = `<style>header { position: relative } .home::after { content: ""; position: absolute; inset: 0 }</style>
  <header><a class="home" href="/menu">Home</a><nav><a href="#tides">Tides</a></nav></header><main id="tides">Tides</main>`
const presses = {
  '/over': page(head + ribbon(0)),
  '/below': page(head + ribbon(80)),
  '/layer': page(layer('')),
  '/behind': page(layer('z-index: -1')),
  '/through': page(layer('pointer-events: none')),
  '/bar': page(bar('100%', 0)),
  '/bar-with-room': page(bar('100%', 80)),
  '/bubble': page(bar('60px', 0)),
  '/links': page(links),
  '/menu': page(menu),
}

export async function expectPresses(
  openWith: OpenWith,
  paths: readonly (keyof typeof presses)[],
): Promise<void> {
  const covered: Record<keyof typeof presses, string[]> = {
    '/over': ['Find'],
    '/below': [],
    '/layer': ['Send: around', 'Post: around'],
    '/behind': [],
    '/through': [],
    '/bar': ['Imprint: atEnd'],
    '/bar-with-room': [],
    '/bubble': [],
    '/links': ['Menu: underLink'],
    '/menu': ['Tides: underLink'],
  }
  const site = await servePages(presses)
  for (const path of paths)
    await openWith(site.origin + path, async session => {
      const { overlaps } = await layoutAt(session, 375)
      const told = overlaps!.map(({ name, around, atEnd, underLink }) =>
        [name, around && 'around', atEnd && 'atEnd', underLink && 'underLink'].filter(Boolean).join(': '),
      )
      expect(told, path).toEqual(covered[path])
    })
  await site.close()
}
