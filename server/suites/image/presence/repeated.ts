/** Different pictures of a list in whose places one and the same picture stands now. */
import type { ImageArtifact } from '../../../capture/collectors/images/index.ts'
import type { PictureMatching } from '../../../matching/pictures.ts'
import { withoutTurns } from '../../core/path.ts'
import { isBlank } from '../visibility.ts'

/** Pictures of which it is no chance that all became one. */
const MIN_SAME = 3

interface Repeated {
  originals: ImageArtifact[]
  instead: ImageArtifact
}

/** Pictures in entries built alike, each of which looked otherwise on the original, by the one that stands for them now. */
export function repeatedOf(
  { matches }: PictureMatching,
  isDemanded: (image: ImageArtifact) => boolean,
): Repeated[] {
  const shown = matches.filter(
    ({ original, rebuilt }) =>
      isDemanded(original) &&
      original.rendered !== null &&
      rebuilt.state === 'visible' &&
      rebuilt.rendered !== null &&
      !isBlank(rebuilt),
  )
  const groups = Map.groupBy(shown, ({ original, rebuilt }) =>
    [
      withoutTurns(original.selector),
      withoutTurns(rebuilt.selector),
      rebuilt.url,
      rebuilt.rendered!.hash,
    ].join('\n'),
  )
  return [...groups.values()].flatMap(group => {
    const looks = new Set(group.map(({ original }) => original.rendered!.hash))
    if (group.length < MIN_SAME || looks.size < group.length) return []
    return [{ originals: group.map(({ original }) => original), instead: group[0]!.rebuilt }]
  })
}
