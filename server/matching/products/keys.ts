import { normalise, words, wordsOnce } from '../../lib/text.ts'
import { pathOf } from '../../lib/url.ts'

/** A merchant's number: spreadsheets change its case and spaces. */
export const skuKey = (sku: string): string => sku.replace(/\s+/g, '').toLowerCase()

export const handleKey = (handle: string): string => handle.toLowerCase()

/** Without the ids that shop systems put before or behind, and the suffix of a copy: `12-red-shirt`, `red-shirt-copy-1`. */
export const looseHandle = (handle: string): string =>
  handle
    .toLowerCase()
    .replace(/_/g, '-')
    .replace(/^\d+-/, '')
    .replace(/-copy(-\d{1,3})?$|-\d{5,12}$/, '')

/** Whether both titles have numbers, and others: `iPhone 12` is no `iPhone 13`, whatever else is alike. */
export function otherNumbers(a: string, b: string): boolean {
  const [here, there] = [numbersIn(a), numbersIn(b)]
  return here !== '' && there !== '' && here !== there
}

const numbersIn = (title: string) =>
  words(title)
    .filter(word => /^\d/.test(word))
    .sort()
    .join(' ')

/** Words alone: case, punctuation, spaces and entities make no other title. */
export const titleKey = (title: string): string => wordsOnce(title).join(' ') || normalise(title)

/** A path without locale, trailing slash and tracking. */
export const pathKey = (path: string): string =>
  pathOf(new URL(path, ORIGIN).href, [ORIGIN])
    .replace(/^\/[a-z]{2}(-[a-z]{2})?(?=\/)/i, '')
    .toLowerCase()

const ORIGIN = 'http://localhost'
