/** Pages whose controls are operated, each in some variants, and what is told of them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { layoutAt } from '../../server/capture/collectors/layouts.ts'
import { probes } from '../../server/capture/collectors/probes/index.ts'
import type { SiteSession } from '../../server/capture/page/site-session.ts'
import { serve } from '../serve.ts'
import { type Handler, servePages } from './pages.ts'
import type { OpenWith } from './with-session.ts'

/** Each of these pages by itself, in a folder that is served. */
async function onEach<Name extends string>(
  openWith: OpenWith,
  pages: Record<Name, string>,
  names: readonly Name[],
  work: (session: SiteSession, name: Name) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cutover-test-'))
  for (const name of names) await writeFile(join(folder, `${name}.html`), pages[name])
  const site = await serve(folder)
  try {
    for (const name of names) await openWith(`${site.origin}/${name}.html`, session => work(session, name))
  } finally {
    await Promise.all([site.close(), rm(folder, { recursive: true })])
  }
}

const CROSS = '<button type="button" class="x">×</button>'
const ICON =
  '<span class="x"><i class="fa fa-times" style="display: inline-block; width: 20px; height: 20px"></i></span>'
const LAYERS = (
  closes: boolean,
  cross = CROSS,
) => `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Groups</title>
<style>main { padding-top: 300px } .card { cursor: pointer; width: 200px; padding: 20px }
.layer { display: none; position: fixed; inset: 0; background: #0008 } .layer.on { display: block; animation: in 0.3s }
@keyframes in { from { opacity: 0 } }
.panel { position: absolute; left: 25%; right: 25%; top: 20%; height: 60%; background: #fff }</style>
<main><h1>Groups</h1><div class="card" id="men">Men</div><div class="card" id="women">Women</div>
<div style="cursor: pointer; width: 200px" onclick="fade(this)">Bold</div>
<button type="button" id="ask">Ask us</button></main>
<div class="layer" id="layer"><div class="panel">${cross}<h2></h2><p>Meets each week</p></div></div>
<div class="layer" id="dialog" role="dialog" aria-label="Questions"><div class="panel"><p>Write to us at any time</p></div></div><p id="note"></p>
<script>
// A text that types itself is no effect of the presses after it.
const type = () => note.textContent.length < 100 && (note.textContent += 'ab ', setTimeout(type, 60))
// One picture fades over another.
const fade = it => {
  const picture = new Image(20, 20)
  picture.alt = 'Loaf'
  picture.src = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"/>'
  it.append(picture)
  setTimeout(() => picture.remove(), 150)
  it.ariaChecked = it.ariaChecked !== 'true'
}
for (const card of document.querySelectorAll('.card')) card.onclick = () => {
  layer.querySelector('h2').textContent = 'About the ' + card.id
  layer.classList.add('on')
}
ask.onclick = () => {
  dialog.classList.add('on')
  type()
}
addEventListener('keydown', event => event.key === 'Escape' && dialog.classList.remove('on'))
${closes ? "layer.querySelector('.x').onclick = () => setTimeout(() => layer.classList.remove('on'), 200)" : ''}
</script>`

const overlaid = { cross: LAYERS(true), dead: LAYERS(false), icon: LAYERS(true, ICON) }

export const expectClosed = (openWith: OpenWith, names: readonly (keyof typeof overlaid)[]): Promise<void> =>
  onEach(openWith, overlaid, names, async (session, name) => {
    const { wide } = await probes(session)
    const seen = wide.probes.map(({ name, effect, revealed, stuck }) => [name, effect, revealed[0], stuck])
    expect(
      wide.probes
        .filter(({ name }) => name !== 'Ask us')
        .flatMap(({ revealed }) => revealed.filter(text => /^ab/.test(text))),
    ).toEqual([])
    expect(wide.late).toBe(false)
    const asked = ['Ask us', 'dialog', 'Write to us at any time', false]
    expect(seen).toEqual(
      name === 'dead'
        ? // What shows nothing more under what stays there, is not told.
          [
            asked,
            ['Men', 'opens', 'About the men', true],
            ['Women', 'switches', 'About the women', undefined],
          ]
        : [
            asked,
            ['Men', 'opens', 'About the men', false],
            ['Bold', 'toggles', undefined, undefined],
            ['Women', 'opens', 'About the women', false],
          ],
    )
  })

const ASKING = (cross: string, close: string) => `<!doctype html><meta charset="utf-8"><title>Plans</title>
<main><h1>Plans</h1><button type="button" id="see">See the plan</button></main>
<dialog id="plan"><button type="button" value="x" aria-label="Close">${cross}</button><p>Thirty a month</p></dialog>
<script>
let at = 0
see.onclick = () => { plan.showModal(); at = Date.now() }
plan.onclick = event => ${close} && plan.close()
</script>`

