import { normalise, similarity } from '../../lib/text.ts'
import type { LandedPage } from '../../store/types.ts'
import { slugOf } from './place.ts'

/** What pages call themselves, without what all pages of their site say. */
export type NamesOf = (page: LandedPage) => string[]

const SEPARATOR = /\s+[|–—·»:-]\s+/
/** A name that more pages have is the site's. */
const SHARED = { share: 0.1, least: 2 }

/** Both sites are of one merchant: the name of the one is that of the other. Their home pages bear it as well. */
export function namesOf(sides: readonly (readonly LandedPage[])[], homes: readonly LandedPage[]): NamesOf {
  const shared = new Set(homes.flatMap(({ title }) => title.split(SEPARATOR)).map(normalise))
  for (const pages of sides) {
    const counts = new Map<string, number>()
    for (const page of pages)
      for (const part of new Set(partsOf(page).map(normalise))) counts.set(part, (counts.get(part) ?? 0) + 1)
    const most = Math.max(SHARED.least, pages.length * SHARED.share)
    for (const [part, count] of counts) if (count > most) shared.add(part)
  }
  return page => partsOf(page).filter(part => !shared.has(normalise(part)))
}

const partsOf = ({ heading, title }: LandedPage): string[] =>
  [heading, ...title.split(SEPARATOR)].map(part => part.trim()).filter(part => /[\p{L}\p{N}]/u.test(part))

/** How much the names of two pages have in common at best, 0 to 1; null where one has none. */
export function bestOf(before: readonly string[], after: readonly string[]): number | null {
  if (!before.length || !after.length) return null
  return Math.max(...before.flatMap(a => after.map(b => similarity(a, b))))
}

/** How much of their word triples two texts share, estimated from their sketches, 0 to 1. @see Broder (1997) */
export function textOverlap(a: LandedPage, b: LandedPage): number {
  // Pages without a word are made by scripts, and equal only to us.
  if (a.digest === b.digest) return a.words > 0 || !/html/.test(a.type) ? 1 : 0
  if (!a.sketch.length || !b.sketch.length) return 0
  const [first, second] = [new Set(a.sketch), new Set(b.sketch)]
  const union = [...new Set([...first, ...second])].sort((x, y) => x - y)
  // A sketch that is not full holds all triples of its text.
  const least = first.size < SKETCH && second.size < SKETCH ? union : union.slice(0, SKETCH)
  return least.filter(hash => first.has(hash) && second.has(hash)).length / least.length
}

/** Hashes in the sketch of a text with at least as many triples. */
const SKETCH = 32
const TELLING_WORDS = 50

export interface Told {
  path: string
  page: LandedPage | undefined
  names: readonly string[]
}

/** Shops call many products almost alike, and describe them alike. */
export const ENOUGH = {
  page: { names: 0.5, text: 0.3, contained: 0.6 },
  product: { names: 0.8, text: 0.8, contained: Number.POSITIVE_INFINITY },
}
/** Below that much in common the estimate is noise. */
const NOISE = 0.09

/** Share of a text that is within a longer one, as of pages that were made one. @param overlap of both */
const contained = (part: LandedPage, whole: LandedPage, overlap: number): number =>
  overlap < NOISE ? 0 : ((overlap / (1 + overlap)) * (part.words + whole.words)) / part.words

/** Whether two pages are the same one at two addresses, by what they say; `unclear` where that tells neither. */
export function alike(before: Told, after: Told, enough = ENOUGH.page): 'yes' | 'no' | 'unclear' {
  const slug = slugOf(before.path)
  if (slug.length > 3 && slug === slugOf(after.path)) return 'yes'
  if (!before.page || !after.page) return 'unclear'
  const named = bestOf(before.names, after.names)
  if (named !== null && named >= enough.names) return 'yes'
  const overlap = textOverlap(before.page, after.page)
  const told = Math.min(before.page.words, after.page.words)
  if (overlap === 1 || (told >= TELLING_WORDS / 2 && overlap >= enough.text)) return 'yes'
  if (told >= TELLING_WORDS && contained(before.page, after.page, overlap) >= enough.contained) return 'yes'
  return named !== null && named < 0.25 && told >= TELLING_WORDS && overlap < 0.05 ? 'no' : 'unclear'
}
