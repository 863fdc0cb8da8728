/** Words that were typed anew with other letters, and words that ran into one. */
import { sumOf } from '../../../lib/count.ts'
import { memo } from '../../../lib/memo.ts'
import type { Token } from '../../../lib/text.ts'
import type { Passage } from '../../../matching/passages.ts'
import { counterpartOf, sourceOf } from '../../../matching/texts.ts'
import type { Comparison } from '../comparison/index.ts'

/** Letters of the shortest word that is looked at, and from which two of them may be wrong. */
const MIN_LETTERS = 5
const MIN_LONG = 8

/**
 * The words of each text of the original, by index, that are spelt otherwise in the same text now, in a way the original
 * does not have. Endings are grammar, and some spellings are another country's.
 */
export function misspelt({ original, rebuilt, alignment }: Comparison): Map<number, string[]> {
  const known = new Set(original.flatMap(({ tokens }) => tokens.map(({ word }) => word)))
  const found = new Map<number, string[]>()
  original.forEach((passage, index) => {
    const open = passage.tokens.filter(
      ({ word }, at) => alignment.match[alignment.sourceStart[index]! + at]! < 0 && isWritten(word),
    )
    const place = passage.visible && open.length ? counterpartOf(alignment, index) : undefined
    if (place === undefined || !rebuilt[place]!.visible) return
    const from = alignment.targetStart[place]!
    const others = rebuilt[place]!.tokens.filter(
      ({ word }, at) => !alignment.explained[from + at] && !known.has(word),
    )
    const words = open.flatMap(({ word }) => {
      const now = others.find(other => isMisspelling(word, other.word))
      return now ? `${word}: ${now.word}` : []
    })
    if (words.length) found.set(index, words)
  })
  return found
}

const isWritten = (word: string) => word.length >= MIN_LETTERS && /^\p{L}+$/u.test(word)

function isMisspelling(word: string, now: string): boolean {
  const most = word.length >= MIN_LONG ? 2 : 1
  return (
    /^\p{L}+$/u.test(now) &&
    word.at(-1) === now.at(-1) &&
    Math.abs(word.length - now.length) <= most &&
    british(word) !== british(now) &&
    distance(word, now) <= most
  )
}

/** Letters that may differ in all of a text for it to be the same with a slip. */
const MAX_SLIP = 2
/** Letters of the longest word that is compared so: nobody reads a longer one. */
const MAX_LETTERS = 60

/**
 * Whether a text is another one but for a slip of the keys: as many words, of which long ones that begin alike differ in
 * a letter or two. A short word, or one that begins otherwise, is as soon another word.
 */
export function isSlip({ tokens }: Passage, now: Passage): boolean {
  if (tokens.length !== now.tokens.length) return false
  const pairs = tokens.map(({ word }, at) => [word, now.tokens[at]!.word] as const)
  const others = pairs.filter(([word, other]) => word !== other)
  const isClose = ([word, other]: (typeof others)[number]) =>
    isWritten(word) &&
    word.length <= MAX_LETTERS &&
    /^\p{L}+$/u.test(other) &&
    word[0] === other[0] &&
    Math.abs(word.length - other.length) <= MAX_SLIP &&
    distance(word, other) <= (word.length >= MIN_LONG ? MAX_SLIP : 1)
  return (
    others.length > 0 &&
    others.length <= MAX_SLIP &&
    others.every(isClose) &&
    sumOf(others, ([word, other]) => distance(word, other)) <= MAX_SLIP
  )
}

/** A name, or a title before it: a word with a capital and small letters behind it. */
const isName = (word: string) => /^\p{Lu}[\p{Ll}\p{M}'-]*$/u.test(word)

/** Words without a capital, and more than half of those beside the name, by which a text is no title. */
const MIN_SMALL = 2

/**
 * Whether a text is another one but for the letters of one name: all other words are the same, and what differs stands
 * among words with capitals, two at least, on both sides. In a text of titles each word has one.
 */
export function isOtherName(before: Passage, now: Passage): boolean {
  if (before.tokens.length !== now.tokens.length) return false
  const written = ({ text, tokens }: Passage) => tokens.map(({ start, end }) => text.slice(start, end))
  const [one, other] = [written(before), written(now)]
  const at = before.tokens.flatMap(({ word }, index) => (word === now.tokens[index]!.word ? [] : index))
  const [from = -1, to = -1] = [at[0], at.at(-1)]
  if (from < 0) return false
  const isAlike = (index: number) => {
    const [word, instead] = [before.tokens[index]!.word, now.tokens[index]!.word]
    const most = word.length >= MIN_LONG ? 2 : 1
    return (
      isName(one[index]!) &&
      isName(other[index]!) &&
      american(word) !== american(instead) &&
      word.length >= MIN_LETTERS &&
      word.length <= MAX_LETTERS &&
      Math.abs(word.length - instead.length) <= most &&
      distance(word, instead) <= most
    )
  }
  let [first, last] = [from, to]
  while (first > 0 && isName(one[first - 1]!)) first--
  while (last < one.length - 1 && isName(one[last + 1]!)) last++
  const isAmongNames = one.slice(first, last + 1).every(isName) && last > first
  const others = one.filter((_, index) => index < first || index > last)
  const small = others.filter(word => /^\p{Ll}/u.test(word))
  return isAmongNames && small.length >= MIN_SMALL && small.length * 2 > others.length && at.every(isAlike)
}

/** One spelling for colour and color, centre and center, realise and realize, travelled and traveled. */
const british = (word: string) =>
  word.replace(/our/g, 'or').replace(/z/g, 's').replace(/re$/, 'er').replace(/ll/g, 'l').replace(/ae/g, 'e')

/** Of those that are told of names, which have a spelling of their own: Organisation and Organization, Colour and Color. */
const american = (word: string) =>
  word.replace(/ys(?=e|ing)|is(?=ation|e|ing)/g, end => `${end[0]}z`).replace(/our/g, 'or')

/** Letters that were put in, left out, replaced, or changed places with the next one (optimal string alignment). */
function distance(a: string, b: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, before[j - 2]! + 1)
    }
    ;[before, last] = [last, row]
  }
  return last[b.length]!
}

