import type { Place } from '../../contract.ts'
import { shorten } from '../core/quote.ts'
import type { Side } from '../core/suite.ts'

/** As much of what a page says of itself as a message can quote. */
export const shown = (text: string): string => shorten(text, 160)

/** The two pages as the places of a finding about a whole page, with what each of them says. */
export function bothPages(
  original: Side<'document'>,
  rebuilt: Side<'document'>,
  said: { before?: string; now?: string } = {},
): { original: Place; rebuilt: Place } {
  const place = ({ document: { url } }: Side<'document'>, text?: string): Place =>
    text === undefined ? { url } : { url, text: shown(text) }
  return { original: place(original, said.before), rebuilt: place(rebuilt, said.now) }
}
