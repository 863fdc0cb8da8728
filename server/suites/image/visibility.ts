import type { ImageArtifact } from '../../capture/collectors/images/index.ts'
import { areaOf, failureOf, isBlank, isRich, isThrottled } from '../../matching/picture.ts'
import type { PictureMatch, PictureMatching } from '../../matching/pictures.ts'

/** What became of a picture that the original shows. */
export type Sight =
  | 'seen'
  | {
      /**
       * `broken`: its file is to blame; `gone`: it cannot be seen; `aside`: one turn of a carousel away;
       * `shrunk`: little of it is left.
       */
      how: 'broken' | 'gone' | 'aside' | 'shrunk'
      why: string
    }

/** Contrast of a region in which something is drawn, and of one that is empty. */
const DRAWN = 12
const EMPTY = 2.5
/** Share of its area below which a picture is not what it was. */
const LITTLE = 0.3

/** Judges each match of a picture that is seen on the original; `changing` are files that change by themselves. */
export function sightsOf(
  { matches }: PictureMatching,
  changing: readonly string[],
): Map<PictureMatch, Sight> {
  const volatile = new Set(changing)
  // Pictures that came to the front: others then stand behind them.
  const turned = matches
    .filter(match => match.original.state !== 'visible' && match.rebuilt.state === 'visible')
    .map(match => areaOf(match.rebuilt))
  return new Map(
    matches
      .filter(({ original }) => original.state === 'visible' && failureOf(original) === null)
      .map(match => [match, sightOf(match, volatile.has(match.original.url), turned)]),
  )
}

function sightOf({ original, rebuilt, by }: PictureMatch, changes: boolean, turned: number[]): Sight {
  const failure = failureOf(rebuilt)
  if (failure) return { how: 'broken', why: failure }
  if (isThrottled(rebuilt)) return 'seen'
  if (by === 'place' && isRich(original) && !changes) {
    if (isBlank(rebuilt)) return { how: 'broken', why: 'an empty placeholder is shown instead of it' }
    if (original.kind !== 'canvas' && isRich(rebuilt))
      return { how: 'gone', why: 'another picture stands in its place' }
  }
  if (rebuilt.state === 'visible') return remainderOf(original, rebuilt)
  const aside =
    rebuilt.state === 'clipped' ||
    turned.some(area => area > areaOf(original) / 2 && area < areaOf(original) * 2)
  return aside
    ? { how: 'aside', why: 'it is there, but not in the part that is shown first' }
    : { how: 'gone', why: 'its element is there, but it is hidden' }
}

function remainderOf(original: ImageArtifact, rebuilt: ImageArtifact): Sight {
  const drawn = (original.rendered?.contrast ?? 0) >= DRAWN
  if (drawn && rebuilt.rendered && rebuilt.rendered.contrast < EMPTY)
    return { how: 'gone', why: 'its element is there, but nothing of it can be seen' }
  const left = areaOf(rebuilt) / Math.max(1, areaOf(original))
  // One step aside in its strip or carousel.
  const whole = rebuilt.box.width * rebuilt.box.height >= 0.5 * original.box.width * original.box.height
  if (left < LITTLE && rebuilt.scroller && whole)
    return { how: 'aside', why: 'little of it is in the part that is shown first' }
  const size = `${Math.round(rebuilt.seen.width)} × ${Math.round(rebuilt.seen.height)} px of it are left`
  if (left < 0.06) return { how: 'gone', why: `only ${size}` }
  return left < LITTLE && areaOf(original) > 64 * 64 ? { how: 'shrunk', why: `only ${size}` } : 'seen'
}
