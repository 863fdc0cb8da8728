import type { Probe } from '../../../capture/collectors/probes.ts'
import type { Pair } from '../../suite.ts'
import { isStep } from '../controls/describe.ts'
import { folded, showsAll, textsAt } from './counterparts.ts'

/**
 * The control of the original whose texts another one shows now, in place of its own, which nothing on the rebuilt page
 * shows any more: a tab that opens its neighbour's panel. What steps through slides depends on where it began.
 */
export function mixedUp(pair: Pair<'layouts' | 'probes'>): (was: Probe, now: Probe) => Probe | undefined {
  const probesOf = ({ probes }: Pair<'probes'>['original'], { width }: Probe) =>
    (width < 500 ? probes.narrow : probes.wide).probes
  return (was, now) => {
    if (isStep(was) || !OPENS.test(was.effect) || !OPENS.test(now.effect)) return undefined
    const own = textsOf(was)
    if (own.size === 0 || textsOf(now).size === 0) return undefined
    const rest = textsAt(pair.rebuilt, was.width)
    const elsewhere = probesOf(pair.rebuilt, was).map(textsOf)
    if ([...own].some(text => rest.has(text) || elsewhere.some(texts => texts.has(text)))) return undefined
    return probesOf(pair.original, was).find(
      other => other !== was && other.name !== was.name && showsAll(now.revealed, textsOf(other)),
    )
  }
}

const OPENS = /^(dialog|switches|opens)$/

const textsOf = ({ revealed }: Probe) =>
  new Set(revealed.filter(text => !/^(picture|field) /.test(text)).map(folded))
