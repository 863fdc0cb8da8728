/** Which navigations cost a page our world, which holds a megabyte of scripts by then; and who may still ask it. */
import type { CDPSession } from 'playwright'
import { expect, test } from 'vitest'
import { openIsolatedWorld, untilEnd } from '../../server/capture/page/isolated-world.ts'

/** Answers as a renderer does; `made` counts the worlds, `tell` sends what the browser tells. */
function fakeSession() {
  const listeners = new Map<string, (event: unknown) => void>()
  const seen = { made: 0, ran: [] as string[] }
  const answers: Record<string, (given: { expression: string }) => unknown> = {
    'Page.getFrameTree': () => ({ frameTree: { frame: { id: 'main' } } }),
    'Page.createIsolatedWorld': () => ({ executionContextId: ++seen.made }),
    'Runtime.evaluate': ({ expression }) => {
      seen.ran.push(expression)
      return { result: { value: true } }
    },
  }
  const cdp = {
    on: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
    send: async (method: string, given: { expression: string }) => answers[method]?.(given) ?? {},
  }
  const tell = (name: string, event: unknown) => listeners.get(name)?.(event)
  return { cdp: cdp as unknown as CDPSession, seen, tell }
}

test('a world is made for each new document, not for an address that changes within it', async () => {
  const { cdp, seen, tell } = fakeSession()
  const world = await openIsolatedWorld(cdp, [])
  await world.inject('a large script')
  await world.run(() => true, undefined)
  tell('Page.navigatedWithinDocument', { frameId: 'main', url: 'https://shop.example/#menu' })
  tell('Page.frameNavigated', { frame: { id: 'inner', parentId: 'main' } })
  await world.run(() => true, undefined)
  expect(seen.made).toBe(1)
  tell('Page.frameNavigated', { frame: { id: 'main' } })
  await world.run(() => true, undefined)
  expect(seen.made).toBe(2)
  expect(seen.ran.filter(script => script === 'a large script')).toHaveLength(2)
})

test('what is given up asks the page for nothing more', async () => {
  const { cdp, seen } = fakeSession()
  const { world, end } = untilEnd(await openIsolatedWorld(cdp, []))
  await world.run(() => true, undefined)
  const before = seen.ran.length
  end()
  await expect(world.run(() => true, undefined)).rejects.toThrow('given up')
  expect(seen.ran).toHaveLength(before)
})
