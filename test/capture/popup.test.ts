import { expect, test, vi } from 'vitest'
import type { PageLoad } from '../../server/capture/page/page-load.ts'
import { closePopup, rememberLayers } from '../../server/capture/page/popup.ts'

/** A page that answers by `answer`, by the name of what runs in it, as far as a popup is concerned. */
function pageThat(answer: (name: string, arg: unknown) => unknown) {
  const ran: string[] = []
  const gaps: string[] = []
  const run = async (fn: { name: string }, arg: unknown) => {
    ran.push(fn.name)
    return await answer(fn.name, arg)
  }
  const context = { route: async () => {}, unroute: async () => void ran.push('released') }
  const page = { context: () => context, keyboard: { press: async () => {} } }
  const pageLoad = {
    ...{ world: { run }, page, cdp: { send: async () => {} }, clock: {} },
    ...{ network: { idle: async () => {} }, gaps },
  }
  return { pageLoad: pageLoad as unknown as PageLoad, ran, gaps }
}

test('nothing is pressed any more once requests may go out again', async () => {
  vi.useFakeTimers()
  try {
    const slow = (look: unknown) =>
      look === 'after' || new Promise(resolve => setTimeout(() => resolve(true), 13_000))
    const { pageLoad, ran, gaps } = pageThat((name, arg) => name !== 'isCovered' || slow(arg))
    const closing = closePopup(pageLoad)
    await vi.advanceTimersByTimeAsync(60_000)
    await closing
    expect(ran).toContain('released')
    expect(ran).not.toContain('pressCloser')
    expect(gaps).toEqual(['a popup that opened on scrolling was left out'])
  } finally {
    vi.useRealTimers()
  }
})

test.each(['before', 'after', 'leaveOut'])(
  'a page that breaks the look %s is settled all the same',
  async at => {
    const { pageLoad } = pageThat((name, look) => {
      if (name === at || look === at) throw new Error('not a function')
      return name === 'isCovered' && look === 'after'
    })
    await rememberLayers(pageLoad)
    await closePopup(pageLoad)
  },
)
