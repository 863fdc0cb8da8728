/** Numbers that a press sets anew on the original, as the amounts of a recipe, of which the new page leaves some as they were. */
import type { Probe } from '../../../capture/collectors/probes/index.ts'
import type { Finding } from '../../core/finding.ts'
import { listed, quote } from '../../core/quote.ts'
import type { Pair } from '../../core/suite.ts'
import { calledSo } from '../named-control.ts'
import { placesOf } from './findings.ts'
import { type Needed, textsAt } from './probe.ts'
import { rules } from './rules.ts'

/** Numbers that both set anew, from which these are computed by one script. */
const MIN_COMPUTED = 3
/** What a press takes away is kept up to so many texts. */
const MAX_HIDDEN = 40

/** One issue of a page: the first press that leaves some. */
export function staleFigures(
  pair: Pair<Needed>,
  operated: readonly (readonly [was: Probe, now: Probe])[],
): Finding[] {
  const found = operated.flatMap(([was, now]) => {
    if (![was, now].every(({ way, effect }) => way === 'press' && effect === 'switches')) return []
    // What is cut off may be among them.
    if (Math.max(was.hidden.length, now.hidden.length) >= MAX_HIDDEN) return []
    const texts = [...textsAt(pair.rebuilt, now.width).values()].map(([block]) => block!.text)
    const isIn = (all: readonly string[], figure: string) =>
      all.some(text => ` ${text} `.includes(` ${figure} `))
    const figures = [...new Set(was.hidden.filter(isFigure))]
    const computed = figures.filter(figure => isIn(now.hidden, figure))
    const stale = figures.filter(figure => !computed.includes(figure) && isIn(texts, figure))
    return stale.length > 0 && computed.length >= MIN_COMPUTED && computed.length > stale.length
      ? [{ was, now, stale, computed: computed.length }]
      : []
  })
  const [first] = found
  if (!first) return []
  const { was, now, stale, computed } = first
  return [
    rules.report('numbers', {
      ...placesOf(pair, was, now),
      message: `${calledSo(was)} leaves ${listed(stale.map(figure => quote(figure)))} unchanged on the new page, beside ${computed} numbers that change; on the original all do`,
      fix: 'Look at how the script reads a number: one with a fraction, a comma or a unit may be none to it',
    }),
  ]
}

const isFigure = (text: string): boolean =>
  /^[\d\s.,/\u00bc-\u00be\u2150-\u215e]+$/.test(text) && /\S/.test(text)
