/** Texts that were split over several elements, or put together from several. */
import { candidatesIn } from './candidates.ts'
import { type AxeElement, contains } from './elements.ts'
import type { Origins } from './origins.ts'

/** Share of the words of an element that have to come from elements which axe looked at. */
const MOST = 0.5
/** From this share of its words on, one that held is a part of it. */
const PART = 0.25

/**
 * The original's spot that a rebuilt one, left over, is a piece of. By words: where each stood on the original. If any
 * considerable part of them held there, the piece is told against that part: only a fault of all of them is an old one.
 */
export function pieceOf(
  rebuilt: AxeElement[],
  original: AxeElement[],
  matched: readonly (AxeElement | null)[],
  origins: Origins,
): (element: AxeElement) => AxeElement | null {
  const candidatesOf = candidatesIn(original)
  const said = new Map<AxeElement, number>()
  const add = (whole: AxeElement, piece: AxeElement) =>
    said.set(whole, (said.get(whole) ?? 0) + piece.words.length)
  matched.forEach((other, index) => {
    if (other) add(other, rebuilt[index]!)
  })
  return element => {
    if (origins.keptOf(element, 'rebuilt') !== null) return sourceOf(element, original, origins)
    // No text of the page is known to be its own: as many pieces as the whole has words for.
    const whole = candidatesOf(element)
      .map(order => original[order]!)
      .find(
        other =>
          other.after === element.after &&
          contains(other, element) &&
          (said.get(other) ?? 0) + element.words.length <= other.words.length,
      )
    if (whole) add(whole, element)
    return whole ?? null
  }
}

function sourceOf(element: AxeElement, original: AxeElement[], origins: Origins): AxeElement | null {
  const { length, parts } = origins.saidBy(element, original)
  const all = parts.reduce((sum, { words }) => sum + words, 0)
  if (all < MOST * length) return null
  return (
    heldPart(length, parts) ??
    parts.find(({ element }) => element.failing)?.element ??
    parts[0]?.element ??
    null
  )
}

const heldPart = (length: number, parts: { element: AxeElement; words: number }[]) =>
  parts.find(({ element, words }) => !element.failing && !element.open && words >= PART * length)?.element

/**
 * Where a fault of the original has spread to a text beside it that held and has no element of its own any more: that
 * text's spot.
 */
export function spreadFrom(
  element: AxeElement,
  other: AxeElement,
  original: AxeElement[],
  taken: ReadonlySet<AxeElement>,
  origins: Origins,
): AxeElement | undefined {
  if (!element.failing || !other.failing || element.words.length <= other.words.length) return undefined
  const { length, parts } = origins.saidBy(element, original)
  const held = heldPart(length, parts)
  return held && !taken.has(held) ? held : undefined
}
