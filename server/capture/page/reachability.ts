/**
 * The same world for both pages. A third party that this machine does not reach, or reaches for one load and not for
 * the other, would make two captures that differ in what neither site can help: it is found before anything is
 * captured, and then missing on both sides.
 */
import { type Http, HttpFailure } from '../../egress/http/index.ts'
import { isLocalHost } from '../../lib/url.ts'
import type { Withheld } from './blocklist.ts'
import { type NetworkLog, type RequestEntry, sameSite } from './network.ts'
import type { SideName, Site } from './site.ts'

/** What a third party did with a request. */
export type Answer =
  /** Whatever it said: a missing file is the page's affair. */
  | 'answered'
  /** No connection, no answer in time, or told to come back later. */
  | 'failed'
  /** Nothing yet. It may never come, or be meant to take long. */
  | 'pending'
  /** The browser tells no more than that it failed: a refusal may stand behind it, or the page's own policy. */
  | 'untold'

export interface Asked {
  url: string
  answer: Answer
}

/** What each side's load asked of third parties. */
export type AskedBy = Record<SideName, readonly Asked[]>

/** What to do about it. */
export interface Verdict {
  hosts: string[]
  urls: string[]
  /** Missed something that answers when asked once more: to be loaded again. */
  again: SideName[]
}

const SIDES = ['original', 'rebuilt'] as const

/** Requests that are asked once more: for each host as many as the client has under way at once, and as many hosts. */
const MAX_ASKED_OF_HOST = 4
const MAX_HOSTS = 20
const TIMEOUT_MS = 5000

/** The URLs that have to be asked once more before it can be told who is to blame. */
export function toAskAgain(asked: AskedBy): string[] {
  const suspects = [...byHost(asked).values()].filter(isSuspect)
  return suspects.slice(0, MAX_HOSTS).flatMap(requests => {
    const failed = urlsOf(requests.filter(hasFailed))
    // One that never failed tells a host that is down from a file that is.
    const fine = urlsOf(requests)
      .filter(url => !failed.includes(url))
      .slice(0, 1)
    return [...failed.slice(0, MAX_ASKED_OF_HOST - fine.length), ...fine]
  })
}

/**
 * Whom to do without. A host that answers none of what is asked once more is out of reach. Of any other host, a file
 * that answered one side and not the other, nor when asked once more, is missing on both; what only one side asked for
 * in vain is a difference of the sites. `retried`: whether what was asked once more answered, by its URL; `cleared`:
 * what did so after an earlier load.
 */
export function judgeReach(
  asked: AskedBy,
  retried: ReadonlyMap<string, boolean>,
  cleared: ReadonlySet<string> = new Set(),
): Verdict {
  const verdict: Verdict = { hosts: [], urls: [], again: [] }
  for (const [host, requests] of byHost(asked)) {
    const tried = urlsOf(requests).filter(url => retried.has(url))
    if (tried.length === 0) continue
    if (!tried.some(url => retried.get(url))) {
      verdict.hosts.push(host)
      continue
    }
    for (const url of urlsOf(requests.filter(hasFailed))) {
      const own = requests.filter(request => request.url === url)
      // Of what the browser does not tell why it failed, the page's own policy may be the reason.
      const missed = own.filter(({ answer }) => answer === 'failed' || answer === 'pending')
      const waiting = own.every(({ answer }) => answer === 'pending')
      const unsteady = missed.length > 0 && cleared.has(url)
      if (waiting) continue
      if (retried.get(url) && !unsteady) verdict.again.push(...missed.map(({ side }) => side))
      else if (unsteady || own.some(hasAnswered)) verdict.urls.push(url)
    }
  }
  return { ...verdict, again: SIDES.filter(side => verdict.again.includes(side)) }
}

/** What `log` tells of third parties: hosts that belong to neither site, nor to the machine of a developer. */
export function thirdPartiesIn(log: Pick<NetworkLog, 'entries'>, sites: readonly Site[]): Asked[] {
  const own = sites.map(site => new URL(site.url))
  const isLocal = own.some(({ hostname }) => isLocalHost(hostname))
  return log.entries().flatMap(entry => {
    if (!/^https?:/.test(entry.url) || !URL.canParse(entry.url)) return []
    const { hostname, host } = new URL(entry.url)
    if (own.some(site => sameSite(entry.url, site))) return []
    // Nobody reaches these, whatever the machine.
    if ((isLocalHost(hostname) && !isLocal) || RESERVED.test(hostname)) return []
    const answer = answerTo(entry, sites[0]!.failureOf(host)?.code)
    return answer ? [{ url: entry.url, answer }] : []
  })
}

/** Names that lead nowhere by definition. @see https://www.rfc-editor.org/rfc/rfc6761 */
const RESERVED = /\.(invalid|test|example)$/i

/** Chromium's words for what the page, its policies or we ourselves have given up. */
const GIVEN_UP = /ERR_ABORTED|ERR_BLOCKED_BY|inspector/i

/** What came of a request, or null where it says nothing of its host. `egress`: what the proxy last said of that. */
function answerTo({ status, failure, withheld }: RequestEntry, egress: string | undefined): Answer | null {
  // By policy, and so for every load; the scan names these hosts itself.
  if (withheld || egress === 'forbidden' || egress === 'over_budget') return null
  if (status >= 500 || status === 429) return 'failed'
  if (!failure) return status > 0 ? 'answered' : 'pending'
  if (GIVEN_UP.test(failure)) return status > 0 ? 'answered' : null
  if (!failure.includes('ERR_FAILED')) return 'failed'
  return status > 0 ? 'answered' : 'untold'
}

/** Whether each of `urls` answers now. */
export async function askAgain(
  http: Http,
  urls: readonly string[],
  userAgent: string,
): Promise<Map<string, boolean>> {
  const answers = await Promise.all(
    urls.map(async url => {
      try {
        const options = { headers: { 'user-agent': userAgent }, maxBytes: 64 * 1024, timeoutMs: TIMEOUT_MS }
        const { status } = await http.request(url, options)
        return [url, status < 500 && status !== 429] as const
      } catch (error) {
        if (!(error instanceof HttpFailure)) throw error
        return [url, error.code === 'too_many_redirects'] as const
      }
    }),
  )
  return new Map(answers)
}

const MAX_NAMED = 10

/** Says what is missing on both sides, in the reader's words. */
export function gapsOf({ hosts, urls }: Pick<Withheld, 'hosts' | 'urls'>): string[] {
  const named = [
    ...[...hosts].map(host => `${host} could not be reached: what comes from there is missing on both sides`),
    ...[...urls].map(
      url => `${url.slice(0, 200)} came for one load and not for another: it is missing on both sides`,
    ),
  ]
  if (named.length <= MAX_NAMED) return named
  return [
    ...named.slice(0, MAX_NAMED),
    `${named.length - MAX_NAMED} more hosts and files could not be reached: they are missing on both sides`,
  ]
}

type AskedOf = Asked & { side: SideName }

function byHost(asked: AskedBy): Map<string, AskedOf[]> {
  const all = SIDES.flatMap(side => asked[side].map(request => ({ ...request, side })))
  return Map.groupBy(all, ({ url }) => new URL(url).host)
}

const hasAnswered = ({ answer }: Asked) => answer === 'answered'
const hasFailed = ({ answer }: Asked) => answer !== 'answered'
const isSuspect = (requests: readonly Asked[]) => requests.some(hasFailed)
const urlsOf = (requests: readonly Asked[]): string[] => [...new Set(requests.map(({ url }) => url))]
