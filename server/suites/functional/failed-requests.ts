/** Requests of a page that failed, and scripts that it does not load any more. */
import type { RequestEntry } from '../../capture/page/network.ts'
import { countEach } from '../../lib/count.ts'
import { assetName, pathOf } from '../../lib/url.ts'
import { shorten } from '../core/quote.ts'
import { isInert, isOutOfReach, isOwn, isPrefetch } from '../core/requests.ts'
import type { Side } from '../core/suite.ts'

type Needed = 'document' | 'health'

/** What requests are for, by the browser's type. Pictures are the image suite's, the document itself is the capture's. */
const KINDS = {
  script: { rule: 'script', called: 'script' },
  stylesheet: { rule: 'style', called: 'style sheet' },
  xhr: { rule: 'data', called: 'data request' },
  fetch: { rule: 'data', called: 'data request' },
  eventsource: { rule: 'data', called: 'data stream' },
  font: { rule: 'font', called: 'font' },
} as const
type Kind = (typeof KINDS)[keyof typeof KINDS]

/** Scripts, styles, data and fonts that the page asked for in vain, each file once. */
export function failedRequests(side: Side<Needed>) {
  const { document, health } = side
  const failed = health.requests.flatMap(entry => {
    const kind: Kind | undefined = isPrefetch(entry) ? undefined : KINDS[entry.type as keyof typeof KINDS]
    const reason = kind && reasonOf(entry, kind)
    if (!reason) return []
    const request = { ...entry, firstParty: isOwn(entry, side) }
    const place = nameOf(request, kind, document.origins)
    const url = shorten(request.url, 200)
    const message = `${request.firstParty ? 'A' : "Another site's"} ${kind.called} fails (${reason}): ${url}`
    return [
      {
        key: `${kind.rule}:${place}`,
        host: URL.parse(request.url)?.host,
        asset: assetName(request.url),
        rule: kind.rule,
        /** Visitors fare no better. */
        told: !isOutOfReach(entry, side),
        as: caseOf(request, kind),
        // Files that were not brought along are gone together.
        cause: `${URL.parse(request.url)?.host} ${reason}`,
        fix: `Serve ${url}, or no longer ask for it`,
        found: { place, message, rebuilt: { url: document.url, text: url } },
      },
    ]
  })
  const seen = new Set<string>()
  return failed.filter(({ key }) => !seen.has(key) && seen.add(key))
}

/** Names of the scripts of the original's own site that came, and are not on the new page: what failed may stand for them. */
export function lostScripts(
  original: Side<Needed>,
  rebuilt: Side<Needed>,
  isCounted: (request: RequestEntry, side: Side<Needed>) => boolean = isOwn,
): ReadonlySet<string> {
  const servedOn = (side: Side<Needed>) => {
    const came = side.health.requests.filter(
      request =>
        request.type === 'script' &&
        isCounted(request, side) &&
        request.status === 200 &&
        reasonOf(request, KINDS.script) === null,
    )
    return [...new Set(came.map(({ url }) => url))].map(assetName)
  }
  // Several may have one name, as `index.js`.
  const now = countEach(servedOn(rebuilt))
  return new Set(
    [...countEach(servedOn(original))].flatMap(([name, count]) => (count > (now.get(name) ?? 0) ? name : [])),
  )
}

/** Why the request failed, or null: a page that gives up a request itself has not lost anything. */
function reasonOf({ failure, status, contentType, withheld }: RequestEntry, { rule }: Kind): string | null {
  if (withheld) return null
  // Chromium aborts a script or style sheet whose answer it cannot use, so the answer is looked at first.
  if (status >= 400) return `status ${status}`
  // The fallback page of a single-page application in place of the file: browsers refuse it.
  if ((rule === 'script' || rule === 'style') && /^text\/html\b/i.test(contentType))
    return 'a web page came instead'
  return failure && !/ERR_ABORTED/.test(failure) ? failure : null
}

function caseOf(request: RequestEntry, { rule }: Kind): 'nonessential' | 'refused' | undefined {
  const { firstParty, status } = request
  if (rule === 'font') return undefined
  if (!firstParty || isInert(request)) return 'nonessential'
  return rule === 'data' && (status === 401 || status === 403) ? 'refused' : undefined
}

/** Own files by their name without fingerprint; others with their host; data by path, numbers left out. */
function nameOf({ url, firstParty }: RequestEntry, { rule }: Kind, origins: readonly string[]): string {
  if (!URL.canParse(url)) return url.slice(0, 200)
  const { hostname, origin } = new URL(url)
  if (rule === 'data')
    return pathOf(url.split(/[?#]/)[0]!, [...origins, ...(firstParty ? [origin] : [])]).replace(/\d+/g, '#')
  return firstParty ? assetName(url) : `${hostname}/${assetName(url)}`
}
