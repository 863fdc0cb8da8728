/** What shows as one scrolls is read and shot as whoever scrolls to it sees it. */
import { beforeAll, expect, test } from 'vitest'
import { layoutAt } from '../../server/capture/collectors/layouts.ts'
import { DESKTOP, MOBILE } from '../../server/lib/widths.ts'
import { page, servePages } from './pages.ts'
import { expectShown, feedCounts, gap, partsOf, readOnce, section, seenAt, toggled } from './reveal-pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

/** Shown while it is scrolled into the window, and taken out of the page for good when it leaves. */
const fleeting = page(
  `<h1>Top of the page</h1>${gap}<section class="fleeting" style="opacity: 0"><h2>Fleeting</h2></section>${gap}<p>The end</p>
  <script>{ const target = document.querySelector('.fleeting')
    new IntersectionObserver(([{ isIntersecting }]) => {
      if (isIntersecting) target.style.opacity = 1
      else if (target.style.opacity === '1') target.remove()
    }).observe(target) }</script>`,
)

let seen: Awaited<ReturnType<typeof seenAt>>
/** Of a tablet: reveal.slow.test.ts. */
beforeAll(async () => {
  seen = await seenAt(openWith, [DESKTOP, MOBILE])
})

test('what is shown at any scroll position is shown at every width', () => {
  for (const one of seen) expectShown(one)
})

test('what repeats by itself stands still where it was after three seconds', () => {
  const { visible } = seen[0]!
  expect(visible).toContain('Slide 1')
  expect(visible).toContain('2 seconds')
  expect(visible).toContain('Ticks 2')
  expect(visible).toContain('Slides at rest')
})

/** However fast it answers: reveal.slow.test.ts. */
test('an endless feed grows a few times, and no more while the page is read', {
  tags: 'variant',
}, async () => {
  const counts = await feedCounts(openWith, [5])
  const [desktop, mobile] = counts
  expect(counts).toEqual([desktop, mobile, mobile, desktop])
})

test('a page whose parts are added one by one is seen to its end, and one that never ends is left', {
  tags: 'variant',
}, async () => {
  expect(await partsOf(openWith, 9, 0)).toBe(9)
  expect(await partsOf(openWith, 1e9, 0)).toBeLessThan(30)
})

test('what was shown stays so when the page grows before its end, which is looked at as well', async () => {
  const { stateOf } = await readOnce(openWith, {
    '/': page(`<h1>Top</h1>${section('early')}${toggled('early')}${section('last')}${toggled('last')}
      <main></main><div id="end" style="height: 500px">End</div>
      <script>let asked = false
      new IntersectionObserver(async ([{ isIntersecting }]) => {
        if (!isIntersecting || asked) return
        asked = true
        document.querySelector('main').innerHTML = await (await fetch('/more')).text()
      }, { rootMargin: '700px' }).observe(document.getElementById('end'))</script>`),
    '/more': (_, response) => void response.end('<p style="height: 1500px">More of it</p>'),
  })
  expect(stateOf('Words of early')).toBe('visible')
  expect(stateOf('Words of last')).toBe('visible')
  expect(stateOf('More of it')).toBe('visible')
})

test('a placeholder that fades out stays out, and a transform that only centres is left to the page', async () => {
  const { layout, stateOf } = await readOnce(openWith, {
    '/': page(`<h1>Top</h1>${gap}
      <div style="position: relative; height: 200px"><p>Picture</p>
        <p class="placeholder" style="position: absolute; inset: 0; background: #ddd">Loading the picture</p></div>
      <div style="position: relative; height: 30px; overflow: hidden">${[0, 1, 2].map(at => `<p class="item" style="position: absolute; margin: 0">Item ${at}</p>`).join('')}</div>
      <script>{ const items = document.querySelectorAll('.item')
        const draw = now => {
          items.forEach((item, at) => { item.style.transform = 'translateX(' + ((now / 5 + at * 600) % 1800 - 200) + 'px)' })
          requestAnimationFrame(draw)
        }
        requestAnimationFrame(draw) }</script>
      <div class="centred" style="position: absolute; left: 50%; width: 50vw; transform: translateX(-50%)"><p>In the middle</p></div>
      ${toggled('centred')}${gap}
      <script>new IntersectionObserver(([{ isIntersecting }]) => {
        if (isIntersecting) setTimeout(() => { document.querySelector('.placeholder').style.opacity = 0 }, 300)
      }).observe(document.querySelector('.placeholder'))</script>`),
  })
  expect(stateOf('Loading the picture')).toBe('hidden')
  // A band that runs all the time is not stopped where it was in the middle.
  const [first, second] = ['Item 0', 'Item 1'].map(
    item => layout.blocks.find(({ text }) => text === item)!.box.x,
  )
  expect(Math.abs(first! - second!)).toBeGreaterThan(200)
  expect(stateOf('In the middle')).toBe('visible')
  const { box } = layout.blocks.find(({ text }) => text === 'In the middle')!
  expect(box.x).toBeGreaterThan(300)
  expect(box.x).toBeLessThan(400)
})

