/** Texts that were split over several elements, or put together from several. */
import { candidatesIn } from './candidates.ts'
import type { Origins } from './origins.ts'
import { contains, type Spot } from './spots.ts'

/** Share of the words of an element that have to come from elements which axe looked at. */
const MOST = 0.5
/** From this share of its words on, one that held is a part of it. */
const PART = 0.25

/**
 * The original's spot that a rebuilt one, left over, is a piece of. By words: where each stood on the original. If any
 * considerable part of them held there, the piece is told against that part: only a fault of all of them is an old one.
 */
export function pieceOf(
  rebuilt: Spot[],
  original: Spot[],
  matched: readonly (Spot | null)[],
  origins: Origins,
): (spot: Spot) => Spot | null {
  const candidatesOf = candidatesIn(original)
  const said = new Map<Spot, number>()
  const add = (whole: Spot, piece: Spot) => said.set(whole, (said.get(whole) ?? 0) + piece.words.length)
  matched.forEach((other, index) => {
    if (other) add(other, rebuilt[index]!)
  })
  return spot => {
    if (origins.keptOf(spot, 'rebuilt') !== null) return sourceOf(spot, original, origins)
    // No text of the page is known to be its own: as many pieces as the whole has words for.
    const whole = candidatesOf(spot)
      .map(order => original[order]!)
      .find(
        other =>
          other.after === spot.after &&
          contains(other, spot) &&
          (said.get(other) ?? 0) + spot.words.length <= other.words.length,
      )
    if (whole) add(whole, spot)
    return whole ?? null
  }
}

function sourceOf(spot: Spot, original: Spot[], origins: Origins): Spot | null {
  const { length, parts } = origins.saidBy(spot, original)
  const all = parts.reduce((sum, { words }) => sum + words, 0)
  if (all < MOST * length) return null
  return heldPart(length, parts) ?? parts.find(({ spot }) => spot.failing)?.spot ?? parts[0]?.spot ?? null
}

const heldPart = (length: number, parts: { spot: Spot; words: number }[]) =>
  parts.find(({ spot, words }) => !spot.failing && !spot.open && words >= PART * length)?.spot

/**
 * Where a fault of the original has spread to a text beside it that held and has no element of its own any more: that
 * text's spot.
 */
export function spreadFrom(
  spot: Spot,
  other: Spot,
  original: Spot[],
  taken: ReadonlySet<Spot>,
  origins: Origins,
): Spot | undefined {
  if (!spot.failing || !other.failing || spot.words.length <= other.words.length) return undefined
  const { length, parts } = origins.saidBy(spot, original)
  const held = heldPart(length, parts)
  return held && !taken.has(held) ? held : undefined
}
