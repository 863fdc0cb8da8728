import type { CDPSession } from 'playwright'

/**
 * Whether scripts listen for one of `events` on the element itself. Asked of the browser; nothing is sent or pressed.
 * React and Svelte listen at the root of the page and leave their handlers in a property of the element: `objectId`
 * has to be of the page's own world, where these are seen.
 */
export async function listensTo(
  cdp: CDPSession,
  objectId: string,
  events: readonly string[],
): Promise<boolean> {
  const { listeners } = await cdp.send('DOMDebugger.getEventListeners', { objectId })
  if (listeners.some(({ type }) => events.includes(type))) return true
  const { result } = await cdp.send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: String(handles),
    arguments: events.map(value => ({ value })),
    returnByValue: true,
  })
  return result.value === true
}

/**
 * How many listeners for `event` the page has for all elements together, on its document and window. React puts two of its
 * own on the root of what it draws, which may be the document: its handlers are known by their elements.
 */
export async function countDelegated(cdp: CDPSession, event: string): Promise<number> {
  let count = 0
  for (const expression of ['document', 'window']) {
    const { result } = await cdp.send('Runtime.evaluate', { expression })
    if (!result.objectId) continue
    const { objectId } = result
    const { listeners } = await cdp.send('DOMDebugger.getEventListeners', { objectId })
    const own = listeners.filter(({ type }) => type === event).length
    const root = await cdp.send('Runtime.callFunctionOn', {
      objectId,
      functionDeclaration: String(isReactRoot),
      returnByValue: true,
    })
    count += root.result.value === true ? Math.max(0, own - 2) : own
    await cdp.send('Runtime.releaseObject', { objectId })
  }
  return count
}

// What follows runs in the page, in its own world.

function isReactRoot(this: object): boolean {
  return Object.keys(this).some(key => key.startsWith('__reactContainer$'))
}

function handles(this: Element, ...events: string[]): boolean {
  const held = this as unknown as Record<string, Record<string, unknown> | undefined>
  const react = Object.keys(this).filter(key => /^__react(Props|EventHandlers)\$/.test(key))
  return events.some(
    event =>
      typeof held[`__${event}`] === 'function' ||
      react.some(key =>
        Object.keys(held[key] ?? {}).some(
          name => name.toLowerCase() === `on${event}` && typeof held[key]![name] === 'function',
        ),
      ),
  )
}
