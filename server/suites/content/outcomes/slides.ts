/** Slides of a carousel of which the rebuilt page has the first alone. */
import type { Candidate } from '../../../capture/collectors/probes/index.ts'
import { normalise } from '../../../lib/text.ts'
import { isMain } from '../../../matching/passages.ts'
import { newOpeners } from '../../core/openers.ts'
import { lacksScripts } from '../../core/requests.ts'
import { isStep } from '../../core/step.ts'
import type { ContentPair } from '../comparison/index.ts'
import { listOf } from './hidden.ts'
import type { LostUnit, TextOutcome } from './index.ts'

/**
 * Tells whether lost texts stood on further slides, of which the rebuilt page keeps the one in view, and brings no other:
 * none of them comes by itself within a minute, and no control is there that may bring it. They are graded as what was in
 * view; where a page may draw its slides in their turns, they are not known to be lost.
 */
export function onLostSlides(pair: ContentPair, outcomes: TextOutcome[]): (unit: LostUnit) => boolean {
  const lost = outcomes.filter(isUnseen)
  if (lost.length === 0 || !isStill(pair, lost)) return () => false
  const firsts = new Set(
    outcomes.flatMap(({ passage, state, now }) =>
      passage.visible && state === 'kept' && now?.visible ? listOf(passage) : [],
    ),
  )
  return unit =>
    unit.outcomes.every(isUnseen) && unit.outcomes.some(({ passage }) => firsts.has(listOf(passage)))
}

/** Lost, and not in view before; what an accordion or a tab folds away is drawn when it is opened. */
const isUnseen = ({ state, passage }: TextOutcome) =>
  state === 'lost' && !passage.visible && passage.folded !== true && isMain(passage)

/** Whether nothing on the rebuilt page may bring what is lost. */
function isStill(pair: ContentPair, lost: TextOutcome[]): boolean {
  const { probes, destinations } = pair.rebuilt
  if (!destinations.arrived || lacksScripts(pair.original, pair.rebuilt) || newOpeners(pair) > 0) return false
  const texts = lost.map(({ passage }) => normalise(passage.text))
  const isLost = (text: string) => {
    const said = normalise(text)
    return texts.some(one => one.startsWith(said) || said.startsWith(one))
  }
  if (destinations.arrived.some(isLost)) return false
  const before = [pair.original.probes.narrow, pair.original.probes.wide]
  const known = new Set(
    before.flatMap(({ probes: pressed, rest }) => [
      ...pressed.filter(({ revealed }) => !revealed.some(isLost)).map(nameOf),
      ...rest.map(nameOf),
    ]),
  )
  known.delete(NAMELESS)
  // A step that was pressed and did nothing brings nothing; one that was not pressed, or is new, may.
  const mayBring = (control: Candidate) =>
    isStep(control) || (!/^(banner|navigation)$/.test(control.landmark) && !known.has(nameOf(control)))
  return [probes.narrow, probes.wide].every(
    ({ probes: pressed, rest }) =>
      !rest.some(mayBring) && pressed.every(probe => probe.effect === 'nothing' || !mayBring(probe)),
  )
}

/** A control without a name may be any. */
const nameOf = ({ name }: Candidate): string => (/\p{L}{2}/u.test(name) ? normalise(name) : NAMELESS)
const NAMELESS = ' '