test('what was there at first, and comes back with a delay, is waited for', async () => {
  const { stateOf } = await readOnce(openWith, {
    '/': page(`<h1>Top of the page</h1><section id="hero" style="transform: translateX(0)"><p>Words of the first screen</p></section>${gap}<p>End</p>
      <script>{ const hero = document.querySelector('#hero')
        new IntersectionObserver(([{ isIntersecting }]) => {
          if (isIntersecting) setTimeout(() => { hero.style.opacity = 1 }, 700)
          else hero.style.opacity = 0
        }).observe(hero) }</script>`),
  })
  expect(stateOf('Words of the first screen')).toBe('visible')
})

test('a box that scrolls in place of the page is read and shot as a page', async () => {
  const { height, stateOf } = await readOnce(openWith, {
    '/': page(
      `<main id="box"><h1>Top</h1>${section('boxed')}${gap}<p>The end</p></main>${toggled('boxed')}`,
      '<style>body { margin: 0; overflow: hidden } #box { position: fixed; inset: 0; overflow-y: auto }</style>',
    ),
  })
  expect(height).toBeGreaterThan(3000)
  expect(stateOf('Words of boxed')).toBe('visible')
  expect(stateOf('The end')).toBe('visible')
})

test('beside a side bar that box stays where it stands, and a folded side bar is none', async () => {
  const entries = Array.from({ length: 60 }, (_, at) => `<li><a href="/${at}">Chapter ${at}</a></li>`).join(
    '',
  )
  const site = await servePages({
    '/': page(
      `<nav><ul>${entries}</ul></nav><div class="text"><main><h1>Top</h1>${gap}${gap}<p>The end</p></main></div>`,
      `<style>html, body { margin: 0; height: 100%; overflow: hidden } nav, .text { position: absolute; top: 0; bottom: 0; overflow-y: auto }
      nav { left: 0; width: 300px } .text { left: 300px; right: 0 }
      @media (min-width: 1300px) { body { padding-left: 300px } }
      @media (max-width: 600px) { nav { left: -100%; width: 100% } .text { left: 0 } }</style>`,
    ),
  })
  await openWith(`${site.origin}/`, async session => {
    for (const [width, x] of [
      [DESKTOP, 300],
      [1024, 300],
      [MOBILE, 0],
    ] as const) {
      const { blocks } = await layoutAt(session, width)
      const boxOf = (said: string) => blocks.find(({ text }) => text === said)!
      expect(boxOf('Top')).toMatchObject({ state: 'visible', box: { x } })
      expect(boxOf('The end').box.y).toBeGreaterThan(3000)
    }
  })
  await site.close()
})

test('time goes on in a script that waits for it, and in a document that was written anew', async () => {
  const { stateOf } = await readOnce(openWith, {
    '/': page(`<h1>Top</h1><script>
      addEventListener('scroll', () => { const begun = performance.now(); while (performance.now() - begun < 4); })
      addEventListener('load', () => {
        document.write('<h1>Written</h1><div style="height: 2500px"></div><p id="late" style="opacity: 0">Late</p><div style="height: 900px"></div>')
        document.close()
        new IntersectionObserver(([{ isIntersecting, target }]) => {
          if (isIntersecting) setTimeout(() => { target.style.opacity = 1 }, 900)
        }).observe(document.getElementById('late'))
      })</script>`),
  })
  expect(stateOf('Written')).toBe('visible')
  expect(stateOf('Late')).toBe('visible')
})

test('what was shown and is not there any more does not end the capture', async () => {
  const site = await servePages({ '/': fleeting })
  await openWith(`${site.origin}/`, async session => {
    const { blocks } = await layoutAt(session, DESKTOP)
    expect(blocks.map(({ text }) => text)).toEqual(['Top of the page', 'The end'])
  })
  await site.close()
})
