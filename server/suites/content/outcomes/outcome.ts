import type { Passage } from '../../../matching/passages.ts'

/**
 * What became of one text of the original. Weights count rare words more; words of facts are judged as facts, and
 * leftovers, such as filler text, weigh nothing.
 */
export interface TextOutcome {
  index: number
  passage: Passage
  /** lost; changed in part; hidden: visible before and only in a hidden element now. */
  state: 'kept' | 'lost' | 'changed' | 'hidden'
  weight: number
  /** Weight of what is lost of it. */
  lost: number
  /** The lost words in order, as written. */
  words: string[]
  /** The longest run of lost words, counted as a reader does. */
  run: number
  /** Nothing but facts and leftovers, or no word at all: it is lost with its neighbours only. */
  bare: boolean
  /** Nothing of it stands anywhere on the rebuilt page. */
  gone: boolean
  /** Weight of its words that the rebuilt page shows. */
  shown: number
  /** The rebuilt passage that has most of it. */
  now?: Passage
}
