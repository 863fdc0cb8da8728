import { afterAll, beforeAll, expect, test } from 'vitest'
import { layoutAt } from '../../server/capture/collectors/layouts.ts'
import { DESKTOP, MOBILE, TABLET } from '../../server/capture/page/site-session.ts'
import { page, servePages } from './pages.ts'
import { openWith } from './with-session.ts'

const gap = '<div style="height: 1600px"></div>'
const section = (name: string, inner = '') =>
  `${gap}<section class="${name}"><h2>Title of ${name}</h2><p>Words of ${name}</p>${inner}</section>`

/** Each hides its section again when that leaves the window, but for the last. */
const ways = {
  'class-by-observer': `
    <style>.class-by-observer { opacity: 0; transform: translateY(40px); transition: all .8s .3s }
    .class-by-observer.in { opacity: 1; transform: none }</style>
    <script>new IntersectionObserver(entries => entries.forEach(({ target, isIntersecting }) =>
      target.classList.toggle('in', isIntersecting)), { threshold: .3 }).observe(document.querySelector('.class-by-observer'))</script>`,
  'tween-after-a-second': `
    <style>.tween-after-a-second { opacity: 0 }</style>
    <script>{ const target = document.querySelector('.tween-after-a-second')
      new IntersectionObserver(([{ isIntersecting }]) => {
        if (!isIntersecting) { target.style.opacity = 0; return }
        const begun = performance.now()
        const draw = now => {
          target.style.opacity = Math.min(1, Math.max(0, (now - begun - 1000) / 700))
          if (target.style.opacity < 1) requestAnimationFrame(draw)
        }
        requestAnimationFrame(draw)
      }).observe(target) }</script>`,
  'timer-of-two-seconds': `
    <style>.timer-of-two-seconds { visibility: hidden }</style>
    <script>{ const target = document.querySelector('.timer-of-two-seconds')
      new IntersectionObserver(([{ isIntersecting }]) => {
        if (isIntersecting) setTimeout(() => { target.style.visibility = 'visible' }, 2000)
        else target.style.visibility = 'hidden'
      }).observe(target) }</script>`,
  'view-timeline': `
    <style>@keyframes pass { 0%, 100% { opacity: 0; translate: -100px } 40%, 60% { opacity: 1; translate: none } }
    .view-timeline { animation: pass linear both; animation-timeline: view() }</style>`,
  'scroll-handler': `
    <style>.scroll-handler { clip-path: inset(0 100% 0 0) } .scroll-handler.in { clip-path: inset(0) }</style>
    <script>{ const target = document.querySelector('.scroll-handler')
      let waits = false
      addEventListener('scroll', () => {
        if (waits) return
        waits = true
        setTimeout(() => {
          waits = false
          const { top, bottom } = target.getBoundingClientRect()
          target.classList.toggle('in', top < innerHeight * .8 && bottom > 0)
        }, 100)
      }) }</script>`,
  'from-beside-the-window': `
    <style>.from-beside-the-window { transform: translateX(-110vw) } .from-beside-the-window.in { transform: none }</style>
    <script>new IntersectionObserver(([{ isIntersecting }]) =>
      document.querySelector('.from-beside-the-window').classList.toggle('in', isIntersecting))
      .observe(document.querySelector('.from-beside-the-window').parentElement)</script>`,
  'inserted-when-near': `
    <script>new IntersectionObserver(([{ isIntersecting, target }], observer) => {
        if (!isIntersecting) return
        observer.disconnect()
        setTimeout(() => target.insertAdjacentHTML('beforeend', '<p>Late words</p><img alt="Late" src="/late.svg">'), 500)
      }, { rootMargin: '200px' }).observe(document.querySelector('.inserted-when-near'))</script>`,
}

const html = page(
  `<style>html { scroll-behavior: smooth }</style><h1>Top of the page</h1>
  ${Object.keys(ways)
    .map(name => (name === 'from-beside-the-window' ? `<div>${section(name)}</div>` : section(name)))
    .join('')}
  ${section('never')} ${section('too-late')} ${gap}
  <p class="bar" style="position: fixed; bottom: 0; opacity: 0">Bar that comes with scrolling</p>
  <p id="clock"></p><p id="slide">Slide 1</p><p id="ticks"></p>
  ${Object.values(ways).join('')}
  <style>.never, .too-late { opacity: 0 }</style>
  <script>
    new IntersectionObserver(([{ isIntersecting, target }]) => {
      if (isIntersecting) setTimeout(() => { target.style.opacity = 1 }, 3500)
    }).observe(document.querySelector('.too-late'))
    addEventListener('scroll', () => { document.querySelector('.bar').style.opacity = scrollY > 300 ? 1 : 0 })
    let slide = 1, seconds = 0, ticks = 0
    setInterval("document.querySelector('#slide').textContent = 'Slide ' + ++slide", 3000)
    const second = async () => { while (true) {
      document.querySelector('#clock').textContent = seconds++ + ' seconds'
      await new Promise(resolve => setTimeout(resolve, 1000))
    } }
    second()
    setInterval(() => { document.querySelector('#ticks').textContent = 'Ticks ' + ++ticks }, 1000)
  </script>`,
)

let site: Awaited<ReturnType<typeof servePages>>
beforeAll(async () => {
  site = await servePages({
    '/': html,
    '/late.svg': (_, response) =>
      void response
        .writeHead(200, { 'content-type': 'image/svg+xml' })
        .end(
          '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40"/></svg>',
        ),
  })
})
afterAll(() => site.close())

interface Seen {
  visible: string[]
  hidden: string[]
  pictures: [alt: string, state: string][]
}

async function seenAt(...widths: number[]): Promise<Seen[]> {
  const seen: Seen[] = []
  await openWith(`${site.origin}/`, async session => {
    for (const width of widths) {
      const { blocks, pictures } = await layoutAt(session, width)
      const textsOf = (state: string) => blocks.filter(block => block.state === state).map(({ text }) => text)
      seen.push({
        visible: textsOf('visible'),
        hidden: textsOf('hidden'),
        pictures: pictures.map(({ alt, state }) => [alt, state]),
      })
    }
  })
  return seen
}

test('what is shown at any scroll position is shown at every width', async () => {
  for (const { visible, hidden, pictures } of await seenAt(DESKTOP, TABLET, MOBILE)) {
    const missing = Object.keys(ways).filter(name => !visible.includes(`Words of ${name}`))
    expect(missing).toEqual([])
    expect(visible).toContain('Late words')
    expect(pictures).toEqual([['Late', 'visible']])
    for (const name of ['never', 'too-late']) expect(hidden).toContain(`Words of ${name}`)
    expect(hidden).toContain('Bar that comes with scrolling')
  }
})

test('what repeats by itself stands still where it was after three seconds', async () => {
  const [desktop] = await seenAt(DESKTOP)
  const { visible } = desktop!
  expect(visible).toContain('Slide 1')
  expect(visible).toContain('2 seconds')
  expect(visible).toContain('Ticks 2')
})
