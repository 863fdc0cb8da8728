/** Whose a request is, and whether what came of it tells anything of what visitors get. */

import type { TextBlock } from '../../capture/collectors/layouts.ts'
import type { RequestEntry } from '../../capture/page/network.ts'
import { sumOf } from '../../lib/count.ts'
import { assetName, isLeftLocal, isSameSite } from '../../lib/url.ts'
import { atWidth, DESKTOP } from '../../lib/widths.ts'
import type { Side } from './suite.ts'

/** The site's own, what was left on the developer's machine included. */
export const isOwn = (
  { firstParty, url }: Pick<RequestEntry, 'firstParty' | 'url'>,
  { document }: Side<'document'>,
): boolean => firstParty || isSameSite(url, document.origins) || isLeftLocal(url, document.origins)

/** Answers that tell nothing of the file: who asks is refused, or asks too much. */
const REFUSED = /^(401|403|407|429|999)$/

/**
 * Whether another site did not give to this machine what it may give to every visitor: it was withheld from both pages,
 * could not be reached, or refused.
 */
export function isOutOfReach(request: RequestEntry, side: Side<'document'>): boolean {
  if (isOwn(request, side)) return false
  const unanswered = request.status === 0 && !!request.failure && !/ERR_ABORTED/.test(request.failure)
  return request.withheld === true || unanswered || REFUSED.test(String(request.status))
}

/** Asked for ahead of a link, and again by whoever follows it. */
export const isPrefetch = ({ url }: Pick<RequestEntry, 'url'>): boolean => /[?&]_rsc=/.test(url)

/** Counts visitors, draws signs or helps browsers that nobody has; hosts offer it under the site's own address as well. */
const INERT =
  /\/_vercel\/(insights|speed-insights)\/|\/cdn-cgi\/rum|\b(analytics|telemetry|web-?vitals|beacon|matomo|piwik|plausible|gtag|gtm|fontawesome|wp-emoji-release|html5shiv|respond(?:\.min)?\.js|selectivizr|excanvas)\b/i

/** Nothing on the page works by it. */
export const isInert = ({ url }: Pick<RequestEntry, 'url'>): boolean => INERT.test(url)

/** Scripts of other sites that the page had to do without and visitors may get. */
export const unreachedScripts = (side: Side<'document' | 'health'>): RequestEntry[] =>
  side.health.requests.filter(
    request => request.type === 'script' && !isInert(request) && isOutOfReach(request, side),
  )

/**
 * Whether the rebuilt page had to do without a script that visitors may get, and the original had not, or had no need of
 * it: an exception that the original does not throw names what it would have given.
 */
export function lacksScripts(original: Side<'document' | 'health'>, rebuilt: Side<'document' | 'health'>) {
  const thrown = new Set(original.health.exceptions)
  const wants = rebuilt.health.exceptions.filter(text => !thrown.has(text) && isWantOfScript(text))
  // One file that is asked for with the key of another account is one, unless the page stops for want of it.
  const fileOf = ({ url }: RequestEntry) => (wants.length > 0 ? url : url.split('?')[0])
  const known = new Set(unreachedScripts(original).map(fileOf))
  return (
    unreachedScripts(rebuilt).some(request => !known.has(fileOf(request))) ||
    wants.some(text => namesUnreached(rebuilt, text))
  )
}

/**
 * Whether a script of the rebuilt page stops for want of one that visitors may get, and the page has other scripts than the
 * original: that may stop for want of it as well, and lose less by that.
 */
export function stopsForWant(original: Side<'document' | 'health'>, rebuilt: Side<'document' | 'health'>) {
  if (!rebuilt.health.exceptions.some(text => namesUnreached(rebuilt, text))) return false
  const now = ownScripts(rebuilt)
  return [...ownScripts(original)].some(name => !now.has(name))
}

/** Names of the scripts of the site itself that came. */
const ownScripts = (side: Side<'document' | 'health'>): ReadonlySet<string> =>
  new Set(
    side.health.requests.flatMap(request =>
      request.type === 'script' && request.status === 200 && isOwn(request, side)
        ? assetName(request.url)
        : [],
    ),
  )

/** Whether it had to do without a script, or an answer that a script asked for: what is not shown here, visitors may get. */
export const lacksData = (
  original: Side<'document' | 'health'>,
  rebuilt: Side<'document' | 'health'>,
): boolean =>
  lacksScripts(original, rebuilt) ||
  rebuilt.health.requests.some(
    request => /^(xhr|fetch)$/.test(request.type) && isOutOfReach(request, rebuilt),
  )

