import { afterAll, beforeAll, expect, test } from 'vitest'
import { layoutAt } from '../../server/capture/collectors/layouts.ts'
import { DESKTOP, MOBILE, TABLET } from '../../server/lib/widths.ts'
import { page, servePages } from './pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

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

/** Shown while it is scrolled into the window, and taken out of the page for good when it leaves. */
const fleeting = page(
  `<h1>Top of the page</h1>${gap}<section class="fleeting" style="opacity: 0"><h2>Fleeting</h2></section>${gap}<p>The end</p>
  <script>{ const target = document.querySelector('.fleeting')
    new IntersectionObserver(([{ isIntersecting }]) => {
      if (isIntersecting) target.style.opacity = 1
      else if (target.style.opacity === '1') target.remove()
    }).observe(target) }</script>`,
)

let site: Awaited<ReturnType<typeof servePages>>
beforeAll(async () => {
  site = await servePages({
    '/': html,
    '/fleeting': fleeting,
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
  onScroll: string[]
}

let seen: Seen[]
/** The page at each width, desktop first, seen once by both tests. */
beforeAll(async () => {
  seen = []
  await openWith(`${site.origin}/`, async session => {
    for (const width of [DESKTOP, TABLET, MOBILE]) {
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
})

test('what is shown at any scroll position is shown at every width', () => {
  for (const { visible, hidden, pictures, onScroll } of seen) {
    const missing = Object.keys(ways).filter(name => !visible.includes(`Words of ${name}`))
    expect(missing).toEqual([])
    expect(visible).toContain('Late words')
    expect(pictures).toEqual([['Late', 'visible']])
    for (const name of ['never', 'never-turned', 'too-late']) expect(hidden).toContain(`Words of ${name}`)
    expect(hidden).toContain('Bar that comes with scrolling')
    expect(onScroll).toEqual(['Tides'])
  }
})

test('what repeats by itself stands still where it was after three seconds', () => {
  const { visible } = seen[0]!
  expect(visible).toContain('Slide 1')
  expect(visible).toContain('2 seconds')
  expect(visible).toContain('Ticks 2')
  expect(visible).toContain('Slides at rest')
})

test('an endless feed grows a few times, however fast it answers, and no more while the page is read', async () => {
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
  for (delay of [5, 150])
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
  const [desktop, mobile] = counts
  expect(counts).toEqual([desktop, mobile, mobile, desktop, desktop, mobile, mobile, desktop])
})

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

test('a page whose parts are added one by one is seen to its end, and one that never ends is left alike', async () => {
  const part = `'<section style="height: ' + (n % 3 ? 700 : 300) + 'px"><h2>Part</h2><p>Words of part ' + n + '</p></section>'`
  let delay = 0
  const more = (_: unknown, response: { end(text: string): void }) =>
    void setTimeout(() => response.end('more'), delay)
  const partsOf = async (max: number) => {
    const add = `n => { if (n <= ${max}) main.insertAdjacentHTML('beforeend', ${part}) }`
    const { layout } = await readOnce({ '/': growing(add), '/more': more })
    return layout.blocks.filter(({ text, state }) => state === 'visible' && text.startsWith('Words of'))
      .length
  }
  expect(await partsOf(9)).toBe(9)
  const endless = await partsOf(1e9)
  expect(endless).toBeLessThan(30)
  delay = 150
  expect(await partsOf(1e9)).toBe(endless)
})

const toggled = (name: string) => `<style>.${name} { opacity: 0 } .${name}.in { opacity: 1 }</style>
  <script>new IntersectionObserver(entries => entries.forEach(({ target, isIntersecting }) =>
    target.classList.toggle('in', isIntersecting)), { threshold: .6 }).observe(document.querySelector('.${name}'))</script>`

async function readOnce(pages: Parameters<typeof servePages>[0]) {
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

test('what was shown stays so when the page grows before its end, which is looked at as well', async () => {
  const { stateOf } = await readOnce({
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
  const { layout, stateOf } = await readOnce({
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
  const { stateOf } = await readOnce({
    '/': page(`<h1>Top of the page</h1><section id="hero" style="transform: translateX(0)"><p>Words of the first screen</p></section>${gap}<p>End</p>
      <script>{ const hero = document.querySelector('#hero')
        new IntersectionObserver(([{ isIntersecting }]) => {
          if (isIntersecting) setTimeout(() => { hero.style.opacity = 1 }, 700)
          else hero.style.opacity = 0
        }).observe(hero) }</script>`),
  })
  expect(stateOf('Words of the first screen')).toBe('visible')
})

test('what comes back at the top without having arrived stands where it stood at first', async () => {
  const { layout, stateOf } = await readOnce({
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
  const { stateOf } = await readOnce({
    '/': page(`<h1>Top of the page</h1><div style="height: 600px"></div><p>Words above</p><p id="turned">Words that turn</p><p>Words below</p>${gap}
      <style>#turned { backface-visibility: hidden; transform: perspective(400px) rotateY(-100deg); transition: transform .6s; width: 600px }
        #turned.in { transform: none } p { margin: 4px 0 }</style>
      <script>addEventListener('scroll', () => document.querySelector('#turned').classList.toggle('in', scrollY > 200 && scrollY < 1200))</script>`),
  })
  expect(stateOf('Words that turn')).toBe('visible')
})

test('a text that types itself is read when it has been typed', async () => {
  const { stateOf } = await readOnce({
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

test('a box that scrolls in place of the page is read and shot as a page', async () => {
  const { height, stateOf } = await readOnce({
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
  const { stateOf } = await readOnce({
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
  await openWith(`${site.origin}/fleeting`, async session => {
    const { blocks } = await layoutAt(session, DESKTOP)
    expect(blocks.map(({ text }) => text)).toEqual(['Top of the page', 'The end'])
  })
})
