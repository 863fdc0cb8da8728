import { plain, type Reading } from '../../../lib/number.ts'
import { currencyOf, PRICE } from '../../../lib/price.ts'
import { findAll } from './fact.ts'

/** Their amounts have three decimals. */
const THOUSANDTHS = /^(KWD|BHD|OMR|JOD|TND|IQD|LYD)$/

/** Prices with their currency, before or after the amount; a range is two prices. */
export const findPrices = findAll('price', PRICE, ({ groups }, reading) => {
  const { before, after, behind, first, second, third, fourth } = groups!
  // `$49 CAD` is in Canadian dollars: the code says more than the sign.
  const spelling = after && /^[A-Z]{3}$/.test(after) ? after : (before ?? behind)!
  const code = currencyOf(spelling)
  return [first ?? third, second ?? fourth].flatMap(amount =>
    amount ? `${amountOf(amount, code, reading)} ${code}` : [],
  )
})

function amountOf(raw: string, code: string, reading: Reading): string {
  if (/[億亿万萬]/.test(raw)) return String(myriads(raw))
  const digits = /^[\d.,' ]*\d/.exec(raw)![0]
  const scale = /(k|m|b)[a-z]*(?=\.?$)/i.exec(raw.slice(digits.length).trim())?.[0].toLowerCase() ?? ''
  // `1.299 million` is no more than one.
  return plain(digits, reading, scale !== '' || THOUSANDTHS.test(code)) + (SCALES[scale] ?? '')
}

function myriads(raw: string): number {
  let sum = 0
  for (const [, digits, mark] of raw.replace(/,/g, '').matchAll(/(\d+(?:\.\d+)?)([億亿万萬]?)/g))
    sum += Number(digits) * (mark === '' ? 1 : /[億亿]/.test(mark!) ? 1e8 : 1e4)
  return Math.round(sum)
}

const SCALES: Record<string, string> = {
  k: 'k',
  m: 'm',
  million: 'm',
  mio: 'm',
  b: 'b',
  bn: 'b',
  billion: 'b',
  mrd: 'b',
}
