import { countWords, normalise, words } from '../../lib/text.ts'

/** Words from which a text is a passage. */
export const MIN_PASSAGE_WORDS = 8

export const wordCount = (text: string) => countWords(words(text))

/** Landmarks that frame the content of a page. */
const FRAME = /^(navigation|banner|contentinfo|complementary|dialog|alertdialog|search)$/

export const isFrame = (landmark: string) => FRAME.test(landmark)

/** What the page is about: all outside of its frame, and the headings and passages of its banner. */
export function isMain({ kind, landmark, text }: { kind: string; landmark: string; text: string }): boolean {
  if (landmark === 'banner') return kind === 'heading' || wordCount(text) >= MIN_PASSAGE_WORDS
  return !isFrame(landmark)
}

/** As much of a text as a key holds, normalised. */
export const textKey = (text: string, max = 80) => normalText(text).slice(0, max)

const normalised = new Map<string, string>()
/** About as many texts as two pages have. */
const MAX_NORMALISED = 50_000

/** `normalise`, remembered: the same texts come back at each of up to 17 widths. */
export function normalText(text: string): string {
  const known = normalised.get(text)
  if (known !== undefined) return known
  const fresh = normalise(text)
  if (normalised.size >= MAX_NORMALISED) normalised.clear()
  normalised.set(text, fresh)
  return fresh
}

/** Whether a text is the source of a formula, TeX, of which a script is to draw one: how wide that will be nobody knows. */
export const isFormula = ({ text }: { text: string }): boolean =>
  /^\s*(?:\\\[|\\\(|\$\$)|\\(?:begin|frac|mathbf|left)\b\s*[{([]/.test(text)

/** Whether a text is set in a font of icons first of all: the name of a drawing, as `arrow_back`, which nobody is to read. */
export const isIcon = ({ style }: { style?: { family: string } }): boolean =>
  /^[^,]*(?:\bicons?\b|material symbols|awesome|glyphicons|nucleo|remixicon|boxicons)/i.test(
    style?.family ?? '',
  )

/** Its element, or the one that it is in, is made for lines that break where their author broke them. */
export const isListing = ({ selector }: { selector: string }): boolean =>
  /(?:^| > )(?:pre|code)(?![\w-])/.test(selector)