const dialogs = {
  works: ASKING('×', "event.target.value === 'x'"),
  // The press meets the icon in the button.
  icon: ASKING('<span>×</span>', "event.target.value === 'x'"),
  opening: ASKING('×', "event.target.value === 'x' && Date.now() - at > 700"),
  fading: ASKING('×', "event.target.value === 'x' && setTimeout(() => plan.close(), 900) && false"),
  // For screen readers alone: no press of a mouse meets it.
  unseen: ASKING('×', 'false').replace(
    '<button type="button" value="x"',
    '<button type="button" style="position: absolute; width: 1px; height: 1px; padding: 0; border: 0; clip-path: inset(50%)"',
  ),
}

export const expectClosers = (openWith: OpenWith, names: readonly (keyof typeof dialogs)[]): Promise<void> =>
  onEach(openWith, dialogs, names, async (session, name) => {
    const { wide } = await probes(session)
    const seen = wide.probes.map(({ effect, stuck, closer }) => [effect, stuck, closer])
    // Its first press may close it as it is open once more.
    if (name === 'fading') return expect(seen.flat()).not.toContain('dead')
    const closer = { works: 'works', icon: 'dead', opening: 'works', unseen: undefined }[name]
    expect(seen, name).toEqual([['dialog', false, closer]])
  })

const LOCKED = (
  isFreed: boolean,
) => `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mill</title>
<header>${isFreed ? '<button type="button" id="toggle" aria-expanded="false">Menu</button>' : '<a href="mill/index.html#" id="toggle" aria-expanded="false">Menu</a>'}
<nav id="menu" hidden><a href="/kitchen">Kitchen</a> <a href="/cellar">Cellar</a></nav></header>
<main style="height: 3000px"><h1>The mill</h1></main>
<script>
toggle.onclick = event => {
  event.preventDefault()
  menu.hidden = !menu.hidden
  if (!menu.hidden) document.body.style.overflow = 'hidden'
  else ${isFreed ? "setTimeout(() => (document.body.style.overflow = ''), 250)" : 'toggle.focus()'}
}
</script>`

/** A viewer that its button closes and Escape, which lets go of the page as well where `isFreed`. */
const VIEWER = (isFreed: boolean) => `<!doctype html><meta charset="utf-8"><title>Mill</title>
<style>#viewer { position: fixed; inset: 0; background: #000 } [hidden] { display: none }</style>
<main style="height: 3000px"><h1>The mill</h1><button type="button" id="open" aria-haspopup="dialog">Look closer</button></main>
<div id="viewer" role="dialog" hidden><button type="button" id="close" aria-label="Close">×</button><p>The wheel of the mill</p></div>
<script>
const hold = isHeld => { document.body.style.overflow = isHeld ? 'hidden' : '' }
document.getElementById('open').onclick = () => { viewer.hidden = false; hold(true) }
document.getElementById('close').onclick = () => { viewer.hidden = true; hold(false) }
addEventListener('keydown', ({ key }) => { if (key === 'Escape') { viewer.hidden = true; ${isFreed ? 'hold(false)' : ''} } })
</script>`

// The button of the held menu is a link that says that it opens something, and leads to a page's empty fragment.
const scrolled = {
  menu: LOCKED(true),
  'held-menu': LOCKED(false),
  viewer: VIEWER(true),
  'held-viewer': VIEWER(false),
}

export const expectScrolling = (
  openWith: OpenWith,
  names: readonly (keyof typeof scrolled)[],
): Promise<void> =>
  onEach(openWith, scrolled, names, async (session, name) => {
    const { narrow, wide } = await probes(session)
    const tried = narrow.probes.length > 0 ? narrow.probes : wide.probes
    expect(tried.map(({ name, effect, locked }) => [name, effect, locked])).toEqual([
      [...(/menu/.test(name) ? ['Menu', 'opens'] : ['Look closer', 'dialog']), /held/.test(name)],
    ])
  })

