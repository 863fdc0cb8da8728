import { countWords, words } from '../../lib/text.ts'

const OUTSIDE = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'complementary',
  'dialog',
  'alertdialog',
  'search',
])

/** Words from which a text is a passage. */
export const PASSAGE = 8

interface Text {
  kind: string
  landmark: string
  text: string
}

export const wordsIn = (text: string) => countWords(words(text))

/** What the page is about: all outside of its frame, and what opens it in its banner. */
export function isMain({ kind, landmark, text }: Text): boolean {
  if (landmark === 'banner') return kind === 'heading' || wordsIn(text) >= PASSAGE
  return !OUTSIDE.has(landmark)
}
