import { expect, test } from 'vitest'
import { layoutAt } from '../../server/capture/collectors/layouts.ts'
import { page, servePages } from './pages.ts'
import { openWith } from './with-session.ts'

test('what an endless animation moves sideways is known to run, and what pulses or floats is not', async () => {
  const site = await servePages({
    '/': page(
      `<style>
        @keyframes run { to { transform: translateX(-50%) } }
        @keyframes pulse { from { transform: translate(-50%, 0) scale(1) } to { transform: translate(-50%, 0) scale(1.1) } }
        @keyframes float { 50% { transform: translate(0, -40px) } }
        .strip { overflow: hidden } .run { display: flex; gap: 3rem; width: max-content; animation: run 30s linear infinite }
        .pulse { position: relative; left: 50%; animation: pulse 2s infinite } .float { animation: float 2s infinite }
        .once { animation: run 1s 1 } .paused { animation: run 30s infinite paused }
      </style>
      <main><div class="strip"><div class="run"><span>Bread</span><span>Fish</span></div></div>
      <p class="pulse">Order now</p><p class="float">Look down</p><p class="once">Welcome</p><p class="paused">Held</p></main>`,
    ),
  })
  await openWith(`${site.origin}/`, async session => {
    for (const width of [1440, 1024]) {
      const { blocks } = await layoutAt(session, width)
      expect(blocks.filter(({ runs }) => runs).map(({ text }) => text)).toEqual(['Bread', 'Fish'])
      expect(blocks).toHaveLength(6)
    }
  })
  await site.close()
})