/** Whether an exception says that something is not there which the name of a script out of reach promises. */
export function namesUnreached(side: Side<'document' | 'health'>, exception: string): boolean {
  const [, undefinedName, required] = WANTED.exec(exception) ?? []
  const name = (required ?? undefinedName)?.toLowerCase()
  if (!name) return false
  return unreachedScripts(side).some(({ url }) =>
    (URL.parse(url)?.pathname.split('/').at(-1) ?? '')
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .includes(name === '$' ? 'jquery' : name),
  )
}

/** What an exception says is not there. */
const WANTED = /(\$|\w{3,}) is not defined|requires (jquery)\b/i

/** Whether the page had to do without what draws icons: a style sheet, typeface, script or sprite of another site, by its name. */
export const lacksIcons = (side: Side<'document' | 'health'>): boolean =>
  side.health.requests.some(request => ICONS.test(request.url) && isOutOfReach(request, side))

const ICONS = /font-?awesome|(?<!fav)icon|symbols|feather|lucide|glyph|sprite/i

/** What a missing script leaves behind in those that need it. */
export const CONSEQUENCE =
  /is not defined|requires jquery\b|unexpected token '?<|importing a module script failed|dynamically imported module/i
/** What counts visitors or sells places for advertisements, by the names that pages call it. */
const COUNTS = /(^|\s)(gtag|ga|_?gaq|fbq|ym|hj|clarity|dataLayer|adsbygoogle) is not defined/i

/** Whether an exception tells that a script on which the page works did not come to one that needs it. */
export const isWantOfScript = (exception: string): boolean =>
  CONSEQUENCE.test(exception) && !COUNTS.test(exception)

/** Files of the frameworks that lay out whole pages, as their makers and the usual hosts call them. */
const FRAMEWORK =
  /^(?:bootstrap|tailwind|bulma|foundation|uikit|materialize|semantic|mdb|milligram|tachyons|pure|skeleton)(?:[.-](?:rtl|min|all|prod))*\.css$/i
/** Files that undo the browser's own margins and boxes, as their makers call them. */
const RESET = /^(?:modern-)?(?:normalize|reset|sanitize|reboot)(?:[.-](?:css|modern|min))*\.css$/i
/** Scripts that write a page's styles. */
const WRITES_STYLES = /^https?:\/\/cdn\.tailwindcss\.com\b|@tailwindcss\/browser\b|@unocss\/runtime\b/i

/**
 * The address of a style sheet that lays out the one page, could not be had from another site, and was not asked for by
 * the other page: without it neither is what visitors see, and the two cannot be told apart by their looks.
 */
export function lackedStyles(
  original: Side<'document' | 'health'>,
  rebuilt: Side<'document' | 'health'>,
  withResets = false,
): string | undefined {
  const lacking = (side: Side<'document' | 'health'>) =>
    side.health.requests.flatMap(request =>
      isLayout(request, withResets) && isOutOfReach(request, side) ? request.url : [],
    )
  const [before, now] = [lacking(original), lacking(rebuilt)]
  return now.find(url => !before.includes(url)) ?? before.find(url => !now.includes(url))
}

/**
 * The address of a style sheet that the original lacks as `lackedStyles` has it, whatever it is called, where most of its
 * text is set in the browser's own typeface: how its letters look is no measure.
 */
export function lackedLook(
  original: Side<'document' | 'health' | 'layouts'>,
  rebuilt: Side<'health'>,
): string | undefined {
  const asked = new Set(rebuilt.health.requests.map(({ url }) => url))
  const lengthOf = (blocks: readonly TextBlock[]) => sumOf(blocks, ({ text }) => text.length)
  const blocks = atWidth(original.layouts, DESKTOP)?.blocks ?? []
  const plain = blocks.filter(({ style }) => /^["']?times new roman["']?$/i.test(style.family.trim()))
  if (lengthOf(plain) * 2 <= lengthOf(blocks)) return undefined
  return original.health.requests.find(
    request =>
      request.type === 'stylesheet' &&
      !ONLY_SIGNS.test(request.url) &&
      isOutOfReach(request, original) &&
      !asked.has(request.url),
  )?.url
}

/** Style sheets that bring typefaces and signs alone: a page in the browser's own letters is so without them. */
const ONLY_SIGNS =
  /^https?:\/\/fonts\.|\/(?!.*bootstrap)[^/]*\b(?:font-?awesome|icofont|ionicons|fontello|boxicons|remixicon)\b/i

/** Why a check of looks is inconclusive. */
export const withoutLook = (url: string): string =>
  `a style sheet that lays out one of the pages could not be had from here: ${url}`

function isLayout({ type, url }: RequestEntry, withResets: boolean): boolean {
  if (type === 'script') return WRITES_STYLES.test(url)
  const file = URL.canParse(url) ? new URL(url).pathname.split('/').at(-1)! : ''
  return type === 'stylesheet' && (FRAMEWORK.test(file) || (withResets && RESET.test(file)))
}
