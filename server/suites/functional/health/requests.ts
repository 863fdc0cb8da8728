import type { RequestEntry } from '../../../capture/page/network.ts'
import { assetName, isLocalHost, isSameSite, pathOf } from '../../../lib/url.ts'
import type { Finding, Side } from '../../core/suite.ts'

interface Kind {
  name: string
  called: string
}

/** Pictures are the image suite's, the document itself is the capture's. */
const KINDS: Record<string, Kind> = {
  script: { name: 'script', called: 'script' },
  stylesheet: { name: 'style', called: 'style sheet' },
  xhr: { name: 'data', called: 'data request' },
  fetch: { name: 'data', called: 'data request' },
  eventsource: { name: 'data', called: 'data stream' },
  font: { name: 'font', called: 'font' },
}

/** Scripts, styles, data and fonts that the page asked for in vain, one finding for each file. */
export function failedRequests({ document, health }: Side<'document' | 'health'>): Finding[] {
  const found = new Map<string, Finding>()
  for (const entry of health.requests) {
    // What was left on the developer's machine is the site's own too.
    const firstParty =
      entry.firstParty ||
      isSameSite(entry.url, document.origins) ||
      (isLocalHost(hostOf(entry.url)) && !isLocalHost(hostOf(document.url)))
    const request = { ...entry, firstParty }
    const kind = KINDS[request.type]
    const reason = kind && reasonOf(request, kind)
    if (!kind || !reason) continue
    const key = `functional/health:${kind.name}:${nameOf(request, kind, document.origins)}`
    if (found.has(key)) continue
    found.set(key, {
      key,
      ...gravity(request, kind),
      message: `${request.firstParty ? 'A' : "Another site's"} ${kind.called} fails (${reason}): ${shown(request.url)}`,
      fix: `Serve ${shown(request.url)}, or no longer ask for it`,
      rebuilt: { url: document.url, text: shown(request.url) },
    })
  }
  return [...found.values()]
}

/** Why the request failed, or null: a page that gives up a request itself has not lost anything. */
function reasonOf({ failure, status, contentType }: RequestEntry, { name }: Kind): string | null {
  // Chromium aborts a script or style sheet whose answer it cannot use, so the answer is looked at first.
  if (status >= 400) return `status ${status}`
  // The fallback page of a single-page application in place of the file: browsers refuse it.
  if ((name === 'script' || name === 'style') && /^text\/html\b/i.test(contentType))
    return 'a web page came instead'
  return failure && !/ERR_ABORTED/.test(failure) ? failure : null
}

/** Counts visitors and draws nothing; hosts offer it under the site's own address. */
const STATISTICS =
  /\/_vercel\/(insights|speed-insights)\/|\/cdn-cgi\/rum|\b(analytics|telemetry|web-?vitals|beacon)\b/i

function gravity(request: RequestEntry, { name }: Kind): Pick<Finding, 'severity' | 'penalty'> {
  const { firstParty, status, url } = request
  if (name === 'font' || !firstParty || STATISTICS.test(url)) return { severity: 'minor', penalty: 0.05 }
  if (name === 'script' || name === 'style') return { severity: 'serious', penalty: 0.5 }
  // "Who am I?" is refused to everyone who has not signed in.
  return status === 401 || status === 403
    ? { severity: 'minor', penalty: 0.05 }
    : { severity: 'moderate', penalty: 0.3 }
}

/** Own files by their name without fingerprint; others with their host; data by path, numbers left out. */
function nameOf({ url, firstParty }: RequestEntry, { name }: Kind, origins: readonly string[]): string {
  if (!URL.canParse(url)) return url.slice(0, 200)
  const { hostname, origin } = new URL(url)
  if (name === 'data')
    return pathOf(url.split(/[?#]/)[0]!, [...origins, ...(firstParty ? [origin] : [])]).replace(/\d+/g, '#')
  return firstParty ? assetName(url) : `${hostname}/${assetName(url)}`
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : '')

const shown = (url: string) => (url.length > 200 ? `${url.slice(0, 200)}…` : url)
