/** Lists that browsers number, and that count otherwise on the new page. */
import type { TextBlock } from '../../../capture/collectors/layouts.ts'
import { atWidth, DESKTOP } from '../../../lib/widths.ts'
import type { Finding } from '../../core/finding.ts'
import { placeOf } from '../../core/place.ts'
import { quote } from '../../core/quote.ts'
import type { ContentPair } from '../comparison/index.ts'
import { rules } from './rules.ts'

interface Numbered {
  was: TextBlock & { numbered: number }
  now: TextBlock & { numbered: number }
}

const isNumbered = (block: TextBlock | undefined): block is Numbered['was'] =>
  block?.numbered !== undefined && block.state === 'visible'

export const hasListNumbers = ({ layouts }: ContentPair['original']): boolean =>
  (atWidth(layouts, DESKTOP)?.blocks ?? []).some(isNumbered)

const shiftOf = ({ was, now }: Numbered) => now.numbered - was.numbered

/** A list of its own, and no longer one that goes on with a number of its own. */
const startsAnew = (one: Numbered['was'], next: Numbered['was']) =>
  next.numbered === 1 && listOf(one) !== listOf(next)

const listOf = ({ selector }: TextBlock) => selector.replace(/^(.*) > li\b.*$/, '$1')

/**
 * Entries that followed each other by their numbers, and do so no more. An entry that is new, or gone, moves the numbers of
 * those after it by itself.
 */
export function otherListNumbers({ original, rebuilt, matching }: ContentPair): Finding[] {
  const [before, after] = [original, rebuilt].map(({ layouts }) => atWidth(layouts, DESKTOP)?.blocks ?? [])
  const entries = matching.texts.blocks
    .flatMap(pair => {
      const [was, now] = [before![pair.original], after![pair.rebuilt]]
      return isNumbered(was) && isNumbered(now) ? [{ at: pair.original, was, now }] : []
    })
    .sort((a, b) => a.at - b.at)
  const wrong = new Set<Numbered>()
  for (const [index, next] of entries.entries()) {
    const one = entries[index - 1]
    if (!one) continue
    const step = next.was.numbered - one.was.numbered
    if (Math.abs(step) !== 1 || startsAnew(one.was, next.was)) continue
    const isBroken = Math.sign(next.now.numbered - one.now.numbered) !== step
    if (isBroken && shiftOf(one) !== 0) wrong.add(one)
    // What follows is moved with it.
    if (shiftOf(next) !== 0 && (isBroken || (wrong.has(one) && shiftOf(next) === shiftOf(one))))
      wrong.add(next)
  }
  const [first] = wrong
  if (!first) return []
  const { was, now } = first
  const more = wrong.size > 1 ? `; ${wrong.size - 1} more of this kind` : ''
  return [
    rules.report('numbers', {
      as: wrong.size === 1 ? 'one' : undefined,
      key: `content/structure:numbers:${was.text.slice(0, 40).toLowerCase()}`,
      message: `${quote(was.text, 60)} is number ${now.numbered} of its list now; it was ${was.numbered}${more}`,
      original: placeOf(was, original.document.url, DESKTOP),
      rebuilt: placeOf(now, rebuilt.document.url, DESKTOP),
    }),
  ]
}
