/** Prices as shops write them, as whole minor units of their currency: never as floating point numbers. */
import { tidy } from './text.ts'

/** Decimals of a currency by ISO 4217: USD 2, JPY 0, KWD 3. 2 for codes that nobody knows. */
export function exponentOf(currency: string | null | undefined): number {
  const code = currencyCode(currency)
  if (code === null) return 2
  const known = exponents.get(code)
  if (known !== undefined) return known
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
  }).resolvedOptions()
  if (exponents.size < 1000) exponents.set(code, maximumFractionDigits)
  return maximumFractionDigits
}

const exponents = new Map<string, number>()

/** Three capital letters, or null. */
export function currencyCode(text: unknown): string | null {
  const code = typeof text === 'string' ? text.trim().toUpperCase() : ''
  return /^[A-Z]{3}$/.test(code) ? code : null
}

export interface PriceReading {
  /** ISO 4217; null reads two decimals. */
  currency: string | null
  /** BCP 47 of the page: decides what `1.234` means. */
  language?: string
  /** The value of a machine-readable field, where a point is the decimal one: `1.234` is no thousand. */
  machine?: boolean
}

/**
 * Minor units of the first amount in a text: `1.234,50 €`, `1,299.00`, `CHF 1'299.–`, `¥1,980`, `19.99 - 29.99`.
 * Null where there is none, or more than JavaScript can count.
 */
export function parsePrice(value: unknown, reading: PriceReading): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? decimal(plainNumber(value), reading) : null
  if (typeof value !== 'string') return null
  const amount = AMOUNT.exec(spelledOut(tidy(value.slice(0, 200))))
  if (!amount) return null
  const [, minus = '', whole = ''] = amount
  const digits = withPoint(whole.replace(/[\s']/g, ''), reading)
  return digits === null ? null : decimal(minus + digits, reading)
}

/** Minor units of what another system counts as `amount` of 10^-`decimals` each: WooCommerce, or Shopify's cents. */
export function rescale(amount: unknown, decimals: number, currency: string | null): number | null {
  const text =
    typeof amount === 'number' ? plainNumber(amount) : typeof amount === 'string' ? amount.trim() : ''
  if (!/^-?\d{1,15}$/.test(text) || !(decimals >= 0 && decimals <= 10)) return null
  const negative = text.startsWith('-')
  const digits = text.replace('-', '').padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return decimal(`${negative ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`, { currency })
}

/** As a person reads it: `1,299.00 EUR`. */
export function showMoney(minor: number | null, currency: string | null): string {
  if (minor === null) return 'no price'
  const exponent = exponentOf(currency)
  const text = String(Math.abs(minor)).padStart(exponent + 1, '0')
  const whole = text.slice(0, text.length - exponent).replace(/\B(?=(\d{3})+$)/g, ',')
  const rest = exponent ? `.${text.slice(-exponent)}` : ''
  return `${minor < 0 ? '-' : ''}${whole}${rest}${currency ? ` ${currency}` : ''}`
}

/** `1.299,-` has `,` for the decimals, and `.99` no whole. */
const spelledOut = (text: string): string =>
  text
    .replace(/(\d[.,])-+(?!\d)/g, (_, before: string) => `${before}00`)
    .replace(/(?<![\p{L}\d.,])[.,](?=\d{1,2}(?!\d))/u, '0$&')

/** Digits in groups: a space or an apostrophe between them is followed by three. */
const AMOUNT = /(-?)(\d+(?:[ '](?=\d{3}(?!\d))\d{3})*(?:[.,]\d+)*)/

/** With a point for the decimals and nothing else; null where the separators make no sense. */
function withPoint(text: string, reading: PriceReading): string | null {
  const separators = text.replace(/\d/g, '')
  if (separators === '') return text
  const last = separators.at(-1)!
  const other = last === '.' ? ',' : '.'
  const decimals = text.length - text.lastIndexOf(last) - 1
  if (separators.includes(other)) {
    // `1.234.567,50`: the last one is the decimal one, when it stands there once.
    if (separators.indexOf(last) !== separators.length - 1) return null
    return text.replaceAll(other, '').replace(last, '.')
  }
  if (separators.length > 1) return text.replaceAll(last, '')
  return isThousands(last, decimals, reading) ? text.replace(last, '') : text.replace(last, '.')
}

/** Whether one separator that stands alone is no decimal one: prices have three decimals in few currencies only. */
function isThousands(separator: string, digitsBehind: number, reading: PriceReading): boolean {
  if (digitsBehind !== 3 || (reading.machine && separator === '.')) return false
  if (exponentOf(reading.currency) !== 3) return true
  const decimalOne = reading.language === undefined ? null : decimalOf(reading.language)
  return decimalOne !== null && decimalOne !== separator
}

function decimalOf(language: string): string | null {
  try {
    const parts = new Intl.NumberFormat(language).formatToParts(1.5)
    return parts.find(({ type }) => type === 'decimal')?.value ?? null
  } catch {
    return null // no language that anybody knows
  }
}

/** Exact: rounds half up in the digits, not in binary. */
function decimal(text: string, { currency }: Pick<PriceReading, 'currency'>): number | null {
  const [, minus, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text) ?? []
  if (whole === '') return null
  const exponent = exponentOf(currency)
  const digits = `${whole}${fraction.slice(0, exponent).padEnd(exponent, '0')}`
  if (digits.replace(/^0+/, '').length > 15) return null
  const up = Number(fraction[exponent] ?? 0) >= 5 ? 1 : 0
  const minor = Number(digits) + up
  return minor === 0 ? 0 : minus ? -minor : minor
}

/** Without an exponent; what binary adds to `19.99 * 3` is beyond the tenth decimal. */
function plainNumber(value: number): string {
  return value.toFixed(10).replace(/\.?0+$/, '')
}
