import { memoPair } from '../../../lib/memo.ts'
import { isPrice } from '../../../lib/price.ts'
import type { Passage } from '../../../matching/passages.ts'
import type { TextMatching } from '../../../matching/texts.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { compareFacts, type FactComparison } from './facts.ts'

export type ContentPair = Pair<
  | 'layouts'
  | 'tables'
  | 'links'
  | 'linkTargets'
  | 'images'
  | 'document'
  | 'volatile'
  | 'head'
  | 'probes'
  | 'health'
  | 'colours'
>
export type ContentSide = ContentPair['original']
/** All artifacts that the suite declares. */
export type Needed = keyof ContentSide

/** The two pages' texts, word by word, and the facts they state: what all checks of this suite reason on. */
export interface Comparison extends TextMatching {
  facts: FactComparison
}

/** Compared once for each pair of pages; the checks share it. */
export const compare = ({ original, matching }: ContentPair): Comparison =>
  comparisonOf(matching.texts, original.head)

const comparisonOf = memoPair((texts: TextMatching, { lang }: Side<'head'>['head']): Comparison => {
  const facts = compareFacts(texts.original, texts.rebuilt, texts.alignment, lang)
  return { ...texts, facts }
})

/** The first eight words of a text, for a key. */
export function keyOf({ tokens, text }: Passage): string {
  const words = tokens.slice(0, 8).map(token => token.word)
  return words.join(' ').slice(0, 120) || text.slice(0, 40)
}

const NAMES: Record<string, string> = {
  'list-item': 'list item',
  cell: 'table cell',
  'header-cell': 'table header',
}

/** Set by <pre> or <code>: a designer may like the letters of a typewriter. */
export const isSample = ({ code, place }: Pick<Passage, 'code' | 'place'>): boolean =>
  code && /(?:^|> )(?:pre|code)\b/.test(place.selector ?? '')

/** What a text is called in a message. */
export function nameOf(passage: Pick<Passage, 'kind' | 'text' | 'code' | 'place'>): string {
  if (isSample(passage)) return 'code'
  return isPrice(passage.text) ? 'price' : (NAMES[passage.kind] ?? passage.kind)
}
