import { countEach } from '../../../lib/count.ts'
import { memo } from '../../../lib/memo.ts'
import { normalise, similarity } from '../../../lib/text.ts'
import type { Passage } from '../../../matching/passages.ts'
import { by, pairInPasses } from '../../core/pairing.ts'
import { withoutTurns } from '../../core/path.ts'
import { measureOf, type PlacedFact } from './placed-facts.ts'

interface Side {
  passages: Passage[]
  facts: PlacedFact[]
}

export interface CardFacts {
  /** Facts of the original's cards, each with the one that stands at the heading of its card now. */
  partner: Map<PlacedFact, PlacedFact>
  /** Those whose card is gone: what stands in the same words belongs to another one. */
  gone: Set<PlacedFact>
  /** The heading of the card of each of both. */
  titles: Map<PlacedFact, string>
}

/** Kinds of facts that are all of their text on cards. */
const STANDALONE = /^(price|quantity)$/
/** Texts that differ by their facts alone, as "from 25 €" of each card, from which they are a template. */
const MIN_CARDS = 3
/** Texts between the heading of a card and its facts, at most. */
const CARD_TEXTS = 6
/** How alike two headings are, letter by letter, that are one. */
const MIN_SIMILARITY = 0.8
/** Characters of a heading that are compared so. */
const MAX_TITLE = 200
/** Pairs of headings of one template that are compared so, as of 60 cards with 60: of a long list it would take minutes. */
const MAX_COMPARED = 3600

/**
 * Pairs facts that stand in the same words on each of several cards by the heading of their card: their own words do not
 * tell them apart, and cards are sorted otherwise, come and go.
 */
export function pairCardFacts(before: Side, after: Side): CardFacts {
  const [original, rebuilt] = [cardsOf(before), cardsOf(after)]
  const partner = new Map<PlacedFact, PlacedFact>()
  const gone = new Set<PlacedFact>()
  const titles = new Map<PlacedFact, string>()
  for (const [words, cards] of original) {
    const others = rebuilt.get(words)
    if (!others) continue
    const free = new Set(others)
    const paired = pairInOrder(cards, free)
    pairInPasses(
      cards,
      free,
      [by(({ name, fact }) => `${name} ${fact.value}`), by(({ name }) => name)],
      paired,
    )
    const isCompared = (cards.length - paired.size) * free.size <= MAX_COMPARED
    for (const card of cards) {
      titles.set(card.fact, card.title)
      const other = paired.get(card) ?? (isCompared ? spelledLike(card, free) : undefined)
      if (other) {
        free.delete(other)
        partner.set(card.fact, other.fact)
      } else gone.add(card.fact)
    }
  }
  return { partner, gone, titles }
}

/**
 * Where a price stands for a heading over more cards of one page than of the other, as another card has it now as well, it
 * tells none of them apart: as many cards as no other heading pairs then are one another's in their order. A name that
 * several cards have is a name, wherever they stand.
 */
function pairInOrder(cards: Card[], free: Set<Card>): Map<Card, Card> {
  const timesOf = (of: Iterable<Card>) => countEach([...of].map(({ name }) => name))
  const [before, after] = [timesOf(cards), timesOf(free)]
  const isOpen = ({ name }: Card) => before.get(name) !== after.get(name)
  const [open, others] = [cards.filter(isOpen), [...free].filter(isOpen)]
  const paired = new Map<Card, Card>()
  if (open.length !== others.length || !open.some(({ name }) => after.has(name))) return paired
  if (![...open, ...others].every(({ name }) => /\d/.test(name))) return paired
  open.forEach((card, at) => {
    paired.set(card, others[at]!)
    free.delete(others[at]!)
  })
  return paired
}

interface Card {
  fact: PlacedFact
  title: string
  /** Of its heading, equal for the same words. */
  name: string
}

