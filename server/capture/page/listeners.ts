import type { CDPSession } from 'playwright'
import { within } from './isolated-world.ts'

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

/** The same of the element and anything inside it. */
export async function listensWithin(
  cdp: CDPSession,
  objectId: string,
  events: readonly string[],
): Promise<boolean> {
  const { listeners } = await cdp.send('DOMDebugger.getEventListeners', { objectId, depth: -1 })
  if (listeners.some(({ type }) => events.includes(type))) return true
  const { result } = await cdp.send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: `function (...events) { return [this, ...this.querySelectorAll('*')].some(one => (${handles}).call(one, ...events)) }`,
    arguments: events.map(value => ({ value })),
    returnByValue: true,
  })
  return result.value === true
}

/** The same of what is around the element, up to the window, but for the listeners that React has for all that it draws. */
export async function listensAround(
  cdp: CDPSession,
  objectId: string,
  events: readonly string[],
): Promise<boolean> {
  const { result: nodes } = await cdp.send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: String(around),
  })
  // Scripts of the page may have changed what ours call.
  if (!nodes.objectId) return true
  const { result: entries } = await cdp.send('Runtime.getProperties', {
    objectId: nodes.objectId,
    ownProperties: true,
  })
  for (const { value } of entries) {
    if (!value?.objectId) continue
    const { listeners } = await cdp.send('DOMDebugger.getEventListeners', { objectId: value.objectId })
    if (listeners.some(({ type }) => events.includes(type))) return true
  }
  return false
}

export const PRESS_EVENTS = ['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup']
export const HOVER_EVENTS = ['mouseenter', 'mouseover', 'pointerenter', 'pointerover']

/** Whether the page listens for presses of the very element that an expression gives; false without an answer. */
export const hearsPress = (cdp: CDPSession, expression: string): Promise<boolean> =>
  hears(cdp, expression, PRESS_EVENTS)

