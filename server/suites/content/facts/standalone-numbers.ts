import type { Passage } from '../../../matching/passages.ts'
import type { Fact } from '../find-facts/fact.ts'
import type { Reading } from '../find-facts/number.ts'
import { NUMBER, plain, RANGE } from '../find-facts/number.ts'

const LONE = new RegExp(
  String.raw`^[#~<>±+-]?(?<first>${NUMBER})(?:${RANGE}(?<second>${NUMBER}))?(?<scale> ?[kKM])?\+?$`,
  'u',
)
/** What leads a visitor on: a number in here is a place in a list, or a count that changes by itself. */
const LEADING = /^(link|button|option|label|placeholder)$/
const FRAMES = /^(navigation|search)$/
/** Texts back in which a copyright sign may stand before its year. */
const REACH = 2

/** A number, or a range of two, that is all of a text: in a tile, in a cell. Counts have no thousandths. */
export function standaloneNumbers(text: string, reading: Reading): Fact[] {
  const match = text.length > 40 ? null : LONE.exec(text)
  if (!match) return []
  const { first, second, scale = '' } = match.groups!
  return [first, second].flatMap(amount => {
    if (amount === undefined || Number(amount) === 0) return []
    const value = plain(amount, reading, false) + scale.trim().toLowerCase()
    return [{ kind: 'number' as const, value, raw: text, start: 0, end: text.length }]
  })
}

/**
 * Texts in which a lone number states nothing, by index: pages and controls to go to, steps counted from one, the year
 * of a copyright notice.
 */
export function countingTexts(passages: readonly Passage[]): Set<number> {
  const found = new Set<number>()
  /** Steps of one list that were counted so far, for what is seen and for what is not. */
  const runs = { true: [] as number[], false: [] as number[] }
  const close = (run: number[]) => {
    if (run.length > 1) for (const at of run) found.add(at)
    run.length = 0
  }
  passages.forEach((passage, at) => {
    const { text } = passage
    if (text.length > 40 || !/^\W*\d/.test(text)) return
    if (LEADING.test(passage.kind) || FRAMES.test(passage.landmark)) found.add(at)
    const before = passages.slice(Math.max(0, at - REACH), at)
    if (/^(19|20)\d\d$/.test(text) && before.some(other => /©|\(c\)|\bcopyright\b/i.test(other.text)))
      found.add(at)
    if (!/^0?\d{1,2}$/.test(text)) return
    const run = runs[`${passage.visible}`]
    if (Number(text) === 1) close(run)
    if (Number(text) === run.length + 1) run.push(at)
    else if (/^0/.test(text)) found.add(at)
  })
  close(runs.true)
  close(runs.false)
  return found
}
