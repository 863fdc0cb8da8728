import { normalise } from '../../lib/text.ts'
import type { LandedPage } from '../../store/types.ts'

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
