import { memoBy } from '../../lib/memo.ts'
import { availability } from './availability.ts'
import { collections } from './collections.ts'
import { compareAt } from './compare-at.ts'
import { currency } from './currency.ts'
import { description } from './description.ts'
import type { Finder } from './difference.ts'
import { pictures } from './pictures.ts'
import { presence } from './presence.ts'
import { price } from './price.ts'
import type { CheckName } from './rules.ts'
import { title } from './title.ts'
import { variants } from './variants.ts'

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
}

function once(find: Finder): Finder {
  return memoBy(pair => pair.matching.products, find)
}
