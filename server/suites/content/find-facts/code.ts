import { findAll } from './fact.ts'

/** Account numbers in groups of four; the first group behind the check digits may be a bank's letters. */
const IBAN =
  /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?: ?[A-Z]{4}(?= ?\d))?(?: ?(?=[A-Z]{0,3}\d)[A-Z\d]{4}){2,7}(?: ?(?=[A-Z]{0,2}\d)[A-Z\d]{1,3})?(?![\p{L}\p{N}])/gu
const VERSION =
  /(?<=(?<![\p{L}])(?:v|ver\.?|version|release) ?)\d{1,4}(?:\.\d{1,6}){1,3}(?![.,]?\d)|(?<=[^\s] ?)(?<![\p{L}\d.,-])\d{1,4}\.\d{1,4}\.\d{1,6}(?:-(?:alpha|beta|rc)[\d.]*)?(?![.,-]?\d)/giu
const CODE =
  /(?<![\p{L}\p{N}_.@#/&=-])[A-Za-z\d]{1,20}(?:[-./_][A-Za-z\d]{1,20}){0,5}(?![\p{L}\p{N}_]|[-./_@][\p{L}\p{N}])/gu

export const findAccounts = findAll('code', IBAN, ([raw]) =>
  raw.replace(/ /g, '').length >= 15 ? [spell(raw)] : [],
)
export const findVersions = findAll('code', VERSION, ([raw]) =>
  /^\d{1,3}(?:\.\d{3})+$/.test(raw) ? [] : [spell(raw)],
)
/** What is read letter by letter: articles, orders, coupons (AB-1234, SAVE20). */
export const findCodes = findAll('code', CODE, ([raw]) => (isCode(raw) ? [spell(raw)] : []))

/** Separators are typography, but in a version they count. */
const spell = (raw: string) => (/^[\d.]+$/.test(raw) ? raw : raw.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))

/** Capitals with two digits at least, or a few letters and a number behind a hyphen; no hash, no size, no year. */
function isCode(raw: string): boolean {
  const digits = raw.replace(/\D/g, '').length
  const letters = raw.replace(/[^A-Za-z]/g, '').length
  if (!letters || digits < 2 || digits + letters < 4 || digits + letters > 24) return false
  if (isHash(raw) || /^\d+(?:[.,]\d+)?[A-Za-z]{1,4}$/.test(raw) || /^\d+[xX]\d+/.test(raw)) return false
  if (!/[a-z]/.test(raw)) return true
  return (
    /^[A-Za-z]{1,5}[-_]\d{3,10}(?:[-_][A-Za-z\d]{1,6})?$/.test(raw) && !/[a-z][-_](?:19|20)\d\d$/.test(raw)
  )
}

/** Ten hexadecimal digits or more with letters among them, such as the name of a build: not meant for readers. */
export const HASH =
  /(?<![\p{L}\p{N}])(?=[a-f-]*\d)(?=[\d-]*[a-f])(?:[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|[\da-f]{10,128})(?![\p{L}\p{N}])/giu

function isHash(raw: string): boolean {
  return [...raw.matchAll(HASH)].some(match => match[0].length === raw.length && !/[A-F]/.test(raw))
}
