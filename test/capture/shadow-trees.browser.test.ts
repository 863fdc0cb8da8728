import sharp from 'sharp'
import { expect, test } from 'vitest'
import { probes } from '../../server/capture/collectors/probes/index.ts'
import { DESKTOP } from '../../server/lib/widths.ts'
import { page, servePages } from './pages.ts'
import { openWith } from './with-session.ts'

const PNG = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c33' } })
  .png()
  .toBuffer()

const server = await servePages({
  '/': page(`<h1>Slides</h1><my-slides></my-slides><script>
    customElements.define('my-slides', class extends HTMLElement {
      connectedCallback() {
        this.attachShadow({ mode: 'open' }).innerHTML =
          '<div style="width: 600px; height: 200px; overflow: hidden; position: relative">' +
          '<img src="/a.png" loading="lazy" style="position: absolute; left: 90000px"></div>'
      }
    })
  </script>`),
  '/menu':
    page(`<site-header></site-header><h1>Bakery</h1><p>Bread from the wood oven, every morning.</p><script>
    customElements.define('site-header', class extends HTMLElement {
      connectedCallback() {
        const root = this.attachShadow({ mode: 'open' })
        root.innerHTML = \`<style>
          p { animation: come 9s } @keyframes come { from { opacity: 0 } }
          nav { position: fixed; inset: 60px 0 0; background: #fff; opacity: 0; visibility: hidden;
            transition: opacity 5s, visibility 5s }
          nav.on { opacity: 1; visibility: visible }
          </style><button aria-label="Menu">☰</button><p>Open today</p>
          <nav role="dialog"><a href="#a">Our bread</a> <a href="#b">Find us</a></nav>\`
        root.querySelector('button').onclick = () => root.querySelector('nav').classList.toggle('on')
      }
    })
  </script>`),
  '/a.png': (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(PNG),
})

test('pictures in shadow trees are asked for and waited for as all are', async () => {
  await openWith(`${server.origin}/`, async session => {
    const { page } = await session.at(DESKTOP)
    const isThere = await page.evaluate(() => {
      const picture = document.querySelector('my-slides')!.shadowRoot!.querySelector('img')!
      return picture.complete && picture.naturalWidth
    })
    expect(isThere).toBe(40)
  })
})

test('what moves in shadow trees is at its end, and what a press fades in there is seen', async () => {
  await openWith(`${server.origin}/menu`, async session => {
    const { page } = await session.at(DESKTOP)
    const opacity = await page.evaluate(() => {
      const text = document.querySelector('site-header')!.shadowRoot!.querySelector('p')!
      return getComputedStyle(text).opacity
    })
    expect(opacity).toBe('1')
    const { narrow } = await probes(session)
    expect(narrow.probes).toMatchObject([
      { name: 'Menu', effect: 'dialog', revealed: ['Our bread', 'Find us'] },
    ])
  })
})
