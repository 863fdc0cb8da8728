/** Both sides of a store by hand: old URLs in a line each, and what the new host gives for them. */
import { matchProducts } from '../../../server/matching/products/index.ts'
import type {
  Catalog,
  Hop,
  LandedPage,
  OldUrl,
  PageFacts,
  Product,
  Trace,
  UrlKind,
  UrlTraces,
} from '../../../server/store/types.ts'
import { sketchOf } from '../../../server/store/urls/landed-page.ts'
import type { StorePair } from '../../../server/suites/redirects/rows.ts'
import { SEES_ALL } from '../../matching/catalogs.ts'

export const OLD = 'https://www.shop.example'
export const NEW = 'https://new.myshopify.com'

export interface Given {
  kind?: UrlKind
  source?: OldUrl['source']
  template?: string
  /** Where the original itself leads it. */
  shows?: string
  /** What the old page shows. Default: made from the path. */
  title?: string
  text?: string
  language?: string
  facts?: Pick<PageFacts, 'languages'>
  /** Redirects on the new host: `301 /path`, `302 https://...`, `meta /path`, `script /path`. */
  hops?: string[]
  /** Status at the end, or how else it ends. Default 200. */
  end?: number | Trace['end']
  /** The page at the end, at the last hop's address or the old one. */
  page?: Partial<LandedPage> & { text?: string }
}

/** Words enough to tell, and others for another seed. */
export const textOf = (seed: string, words = 80): string =>
  Array.from({ length: words }, (_, at) => `${seed.replace(/[^a-z]/gi, '')}${at}`).join(' ')

export function makePage(url: string, { text, ...given }: Given['page'] = {}): LandedPage {
  const name = new URL(url).pathname.split('/').filter(Boolean).pop()?.replace(/[-_]/g, ' ') ?? 'Welcome home'
  return {
    url,
    status: 200,
    type: 'text/html',
    title: `${given?.heading ?? name} | Shop`,
    heading: name,
    canonical: '',
    noindex: null,
    product: false,
    productLinks: 0,
    ...sketchOf(text ?? textOf(name)),
    opening: (text ?? '').slice(0, 300),
    ...given,
  }
}

/** Of a page that says none of it. */
export const NO_FACTS: PageFacts = {
  description: '',
  reviews: null,
  published: '',
  author: '',
  byline: '',
  languages: [],
  videos: [],
  rows: [],
}

export interface Made extends StorePair {
  original: { urls: UrlTraces; catalog: Catalog }
  rebuilt: { urls: UrlTraces; catalog: Catalog }
}

export interface Options {
  platform?: 'online_store' | 'headless'
  old?: Partial<Catalog>
  new?: Partial<Catalog>
  notFoundProbes?: Record<string, { path: string; hops?: string[]; end?: number; page?: Given['page'] }>
  targets?: UrlTraces['targets']
  coverage?: Partial<UrlTraces['coverage']>
}

export function makePair(given: Record<string, Given>, options: Options = {}): Made {
  const all: Record<string, Given> = { '/': { kind: 'home', source: 'navigation' }, ...given }
  const before: LandedPage[] = []
  const after: LandedPage[] = []
  const urls: OldUrl[] = []
  const traces: { before: Trace[]; after: Trace[] } = { before: [], after: [] }
  for (const [path, one] of Object.entries(all)) {
    const kind = one.kind ?? 'page'
    urls.push({
      path,
      kind,
      template: one.template ?? `${kind} /*`,
      source: one.source ?? 'sitemap',
      ...(one.shows && { shows: one.shows }),
    })
    const shown = makePage(OLD + path, {
      ...(one.title && { heading: one.title, title: `${one.title} | Shop` }),
      text: one.text,
      ...(one.language && { language: one.language }),
      ...(one.facts && { facts: { ...NO_FACTS, ...one.facts } }),
    })
    traces.before.push({ hops: [], end: 'answer', status: 200, page: before.push(shown) - 1 })
    traces.after.push(traceOf(path, one, after))
  }
  const notFoundProbes = Object.entries(options.notFoundProbes ?? {}).map(([template, one]) => ({
    template,
    path: one.path,
    trace: traceOf(one.path, one, after),
  }))
  const coverage = {
    found: urls.length,
    capped: false,
    asked: urls.length,
    dropped: {},
    unknown: 0,
    outOfTime: false,
    templates: [],
    limits: [],
    ...options.coverage,
  }
  const shared = { urls, coverage }
  const original: UrlTraces = {
    ...shared,
    origin: OLD,
    origins: [OLD],
    platform: 'original',
    withCatalog: options.old !== undefined,
    traces: traces.before,
    pages: before,
    notFoundProbes: [],
    targets: [],
  }
  const rebuilt: UrlTraces = {
    ...shared,
    origin: NEW,
    origins: [NEW, 'https://new.example'],
    platform: options.platform ?? 'online_store',
    withCatalog: options.new !== undefined,
    traces: traces.after,
    pages: after,
    notFoundProbes,
    targets: options.targets ?? [],
  }
  const catalogs = [makeCatalog(options.old), makeCatalog(options.new)] as const
  return {
    original: { urls: original, catalog: catalogs[0] },
    rebuilt: { urls: rebuilt, catalog: catalogs[1] },
    matching: { products: matchProducts(...catalogs) },
  }
}

/** The original judged against itself. */
export function itself({ original }: Made): Made {
  return {
    original,
    rebuilt: original,
    matching: { products: matchProducts(original.catalog, original.catalog) },
  }
}

function traceOf(path: string, { hops = [], end = 200, page }: Given, pages: LandedPage[]): Trace {
  let from = NEW + path
  const list = hops.map((hop): Hop => {
    const [how = '', to = ''] = hop.split(' ')
    const next = {
      from,
      to: new URL(to, from).href,
      status: Number(how) || 200,
      by: Number(how) ? 'server' : (how as 'meta'),
    } as const
    from = next.to
    return next
  })
  if (typeof end === 'string')
    return {
      hops: list,
      end,
      status: 0,
      ...(end === 'unasked' && { why: 'it limits how often it may be asked' }),
    }
  const trace = { hops: list, end: 'answer' as const, status: end }
  return end === 200 ? { ...trace, page: pages.push(makePage(from, page)) - 1 } : trace
}

export function makeCatalog(given: Partial<Catalog> = {}): Catalog {
  return {
    platform: 'shopify',
    currency: 'USD',
    complete: true,
    products: [],
    collections: [],
    sees: SEES_ALL,
    ...given,
  }
}

export function makeProduct(path: string, title: string, given: Partial<Product> = {}): Product {
  const handle = path.split('/').filter(Boolean).pop()!
  return {
    url: OLD + path,
    path,
    handle,
    title,
    descriptionText: '',
    collections: [],
    images: [],
    options: [],
    variants: [
      {
        title: '',
        options: [],
        sku: `sku-${title}`,
        gtin: null,
        price: 1000,
        compareAt: null,
        available: true,
      },
    ],
    ...given,
  }
}
