import type { Place } from '../../contract.ts'
import type { Finding, Side } from '../core/suite.ts'

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

/** As much of a text as a message can quote. */
export const shown = (text: string): string => (text.length > 160 ? `${text.slice(0, 160)}…` : text)
