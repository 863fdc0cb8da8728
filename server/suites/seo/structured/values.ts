import { decodeHTML } from 'entities'
import { dialledOf, samePhone } from '../../../lib/phone.ts'
import { normalise, similarity } from '../../../lib/text.ts'
import { basesOf, pathOf } from '../../../lib/url.ts'
import type { Side } from '../../core/suite.ts'

/** Whether two plain values say the same: `49.00` and `49`, `https://schema.org/InStock` and `InStock`. */
export type SameValue = (before: string, now: string, property: string) => boolean

const PICTURE = /^(image|logo|thumbnail|thumbnailUrl|contentUrl|photo|primaryImageOfPage)$/
const ADDRESS = /^(url|@id|item|sameAs|embedUrl|target|urlTemplate|installUrl|downloadUrl|id)$/

export function sameValueOf(original: Side<'document'>, rebuilt: Side<'document'>): SameValue {
  const [from, to] = basesOf(original.document.url, rebuilt.document.url)
  const { origins } = original.document
  const keyOf = (value: string, side: Side<'document'>, base: string) =>
    URL.canParse(value, side.document.url)
      ? pathOf(new URL(value, side.document.url).href, origins, base).toLowerCase()
      : value

  return (before, now, property) => {
    if (before === now || plain(before) === plain(now)) return true
    // Pictures move to other hosts and get other names; whether they are there is asked elsewhere.
    if (PICTURE.test(property)) return true
    if (ADDRESS.test(property) || (/^https?:/i.test(before) && /^https?:/i.test(now)))
      return keyOf(before, original, from) === keyOf(now, rebuilt, to)
    if (PHONE.test(property)) return samePhone(phoneOf(before), phoneOf(now))
    if (isNumber(before) && isNumber(now)) return Number(before) === Number(now)
    if (isPrice(property) && amountOf(before) !== null) return amountOf(before) === amountOf(now)
    if (DATE.test(before) && DATE.test(now)) return isSameMoment(before, now)
    return before.length > 60 && similarity(plain(before), plain(now)) >= 0.9
  }
}

const PHONE = /^(telephone|faxNumber)$/

/** Without the word before it. */
const phoneOf = (value: string) => dialledOf(value.replace(/^[^\d+(]+/, ''))

/** In one spelling, without markup and the address of schema.org. */
export function plain(value: string): string {
  const text = /[<&]/.test(value) ? decodeHTML(decodeHTML(value)).replace(/<[^<>]*>/g, ' ') : value
  return normalise(text.replace(/^https?:\/\/(www\.)?schema\.org\//i, ''))
}

const PRICE = /^(price|lowPrice|highPrice)$/
export const isPrice = (property: string): boolean => PRICE.test(property)

/** `49.00`, `49,00 €` and `1,299.00` as a number; null where no single amount is said. */
export function amountOf(text: string): number | null {
  const [amount, ...more] = text.match(/\d[\d.,' \u00a0\u202f]*/g) ?? []
  if (amount === undefined || more.length > 0) return null
  const [, whole, , cents] = /^(.*?)(?:([.,])(\d{1,2}))?$/.exec(
    amount.replace(/[^\d.,]/g, '').replace(/[.,]+$/, ''),
  )!
  return Number(`${whole!.replace(/\D/g, '')}.${cents ?? 0}`)
}

const isNumber = (text: string) => /^\s*-?\d+(\.\d+)?\s*$/.test(text)
const DATE = /^\d{4}-\d{2}-\d{2}/

/** The same moment; the same day where one gives no hour. */
function isSameMoment(before: string, now: string): boolean {
  const [a, b] = [Date.parse(before), Date.parse(now)]
  if (before.length > 10 && now.length > 10 && !Number.isNaN(a) && !Number.isNaN(b)) return a === b
  return before.slice(0, 10) === now.slice(0, 10)
}

/** What results take for something that cannot be had, and for something that can. */
const SOLD_OUT = /^(out ?of ?stock|sold ?out|discontinued)$/
const ON_SALE =
  /^(in ?stock|limited ?availability|online ?only|in ?store ?only|pre ?order|pre ?sale|back ?order|made ?to ?order)$/

/** Whether what could be had is said to be sold out. */
export const isSoldOut = (property: string, before: string, now: string): boolean =>
  property === 'availability' && ON_SALE.test(plain(before)) && SOLD_OUT.test(plain(now))
