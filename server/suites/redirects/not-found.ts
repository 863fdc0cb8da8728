import { saysNotFound } from '../../lib/not-found.ts'
import { urlKey } from '../../lib/url.ts'
import type { LandedPage, NotFoundProbe, UrlTraces } from '../../store/types.ts'
import { textOverlap } from './names.ts'

/** Addresses that never were, by the template beside whose addresses they were asked. */
export function notFoundProbesOf({ notFoundProbes }: UrlTraces): ReadonlyMap<string, NotFoundProbe> {
  return new Map(notFoundProbes.map(notFoundProbe => [notFoundProbe.template, notFoundProbe]))
}

const EMPTY =
  /\b(no products|no items|nothing (was )?found|0 products|keine (produkte|artikel)|aucun produit|no hay productos|nessun prodotto|geen producten)\b/i

/**
 * Why a page that answers 200 is in truth none, or null. `moved`: the old address was redirected there. `collection`: it
 * is one of the store's, whose members are another suite's matter; any other path below one is a page. A stranger that
 * ends on the same page, or on one of the same words, shows that pages there mean nothing.
 */
export function notFound(
  page: LandedPage,
  before: LandedPage | undefined,
  notFoundProbe: NotFoundProbe | undefined,
  after: Pick<UrlTraces, 'pages' | 'origins'>,
  { moved, collection }: { moved: boolean; collection: boolean },
): string | null {
  const { pageType, title, heading, canonical, opening, productLinks } = page
  if (pageType === '404') return 'the store itself calls it its 404 page'
  const said = [title, heading].find(text => saysNotFound(text))
  if (said && !(before && saysNotFound(`${before.title} ${before.heading}`)))
    return `it is called "${said.slice(0, 80)}"`
  if (/\/404(\.html?)?$/.test(canonical)) return 'it names /404 as its address'
  const empty = pageType === 'collection' && productLinks === 0 && EMPTY.test(opening)
  if (empty && !collection && !(before && EMPTY.test(before.opening))) return 'its list is empty'
  const other = after.pages[notFoundProbe?.trace.page ?? -1]
  if (!other || notFoundProbe!.trace.status !== 200) return null
  const asked = `an address that never was (${notFoundProbe!.path})`
  const together = urlKey(other.url, after.origins) === urlKey(page.url, after.origins)
  if (moved && together && notFoundProbe!.trace.hops.length > 0) return `${asked} leads there as well`
  if (!together && other.title === page.title && textOverlap(other, page) >= 0.95)
    return `${asked} shows the same`
  return null
}

const FEW_WORDS = 5

/** Both a page and that of an address that never was are empty until scripts run: the markup tells nothing of either. */
export function isShell(
  page: LandedPage,
  notFoundProbe: NotFoundProbe | undefined,
  pages: readonly LandedPage[],
): boolean {
  const other = pages[notFoundProbe?.trace.page ?? -1]
  return (
    other !== undefined &&
    notFoundProbe!.trace.status === 200 &&
    Math.max(page.words, other.words) < FEW_WORDS &&
    page.title === other.title
  )
}
