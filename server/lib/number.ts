/** Numbers as they are written, in one spelling. */
export interface Reading {
  /** 1.000 is a thousand and 1,5 is one and a half, as in German. */
  decimalComma: boolean
  /** Whether 01/02/2024 begins with the day or the month; undefined where both are usual, as on pages in `en`. */
  dateOrder?: 'day' | 'month'
}

/** A number with or without groups of thousands (space, comma, dot, apostrophe, Indian lakhs) and decimals. */
export const NUMBER = String.raw`(?<!\d[.,]?)(?:\d{1,2}(?:,\d{2}){1,4},\d{3}|\d{1,3}(?:[ ,.']\d{3}){1,5}(?!\d)|\d+)(?:[.,]\d+)?(?!\d)`

/** One number after another with a dash or a word between: `10-20`, `10 to 20`. */
export const RANGE = `(?: ?(?:-|~|to|bis|à|до) ?)`

const DECIMAL_COMMA =
  /^(de|fr|es|it|pt|nl|da|sv|nb|no|nn|fi|pl|cs|sk|hu|ro|bg|el|ru|be|uk|tr|id|vi|hr|sr|sl|et|lv|lt|is|ca|gl|eu)(-|$)/i
/** Regions that write these languages with a decimal point. */
const DECIMAL_POINT = /^(es-(MX|GT|HN|NI|SV|PA|DO|PR|US|CU|PE|419)|(de|it|fr)-CH|de-LI)(-|$)/i

const COMMA: Reading = { decimalComma: true, dateOrder: 'day' }
const POINT: Reading = { decimalComma: false }
const AMERICAN: Reading = { decimalComma: false, dateOrder: 'month' }
const BRITISH: Reading = { decimalComma: false, dateOrder: 'day' }

/** Characters of the tag of a language that are read. */
const MAX_TAG = 12

/**
 * How a page in `lang`, a BCP 47 tag, writes its numbers and dates; with a decimal point when that is not known. The same
 * reading each time, so that what was read with it is known again.
 */
export function readingOf(lang: string): Reading {
  const tag = lang.trim().replace(/_/g, '-').slice(0, MAX_TAG)
  if (/^en-(US|PH)(-|$)/i.test(tag)) return AMERICAN
  if (/^en-(GB|IE|AU|NZ|IN|SG)(-|$)/i.test(tag)) return BRITISH
  return DECIMAL_COMMA.test(tag) && !DECIMAL_POINT.test(tag) ? COMMA : POINT
}

/**
 * The number in plain digits with a dot: `1.234,50` is `1234.5`. `1,000` alone is what the language says, or, of what
 * has no thousandths, a thousand.
 */
export function plain(raw: string, { decimalComma }: Reading, thousandths = true): string {
  const text = raw.replace(/[ ']/g, '')
  const marks = text.match(/[.,]/g) ?? []
  const last = text.search(/[.,](?=[^.,]*$)/)
  if (last < 0) return trim(text, '')
  const tail = text.slice(last + 1)
  const grouping =
    new Set(marks).size === 1 &&
    (marks.length > 1 ||
      (tail.length === 3 && !/^0[.,]/.test(text) && (!thousandths || (text[last] === '.') === decimalComma)))
  return grouping ? trim(text.replace(/[.,]/g, ''), '') : trim(text.slice(0, last).replace(/[.,]/g, ''), tail)
}

function trim(whole: string, decimals: string): string {
  const rest = decimals.replace(/0+$/, '')
  return (whole.replace(/^0+(?=\d)/, '') || '0') + (rest ? `.${rest}` : '')
}

/** However the groups and the fraction of two numbers are written: `1.000,50` is `1000.5`, and `1.000` may be `1` or `1000`. */
export const sameNumber = (one: string, other: string): boolean =>
  readingsOf(one).some(number => readingsOf(other).includes(number))

const readingsOf = (text: string): string[] =>
  [true, false].flatMap(decimalComma => [plain(text, { decimalComma }), plain(text, { decimalComma }, false)])