/** That a menu on a phone is opened by what `toggle` is. */
export async function expectMenu(openWith: OpenWith, toggle: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cutover-test-'))
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><meta name="viewport" content="width=device-width"><title>Mill</title>
<header><a id="brand">Mill</a> ${toggle}<nav hidden><a href="/rooms">Rooms</a> <a href="/prices">Prices</a></nav></header><h1>Mill</h1>
<p style="opacity: 0.5"><input aria-label="Name"> <input aria-label="Mail" style="opacity: 0.5"></p>
<script>document.querySelector('#toggle').onclick = event => {
  event.preventDefault()
  const nav = document.querySelector('nav')
  nav.hidden = !nav.hidden
}</script>`,
  )
  const site = await serve(folder)
  try {
    await openWith(`${site.origin}/`, async session => {
      const { narrow } = await probes(session)
      const opened = narrow.probes.filter(({ effect }) => effect === 'opens')
      expect(opened.map(({ selector, revealed }) => [selector, revealed])).toEqual([
        ['#toggle', ['Rooms', 'Prices']],
      ])
      expect(opened[0]!.tabbable).toBe(toggle.includes('href'))
      const { clickables, controls } = await layoutAt(session, 375)
      expect(controls.flatMap(({ faint, name }) => (faint ? name : []))).toEqual(['Mail'])
      expect(clickables.map(({ selector }) => selector)).toEqual(/href|div/.test(toggle) ? [] : ['#toggle'])
    })
  } finally {
    await Promise.all([site.close(), rm(folder, { recursive: true })])
  }
}

const docs = (script: string, form = '<input type="search" placeholder="Search">') =>
  `<!doctype html><title>Docs</title><header>${form}<ul id="list"></ul></header><main><h1>Lumina<a href="#top">Link</a></h1>
  <h2>Chapters</h2><p>All of it.</p></main><script>${script}</script>`
const searching = (index: string) => `let index = []
  fetch('${index}').then(one => one.json()).then(all => { index = all })
  const [field, list] = [document.querySelector('input'), document.getElementById('list')]
  field.addEventListener('input', () => {
    const found = index.filter(one => field.value && one.toLowerCase().includes(field.value.toLowerCase()))
    list.innerHTML = found.map(one => '<li>' + one).join('') || '<li>No results for ' + field.value
  })`

/** Each with the word that is sought and what comes of it. */
const searches = {
  '/': docs(searching('/index.json')),
  '/lost': docs(searching('/gone.json')),
  '/idle': docs(''),
  '/form': docs('', '<form role="search" action="/found"><input name="q"></form>'),
  '/none': docs('', '<input placeholder="Your name">'),
  '/list': `<!doctype html><title>Shop</title><input type="search" id="sought"><main><h1>Knitwear</h1><div>
      <article><h2><a href="/a">Aran cardigan</a></h2></article><article><h2><a href="/b">Fisherman jumper</a></h2></article></div></main>
      <script>sought.addEventListener('input', () => { for (const one of document.querySelectorAll('article'))
        one.hidden = !one.innerText.toLowerCase().includes(sought.value.toLowerCase()) })</script>`,
}

export async function expectSearches(
  openWith: OpenWith,
  paths: readonly (keyof typeof searches)[],
): Promise<void> {
  const site = await servePages({
    ...searches,
    '/index.json': JSON.stringify(['The Lumina manual', 'Features of Lumina']),
  })
  const outcomes = {
    '/': ['Lumina', 'shows'],
    '/lost': ['Chapters', 'nothing'],
    '/idle': ['Chapters', 'nothing'],
    '/form': ['Lumina', 'goes'],
    '/none': undefined,
    // In sight before, and left there alone.
    '/list': ['Cardigan', 'shows'],
  }
  try {
    for (const path of paths)
      await openWith(`${site.origin}${path}`, async session => {
        const { wide } = await probes(session)
        expect(wide.search && [wide.search.word, wide.search.outcome], path).toEqual(outcomes[path])
        const { page } = await session.at(1440)
        expect(await page.locator('input').inputValue()).toBe('')
      })
  } finally {
    await site.close()
  }
}

/** Of a bowl whose glaze and size one chooses. */
export const bowl = (price: string) => `<!doctype html><html lang="en"><title>Bowl</title><main>
  <img id="shown" src="/white.svg" width="300" height="200" alt="Bowl"><p id="price">${price}</p>
  <form><label><input type="radio" name="glaze" value="white" checked> White</label>
  <label><input type="radio" name="glaze" value="black"> Black</label>
  <label>Size <select name="size"><option>Small</option><option>Large</option></select></label></form>
  <script>
    for (const one of document.querySelectorAll('[name=glaze]'))
      one.onchange = () => { shown.src = '/' + one.value + '.svg' }
    document.querySelector('select').onchange = event => {
      price.textContent = event.target.value === 'Large' ? '£46.00' : '£34.00'
    }
  </script></main></html>`

export const drawing =
  (colour: string): Handler =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'image/svg+xml' })
    response.end(
      `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="${colour}"/><circle cx="90" cy="90" r="60" fill="#c55"/></svg>`,
    )
  }
