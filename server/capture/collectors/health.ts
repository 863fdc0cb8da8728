import { DESKTOP, MOBILE, TABLET } from '../../lib/widths.ts'
import type { Injected } from '../injected/index.ts'
import { wasBlocked } from '../page/blocklist.ts'
import { MAX_ENTRIES, MAX_MESSAGES, type NetworkLog, type RequestEntry } from '../page/network.ts'
import type { SiteSession } from '../page/site-session.ts'

export interface HealthArtifact {
  requests: RequestEntry[]
  /** Requests beyond the limit of a load. */
  dropped: number
  console: { type: string; text: string; url: string }[]
  /** Messages of uncaught exceptions. */
  exceptions: string[]
  /**
   * Messages of the console and of exceptions that not every load of the page gave, nor each of its width. None where it
   * is missing.
   */
  sometimes?: string[]
  /** Addresses of scripts that run as soon as they come, in whatever order. Absent where there is none. */
  async?: string[]
  /** Exceptions that one of those threw: whether what it calls was there by then may be chance. */
  racing?: { text: string; script: string }[]
}

const MAX_SCRIPTS = 200

/** The console's message for a failed request, which is listed itself. */
const ECHO = /^failed to load resource/i

/**
 * Failed requests, console messages and exceptions of the desktop's and the phone's load together. Collected after
 * everything that loads more.
 */
export async function health(session: SiteSession): Promise<HealthArtifact> {
  const { loadOf, gaps } = session
  const wide = await loadOf(DESKTOP)
  const logs = [wide.network, (await loadOf(MOBILE)).network]
  const tablet = (await loadOf(TABLET)).network
  const all = [...logs, tablet].map(messagesOf)
  // A page that does not answer any more has its requests and messages all the same.
  const async = await wide.world.run(asyncScripts, MAX_SCRIPTS).catch((): string[] => [])
  const racing = logs.flatMap(({ exceptions, thrownBy }) =>
    exceptions.flatMap(text => {
      const script = thrownBy.get(text)
      return script && async.includes(script) ? { text, script } : []
    }),
  )
  const merge = <T>(items: T[], keyOf: (item: T) => string) => [
    ...new Map(items.map(item => [keyOf(item), item])).values(),
  ]
  const dropped = logs.reduce((sum, log) => sum + log.dropped(), 0)
  if (dropped > 0)
    gaps.push(`${dropped} requests beyond ${MAX_ENTRIES.toLocaleString('en')} a load were not looked at`)
  const droppedMessages = logs.reduce((sum, log) => sum + log.droppedMessages(), 0)
  if (droppedMessages > 0)
    gaps.push(`${droppedMessages} messages of the console beyond ${MAX_MESSAGES} of a kind were not read`)
  const sometimes = await notAlways(session, all)
  const loads = [...logs, tablet].map(log => log.entries().filter(entry => !wasBlocked(entry)))
  const others = await sentAgain(session, loads)
  return {
    requests: merge(
      loads
        .slice(0, logs.length)
        .flatMap(entries => entries.filter(entry => others.every(other => !isByChance(entry, other)))),
      entry => `${entry.method} ${entry.url} ${entry.failure ?? entry.status}`,
    ),
    dropped,
    // The order of arrival is chance: sorted by text.
    console: merge(
      logs.flatMap(log => log.console).map(entry => (ECHO.test(entry.text) ? { ...entry, url: '' } : entry)),
      entry => `${entry.type} ${entry.text}`,
    ).sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0)),
    exceptions: [...new Set(logs.flatMap(log => log.exceptions))],
    ...(sometimes.length ? { sometimes } : {}),
    ...(async.length ? { async } : {}),
    ...(racing.length ? { racing: merge(racing, ({ text }) => text) } : {}),
  }
}

/** Runs in the page. */
function asyncScripts(_: Injected, most: number): string[] {
  const scripts = Array.from(document.scripts).filter(({ async, src }) => async && src)
  return scripts.slice(0, most).map(({ src }) => src.slice(0, 2048))
}

/** The loads, and one more of the rebuilt page where something that it sent by itself failed on all of them. */
async function sentAgain({ site, again }: SiteSession, loads: RequestEntry[][]): Promise<RequestEntry[][]> {
  const failing = loads.flat().filter(entry => entry.status >= 400)
  const isSent = failing.some(entry => isByItself(entry) && loads.every(other => !isByChance(entry, other)))
  if (site.side !== 'rebuilt' || !isSent) return loads
  const pageLoad = await again().catch(() => undefined)
  const entries = pageLoad?.network.entries()
  await pageLoad?.close()
  return entries ? [...loads, entries] : loads
}

/**
 * Messages that not all loads gave. A script may stop at some widths alone: where one did, another load at the same width
 * tells whether that was chance. Of the original nothing depends on it.
 */
async function notAlways({ site, loadOf, again }: SiteSession, all: string[][]): Promise<string[]> {
  const known = all.map(asKnown)
  const sometimes = new Set(all.flat().filter(text => !known.every(one => one.has(withoutNumbers(text)))))
  for (const width of site.side === 'rebuilt' ? ([DESKTOP, MOBILE] as const) : []) {
    const { network } = await loadOf(width)
    if (!network.exceptions.some(text => sometimes.has(text))) continue
    const pageLoad = await again({ width }).catch(() => undefined)
    const repeated = asKnown(pageLoad ? messagesOf(pageLoad.network) : [])
    await pageLoad?.close()
    for (const text of messagesOf(network)) if (repeated.has(withoutNumbers(text))) sometimes.delete(text)
  }
  return [...sometimes]
}

const messagesOf = (log: NetworkLog) => [...log.exceptions, ...log.console.map(({ text }) => text)]

/** Loads differ in what they count. */
const withoutNumbers = (text: string) => text.replace(/\d+/g, '#')
const asKnown = (messages: string[]) => new Set(messages.map(withoutNumbers))

/**
 * What a page sends by itself, such as a report of its own use, is sent on one load and not on another, and is answered
 * when it comes early enough, else held back: it fails where it fails on each.
 */
const isByChance = (entry: RequestEntry, others: readonly RequestEntry[]): boolean =>
  isByItself(entry) &&
  entry.status > 0 &&
  !others.some(
    other =>
      other.method === entry.method &&
      other.status >= 400 === entry.status >= 400 &&
      withoutQuery(other.url) === withoutQuery(entry.url),
  )

const isByItself = ({ method, type }: RequestEntry) => method === 'POST' && /^(xhr|fetch|ping)$/.test(type)

const withoutQuery = (url: string) => url.split('?')[0]
