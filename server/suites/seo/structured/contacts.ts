/** Telephone numbers and mailboxes that a description tells otherwise than its page shows. */
import { dialledOf } from '../../../lib/phone.ts'
import { atWidth, DESKTOP } from '../../../lib/widths.ts'
import type { Side } from '../../core/suite.ts'
import type { Difference } from './differences.ts'

/** Of a telephone number, and of its end, without its country and most of its area. */
const MIN_DIGITS = 6

/** Whether a page shows what a telephone number or a mailbox was before, and not what it is now. */
export function isContradictedContact({ property, before, now }: Difference, side: Side<'layouts'>): boolean {
  if (property === 'email') {
    const [was, is] = [before, now].map(mailboxOf)
    const shown = new Set(textsOf(side).flatMap(text => text.toLowerCase().match(MAILBOX) ?? []))
    return was !== is && shown.has(was!) && is!.includes('@') && !shown.has(is!)
  }
  if (property !== 'telephone') return false
  const [was, is] = [before, now].map(digitsOf) as [string, string]
  if (Math.min(was.length, is.length) < MIN_DIGITS || is.startsWith(was) || was.startsWith(is)) return false
  const shown = textsOf(side).map(digitsOf)
  // A number may stand in several elements.
  return (
    shown.some(text => text.endsWith(was.slice(-MIN_DIGITS))) &&
    !shown.join('').includes(is.slice(-MIN_DIGITS))
  )
}

const MAILBOX = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
const mailboxOf = (address: string) =>
  address
    .toLowerCase()
    .replace(/^mailto:/, '')
    .split('?')[0]!
const digitsOf = (text: string) => dialledOf(text.replace(/[^\d٠-٩۰-۹]/g, '')).replace(/\D/g, '')
const textsOf = ({ layouts }: Side<'layouts'>): string[] =>
  (atWidth(layouts, DESKTOP)?.blocks ?? []).flatMap(({ state, text }) => (state === 'visible' ? text : []))