/** The same of any events. */
export async function hears(
  cdp: CDPSession,
  expression: string,
  events: readonly string[],
): Promise<boolean> {
  const asked = async () => {
    const { result } = await cdp.send('Runtime.evaluate', { expression })
    return !!result.objectId && listensTo(cdp, result.objectId, events)
  }
  return within(asked(), 2000).catch(() => false)
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

function around(this: Element): EventTarget[] {
  const found: EventTarget[] = [document, window]
  for (let node = this.parentElement; node && found.length < 50; node = node.parentElement) found.push(node)
  // React marks the document as well, for what is selected alone.
  const isRoot = (node: EventTarget, key: string) =>
    key.startsWith('__reactContainer$') || (node !== document && key.startsWith('_reactListening'))
  return found.filter(node => !Object.keys(node).some(key => isRoot(node, key)))
}

function handles(this: Element, ...events: string[]): boolean {
  const held = this as unknown as Record<string, Record<string, unknown> | undefined>
  const react = Object.keys(this).filter(key => /^__react(Props|EventHandlers)\$/.test(key))
  return events.some(
    event =>
      typeof held[`__${event}`] === 'function' ||
      react.some(key =>
        Object.keys(held[key] ?? {}).some(
          name =>
            name.toLowerCase().replace(/capture$/, '') === `on${event}` &&
            typeof held[key]![name] === 'function',
        ),
      ),
  )
}

/**
 * Who would hear a press of an element: a script that listens to the element or something in it, maybe one that listens
 * around it or the browser itself, or nobody.
 */
export type Heard = 'itself' | 'around' | 'nobody'

const PRESSES = [
  'click',
  'mousedown',
  'mouseup',
  'pointerdown',
  'pointerup',
  'touchstart',
  'touchend',
] as const
const GROUP = 'cutover-presses'

const HEARD: readonly unknown[] = ['itself', 'around', 'nobody'] satisfies Heard[]

/**
 * Who would hear a press of each of some elements, up to the window: 'around' where that cannot be told, as of a selector
 * that names no element or several. Asked of the browser; nothing is pressed.
 */
export async function whoHears(cdp: CDPSession, selectors: readonly string[]): Promise<Heard[]> {
  if (selectors.length === 0) return []
  const { result: nodes } = await cdp.send('Runtime.evaluate', {
    expression: `(${nodesAround})(${theOne}, ${JSON.stringify(selectors)})`,
    objectGroup: GROUP,
  })
  const { result: entries } = await cdp.send('Runtime.getProperties', {
    objectId: nodes.objectId!,
    ownProperties: true,
  })
  const counts: number[] = []
  for (const { name, value } of entries) {
    if (!/^\d+$/.test(name) || !value?.objectId) continue
    const { listeners } = await cdp.send('DOMDebugger.getEventListeners', { objectId: value.objectId })
    const heard = listeners.filter(({ type }) => PRESSES.includes(type as never))
    const most = Map.groupBy(heard, ({ type, useCapture }) => `${type} ${useCapture}`).values()
    counts[Number(name)] = Math.max(0, ...[...most].map(({ length }) => length))
  }
  const { result } = await cdp.send('Runtime.callFunctionOn', {
    objectId: nodes.objectId!,
    functionDeclaration: `function (...given) { return (${judgeHeard}).call(this, ${theOne}, ${handles}, ...given) }`,
    arguments: [selectors, counts, PRESSES].map(value => ({ value })),
    returnByValue: true,
  })
  await cdp.send('Runtime.releaseObjectGroup', { objectGroup: GROUP })
  // Scripts of the page may have changed what ours call.
  const told: unknown[] = Array.isArray(result.value) ? result.value : []
  return selectors.map((_, at) => (HEARD.includes(told[at]) ? (told[at] as Heard) : 'around'))
}

// What follows runs in the page, in its own world.

/** The element that a selector names; null for one that the browser cannot read, as of `<o:p>`, or that names several. */
function theOne(selector: string): Element | null {
  try {
    const [element = null, ...others] = document.querySelectorAll(selector)
    return others.length === 0 ? element : null
  } catch {
    return null
  }
}

/** Some elements, what is in them, and all that an event of theirs passes. */
function nodesAround(find: typeof theOne, selectors: string[]): EventTarget[] {
  const found = new Set<EventTarget>([window, document])
  for (const selector of selectors) {
    const element = find(selector)
    for (const inner of [...(element?.querySelectorAll('*') ?? [])].slice(0, 20)) found.add(inner)
    for (let node = element; node; node = node.parentElement) found.add(node)
  }
  return [...found]
}

/** `counts`: for each of the nodes, how many listen there for one event, at most. */
function judgeHeard(
  this: EventTarget[],
  find: typeof theOne,
  hasHandler: typeof handles,
  selectors: string[],
  counts: number[],
  events: string[],
): Heard[] {
  const count = new Map(this.map((node, index) => [node, counts[index] ?? 0]))
  const hasKey = (node: EventTarget, key: RegExp) => Object.keys(node).some(name => key.test(name))
  const listens = (node: EventTarget) => count.get(node)! > 0 || hasHandler.call(node as Element, ...events)
  return selectors.map(selector => {
    const element = find(selector)
    if (!element) return 'around'
    if ([element, ...element.querySelectorAll('*')].some(node => count.has(node) && listens(node)))
      return 'itself'
    if (isNative(element)) return 'around'
    // React hears each event once where it renders into, for the handlers that its elements hold.
    const isRendered = hasKey(element, /^__reactProps\$/)
    const isRoot = (node: EventTarget) =>
      isRendered &&
      (hasKey(node, /^__reactContainer\$/) || (node !== document && hasKey(node, /^_reactListening/)))
    const around: EventTarget[] = [document, window]
    for (let node = element.parentElement; node; node = node.parentElement) around.push(node)
    return around.some(
      node => count.get(node)! > (isRoot(node) ? 1 : 0) || hasHandler.call(node as Element, ...events),
    )
      ? 'around'
      : 'nobody'
  })

  /** The browser acts by itself, or what is around may be a component that listens inside. */
  function isNative(element: Element): boolean {
    const { form, type } = element as HTMLButtonElement
    const says =
      'summary, [popovertarget], [commandfor], [command], [aria-expanded], [aria-haspopup], [aria-controls]'
    if (element.closest(`a[href]:not([href="#"], [href^="javascript:" i]), label, ${says}`)) return true
    if (/^javascript:(?!\s*(void\b|;|$))/i.test(element.getAttribute('href') ?? '')) return true
    if (form && /^(submit|reset|image)$/.test(type)) return true
    for (let node: Element | null = element; node; node = node.parentElement)
      if (node.localName.includes('-') || node.shadowRoot) return true
    return element.getRootNode() !== document
  }
}
