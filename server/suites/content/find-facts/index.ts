import type { Reading } from '../../../lib/number.ts'
import { findAccounts, findCodes, findVersions } from './code.ts'
import { findAddresses, findEmails, findPhones } from './contact.ts'
import { findDates, findTimes } from './date.ts'
import { BLANK, blanked, type Fact, type Finder } from './fact.ts'
import { findPrices } from './price.ts'
import { findFrost, findPercentages, findQuantities, findRatings } from './quantity.ts'

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

/** Numbers in addresses of pages and machines are part of a name. */
const URLS = /\bhttps?:\/\/\S+|\bwww\.\S+|(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?!\.?\d)/gi

/** All facts of a tidy text in order. Two facts share a place where it states a range. */
export function findFacts(text: string, reading: Reading): Fact[] {
  if (!/[\d@]/.test(text)) return []
  const found: Fact[] = []
  // 10 × 20 cm may be written with a letter.
  let left = text.replace(URLS, blanked).replace(/×/g, 'x')
  for (const find of FINDERS) {
    if (!/[\d@]/.test(left)) break
    for (const fact of find(left, reading)) {
      const { start, end } = fact
      const isTaken = left.slice(start, end).includes(BLANK)
      if (isTaken && !found.some(known => known.start === start && known.end === end)) continue
      found.push(fact)
      left = left.slice(0, start) + BLANK.repeat(end - start) + left.slice(end)
    }
  }
  return found.sort((a, b) => a.start - b.start || a.end - b.end)
}
