/** The mouse of a load, and what the page asks of the network when it is pressed. */
import { within } from '../../page/isolated-world.ts'
import type { PageLoad } from '../../page/page-load.ts'

/**
 * Requests, navigations and windows that the page asks for. The renderer itself reports them, in order: once a look at the
 * page is answered, whatever a press asked for before is counted.
 */
export async function watchRequests({ cdp }: PageLoad) {
  let asked = 0
  const windows: string[] = []
  /** Requests by their id, and navigations that are no request yet by their frame. */
  const underWay = new Set<string>()
  cdp.on('Network.requestWillBeSent', ({ requestId, frameId, type }) => {
    asked++
    underWay.add(requestId)
    if (type === 'Document') underWay.delete(frameId!)
  })
  cdp.on('Page.frameRequestedNavigation', ({ frameId }) => {
    asked++
    underWay.add(frameId)
  })
  cdp.on('Page.windowOpen', ({ url }) => {
    asked++
    if (windows.length < MAX_WINDOWS) windows.push(url.slice(0, 500))
  })
  for (const event of ['Network.loadingFinished', 'Network.loadingFailed'] as const)
    cdp.on(event, ({ requestId }) => underWay.delete(requestId))
  await cdp.send('Page.enable')
  return {
    asked: () => asked,
    /** The addresses of the windows that it asked for, in order. */
    windows: windows as readonly string[],
    /** Resolves when none is under way that began since it was called last, or after `timeout` ms. */
    async answered(timeout: number): Promise<void> {
      const end = Date.now() + timeout
      while (underWay.size > 0 && Date.now() < end) await new Promise(resolve => setTimeout(resolve, 20))
      // What takes longer is waited for once.
      underWay.clear()
    },
  }
}

/** Windows whose addresses are kept. */
const MAX_WINDOWS = 100

/** For one event on a slow machine. */
const EVENT_TIMEOUT_MS = 8000

/**
 * Frames before each look after a press. A press without effect and without a timer under way is done with after the first
 * of them; numbers of frames, not of milliseconds, so that a busy machine sees as much.
 */
export const FRAMES = [2, 2, 4, 8, 16]
/** What a slider takes to its next slide. */
export const MAX_GLIDE_MS = 1000

/** Until what moves has come to its place. */
export const rest = () => new Promise<void>(resolve => setTimeout(resolve, MAX_GLIDE_MS))
/** For one look at a page on a slow machine. */
export const LOOK_TIMEOUT_MS = 8000

export interface Point {
  x: number
  y: number
}

/** Where a control is pressed, and whether nothing lies on it there. */
export type Aimed = Point & { clear: boolean }

/** A mouse on the screen of the load; throws PageUnresponsive where the page does not take an event in time. */
export function mouseOf({ cdp }: PageLoad) {
  const send = (type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', { x, y }: Point) => {
    const pressed = type !== 'mouseMoved'
    const [button, clickCount] = pressed ? (['left', 1] as const) : (['none', 0] as const)
    return within(cdp.send('Input.dispatchMouseEvent', { type, x, y, button, clickCount }), EVENT_TIMEOUT_MS)
  }
  return {
    async move(to: Point): Promise<void> {
      await send('mouseMoved', to)
    },
    /** As a person presses, who takes a moment to let go. */
    async hold(at: Point, ms: number): Promise<void> {
      await send('mousePressed', at)
      await new Promise(resolve => setTimeout(resolve, ms))
      await send('mouseReleased', at)
    },
    /** Sent at once: they arrive in order, and each would wait for a frame. */
    async click(at: Point): Promise<void> {
      await Promise.all([send('mouseMoved', at), send('mousePressed', at), send('mouseReleased', at)])
    },
  }
}
