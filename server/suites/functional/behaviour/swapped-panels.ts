import type { Probe } from '../../../capture/collectors/probes/index.ts'
import type { Pair } from '../../core/suite.ts'
import { isStep } from '../controls/describe.ts'
import { type Counterpart, folded, showsAll, textsAt } from './counterparts.ts'

/**
 * The control of the original whose texts another one shows now, in place of its own: a tab that opens its neighbour's
 * panel. Its own are shown by nothing on the rebuilt page any more, or by that neighbour in turn. What steps through
 * slides depends on where it began.
 */
export function swappedPanels(
  pair: Pair<'layouts' | 'probes'>,
  counterpartOf: (was: Probe) => Counterpart | undefined,
): (was: Probe, now: Probe) => Probe | undefined {
  const probesOf = ({ probes }: Pair<'probes'>['original'], { width }: Probe) =>
    (width < 500 ? probes.narrow : probes.wide).probes
  return (was, now) => {
    if (isStep(was) || !OPENS.test(was.effect) || !OPENS.test(now.effect)) return undefined
    const own = textsOf(was)
    if (own.size === 0 || textsOf(now).size === 0) return undefined
    const rest = textsAt(pair.rebuilt, was.width)
    const elsewhere = probesOf(pair.rebuilt, was).map(textsOf)
    if (shares(own, rest)) return undefined
    const others = probesOf(pair.original, was).filter(
      other => other !== was && other.name !== was.name && showsAll(now.revealed, textsOf(other)),
    )
    if (!elsewhere.some(texts => shares(own, texts))) return others[0]
    return others.find(other => {
      const its = counterpartOf(other)
      const swapped = typeof its === 'object' && its !== now && showsAll(its.revealed, own)
      return swapped && !shares(own, textsOf(now)) && !shares(textsOf(other), textsOf(its))
    })
  }
}

const shares = (texts: Set<string>, known: { has(text: string): boolean }) =>
  [...texts].some(text => known.has(text))

const OPENS = /^(dialog|switches|opens)$/

const textsOf = ({ revealed }: Probe) =>
  new Set(revealed.filter(text => !/^(picture|field) /.test(text)).map(folded))
