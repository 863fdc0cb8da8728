import { countEach } from '../../../lib/count.ts'
import { memo } from '../../../lib/memo.ts'
import { countWords } from '../../../lib/text.ts'
import type { Passage } from '../../../matching/passages.ts'
import { counterpartOf, sourceOf, targetsOf } from '../../../matching/texts.ts'
import type { Comparison } from '../comparison/index.ts'
import { COPYRIGHT, YEAR } from '../comparison/placed-facts.ts'
import { isTechnical, isTemplate, worthlessWords } from '../leftovers.ts'
import { withCutCells } from './cells.ts'
import type { TextOutcome } from './outcome.ts'

export type { TextOutcome }

/** Words from which a text is more than a label. */
export const MIN_SENTENCE = 8

/** Share of a text's weight that has to be lost for it to count as lost altogether. */
export const MIN_LOST = 0.8
/** Share of a text's found words that may be hidden before the text counts as hidden. */
export const MAX_HIDDEN_WORDS = 0.5

/** Two letters, or one of a script in which a letter is a syllable or a word; icons are single signs, or `arrow_back`. */
export const WORD = /\p{L}\P{L}*\p{L}|\p{Lo}/u
const ICON_NAME = /^[a-z]+(?:_[a-z\d]+)+$/

/** Whether a text has words; the number of a step or of a page has none, nor has an icon. */
export const hasWord = ({ passage: { text } }: TextOutcome): boolean =>
  WORD.test(text) && !ICON_NAME.test(text)

/** What became of every text of the original, in order. */
export const outcomesOf = memo((comparison: Comparison): TextOutcome[] => {
  const { original, rebuilt } = comparison
  const weightOf = rarity(original)
  const takeBeside = wordsBesideFacts(comparison)
  const page = { technical: isTechnical(original), template: isTemplate(original, rebuilt) }
  const takeHeading = headingsAnew(comparison)
  const isLostName = ({ state, index }: TextOutcome) =>
    state === 'lost' && !comparison.facts.cover[index]!.includes(1)
  const { missing, titles } = comparison.facts
  const isOnCard = new Set(
    missing.flatMap(({ fact, instead }) => (instead && titles.has(fact) ? fact.passage : [])),
  )
  const outcomes = original.map((passage, index): TextOutcome => {
    const outcome = outcomeOf(comparison, index, weightOf, takeBeside, worthlessWords(passage, page))
    // What the same card states now is told of the card, whatever was lost beside it.
    if (isOnCard.has(index)) return { ...outcome, gone: false }
    // Where it stands now says nothing of the place of what is lost beside it.
    return isLostName(outcome) && takeHeading(passage)
      ? { ...outcome, state: 'kept', lost: 0, words: [], now: undefined }
      : outcome
  })
  return withCutCells(outcomes, comparison)
})

/**
 * Tells whether a heading still is one, of the same words: one of a single word is not found where all around it is new, or
 * an entry of the menu was found there. Each stands for one that no other heading has become.
 */
function headingsAnew(comparison: Comparison) {
  const free = countEach(
    comparison.rebuilt.flatMap(({ kind, visible, name }, place) => {
      if (kind !== 'heading' || !visible || name === '') return []
      const source = sourceOf(comparison, place)
      return source !== undefined && comparison.original[source]!.kind === 'heading' ? [] : name
    }),
  )
  return ({ kind, visible, name }: Passage): boolean => {
    const left = kind === 'heading' && visible ? (free.get(name) ?? 0) : 0
    if (left > 0) free.set(name, left - 1)
    return left > 0
  }
}

