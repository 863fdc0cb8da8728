import type { Request } from 'playwright'
import { within } from './isolated-world.ts'
import type { PageLoad } from './page-load.ts'

export interface Still {
  /** Addresses that the page wanted to go to meanwhile, ten at most. */
  left: string[]
  /** Requests that would have changed something on a server, and were stopped: how many. */
  stopped(): number
  /** Lets the page itself be loaded again. */
  reload(): Promise<void>
  release(): Promise<void>
}

const READING = /^(GET|HEAD|OPTIONS)$/i
const RELOAD_TIMEOUT = 8000

/**
 * Keeps the page where it is while its keys and buttons are pressed: it is led nowhere, opens no window and no box of
 * the browser's, and nothing that changes data on a server goes out, from no frame and no worker.
 */
export async function enterReadOnlyMode({ page }: PageLoad): Promise<Still> {
  const left: string[] = []
  let stopped = 0
  let reloading = false
  const context = page.context()
  await context.route('**/*', route => {
    const request = route.request()
    const writes = changesData(request)
    const leads = !reloading && leadsAway(request)
    if (leads && left.length < 10) left.push(request.url().slice(0, 500))
    if (writes) stopped++
    const answer = writes || leads ? route.abort('aborted') : route.continue()
    return answer.catch(() => {}) // the request is gone
  })
  const still = () =>
    within(
      Promise.all(
        page
          .frames()
          .slice(0, 20)
          .map(frame => frame.evaluate(STUBS).catch(() => {})),
      ),
      2000,
    )
  await still()
  return {
    left,
    stopped: () => stopped,
    async reload() {
      reloading = true
      try {
        await page.reload({ waitUntil: 'load', timeout: RELOAD_TIMEOUT })
      } finally {
        reloading = false
      }
      await still()
    },
    async release() {
      await within(context.unrouteAll({ behavior: 'ignoreErrors' }), 3000).catch(() => {}) // the page is gone
    },
  }
}

export const changesData = (request: Request): boolean => !READING.test(request.method())

/** Whether it would take the page elsewhere. A window that opens has no frame yet: it leads away as well. */
export function leadsAway(request: Request): boolean {
  if (!request.isNavigationRequest()) return false
  try {
    return request.frame().parentFrame() === null
  } catch {
    return true
  }
}

/** What the page asked for by these is told with an event, which our own world hears. */
export const ASKED = 'cutover:asked'

/** Asked with an event that can be prevented: it is, while a timer of the page is to run soon. */
export const LATER = 'cutover:later'

/** ms: what starts later belongs to no press. A chain of timers this long is a clock. */
const SOON = 600
const CHAIN = 3

const STUBS = `(() => {
  const { setTimeout, clearTimeout } = window, waiting = new Set()
  let depth = 0
  window.setTimeout = (work, delay, ...given) => {
    if (typeof work !== 'function' || delay > ${SOON} || depth >= ${CHAIN}) return setTimeout(work, delay, ...given)
    const own = depth + 1
    const id = setTimeout(() => {
      waiting.delete(id)
      const before = depth
      depth = own
      try { work.apply(window, given) } finally { depth = before }
    }, delay)
    waiting.add(id)
    return id
  }
  window.clearTimeout = id => {
    waiting.delete(id)
    clearTimeout(id)
  }
  document.addEventListener('${LATER}', event => waiting.size && event.preventDefault())
  const asked = () => { document.dispatchEvent(new Event('${ASKED}')); return null }
  window.open = asked
  for (const box of ['alert', 'confirm', 'prompt', 'print']) window[box] = asked
  navigator.sendBeacon = () => true
  if (navigator.share) navigator.share = async () => { asked() }
  // Gliding takes as long as it takes: what comes into sight is there at once.
  const jump = one => one && typeof one === 'object' && one.behavior === 'smooth' ? { ...one, behavior: 'instant' } : one
  for (const [holder, names] of [[window, ['scroll', 'scrollTo', 'scrollBy']],
    [Element.prototype, ['scroll', 'scrollTo', 'scrollBy', 'scrollIntoView']]])
    for (const name of names) {
      const move = holder[name]
      holder[name] = function (...given) { return move.apply(this ?? window, given.map(jump)) }
    }
  if (navigator.clipboard) navigator.clipboard.writeText = async () => { asked() }
  // What was open stays open and says nothing; what would be opened never answers.
  WebSocket.prototype.send = () => {}
  window.WebSocket = new Proxy(WebSocket, { construct: () => Object.assign(new EventTarget(), {
    readyState: 0, bufferedAmount: 0, extensions: '', protocol: '', send() {}, close() {} }) })
  if (window.WebTransport) window.WebTransport = class { ready = new Promise(() => {}); closed = new Promise(() => {}) }
})()`
