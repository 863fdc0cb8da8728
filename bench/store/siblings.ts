/**
 * How often the right page is told from an alike one: `npm run bench -- store --siblings`, on four shops of 200 pages
 * that differ in a word or a number, or in a step of their addresses alone, or on as many as a number says; a second number is another draw of what goes wrong.
 * The last rows are of many small shops, each with one family of 3 to 8 siblings: with few of them a word that all have
 * tells as much as one that tells them apart. A quarter of their siblings was dropped.
 * Real pages and readers, no network.
 */
import { matchProducts } from '../../server/matching/products/index.ts'
import type { Answer } from '../../server/store/access/client.ts'
import type { Catalog } from '../../server/store/types.ts'
import { traceUrls } from '../../server/store/urls/traces.ts'
import { rowsOf } from '../../server/suites/redirects/rows.ts'
import { redirectTables } from '../../server/suites/redirects/tables.ts'
import { makeCatalog, makeProduct } from '../../test/suites/redirects/made.ts'
import { type Move, moves, OTHERS, PRODUCTS, type SitePage } from './sibling-sites.ts'

interface Figures {
  name: string
  wrong: Share
  right: Share
  proposed: Share
  covered: Share
  seconds: number
  /** What went another way than it should, for a look at it. */
  misses: string[]
}

interface Share {
  of: number
  are: number
}

/** @param seed what goes wrong in the moves; another number is another draw */
export async function siblings(count: number, seed: number, verbose: boolean): Promise<void> {
  const percent = ({ of, are }: Share) =>
    `${((100 * are) / Math.max(1, of)).toFixed(1)} % (${are} of ${of})`.padEnd(22)
  console.log(
    `${''.padEnd(14)} ${['wrong targets found', 'right called right', 'proposals right', 'of what has one'].map(text => text.padEnd(22)).join(' ')} judging`,
  )
  const print = ({ name, wrong, right, proposed, covered, seconds, misses }: Figures) => {
    console.log(
      `${name.padEnd(14)} ${[wrong, right, proposed, covered].map(percent).join(' ')} ${seconds.toFixed(2)} s`,
    )
    if (verbose) console.log(misses.join('\n'))
  }
  for (const move of moves(count, seed)) print(await measure(move))
  const small = new Map<string, Figures>()
  for (let shop = 0; shop < SMALL_SHOPS; shop++)
    for (const move of moves(3 + (shop % 6), SMALL_SHOPS * (seed + 1) + shop, 0.25)) {
      const found = await measure({ ...move, name: `${move.name} 3-8` })
      small.set(found.name, sumOf(found, small.get(found.name)))
    }
  for (const figures of small.values()) print(figures)
}

const SMALL_SHOPS = 72

function sumOf(a: Figures, b: Figures | undefined): Figures {
  if (!b) return a
  const sum = (key: 'wrong' | 'right' | 'proposed' | 'covered') => ({
    of: a[key].of + b[key].of,
    are: a[key].are + b[key].are,
  })
  return {
    name: a.name,
    ...{ wrong: sum('wrong'), right: sum('right'), proposed: sum('proposed'), covered: sum('covered') },
    seconds: a.seconds + b.seconds,
    misses: [...b.misses, ...a.misses],
  }
}

