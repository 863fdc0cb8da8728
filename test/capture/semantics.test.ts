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
