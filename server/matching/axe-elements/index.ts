/** Which element of the rebuilt page is which of the original's, by what a person perceives of both. */
import type { Box } from '../../contract.ts'
import { assign } from '../../lib/assignment.ts'
import { countEach } from '../../lib/count.ts'
import { similarity } from '../../lib/text.ts'
import { type AxeElement, contains, perceivedText, positionsBy, saysPartOf } from './elements.ts'
import type { Origins } from './origins.ts'

/**
 * The original's element for each rebuilt one that has one: one assignment for all of a family, those that pass
 * included, so that nothing which still is what it was is taken for something else. Two elements are paired once, best
 * evidence first, then in order. What is left over may be a piece of a text that was split over several elements, and
 * then shares the whole's element; or it says something else in the place of what is gone from the page. Near-linear:
 * an element is compared with MAX_CANDIDATES at most.
 */
export function matchAxeElements(
  rebuilt: readonly AxeElement[],
  original: readonly AxeElement[],
  origins: Origins,
): Map<AxeElement, AxeElement> {
  const matched = new Map<AxeElement, AxeElement>()
  const taken = new Set<AxeElement>()
  const take = (element: AxeElement, other: AxeElement) => {
    matched.set(element, other)
    taken.add(other)
  }
  const open = () => rebuilt.filter(element => !matched.has(element))
  const left = () => original.filter(other => !taken.has(other))
  // What a picture without words shows tells more of it than its place.
  const hasWords = ({ kind, words }: AxeElement) => kind !== 'image' || words.length > 0
  // Numbers may go on, and yet tell two places apart.
  pairEqual(open().filter(hasWords), original, take, ({ place, node }) => `${place} ${perceivedText(node)}`)
  pairEqual(open().filter(hasWords), left(), take)
  pairAlike(open(), left(), origins, take)
  pairEqual(
    open().filter(({ kind }) => kind === 'image'),
    left(),
    take,
    ({ place }) => place,
    (element, other) => origins.isSamePicture(element, other) !== false,
  )
  // All that follows is for what needs a verdict.
  const inQuestion = () => open().filter(({ failing, open }) => failing || open)
  if (inQuestion().length) {
    const wholeOf = wholesIn(original, matched, origins)
    for (const element of inQuestion()) {
      const whole = wholeOf(element)
      if (whole) take(element, whole)
    }
  }
  if (inQuestion().length)
    for (const [element, other] of replacedIn(open(), left(), origins)) take(element, other)
  return matched
}

type Take = (element: AxeElement, other: AxeElement) => void

/** The same words at the same place; failing ones of the original first. */
function pairEqual(
  open: readonly AxeElement[],
  original: readonly AxeElement[],
  take: Take,
  nameOf = ({ place }: AxeElement) => place,
  may: (element: AxeElement, other: AxeElement) => boolean = () => true,
): void {
  const waiting = Map.groupBy(original, nameOf)
  for (const list of waiting.values()) list.sort((a, b) => Number(b.failing) - Number(a.failing)).reverse()
  for (const element of open) {
    const list = waiting.get(nameOf(element))
    const equal = list?.at(-1)
    if (!list || !equal || !may(element, equal)) continue
    list.pop()
    take(element, equal)
  }
}

// --- alike -----------------------------------------------------------------------------------------

/** Below this two texts are two texts, not one that was edited. */
const MIN_SIMILARITY = 0.5
/** From this on, and of two words or more or in one landmark, its words alone say which text it is. */
const SAME_WORDS = 0.75
const MAX_EVIDENCE = 7
/** Of two that are equally alike the one that failed and fails, or held and holds, is the better one. */
const CHANGED = 0.01

function pairAlike(
  open: readonly AxeElement[],
  left: readonly AxeElement[],
  origins: Origins,
  take: Take,
): void {
  const cost = (element: AxeElement, other: AxeElement) => {
    const found = evidence(element, other, origins)
    return found === null ? null : MAX_EVIDENCE - found + (element.failing === other.failing ? 0 : CHANGED)
  }
  const { pairs } = assign(open, left, cost, { candidates: candidatesIn(left), alone: MAX_EVIDENCE })
  for (const [at, order] of pairs) take(open[at]!, left[order]!)
}

