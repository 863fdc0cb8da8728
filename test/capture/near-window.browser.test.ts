import sharp from 'sharp'
import { expect, test } from 'vitest'
import { page, servePages } from './pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

test('what the browser draws only near the window is in a shot of the whole page, and what it hides is not', async () => {
  const red = await sharp({ create: { width: 1500, height: 1500, channels: 3, background: '#f00' } })
    .png()
    .toBuffer()
  const part = (style: string) =>
    `<section style="${style}"><img src="/red.png" alt="Red" width="1500" height="1500" style="display: block"></section>`
  const site = await servePages({
    '/': page(
      `<main style="margin: 0 60px">${part('')}${part('')}${part('content-visibility: auto; contain-intrinsic-size: auto 500px')}${part('content-visibility: hidden; height: 1500px')}</main>`,
    ),
    '/red.png': (_, response) => response.setHeader('content-type', 'image/png').end(red),
  })
  await openWith(`${site.origin}/`, async session => {
    const { png, height } = await session.screenshot(1440)
    expect(height).toBeGreaterThanOrEqual(6000)
    const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const redAt = (x: number, y: number) => data[(y * info.width + x) * 3 + 1]! < 40
    expect([700, 3700, 5200].map(y => redAt(700, y))).toEqual([true, true, false])
    // It draws nothing outside of its box, near the window or not.
    expect([700, 3700].map(y => redAt(1440 - 30, y))).toEqual([true, false])
  })
  await site.close()
})

test('it is drawn so at the widths where the page asks for it, and stays contained as it was', async () => {
  const site = await servePages({
    '/': page(
      `<style>@media (min-width: 1024px) { #wide { content-visibility: auto } } #sized { content-visibility: auto; contain: size; height: 50px }</style>
      <main><section id="wide">Wide</section><section id="sized">Sized</section>
      <form id="clobbered" style="content-visibility: auto"><select name="style" aria-label="Style"><option>Plain</option></select></form></main>`,
    ),
  })
  await openWith(`${site.origin}/`, async session => {
    const read = async (width: number) => {
      const { page } = await session.at(width)
      return page.evaluate(() =>
        ['wide', 'sized', 'clobbered'].map(id => {
          const { contentVisibility, contain } = getComputedStyle(document.getElementById(id)!)
          return `${contentVisibility} ${contain}`
        }),
      )
    }
    const wide = ['visible content', 'visible strict', 'visible content']
    expect(await read(1440)).toEqual(wide)
    expect(await read(768)).toEqual(['visible none', ...wide.slice(1)])
    expect(await read(1440)).toEqual(wide)
  })
  await site.close()
})