export interface Joined {
  /** Of the original's text and of the rebuilt one. */
  index: number
  place: number
  words: string[]
  /** It is the other way round. */
  isSplit?: true
}

/** Each once: words of one text of the original, with a space between them, that are one word now which the original does not have. */
export function joinedWords(comparison: Comparison): Joined[] {
  const { original, rebuilt } = comparison
  const known = new Set(original.flatMap(({ tokens }) => tokens.map(({ word }) => word)))
  const told = new Set<string>()
  return rebuilt.flatMap(({ visible, tokens }, place) => {
    const fresh = visible ? tokens.filter(({ word }) => word.length >= MIN_LETTERS && !known.has(word)) : []
    const index = fresh.length ? sourceOf(comparison, place) : undefined
    if (index === undefined || !original[index]!.visible) return []
    const passage = original[index]!
    const parts = partsOf(fresh, passage.tokens, passage.text)
    return fresh.flatMap(({ word }) => {
      const words = told.has(word) ? undefined : parts.get(word)
      if (words) told.add(word)
      return words ? [{ index, place, words }] : []
    })
  })
}

/**
 * Each once: a word that is several in the same text now, with nothing but space between. Of words that the original has,
 * such as “can not”, it may be the other spelling.
 */
export function splitWords({ original, rebuilt, alignment }: Comparison): Joined[] {
  const known = new Set(original.flatMap(({ tokens }) => tokens.map(({ word }) => word)))
  // Many texts may be one now: it is read once.
  const wordsOf = memo(({ tokens }: Passage) => new Set(tokens.map(({ word }) => word)))
  const hasOthers = memo((now: Passage) => [...wordsOf(now)].some(word => !known.has(word)))
  const gone = original.flatMap(({ visible, tokens }, index) => {
    const place = visible ? counterpartOf(alignment, index) : undefined
    const now = place === undefined ? undefined : rebuilt[place]!
    if (!now?.visible || !hasOthers(now)) return []
    const lost = tokens.filter(({ word }) => isWritten(word) && !wordsOf(now).has(word))
    return lost.map(({ word }) => ({ index, place: place!, word }))
  })
  const told = new Set<string>()
  return [...Map.groupBy(gone, ({ place }) => place)].flatMap(([place, here]) => {
    const now = rebuilt[place]!
    const parts = partsOf(here, now.tokens, now.text)
    return here.flatMap(({ index, word }): Joined[] => {
      const words = told.has(word) ? undefined : parts.get(word)
      if (!words || words.every(part => known.has(part))) return []
      told.add(word)
      return [{ index, place, words, isSplit: true }]
    })
  })
}

/** Two letters at least: an initial may stand apart by its size alone. */
const MIN_PART = 2

/** Letters of a word that others make up: of a heading that lost all of its spaces. */
const MAX_JOINED = 200

/** For each of these words the neighbouring ones, with nothing but space between them, that make it up. */
function partsOf(made: readonly Pick<Token, 'word'>[], tokens: Token[], text: string): Map<string, string[]> {
  const parts = new Map<string, string[]>()
  const wanted = new Set(made.map(({ word }) => word).filter(word => word.length <= MAX_JOINED))
  const longest = [...wanted].reduce((most, { length }) => Math.max(most, length), 0)
  for (let from = 0; from < tokens.length; from++) {
    let joined = ''
    for (let at = from; at < tokens.length && joined.length < longest; at++) {
      const token = tokens[at]!
      if (at > from && text.slice(tokens[at - 1]!.end, token.start) !== ' ') break
      if (token.word.length < MIN_PART || !/^\p{L}+$/u.test(token.word)) break
      joined += token.word
      if (at > from && wanted.has(joined) && !parts.has(joined))
        parts.set(
          joined,
          tokens.slice(from, at + 1).map(each => each.word),
        )
    }
  }
  return parts
}