async function measure(move: Move): Promise<Figures> {
  const { old, fresh } = catalogsOf(move)
  const redirects = new Map([...move.redirects, ...OTHERS.map(({ from, to }) => [from, to] as const)])
  const traced = await traceUrls({
    original: {
      client: hostOf(OLD, [...move.before, ...OTHERS.map(({ from, ...page }) => ({ ...page, path: from }))]),
      origins: [OLD],
      page: { url: `${OLD}/`, canonical: '', links: [] },
      catalog: old,
    },
    rebuilt: {
      client: hostOf(
        NEW,
        [...move.after, ...OTHERS.map(({ to, ...page }) => ({ ...page, path: to }))],
        redirects,
      ),
      platform: 'online_store',
      links: [],
      catalog: fresh,
    },
    budget: 2 * move.before.length + 1000,
  })
  const started = performance.now()
  const pair = {
    original: { urls: traced.original, catalog: old },
    rebuilt: { urls: traced.rebuilt, catalog: fresh },
    matching: { products: matchProducts(old, fresh) },
  }
  const { rows } = rowsOf(pair)
  const proposals = new Map(redirectTables(pair).shopifyRedirects.slice(1) as [string, string][])
  const seconds = (performance.now() - started) / 1000

  const [wrong, right, proposed, covered] = Array.from({ length: 4 }, (): Share => ({ of: 0, are: 0 })) as [
    Share,
    Share,
    Share,
    Share,
  ]
  const misses: string[] = []
  const count = (share: Share, holds: boolean, told: string) => {
    share.of++
    if (holds) share.are++
    else misses.push(`  ${told}`)
  }
  for (const row of rows) {
    const { path } = row.url
    const wanted = move.truth.get(path) ?? wantedOf(path)
    if (!wanted) continue
    const target = redirects.get(path)
    const shown = `${path} -> ${target ?? 'nowhere'}: ${row.class}, ${row.why}`
    if (target && wanted.has(target)) count(right, row.class === 'moved', shown)
    else if (target) count(wrong, row.class === 'wrong-target', shown)
    const needed = !wanted.has(path) && !(target && wanted.has(target))
    const proposal = proposals.get(path)
    if (proposal && needed) count(proposed, wanted.has(proposal), `${path} proposed ${proposal}`)
    if (needed && wanted.size > 0)
      count(covered, proposal !== undefined && wanted.has(proposal), `${path} lacks ${[...wanted]}`)
  }
  return { name: move.name, wrong, right, proposed, covered, seconds, misses }
}

const wantedOf = (path: string): Set<string> | undefined => {
  const other = OTHERS.find(({ from }) => from === path)
  return other && new Set([other.to])
}

const OLD = 'https://www.shop.example'
const NEW = 'https://new.example'

/** Both know their products by number, and the lists that they are in. */
function catalogsOf({ categories, before, after }: Move): { old: Catalog; fresh: Catalog } {
  const catalogOf = (pages: readonly SitePage[], base: string): Catalog => {
    const lists = categories ? pages.filter(({ members }) => members) : []
    const handleOf = ({ path }: SitePage) => path.split('/').filter(Boolean).at(-1)!
    return makeCatalog({
      products: Array.from({ length: categories ? PRODUCTS + 6 : 0 }, (_, at) =>
        makeProduct(`${base}thing-${at}`, `Thing ${at}`, {
          collections: lists.filter(({ members }) => members!.includes(at)).map(handleOf),
        }),
      ),
      collections: lists.map(page => ({
        handle: handleOf(page),
        title: page.heading,
        path: page.path,
        count: page.members!.length,
      })),
    })
  }
  return { old: catalogOf(before, '/product/'), fresh: catalogOf(after, '/products/') }
}

/** A host that answers at once. */
function hostOf(
  origin: string,
  pages: readonly SitePage[],
  redirects: ReadonlyMap<string, string> = new Map(),
) {
  const known = new Map(pages.map(page => [page.path, page]))
  const sitemap = `<urlset>${pages.map(({ path }) => `<url><loc>${origin}${path}</loc></url>`).join('')}</urlset>`
  const bodyOf = ({ heading, text }: SitePage) =>
    `<!doctype html><html><head><title>${heading} | The shop</title></head><body><nav>Menu</nav><main><h1>${heading}</h1><p>${text}</p></main></body></html>`
  return {
    origin,
    async get(url: string): Promise<Answer> {
      const { pathname } = new URL(url, origin)
      const page = known.get(pathname)
      const location = redirects.get(pathname)
      const body =
        pathname === '/sitemap.xml'
          ? sitemap
          : pathname === '/'
            ? bodyOf({ path: '/', heading: 'Welcome', text: 'All that we make, at one glance.' })
            : page && bodyOf(page)
      const [status, headers] = page
        ? [200, {}]
        : location
          ? [301, { location: origin + location }]
          : [body === undefined ? 404 : 200, {}]
      return {
        ok: true,
        response: {
          url: new URL(url, origin).href,
          status,
          headers: { 'content-type': pathname.endsWith('.xml') ? 'text/xml' : 'text/html', ...headers },
          setCookies: [],
          body: Buffer.from(body ?? 'not there'),
          truncated: false,
          chain: [],
        },
      }
    },
  }
}
