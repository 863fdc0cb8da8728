/** Controls that lead to a page by a script: whether one leads to where another one does. */
import type { Probe } from '../../../capture/collectors/probes/index.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import type { Pair } from '../../core/suite.ts'
import { calledSo } from '../named-control.ts'
import { placesOf } from './findings.ts'
import type { Needed } from './probe.ts'
import { rules } from './rules.ts'

/**
 * Pages may have other addresses now: it is wrong for certain where it leads to the page that another control leads to, on
 * both pages, and did not on the original.
 */
export function otherDestinations(
  pair: Pair<Needed>,
  operated: readonly (readonly [was: Probe, now: Probe])[],
): Finding[] {
  const leading = operated.filter(pair => pair.every(({ effect, went }) => effect === 'goes' && went))
  const isKept = ([was, now]: (typeof leading)[number]) => pageOf(was) === pageOf(now)
  const kept = leading.filter(isKept)
  return leading.flatMap(([was, now]) => {
    const own = kept.find(([other]) => pageOf(other) === pageOf(now))
    if (isKept([was, now]) || !own || kept.some(([other]) => pageOf(other) === pageOf(was))) return []
    return [
      rules.report('led-elsewhere', {
        ...placesOf(pair, was, now),
        message: `${calledSo(was)} leads to ${now.went}, as ${quote(own[0].name, 40)} does; on the original it leads to ${was.went}`,
        fix: `Let it lead to ${was.went}`,
      }),
    ]
  })
}

/** One page may be written with a slash at its end, the name of its file, a query that counts who comes, or capitals. */
const pageOf = ({ went }: Probe): string =>
  went!
    .split(/[?#]/)[0]!
    .toLowerCase()
    .replace(/\/(index\.\w+)?$/, '')