function outcomeOf(
  { original, rebuilt, alignment, facts }: Comparison,
  index: number,
  weightOf: (word: string) => number,
  takeBeside: (passage: number, word: string) => number | undefined,
  worthless: Uint8Array | null,
): TextOutcome {
  const passage = original[index]!
  const cover = facts.cover[index]!
  const stated = facts.stated[index]!
  const sum = { weight: 0, all: 0, lost: 0, found: 0, hidden: 0 }
  const isCopyright = COPYRIGHT.test(passage.text)
  const isFoundInPassing =
    passage.kind === 'heading' && passage.visible && isWithinSentence({ original, rebuilt, alignment }, index)
  const words: string[] = []
  const runs: string[][] = [[]]
  passage.tokens.forEach(({ word, start, end }, offset) => {
    if (worthless?.[offset]) {
      runs.push([])
      return
    }
    const weight = weightOf(word)
    sum.weight += weight
    const at = isFoundInPassing ? -1 : alignment.match[alignment.sourceStart[index]! + offset]!
    const beside = at >= 0 || cover[offset] ? undefined : takeBeside(index, word)
    const place = at >= 0 ? alignment.targetBlock[at]! : beside
    if (place !== undefined || stated[offset] || (isCopyright && YEAR.test(word))) {
      sum.found += weight
      if (place !== undefined && !rebuilt[place]!.visible) sum.hidden += weight
      runs.push([])
      return
    }
    sum.all += weight
    if (cover[offset]) return
    sum.lost += weight
    words.push(passage.text.slice(start, end))
    runs.at(-1)!.push(word)
  })
  const counterpart = counterpartOf(alignment, index)
  const now = counterpart === undefined ? undefined : rebuilt[counterpart]!
  const bare = cover.every((covered, offset) => covered || worthless?.[offset])
  const whole = sum.all >= MIN_LOST * sum.weight
  const stateOf = () => {
    if (passage.volatile || (!whole && now?.volatile)) return 'kept'
    if (!bare && sum.lost > 0) return whole ? 'lost' : 'changed'
    return passage.visible && sum.hidden > MAX_HIDDEN_WORDS * sum.found ? 'hidden' : 'kept'
  }
  const state = stateOf()
  return {
    index,
    passage,
    state,
    weight: sum.weight,
    lost: passage.volatile ? 0 : state === 'lost' ? sum.weight : sum.lost,
    words,
    run: runs.reduce((longest, run) => Math.max(longest, countWords(run)), 0),
    bare,
    gone: sum.weight > 0 && sum.found === 0,
    shown: sum.found - sum.hidden,
    now,
  }
}

/** Share of a text up to which a heading is said in passing there. */
const MAX_IN_PASSING = 1 / 3

/**
 * Whether the words of a heading stand within a sentence of the rebuilt page alone, or in its copyright notice, as the name of
 * a painter does. One that was put into a paragraph opens it, or has the text next to it there as well.
 */
function isWithinSentence(
  { original, rebuilt, alignment }: Pick<Comparison, 'original' | 'rebuilt' | 'alignment'>,
  index: number,
): boolean {
  const places = new Set(targetsOf(alignment, index))
  const [place = -1] = places
  const now = rebuilt[place]
  if (places.size !== 1 || !now || now.kind === 'heading' || now.landmark === 'navigation') return false
  const [{ text, tokens }, isNotice] = [original[index]!, COPYRIGHT.test(now.text)]
  if (isNotice ? COPYRIGHT.test(text) : tokens.length > MAX_IN_PASSING * now.tokens.length) return false
  if (alignment.match[alignment.sourceStart[index]!]! === alignment.targetStart[place]) return false
  return ![index - 1, index + 1].some(
    beside => original[beside]?.visible && counterpartOf(alignment, beside) === place,
  )
}

/** Weight of a word, 0.25 to 1, by how often the original shows it. */
function rarity(passages: Passage[]): (word: string) => number {
  const weights = countEach(passages.flatMap(({ tokens }) => tokens.map(({ word }) => word)))
  for (const [word, count] of weights) weights.set(word, Math.max(0.25, 1 / (1 + Math.log2(count))))
  return word => weights.get(word) ?? 1
}

/**
 * Takes the words beside facts that were put otherwise: of "From $49.00" and "From $49" no two words in a row are the
 * same, and the alignment finds no single words. Returns, for a passage of the original and a word, the rebuilt
 * passage that has it beside the same fact, each word once, or undefined.
 */
