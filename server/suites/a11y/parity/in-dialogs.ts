/** Buttons of dialogs that are closed: axe looks at what is drawn. */

import { normalise } from '../../../lib/text.ts'
import type { Finding, Pair } from '../../core/suite.ts'
import { controlsOf, type Needed, placeOf } from '../page.ts'

/**
 * More without a name than on the original, where a script may still name them; graver when named ones are gone. One that
 * was closed there may be open here, and one that was in no dialog may be in one.
 */
export function judgeInDialogs(pair: Pair<Needed>): Finding[] {
  const { original, rebuilt } = controlsOf(pair)
  const named = (controls: typeof original) => controls.filter(({ told }) => told?.dialog === 'named')
  const names = new Set(rebuilt.map(({ ink }) => normalise(ink.name)))
  const grave =
    named(original).length > named(rebuilt).length &&
    named(original).some(({ ink }) => !names.has(normalise(ink.name)))
  const known = original.filter(
    ({ ink, told, shown }) =>
      told?.dialog === 'nameless' || (!grave && ink.role === 'button' && ink.name === '' && !shown),
  )
  const nameless = rebuilt.filter(({ told }) => told?.dialog === 'nameless')
  const first = nameless.find(({ shown }) => !shown)
  if (!first || nameless.length <= known.length) return []
  return [
    {
      key: 'a11y/name:in-dialog',
      severity: grave ? 'serious' : 'moderate',
      penalty: grave ? 0.25 : 0.1,
      message:
        'A button in a dialog has no name: screen readers do not say what it does, such as closing the dialog',
      fix: 'Name it with aria-label, or write in it what it does',
      rebuilt: placeOf(first.ink, pair.rebuilt),
    },
  ]
}
