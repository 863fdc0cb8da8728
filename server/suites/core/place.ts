import type { Box, Place } from '../../contract.ts'
import { DESKTOP } from '../../lib/widths.ts'

/** Width in CSS px at which most artifacts are measured. */

/** Where an element is: its selector and box at `viewport` CSS px, and what a person reads there (its text, else its name). */
export function placeOf(
  element: { selector: string; box: Box; text?: string; name?: string },
  url: string,
  viewport = DESKTOP,
): Place {
  const { selector, box, text = element.name } = element
  return { url, selector, box, viewport, ...(text && { text }) }
}
