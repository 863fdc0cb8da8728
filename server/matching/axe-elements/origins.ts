/** Where an element that axe looked at comes from, as far as the matching of the two pages knows. */

import type { Artifacts } from '../../capture/artifact.ts'
import { memo } from '../../lib/memo.ts'
import { normalise, words } from '../../lib/text.ts'
import { atWidth, DESKTOP } from '../../lib/widths.ts'
import type { Matching } from '../matching.ts'
import type { Passage } from '../passages.ts'
import { type AxeElement, positionsBy } from './elements.ts'
import { isInside, pathsOf } from './selectors.ts'

type Side = Pick<Artifacts, 'layouts'>

interface Pages {
  original: Side
  rebuilt: Side
  matching: Matching
}

export type Origins = ReturnType<typeof originsOf>

/** Characters of a heading that make two headings one. */
const HEADING_LENGTH = 100
/** Share of the words of a text, or of a heading, that has to be found for it to be the same one. */
const MIN_SHARE = 0.5

/** What is known of a pair of pages, each part of it made when it is first asked for. */
export function originsOf(pages: Pages) {
  return {
    /** How many words an element of the rebuilt page has, and how many of them stood in each of `others` of the original. */
    sourcesOf(element: AxeElement, others: readonly AxeElement[]) {
      const { back, now, ownersAmong } = textsOf(pages)
      const places = now(element)
      const owners = ownersAmong(others)
      const counts = new Map<AxeElement, number>()
      for (const at of places) {
        const owner = owners.get(back[at]!)?.element
        if (owner) counts.set(owner, (counts.get(owner) ?? 0) + 1)
      }
      const parts = [...counts]
        .map(([element, words]) => ({ element, words }))
        .sort((a, b) => b.words - a.words)
      return { length: places.length, parts }
    },
    /** Share of its words that the other page has, or null where they are not among the texts of its own. */
    shareKept(element: AxeElement, side: 'original' | 'rebuilt'): number | null {
      const { match, back, before, now } = textsOf(pages)
      const [places, there] = side === 'original' ? [before(element), match] : [now(element), back]
      return places.length ? places.filter(at => there[at]! >= 0).length / places.length : null
    },
    /** The same picture (true), another one (false), or nothing is known. */
    isSamePicture(element: AxeElement, other: AxeElement): boolean | null {
      const { after, before } = picturesOf(pages)
      const source = after.get(element.node.selector)
      if (source !== undefined) return source === other.node.selector
      return before.has(other.node.selector) ? false : null
    },
    /** Whether a picture in an element of the original is known, and stands in another one now. */
    isPictureElsewhere(element: AxeElement, other: AxeElement): boolean {
      const inside = [...picturesOf(pages).after].filter(([, was]) => isInside(was, other.node.selector))
      return inside.length > 0 && !inside.some(([now]) => isInside(now, element.node.selector))
    },
    isSameControl: (element: AxeElement, other: AxeElement): boolean =>
      controlsOf(pages).get(element.node.selector) === other.node.selector,
    /** A heading of the rebuilt page in the original's words; null where the original has none like it. */
    headingOf(after: string): string | null {
      if (!after) return after
      const { own, sources } = headingsOf(pages)
      return own.has(after) ? after : (sources.get(after) ?? null)
    },
    /** Whether the rebuilt page still has a heading of the original. */
    hasHeading: (after: string): boolean => !after || headingsOf(pages).kept.has(after),
  }
}

const layoutOf = ({ layouts }: Side, width = DESKTOP) => atWidth(layouts, width)

/** The words of both pages: where each stands on the other one, and which of them an element has. */
const textsOf = memo(({ matching }: Pages) => {
  const { original, rebuilt, alignment } = matching.texts
  const { match, sourceStart, targetStart, targetBlock } = alignment
  const before = elementWordsOf(original, sourceStart)
  const back = new Int32Array(targetBlock.length).fill(-1)
  for (let at = match.length - 1; at >= 0; at--) if (match[at]! >= 0) back[match[at]!] = at
  return {
    match,
    back,
    before,
    now: elementWordsOf(rebuilt, targetStart),
    sourceStart,
    /** For each word of the original the smallest of its elements that has it. */
    ownersAmong: memo((elements: readonly AxeElement[]) => {
      const owners = new Map<number, { element: AxeElement; size: number }>()
      for (const element of elements) {
        const places = before(element)
        for (const at of places)
          if ((owners.get(at)?.size ?? Number.POSITIVE_INFINITY) > places.length)
            owners.set(at, { element, size: places.length })
      }
      return owners
    }),
  }
})

