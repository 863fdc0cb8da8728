/** Fields that had a label and are called by their placeholder now, which axe takes for a name. */
import type { Finding, Pair } from '../../core/suite.ts'
import { type Control, called, controlsOf, type Needed, placeName, placeOf } from '../page.ts'
import { between } from './between.ts'

const isHinted = ({ told, shown }: Control) => shown && told?.hinted === true

export function judgeLabels(pair: Pair<Needed>): Finding[] {
  const controls = controlsOf(pair)
  const taken = new Set<Control>()
  const isLeft = (control: Control) => isHinted(control) && !taken.has(control)
  return controls.original.flatMap((was, index): Finding[] => {
    if (!was.shown || !was.told || !was.name || isHinted(was)) return []
    const kept = controls.after.get(index)
    const other = kept ?? between(controls, index, isLeft)
    const now = other === undefined ? undefined : controls.rebuilt[other]
    if (!now || !isLeft(now)) return []
    taken.add(now)
    // Where it says the same it does so until something is written there.
    const grave = kept === undefined
    return [
      {
        key: `a11y/label:${placeName(was.ink)}`,
        severity: grave ? 'serious' : 'moderate',
        penalty: grave ? 0.25 : 0.1,
        message: `The ${called(was.ink)} lost its label: all that says what it is for is its placeholder “${now.ink.name.slice(0, 80)}”`,
        fix: `Tie a <label> that says “${was.ink.name.slice(0, 80)}” to it with "for" and "id", or give it an aria-label`,
        original: placeOf(was.ink, pair.original),
        rebuilt: placeOf(now.ink, pair.rebuilt),
      },
    ]
  })
}
