import { expect, test } from 'vitest'
import { page, servePages } from './pages.ts'
import { openWith } from './with-session.ts'

const server = await servePages({ '/': page('<h1>Hello</h1>') })

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
