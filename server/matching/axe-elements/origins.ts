/** Where an element that axe looked at comes from, as far as the matching of the two pages knows. */
import type { Artifacts } from '../../capture/artifact.ts'
import type { TextBlock } from '../../capture/collectors/layouts.ts'
import { normalise } from '../../lib/text.ts'
import type { Matching } from '../matching.ts'
import { elementWordsOf } from './element-words.ts'
import type { AxeElement } from './elements.ts'

type Side = Pick<Artifacts, 'layouts'>

interface Pair {
  original: Side
  rebuilt: Side
  matching: Matching
}

export interface Origins {
  /** How many words an element of the rebuilt page has, and how many of them each of these of the original said. */
  saidBy(
    element: AxeElement,
    others: readonly AxeElement[],
  ): { length: number; parts: { element: AxeElement; words: number }[] }
  /** Share of its words that the other page has, or null where they are not among the texts of its own. */
  keptOf(element: AxeElement, side: 'original' | 'rebuilt'): number | null
  /** The same picture (true), another one (false), or nothing is known. */
  isPicture(element: AxeElement, other: AxeElement): boolean | null
  isControl(element: AxeElement, other: AxeElement): boolean
  /** A heading of the rebuilt page in the original's words; null where the original has none like it. */
  headingOf(after: string): string | null
  /** Whether the rebuilt page still has a heading of the original. */
  hasHeading(after: string): boolean
  /** The texts of the original that most of its words stood in. */
  blocksOf(element: AxeElement): TextBlock[]
}

const known = new WeakMap<Matching, Origins>()

/** Made once for a pair, each part of it when it is first asked for. */
export function originsOf(pair: Pair): Origins {
  const ready = known.get(pair.matching)
  if (ready) return ready
  const fresh = build(pair)
  known.set(pair.matching, fresh)
  return fresh
}

/** Words of a heading that make two headings one. */
const HEADING = 100
const MOST = 0.5

function build(pair: Pair): Origins {
  const { matching } = pair
  const texts = lazy(() => {
    const { original, rebuilt, alignment } = matching.texts
    const { match, sourceStart, targetStart, targetBlock } = alignment
    const before = elementWordsOf(original, sourceStart)
    const now = elementWordsOf(rebuilt, targetStart)
    const back = new Int32Array(targetBlock.length).fill(-1)
    for (let at = match.length - 1; at >= 0; at--) if (match[at]! >= 0) back[match[at]!] = at
    return { match, back, before, now, sourceStart }
  })
  const pictures = lazy(() => {
    const sure = matching.pictures.matches.filter(({ by }) => by === 'look')
    return {
      after: new Map(sure.map(({ original, rebuilt }) => [rebuilt.selector, original.selector])),
      before: new Set(sure.map(({ original }) => original.selector)),
    }
  })
  const controls = lazy(() => {
    const [first, second] = [layoutOf(pair.original)?.controls ?? [], layoutOf(pair.rebuilt)?.controls ?? []]
    return new Map(
      matching.controls.map(match => [second[match.rebuilt]!.selector, first[match.original]!.selector]),
    )
  })
  const headings = lazy(() => {
    const { original, rebuilt, alignment } = matching.texts
    const nameOf = (text: string) => normalise(text.slice(0, HEADING))
    const isHeading = ({ kind }: { kind: string }) => kind === 'heading'
    const own = new Set(original.filter(isHeading).map(({ text }) => nameOf(text)))
    const kept = new Set(rebuilt.filter(isHeading).map(({ text }) => nameOf(text)))
    const sources = new Map<string, string>()
    for (const [index, passage] of original.entries()) {
      if (!isHeading(passage)) continue
      const [from, to] = [alignment.sourceStart[index]!, alignment.sourceStart[index + 1]!]
      const there = [...alignment.match.subarray(from, to)].filter(at => at >= 0)
      if (there.length < MOST * (to - from)) continue
      const other = rebuilt[alignment.targetBlock[there[0]!]!]!
      if (!isHeading(other)) continue
      kept.add(nameOf(passage.text))
      sources.set(nameOf(other.text), nameOf(passage.text))
    }
    return { own, kept, sources }
  })

  const owned = new WeakMap<readonly AxeElement[], Map<number, { element: AxeElement; size: number }>>()
  /** A word belongs to the smallest element around it. */
  const owners = (elements: readonly AxeElement[]) => {
    const ready = owned.get(elements)
    if (ready) return ready
    const fresh = new Map<number, { element: AxeElement; size: number }>()
    for (const element of elements) {
      const places = texts().before(element)
      for (const at of places)
        if ((fresh.get(at)?.size ?? Number.POSITIVE_INFINITY) > places.length)
          fresh.set(at, { element, size: places.length })
    }
    owned.set(elements, fresh)
    return fresh
  }

  return {
    saidBy(element, others) {
      const { back, now } = texts()
      const places = now(element)
      const owner = owners(others)
      const counts = new Map<AxeElement, number>()
      for (const at of places) {
        const element = owner.get(back[at]!)?.element
        if (element) counts.set(element, (counts.get(element) ?? 0) + 1)
      }
      const parts = [...counts]
        .map(([element, words]) => ({ element, words }))
        .sort((a, b) => b.words - a.words)
      return { length: places.length, parts }
    },
    keptOf(element, side) {
      const { match, back, before, now } = texts()
      const [places, there] = side === 'original' ? [before(element), match] : [now(element), back]
      return places.length ? places.filter(at => there[at]! >= 0).length / places.length : null
    },
    isPicture(element, other) {
      const { after, before } = pictures()
      const source = after.get(element.node.selector)
      if (source !== undefined) return source === other.node.selector
      return before.has(other.node.selector) ? false : null
    },
    isControl: (element, other) => controls().get(element.node.selector) === other.node.selector,
    headingOf(after) {
      if (!after) return after
      const { own, sources } = headings()
      return own.has(after) ? after : (sources.get(after) ?? null)
    },
    hasHeading: after => !after || headings().kept.has(after),
    blocksOf(element) {
      const { back, now, sourceStart } = texts()
      const places = now(element)
      const { original } = matching.texts
      const counts = new Map<number, number>()
      for (const at of places) {
        const origin = back[at]!
        if (origin < 0) continue
        const passage = passageAt(sourceStart, origin)
        counts.set(passage, (counts.get(passage) ?? 0) + 1)
      }
      if (sum(counts.values()) < MOST * Math.max(1, places.length)) return []
      return [...counts.keys()].flatMap(index => {
        const { place } = original[index]!
        // More of it than this says is another text, in other colours perhaps.
        if (counts.get(index)! < MOST * (sourceStart[index + 1]! - sourceStart[index]!)) return []
        const block = layoutOf(pair.original, place.viewport)?.blocks.find(
          ({ selector, text }) =>
            selector === place.selector && normalise(text).startsWith(normalise(place.text ?? '')),
        )
        return block ?? []
      })
    },
  }
}

function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function passageAt(starts: Int32Array, word: number): number {
  let [low, high] = [0, starts.length - 1]
  while (low + 1 < high) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= word) low = middle
    else high = middle
  }
  return low
}

function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}

const layoutOf = ({ layouts }: Side, width = 1440) => layouts.find(layout => layout.width === width)
