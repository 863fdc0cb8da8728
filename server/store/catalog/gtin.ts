/**
 * A GTIN in its 14 digits, or null where the check digit is wrong: shops keep all kinds of numbers in that field.
 * Of 11 digits spreadsheets have eaten the leading zero.
 * @see https://www.gs1.org/services/how-calculate-check-digit-manually
 */
export function gtin14(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : ''
  const digits = text.slice(0, 40).replace(/[\s-]/g, '')
  if (!/^(\d{8}|\d{11,14})$/.test(digits)) return null
  const padded = digits.padStart(14, '0')
  // All zeros are a placeholder whose check digit happens to be right.
  if (/^0+$/.test(padded)) return null
  const sum = [...padded].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
  return sum % 10 === 0 ? padded : null
}
