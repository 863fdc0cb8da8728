import type { Page, Request, Response } from 'playwright'
import { isWithheld, type Withheld } from './blocklist.ts'

export interface RequestEntry {
  url: string
  method: string
  /** Playwright's resource type: document, stylesheet, image, script, font, xhr, fetch, … */
  type: string
  /** 0 while no response came. */
  status: number
  /** The browser's error text when it failed, e.g. net::ERR_CONNECTION_REFUSED. */
  failure: string | null
  firstParty: boolean
  contentType: string
  /** Kept from both sides of the pair: what it would have brought is not known. */
  withheld?: true
}

export interface NetworkLog {
  entries(): RequestEntry[]
  /** Requests beyond the limit, counted and not kept. */
  dropped(): number
  /** Different messages and exceptions beyond the limit. */
  droppedMessages(): number
  console: { type: string; text: string; url: string }[]
  exceptions: string[]
  /** The message of an exception, and the address of the script that threw it. */
  thrownBy: ReadonlyMap<string, string>
  /** The last response of the main frame that was a document. */
  document(): Response | undefined
  response(url: string): Response | undefined
  /** Requests so far. */
  count(): number
  /** Of the requests from one count to another: how many are done, and the bytes that came. */
  transferred(from: number, to: number): Promise<{ requests: number; bytes: number }>
  /** Resolves after `ms` without a request under way, or after `timeout` ms. */
  idle(ms: number, timeout: number): Promise<void>
  /** Whether requests of scripts are waited for. */
  ignoreData(ignored: boolean): void
  /** Resolves when no picture, font or style sheet is under way, or after `timeout` ms. */
  drawn(timeout: number): Promise<void>
}

export const MAX_ENTRIES = 2000
export const MAX_MESSAGES = 200
const MAX_MESSAGE_CHARACTERS = 500
/** Characters of a stack that are read: a page may write its own. */
const MAX_STACK = 4000
/** The first line of a stack that names a file. */
const THROWER = /^\s+at .*?(https?:\/\/[^\s()]+?):\d+:\d+\)?$/m
const DATA = /^(xhr|fetch)$/
const DRAWN = /^(image|font|stylesheet)$/

/** Records the requests, console messages and exceptions of `page`. `onFull` hears of the first that is one too many. */
export function recordNetwork(
  page: Page,
  siteUrl: string,
  withheld: Withheld,
  onFull = () => {},
): NetworkLog {
  const site = new URL(siteUrl)
  const requests = new Map<Request, RequestEntry>()
  const responses = new Map<string, Response>()
  const pending = new Set<Request>()
  const messages: NetworkLog['console'] = []
  const exceptions: string[] = []
  const thrownBy = new Map<string, string>()
  const seenMessages = new Set<string>()
  let dropped = 0
  let messagesDropped = 0
  let lastActivity = Date.now()
  let main: Response | undefined
  let dataIgnored = false
  const isAnyPending = () => [...pending].some(request => !dataIgnored || !DATA.test(request.resourceType()))

  page.on('request', request => {
    lastActivity = Date.now()
    if (request.url().startsWith('data:') || request.url().startsWith('blob:')) return
    pending.add(request)
    if (requests.size >= MAX_ENTRIES) {
      if (dropped++ === 0) onFull()
      return
    }
    requests.set(request, {
      url: request.url().slice(0, 2048),
      method: request.method(),
      type: request.resourceType(),
      status: 0,
      failure: null,
      firstParty: sameSite(request.url(), site),
      contentType: '',
      ...(isWithheld(withheld, request.url()) && { withheld: true }),
    })
  })
  page.on('response', response => {
    const entry = requests.get(response.request())
    if (entry) {
      entry.status = response.status()
      entry.contentType = (response.headers()['content-type'] ?? '').slice(0, 100)
      responses.set(response.url(), response)
    }
    const request = response.request()
    const redirect = response.status() >= 300 && response.status() < 400
    if (!redirect && request.isNavigationRequest() && request.frame() === page.mainFrame()) main = response
  })
  const done = (request: Request) => {
    pending.delete(request)
    lastActivity = Date.now()
  }
  page.on('requestfinished', done)
  page.on('requestfailed', request => {
    const entry = requests.get(request)
    if (entry) entry.failure = request.failure()?.errorText ?? 'failed'
    done(request)
  })
  // A message that is repeated is recorded once; errors and warnings have a limit each, so that neither crowds out the other.
  const isNewMessage = (type: string, text: string, known: number) => {
    const key = `${type} ${text}`
    if (seenMessages.has(key)) return false
    if (known >= MAX_MESSAGES) {
      messagesDropped++
      return false
    }
    seenMessages.add(key)
    return true
  }
  page.on('console', message => {
    const type = message.type()
    if (type !== 'error' && type !== 'warning') return
    const text = message.text().slice(0, MAX_MESSAGE_CHARACTERS)
    if (!isNewMessage(type, text, messages.filter(one => one.type === type).length)) return
    messages.push({ type, text, url: message.location().url.slice(0, 2048) })
  })
  page.on('pageerror', error => {
    const text = String(error?.message ?? error).slice(0, MAX_MESSAGE_CHARACTERS)
    if (!isNewMessage('exception', text, exceptions.length)) return
    exceptions.push(text)
    const script = THROWER.exec(String(error?.stack ?? '').slice(0, MAX_STACK))?.[1]
    if (script) thrownBy.set(text, script.slice(0, 2048))
  })

  return {
    entries: () => [...requests.values()],
    dropped: () => dropped,
    droppedMessages: () => messagesDropped,
    console: messages,
    exceptions,
    thrownBy,
    document: () => main,
    response: url => responses.get(url),
    count: () => requests.size,
    async transferred(from, to) {
      const asked = [...requests.keys()].slice(from, to).filter(request => !pending.has(request))
      const sizes = await Promise.all(asked.map(request => request.sizes().catch(() => null)))
      const answered = sizes.filter(size => size !== null)
      return {
        requests: answered.length,
        bytes: answered.reduce((sum, size) => sum + size.responseHeadersSize + size.responseBodySize, 0),
      }
    },
    async idle(ms, timeout) {
      const start = Date.now()
      while (Date.now() - start < timeout) {
        if (!isAnyPending() && Date.now() - lastActivity >= ms) return
        await new Promise(resolve => setTimeout(resolve, 40))
      }
    },
    ignoreData(ignored) {
      dataIgnored = ignored
    },
    async drawn(timeout) {
      const start = Date.now()
      const isAwaited = () => [...pending].some(request => DRAWN.test(request.resourceType()))
      while (Date.now() - start < timeout && isAwaited())
        await new Promise(resolve => setTimeout(resolve, 40))
    },
  }
}

/** The same host, or one is a subdomain of the other (www, cdn., static.). */
export function sameSite(url: string, site: URL): boolean {
  if (!URL.canParse(url)) return false
  const { hostname } = new URL(url)
  const bare = (name: string) => name.replace(/^www\./, '')
  const [a, b] = [bare(hostname), bare(site.hostname)]
  return a === b || a.endsWith(`.${b}`)
}
