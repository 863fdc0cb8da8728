/** Numbers with the words around them, by which a figure of one text is known in another one. */
import { plain } from './number.ts'
import { normalise } from './text.ts'

export interface Figure {
  /** As it stands: `Total weight 0.95 kg`. */
  text: string
  /** The words around it, normalised: `total weight # kg`. */
  around: string
  /** The number alone, as it is written. */
  number: string
}

const WORD = String.raw`\p{L}[\p{L}\p{M}'’.-]{0,30}`
const FIGURE = new RegExp(
  String.raw`(?<before>(?:${WORD}[\s:]{1,4}){1,2})(?<number>\d(?:[\d.,]{0,12}\d)?)(?<unit>\s?(?:\p{L}{1,4}(?!\p{L})|%|°\s?\p{L}?))?`,
  'gu',
)

/** Those of a text with one word or two right before them, in its order. */
export const figuresIn = (text: string): Figure[] =>
  [...text.matchAll(FIGURE)].map(({ 0: all, groups }) => ({
    text: all.replace(/\s+/g, ' ').trim(),
    around: normalise(`${groups!.before!.replace(/:/g, ' ')} # ${groups!.unit ?? ''}`),
    number: groups!.number!,
  }))

/** However the groups and the fraction of two numbers are written: `1.000,50` is `1000.5`, and `1.000` may be `1` or `1000`. */
export const sameNumber = (one: string, other: string): boolean =>
  readingsOf(one).some(number => readingsOf(other).includes(number))

const readingsOf = (text: string): string[] =>
  [true, false].flatMap(decimalComma => [plain(text, { decimalComma }), plain(text, { decimalComma }, false)])
