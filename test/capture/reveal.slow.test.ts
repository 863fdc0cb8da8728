/** More that shows as one scrolls than reveal.browser.test.ts has: at other widths, at other speeds, turned and typed. */
import { beforeAll, expect, test } from 'vitest'
import { DESKTOP, TABLET } from '../../server/lib/widths.ts'
import { page } from './pages.ts'
import { expectShown, feedCounts, gap, partsOf, readOnce, seenAt } from './reveal-pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

let seen: Awaited<ReturnType<typeof seenAt>>
beforeAll(async () => {
  seen = await seenAt(openWith, [DESKTOP, TABLET])
})

test('what is shown at any scroll position is shown at the width of a tablet', () => {
  for (const one of seen) expectShown(one)
})

test('an endless feed grows a few times, however fast it answers, and no more while the page is read', async () => {
  const counts = await feedCounts(openWith, [5, 150])
  const [desktop, mobile] = counts
  expect(counts).toEqual([desktop, mobile, mobile, desktop, desktop, mobile, mobile, desktop])
})

test('a page whose parts are added without an end is left alike, however fast they come', async () => {
  const endless = await partsOf(openWith, 1e9, 0)
  expect(endless).toBeLessThan(30)
  expect(await partsOf(openWith, 1e9, 150)).toBe(endless)
})

test('what comes back at the top without having arrived stands where it stood at first', async () => {
  const { layout, stateOf } = await readOnce(openWith, {
    '/': page(`<h1>Top of the page</h1><section id="hero"><p>Words of the first screen</p></section>${gap}<p>End</p>
      <script>{ const hero = document.querySelector('#hero')
        let seen = false
        new IntersectionObserver(([{ isIntersecting }]) => {
          hero.style.opacity = isIntersecting ? 1 : 0
          if (!isIntersecting) seen = true
          hero.style.transform = seen ? 'translateX(400px)' : 'none'
        }).observe(hero) }</script>`),
  })
  expect(stateOf('Words of the first screen')).toBe('visible')
  expect(layout.blocks.find(({ text }) => text === 'Words of the first screen')!.box.x).toBeLessThan(300)
})

test('what is turned away over its neighbours at the top is no header that comes in their place', async () => {
  const { stateOf } = await readOnce(openWith, {
    '/': page(`<h1>Top of the page</h1><div style="height: 600px"></div><p>Words above</p><p id="turned">Words that turn</p><p>Words below</p>${gap}
      <style>#turned { backface-visibility: hidden; transform: perspective(400px) rotateY(-100deg); transition: transform .6s; width: 600px }
        #turned.in { transform: none } p { margin: 4px 0 }</style>
      <script>addEventListener('scroll', () => document.querySelector('#turned').classList.toggle('in', scrollY > 200 && scrollY < 1200))</script>`),
  })
  expect(stateOf('Words that turn')).toBe('visible')
})

test('a text that types itself is read when it has been typed', async () => {
  const { stateOf } = await readOnce(openWith, {
    '/': page(`<h1>Top</h1><p id="typed"></p>${gap}<script>
      const text = 'What is typed letter by letter, for two seconds and more, is read to its very end.'
      const type = () => { typed.textContent = text.slice(0, typed.textContent.length + 1); if (typed.textContent !== text) setTimeout(type, 25) }
      addEventListener('scroll', () => setTimeout(type, 25), { once: true })
    </script>`),
  })
  expect(stateOf('What is typed letter by letter, for two seconds and more, is read to its very end.')).toBe(
    'visible',
  )
})
