/** Whether the two addresses of a submission are one page, which would be judged against itself and pass. */
import { pathOf } from './url.ts'

interface Asked {
  original_url: string
  new_url: string
  original_headers?: Record<string, string>
  new_headers?: Record<string, string>
  allow_same_page?: boolean
}

/**
 * Whether a submission would compare a page with itself: its addresses are one, nobody asked for that, and no request
 * header makes two pages of it, as previews that are chosen by a header do.
 */
export function comparesWithItself({
  original_url,
  new_url,
  original_headers = {},
  new_headers = {},
  allow_same_page,
}: Asked): boolean {
  return (
    !allow_same_page &&
    isOnePage(original_url, new_url) &&
    chosenBy(original_headers) === chosenBy(new_headers)
  )
}

/**
 * Whether two absolute URLs are one page's. Scheme, `www.`, letter case, a slash at the end and tracking parameters do
 * not tell. The fragment never reaches a server, so `#prices` is a place within the page; `#/about` and `#!/about` are
 * routes, by which scripts of one document show several pages: those are two. To a server `/index.php` and `/index.html`
 * are two documents, which may stand side by side: they are two pages. A folder's own address, `/`, is answered by one
 * of its index documents, and which is not known from outside: it is one page with any of them.
 */
export function isOnePage(a: string, b: string): boolean {
  const [first, second] = [indexOf(a), indexOf(b)]
  if (first && second && first !== second) return false
  return pathOf(a).toLowerCase() === pathOf(b).toLowerCase()
}

/** The index document that a URL names, lower case; empty where it names none. */
function indexOf(url: string): string {
  const file = new URL(url).pathname.replace(/.*\//s, '').toLowerCase()
  return /^(index|default|home)\.(html?|php|aspx?|jsp)$/.test(file) ? file : ''
}

/** Headers as HTTP compares them: names in any case and order, values without blanks around them. */
function chosenBy(headers: Record<string, string>): string {
  const fields = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value.trim()] as const)
    .filter(([name, value]) => value !== '' && !CHOOSES_NOTHING.test(name))
  return JSON.stringify(fields.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** How an answer is stored, packed or sent: no server has another page for it. */
const CHOOSES_NOTHING =
  /^(accept|accept-(charset|encoding)|cache-control|pragma|range|if-(match|none-match|modified-since|unmodified-since|range)|dnt|sec-gpc|priority|upgrade-insecure-requests)$/
