/** Amounts of money in what a control shows, as the dialog of a plan, which are others on the new page. */
import type { Probe } from '../../../capture/collectors/probes/index.ts'
import { countEach } from '../../../lib/count.ts'
import { amountsIn } from '../../../lib/price.ts'
import { normalise } from '../../../lib/text.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { calledSo } from '../named-control.ts'
import { placesOf } from './findings.ts'
import { type Needed, OPENS, wordsIn } from './probe.ts'
import { rules } from './rules.ts'

/**
 * Texts that say the same but for their numbers, each the only one of its words. What is in the page at rest is the content
 * suite's; what another control shows now may be sorted otherwise.
 */
export function otherPricesShown(
  pair: Pair<Needed>,
  operated: readonly (readonly [was: Probe, now: Probe])[],
): Finding[] {
  const isAtRest = textsAtRest(pair.original)
  const shown = countEach(operated.flatMap(([was]) => was.revealed))
  const shownNow = countEach(operated.flatMap(([, now]) => now.revealed))
  return operated.flatMap(([was, now]): Finding[] => {
    if (![was, now].every(({ effect }) => OPENS.test(effect))) return []
    const [before, after] = [pricedIn(was), pricedIn(now)]
    for (const [words, [text, ...more]] of before) {
      const [instead, ...others] = after.get(words) ?? []
      if (!text || !instead || more.length + others.length > 0 || isAtRest(text)) continue
      const [amounts, amountsNow] = [text, instead].map(amountsIn)
      if (String(amounts) === String(amountsNow) || shownNow.get(text) === shown.get(text)) continue
      return [
        rules.report('price-shown', {
          ...placesOf(pair, was, now),
          message: `${calledSo(was)} shows ${quote(instead)}; on the original it says ${quote(text)}`,
          fix: `Show ${quote(text)}`,
        }),
      ]
    }
    return []
  })
}

const pricedIn = ({ revealed }: Probe) =>
  Map.groupBy(
    wordsIn(revealed).filter(text => amountsIn(text).length > 0),
    text => normalise(text.replace(/\d[\d.,]*/g, '#')),
  )

function textsAtRest({ layouts }: Side<'layouts'>): (text: string) => boolean {
  const known = new Set(layouts.flatMap(({ blocks }) => blocks.map(({ text }) => normalise(text))))
  return text => [...known].some(one => one.startsWith(normalise(text)))
}
