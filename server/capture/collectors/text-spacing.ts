import { DESKTOP } from '../../lib/widths.ts'
import type { SiteSession } from '../page/site-session.ts'

/** A text that is not wholly seen, with the share of it that is. */
export interface CutText {
  /** Its first 300 characters. */
  text: string
  selector: string
  share: number
}

/** A text of which less is seen counts as cut off. */
export const MIN_SHARE_SEEN = 0.85
export const MAX_CUT_TEXTS = 1000

/**
 * Texts that are cut off at 1440 px once a reader spaces them out: line height 1.5, letters 0.12, words 0.16,
 * paragraphs 2 times the size of the letters.
 * @see https://www.w3.org/TR/WCAG22/#text-spacing
 */
export async function textSpacing(session: SiteSession): Promise<CutText[]> {
  const { world } = await session.at(DESKTOP)
  return world.run(
    ({ textBlocks, remeasure }, { ignore, minShare, max }) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
        p { margin-bottom: 2em !important }`)
      document.adoptedStyleSheets.push(sheet)
      try {
        remeasure(ignore)
        return textBlocks()
          .blocks.filter(({ state, scroller }) => state !== 'hidden' && !scroller)
          .map(({ text, selector, box, seen }) => ({
            text: text.slice(0, 300),
            selector,
            share: Math.round((100 * seen.width * seen.height) / Math.max(1, box.width * box.height)) / 100,
          }))
          .filter(({ share }) => share < minShare)
          .slice(0, max)
      } finally {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter(other => other !== sheet)
      }
    },
    { ignore: [...session.site.ignore], minShare: MIN_SHARE_SEEN, max: MAX_CUT_TEXTS },
    20_000,
  )
}
