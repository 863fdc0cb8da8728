import { tidy } from '../../../lib/text.ts'
import type { Passage } from '../../../matching/passages.ts'
import { HASH } from '../find-facts/code.ts'
import { findLeftovers, type Leftover } from './index.ts'

/** Texts of the original with marks of programs from which on a page speaks of programs. */
const OF_PROGRAMS = 3
/** Share of its characters in the wrong encoding from which on a text is no words at all. */
const GARBLED = 0.25

/** Saves looking closer at most texts. */
const HEXADECIMAL = /[\da-f]{8}/i

const known = new WeakMap<Passage, Leftover[]>()

/** What nobody meant to publish in this text; each text is searched once. */
export function leftoversOf(passage: Passage): Leftover[] {
  const found = known.get(passage) ?? findLeftovers(passage.source)
  known.set(passage, found)
  return found
}

const TECHNICAL = /^(missing value|template leftover|untranslated key|program error)$/

/** Whether a page is about programs, so that their words are its words. */
export function speaksOfPrograms(passages: Passage[]): boolean {
  const own = passages.filter(
    passage => passage.code || leftoversOf(passage).some(({ kind }) => TECHNICAL.test(kind)),
  )
  return own.length >= OF_PROGRAMS
}

const VALUES = /(?<![\p{L}\p{N}_])(?:undefined|null|NaN)(?![\p{L}\p{N}_])/gu

/**
 * Whether a leftover may be a word of the page's: the page is about programs and shows this value, or something else of
 * the kind, itself.
 */
export function wordsOfPrograms(passages: Passage[]): (leftover: Leftover) => boolean {
  if (!speaksOfPrograms(passages)) return () => false
  const kinds = new Set(passages.flatMap(passage => leftoversOf(passage).map(({ kind }) => kind)))
  const values = new Set(passages.flatMap(({ source }) => source.match(VALUES) ?? []))
  return ({ kind, raw }) =>
    kind === 'missing value' ? values.has(raw) : TECHNICAL.test(kind) && kinds.has(kind)
}

/** Share of a page's words from which on filler is no leftover but what the page is made of: a template. */
const OF_FILLER = 0.2

/** Whether a page is a template, so that its filler is its text. */
export function isTemplate(passages: Passage[]): boolean {
  const words = (own: Passage[]) => own.reduce((sum, { length }) => sum + length, 0)
  return words(passages.filter(isFiller)) >= OF_FILLER * words(passages)
}

const isFiller = (passage: Passage) => leftoversOf(passage).some(({ kind }) => kind === 'filler text')

/**
 * For each word of a text of the original, 1 where it is a leftover that nobody misses: of filler the whole text, of
 * garbled characters the words they are in, and of names of builds all. null where there is none, or where it is in doubt.
 */
export function worthlessWords(
  passage: Passage,
  { programs, template }: { programs: boolean; template: boolean },
): Uint8Array | null {
  const found = leftoversOf(passage).filter(
    ({ kind, doubtful }) =>
      !doubtful &&
      !((programs || passage.code) && TECHNICAL.test(kind)) &&
      !(template && kind === 'filler text'),
  )
  const hashes = HEXADECIMAL.test(passage.text) ? [...passage.text.matchAll(HASH)] : []
  if (!found.length && !hashes.length) return null
  const words = new Uint8Array(passage.tokens.length)
  const mark = (from: number, to: number) =>
    passage.tokens.forEach((token, index) => {
      if (token.start < to && token.end > from) words[index] = 1
    })
  for (const { 0: raw, index } of hashes) mark(index, index + raw.length)
  const { source } = passage
  const garbled = found.reduce(
    (sum, { kind, start, end }) => sum + (kind === 'broken encoding' ? end - start : 0),
    0,
  )
  if (garbled > GARBLED * source.length || found.some(({ kind }) => kind === 'filler text'))
    return words.fill(1)
  for (const { start, end } of found) {
    let [from, to] = [start, end]
    while (from > 0 && /\S/.test(source[from - 1]!)) from--
    while (to < source.length && /\S/.test(source[to]!)) to++
    mark(tidy(source.slice(0, from)).length, tidy(source.slice(0, to)).length)
  }
  return words
}
