import { expect, test } from 'vitest'
import {
  unreadableHovered,
  unreadableScrolled,
} from '../../server/capture/collectors/probes/unreadable-texts.ts'
import { page, servePages } from './pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

test('texts that styles take from the eye under the mouse are told, and the styles are as before', async () => {
  const site = await servePages({
    '/': page(`<style>
      main > * { display: block; width: 300px; padding: 20px; margin: 10px; color: #222; background: #fff; position: relative }
      .dark { background: #14213d; color: #fff }
      .turned:hover { background: #fff }
      .inked:hover { background: #fff; color: #14213d }
      #group:hover .within { color: #fefefe }
      #slid { background: #fff; color: #14213d; isolation: isolate; overflow: hidden }
      #slid::before { content: ''; position: absolute; inset: 0; background: #14213d; transform: translateX(-100%); z-index: -1 }
      #slid:hover { color: #fff }
      #slid:hover::before { transform: none }
      @media (min-width: 600px) { .framed { & a:hover { color: var(--paper) } } }
      .framed { --paper: #fff }
      #tile { width: 420px; height: 260px; isolation: isolate; padding: 0 } #tile:hover { color: #fff }
      #tile::before { content: ''; position: absolute; inset: 0; background: #14213d; opacity: 0; z-index: -1 } #tile:hover::before { opacity: 1 }
      .pale { color: #eee } .pale:hover { color: #fff }
      .pictured { background: linear-gradient(#14213d, #14213d); color: #fff } .pictured:hover { color: #fcfcfc }
      </style><main>
      <article class="dark turned"><h3>Rye loaf</h3><p>Baked at four</p></article>
      <article class="dark inked"><h3>Wheat loaf</h3></article>
      <div id="group"><p class="within">Of a group</p></div>
      <a href="#x" id="slid">Slid over</a>
      <p class="framed"><a href="#y">In a nested rule</a></p>
      <p class="pale">Pale before</p>
      <p class="pictured">On a gradient</p>
      <a href="#z" id="tile">Rooms</a>
      </main>`),
  })
  await openWith(`${site.origin}/`, async session => {
    const pageLoad = await session.at(1440)
    const sheets = () =>
      pageLoad.page.evaluate(() =>
        [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)),
      )
    const before = await sheets()
    const found = await unreadableHovered(pageLoad)
    expect(found?.map(({ text }) => text)).toEqual([
      'Rye loaf',
      'Baked at four',
      'Of a group',
      'In a nested rule',
    ])
    expect(found?.every(({ contrast }) => contrast < 1.2)).toBe(true)
    expect(await sheets()).toEqual(before)
  })
  await site.close()
})

test('texts of a bar that cannot be read once the page is scrolled are told', async () => {
  const bar = (links: string, style: string) =>
    page(`<style>header { position: absolute; top: 0; left: 0; right: 0; padding: 20px; color: #fff }
      header.on { position: fixed; background: #fff } ${style} a { color: inherit }
      #hero { height: 700px; background: linear-gradient(#123, #345) }</style>
      <header>${links}</header><main><div id="hero"></div><p style="height: 3000px">Of the mill</p></main>
      <script>addEventListener('scroll', () => document.querySelector('header').classList.toggle('on', scrollY > 100))</script>`)
  const links = '<a href="/rooms">Rooms</a> <a href="/prices" style="color: #357">Prices</a>'
  const site = await servePages({
    '/': bar(links, ''),
    '/inked': bar(links, 'header.on { color: #123 }'),
    '/clear': bar(links, 'header.on { background: none }'),
  })
  await openWith(`${site.origin}/`, async session => {
    const pageLoad = await session.at(1440)
    const found = await unreadableScrolled(pageLoad)
    expect(found?.map(({ text }) => text)).toEqual(['Rooms'])
    expect(await pageLoad.page.evaluate(() => scrollY)).toBe(0)
  })
  await openWith(`${site.origin}/inked`, async session => {
    expect(await unreadableScrolled(await session.at(1440))).toEqual([])
  })
  // It has no ground of its own, and stands on another part of the page at each place.
  await openWith(`${site.origin}/clear`, async session => {
    expect(await unreadableScrolled(await session.at(1440))).toEqual([])
  })
  await site.close()
})
