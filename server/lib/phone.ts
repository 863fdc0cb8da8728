/** Telephone numbers as they are dialled. */

/** Of RFC 3966 or as people write it, after a pause or an "x". */
const EXTENSION = /(?<=\d)[\s.-]*(?:;ext=|[,pwx]+|ext\.?|#)[\s.:]*(\d{1,7})#?$/i
/** The letters on the keys 2 to 9 of a telephone. */
const KEYS = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz']

/**
 * What is dialled for a number as it is written: digits, letters as the keys that they are on, `+` for `00`, and the
 * extension where there is one, `+4930123;ext=5`. A trunk zero in brackets is left out.
 */
export function dialledOf(written: string): string {
  // Arabic and Persian digits have the value of their last four bits.
  const text = written.trim().replace(/[٠-٩۰-۹]/g, digit => String(digit.charCodeAt(0) & 15))
  const extension = /^[\d+(]/.test(text) ? EXTENSION.exec(text) : null
  const number = text
    .slice(0, extension?.index)
    .split(/[;,]/)[0]!
    .replace(/\(0\)/, '')
    .replace(/^\(?00/, '+')
    .replace(/[a-z]/gi, letter => String(KEYS.findIndex(key => key.includes(letter.toLowerCase())) + 2))
    .replace(/[^\d+*#]/g, '')
    // No country has a zero first: whoever wrote +030 meant 030.
    .replace(/^\+0/, '0')
  return number + (extension ? `;ext=${extension[1]}` : '')
}

/**
 * A zero for calls inside the country, after its code: +44 (0)20. The codes of the ITU, but for Italy's and
 * the longer ones of Africa, after which a zero may belong to the number.
 */
const TRUNK_ZERO =
  /^(\+(?:20|27|3[0-46]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:3[578]|42|5[09]|6[7-9]|8[058]|9[679])\d))0/
/** North America dials it before the area code, at home too. */
const LONG_DISTANCE = /^1(?=[2-9]\d{9}$)/

/** Dialled before the ten digits of a number inside Russia and Kazakhstan, +7. */
const RUSSIAN_TRUNK = /^[08](?=\d{10}$)/

/** Digits of a country code at most. */
const MAX_COUNTRY = 3
const MIN_NATIONAL = 7
const MIN_SAME_END = 4

/** Whether two numbers, as `dialledOf` gives them, are one: either may lack its country or its extension. */
export function samePhone(a: string, b: string): boolean {
  const [x, y] = [a.split(';ext='), b.split(';ext=')] as [string[], string[]]
  // Most are told apart by their ends, and the rest is dear.
  if (x[0]!.slice(-MIN_SAME_END) !== y[0]!.slice(-MIN_SAME_END)) return false
  if (x[1] && y[1] && x[1] !== y[1]) return false
  const [one, other] = [x, y].map(([number]) => number!.replace(TRUNK_ZERO, '$1').replace(LONG_DISTANCE, ''))
  if (one === other) return true
  if (one!.startsWith('+') === other!.startsWith('+')) return false
  const [long, short] = (one!.startsWith('+') ? [one!, other!] : [other!, one!]).map(number =>
    number.replace(/\D/g, ''),
  ) as [string, string]
  const national = short.replace(long.startsWith('7') ? RUSSIAN_TRUNK : /^0/, '')
  const country = long.length - national.length
  return national.length >= MIN_NATIONAL && country >= 0 && country <= MAX_COUNTRY && long.endsWith(national)
}
