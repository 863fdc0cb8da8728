import { anyOf, findAll, readSpellings } from './fact.ts'
import { NUMBER, plain, RANGE, type Reading } from './number.ts'

/**
 * Spellings of a currency that readers take for the same; the first names it. Left out are codes that are other things
 * before a number as well (AMD, CRC, TOP, ALL). A bare $ is read as the US dollar, as USD is.
 */
const codes = readSpellings(`
USD US$ $ dollars dollar | EUR € euros euro Euro | GBP £ pounds | CHF SFr. Fr. | kr kr. SEK NOK DKK
PLN zł złotych | CZK Kč | HUF Ft | RON lei | BGN лв. лв | TRY ₺ TL | RUB ₽ руб. руб р. р Р. Р рублей рубля рубль rub rubles roubles | UAH ₴ грн гривень | ISK
CAD C$ CA$ | AUD A$ AU$ | NZD NZ$ | MXN MX$ | BRL R$ | PEN S/. S/ | ARS | CLP | COP
JPY ¥ 円 | CNY RMB 元 | KRW ₩ 원 | INR ₹ Rs. Rs | HKD HK$ | SGD S$ | TWD NT$
THB ฿ บาท | MYR RM | IDR Rp. Rp | VND ₫ đ | PHP ₱ | PKR
ILS ₪ | AED Dhs د.إ درهم | SAR ر.س ريال | EGP جنيه | QAR | KWD | BHD | OMR | JOD | TND | IQD | LYD
ریال | تومان تومن | LBP | MAD | DZD | LKR | BDT Tk Tk. | NPR | MMK | KHR
ZAR | NGN naira | KES Kes KSh Ksh KSH Ksh. KSh. Kshs KShs | UGX USh | TZS TSh | GHS GH₵ | ETB | RWF
XOF FCFA | XAF | MUR | ZMW | BWP
KZT тенге тг. | UZS сум | AZN | MDL | RSD дин. | MKD | BYN
UYU | Bs. | GTQ | DOP RD$ | JMD J$ | TTD TT$ | PYG
`)
/** Their amounts have three decimals. */
const THOUSANDTHS = /^(KWD|BHD|OMR|JOD|TND|IQD|LYD)$/

const CURRENCY = String.raw`(?:(?<![\p{L}])(?:${anyOf(codes.keys())})(?![\p{L}])|(?<=[\d万萬億亿] ?)[円元]|\p{Sc})`
/** `1億2000万`, `3.5万`, `1万2000`: ten thousands and their square. */
const MYRIADS = String.raw`(?<![\d.,])\d[\d,]{0,8}(?:\.\d{1,4})?[億亿万萬](?:\d[\d,]{0,5}[万萬])?(?:\d[\d,]{0,4})?(?!\d)`
const AMOUNT = String.raw`(?:${MYRIADS}|${NUMBER})(?:[.,]-{1,2})?(?: ?(?:k|K|M|bn|B|million|billion|Mio\.?|Mrd\.?)(?![\p{L}]))?`

const PRICE = new RegExp(
  String.raw`(?<before>${CURRENCY}) ?(?<first>${AMOUNT})(?:${RANGE}${CURRENCY}? ?(?<second>${AMOUNT}))?(?: ?(?<after>${CURRENCY})(?! ?\d))?|(?<third>${AMOUNT})(?:${RANGE}(?<fourth>${AMOUNT}))? ?(?<behind>${CURRENCY})`,
  'gu',
)

/** A currency that stands alone, before or after a number in an element of its own. */
export const CURRENCY_ALONE = new RegExp(`^${CURRENCY}$`, 'u')

/** Prices with their currency, before or after the amount; a range is two prices. */
export const findPrices = findAll('price', PRICE, ({ groups }, reading) => {
  const { before, after, behind, first, second, third, fourth } = groups!
  // `$49 CAD` is in Canadian dollars: the code says more than the sign.
  const spelling = after && /^[A-Z]{3}$/.test(after) ? after : (before ?? behind)!
  const code = codes.get(spelling) ?? spelling
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
