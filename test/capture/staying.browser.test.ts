import { afterAll, beforeAll, expect, test } from 'vitest'
import { layoutAt } from '../../server/capture/collectors/layouts.ts'
import type { Staying } from '../../server/capture/injected/staying.ts'
import { DESKTOP, MOBILE } from '../../server/lib/widths.ts'
import { page, servePages } from './pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

const MENU = '<a href="/">Tide House</a> <nav><a href="/rooms">Rooms</a> <a href="/table">Table</a></nav>'
const STYLE =
  '<style>body { margin: 0 } header { display: flex; gap: 20px; align-items: center; height: 64px; background: #fff } .fixed { position: fixed; top: 0; left: 0; right: 0 }</style>'
const long = (windows = 6) =>
  Array.from(
    { length: windows * 3 },
    (_, index) => `<section style="height: 300px"><h2>Part ${index}</h2><p>Words of it</p></section>`,
  ).join('')
const made = (body: string, style = '') => page(body, `${STYLE}<style>${style}</style>`)
const onScroll = (work: string) =>
  `<script>{ let last = 0; addEventListener('scroll', () => { ${work} }) }</script>`

const pages: Record<string, string> = {
  '/static': made(`<header>${MENU}</header>${long()}`),
  '/fixed': made(`<header class="fixed">${MENU}</header>${long()}`),
  '/sticky': made(`<header>${MENU}</header>${long()}`, 'header { position: sticky; top: 0 }'),
  '/smooth': made(
    `<header>${MENU}</header>${long()}`,
    'html { scroll-behavior: smooth } header { position: sticky; top: 0 }',
  ),
  // Sticks to no more than its own wrapper, and to the first section.
  '/island': made(
    `<header-island style="display: contents"><header>${MENU}</header></header-island>${long()}`,
    'header { position: sticky; top: 0 }',
  ),
  '/stuck': made(`<div><header>${MENU}</header></div>${long()}`, 'header { position: sticky; top: 0 }'),
  '/part': made(
    `<main><header>${MENU}</header>${long(2)}</main>${long(3)}`,
    'header { position: sticky; top: 0 }',
  ),
  '/class': made(
    `<header>${MENU}</header>${long()}${onScroll("document.querySelector('header').classList.toggle('fixed', scrollY > 200)")}`,
  ),
  '/headroom': made(
    `<header class="fixed">${MENU}</header>${long()}${onScroll("document.querySelector('header').style.transform = scrollY > last ? 'translateY(-100%)' : 'none'; last = scrollY")}`,
    'header { transition: transform .3s }',
  ),
  '/back-later': made(
    `<header class="fixed">${MENU}</header>${long()}${onScroll("const h = document.querySelector('header'); if (scrollY > last) h.style.top = '-64px'; else setTimeout(() => { h.style.top = 0 }, 5000); last = scrollY")}`,
  ),
  '/back-after-a-rest': made(
    `<header class="fixed">${MENU}</header>${long()}${onScroll("const h = document.querySelector('header'); h.style.top = '-64px'; clearTimeout(last); last = setTimeout(() => { h.style.top = 0 }, 250)")}`,
  ),
  '/box': page(
    `<div class="app"><header>${MENU}</header><main>${long()}</main></div>`,
    `${STYLE}<style>html, body { height: 100%; overflow: hidden } .app { display: flex; flex-direction: column; height: 100vh } header { flex: none } main { flex: 1; overflow-y: auto }</style>`,
  ),
  '/short': made(`<header class="fixed">${MENU}</header><p>All there is</p>`),
  '/floating': made(
    `<header style="position: fixed; top: 16px; left: 10%; right: 10%; border-radius: 32px">${MENU}</header>${long()}`,
  ),
  '/see-through': made(`<header class="fixed" style="background: none">${MENU}</header>${long()}`),
  '/shadow': made(
    `<site-header></site-header>${long()}<script>document.querySelector('site-header').attachShadow({ mode: 'open' }).innerHTML = '<div style="position: fixed; top: 0; left: 0; right: 0; height: 64px; background: #fff"><a href="/rooms">Rooms</a> <a href="/table">Table</a></div>'</script>`,
  ),
  '/two': made(
    `<p class="fixed" style="margin: 0; height: 40px; background: #eee">Closed on Monday</p><header class="fixed" style="top: 40px; height: 240px">${MENU}</header>${long()}<div style="position: fixed; inset: auto 0 0; height: 56px; background: #123"><a href="tel:+4930123456" style="color: #fff">Call us</a></div>`,
  ),
  '/small': made(
    `<header>${MENU}</header>${long()}<a href="#" style="position: fixed; right: 16px; bottom: 16px; width: 48px; height: 48px; background: #123">Top</a><div style="position: fixed; left: 0; bottom: 0; width: 70px; height: 60vh; background: #eee"><a href="/share">Share</a></div>`,
  ),
  '/cookies': made(
    `<header>${MENU}</header>${long()}<div style="position: fixed; inset: auto 0 0; height: 200px; background: #fff">We use cookies to count visits. <button>Accept</button> <button>Reject</button></div>`,
  ),
  '/layer': made(
    `<header class="fixed">${MENU}</header>${long()}<div id="late" style="position: fixed; inset: 0; background: #fff; display: none">Do not leave yet</div>${onScroll("if (scrollY > 300) document.getElementById('late').style.display = 'block'")}`,
  ),
}

