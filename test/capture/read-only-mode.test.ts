import { expect, test } from 'vitest'
import type { PageLoad } from '../../server/capture/page/page-load.ts'
import { enterReadOnlyMode } from '../../server/capture/page/read-only-mode.ts'

/** A page of one frame, and the names of what happens to its requests. */
function pageThat() {
  const told: string[] = []
  const context = {
    route: async () => void told.push('held'),
    unrouteAll: async () => void told.push('let go'),
  }
  const frame = { evaluate: async () => {} }
  const page = { context: () => context, frames: () => [frame], mainFrame: () => frame }
  return { pageLoad: { page, release: async () => {} } as unknown as PageLoad, told }
}

test('what was stopped altogether is not let go: a page may try once more by itself', async () => {
  const [first, second] = [pageThat(), pageThat()]
  await (await enterReadOnlyMode(first.pageLoad)).release()
  expect(first.told).toEqual(['held', 'let go'])
  const readOnly = await enterReadOnlyMode(second.pageLoad)
  readOnly.stopAll()
  await readOnly.release()
  expect(second.told).toEqual(['held'])
})
