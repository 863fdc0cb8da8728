import { memoBy } from '../../lib/memo.ts'
import { availability } from './availability.ts'
import { brandPages } from './brand-pages.ts'
import { collections } from './collections.ts'
import { compareAt } from './compare-at.ts'
import { currency } from './currency.ts'
import { description } from './description.ts'
import { details } from './details.ts'
import type { CatalogPair, Finder, StorePair } from './difference.ts'
import { languages } from './languages.ts'
import { marketPrices } from './market-prices.ts'
import { pictures } from './pictures.ts'
import { policies } from './policies.ts'
import { posts } from './posts.ts'
import { presence } from './presence.ts'
import { price } from './price.ts'
import { reviews } from './reviews.ts'
import type { CheckName } from './rules.ts'
import { searchTexts } from './search-texts.ts'
import { specifications } from './specifications.ts'
import { title } from './title.ts'
import { variants } from './variants.ts'
import { vendor } from './vendor.ts'
import { videos } from './videos.ts'

/** Of those that compare pages, which were read when old addresses were followed. */
const PAGE_FINDERS = {
  reviews: once(reviews),
  'search-texts': once(searchTexts),
  policies: once(policies),
  posts: once(posts),
  languages: once(languages),
  videos: once(videos),
  specifications: once(specifications),
  details: once(details),
  'market-prices': once(marketPrices),
  'brand-pages': once(brandPages),
} satisfies Partial<Record<CheckName, Finder>>

/** What each check compares. Asked twice for one pair: by the check and for the table. */
export const FINDERS: Readonly<Record<CheckName, Finder>> = {
  presence: once(presence),
  price: once(price),
  variants: once(variants),
  images: once(pictures),
  description: once(description),
  'compare-at': once(compareAt),
  collections: once(collections),
  currency: once(currency),
  title: once(title),
  availability: once(availability),
  vendor: once(vendor),
  ...PAGE_FINDERS,
}

/** Those that can tell something of a pair whose old addresses may not have been followed. */
export function findersFor({ original, rebuilt }: StorePair | CatalogPair): [CheckName, Finder][] {
  const all = Object.entries(FINDERS) as [CheckName, Finder][]
  return 'urls' in original && 'urls' in rebuilt ? all : all.filter(([name]) => !(name in PAGE_FINDERS))
}

function once(find: Finder): Finder {
  return memoBy(pair => pair.matching.products, find)
}
