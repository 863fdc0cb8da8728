/** Controls are operated in a real browser, and no server is asked to change anything. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { probes } from '../../server/capture/collectors/probes/index.ts'
import { serveHarmful } from './harmful.ts'
import { page, servePages } from './pages.ts'
import {
  bowl,
  drawing,
  expectClosed,
  expectClosers,
  expectMenu,
  expectScrolling,
  expectSearches,
} from './probed-pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

test.concurrent('nothing that changes data leaves, and the page stays', async () => {
  const { asked, host, close } = await serveHarmful()
  try {
    await openWith(`http://${host}/`, async session => {
      const { narrow, wide } = await probes(session)
      const effects = Object.fromEntries(wide.probes.map(({ name, effect }) => [name, effect]))
      expect(effects).toMatchObject({
        'Remember this': 'sends',
        'Rate it': 'sends',
        Boxes: 'asks',
        'In a window': 'goes',
        Elsewhere: 'goes',
        Details: 'opens',
      })
      expect(Object.keys(effects)).not.toContain('Delete my account')
      expect(Object.keys(effects)).not.toContain('Submit')
      expect(narrow.ended).toBeNull()
      expect((await session.at(1440)).page.url()).toBe(`http://${host}/`)
    })
    expect(asked.filter(line => !/^(GET|HEAD|OPTIONS) /.test(line))).toEqual([])
    expect(asked.filter(line => /elsewhere|opened/.test(line))).toEqual([])
    expect(asked).toContain('GET /')
  } finally {
    close()
  }
})

test.concurrent('each kind of control does what it does, and the page is as before', async () => {
  const { serve } = await import('../serve.ts')
  const site = await serve(join(import.meta.dirname, '../fixtures/sites/bistro/original'))
  try {
    await openWith(`${site.origin}/index.html`, async session => {
      const { narrow, wide } = await probes(session)
      const effects = (list: typeof wide.probes) =>
        Object.fromEntries(list.map(({ name, way, effect }) => [name, `${way} ${effect}`]))
      expect(effects(narrow.probes)).toEqual({ Menu: 'press opens', 'Dark colours': 'press restyles' })
      expect(effects(wide.probes)).toEqual({
        Kitchen: 'hover opens',
        'Visit us': 'press opens',
        Autumn: 'press switches',
        Spring: 'press switches',
        'How do I get a table?': 'press opens',
        'May dogs come along?': 'press opens',
        'Is there a room for parties?': 'press opens',
        'Dark colours': 'press restyles',
        'Next voice': 'press switches',
        'Give a voucher': 'press dialog',
        'Is it open today?': 'press opens',
        'Like this page': 'press sends',
      })
      const { page } = await session.at(1440)
      expect(await page.locator('.fold.open, .veil.show, details[open], body.dark').count()).toBe(0)
    })
  } finally {
    await site.close()
  }
})

test('a page that is slow to answer is operated as one that is not, and its parts go by their words', {
  tags: 'variant',
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'slow-'))
  const buttons = Array.from(
    { length: 5 },
    (_, at) =>
      `<p><button type="button" id="b${at}" aria-label="${at + 1} / 5">Part ${at}</button> <span hidden>Text ${at}</span></p>`,
  )
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><title>Slow</title><main style="padding-top: 300px"><h1>Slow</h1>${buttons.join('')}</main><script>
for (const button of document.querySelectorAll('button')) button.onclick = () => {
  for (const end = performance.now() + 100; performance.now() < end;);
  if (button.id !== 'b4') setTimeout(() => { button.nextElementSibling.hidden = !button.nextElementSibling.hidden }, 300)
}
</script>`,
  )
  const { serve } = await import('../serve.ts')
  const site = await serve(folder)
  try {
    await openWith(`${site.origin}/index.html`, async session => {
      const { wide } = await probes(session)
      expect(wide.probes.map(({ name, effect }) => `${name} ${effect}`).sort()).toEqual(
        buttons.map((_, at) => `Part ${at} ${at === 4 ? 'nothing' : 'opens'}`),
      )
      expect(wide).toMatchObject({ rest: [], unreached: 0, late: false, ended: null })
    })
  } finally {
    await site.close()
    await rm(folder, { recursive: true })
  }
})

const GLIDING = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Reviews</title>
<style>#track { display: flex; width: 600px; overflow-x: auto; scroll-snap-type: x mandatory }
#track p { flex: 0 0 100%; margin: 0; scroll-snap-align: start }</style><main><h1>Reviews</h1>
<button type="button" id="back">Previous</button><button type="button" id="on">Next</button>
<style>[type=radio] { position: absolute; opacity: 0; width: 1px; height: 1px }</style>
<label>Loaf<input type="radio" name="unit" checked></label> <label>Slice<input type="radio" name="unit"></label> <output>2.40</output>
<div id="track"><p>The rye loaf is what I come for</p><p>They open before the first tram</p><p>My children ask for the buns</p></div>
</main><script>
for (const [at, radio] of document.querySelectorAll('[type=radio]').entries())
  radio.onchange = () => (document.querySelector('output').textContent = ['2.40', '0.30'][at])
const track = document.getElementById('track')
for (const [id, way] of [['back', -1], ['on', 1]])
  document.getElementById(id).onclick = () => track.scrollBy({ left: way * track.clientWidth, behavior: 'smooth' })
</script>`

test('slides that glide are seen where they end, and what is chosen already is pressed after the others', async () => {
  const { serve } = await import('../serve.ts')
  const folder = await mkdtemp(join(tmpdir(), 'cutover-test-'))
  await writeFile(join(folder, 'index.html'), GLIDING)
  const site = await serve(folder)
  try {
    await openWith(`${site.origin}/`, async session => {
      const { wide } = await probes(session)
      expect(wide.probes.map(({ name, effect, revealed }) => [name, effect, revealed])).toEqual([
        ['Slice', 'switches', ['0.30']],
        ['Previous', 'switches', ['The rye loaf is what I come for']],
        ['Next', 'switches', ['They open before the first tram']],
        ['Loaf', 'switches', ['2.40']],
      ])
    })
  } finally {
    await Promise.all([site.close(), rm(folder, { recursive: true })])
  }
})

const BUSY = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Loaves</title>
<main><h1>Loaves</h1><button type="button" id="back">Previous</button><button type="button" id="on">Next</button>
<p id="slide">The rye loaf is what I come for</p></main><script>
const slides = ['The rye loaf is what I come for', 'They open before the first tram', 'My children ask for the buns']
let at = 0
let busy = false
function go(step) {
  if (busy) return
  busy = true
  at = (at + step + slides.length) % slides.length
  slide.textContent = slides[at]
  setTimeout(() => (busy = false), 900)
}
back.onclick = () => go(-1)
on.onclick = () => go(1)
</script>`

test('an arrow of a slider that was still on its way is pressed once more', async () => {
  const { serve } = await import('../serve.ts')
  const folder = await mkdtemp(join(tmpdir(), 'cutover-test-'))
  await writeFile(join(folder, 'index.html'), BUSY)
  const site = await serve(folder)
  try {
    await openWith(`${site.origin}/`, async session => {
      const { wide } = await probes(session)
      expect(wide.probes.map(({ name, effect }) => [name, effect])).toEqual([
        ['Previous', 'switches'],
        ['Next', 'switches'],
      ])
    })
  } finally {
    await Promise.all([site.close(), rm(folder, { recursive: true })])
  }
})

test.concurrent('what is opened over the page is closed by what closes it, or is stuck', () =>
  expectClosed(openWith, ['cross', 'dead']))

test.concurrent('a button of a dialog that does not close it is known by a second press as it is at rest', () =>
  expectClosers(openWith, ['icon', 'opening']))

test.concurrent('whether the page can be scrolled again after what was opened is closed', () =>
  expectScrolling(openWith, ['held-menu', 'viewer']))

test.concurrent('whether what was opened can be seen and read, what a filter lets through and what fades in the dark', async () => {
  const menu = (name: string, style: string, links = ['Bread', 'Rolls', 'Cakes']) =>
    `<div class="of"><button aria-expanded="false" onclick="this.nextElementSibling.hidden = !this.nextElementSibling.hidden">${name}</button>
      <div class="drop" hidden style="${style}">${links.map(link => `<a href="/${name}-${link}">${link} of ${name}</a><br>`).join('')}</div></div>`
  const html = `<title>Menus</title><style>html { background: #fff } .of { position: relative; width: 200px; height: 160px }
      .drop { position: absolute; top: 30px; width: 200px; background: #fff }
      .dark { background: #111; color: #eee } .fixed { color: #222 } .grey { color: #fff }
      .layer { position: absolute; z-index: 2; top: 30px; width: 220px; height: 130px }</style>
    <div style="display: flex">
    <div class="of">${menu('under', 'z-index: 1')}<div class="layer" style="background: #345"></div></div>
    <div class="of">${menu('hero', 'z-index: 1')}<div class="layer" style="background: linear-gradient(#345, #456)"></div></div>
    <div class="of">${menu('glass', 'z-index: 1')}<div class="layer" style="background: linear-gradient(rgb(0 0 0 / 10%), transparent)"></div></div>
    ${menu('pale', 'background: #fff').replaceAll('<a ', '<a style="color: #fffdfa" ')}
    <div><label><input type="checkbox" onchange="rye.hidden = this.checked"> White</label>
      <label><input type="checkbox"> Dark</label><p>Loaves</p><p id="rye">Rye</p>
      <button role="switch" aria-checked="false" onclick="document.documentElement.classList.toggle('dark')
        this.setAttribute('aria-checked', document.documentElement.matches('.dark'))">Dark mode</button>
      <p class="fixed">Barley</p><p class="grey">Pale at all times</p></div>
    </div><ul><li>Bread of under</li><li>Rolls of under</li><li>Cakes of under</li></ul>`
  const { serve } = await import('../serve.ts')
  const folder = await mkdtemp(join(tmpdir(), 'cutover-test-'))
  await writeFile(join(folder, 'index.html'), html)
  const site = await serve(folder)
  try {
    await openWith(`${site.origin}/`, async session => {
      const { wide } = await probes(session)
      const boxes = wide.probes.filter(({ role }) => role === 'checkbox')
      expect(boxes.map(({ name, effect, hidden }) => [name, effect, hidden])).toEqual([
        ['White', 'closes', ['Rye']],
        ['Dark', 'nothing', []],
      ])
      const { page } = await session.at(1440)
      expect(await page.locator(':checked, #rye[hidden]').count()).toBe(0)
      const dark = wide.probes.find(({ role }) => role === 'switch')
      expect([dark?.effect, dark?.faded]).toEqual(['toggles', ['Barley']])
      expect(await page.locator('.dark').count()).toBe(0)
      const menus = wide.probes.filter(({ role }) => role === 'button')
      expect(Object.fromEntries(menus.map(({ name, sight }) => [name, sight]))).toEqual({
        under: 'covered',
        hero: 'covered',
        glass: 'seen',
        pale: 'pale',
      })
    })
    // The page can be scrolled from under what stays over the window.
    const bar =
      '<div style="position: fixed; left: 0; top: 40px; width: 300px; height: 125px; background: #fff">Notice</div>'
    await writeFile(
      join(folder, 'bar.html'),
      `<title>Bar</title>${menu('bar', '')}${bar}<p style="height: 2000px">Rye</p>`,
    )
    await openWith(`${site.origin}/bar.html`, async session => {
      const { wide } = await probes(session)
      expect(wide.probes.map(({ name, sight }) => [name, sight])).toEqual([['bar', 'seen']])
    })
  } finally {
    await Promise.all([site.close(), rm(folder, { recursive: true })])
  }
})

test.concurrent.each([
  [
    'an empty address',
    '<a href id="toggle"><svg width="24" height="24"><path d="M0 4h24M0 12h24"/></svg></a>',
  ],
  ['no address', '<a id="toggle"><svg width="24" height="24"><path d="M0 4h24M0 12h24"/></svg></a>'],
  [
    'neither a link nor a hand cursor',
    '<div class="burger-box" style="width: 60px"><div id="toggle" class="burger" style="width: 24px; height: 20px"><span class="burger-line"></span></div></div>',
  ],
])('a menu button with %s', (_, toggle) => expectMenu(openWith, toggle))

test.concurrent('links to what the server does not have, which a router of the page shows or not', async () => {
  const { serve } = await import('../serve.ts')
  const folder = await mkdtemp(join(tmpdir(), 'cutover-test-'))
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><title>Mill</title><nav><a href="/rooms">Rooms</a> <a href="/lost">Lost</a> <a href="/plain">Plain</a></nav>
<p><a href="#mill">The mill</a> <a href="#cellar">Cellar</a> <a href="#attic">Attic</a></p>
<style>#stores b { display: none } #stores:hover b { display: block }</style><p id="stores"><a href="#stores-of-grain">Stores</a> <b>Wheat of the hill</b><b>Rye of the marsh</b><b>Oats of the shore</b></p>
<main><h1>Mill</h1></main><script>
addEventListener('hashchange', () => {
  const parts = { '#cellar': 'Cellar of the mill', '#mill': 'Mill' }
  if (parts[location.hash]) document.querySelector('h1').textContent = parts[location.hash]
})
const said = { '/rooms': 'Rooms of the mill', '/lost': 'Page not found' }
const show = () => (document.querySelector('h1').textContent = said[location.pathname] ?? 'Mill')
addEventListener('popstate', show)
document.querySelector('nav').onclick = event => {
  if (!said[event.target.pathname]) return
  event.preventDefault()
  history.pushState(null, '', event.target.href)
  show()
}</script>`,
  )
  const site = await serve(folder)
  try {
    await openWith(`${site.origin}/`, async session => {
      const { wide } = await probes(session)
      expect(wide.routed).toEqual(['rooms', '#cellar'].map(place => `${site.origin}/${place}`))
      const { page } = await session.at(1440)
      expect(page.url().split('#')[0]).toBe(`${site.origin}/`)
    })
  } finally {
    await Promise.all([site.close(), rm(folder, { recursive: true })])
  }
})

test.concurrent('of each gallery the first picture is pressed, and what it shows is closed again', async () => {
  const { serve } = await import('../serve.ts')
  const folder = await mkdtemp(join(tmpdir(), 'cutover-test-'))
  const drawn =
    'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><circle cx="200" cy="200" r="150"/></svg>'
  const gallery = (name: string) =>
    [1, 2, 3]
      .map(
        at =>
          `<a class="${name}" href="/large/${name}-${at}.jpg"><img src='${drawn}' alt="${name} ${at}"></a>`,
      )
      .join('')
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><title>Garden</title><main style="padding-top: 300px"><h1>Garden</h1><button type="button" id="more">More</button> <p id="text" hidden>Open all year</p>
${gallery('terrace')}${gallery('pond')}</main><script>
more.onclick = () => { text.hidden = !text.hidden }
for (const link of document.querySelectorAll('.terrace')) link.onclick = event => {
  event.preventDefault()
  const layer = document.createElement('div')
  layer.style = 'position: fixed; inset: 0; background: black'
  layer.innerHTML = '<img src="${encodeURI(drawn).replaceAll("'", '%27')}" alt="Large">'
  layer.onclick = () => layer.remove()
  document.body.append(layer)
}</script>`,
  )
  const site = await serve(folder)
  try {
    await openWith(`${site.origin}/`, async session => {
      const { wide } = await probes(session)
      expect(wide.probes.map(({ name, effect, enlarges, stuck }) => [name, effect, enlarges, stuck])).toEqual(
        [
          ['More', 'opens', undefined, false],
          ['terrace 1', 'opens', true, false],
          ['pond 1', 'goes', true, undefined],
        ],
      )
      expect(wide.rest).toEqual([])
    })
  } finally {
    await Promise.all([site.close(), rm(folder, { recursive: true })])
  }
})

test.concurrent('the first card of a list, pictures of one name, and a page that its router has drawn anew', async () => {
  const { serve } = await import('../serve.ts')
  const folder = await mkdtemp(join(tmpdir(), 'cutover-test-'))
  const drawn =
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="99" height="99"/></svg>'
  for (const name of ['autumn', 'winter', 'shirt']) await writeFile(join(folder, `${name}.svg`), drawn)
  const card = (name: string) =>
    `<li><img src="/shirt.svg" alt="" width="300" height="300"><b>${name}</b></li>`
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><title>Shirts</title><style>li { width: 310px; float: left; list-style: none }
li:hover b::after { content: ' now' }</style><main id="main"></main><template id="page"><h1>Shirts</h1>
<button type="button" id="shop">Shop</button> <button type="button" id="winter">Winter</button>
<p><img id="photo" src="/autumn.svg" alt="photo" width="300" height="300"></p>
<ul>${['Red', 'Blue', 'Green'].map(card).join('')}</ul></template><script>
const draw = () => { main.replaceChildren(page.content.cloneNode(true)); shop.onclick = () => {
  history.pushState(null, '', '/shop'); main.innerHTML = '<h1>All that there is</h1><p>Shirts of linen</p>' } }
onpopstate = draw
draw()
winter.onclick = () => { photo.src = '/winter.svg' }
document.querySelector('ul').onclick = ({ target }) => { if (target.closest('li')) {
  const layer = document.createElement('dialog')
  layer.innerHTML = '<p>Sizes from S to L</p>'
  document.body.append(layer)
  layer.showModal() } }</script>`,
  )
  const site = await serve(folder)
  try {
    await openWith(`${site.origin}/`, async session => {
      const { wide } = await probes(session)
      expect(wide.probes.map(({ name, effect, card }) => [name, effect, card])).toEqual([
        ['Shop', 'goes', undefined],
        ['Winter', 'pictures', undefined],
        ['Red', 'dialog', ['Red', 'Blue', 'Green']],
      ])
      expect(wide.probes[1]!.revealed).toEqual(['picture /winter.svg'])
    })
  } finally {
    await Promise.all([site.close(), rm(folder, { recursive: true })])
  }
})

test.concurrent('a search field finds what is written into it, or nothing', () =>
  expectSearches(openWith, ['/', '/lost', '/form', '/list']))

test.concurrent('of a page that shows a price, what a choice changes, and each group is back to what it was', async () => {
  const host = await servePages({
    '/': bowl('£34.00'),
    '/white.svg': drawing('#fff'),
    '/black.svg': drawing('#111'),
  })
  try {
    await openWith(`${host.origin}/`, async session => {
      const { settings } = (await probes(session)).wide
      expect(settings!.steps).toMatchObject([
        { value: 'Black', picture: { url: `${host.origin}/black.svg`, fingerprint: {} } },
        { value: 'White', picture: { url: `${host.origin}/white.svg` } },
        { name: 'Size', value: 'Large', revealed: ['£46.00'], hidden: ['£34.00'] },
        { name: 'Size', value: 'Small', revealed: ['£34.00'], hidden: ['£46.00'] },
        { name: 'Black', value: 'Black' },
        { name: 'Size', value: 'Large', revealed: ['£46.00'] },
      ])
    })
  } finally {
    host.close()
  }
})

test.concurrent('the controls of a page that a script draws anew at each press are all pressed', async () => {
  const host = await servePages({
    '/': `<!doctype html><html lang="en"><title>Mill</title><body><div id="app"></div><script>
      const days = Array.from({ length: 30 }, (_, at) => at + 1)
      const words = { EN: ['The mill', ...days.map(one => 'Day ' + one)], RO: ['Moara', ...days.map(one => 'Ziua ' + one)] }
      const render = now => {
        app.innerHTML = '<header>' + Object.keys(words).map(one => '<button aria-pressed="' + (one === now) + '">' + one + '</button>').join('')
          + '</header><main><h1>' + words[now][0] + '</h1>' + words[now].slice(1).map(one => '<p>' + one + '</p>').join('') + '</main>'
        for (const button of document.querySelectorAll('button')) button.onclick = () => render(button.textContent)
      }
      render('EN')
    </script></body></html>`,
  })
  try {
    await openWith(`${host.origin}/`, async session => {
      const { wide } = await probes(session)
      expect(
        wide.probes.map(({ name, effect, revealed, more }) => [name, effect, revealed[0], more?.at(-1)]),
      ).toEqual([
        ['RO', 'switches', 'Moara', 'Ziua 30'],
        ['EN', 'switches', 'The mill', 'Day 30'],
      ])
    })
  } finally {
    host.close()
  }
})

test.concurrent('entries of a menu that are cut off, which a function of the page called open() shows', async () => {
  const entries = ['Tides', 'Boats', 'Crew', 'Harbour', 'Contact']
  const site = await servePages({
    '/': page(`<header><button type="button" aria-expanded="false" id="menu">Menu</button>
      <nav><ul>${entries.map(name => `<li><a href="/${name}">${name}</a></li>`).join('')}</ul></nav></header>
      <main><h1>Harbour</h1></main>
      <style>nav { max-height: 0; overflow: hidden } nav.is-open { max-height: 64px } ul { margin: 0 } li { height: 30px }</style>
      <script>function open() { document.querySelector("nav").classList.toggle("is-open") }
      menu.addEventListener("click", () => open())</script>`),
  })
  await openWith(`${site.origin}/`, async session => {
    const { narrow, wide } = await probes(session)
    expect(narrow.probes).toMatchObject([
      { name: 'Menu', effect: 'opens', beyond: ['Crew', 'Harbour', 'Contact'] },
    ])
    expect(wide.probes).toMatchObject([{ name: 'Menu', effect: 'opens' }])
  })
  await site.close()
})
