/** Addresses compared as a visitor means them: by the place they lead to, whatever host serves the site today. */

/**
 * The place an absolute URL leads to, as a comparable text: `/path?query` on one of `origins`, `//host/path?query`
 * elsewhere, another scheme's URL unchanged. Without scheme, `www.`, default port, `base`, trailing slash, index
 * file, tracking parameters and session ids; parameters sorted; percent-encoding and double slashes made even. The
 * fragment does not count unless it is a route (`#/about`). `origins` are those of one site (original and preview).
 *
 * @param base path under which the site is mounted, as `basesOf` gives it; removed where it is present
 */
export function pathOf(url: string, origins: readonly string[] = [], base = ''): string {
  if (!URL.canParse(url)) return url
  const parsed = new URL(url)
  if (!/^https?:$/.test(parsed.protocol)) return parsed.href
  const own = origins.some(origin => URL.canParse(origin) && hostOf(new URL(origin)) === hostOf(parsed))
  const path = cleanPath(parsed.pathname)
  const shown = own && base !== '' && isUnder(path, base) ? path.slice(base.length) || '/' : path
  return (own ? '' : `//${hostOf(parsed)}`) + shown + cleanQuery(parsed) + routeOf(parsed)
}

/** A place as it is compared: letter case does not tell, nor the ending of a page, which many servers leave out. */
export const placeKey = (place: string): string => place.toLowerCase().replace(/\.html?(?=$|[?#])/, '')

/** Services that pass a visitor on to an address in their query: what copies a page out of them takes them along. */
const PASSING_ON: [host: RegExp, parameter: string][] = [
  [/^(www\.)?google\.[a-z.]+\/url$/, 'q'],
  [/^(www\.)?google\.[a-z.]+\/url$/, 'url'],
  [/^lm?\.(facebook|instagram)\.com\/(l\.php)?$/, 'u'],
  [/^[\w.]+\.safelinks\.protection\.outlook\.com\/$/, 'url'],
]

/** Where an address leads that only passes a visitor on; another one as it is. */
export function passedOn(url: string): string {
  if (!URL.canParse(url)) return url
  const { host, pathname, searchParams } = new URL(url)
  const [target] = PASSING_ON.flatMap(([service, parameter]) =>
    service.test(host + pathname) ? (searchParams.get(parameter) ?? []) : [],
  )
  return target && /^https?:/.test(target) && URL.canParse(target) ? new URL(target).href : url
}

/** Whether two absolute URLs are one page's: scheme, `www.`, letter case and a slash at the end do not tell. */
export const isSamePage = (a: string, b: string): boolean => urlKey(a, []) === urlKey(b, [])

/** `pathOf` as a key of what a server is asked for: case and fragment, routes in it included, make no other URL. */
export const urlKey = (url: string, origins: readonly string[]): string =>
  pathOf(url, origins).toLowerCase().replace(/#.*$/s, '')

/** The absolute URL of a page that `text` names on a page at `base`, without its fragment; null where it is not HTTP. */
export function pageUrl(text: string, base: string): string | null {
  if (!URL.canParse(text, base)) return null
  const url = new URL(text, base)
  url.hash = ''
  return /^https?:$/.test(url.protocol) ? url.href : null
}

/** Whether an absolute URL is on one of the site's origins; scheme and `www.` do not tell. */
export function isSameSite(url: string, origins: readonly string[]): boolean {
  if (!URL.canParse(url)) return false
  const parsed = new URL(url)
  if (!/^https?:$/.test(parsed.protocol)) return false
  return origins.some(origin => URL.canParse(origin) && hostOf(new URL(origin)) === hostOf(parsed))
}

/** Without port; empty for what is no absolute URL. */
export const hostnameOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '')

/** Whether a host is the machine of whoever asks, or one that no public name server knows: nothing for visitors. */
export function isLocalHost(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0|.+\.(localhost|local|test|internal))$/i.test(hostname)
}

/** Private and link-local addresses. @see https://www.rfc-editor.org/rfc/rfc1918 https://www.rfc-editor.org/rfc/rfc4193 */
const PRIVATE = /^(10|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254)(\.\d+)+$|^\[f(c|d|e80)/i

/** Whether nobody on the internet reaches a host: a local one, one of a private network, or a name of one word. */
export const isUnreachableHost = (hostname: string): boolean =>
  isLocalHost(hostname) || PRIVATE.test(hostname) || /^[^.[\]]+$/.test(hostname)

/**
 * Whether an address was left on a developer's machine: it is on one, and on no port that an address of `own` has on such a
 * machine. `localhost` and `127.0.0.1` are one.
 */
export function isLeftLocal(url: string, own: readonly string[]): boolean {
  const localPort = (one: string) =>
    URL.canParse(one) && isLocalHost(new URL(one).hostname) ? new URL(one).port || '80' : null
  const port = localPort(url)
  return port !== null && !own.some(one => localPort(one) === port)
}

/** Whether a host is a name that anybody on the internet may ask for, and no bare address. */
export const isPublicHost = (hostname: string): boolean =>
  !isLocalHost(hostname) && /[^.]\.[a-z][a-z0-9-]+\.?$/i.test(hostname)

/** Whether a host is one on which a site with a domain of its own is tried out: `staging.example.com`. */
export const isStagingHost = (hostname: string): boolean =>
  hostname
    .split('.')
    .slice(0, -2)
    .some(label => TRIAL.test(label))

/** Whether it is such a one, is called so by its domain, or is of a service where sites are tried out before they are published. */
export const isPreviewHost = (hostname: string): boolean =>
  isStagingHost(hostname) ||
  hostname
    .split('.')
    .slice(0, -1)
    .some(label => /(^|-)(staging|preview)(-|\d|$)/i.test(label)) ||
  /\.(netlify\.app|vercel\.app|pages\.dev|web\.app|onrender\.com|herokuapp\.com|lovable\.app|webflow\.io|wixsite\.com|wpengine\.com|myshopify\.com)$/i.test(
    hostname,
  )

const TRIAL = /^(staging|stage|preview|preprod|dev|test)\d*$|-(staging|preview)$/i

/**
 * Where the two sites of a pair of pages are mounted: what is left of the two paths before their common ending.
 * `/about` and `/preview/about` give `['', '/preview']`. Paths that share no ending tell nothing, unless one of them
 * is the root or both are on one origin, where they can only be two mounts.
 */
export function basesOf(original: string, rebuilt: string): [original: string, rebuilt: string] {
  if (!URL.canParse(original) || !URL.canParse(rebuilt)) return ['', '']
  const [a, b] = [new URL(original), new URL(rebuilt)]
  const first = cleanPath(a.pathname).split('/').filter(Boolean)
  const second = cleanPath(b.pathname).split('/').filter(Boolean)
  const wasRoot = first.length === 0 || second.length === 0
  let common = 0
  while (common < Math.min(first.length, second.length) && first.at(-1 - common) === second.at(-1 - common))
    common++
  if (common === 0 && !wasRoot && a.origin !== b.origin) return ['', '']
  // Nothing is mounted below a file, which may be the front page of a folder under another name.
  const isFile = (step: string | undefined) =>
    common === 0 && /\.([sx]?html?|php|aspx?|jsp)$/i.test(step ?? '')
  const rest = (steps: string[]) =>
    steps
      .slice(0, steps.length - (isFile(steps.at(-1)) ? 1 : common))
      .map(step => `/${step}`)
      .join('')
  return [rest(first), rest(second)]
}

/**
 * The name of a file without what a build puts into it: `/assets/app-BX7s9d2K.js?v=3` gives `app.js`. Lower case;
 * pictures behind an optimiser's address give the name of the picture. A name that is nothing but a fingerprint stays.
 */
export function assetName(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : new URL(url, 'http://localhost')
  const wrapped =
    /\/_?(next|vercel|image)\b/.test(parsed.pathname) &&
    (parsed.searchParams.get('url') ?? parsed.searchParams.get('href'))
  if (wrapped) return assetName(wrapped)
  const file = decode(parsed.pathname).split('/').filter(Boolean).pop() ?? ''
  const parts = /^(.+?)((?:\.(?:min|module|chunk|bundle))?\.[a-z0-9]{1,5}(?:\.map)?)$/i.exec(file)
  if (!parts) return file.toLowerCase()
  const [, stem, ending] = parts as unknown as [string, string, string]
  return (withoutFingerprint(stem, /\.(m?js|css|map)$/i.test(ending)) + ending).toLowerCase()
}

/** A part of an address as it is read; what is not well encoded stays as it is. */
export function decodeComponent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The file that a server sends for its folder. */
export const INDEX = /\/(index|default|home)\.(html?|php|aspx?|jsp)$/i
const SESSION = /;jsessionid=[^/?]*/i
const TRACKING =
  /^(utm_.*|gclid|gclsrc|dclid|gbraid|wbraid|gad_.*|fbclid|msclkid|yclid|ttclid|twclid|igshid|igsh|li_fat_id|mc_cid|mc_eid|mkt_tok|_ga|_gl|_hsenc|_hsmi|hsa_.*|hsctatracking|vero_.*|oly_.*|srsltid|epik|s_kwcid|wickedid|_kx|_pos|_sid|_ss|_psq|_fid|phpsessid|jsessionid)$/i

/** Host as people name it; a port that is not the scheme's own makes another place. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^www\./, '').replace(/\.$/, '') + (url.port ? `:${url.port}` : '')
}

function cleanPath(pathname: string): string {
  const path = decode(pathname)
    .replace(SESSION, '')
    .replace(/\/{2,}/g, '/')
    .replace(INDEX, '/')
  return path.length > 1 ? path.replace(/\/$/, '') : path
}

function cleanQuery(url: URL): string {
  const kept = [...url.searchParams].filter(([name]) => !TRACKING.test(name))
  if (kept.length === 0) return ''
  kept.sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : x > y ? 1 : 0))
  return `?${new URLSearchParams(kept)}`
}

/** Client-side routers of an older kind keep the place in the fragment. */
function routeOf({ hash }: URL): string {
  return /^#!?\/./.test(hash) ? decode(hash).replace(/\/$/, '') : ''
}

/** `/a%7Eb`, `/a~b` and `/%C3%BC`, `/ü` are one; `%2F` stays what it is. */
function decode(text: string): string {
  try {
    return decodeURI(text)
  } catch {
    return text
  }
}

function isUnder(path: string, base: string): boolean {
  return path === base || path.startsWith(`${base}/`)
}

function withoutFingerprint(stem: string, code: boolean): string {
  const [, name, tail] = /^(.+?)[-._~]([A-Za-z0-9]{8,64})$/.exec(stem) ?? []
  if (name && tail && (isHex(tail) || isRandom(tail, code))) return name
  // Vite's alphabet has the separators in it.
  const [, prefix, mixed] = /^(.+)[-.]([\w-]{8})$/.exec(stem) ?? []
  return code && prefix && mixed && isRandom(mixed, code) ? prefix : stem
}

/** Digits alone are a date or a number in a picture's name, and a build time from ten on. */
function isHex(text: string): boolean {
  if (/^\d+$/.test(text)) return text.length >= 10
  return /^[0-9a-f]+$/.test(text) && /\d/.test(text)
}

/** Changes between lower case, upper case and digits tell `BX7s9d2K` from `section1` and `iPhone15`. */
function isRandom(text: string, code: boolean): boolean {
  if (!/[a-z]/.test(text) || !/[A-Z]/.test(text)) return false
  const kinds = [...text].map(letter =>
    /[a-z]/.test(letter) ? 'lower' : /[A-Z]/.test(letter) ? 'upper' : 'other',
  )
  return kinds.filter((kind, at) => at > 0 && kind !== kinds[at - 1]).length >= (code ? 3 : 4)
}

/** Whether a path is that of a file that a server runs, and does not send as it is. */
export const isScriptFile = (path: string): boolean => /\.(php\d?|cgi|pl|aspx?|jsp|cfm)$/i.test(path)