/** The facts of templates by the words that they stand in; of each template all are in cards that headings tell apart. */
function cardsOf({ passages, facts }: Side): Map<string, Card[]> {
  const compared = facts.filter(
    ({ kind, visible, labelled, parts, passage }) =>
      visible && (labelled || STANDALONE.test(kind)) && parts.length === 1 && !passages[passage]!.volatile,
  )
  const byPassage = Map.groupBy(compared, ({ passage }) => passage)
  const wordsAt = (passage: number) => wordsOf(passages[passage]!, byPassage.get(passage)!)
  const templates = Map.groupBy(
    byPassage.keys(),
    // Facts without words of their own are of one template where they measure the same and stand in like elements.
    passage => {
      const [fact] = byPassage.get(passage)! as [PlacedFact]
      const own = fact.labelled ? '' : `${measureOf(fact)} ${withoutTurns(pathOf(passages[passage]!))}`
      return `${wordsAt(passage)} ${own}`
    },
  )
  const found = new Map<string, Card[]>()
  for (const members of templates.values()) {
    const words = wordsAt(members[0]!)
    const outside = sharedWithin(members.map(passage => pathOf(passages[passage]!)))
    const headings = members.map(passage => headingOf(passage, outside, passages))
    const names = new Set(headings.flatMap(heading => heading?.name ?? []))
    if (members.length < MIN_CARDS || headings.includes(undefined) || names.size * 2 <= members.length)
      continue
    members.forEach((passage, at) => {
      const { name, text: title } = headings[at]!
      byPassage.get(passage)!.forEach((fact, nth) => {
        const key = `${words} ${measureOf(fact)} ${nth}`
        const others = found.get(key)
        if (others) others.push({ fact, title, name })
        else found.set(key, [{ fact, title, name }])
      })
    })
  }
  return found
}

/** A text without its facts. */
function wordsOf({ text }: Passage, facts: PlacedFact[]): string {
  let [words, at] = ['', 0]
  for (const { start, end } of facts.map(({ parts }) => parts[0]!).toSorted((a, b) => a.start - b.start)) {
    words += `${text.slice(at, start)}#`
    at = Math.max(at, end)
  }
  return (words + text.slice(at)).toLowerCase()
}

/** The heading that shares with a text the smallest element in which no other text of its template stands, as `outside` tells. */
function headingOf(
  passage: number,
  outside: ReadonlyMap<string, number>,
  passages: Passage[],
): Passage | undefined {
  const own = pathOf(passages[passage]!)
  let best: { heading: Passage; depth: number; apart: number } | undefined
  for (let at = Math.max(0, passage - CARD_TEXTS); at <= passage + CARD_TEXTS; at++) {
    const heading = passages[at]
    if (heading?.kind !== 'heading' || !heading.visible || at === passage) continue
    const depth = sharedPath(own, pathOf(heading))
    const apart = Math.abs(at - passage)
    if (
      depth > outside.get(own)! &&
      (!best || depth > best.depth || (depth === best.depth && apart < best.apart))
    )
      best = { heading, depth, apart }
  }
  return best?.heading
}

/** Each step ends with its sign, so that equal beginnings are equal steps. */
export const pathOf = ({ place: { selector } }: Passage): string => (selector ? `${selector} >` : '')

/** How many elements each of some paths shares with any other of them, at most: in order, that is one beside it. */
function sharedWithin(paths: string[]): Map<string, number> {
  const sorted = paths.toSorted((a, b) => (a < b ? -1 : Number(a > b)))
  const found = new Map<string, number>()
  for (const [at, path] of sorted.entries()) {
    const beside = [sorted[at - 1], sorted[at + 1]].map(other => (other ? sharedPath(path, other) : 0))
    found.set(path, Math.max(found.get(path) ?? 0, ...beside))
  }
  return found
}

/** How many elements two texts have around them in common. */
export const sharedSteps = (a: Passage, b: Passage): number => sharedPath(pathOf(a), pathOf(b))

/** The same of their paths, from the outermost. */
export function sharedPath(a: string, b: string): number {
  let shared = 0
  for (let at = 0; at < a.length && a[at] === b[at]; at++) if (a[at] === '>') shared++
  return shared
}

/** The card whose heading is spelled most alike, a word more or less; what differs in a number is another thing. */
function spelledLike(card: Card, others: Iterable<Card>): Card | undefined {
  const wanted = spellingOf(card)
  let best: { card: Card; score: number } | undefined
  for (const other of others) {
    const { digits, letters } = spellingOf(other)
    const score = digits === wanted.digits ? similarity(letters, wanted.letters) : 0
    if (score >= MIN_SIMILARITY && score > (best?.score ?? 0)) best = { card: other, score }
  }
  return best?.card
}

const spellingOf = memo((card: Card) => {
  const title = card.title.slice(0, MAX_TITLE)
  return {
    digits: title.replace(/\D+/g, ' ').trim(),
    letters: [...normalise(title).replace(/[^\p{L}]/gu, '')].join(' '),
  }
})