/** How much speaks for one and the same element, up to MAX_EVIDENCE; null when too little does. */
function evidence(a: AxeElement, b: AxeElement, origins: Origins): number | null {
  const picture = a.kind === 'image' && b.kind === 'image' ? origins.isSamePicture(a, b) : null
  if (picture === false) return null
  const heading = a.after === b.after || origins.headingOf(a.after) === b.after
  const [landmark, kind] = [a.landmark === b.landmark, useOf(a) === useOf(b)]
  const place = Number(heading) + (Number(landmark) + Number(kind)) / 2 + Number(origins.isSameControl(a, b))
  if (picture) return 4 + place
  if (a.words.length && b.words.length) {
    const alike = similarity(a.words.join(' '), b.words.join(' '))
    const part = heading && (contains(a, b) || contains(b, a))
    const isUnlike = alike < MIN_SIMILARITY && !part
    if (isUnlike && !(isUnnamedList(a) && isUnnamedList(b))) return null
    // What lists offer is no name: their place tells.
    if (isUnlike) return kind && heading && landmark ? place : null
    // A word in common, such as the name of the product, is in many texts; so is a heading of one word in the menu.
    const isTelling = alike >= SAME_WORDS && (a.words.length > 1 || landmark)
    if (!isTelling && !heading && !kind && !origins.isSameControl(a, b)) return null
    return 3 * Math.max(alike, part ? 0.6 : 0) + place
  }
  if (a.file && a.file === b.file && kind) return 3 + place
  // A logo is where its picture is.
  if (a.family === 'link-name' && origins.isPictureElsewhere(a, b)) return null
  if (origins.isSameControl(a, b)) return place
  // What leads elsewhere is another link; words that one could read did not become an icon, nor a logo a small one.
  if (
    a.family === 'link-name' &&
    ((a.file && b.file && a.file !== b.file) ||
      (!b.failing && b.node.text) ||
      !isLikeShape(a.node.box, b.node.box))
  )
    return null
  if (!b.failing && /^(link-name|image-alt)$/.test(a.family) && !isLikeSize(a.node.box, b.node.box))
    return null
  // A name that was lost leaves the place alone to tell by. An inherited fault must be sure to be the same.
  return kind && ((heading && landmark) || (!b.failing && (heading || landmark))) ? place : null
}

const isUnnamedList = ({ node }: AxeElement): boolean => node.tag === 'select' && node.name === ''

/** A field to be written in is one for whatever is asked: a name, an address, a number. */
const useOf = ({ kind }: AxeElement): string => (/^(email|tel|url|search|number)$/.test(kind) ? 'text' : kind)

/** Times that one may be as wide for its height as the other. */
const MAX_SHAPES = 2
/** Times that one may be as wide, or as high, as the other, of what lost a name and has nothing else to be known by. */
const MAX_SIZES = 3

function isLikeShape(a: Box, b: Box): boolean {
  const [one, other] = [a.width * b.height, b.width * a.height]
  return Math.max(one, other) <= MAX_SHAPES * Math.min(one, other)
}

/** What takes no room is like nothing that did, and an arrow of a slider is no picture in it. */
const isLikeSize = (a: Box, b: Box): boolean => isLike(a.width, b.width) && isLike(a.height, b.height)

const isLike = (a: number, b: number) => Math.max(a, b) <= MAX_SIZES * Math.min(a, b)

const MAX_CANDIDATES = 24

/** Finds those that share words, a file or a place with an element, by index, those with most in common first. */
function candidatesIn(elements: readonly AxeElement[]): (element: AxeElement) => number[] {
  const featuresOf = (element: AxeElement) => {
    const { words, file, after } = element
    const use = useOf(element)
    // A word of many texts, such as what the site is about, may be all that one of them says.
    const said = words.length > 0 ? [`text ${words.join(' ')}`] : []
    const named = [...said, ...words.map(word => `word ${word}`), ...(file ? [`file ${file}`] : [])]
    return [...new Set([...named, `${use} ${after}`]), use]
  }
  const positions = positionsBy(elements, featuresOf)
  return element => {
    const shared = new Map<number, number>()
    for (const feature of featuresOf(element))
      for (const index of positions.get(feature) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1)
    return [...shared]
      .sort(([a, x], [b, y]) => y - x || a - b)
      .slice(0, MAX_CANDIDATES)
      .map(([index]) => index)
  }
}

// --- texts that were split over several elements, or put together from several ------------------------

/** Share of the words of an element that have to come from elements which axe looked at. */
const MIN_KNOWN_SHARE = 0.5
/** From this share of its words on, one that held is a part of it. */
const MIN_PART = 0.25

