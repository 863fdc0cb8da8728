/** What closes the menu of a phone, where its own button cannot be pressed. */
import { expect, test } from 'vitest'
import { probeNarrow } from '../../server/capture/collectors/probes/index.ts'
import { page, servePages } from './pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

/** A menu over the window that Escape closes, and a button in `place`, whose icon takes no room. */
const menu = (place: 'menu' | 'page') => {
  const closer =
    '<button aria-label="Close" style="padding: 0; border: 0"><i class="icon-cross"></i></button>'
  return page(`<header><button id="open" aria-label="Menu">☰</button></header>
    <main><h1>Bakery</h1><p>Bread from the wood oven.</p>${place === 'page' ? closer : ''}</main>
    <div id="menu" role="dialog" aria-modal="true" hidden style="position: fixed; inset: 0; background: #fff">
      ${place === 'menu' ? closer : ''}<nav><a href="/bread">Our bread</a> <a href="/visit">Find us</a></nav></div>
    <script>
      document.getElementById('open').onclick = () => { document.getElementById('menu').hidden = false }
      onkeydown = ({ key }) => { if (key === 'Escape') document.getElementById('menu').hidden = true }
    </script>`)
}

const server = await servePages({ '/menu': menu('menu'), '/page': menu('page') })

test.each([
  ['/menu', undefined],
  ['/page', 'escape'],
])('a closer whose icon did not come, %s', async (path, by) => {
  await openWith(server.origin + path, async session => {
    const { probes } = await probeNarrow(session)
    const opener = probes.find(({ name }) => name === 'Menu')
    expect(opener?.effect).toBe('dialog')
    expect(opener?.closedBy).toBe(by)
  })
})
