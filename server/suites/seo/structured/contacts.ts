/** Telephone numbers and mailboxes that a description tells otherwise than its page shows. */
import { atWidth, DESKTOP } from '../../../lib/widths.ts'
import type { Side } from '../../core/suite.ts'
import type { Difference } from './differences.ts'

/** The end of a telephone number, without its country and most of its area. */
const END_DIGITS = 6

/** Whether a page shows what a telephone number or an e-mail address was before, and not what it is now. */
export function isContradictedContact(
  { property, before, now }: Difference,
  { layouts }: Side<'layouts'>,
): boolean {
  if (!/^(telephone|email)$/.test(property)) return false
  const said = (text: string) =>
    property === 'email'
      ? text.toLowerCase().replace(/^mailto:/, '')
      : text.replace(/\D/g, '').slice(-END_DIGITS)
  const shown = (atWidth(layouts, DESKTOP)?.blocks ?? []).flatMap(({ state, text }) =>
    state === 'visible' ? (property === 'email' ? text.toLowerCase() : text.replace(/\D/g, '')) : [],
  )
  const isShown = (contact: string) =>
    said(contact) !== '' && shown.some(text => text.includes(said(contact)))
  return isShown(before) && !isShown(now)
}
