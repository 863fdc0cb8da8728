/** What one press takes away and another brings back, as the two sides of a switch: some of it is not brought back. */
import type { Probe } from '../../../capture/collectors/probes/index.ts'
import { hasPrice } from '../../../lib/price.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import { lacksScripts } from '../../core/requests.ts'
import type { Pair } from '../../core/suite.ts'
import { calledSo } from '../named-control.ts'
import { placesOf } from './findings.ts'
import { folded, lengthOf, type Needed, wordsIn } from './probe.ts'
import { rules } from './rules.ts'

/** So many texts are told of what a press brings, and in older captures no more. */
const MAX_REVEALED = 20

type Operated = readonly [was: Probe, now: Probe]

/** One issue of a page: the first press that does not bring all back. */
export function notBroughtBack(pair: Pair<Needed>, operated: readonly Operated[]): Finding[] {
  if (lacksScripts(pair.original, pair.rebuilt)) return []
  const presses = operated.filter(pair => pair.every(({ way, uncertain }) => way === 'press' && !uncertain))
  const [first] = presses.flatMap(taking =>
    presses.flatMap(bringing => {
      const lost = lostBetween(pair, taking, bringing)
      return lost ? [{ taking, bringing, ...lost }] : []
    }),
  )
  if (!first) return []
  const { taking, bringing, lost, back } = first
  const isMost = lost.some(hasPrice) || lengthOf(lost) >= lengthOf(back)
  const more = lost.length > 1 ? ` and ${lost.length - 1} more of what it shows` : ''
  return [
    rules.report('not-restored', {
      ...placesOf(pair, ...bringing),
      as: isMost ? undefined : 'some',
      message: `${calledSo(bringing[0])} does not bring ${quote(lost[0]!, 80)}${more} back, which ${quote(taking[0].name, 40)} takes away; the original’s does`,
      evidence: lost,
    }),
  ]
}

/** Of what the one takes away and the other, pressed after it, brings back on the original, what it does not on the new page. */
function lostBetween(pair: Pair<Needed>, [took, takes]: Operated, [brought, brings]: Operated) {
  const isAfter = (side: 'original' | 'rebuilt', first: Probe, second: Probe) => {
    const { narrow, wide } = pair[side].probes
    return [narrow, wide].some(
      ({ probes }) => probes.includes(first) && probes.indexOf(second) > probes.indexOf(first),
    )
  }
  if (brought.effect !== 'switches' || brings.effect !== 'switches' || took.role !== brought.role) return null
  if (!isAfter('original', took, brought) || !isAfter('rebuilt', takes, brings)) return null
  if (brings.revealed.length >= MAX_REVEALED && !brings.more) return null
  const whole = (texts: readonly string[], more: readonly string[] = []) => wordsIn([...texts, ...more])
  // A press tells of the elements of which a text is made, which may be others when it comes back.
  const readerOf = (texts: readonly string[]) => {
    const said = ` ${texts.map(folded).join(' ')} `
    return (text: string) => said.includes(` ${folded(text)} `)
  }
  const [isHidden, isHiddenNow] = [took, takes].map(one => readerOf(whole(one.hidden, one.moreHidden)))
  const isShown = readerOf(whole(brings.revealed, brings.more))
  const { probes } = [pair.rebuilt.probes.narrow, pair.rebuilt.probes.wide].find(one =>
    one.probes.includes(takes),
  )!
  // What a press between them has brought is there already.
  const between = probes.slice(probes.indexOf(takes) + 1, probes.indexOf(brings))
  const isThere = readerOf(between.flatMap(one => whole(one.revealed, one.more)))
  const taken = whole(brought.revealed, brought.more).filter(
    text => isHidden!(text) && isHiddenNow!(text) && !isThere(text),
  )
  const [back, lost] = [true, false].map(is => taken.filter(text => isShown(text) === is))
  // Where nothing comes back it was no switch of these two.
  return back!.length > 0 && lost!.length > 0 ? { back: back!, lost: lost! } : null
}
