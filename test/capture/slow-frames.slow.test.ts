import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { SiteSession } from '../../server/capture/page/site-session.ts'
import { DESKTOP } from '../../server/lib/widths.ts'
import { page, servePages } from './pages.ts'
import { openWith } from './with-session.ts'

const drawing = (turns: number) =>
  page(
    `<h1>Drawing</h1><canvas id="canvas"></canvas><script>
       globalThis.drawn = 0
       let sum = 0
       function loop() {
         drawn++
         for (let i = 0; i < ${turns}; i++) sum += Math.sqrt(i)
         canvas.width = 300 + drawn % 2
         requestAnimationFrame(loop)
       }
       loop()
     </script>`,
  )

const server = await servePages({ '/slow': drawing(4e7), '/quick': drawing(1) })

async function framesIn(session: SiteSession, ms: number): Promise<number> {
  const { page } = await session.at(DESKTOP)
  const drawn = () => page.evaluate(() => (globalThis as unknown as { drawn: number }).drawn)
  const before = await drawn()
  await sleep(ms)
  return (await drawn()) - before
}

/** Frames while the page is read, and as soon as it no longer is. */
async function frames(path: string): Promise<{ read: number; free: number }> {
  let seen = { read: 0, free: 0 }
  await openWith(`${server.origin}${path}`, async session => {
    const read = await framesIn(session, 6000)
    await (await session.at(DESKTOP)).drawSeldom(false)
    seen = { read, free: await framesIn(session, 6000) }
  })
  return seen
}

test('a page that draws slowly draws seldom while it is read', async () => {
  const { read, free } = await frames('/slow')
  expect(free).toBeGreaterThan(2 * read)
})

// A machine that is busy at that moment makes any page a slow one.
test('any other draws as it does', { retry: 2 }, async () => {
  const { read, free } = await frames('/quick')
  // Of a page that is held to fewer frames less than a tenth is left.
  expect(read).toBeGreaterThan(free / 8)
})
