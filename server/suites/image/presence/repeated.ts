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
      // A file may hold several, of which backgrounds show one each; what else shows it shows all, whatever lies over it.
      rebuilt.kind === 'img' && rebuilt.url !== '' ? '' : rebuilt.rendered!.hash,
    ].join('\n'),
  )
  return [...groups.values()].flatMap(group => {
    // One file may look otherwise under the text that lies over it, and two files alike.
    const [looks, files] = [
      new Set(group.map(({ original }) => original.rendered!.hash)),
      new Set(group.map(({ original }) => original.url || original.rendered!.hash)),
    ]
    if (group.length < MIN_SAME || Math.min(looks.size, files.size) < group.length) return []
    return [{ originals: group.map(({ original }) => original), instead: group[0]!.rebuilt }]
  })
}
