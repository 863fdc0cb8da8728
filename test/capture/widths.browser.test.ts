import { afterAll, beforeAll, expect, test } from 'vitest'
import { captureAlone } from '../capture-pair.ts'
import { page, servePages } from './pages.ts'

const EDGES = [600, 700, 900, 1100]
const styles = EDGES.map(edge => `@media (min-width: ${edge}px) { p { margin: ${edge / 100}px } }`).join(' ')
/** Empty stretches: what is told of them is read off the page, beside its screenshot. */
const body = `<style>${styles}</style><h1>Rooms</h1><p>With breakfast</p><div style="height: 2000px"></div><p>Contact</p>`

let served: Awaited<ReturnType<typeof servePages>>
beforeAll(async () => {
  served = await servePages({ '/': page(body) })
})
afterAll(() => served.close())

test('each layout is of its own width, while screenshots are looked at beside it', async () => {
  const { original } = await captureAlone(served.origin)
  const { layouts, breakpoints, screens } = original.artifacts
  if (!layouts.ok || !breakpoints.ok || !screens.ok) throw new Error('not collected')
  expect(screens.value.every(({ blank }) => blank?.length)).toBe(true)
  expect(breakpoints.value).toHaveLength(2 * EDGES.length)
  for (const { width, clientWidth } of [...layouts.value, ...breakpoints.value])
    expect(clientWidth).toBe(width)
})
