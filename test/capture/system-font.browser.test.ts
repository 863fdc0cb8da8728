import { expect, test } from 'vitest'
import { DESKTOP } from '../../server/lib/widths.ts'
import { page, servePages } from './pages.ts'
import { openWith } from './with-session.ts'

const server = await servePages({
  '/': page(`<h1>Bakery</h1><p><span style="font: 40px system-ui">Bread from the wood oven</span></p>
    <p><span style="font: 40px Arial">Bread from the wood oven</span></p>`),
})

test('text in system-ui is as wide as most visitors have it', async () => {
  await openWith(`${server.origin}/`, async session => {
    const { page } = await session.at(DESKTOP)
    const [ours, arial] = await page.evaluate(() =>
      Array.from(document.querySelectorAll('span'), one => one.getBoundingClientRect().width),
    )
    expect(Math.abs(ours! / arial! - 1)).toBeLessThan(0.03)
  })
})
