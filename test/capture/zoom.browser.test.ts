import { expect, test } from 'vitest'
import { zoom } from '../../server/capture/collectors/zoom.ts'
import { page, servePages } from './pages.ts'
import { openWith } from './with-session.ts'

test('what a zoom of 200 % takes away is told, and not what waits for being scrolled to', async () => {
  const site = await servePages({
    '/': page(
      `<main><p>Shown at any zoom</p><p class="low">Gone where the window is low</p>
        <p class="late">Faded in while it is scrolled to</p></main>`,
      `<style>@media (max-height: 500px) { .low { display: none } .late { opacity: 0 } }</style>`,
    ),
  })
  await openWith(`${site.origin}/`, async session => {
    expect(await zoom(session)).toMatchObject([{ text: 'Gone where the window is low', share: 0 }])
  })
  await site.close()
})
