/** Whom a link writes to or calls. */
import { dialledOf } from './phone.ts'

/** The address of `mailto:info@example.com?subject=…` in small letters. */
export const mailOf = (href: string): string =>
  decode(href.slice('mailto:'.length).split('?')[0]!).trim().toLowerCase()

/** Of `sms:+49…?body=` the number alone, as it is dialled. */
export const phoneOf = (href: string): string =>
  dialledOf(decode(href.replace(/^[a-z]+:/i, '')).split(/[?&]/)[0]!)

export const isMail = (href: string): boolean => /^mailto:/i.test(href)
export const isPhone = (href: string): boolean => /^(tel|sms|callto):/i.test(href)

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
