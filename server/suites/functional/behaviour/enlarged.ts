/** Pictures that a press shows larger: another one than on the original, as where a script counts its list from another end. */
import type { Probe } from '../../../capture/collectors/probes/index.ts'
import { normalise } from '../../../lib/text.ts'
import type { Pair } from '../../core/suite.ts'
import { type Needed, wordsIn } from './probe.ts'

/** The name of the picture that it shows now in place of its own: one that the page has besides. Names alone tell. */
export function otherPicture({ rebuilt }: Pair<Needed>, was: Probe, now: Probe): string | undefined {
  if (!was.enlarges || !now.enlarges) return undefined
  const own = normalise(was.name)
  const [shown, ...more] = picturesIn(now)
  if (own === '' || normalise(now.name) !== own || !picturesIn(was).some(name => normalise(name) === own))
    return undefined
  if (!shown || more.length > 0 || normalise(shown) === own) return undefined
  // A viewer that paints it tells of it in words, beside a preview of the next one.
  if (wordsIn(now.revealed).some(text => normalise(text).includes(own))) return undefined
  const isOnPage = rebuilt.layouts.some(({ pictures }) =>
    pictures.some(({ alt }) => normalise(alt) === normalise(shown)),
  )
  return isOnPage ? shown : undefined
}

const picturesIn = ({ revealed }: Probe): string[] =>
  revealed.flatMap(text => (text.startsWith('picture ') ? text.slice('picture '.length) : []))