let site: Awaited<ReturnType<typeof servePages>>
beforeAll(async () => {
  site = await servePages(pages)
})
afterAll(() => site?.close())

/** What stays on a desktop, the bars as `edge from-to hidden: controls`. */
async function staysAt(path: string) {
  let found: ReturnType<typeof saidOf>
  await openWith(`${site.origin}${path}`, async session => {
    const { world } = await session.at(DESKTOP)
    found = saidOf(await world.run(({ staying }) => staying(), undefined))
  })
  return found
}

const saidOf = (stays: Staying | undefined) => stays && { down: stays.down.map(said), up: stays.up.map(said) }

const said = ({ edge, box, hides, controls, text }: Staying['down'][number]) =>
  `${edge} ${box.y}-${box.y + box.height} ${hides}: ${controls.map(({ name }) => name).join(', ') || text}`

const LINKS = 'Tide House, Rooms, Table'
const KEPT = `top 0-64 64: ${LINKS}`

type Row = [path: string, down: string[], up: string[]]

const ONE_OF_A_KIND: Row[] = [
  ['/static', [], []],
  ['/fixed', [KEPT], [KEPT]],
  ['/stuck', [], []],
  ['/class', [KEPT], [KEPT]],
  ['/back-after-a-rest', [KEPT], [KEPT]],
  ['/floating', [`top 16-80 80: ${LINKS}`], [`top 16-80 80: ${LINKS}`]],
  ['/shadow', ['top 0-64 64: Rooms, Table'], ['top 0-64 64: Rooms, Table']],
  ['/cookies', [], []],
]

const MORE: Row[] = [
  ['/sticky', [KEPT], [KEPT]],
  ['/smooth', [KEPT], [KEPT]],
  ['/island', [KEPT], [KEPT]],
  ['/part', [], []],
  ['/headroom', [], [KEPT]],
  ['/box', [KEPT], [KEPT]],
  ['/see-through', [`top 0-64 0: ${LINKS}`], [`top 0-64 0: ${LINKS}`]],
  ['/small', [], []],
]

async function expectBars(...[path, down, up]: Row) {
  expect(await staysAt(path)).toEqual({ down, up })
}

test.concurrent.each(ONE_OF_A_KIND)('%s', expectBars)
test.concurrent.each(MORE)('%s', { tags: 'variant' }, expectBars)

test.concurrent('nothing is known of a page that is hardly scrolled, under a layer, or whose header may come back', async () => {
  expect(await staysAt('/short')).toBeUndefined()
  expect(await staysAt('/layer')).toBeUndefined()
  expect(await staysAt('/back-later')).toBeUndefined()
})

test.concurrent('the layout of a phone has them, one below the other and at the bottom, and no other of its load', async () => {
  const bars = ['top 0-40 40: Closed on Monday', `top 40-280 240: ${LINKS}`, 'bottom 756-812 56: Call us']
  await openWith(`${site.origin}/two`, async session => {
    expect(saidOf((await layoutAt(session, MOBILE)).stays)).toEqual({ down: bars, up: bars })
    expect((await layoutAt(session, 320)).stays).toBeUndefined()
  })
})
