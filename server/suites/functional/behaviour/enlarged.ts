/** Pictures of a gallery that a press shows larger: another one than was pressed, as where a script counts from another end. */
import type { EnlargedPicture } from '../../../capture/collectors/probes/index.ts'
import { DESKTOP } from '../../../lib/widths.ts'
import { isClearlyOther } from '../../../vision/image-distance.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import type { Pair } from '../../core/suite.ts'
import { controlPlace, placeName } from '../named-control.ts'
import type { Needed } from './probe.ts'
import { rules } from './rules.ts'

/** Nothing where the original shows others as well, or enlarges none. */
export function otherEnlarged({ original, rebuilt }: Pair<Needed>): Finding[] {
  const before = original.probes.wide.enlarged ?? []
  if (before.length === 0 || before.some(one => otherOf(one, before))) return []
  const now = rebuilt.probes.wide.enlarged ?? []
  return now.flatMap(one => {
    const other = otherOf(one, now)
    if (!other) return []
    const [pressed, shown] = [one, other].map(({ name }) => (name ? quote(name) : 'a picture without a name'))
    return [
      rules.report('enlarged', {
        place: placeName(one),
        cause: 'enlarged',
        message: `A press on ${pressed} shows the picture of ${shown} larger; on the original each shows its own`,
        rebuilt: controlPlace(one, rebuilt, DESKTOP),
      }),
    ]
  })
}

/** The picture of the page's galleries that is shown in place of the one that was pressed. */
function otherOf(
  { own, shown }: EnlargedPicture,
  all: readonly EnlargedPicture[],
): EnlargedPicture | undefined {
  const [mine, seen] = [own.fingerprint, shown.fingerprint]
  if (!mine || !seen) return undefined
  return all.find(({ own: its }) => its.fingerprint && isClearlyOther(seen, mine, its.fingerprint))
}
