/** That a store sells what the original sells: every product, at its price, in each of its variants. */
import { defineSuite } from '../core/suite.ts'
import { availability } from './availability.ts'
import { brandPages } from './brand-pages.ts'
import { collections } from './collections.ts'
import { compareAt } from './compare-at.ts'
import { currency } from './currency.ts'
import { description } from './description.ts'
import { details } from './details.ts'
import { languages } from './languages.ts'
import { marketPrices } from './market-prices.ts'
import { pictures } from './pictures.ts'
import { policies } from './policies.ts'
import { posts } from './posts.ts'
import { presence } from './presence.ts'
import { price } from './price.ts'
import { reviews } from './reviews.ts'
import { searchTexts } from './search-texts.ts'
import { specifications } from './specifications.ts'
import { title } from './title.ts'
import { variants } from './variants.ts'
import { vendor } from './vendor.ts'
import { videos } from './videos.ts'

export const catalog = defineSuite({
  name: 'catalog',
  needs: ['catalog', 'urls'],
  checks: [
    presence,
    price,
    variants,
    pictures,
    description,
    compareAt,
    collections,
    currency,
    title,
    availability,
    searchTexts,
    reviews,
    policies,
    posts,
    languages,
    vendor,
    specifications,
    details,
    marketPrices,
    brandPages,
    videos,
  ],
})
