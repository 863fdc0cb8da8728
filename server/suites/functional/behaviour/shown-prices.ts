/** Amounts of money in what a control shows, as the dialog of a plan, which are others on the new page. */
import type { Probe } from '../../../capture/collectors/probes/index.ts'
import { countEach } from '../../../lib/count.ts'
import { amountsIn } from '../../../lib/price.ts'
import { fillsBasket } from '../../../lib/purchase.ts'
import { normalise } from '../../../lib/text.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { calledSo } from '../named-control.ts'
import { placesOf } from './findings.ts'
import { type Needed, OPENS, wordsIn } from './probe.ts'
import { rules } from './rules.ts'

/**
 * Texts that say the same but for their amounts, each the only one of its words, where the original has both amounts on the page
 * at rest: the price of one plan in the dialog of another one. A sum, and what was edited, is not in two places by itself. What
 * another control shows now may be sorted otherwise.
 */
export function otherPricesShown(
  pair: Pair<Needed>,
  operated: readonly (readonly [was: Probe, now: Probe])[],
): Finding[] {
  const { isAtRest, amounts } = atRestOn(pair.original)
  const shown = countEach(operated.flatMap(([was]) => was.revealed))
  const shownNow = countEach(operated.flatMap(([, now]) => now.revealed))
  return operated.flatMap(([was, now]): Finding[] => {
    if (![was, now].every(({ effect }) => OPENS.test(effect)) || fillsBasket(was.name)) return []
    const [before, after] = [pricedIn(was), pricedIn(now)]
    for (const [words, [text, ...more]] of before) {
      const [instead, ...others] = after.get(words) ?? []
      if (!text || !instead || more.length + others.length > 0 || isAtRest(text)) continue
      const [own, other] = [amountsIn(text), amountsIn(instead)]
      if (String(own) === String(other) || shownNow.get(text) === shown.get(text)) continue
      if (![...own, ...other].every(amount => amounts.has(amount))) continue
      return [
        rules.report('price-shown', {
          ...placesOf(pair, was, now),
          cause: 'shown',
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

function atRestOn({ layouts }: Side<'layouts'>) {
  const seen = layouts.flatMap(({ blocks }) => blocks.filter(({ state }) => state === 'visible'))
  const texts = [...new Set(seen.map(({ text }) => text))]
  const known = texts.map(normalise)
  return {
    isAtRest: (text: string) => known.some(one => one.startsWith(normalise(text))),
    amounts: new Set(texts.flatMap(amountsIn)),
  }
}
