/** Follows one address to its end, hop by hop. Each page is asked for once, however many addresses lead to it. */
import { locationOf } from '../../egress/http/index.ts'
import { isGatePath } from '../../lib/gate-page.ts'
import { isSameSite } from '../../lib/url.ts'
import type { StoreClient, Trouble } from '../access/client.ts'
import type { Hop, LandedPage, OldUrl, Trace } from '../types.ts'
import { readLandedPage } from './landed-page.ts'

export type Follower = ReturnType<typeof createFollower>

export interface Followed {
  trace: Trace
  /** Why nothing is known, where that is so. */
  trouble?: Trouble
}

/** An old URL, followed on both hosts. */
export interface Asked {
  url: OldUrl
  before: Followed
  after: Followed
}

/** Addresses that are followed at once, an old one first on the original, then on the new host. */
export const AT_ONCE = 24

/** One answer: a way on, a page, or trouble. */
type Step =
  | { is: 'hop'; status: number; to: string; by: Hop['by'] }
  | { is: 'page'; status: number; page?: number }
  | { is: 'lost'; status: number; why: string }
  | { is: 'trouble'; kind: Trouble; why: string }

/** As many redirects as Google follows. */
const MAX_HOPS = 10
const MAX_LOCATION_LENGTH = 4096
/** As many as the catalog reads of a page. */
export const MAX_PAGE_BYTES = 3_000_000
const TIMEOUT_MS = 20_000
/** Answers remembered by URL, since many old URLs lead to the same page. */
const MAX_REMEMBERED = 50_000

/**
 * @param twins origins that will be this host's own: a redirect there is one within it. The new site may name the
 * address that it gets at the switch, where the original still answers.
 */
export function createFollower(client: Pick<StoreClient, 'get' | 'origin'>, twins: readonly string[] = []) {
  const pages: LandedPage[] = []
  const known = new Map<string, Promise<Step>>()
  const ownHost = new URL(client.origin).host
  let cut = 0

  async function ask(url: string): Promise<Step> {
    const answer = await client.get(url, {
      accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      maxRedirects: 0,
      maxBytes: MAX_PAGE_BYTES,
      tooLarge: 'truncate',
      timeoutMs: TIMEOUT_MS,
    })
    if (!answer.ok) return { is: 'trouble', kind: answer.kind, why: answer.detail }
    const { response } = answer
    const { status } = response
    // The client has made sure that it leads to a URL.
    const location = locationOf(status, response.headers.location, url)
    if (location !== null) {
      if (location.length > MAX_LOCATION_LENGTH)
        return { is: 'lost', status, why: `it redirects to an address of ${location.length} characters` }
      const to = withoutFragment(location)
      if (new URL(to).host === ownHost && isGatePath(to) && !isGatePath(url))
        return { is: 'trouble', kind: 'gated', why: `${ownHost} asks for its password` }
      return { is: 'hop', status, by: 'server', to }
    }
    if (status >= 400) return { is: 'page', status }
    const { page, sendsTo } = readLandedPage(response)
    if (response.truncated && /html/.test(page.type)) cut++
    if (sendsTo) return { is: 'hop', status, by: sendsTo.by, to: sendsTo.url }
    return { is: 'page', status, page: pages.push(page) - 1 }
  }

  function ownOf(url: string): string {
    if (isSameSite(url, [client.origin]) || !isSameSite(url, twins)) return url
    const { pathname, search } = new URL(url)
    return client.origin + pathname + search
  }

  function step(url: string): Promise<Step> {
    const found = known.get(url)
    if (found) return found
    const fresh = ask(url)
    if (known.size < MAX_REMEMBERED) known.set(url, fresh)
    return fresh
  }

  return {
    pages,
    /** How many pages were too long to be read to their ends. */
    get cut() {
      return cut
    },
    /** @param start absolute */
    async follow(start: string): Promise<Followed> {
      const hops: Hop[] = []
      const passed = new Set<string>()
      let last = 0
      for (let url = start; ; ) {
        if (passed.has(url) || hops.length > MAX_HOPS) return { trace: { hops, end: 'loop', status: last } }
        passed.add(url)
        const found = await step(url)
        if (found.is === 'page') {
          const { status, page } = found
          return { trace: { hops, end: 'answer', status, ...(page !== undefined && { page }) } }
        }
        if (found.is === 'lost')
          return { trace: { hops, end: 'unreachable', status: found.status, why: found.why } }
        if (found.is === 'trouble') {
          // A redirect to another host that is out of reach is broken; the asked host itself may answer later.
          const lost = found.kind === 'unreachable' && hops.length > 0 && new URL(url).host !== ownHost
          const trace = { hops, status: 0, why: found.why.slice(0, 300) }
          if (lost) return { trace: { ...trace, end: 'unreachable' } }
          return { trace: { ...trace, end: 'unasked' }, trouble: found.kind }
        }
        last = found.status
        hops.push({ from: url, to: found.to, status: found.status, by: found.by })
        url = ownOf(found.to)
        // It changes nothing but the host: until the switch of domains, the original answers there.
        if (url !== found.to && passed.has(url)) {
          const why = `it leads to ${found.to.slice(0, 200)}, where the original answers until the switch`
          return { trace: { hops, end: 'unasked', status: 0, why }, trouble: 'unreachable' }
        }
      }
    },
  }
}

function withoutFragment(text: string): string {
  const url = new URL(text)
  url.hash = ''
  return url.href
}
