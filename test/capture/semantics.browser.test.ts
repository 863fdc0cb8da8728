import { expect, test } from 'vitest'
import { semantics } from '../../server/capture/collectors/semantics/index.ts'
import { page, servePages } from './pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

test.concurrent('what scripts listen to is known far down the page, and where a framework listens at its root', async () => {
  const hands = Array.from({ length: 60 }, (_, at) => `<p class="hand">Tip ${at + 1}</p>`).join('\n')
  const site = await servePages({
    '/': page(
      `<style>.hand { cursor: pointer }</style><main><h1>Tips</h1>${hands}
      <div class="hand" id="listens">Open the gallery</div>
      <div class="hand" id="react">Add to basket</div>
      <div class="hand" id="inert">Only looks so</div></main><script>
      listens.addEventListener('click', () => {})
      react['__reactProps$k3'] = { onClick() {} }
      inert['__reactProps$k3'] = { onClick: undefined, className: 'hand' }
      </script>`,
    ),
  })
  await openWith(`${site.origin}/`, async session => {
    const { pressables } = await semantics(session)
    expect(pressables).toHaveLength(63)
    expect(pressables.filter(({ why }) => why === 'listener').map(({ name }) => name)).toEqual([
      'Open the gallery',
      'Add to basket',
    ])
  })
  await site.close()
})

test.concurrent('what takes presses without looking like it', async () => {
  const picture = `<img alt="NAME" width="80" height="60" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='80' height='60'/>">`
  const named = (name: string) => picture.replace('NAME', name)
  const site = await servePages({
    '/': page(
      `<style>.box { border: 1px solid }</style><main><h1>Gallery</h1><div class="thumb">${named('Oysters')}</div>${named('Beach huts')}
      <div class="by" aria-label="Next review">›</div><div class="box">Menu</div><div class="box">Sold out</div><a>Salads</a><a>Soups</a>
      <div id="all">${named('Open fire')}${named('Red wine')}</div><button>${named('Loaves')}</button></main><script>
      document.querySelector('.thumb').addEventListener('click', () => {})
      document.querySelector('[alt="Beach huts"]').addEventListener('click', () => {})
      all.addEventListener('click', () => {})
      for (const one of ['.by', '.box', 'a'].map(one => document.querySelector(one))) one.addEventListener('click', () => {})
      </script>`,
    ),
  })
  await openWith(`${site.origin}/`, async session => {
    const { pressCandidates } = await semantics(session)
    expect(pressCandidates.map(({ name }) => name)).toEqual([
      'Oysters',
      'Beach huts',
      'Next review',
      'Menu',
      'Salads',
    ])
  })
  await site.close()
})

test.concurrent('texts that assistive technology is not told of', async () => {
  const hidden = (name: string, inside = '', more = '') =>
    `<section aria-hidden="true" ${more}><p>${name} of five words or more.</p>${inside}</section>`
  const site = await servePages({
    '/': page(
      `<main><h1>Harbour</h1>${hidden('A text')}${hidden('A text beside a map', '<iframe src="/map"></iframe>')}
      ${hidden('A text that a script goes to', '', 'tabindex="-1"')}${hidden('A text with a link', '<a href="/">Home</a>')}
      <section inert><p>A text behind a dialog, of five words or more.</p><a href="/">Home</a></section></main>`,
    ),
    '/map': page('<p>Map</p>'),
  })
  await openWith(`${site.origin}/`, async session => {
    const { hiddenFromAt } = await semantics(session)
    expect(hiddenFromAt.map(({ text }) => text.replace(/ of five.*/, ''))).toEqual([
      'A text',
      'A text beside a map',
      'A text that a script goes to',
    ])
  })
  await site.close()
})

test.concurrent('labels that stand for fields which are not drawn', async () => {
  const box = (id: string, how: string, more = '') =>
    `<p><label for="${id}">Label of ${id}</label><input type="checkbox" id="${id}" style="${how}" ${more}></p>`
  const site = await servePages({
    '/': page(
      `<main><h1>Preferences</h1><form>
      ${box('none', 'display: none')}${box('hidden', 'visibility: hidden')}${box('clear', 'opacity: 0')}${box('drawn', '')}
      ${box('off', 'display: none', 'disabled')}
      <p><label>Proof <span>Choose a file</span><input type="file" style="display: none"></label></p>
      <p><label for="by-button">Picture</label><button type="button">Choose</button><input id="by-button" type="file" style="display: none"></p>
      <p><label><span role="checkbox" tabindex="0" aria-checked="false">Own box</span><input type="checkbox" style="display: none"></label></p>
      <p><label for="focus" tabindex="0">By keys</label><input type="checkbox" id="focus" style="display: none"></p>
      <fieldset disabled>${box('fieldset', 'display: none')}</fieldset>
      <p><label for="browse">Attach</label><input type="file" id="browse" style="display: none"><input type="button" value="Browse"></p>
      <div><div><label for="far">Far</label></div><div><span><input type="file" id="far" hidden></span><button type="button">Choose</button></div></div>
      <p><label for="fake">Fake</label><span><a href="#" class="fake"></a><input type="checkbox" id="fake" style="display: none"></span></p>
      <p style="display: none"><label for="twice"><input type="checkbox" id="twice"> Twice</label></p><p><label for="twice"><input type="checkbox" id="twice"> Twice</label></p>
      <div role="radiogroup"><label role="radio" tabindex="0" for="s">Small</label><input type="radio" id="s" hidden><label for="m">Medium</label><input type="radio" id="m" hidden></div>
      <p><label><input type="radio" hidden><span role="radio" tabindex="-1" aria-checked="false">By post</span></label></p>
      <div role="tabpanel" tabindex="0"><label for="panel">In a panel</label><input type="checkbox" id="panel" hidden></div>
      <p><label for="list">A list</label><select id="list" style="display: none"><option>One</option></select></p>
      <button>Save</button></form>
      <form><label for="bare">Proof of address</label><input id="bare" type="file" hidden><button>Send</button></form></main>`,
    ),
  })
  await openWith(`${site.origin}/`, async session => {
    const { pressables } = await semantics(session)
    expect(pressables.map(({ name, why, tabbable }) => [name, why, tabbable])).toEqual([
      ['Label of none', 'label', false],
      ['Label of hidden', 'label', false],
      ['Proof Choose a file', 'label', false],
      ['In a panel', 'label', false],
      ['Proof of address', 'label', false],
    ])
  })
  await site.close()
})

test.concurrent('buttons of closed dialogs, with a name and without', async () => {
  const site = await servePages({
    '/': page(
      `<style>.sign::before { content: '×' }</style><main><h1>Rooms</h1><button>Outside</button></main>
      <dialog><h2>Terms</h2><button>Close</button><button><svg width="9" height="9"></svg></button><button class="sign"></button><button></button></dialog>
      <dialog><x-button>Save</x-button></dialog>
      <div role="dialog" style="display: none"><button aria-hidden="true"></button><button><img alt="Next" src="data:,"></button></div>
      <script>document.querySelector('x-button').attachShadow({ mode: 'open' }).innerHTML = '<button><slot></slot></button>'</script>`,
    ),
  })
  await openWith(`${site.origin}/`, async session => {
    const { controls } = await semantics(session)
    expect(controls.map(({ dialog }) => dialog)).toEqual([
      null,
      'named',
      'nameless',
      'named',
      null,
      'named',
      null,
      'named',
    ])
  })
  await site.close()
})
