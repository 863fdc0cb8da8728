/** A page that loads itself anew after a press knows nothing of the controls that were found in it. */
import { afterEach, expect, test } from 'vitest'
import { areInPage, type ProbeState } from '../../server/capture/collectors/probes/state.ts'
import type { Injected } from '../../server/capture/injected/index.ts'

const state = globalThis as unknown as Partial<ProbeState>
afterEach(() => {
  delete state.cutoverProbes
})

test('controls of another document are not in the page', () => {
  const areThere = (from: number) => areInPage({} as Injected, from)
  expect(areThere(0)).toBe(false)
  state.cutoverProbes = {
    elements: [{ isConnected: false }, { isConnected: true }],
  } as unknown as ProbeState['cutoverProbes']
  expect([0, 1].map(areThere)).toEqual([false, true])
})
