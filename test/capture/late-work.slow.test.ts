/** What moves and draws without being late work, and a page that polls: more than late-work.browser.test.ts has. */
import { expect, test } from 'vitest'
import type { SiteSession } from '../../server/capture/page/site-session.ts'
import { DESKTOP } from '../../server/lib/widths.ts'
import { answering, busyBy, onLoad, scripted } from './late-pages.ts'
import { servePages } from './pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

let polls = 0
const server = await servePages({
  '/slide': scripted(
    onLoad("hero.style.transform = 'translateX(500px)'", 1200),
    '<div id="hero" style="height: 300px; background: #cde">Words that slide</div>',
  ),
  '/drawing': scripted(
    `const draw = () => { if (scrollY > 0) return; ${busyBy(7e7)}; requestAnimationFrame(draw) }; draw()`,
    '<div style="height: 3000px"></div>',
  ),
  // From its second load on: no load of a page that polls comes to rest before the time for that is over.
  '/polling': (_, response) => {
    const polling = scripted(
      `setInterval(async () => { await fetch('/small'); ticks.textContent = Number(ticks.textContent) + 1 }, 100)`,
      '<p id="ticks">0</p>',
    )
    response.setHeader('content-type', 'text/html')
    response.end(polls++ === 0 ? scripted('') : polling)
  },
  '/small': answering(10),
})

async function asked<T>(path: string, ask: (session: SiteSession) => Promise<T>): Promise<T> {
  let answer: T | undefined
  await openWith(`${server.origin}${path}`, async session => {
    answer = await ask(session)
  })
  return answer!
}

test.each(['/slide', '/drawing'])('%s: no late work', async path => {
  const found = await asked(path, async session => {
    await session.at(DESKTOP)
    return session.worksLate()
  })
  expect(found).toBe(false)
})

test('a further load is read as the others are: without answers to its scripts', async () => {
  const [before, after] = await asked('/polling', async session => {
    const load = await session.again()
    const read = async () => {
      await new Promise(resolve => setTimeout(resolve, 500))
      return load.page.locator('#ticks').textContent()
    }
    const texts = [await read(), await read()]
    await load.close()
    return texts
  })
  expect(Number(before)).toBeGreaterThan(0)
  expect(after).toBe(before)
})