/** Pictures that look alike, by their selectors. */
const picturesOf = memo(({ matching }: Pages) => {
  const sure = matching.pictures.matches.filter(({ by }) => by === 'appearance')
  return {
    after: new Map(sure.map(({ original, rebuilt }) => [rebuilt.selector, original.selector])),
    before: new Set(sure.map(({ original }) => original.selector)),
  }
})

const controlsOf = memo(({ original, rebuilt, matching }: Pages) => {
  const [before, now] = [layoutOf(original)?.controls ?? [], layoutOf(rebuilt)?.controls ?? []]
  return new Map(
    matching.controls.map(match => [now[match.rebuilt]!.selector, before[match.original]!.selector]),
  )
})

const headingsOf = memo(({ matching }: Pages) => {
  const { original, rebuilt, alignment } = matching.texts
  const nameOf = ({ text }: Passage) => normalise(text.slice(0, HEADING_LENGTH))
  const isHeading = ({ kind }: Passage) => kind === 'heading'
  const own = new Set(original.filter(isHeading).map(nameOf))
  const kept = new Set(rebuilt.filter(isHeading).map(nameOf))
  const sources = new Map<string, string>()
  for (const [index, passage] of original.entries()) {
    if (!isHeading(passage)) continue
    const [from, to] = [alignment.sourceStart[index]!, alignment.sourceStart[index + 1]!]
    const there = alignment.match.subarray(from, to).filter(at => at >= 0)
    // A heading of signs alone has no word.
    if (there.length === 0 || there.length < MIN_SHARE * (to - from)) continue
    const other = rebuilt[alignment.targetBlock[there[0]!]!]!
    if (!isHeading(other)) continue
    kept.add(nameOf(passage))
    sources.set(nameOf(other), nameOf(passage))
  }
  return { own, kept, sources }
})

// --- which words of a page an element has ---------------------------------------------------------------

const MAX_CANDIDATES = 40
/** Places within a text that its letters are looked for at. */
const MAX_TRIES = 200
/** The capture cuts longer texts of elements there, in the middle of a word. */
const MAX_CAPTURED_LENGTH = 1000

/**
 * For an element its words, as positions in the text of the page: those of the texts in it, or its own within the text
 * around it; none where it says nothing that can be read. Found by selector and by letters, since what separates words may
 * be in the styles alone.
 */
function elementWordsOf(passages: readonly Passage[], starts: Int32Array) {
  const at = positionsBy(passages, ({ place }) => [place.selector ?? ''])
  const above = positionsBy(passages, ({ place }) => pathsOf(place.selector ?? ''))
  const lookUp = (positions: Map<string, number[]>, keys: string[]) =>
    [...new Set(keys.flatMap(key => positions.get(key) ?? []))].slice(0, MAX_CANDIDATES)
  const lettersOf = memo(({ tokens }: Passage) => tokens.map(({ word }) => word).join(''))

  return memo(({ node }: AxeElement): readonly number[] => {
    const own = words(node.text)
    const wanted = (node.text.length < MAX_CAPTURED_LENGTH ? own : own.slice(0, -1)).join('')
    if (!wanted) return []
    const within = lookUp(above, [node.selector]).filter(index => {
      const letters = lettersOf(passages[index]!)
      return letters !== '' && wanted.includes(letters)
    })
    if (within.length) return within.flatMap(index => range(starts[index]!, starts[index + 1]!))
    for (const index of lookUp(at, pathsOf(node.selector))) {
      const found = partOf(passages[index]!, wanted)
      if (found) return range(starts[index]! + found[0], starts[index]! + found[1])
    }
    return []
  })

  /** From and to which word of a text the wanted letters stand, where they begin and end as words of it do. */
  function partOf(passage: Passage, wanted: string): [from: number, to: number] | null {
    const letters = lettersOf(passage)
    const bounds = new Map<number, number>()
    let offset = 0
    for (const [order, { word }] of passage.tokens.entries()) {
      bounds.set(offset, order)
      offset += word.length
    }
    bounds.set(offset, passage.tokens.length)
    let from = letters.indexOf(wanted)
    for (let tries = 0; from >= 0 && tries < MAX_TRIES; tries++, from = letters.indexOf(wanted, from + 1)) {
      const [first, last] = [bounds.get(from), bounds.get(from + wanted.length)]
      if (first !== undefined && last !== undefined) return [first, last]
    }
    return null
  }
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)
