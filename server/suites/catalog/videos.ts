import type { LandedPage, UrlTraces } from '../../store/types.ts'
import { defineRules } from '../core/rules.ts'
import { notApplicable, type Outcome } from '../core/suite.ts'
import { catalogCheck } from './check.ts'
import type { Compared, Difference, StorePair } from './difference.ts'
import { isUnseen, ofProductPages, pagePairs, shownPage, UNSEEN } from './pages.ts'
import { grade } from './rules.ts'

const rules = defineRules(
  'catalog/videos',
  {
    why: 'A video shows what a picture cannot.',
    reference: 'https://help.shopify.com/en/manual/products/product-media',
  },
  {
    'videos-lost': {
      ...grade('moderate'),
      measures:
        'Videos on the pages of products: players of YouTube and Vimeo by their number, and those of the page’s own.',
      one: 'The page of a product has fewer videos',
      many: 'The pages of % products have fewer videos',
      fix: 'Add the videos to the media of the products.',
    },
  },
)
type Cause = keyof typeof rules.table

/** Videos that show a product: those that are there under their own name, and for the others as many as there were. */
export const videos = catalogCheck({
  title: 'Videos of products are kept',
  weight: 2,
  readsPages: true,
  rules,
  find,
})

function find(pair: StorePair): Compared<Cause> | Outcome {
  const pages = pagePairs(pair).filter(({ kind }) => kind === 'product')
  const ofTheme = ofProductPages(pair, pages, sharedVideos)
  const differences: Difference<Cause>[] = []
  let applicable = 0
  for (const { before, after } of pages) {
    const had = before.facts!.videos.filter(video => !ofTheme.before.has(video))
    if (had.length === 0) continue
    applicable++
    const has = after.facts!.videos.filter(video => !ofTheme.after.has(video))
    const lost = lostOf(had, has)
    if (lost === 0) continue
    differences.push({
      cause: 'videos-lost',
      original: shownPage(before),
      rebuilt: shownPage(after),
      before: `${had.length} ${had.length === 1 ? 'video' : 'videos'}`,
      after: String(had.length - lost),
    })
  }
  if (
    pages.length === 0 &&
    isUnseen(pair, ({ facts }, kind) => kind === 'product' && facts!.videos.length > 0)
  )
    return UNSEEN('there are videos on product pages')
  if (applicable === 0)
    return notApplicable('no product page that was read on both sites has a video on the original')
  return { applicable, differences }
}

const isLoop = (video: string) => video.startsWith('loop:')

/** One may have been uploaded instead, which gives it another name; what plays by itself without sound is no other's copy. */
function lostOf(had: readonly string[], has: readonly string[]): number {
  const [gone, fresh] = [had.filter(video => !has.includes(video)), has.filter(video => !had.includes(video))]
  const told = (list: string[]) => list.filter(video => !isLoop(video)).length
  return Math.max(0, gone.length - fresh.length, told(gone) - told(fresh))
}

/** What more than half of all product pages show is the theme's, and what plays by itself on any two pages. */
function sharedVideos(
  products: readonly LandedPage[],
  { pages }: Pick<UrlTraces, 'pages'>,
): ReadonlySet<string> {
  const most = Math.max(3, products.length / 2)
  const common = [...countsOf(products)].filter(([, count]) => count > most)
  const loops = [...countsOf(pages)].filter(([video, count]) => isLoop(video) && count > 1)
  return new Set([...common, ...loops].map(([video]) => video).filter(video => video !== 'file:'))
}

function countsOf(pages: readonly LandedPage[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { facts } of pages)
    for (const video of facts?.videos ?? []) counts.set(video, (counts.get(video) ?? 0) + 1)
  return counts
}
