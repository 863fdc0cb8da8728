import type { Place } from '../../contract.ts'
import { shorten } from '../core/quote.ts'
import type { Finding, Side } from '../core/suite.ts'

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

/** A finding of a check about the whole page: what it is called there, how grave, what it costs, what to read. */
export type Say = (rule: string, severity: Finding['severity'], penalty: number, message: string) => Finding

/** What a page says of itself, on both sides: all findings of it have one fix and one pair of places. */
export function saying(
  check: `seo/${string}`,
  fix: string,
  original: Side<'document'>,
  rebuilt: Side<'document'>,
  said: { before?: string; now?: string } = {},
): Say {
  const place = ({ document }: Side<'document'>, text: string | undefined): Place =>
    text === undefined ? { url: document.url } : { url: document.url, text: shown(text) }
  return (rule, severity, penalty, message) => ({
    key: rule ? `${check}:${rule}` : check,
    severity,
    penalty,
    message,
    fix,
    original: place(original, said.before),
    rebuilt: place(rebuilt, said.now),
  })
}
