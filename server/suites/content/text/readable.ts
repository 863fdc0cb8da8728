import { DESKTOP } from '../../../lib/widths.ts'
import type { Passage } from '../../../matching/passages.ts'
import type { ContentSide } from '../comparison/index.ts'

/**
 * Tells the texts of a page that somebody can read. Those in the colour of their background, as keywords for search engines are
 * set, leave no trace in the screenshot, and nobody misses them. Styles alone tell nothing, as a picture may stand behind a
 * text, and pixels alone neither, as one may not have been loaded.
 */
export function legibleTexts({ colours, layouts }: ContentSide): (text: Passage) => boolean {
  const plain = new Set(
    colours.filter(({ uniform }) => uniform === 1).map(({ text, box }) => placeOf(text, box)),
  )
  const blank = new Set(
    layouts
      .filter(({ width }) => width === DESKTOP)
      .flatMap(({ blocks }) => blocks.filter(({ style }) => style.colour === style.background))
      .map(({ text, box }) => placeOf(text, box))
      .filter(place => plain.has(place)),
  )
  return ({ source, box }) => !blank.has(placeOf(source, box))
}

/** A captured colour has the first 200 characters of its text. */
const placeOf = (text: string, { x, y }: Passage['box']): string => `${x} ${y} ${text.slice(0, 200)}`
