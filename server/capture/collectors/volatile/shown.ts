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

/** A text, where it stands and how it is set, in px. */
export interface Placed extends Shown {
  left: number
  top: number
  size: number
  /** Anything else that tells two settings apart. */
  style: string
}

/** How far the next number of a clock stands, in sizes of their font: in one row, or in one column. */
const ROW = { left: 6, top: 0.5 }
const COLUMN = { left: 2, top: 4 }
/** A text of more words says something besides the time. */
const MAX_WORDS = 5
/** Days, hours, minutes and seconds, and one more. */
const MAX_PARTS = 5
/** Says that a number is a price or a share. */
const AMOUNT = /[\p{Sc}%]|(?<!\p{L})(?:[A-Z]{3}|kr|zł|Kč|Ft|lei|Rs|руб|р|Р)(?!\p{L})/u
const BARE = /^\d{1,3}$/

/**
 * The texts of `before` that are numbers of a clock: those in whose element another number stands `after`, with the same
 * few words around it, and the bare numbers in line with them that are set alike, which a clock turns more seldom. None
 * that stands elsewhere as well. Where two texts have one selector, and where a text only moved, nothing is known.
 */
export function countingNumbers(before: readonly Placed[], after: readonly Shown[]): string[] {
  const [was, is] = [singly(before), singly(after)]
  const [earlier, later] = [textsOf(before), textsOf(after)]
  const turned = before.filter(({ selector, text }) => {
    const now = is.get(selector)
    if (!was.has(selector) || now === undefined || later.has(text) || earlier.has(now)) return false
    const words = wordsOf(text)
    return words === wordsOf(now) && words.split(' ').length <= MAX_WORDS && !AMOUNT.test(text)
  })
  const clock = new Set(turned)
  for (const one of turned)
    if (BARE.test(one.text)) for (const other of inLineWith(one, before)) clock.add(other)
  const elsewhere = textsOf(before.filter(one => !clock.has(one)))
  return [...textsOf([...clock])].filter(text => !elsewhere.has(text))
}

/** The bare numbers that stand beside each other with a first one: of a clock; none where they are more than one has. */
function inLineWith(first: Placed, all: readonly Placed[]): Placed[] {
  const line = new Set([first])
  const bare = all.filter(
    ({ text, style, size }) => style === first.style && size === first.size && BARE.test(text),
  )
  for (const one of line)
    for (const other of bare) {
      if (!line.has(other) && isNext(one, other)) line.add(other)
      if (line.size > MAX_PARTS) return []
    }
  return [...line]
}

/** In one row or one column with the other, which is set alike. */
function isNext(one: Placed, other: Placed): boolean {
  const [left, top] = [Math.abs(one.left - other.left), Math.abs(one.top - other.top)].map(
    px => px / one.size,
  )
  return [ROW, COLUMN].some(most => left! <= most.left && top! <= most.top)
}

/** Texts by their selector, where no other one has it. */
function singly(shown: readonly Shown[]): Map<string, string> {
  const places = Map.groupBy(shown, placeOf)
  return new Map(
    [...places].flatMap(([place, [first, ...more]]) => (more.length ? [] : [[place, first!.text]])),
  )
}

const wordsOf = (text: string) => text.replaceAll(/[\d\s:.,'’-]+/g, ' ').trim()
const placeOf = ({ selector }: Shown) => selector
const textsOf = (shown: readonly Shown[]) => new Set(shown.map(({ text }) => text))
