import { findAddresses } from './address.ts'
import { findAccounts, findCodes, findVersions } from './code.ts'
import { findDates } from './date.ts'
import type { Fact, Finder, Reading } from './fact.ts'
import { findPhones } from './phone.ts'
import { findPrices } from './price.ts'
import { findFrost, findPercentages, findQuantities, findRatings } from './quantity.ts'
import { findTimes } from './time.ts'

const findEmails: Finder = text =>
  [
    ...text.matchAll(
      /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu,
    ),
  ].map(match => ({
    kind: 'e-mail',
    value: match[0].toLowerCase().normalize(),
    raw: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }))

/** Numbers in here are part of a name. */
const ADDRESSES_OF_PAGES = /\bhttps?:\/\/\S+|\bwww\.\S+|(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?!\.?\d)/gi

/** In the order of how sure they are: what one finder took, the next ones do not see. */
const FINDERS: Finder[] = [
  findEmails,
  findAccounts,
  findDates,
  findPrices,
  findPercentages,
  findRatings,
  findFrost,
  findTimes,
  findAddresses,
  findPhones,
  findVersions,
  findCodes,
  findQuantities,
]

/** All facts of a tidy text in order. Two facts share a place where it states a range. */
export function findFacts(text: string, reading: Reading): Fact[] {
  if (!/[\d@]/.test(text)) return []
  const found: Fact[] = []
  let left = text
    .replace(ADDRESSES_OF_PAGES, name => '\u0001'.repeat(name.length))
    // 10 × 20 cm may be written with a letter.
    .replace(/×/g, 'x')
  for (const find of FINDERS) {
    if (!/[\d@]/.test(left)) break
    for (const fact of find(left, reading)) {
      if (
        left.slice(fact.start, fact.end).includes('\u0001') &&
        !found.some(known => known.start === fact.start && known.end === fact.end)
      )
        continue
      found.push(fact)
      left = left.slice(0, fact.start) + '\u0001'.repeat(fact.end - fact.start) + left.slice(fact.end)
    }
  }
  return found.sort((a, b) => a.start - b.start || a.end - b.end)
}
