import { expect, test } from 'vitest'
import { layoutAt } from '../../server/capture/collectors/layouts.ts'
import { page, servePages } from './pages.ts'
import { openWith } from './with-session.ts'

test('a page that lays itself out a moment after it was resized is read as it is then', async () => {
  const site = await servePages({
    '/': page(
      '<main><p id="grid" style="position: absolute">Three columns</p></main>',
      `<script>
        let timer
        const layOut = () => { grid.style.left = innerWidth / 2 + 'px' }
        addEventListener('load', layOut)
        addEventListener('resize', () => { clearTimeout(timer); timer = setTimeout(layOut, 450) })
      </script>`,
    ),
  })
  await openWith(`${site.origin}/`, async session => {
    for (const width of [1440, 1024, 900]) {
      const { blocks } = await layoutAt(session, width)
      expect(blocks.map(({ text, box }) => [text, box.x])).toContainEqual(['Three columns', width / 2])
    }
  })
  await site.close()
})
