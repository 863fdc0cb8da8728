/** Measures in a text, with the words before them, by which one is known in another text. */
import { normalise } from './text.ts'

export interface Measure {
  /** As it stands: `Total weight: 0.95 kg`. */
  text: string
  /** Up to two words right before it, normalised; '' where there are none. */
  label: string
  /** The number alone, as it is written. */
  number: string
  unit: string
}

/** Measures of a page, and characters of a row of its tables, that are kept: what is as long or as many was cut. */
export const MAX_MEASURES = 200
export const MAX_ROW = 200

const WORD = String.raw`\p{L}[\p{L}\p{M}'’-]{0,30}`
/** In one spelling in most languages: what is called otherwise is no other measure. */
const UNIT = String.raw`kg|mg|g|t|lbs?|oz|cm|mm|km|m|ft|ml|cl|dl|l|kw|w|v|a|mah|ah|khz|mhz|ghz|hz|gb|tb|mb|bar|psi|nm|kn|n|lm|db|°\s?[cf]|%`
const MEASURE = new RegExp(
  String.raw`(?<label>(?:${WORD}[\s:.]{1,4}){0,2})(?<![\d/×]\s?|\d\s?[.,:]|[–-]|(?<!\p{L})x\s?)(?<number>\d{1,3}(?: \d{3})+(?:[.,]\d{1,3})?|\d(?:[\d.,']{0,12}\d)?)\s?(?<unit>${UNIT})(?![\p{L}\d²³]|\s?[/×x–-]\s?\d)`,
  'giu',
)

/** Those of a text, in its order. */
export const measuresIn = (text: string): Measure[] =>
  [...text.matchAll(MEASURE)].map(({ 0: all, groups }) => ({
    text: all.replace(/\s+/g, ' ').trim(),
    label: normalise(groups!.label!.replace(/[:.]/g, ' ')),
    number: groups!.number!,
    unit: groups!.unit!.replace(/\s/g, '').toLowerCase(),
  }))