/**
 * Finds the original's element that a rebuilt one, left over, is a piece of. By words: where each stood on the original.
 * If any considerable part of them held there, the piece is paired with that part: only a fault of all of them is an old
 * one.
 */
function wholesIn(
  original: readonly AxeElement[],
  matched: ReadonlyMap<AxeElement, AxeElement>,
  origins: Origins,
): (element: AxeElement) => AxeElement | null {
  const candidatesOf = candidatesIn(original)
  const texts = countEach(original.map(({ words }) => words.join(' ')))
  const used = new Map<AxeElement, number>()
  const use = (whole: AxeElement, piece: AxeElement) =>
    used.set(whole, (used.get(whole) ?? 0) + piece.words.length)
  for (const [element, other] of matched) use(other, element)
  return element => {
    if (origins.shareKept(element, 'rebuilt') !== null) {
      const source = sourceOf(element, original, origins)
      if (!source || element.words.length > 1) return source
      // A single word stands in many texts; of several that are nothing else, one of its kind under its heading is it.
      const [kind, after] = [
        source.kind === element.kind,
        source.after === (origins.headingOf(element.after) ?? element.after),
      ]
      const isOneOfMany = (texts.get(element.words.join(' ')) ?? 0) > 1
      const isTelling = isOneOfMany ? kind && after : kind || after || source.landmark === element.landmark
      return isTelling ? source : null
    }
    // No text of the page is known to be its own: as many pieces as the whole has words for.
    const whole = candidatesOf(element)
      .map(index => original[index]!)
      .find(
        other =>
          other.after === element.after &&
          saysPartOf(other, element) &&
          (used.get(other) ?? 0) + element.words.length <= other.words.length,
      )
    if (whole) use(whole, element)
    return whole ?? null
  }
}

function sourceOf(element: AxeElement, original: readonly AxeElement[], origins: Origins): AxeElement | null {
  const { length, parts } = origins.sourcesOf(element, original)
  if (parts.reduce((sum, { words }) => sum + words, 0) < MIN_KNOWN_SHARE * length) return null
  const failing = parts.find(({ element }) => element.failing)
  return heldPart(length, parts) ?? (failing ?? parts[0])?.element ?? null
}

const heldPart = (length: number, parts: { element: AxeElement; words: number }[]) =>
  parts.find(({ element, words }) => !element.failing && !element.open && words >= MIN_PART * length)?.element

// --- words that were exchanged altogether ---------------------------------------------------------------

/** Of fewer of its words a text is no longer, or not yet, on the other page. */
const MIN_KEPT = 0.5
const OTHER_PAINT = 0.5
/** Stands for all headings that the other page does not have. */
const GONE = '\n'

/**
 * Pairs elements that say what the original did not say with elements of the original that are gone with their words: of
 * the same kind, in the same part of the page and under the same heading, those in the same colours first, then in order.
 * Where the heading is gone as well, under any other new one. What is not known to be gone stands for nothing, nor does
 * what was well read: other words in its place are a new text.
 */
function replacedIn(
  rebuilt: AxeElement[],
  original: AxeElement[],
  origins: Origins,
): [AxeElement, AxeElement][] {
  const isFaulty = ({ failing, open, node: { contrast } }: AxeElement) =>
    failing || (open && !(contrast && contrast.ratio >= contrast.wanted))
  const isGone = (kept: number | null) => kept !== null && kept < MIN_KEPT
  const added = rebuilt.filter(element => isGone(origins.shareKept(element, 'rebuilt')))
  if (!added.length) return []
  const gone = original.filter(element => isFaulty(element) && isGone(origins.shareKept(element, 'original')))
  const placeOf = ({ kind, landmark }: AxeElement, heading: string) => [kind, landmark, heading].join('|')
  const positions = positionsBy(gone, other => [
    placeOf(other, origins.hasHeading(other.after) ? other.after : GONE),
  ])
  const cost = ({ node: { paint } }: AxeElement, { node }: AxeElement) =>
    paint.text === node.paint.text && paint.background === node.paint.background ? 0 : OTHER_PAINT
  const { pairs } = assign(added, gone, cost, {
    candidates: element => positions.get(placeOf(element, origins.headingOf(element.after) ?? GONE)) ?? [],
  })
  return pairs.map(([at, order]) => [added[at]!, gone[order]!])
}
