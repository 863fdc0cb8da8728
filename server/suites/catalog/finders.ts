import { availability } from './availability.ts'
import { collections } from './collections.ts'
import { compareAt } from './compare-at.ts'
import { currency } from './currency.ts'
import { description } from './description.ts'
import { type Finder, remembered } from './difference.ts'
import { pictures } from './pictures.ts'
import { presence } from './presence.ts'
import { price } from './price.ts'
import { title } from './title.ts'
import { variants } from './variants.ts'

/** What each check compares, for the check and for the table. */
export const finders = {
  presence: remembered(presence),
  price: remembered(price),
  variants: remembered(variants),
  images: remembered(pictures),
  description: remembered(description),
  compareAt: remembered(compareAt),
  collections: remembered(collections),
  currency: remembered(currency),
  title: remembered(title),
  availability: remembered(availability),
} satisfies Record<string, Finder>
