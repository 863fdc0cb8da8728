/** What a text says of money: the one idea of a price in a text. Amounts that a shop's machine gives are those of money.ts. */
import { NUMBER, RANGE } from './number.ts'
import { anyOf, readSpellings } from './spellings.ts'
import { tidy } from './text.ts'

/** Whether a text has an amount with its currency in it. */
export const hasPrice = (text: string): boolean => /\d/.test(text) && tidy(text).search(PRICE) >= 0

/** The figures of its amounts of money, without the signs that divide them: those of `$1,200.00` are `1200`. */
export const amountsIn = (text: string): string[] =>
  hasPrice(text)
    ? [...tidy(text).matchAll(PRICE)].map(([amount]) =>
        amount.replace(/[.,]00(?!\d)/g, '').replace(/\D/g, ''),
      )
    : []

/** Whether it says nothing else: there is no letter beside them. */
export const isPrice = (text: string): boolean =>
  hasPrice(text) && !/\p{L}/u.test(tidy(text).replace(PRICE, ''))

/** The name of a currency, however it is spelt: `US$` is `USD`. */
export const currencyOf = (spelling: string): string => codes.get(spelling) ?? spelling

/**
 * Spellings of a currency that readers take for the same; the first names it. Left out are codes that are other things
 * before a number as well (AMD, CRC, TOP, ALL). A bare $ is read as the US dollar, as USD is,
 * and so are pesos, which are written with it.
 */
const codes = readSpellings(`
USD US$ $ dollars dollar Dollars Dollar dólares долларов pesos Pesos PESOS | EUR € euros euro Euro Euros euroa евро ευρώ يورو ユーロ 欧元 | GBP £ pounds | CHF SFr. Fr. | kr kr. SEK NOK DKK kronor kroner
PLN zł złotych | CZK Kč korun | HUF Ft forint | RON lei | BGN лв. лв лева | TRY ₺ TL | RUB ₽ руб. руб р. р Р. Р рублей рубля рубль rub rubles roubles | UAH ₴ грн гривень гривні | ISK
CAD C$ CA$ | AUD A$ AU$ | NZD NZ$ | MXN MX$ | BRL R$ reais | PEN S/. S/ | ARS | CLP | COP
JPY ¥ 円 yen | CNY RMB 元 yuan | KRW ₩ 원 | INR ₹ Rs. Rs rupees Rupees रुपये | HKD HK$ | SGD S$ | TWD NT$
THB ฿ บาท baht | MYR RM ringgit | IDR Rp. Rp rupiah | VND ₫ đ đồng | PHP ₱ | PKR
ILS ₪ | AED Dhs د.إ درهم | SAR ر.س ريال | EGP جنيه | QAR | KWD | BHD | OMR | JOD | TND | IQD | LYD
ریال | تومان تومن | LBP | MAD | DZD | LKR | BDT Tk Tk. | NPR | MMK | KHR
ZAR | NGN naira | KES Kes KSh Ksh KSH Ksh. KSh. Kshs KShs | UGX USh | TZS TSh | GHS GH₵ | ETB | RWF
XOF FCFA | XAF | MUR | ZMW | BWP
KZT тенге тг. | UZS сум | AZN | MDL | RSD дин. | MKD | BYN
UYU | Bs. | GTQ | DOP RD$ | JMD J$ | TTD TT$ | PYG
`)

const CURRENCY = String.raw`(?:(?<![\p{L}])(?:${anyOf(codes.keys())})(?![\p{L}])|(?<=[\d万萬億亿] ?)[円元]|\p{Sc})`
/** `Mo.-Fr. 9` and `Fr. 9-17 Uhr` are Fridays, and no francs. */
const CLOCK = String.raw`\d{1,2}(?:[.:]\d\d)?`
const FRIDAY = String.raw`(?<=(?<!\p{L})(?:Mo|Di|Mi|Do|Sa|So)\.? ?(?:[-,/+&]|und|bis)? ?)Fr\.|Fr\. ?(?:\d{1,2}:\d\d|${CLOCK} ?Uhr|${CLOCK} ?(?:-|bis) ?${CLOCK} ?(?:Uhr|h)(?!\p{L}))`
/** `1億2000万`, `3.5万`, `1万2000`: ten thousands and their square. */
const MYRIADS = String.raw`(?<![\d.,])\d[\d,]{0,8}(?:\.\d{1,4})?[億亿万萬](?:\d[\d,]{0,5}[万萬])?(?:\d[\d,]{0,4})?(?!\d)`
const AMOUNT = String.raw`(?:${MYRIADS}|${NUMBER})(?:[.,]-{1,2})?(?: ?(?:k|K|M|bn|B|million|billion|Mio\.?|Mrd\.?)(?![\p{L}]))?`

/** The 2 of `637 m2` and the 3 of `4 m3` belong to the unit, and are no beginning of the amount behind it. */
const NO_POWER = String.raw`(?<!(?<!\p{L})[ckm]?m)`

/** Amounts with their currency, before or after them; a range is one match. */
export const PRICE = new RegExp(
  String.raw`(?!${FRIDAY})(?<before>${CURRENCY}) ?(?<first>${AMOUNT})(?:${RANGE}${CURRENCY}? ?(?<second>${AMOUNT}))?(?: ?(?<after>${CURRENCY})(?! ?\d))?|${NO_POWER}(?<third>${AMOUNT})(?:${RANGE}(?<fourth>${AMOUNT}))? ?(?<behind>${CURRENCY})`,
  'gu',
)

/** A currency that stands alone, before or after a number in an element of its own. */
export const CURRENCY_ALONE = new RegExp(`^${CURRENCY}$`, 'u')
