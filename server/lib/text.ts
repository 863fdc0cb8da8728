/** Texts as a person reads them: what typography, white space and encoding make different is made equal. */

/**
 * `text` in one spelling, case kept: NFKC, single spaces, straight quotes, plain hyphens, ASCII digits, and without
 * soft hyphens, zero-width characters, direction marks and tatweel.
 */
export function tidy(text: string): string {
  // Most texts need no more than this, and the rest is dear.
  if (ASCII.test(text)) return text.replace(/`/g, "'").replace(/\s+/g, ' ').trim()
  return text
    .replace(INVISIBLE, '')
    .replace(SINGLE_QUOTES, "'")
    .replace(DOUBLE_QUOTES, '"')
    .replace(DASHES, '-')
    .replace(TRADE_MARKS, '')
    .normalize('NFKC')
    .replace(NATIVE_DIGITS, digit => String(valueOfDigit(digit)))
    .replace(/٫/g, '.')
    .replace(/٬/g, ',')
    .replace(/٪/g, '%')
    .replace(/\s+/g, ' ')
    .trim()
}

/** `text` as it is compared: tidy and case-folded, so that CSS `text-transform` makes no difference. */
export function normalise(text: string): string {
  return fold(tidy(text))
}

/** The words of a text, normalised. A character of a script that is written without spaces is a word. */
export function words(text: string): readonly string[] {
  const known = spelled.get(text)
  if (known) return known
  const fresh = wordsOnce(text)
  if (text.length <= SHORT) {
    if (spelled.size >= REMEMBERED.texts || characters > REMEMBERED.characters) {
      spelled.clear()
      characters = 0
    }
    spelled.set(text, fresh)
    characters += text.length
  }
  return fresh
}

/** The same of a text that nobody asks for again, or of one of so many that it would be forgotten by then. */
export const wordsOnce = (text: string): string[] => tokens(tidy(text)).map(token => token.word)

/** The same texts are asked for at every width and by every suite. */
const spelled = new Map<string, readonly string[]>()
let characters = 0
const SHORT = 2000
/** As many characters as two pages have at most; their words take six times that in memory. */
const REMEMBERED = { texts: 20_000, characters: 2_000_000 }

export interface Token {
  /** Case-folded. */
  word: string
  /** Offsets in the tidy text, the end exclusive. */
  start: number
  end: number
}

/** The words of a tidy text with their places. Numbers and letters are words apart: `5kg` reads as `5 kg`. */
export function tokens(tidied: string): Token[] {
  const found: Token[] = []
  for (const match of tidied.matchAll(WORD))
    found.push({
      word: fold(match[0].replace(RAISED_TRADE_MARK, '')),
      start: match.index,
      end: match.index + match[0].length,
    })
  return found
}

/**
 * How much two texts share, 0 to 1: the mean of the Dice coefficients of their words and of their pairs of
 * neighbouring words, both with repetition. Two texts without words are compared as they stand.
 */
export function similarity(a: string, b: string): number {
  const first = words(a)
  const second = words(b)
  if (!first.length || !second.length)
    return first.length === second.length && normalise(a) === normalise(b) ? 1 : 0
  return (dice(first, second) + dice(pairsOf(first), pairsOf(second))) / 2
}

/** Letters that Unicode does not decompose into one of ASCII and an accent. */
const UNACCENTED: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ı: 'i',
}

/** A text in lower case without the accents of its Latin and Greek letters: `é` is `e`. In other scripts a mark is a letter. */
export function unaccented(text: string): string {
  if (ASCII.test(text)) return text
  return text.replace(ACCENTED, letters =>
    letters
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/\P{ASCII}/gu, letter => UNACCENTED[letter] ?? letter),
  )
}

const ACCENTED = /[\p{sc=Latin}\p{sc=Greek}][\p{sc=Latin}\p{sc=Greek}\p{M}]*/gu

/** How many words a reader would count: two characters of an unspaced script are about one word. */
export function countWords(list: readonly string[]): number {
  let characters = 0
  for (const word of list) if (UNSPACED_WORD.test(word)) characters++
  return list.length - characters + Math.ceil(characters / 2)
}

const ASCII = /^[\t\n\f\r\x20-\x7e]*$/
/** Unicode's own list of what draws nothing (soft hyphen, zero width, direction marks), and the Arabic tatweel. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|\u0640/gu
const SINGLE_QUOTES = /[\u2018\u2019\u201a\u201b\u2032\u2039\u203a\u0060\u00b4\u02bc\u02b9\uff07]/g
const DOUBLE_QUOTES = /[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u301d\u301e\u301f\uff02]/g
const DASHES = /[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g
/** NFKC would make letters of them. */
const TRADE_MARKS = /[\u2122\u2120]/g
const NATIVE_DIGITS = /(?![0-9])\p{Nd}/gu
const UNSPACED = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}ー々`
const LETTER = String.raw`[[\p{L}\p{M}]--[${UNSPACED}]]`
const WORD = new RegExp(
  String.raw`[[${UNSPACED}]&&\p{L}]\p{M}*|\p{N}+(?:[.,:]\p{N}+)*|${LETTER}+(?:'${LETTER}+)*`,
  'gv',
)
/** A trade mark sign that is set as two raised letters. */
const RAISED_TRADE_MARK = /(?<=\p{Ll})TM$/u
const UNSPACED_WORD = new RegExp(`^[${UNSPACED}]`, 'v')

/** By way of upper case, which joins what has one capital: ß and ss, σ and ς, ı and i. */
function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text
    .toUpperCase()
    .toLowerCase()
    .replace(/ς/g, 'σ')
    .replace(/ё/g, 'е')
    .replace(/i\u0307/g, 'i')
    .replace(POINTS, '')
    .replace(/[يى]/g, 'ی')
    .replace(/ك/g, 'ک')
}

/** Vowels that Arabic and Hebrew may write or leave out; of letters, Persian and Arabic keyboards give different ones. */
const POINTS = /[\u064b-\u065f\u0670\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/g

/** Unicode keeps decimal digits in runs of ten, zero first. */
function valueOfDigit(digit: string): number {
  const code = digit.codePointAt(0)!
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return code - zero
}

/** Neighbours, the ends of the text included, so that one word has pairs as well. */
function pairsOf(list: readonly string[]): string[] {
  return [...list, ''].map((word, index) => `${list[index - 1] ?? ''} ${word}`)
}

function dice(a: readonly string[], b: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const item of a) counts.set(item, (counts.get(item) ?? 0) + 1)
  let shared = 0
  for (const item of b) {
    const left = counts.get(item) ?? 0
    if (left > 0) shared++
    counts.set(item, left - 1)
  }
  return (2 * shared) / (a.length + b.length)
}

/** `normalise` without spaces: where markup puts one between two parts of a text tells nothing. */
export const unspaced = (text: string): string => normalise(text).replaceAll(' ', '')
