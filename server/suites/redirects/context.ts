import { urlKey } from '../../lib/url.ts'
import type { LandedPage, NotFoundProbe, Trace, UrlTraces } from '../../store/types.ts'
import { type Counterparts, counterpartsOf } from './counterparts.ts'
import { type NamesOf, namesOf } from './names.ts'
import type { Places } from './place.ts'
import type { Products } from './products.ts'

/** All that is looked up to classify one URL after the other. */
export interface Context {
  before: UrlTraces
  after: UrlTraces
  /** Of both sites: redirects of the new one may name the address that it will have. */
  origins: readonly string[]
  namesOf: NamesOf
  places: Places
  /** Made when it is first asked for. */
  readonly counterparts: Counterparts
  /** The new home page. */
  home: LandedPage | undefined
  /** The original's. */
  homeBefore: LandedPage | undefined
  products: Products
  /** Addresses that never were, by the template beside whose addresses they were asked. */
  notFoundProbes: ReadonlyMap<string, NotFoundProbe>
  /** Places where more old URLs land than can belong there. */
  crowded: ReadonlySet<string>
  /** The path by which addresses of both sites are compared. */
  urlKey(url: string): string
}

/** One page for so many old ones, and for such a share of all, is a place to get rid of them. */
const CROWD = { least: 3, share: 0.05 }

export function contextOf(
  before: UrlTraces,
  after: UrlTraces,
  { products, places }: Pick<Context, 'products' | 'places'>,
): Context {
  const origins = [...new Set([...before.origins, ...after.origins])]
  const keyOf = (url: string) => urlKey(url, origins)
  const homeAt = after.urls.findIndex(({ kind }) => kind === 'home')
  const names = namesOf(
    [before.pages, after.pages],
    [before, after].flatMap(({ pages, traces }) => pages[traces[homeAt]?.page ?? -1] ?? []),
  )
  return {
    before,
    after,
    origins,
    namesOf: names,
    places,
    get counterparts() {
      const value = counterpartsOf({ before, after, products, places, namesOf: names, urlKey: keyOf })
      Object.defineProperty(this, 'counterparts', { value, enumerable: true })
      return value
    },
    home: after.pages[after.traces[homeAt]?.page ?? -1],
    homeBefore: before.pages[before.traces[homeAt]?.page ?? -1],
    products,
    notFoundProbes: new Map(after.notFoundProbes.map(probe => [probe.template, probe])),
    crowded: crowdedOf(after, origins, places, keyOf),
    urlKey: keyOf,
  }
}

function crowdedOf(
  { traces, pages, urls }: UrlTraces,
  origins: readonly string[],
  { countedHops, withoutLocale }: Places,
  keyOf: (url: string) => string,
): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const [index, trace] of traces.entries()) {
    const page = landedOf(trace, pages)
    if (!page || urls[index]!.kind === 'home' || countedHops(trace, origins).length === 0) continue
    const at = withoutLocale(keyOf(page.url))
    counts.set(at, (counts.get(at) ?? 0) + 1)
  }
  const most = Math.max(CROWD.least, urls.length * CROWD.share)
  return new Set([...counts].filter(([, count]) => count > most).map(([at]) => at))
}

export const landedOf = (trace: Trace, pages: readonly LandedPage[]): LandedPage | undefined =>
  trace.end === 'answer' && trace.page !== undefined ? pages[trace.page] : undefined
