import type { Page, Request } from 'playwright'
import { within } from './isolated-world.ts'
import type { PageLoad } from './page-load.ts'
import { changesData } from './writes.ts'

export interface ReadOnlyMode {
  /** Addresses that the page itself tried to navigate to, a hundred at most; those of windows that it opens are not among them. */
  navigations: string[]
  /** Number of requests that would have changed data on a server and were stopped. */
  stoppedWrites(): number
  /** From now on no request goes out at all; the list grows by each that was stopped, as far as it is kept. */
  stopAll(): StoppedRequest[]
  /** Lets the page itself be loaded again. */
  reload(): Promise<void>
  /** Where all was stopped it stays so for as long as the page is open: what failed may be tried once more by itself. */
  release(): Promise<void>
}

export interface StoppedRequest {
  navigates: boolean
  method: string
  url: string
  /** Its address and its body. */
  sent: string
  /** The same was asked for a moment before, and not answered yet: nothing that failed was tried again. */
  again?: true
}

/** Of two requests of one press. */
const AT_ONCE_MS = 20

/** Parts of a form are set apart by a mark that is another one each time. */
const isSame = (a: StoppedRequest, b: StoppedRequest): boolean =>
  a.method === b.method && a.sent.replaceAll(BOUNDARY, '') === b.sent.replaceAll(BOUNDARY, '')
const BOUNDARY = /----WebKitFormBoundary\w+/g

const RELOAD_TIMEOUT_MS = 8000
/** Of the page itself, on a slow machine, and of a frame in it. */
const STUB_TIMEOUT_MS = { page: 8000, frame: 2000 }
/** Characters of a request that are kept, and requests. */
export const MAX_SENT = 20_000
export const MAX_STOPPED = 500
const MAX_URL = 2000
const MAX_NAVIGATIONS = 100

/**
 * Keeps the page where it is while its keys and buttons are pressed: it navigates nowhere, opens no window and no dialog
 * of the browser, and nothing that changes data on a server goes out, from no frame and no worker.
 */
export async function enterReadOnlyMode({ page, release }: PageLoad): Promise<ReadOnlyMode> {
  await release()
  const navigations: string[] = []
  let writesStopped = 0
  let reloading = false
  let stopped: StoppedRequest[] | undefined
  /** What was stopped and is not answered yet. */
  const pending: { one: StoppedRequest; since: number }[] = []
  const keep = (request: Request, navigates: boolean) => {
    const one: StoppedRequest = {
      navigates,
      method: request.method(),
      url: request.url().slice(0, MAX_URL),
      sent: `${request.url()} ${request.postData() ?? ''}`.slice(0, MAX_SENT),
    }
    const entry = { one, since: performance.now() }
    if (pending.some(other => entry.since - other.since < AT_ONCE_MS && isSame(other.one, one)))
      one.again = true
    stopped!.push(one)
    pending.push(entry)
    return entry
  }
  const context = page.context()
  await context.route('**/*', async route => {
    const request = route.request()
    const writes = changesData(request.method())
    const navigates = !reloading && leadsAway(request)
    if (navigates && isOf(page, request) && navigations.length < MAX_NAVIGATIONS)
      navigations.push(request.url().slice(0, 500))
    if (writes) writesStopped++
    const entry = stopped && stopped.length < MAX_STOPPED ? keep(request, navigates) : undefined
    const answer = writes || navigates || stopped ? route.abort('aborted') : route.continue()
    await answer.catch(() => {}) // the request is gone
    if (entry) pending.splice(pending.indexOf(entry), 1)
  })
  const stubFrames = async () => {
    const inner = page.frames().filter(frame => frame !== page.mainFrame())
    await Promise.all([
      within(
        page
          .mainFrame()
          .evaluate(STUBS)
          .catch(() => {}),
        STUB_TIMEOUT_MS.page,
      ),
      // One that never got a document never answers.
      ...inner
        .slice(0, 20)
        .map(frame => within(frame.evaluate(STUBS), STUB_TIMEOUT_MS.frame).catch(() => {})),
    ])
  }
  await stubFrames()
  return {
    navigations,
    stoppedWrites: () => writesStopped,
    stopAll: () => (stopped ??= []),
    async reload() {
      reloading = true
      try {
        await page.reload({ waitUntil: 'load', timeout: RELOAD_TIMEOUT_MS })
      } finally {
        reloading = false
      }
      await stubFrames()
    },
    async release() {
      if (stopped) return
      await within(context.unrouteAll({ behavior: 'ignoreErrors' }), 3000).catch(() => {}) // the page is gone
    },
  }
}

/** Whether it navigates the page. The request of a window that opens has no frame yet, and counts as well. */
export function leadsAway(request: Request): boolean {
  if (!request.isNavigationRequest()) return false
  try {
    return request.frame().parentFrame() === null
  } catch {
    return true
  }
}

function isOf(page: Page, request: Request): boolean {
  try {
    return request.frame().page() === page
  } catch {
    return false // a window that opens
  }
}

/** Sent to the isolated world when the page calls a stub: window.open, alert and their like; `detail`: what it says. */
export const ASKED_EVENT = 'cutover:asked'
/** Sent to it when the page calls a stub by which something would have gone out otherwise than by a request; `detail`: where to. */
export const SENT_EVENT = 'cutover:sent'

const STUBS = `(() => {
  const asked = said => { document.dispatchEvent(new CustomEvent('${ASKED_EVENT}', { detail: String(said ?? '') })); return null }
  const sent = to => { document.dispatchEvent(new CustomEvent('${SENT_EVENT}', { detail: String(to) })) }
  // A variable of the page may be called so as well, and a function that opens its menu; not what hands on what it is given.
  const isFunction = name => typeof window[name] === 'function'
  const source = isFunction('open') ? Function.prototype.toString.call(window.open) : ''
  const isOwn = source !== '' && window.open.length === 0 && !/\\[native code\\]|arguments|\\.\\.\\./.test(source)
  if (isFunction('open') && !isOwn) window.open = to => { sent(to); return asked() }
  for (const box of ['alert', 'confirm', 'prompt', 'print']) if (isFunction(box)) window[box] = asked
  navigator.sendBeacon = to => { sent(to); return true }
  if (window.fetchLater) window.fetchLater = to => { sent(to?.url ?? to); return { activated: false } }
  if (navigator.share) navigator.share = async () => { sent('share'); asked() }
  // Smooth scrolling takes a time of its own: scroll at once instead.
  const jump = one => one && typeof one === 'object' && one.behavior === 'smooth' ? { ...one, behavior: 'instant' } : one
  for (const [holder, names] of [[window, ['scroll', 'scrollTo', 'scrollBy']],
    [Element.prototype, ['scroll', 'scrollTo', 'scrollBy', 'scrollIntoView']]])
    for (const name of names) {
      const move = holder[name]
      holder[name] = function (...given) { return move.apply(this ?? window, given.map(jump)) }
    }
  if (navigator.clipboard) navigator.clipboard.writeText = async () => { asked() }
  // An open socket stays open and sends nothing; a new one never connects.
  WebSocket.prototype.send = function () { sent(this.url) }
  window.WebSocket = new Proxy(WebSocket, { construct: (_, [to]) => (sent(to), Object.assign(new EventTarget(), {
    readyState: 0, bufferedAmount: 0, extensions: '', protocol: '', send() {}, close() {} })) })
  if (window.WebTransport) window.WebTransport = class { constructor(to) { sent(to) } ready = new Promise(() => {}); closed = new Promise(() => {}) }
})()`