function wordsBesideFacts({ original, rebuilt, alignment, facts }: Comparison) {
  const partners = new Map<number, Set<number>>()
  // A text that differs in its number alone is told of by its number.
  const withoutNumbers = memo(({ tokens }: Passage) =>
    tokens.flatMap(({ word }) => (/^\d/.test(word) ? [] : word)).join(' '),
  )
  const renumbered = facts.missing.flatMap(({ fact, instead }) =>
    instead && withoutNumbers(original[fact.passage]!) === withoutNumbers(rebuilt[instead.passage]!)
      ? [[fact, instead] as const]
      : [],
  )
  for (const [fact, now] of [...facts.partner, ...renumbered])
    partners.set(fact.passage, (partners.get(fact.passage) ?? new Set()).add(now.passage))
  const spare = new Map<number, Map<string, number>>()
  const spareWords = (passage: number) => {
    const from = alignment.targetStart[passage]!
    const counts = countEach(
      rebuilt[passage]!.tokens.flatMap(({ word }, at) => (alignment.explained[from + at] ? [] : word)),
    )
    spare.set(passage, counts)
    return counts
  }
  return (passage: number, word: string): number | undefined => {
    for (const place of partners.get(passage) ?? []) {
      const words = spare.get(place) ?? spareWords(place)
      const count = words.get(word) ?? 0
      if (!count) continue
      words.set(word, count - 1)
      return place
    }
    return undefined
  }
}

/** Lost texts that a reader takes for one thing: a section under its heading, a table row, or a single text. */
export interface LostUnit {
  kind: 'section' | 'row' | 'text'
  /** The first one names the unit. */
  outcomes: TextOutcome[]
}

/** Groups lost texts that stand side by side in the original. */
export function lostUnits(outcomes: TextOutcome[]): LostUnit[] {
  const units: LostUnit[] = []
  for (let at = 0; at < outcomes.length; at++) {
    const outcome = outcomes[at]!
    if (outcome.state !== 'lost' && !(isCell(outcome) && outcome.bare)) continue
    const unit = sectionFrom(outcomes, at) ?? rowFrom(outcomes, at) ?? textFrom(outcomes, at)
    if (!unit) continue
    at = unit.outcomes.at(-1)!.index
    units.push(unit)
  }
  return units
}

/** A lost text, and the facts below it that went with it, as the telephone number below an address. */
function textFrom(outcomes: TextOutcome[], from: number): LostUnit | null {
  const first = outcomes[from]!
  if (first.state !== 'lost') return null
  const members = [first]
  for (const outcome of outcomes.slice(from + 1)) {
    const { visible, landmark } = outcome.passage
    if (!outcome.bare || !outcome.gone || landmark !== first.passage.landmark) break
    if (!visible || !first.passage.visible) break
    members.push(outcome)
  }
  return { kind: 'text', outcomes: members }
}

/**
 * A lost heading of the page's body and what was lost below it, up to the next heading of its rank or what is kept. The
 * marks of a list that goes on below it, such as the number of its first step, make no section of it.
 */
function sectionFrom(outcomes: TextOutcome[], from: number): LostUnit | null {
  const head = outcomes[from]!
  if (head.passage.kind !== 'heading' || head.state !== 'lost' || !head.passage.visible) return null
  const members = [head]
  const pending: TextOutcome[] = []
  for (const outcome of outcomes.slice(from + 1)) {
    const { kind, level, visible } = outcome.passage
    if (kind === 'heading' && level <= head.passage.level) break
    if (outcome.state === 'lost' && visible) members.push(...pending.splice(0), outcome)
    else if (outcome.bare || !visible || outcome.passage.volatile) pending.push(outcome)
    else break
  }
  if (!members.slice(1).some(hasWord)) return null
  // A price that ends the section goes with it when it is gone as well.
  members.push(...pending.filter(outcome => outcome.bare))
  return { kind: 'section', outcomes: members.sort((a, b) => a.index - b.index) }
}

/** The lost cells of one table row, cells of nothing but facts included; at least one cell with words of its own. */
function rowFrom(outcomes: TextOutcome[], from: number): LostUnit | null {
  const first = outcomes[from]!
  if (!isCell(first)) return null
  const cells = [first]
  for (let at = from + 1; at < outcomes.length; at++) {
    const outcome = outcomes[at]!
    if (!isCell(outcome) || !sameLine(first, outcome)) break
    if (outcome.state !== 'lost' && !outcome.bare) return null
    cells.push(outcome)
  }
  const isLost = cells.length > 1 && cells.some(cell => cell.state === 'lost')
  return isLost ? { kind: 'row', outcomes: cells } : null
}

const isCell = ({ passage }: TextOutcome) => passage.kind === 'cell' || passage.kind === 'header-cell'

function sameLine(a: TextOutcome, b: TextOutcome): boolean {
  const [one, two] = [a.passage.box, b.passage.box]
  return Math.abs(one.y + one.height / 2 - two.y - two.height / 2) < Math.max(one.height, two.height, 1) / 2
}
