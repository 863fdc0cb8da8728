/** Numbers that a press sets anew on the original, as the amounts of a recipe, of which the new page leaves some as they were. */
import type { Probe } from '../../../capture/collectors/probes/index.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import type { Pair } from '../../core/suite.ts'
import { calledSo } from '../named-control.ts'
import { placesOf } from './findings.ts'
import { type Needed, textsAt } from './probe.ts'
import { rules } from './rules.ts'

/** Numbers that both set anew, from which these are computed by one script. */
const MIN_COMPUTED = 3

export function staleFigures(
  pair: Pair<Needed>,
  operated: readonly (readonly [was: Probe, now: Probe])[],
): Finding[] {
  const found = operated.flatMap(([was, now]) => {
    if (![was, now].every(({ way, effect }) => way === 'press' && effect === 'switches')) return []
    const [figures, figuresNow] = [was, now].map(({ hidden }) => new Set(hidden.filter(isFigure)))
    const texts = [...textsAt(pair.rebuilt, now.width).values()].map(([block]) => ` ${block!.text} `)
    const isShown = (figure: string) => texts.some(text => text.includes(` ${figure} `))
    const stale = [...figures!].filter(figure => !figuresNow!.has(figure) && isShown(figure))
    const computed = figures!.size - stale.length
    return stale.length > 0 && computed >= MIN_COMPUTED && computed > stale.length
      ? [{ was, now, stale, computed }]
      : []
  })
  const [first] = found
  if (!first) return []
  const { was, now, stale, computed } = first
  return [
    rules.report('numbers', {
      ...placesOf(pair, was, now),
      message: `${calledSo(was)} leaves ${stale
        .slice(0, 3)
        .map(figure => quote(figure))
        .join(
          ', ',
        )} as it is on the new page, beside ${computed} numbers that change; on the original all do`,
      fix: 'Look at how the script reads a number: one with a fraction, a comma or a unit may be none to it',
    }),
  ]
}

const isFigure = (text: string): boolean =>
  /^[\d\s.,/\u00bc-\u00be\u2150-\u215e]+$/.test(text) && /\S/.test(text)
