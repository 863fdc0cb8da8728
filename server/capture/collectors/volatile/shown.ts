/** Readings of a page's texts compared by where they stand. Pure. */

/** A text and the element that it stands in. */
export interface Shown {
  text: string
  selector: string
}

/**
 * The texts of `later` that stand where `earlier` has others, which are gone. What was only added, or moved to another
 * element by what was, is none of them: it came late, and stays.
 */
export function replaced(earlier: readonly Shown[], later: readonly Shown[]): string[] {
  const [before, after] = [textsOf(earlier), textsOf(later)]
  const left = new Set(earlier.filter(({ text }) => !after.has(text)).map(({ selector }) => selector))
  const found = later.filter(({ text, selector }) => !before.has(text) && left.has(selector))
  return [...textsOf(found)]
}

/** What other readings show where one shows a text that is `volatile`, and no reading shows elsewhere or beside it. */
export function inTheirPlaces(volatile: ReadonlySet<string>, readings: readonly Shown[][]): string[] {
  const changes = ({ text }: Shown) => volatile.has(text)
  const places = new Set(readings.flatMap(shown => shown.filter(changes).map(placeOf)))
  const stable = textsOf(
    readings.flatMap(shown => {
      const taken = new Set(shown.filter(changes).map(placeOf))
      return shown.filter(one => taken.has(placeOf(one)) || !places.has(placeOf(one)))
    }),
  )
  return [...textsOf(readings.flat().filter(one => places.has(placeOf(one)) && !stable.has(one.text)))]
}

/** A text, where it stands and how it is set: `top` and `size` in px. */
export interface Placed extends Shown {
  top: number
  size: number
  /** Anything else that tells two settings apart. */
  style: string
}

/** How far from each other the numbers of one clock stand, in sizes of their font. */
const MAX_APART = 6

/**
 * The texts of `before` that are numbers of a clock: those in whose element another number stands `after`, with the same
 * words around it, and the bare numbers beside them that are set alike: a clock turns these more seldom.
 */
export function countingNumbers(before: readonly Placed[], after: readonly Shown[]): string[] {
  const later = new Map(after.map(({ selector, text }) => [selector, text]))
  const turned = before.filter(({ selector, text }) => {
    const now = later.get(selector)
    return now !== undefined && now !== text && wordsOf(now) === wordsOf(text)
  })
  const isBeside = (one: Placed) =>
    turned.some(
      ({ style, size, top }) =>
        one.style === style && one.size === size && Math.abs(one.top - top) <= MAX_APART * size,
    )
  return [...textsOf([...turned, ...before.filter(one => !wordsOf(one.text) && isBeside(one))])]
}

const wordsOf = (text: string) => text.replaceAll(/[\d\s:.,'’-]+/g, ' ').trim()
const placeOf = ({ selector }: Shown) => selector
const textsOf = (shown: readonly Shown[]) => new Set(shown.map(({ text }) => text))
