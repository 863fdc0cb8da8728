import { expect, test } from 'vitest'
import { keyboard } from '../../server/capture/collectors/keyboard/index.ts'
import { page, servePages } from './pages.ts'
import { openWith } from './with-session.ts'

test('what moves when the focus comes is no look of the focus', async () => {
  const site = await servePages({
    '/': page(
      `<main><a href="#next">First</a><div id="box"><p><input aria-label="Find"></p></div><a href="#end">Last</a></main>
      <script>document.querySelector('input').addEventListener('focus', () =>
        document.querySelector('#box').animate({ opacity: [0.2, 1] }, { duration: 1500 }))</script>`,
      '<style>input:focus { outline: none }</style>',
    ),
  })
  await openWith(`${site.origin}/`, async session => {
    const { stops } = await keyboard(session)
    expect(stops.map(({ name, ring }) => [name, ring])).toEqual([
      ['First', true],
      ['Find', false],
      ['Last', true],
    ])
  })
  await site.close()
}, 60_000)
