/** Whether an address that was asked for led to another place of its site. */
import { isSameSite, pathOf } from './url.ts'

/**
 * The place of `url`, as seen from the address that was asked for: its path, without query and fragment, and before it
 * the host where that is another one, such as the `m.` that a site has for phones.
 */
export function placeFrom(asked: string, url: string): string {
  return pathOf(url, [asked]).replace(/[?#].*/s, '')
}

/**
 * Whether `url` is another place than `asked`: slash and case, `www.`, scheme, index file, query and fragment aside,
 * since servers add and drop those for one page.
 */
export const isElsewhere = (url: string, asked: string): boolean =>
  placeFrom(asked, url).toLowerCase() !== placeFrom(asked, asked).toLowerCase()

/** What `url` has before the host that was asked for, such as `m.`; empty on that host, undefined on another site's. */
export function subdomainOf(url: string, asked: string): string | undefined {
  if (isSameSite(url, [asked])) return ''
  const name = (text: string) => new URL(text).hostname.replace(/^www\./, '')
  return name(url).endsWith(`.${name(asked)}`) ? name(url).slice(0, -name(asked).length) : undefined
}
