import { expect, test } from 'vitest'
import { pixelsOf } from '../../server/vision/fingerprint.ts'
import { page, servePages } from './pages.ts'
import { openWith } from './with-session.ts'

const server = await servePages({
  '/': page('<h1>Hello</h1>'),
  '/fixed': page(
    '<h1>Hello</h1><div style="height: 1500px"></div><section></section><div style="height: 1500px"></div>',
    '<style>section { height: 400px; background: linear-gradient(#f00, #f00) fixed }</style>',
  ),
})

test('the screen is as wide as the window, also after it was shot', async () => {
  await openWith(`${server.origin}/`, async session => {
    const screens: number[] = []
    for (const width of [1440, 768, 1024, 375, 320]) {
      const pageLoad = await session.at(width)
      screens.push(await pageLoad.page.evaluate(() => screen.width))
    }
    expect(screens).toEqual([1440, 768, 1024, 375, 320])
  })
})

test('a background that is fixed to the window is shot where it is scrolled to', async () => {
  await openWith(`${server.origin}/fixed`, async session => {
    const { data, info } = await pixelsOf(await session.screenshot(1440))
    const at = 3 * (1800 * info.width + 700)
    expect([...data.subarray(at, at + 3)]).toEqual([255, 0, 0])
  })
})
