/** Pages whose parts show as they are scrolled to, in many ways, and what of them is read. */
import { expect } from 'vitest'
import { layoutAt } from '../../server/capture/collectors/layouts.ts'
import { DESKTOP, MOBILE } from '../../server/lib/widths.ts'
import { page, servePages } from './pages.ts'
import type { OpenWith } from './with-session.ts'

export const gap = '<div style="height: 1600px"></div>'

export const section = (name: string, inner = '') =>
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
  'turned-to-the-reader': `
    <style>.turned-to-the-reader, .never-turned { backface-visibility: hidden; transform: perspective(2500px) rotateY(-100deg); transition: transform .6s }
    .turned-to-the-reader.in { transform: perspective(2500px) rotateY(0) }</style>
    <script>new IntersectionObserver(([{ isIntersecting }]) =>
      document.querySelector('.turned-to-the-reader').classList.toggle('in', isIntersecting))
      .observe(document.querySelector('.turned-to-the-reader').parentElement)</script>`,
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
    .map(name => (/beside|turned/.test(name) ? `<div>${section(name)}</div>` : section(name)))
    .join('')}
  ${section('never')} ${section('never-turned')} ${section('too-late')} ${gap}
  <nav class="bar" style="position: fixed; bottom: 0; opacity: 0"><p>Bar that comes with scrolling</p><a href="#top">Tides</a>
    <a href="#top" style="position: absolute; top: -80px">Folded</a></nav>
  <nav style="position: fixed; top: -90px"><a href="#top">Never</a></nav>
  <p id="clock"></p><p id="slide">Slide 1</p><p id="ticks"></p><p id="slides">Slides at rest</p>
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
    // Set late and at many times, of which three seconds later is less than three seconds after, by a rounding error.
    for (let i = 0; i < 60; i++) {
      while (performance.now() < 1200 + i * 0.3);
      setInterval(() => { document.querySelector('#slides').textContent = 'Slides moved' }, 3000)
    }
  </script>`,
)

interface Seen {
  visible: string[]
  hidden: string[]
  pictures: [alt: string, state: string][]
  onScroll: string[]
}

/** The page of all ways at each of these widths, seen once by all tests of a file. */
export async function seenAt(openWith: OpenWith, widths: readonly number[]): Promise<Seen[]> {
  const seen: Seen[] = []
  const site = await servePages({
    '/': html,
    '/late.svg': (_, response) =>
      void response
        .writeHead(200, { 'content-type': 'image/svg+xml' })
        .end(
          '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40"/></svg>',
        ),
  })
  await openWith(`${site.origin}/`, async session => {
    for (const width of widths) {
      const { blocks, pictures, controls } = await layoutAt(session, width)
      const textsOf = (state: string) => blocks.filter(block => block.state === state).map(({ text }) => text)
      seen.push({
        visible: textsOf('visible'),
        hidden: textsOf('hidden'),
        pictures: pictures.map(({ alt, state }) => [alt, state]),
        onScroll: controls.flatMap(({ name, onScroll }) => (onScroll ? [name] : [])),
      })
    }
  })
  await site.close()
  return seen
}

export function expectShown({ visible, hidden, pictures, onScroll }: Seen): void {
  const missing = Object.keys(ways).filter(name => !visible.includes(`Words of ${name}`))
  expect(missing).toEqual([])
  expect(visible).toContain('Late words')
  expect(pictures).toEqual([['Late', 'visible']])
  for (const name of ['never', 'never-turned', 'too-late']) expect(hidden).toContain(`Words of ${name}`)
  expect(hidden).toContain('Bar that comes with scrolling')
  expect(onScroll).toEqual(['Tides'])
}

/** How many parts an endless feed has at the widths at which it is read, one after the other, for each delay of its answers, ms. */
export async function feedCounts(openWith: OpenWith, delays: readonly number[]): Promise<number[]> {
  let delay = 0
  const item = (index: number) => `<article style="height: 300px"><h2>Item ${index}</h2></article>`
  const items = (from: number) => Array.from({ length: 5 }, (_, index) => item(from + index)).join('')
  const feed = await servePages({
    '/': page(`<main>${items(0)}</main><div id="end" style="height: 10px"></div><script>
      let count = 5, waits = false
      const observer = new IntersectionObserver(async ([{ isIntersecting }]) => {
        if (!isIntersecting || waits) return
        waits = true
        const answer = await (await fetch('/more?from=' + count)).text()
        count += 5
        document.querySelector('main').insertAdjacentHTML('beforeend', answer)
        waits = false
        observer.unobserve(end)
        observer.observe(end)
      }, { rootMargin: '100px' })
      observer.observe(end)</script>`),
    '/more': (request, response) => {
      const from = Number(new URL(request.url!, 'http://localhost').searchParams.get('from'))
      setTimeout(() => response.setHeader('content-type', 'text/html').end(items(from)), delay)
    },
  })
  const counts: number[] = []
  for (delay of delays)
    await openWith(`${feed.origin}/`, async session => {
      for (const width of [DESKTOP, MOBILE, 320, DESKTOP]) {
        const { world } = await session.at(width)
        // Reading scrolls to all texts.
        await layoutAt(session, width)
        counts.push(await world.run(() => document.querySelectorAll('article').length, undefined))
      }
    })
  await feed.close()
  expect(Math.max(...counts)).toBeGreaterThan(10)
  expect(Math.max(...counts)).toBeLessThan(40)
  return counts
}

/** A page that adds what `next` makes whenever its end comes near, at once or when a file has come. */
const growing = (next: string) =>
  page(`<main><h1>Top</h1>${gap}</main><div id="end" style="height: 10px"></div><script>
    const main = document.querySelector('main')
    let count = 0, waits = false
    const observer = new IntersectionObserver(async ([{ isIntersecting }]) => {
      if (!isIntersecting || waits) return
      waits = true
      if (count % 2) await fetch('/more')
      ;(${next})(++count)
      waits = false
      observer.unobserve(end)
      observer.observe(end)
    })
    observer.observe(end)</script>`)

/** How many parts of a page are read that adds one after the other, up to `max`, each second one when an answer has come. */
export async function partsOf(openWith: OpenWith, max: number, delay: number): Promise<number> {
  const part = `'<section style="height: ' + (n % 3 ? 700 : 300) + 'px"><h2>Part</h2><p>Words of part ' + n + '</p></section>'`
  const more = (_: unknown, response: { end(text: string): void }) =>
    void setTimeout(() => response.end('more'), delay)
  const add = `n => { if (n <= ${max}) main.insertAdjacentHTML('beforeend', ${part}) }`
  const { layout } = await readOnce(openWith, { '/': growing(add), '/more': more })
  return layout.blocks.filter(({ text, state }) => state === 'visible' && text.startsWith('Words of')).length
}

export const toggled = (name: string) => `<style>.${name} { opacity: 0 } .${name}.in { opacity: 1 }</style>
  <script>new IntersectionObserver(entries => entries.forEach(({ target, isIntersecting }) =>
    target.classList.toggle('in', isIntersecting)), { threshold: .6 }).observe(document.querySelector('.${name}'))</script>`

/** The page of this server at its widest, read and shot. */
export async function readOnce(openWith: OpenWith, pages: Parameters<typeof servePages>[0]) {
  const server = await servePages(pages)
  let read: { layout: Awaited<ReturnType<typeof layoutAt>>; height: number } | undefined
  await openWith(`${server.origin}/`, async session => {
    const { height } = await session.screenshot(DESKTOP)
    read = { layout: await layoutAt(session, DESKTOP), height }
  })
  await server.close()
  const stateOf = (text: string) => read!.layout.blocks.find(block => block.text === text)?.state
  return { ...read!, stateOf }
}
