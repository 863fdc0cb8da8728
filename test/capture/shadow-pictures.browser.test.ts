import sharp from 'sharp'
import { expect, test } from 'vitest'
import { DESKTOP } from '../../server/capture/page/site-session.ts'
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
