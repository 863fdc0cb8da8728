/** Lists that browsers number, and that count otherwise on the new page. */
import type { TextBlock } from '../../../capture/collectors/layouts.ts'
import { atWidth, DESKTOP } from '../../../lib/widths.ts'
import type { Finding } from '../../core/finding.ts'
import { placeOf } from '../../core/place.ts'
import { quote } from '../../core/quote.ts'
import type { ContentPair } from '../comparison/index.ts'
import { rules } from './rules.ts'

type Entry = TextBlock & { numbered: number }

/** One entry on both pages, and its place among the texts of each. */
interface Numbered {
  was: Entry
  now: Entry
  at: number
  atNow: number
}

const isNumbered = (block: TextBlock | undefined): block is Entry =>
  block?.numbered !== undefined && block.state === 'visible'

const blocksOf = ({ layouts }: Pick<ContentPair['original'], 'layouts'>) =>
  atWidth(layouts, DESKTOP)?.blocks ?? []

export const hasListNumbers = (side: Pick<ContentPair['original'], 'layouts'>): boolean =>
  blocksOf(side).some(isNumbered)

/**
 * Entries that followed each other by their numbers, and do so no more, though they stand in that order still. An entry that is
 * new, or gone, moves the numbers of those after it by itself, and so does another order.
 */
export function otherListNumbers({ original, rebuilt, matching }: ContentPair): Finding[] {
  const [before, after] = [blocksOf(original), blocksOf(rebuilt)]
  const entries = matching.texts.blocks
    .flatMap((pair): Numbered[] => {
      const [was, now] = [before[pair.original], after[pair.rebuilt]]
      return isNumbered(was) && isNumbered(now) ? [{ was, now, at: pair.original, atNow: pair.rebuilt }] : []
    })
    .sort((a, b) => a.at - b.at)
  const first = new Map<string, Entry>()
  for (const block of before)
    if (isNumbered(block) && !first.has(listOf(block))) first.set(listOf(block), block)
  const wrong = new Set<Numbered>()
  for (const [index, next] of entries.entries()) {
    const one = entries[index - 1]
    if (!one || next.atNow <= one.atNow || !goesOn(one.was, next.was)) continue
    const step = next.was.numbered - one.was.numbered
    if (Math.abs(step) !== 1) continue
    const isBroken = Math.sign(next.now.numbered - one.now.numbered) !== step
    if (isBroken && shiftOf(one) !== 0) wrong.add(one)
    // What follows is moved with it.
    if (shiftOf(next) !== 0 && (isBroken || (wrong.has(one) && shiftOf(next) === shiftOf(one))))
      wrong.add(next)
  }
  const [worst] = wrong
  if (!worst) return []
  const { was, now } = worst
  const others = wrong.size - 1
  const more = others > 0 ? `; ${others} more ${others === 1 ? 'entry has' : 'entries have'} another one` : ''
  return [
    rules.report('numbers', {
      as: wrong.size === 1 ? 'one' : undefined,
      key: `content/structure:numbers:${was.text.slice(0, 40).toLowerCase()}`,
      message: `${quote(was.text, 60)} is entry number ${now.numbered} of its list now; it was ${was.numbered}${more}`,
      original: placeOf(was, original.document.url, DESKTOP),
      rebuilt: placeOf(now, rebuilt.document.url, DESKTOP),
    }),
  ]

  /** They are of one list, or of two of which the other begins with a number of its own. */
  function goesOn(one: Entry, next: Entry): boolean {
    return listOf(one) === listOf(next) || (next.numbered !== 1 && first.get(listOf(next)) === next)
  }
}

const shiftOf = ({ was, now }: Numbered) => now.numbered - was.numbered

const listOf = ({ selector }: TextBlock) => selector.replace(/^(.*) > li\b.*$/, '$1')
