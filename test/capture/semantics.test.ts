import { expect, test } from 'vitest'
import { semantics } from '../../server/capture/collectors/semantics.ts'
import { page, servePages } from './pages.ts'
import { openWith } from './with-eyes.ts'

test('what scripts listen to is known far down the page, and where a framework listens at its root', async () => {
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
  await openWith(`${site.origin}/`, async eyes => {
    const { pressables } = await semantics(eyes)
    expect(pressables).toHaveLength(63)
    expect(pressables.filter(({ why }) => why === 'listener').map(({ name }) => name)).toEqual([
      'Open the gallery',
      'Add to basket',
    ])
  })
  await site.close()
})

test('a picture that takes presses without looking like it', async () => {
  const picture = `<img alt="NAME" width="80" height="60" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='80' height='60'/>">`
  const named = (name: string) => picture.replace('NAME', name)
  const site = await servePages({
    '/': page(
      `<main><h1>Gallery</h1><div class="thumb">${named('Oysters')}</div>${named('Beach huts')}
      <div id="all">${named('Open fire')}${named('Red wine')}</div><button>${named('Loaves')}</button></main><script>
      document.querySelector('.thumb').addEventListener('click', () => {})
      document.querySelector('[alt="Beach huts"]').addEventListener('click', () => {})
      all.addEventListener('click', () => {})
      </script>`,
    ),
  })
  await openWith(`${site.origin}/`, async eyes => {
    const { pictures } = await semantics(eyes)
    expect(pictures.map(({ name }) => name)).toEqual(['Oysters', 'Beach huts'])
  })
  await site.close()
})
