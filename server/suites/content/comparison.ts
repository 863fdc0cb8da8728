import type { Passage } from '../../matching/passages.ts'
import type { TextMatching } from '../../matching/texts.ts'
import type { Pair } from '../core/suite.ts'
import { compareFacts, type FactComparison } from './facts/compare.ts'

export type ContentPair = Pair<'layouts' | 'tables' | 'links' | 'images' | 'document' | 'volatile' | 'head'>

/** The two pages' texts, word by word, and the facts they state: what all checks of this suite reason on. */
export interface Comparison extends TextMatching {
  facts: FactComparison
}

const done = new WeakMap<TextMatching, Comparison>()

/** Compared once for each pair of pages; the checks share it. */
export function compare({ original, matching: { texts } }: ContentPair): Comparison {
  const known = done.get(texts)
  if (known) return known
  const facts = compareFacts(texts.original, texts.rebuilt, texts.alignment, original.head.lang)
  const fresh = { ...texts, facts }
  done.set(texts, fresh)
  return fresh
}

/** `text` in quotes, shortened for a message. */
export function quote(text: string, most = 80): string {
  return `“${text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text}”`
}

/** The first eight words of a text, for a key. */
export function keyOf({ tokens, text }: Passage): string {
  return (
    tokens
      .slice(0, 8)
      .map(token => token.word)
      .join(' ')
      .slice(0, 120) || text.slice(0, 40)
  )
}

const NAMES: Record<string, string> = {
  'list-item': 'list item',
  cell: 'table cell',
  'header-cell': 'table header',
}

/** What a kind of text is called in a message. */
export function nameOf(kind: string): string {
  return NAMES[kind] ?? kind
}
