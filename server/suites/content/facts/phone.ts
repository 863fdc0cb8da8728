import type { Fact, Finder } from './fact.ts'

const CANDIDATE = /(?<![\p{L}\d.,/])(?:\+ ?)?\(?\+?\d[\d ()./-]{5,22}\d(?![\p{L}\d])/gu

/** Telephone numbers, and other numbers of nine digits or more: an account, a register, an article. */
export const findPhones: Finder = text => {
  const found: Fact[] = []
  for (const match of text.matchAll(CANDIDATE)) {
    const raw = match[0]
    const kind = kindOf(raw)
    if (kind)
      found.push({ kind, value: digitsOf(raw), raw, start: match.index, end: match.index + raw.length })
  }
  return found
}

/** `00` and `+` are one; a trunk zero in brackets is not dialled from abroad. */
function digitsOf(raw: string): string {
  const international = /^\(?\+|^00/.test(raw)
  const digits = raw.replace(/\(0\)/, '').replace(/\D/g, '')
  return international ? `+${digits.replace(/^00/, '')}` : digits
}

/** Whether a national and an international spelling lead to the same telephone. */
export function samePhone(a: string, b: string): boolean {
  if (a === b) return true
  if (a.startsWith('+') === b.startsWith('+')) return false
  const [long, short] = (a.startsWith('+') ? [a, b] : [b, a]) as [string, string]
  const national = short.replace(/^0/, '')
  const country = long.length - 1 - national.length
  return national.length >= 7 && country >= 0 && country <= 3 && long.endsWith(national)
}

function kindOf(raw: string): Fact['kind'] | null {
  const digits = raw.replace(/\D/g, '')
  if (digits.length < 7 || digits.length > 15) return null
  const groups = raw.match(/\d+/g)!
  if (groups.every(group => /^(19|20)\d\d$/.test(group))) return null
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(raw) || /^\d{1,3}(\.\d{3})+$/.test(raw)) return null
  if (/ - |- | -|\. | \./.test(raw) && !/^[+(0]/.test(raw)) return null
  if (/^[+(0]/.test(raw)) return 'phone'
  if (/^\d{3}[ .-]\d{4}$/.test(raw)) return 'phone'
  if (groups.length > 1 && digits.length >= 9 && groups.length <= 6) return 'phone'
  return groups.length === 1 && digits.length >= 9 ? 'number' : null
}
