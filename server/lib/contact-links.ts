/** Whom a link writes to or calls. */
import { dialledOf } from './phone.ts'
import { decodeComponent } from './url.ts'

/** The address of `mailto:info@example.com?subject=…` in small letters. */
export const mailOf = (href: string): string =>
  decodeComponent(href.slice('mailto:'.length).split('?')[0]!).trim().toLowerCase()

/** Of `sms:+49…?body=` the number alone, as it is dialled. */
export const phoneOf = (href: string): string =>
  dialledOf(decodeComponent(href.replace(/^[a-z]+:/i, '')).split(/[?&]/)[0]!)

export const isMail = (href: string): boolean => /^mailto:/i.test(href)
export const isPhone = (href: string): boolean => /^(tel|sms|callto):/i.test(href)
