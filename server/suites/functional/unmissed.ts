/** Whether what the original's controls did is still done: what did not arrive of the new page is not known to be missed. */
import { countEach } from '../../lib/count.ts'
import { probesOf } from '../core/probed.ts'
import type { Side } from '../core/suite.ts'

/** Controls that were seen to show something from which what the scripts of a page do is known. */
const MIN_WORKING = 3

/** Whether as many controls as on the original, several at least, show something when they are pressed, and nothing new stops. */
export function worksAsBefore(
  original: Side<'health' | 'probes'>,
  rebuilt: Side<'health' | 'probes'>,
): boolean {
  const shown = (side: Side<'probes'>) =>
    countEach(
      probesOf(side).flatMap(({ width, effect }) =>
        /^(opens|dialog|switches)$/.test(effect) ? `${width} ${effect}` : [],
      ),
    )
  const [before, now] = [shown(original), shown(rebuilt)]
  const working = [...before.values()].reduce((sum, count) => sum + count, 0)
  const known = new Set(original.health.exceptions)
  return (
    working >= MIN_WORKING &&
    [...before].every(([what, count]) => (now.get(what) ?? 0) >= count) &&
    rebuilt.health.exceptions.every(text => known.has(text))
  )
}
