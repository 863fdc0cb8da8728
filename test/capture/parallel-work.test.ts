/** What goes on beside the collectors in turn. */
import { expect, test } from 'vitest'
import { collectors } from '../../server/capture/collectors/index.ts'
import type { PageLoad } from '../../server/capture/page/page-load.ts'
import { enterReadOnlyMode } from '../../server/capture/page/read-only-mode.ts'

test('no timer that was held back happens in the load on which other widths are measured still', () => {
  const names = Object.keys(collectors)
  for (const name of ['breakpoints', 'zoom'])
    expect(names.indexOf('destinations')).toBeGreaterThan(names.indexOf(name))
})

test('of a page that asks for ever more only so much is kept', async () => {
  let handle: (route: object) => Promise<void> = async () => {}
  const main = { evaluate: async () => {} }
  const context = {
    async route(_: string, given: typeof handle) {
      handle = given
    },
  }
  const page = { context: () => context, mainFrame: () => main, frames: () => [main] }
  const mode = await enterReadOnlyMode({ page, release: async () => {} } as unknown as PageLoad)
  const stopped = mode.stopAll()
  const request = {
    url: () => 'https://shop.example/log',
    method: () => 'POST',
    postData: () => 'x'.repeat(50_000),
    isNavigationRequest: () => false,
  }
  let aborted = 0
  for (let asked = 0; asked < 3000; asked++)
    await handle({ request: () => request, abort: async () => void aborted++ })
  expect(aborted).toBe(3000)
  expect(stopped.reduce((sum, { sent }) => sum + sent.length, 0)).toBeLessThan(20_000_000)
})
