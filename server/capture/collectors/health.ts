import { wasBlocked } from '../page/blocklist.ts'
import { MAX_ENTRIES, MAX_MESSAGES, type NetworkLog, type RequestEntry } from '../page/network.ts'
import { DESKTOP, MOBILE, type SiteSession, TABLET } from '../page/site-session.ts'

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
}

/** The console's message for a failed request, which is listed itself. */
const ECHO = /^failed to load resource/i

/**
 * Failed requests, console messages and exceptions of the desktop's and the phone's load together. Collected after
 * everything that loads more.
 */
export async function health(session: SiteSession): Promise<HealthArtifact> {
  const { loadOf, gaps } = session
  const logs = [(await loadOf(DESKTOP)).network, (await loadOf(MOBILE)).network]
  const all = [...logs, (await loadOf(TABLET)).network].map(messagesOf)
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
  const loads = logs.map(log => log.entries().filter(entry => !wasBlocked(entry)))
  return {
    requests: merge(
      loads.flatMap((entries, at) => entries.filter(entry => !isByChance(entry, loads[1 - at]!))),
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
  }
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
 * when it comes early enough, else held back: it fails where it fails on both.
 */
const isByChance = ({ method, type, url, status }: RequestEntry, others: readonly RequestEntry[]): boolean =>
  method === 'POST' &&
  /^(xhr|fetch|ping)$/.test(type) &&
  status > 0 &&
  !others.some(
    other =>
      other.method === method &&
      other.status >= 400 === status >= 400 &&
      withoutQuery(other.url) === withoutQuery(url),
  )

const withoutQuery = (url: string) => url.split('?')[0]
