/** Pictures that only hold the place of others, as whoever drafts a page puts them in. */
import type { ImageArtifact } from '../../capture/collectors/images/index.ts'
import { hostnameOf } from '../../lib/url.ts'
import { failureOf, fileName, isContent, isDrawing, isFlat } from '../../matching/picture.ts'
import type { PictureMatching } from '../../matching/pictures.ts'

/** Of the longer side from which anybody sees that it shows nothing, CSS px. */
export const MIN_DUMMY_SIDE = 200

/** Sites that make them. */
const SERVICE =
  /(^|\.)(placehold\.(co|it|jp)|placeholder\.com|dummyimage\.com|picsum\.photos|loremflickr\.com|lorempixel\.com|placekitten\.com|placebear\.com|fakeimg\.pl)$/i
/** Places of a photograph of that name: one for phones and one for desktops. */
const OWN_PLACES = 2
const NAME = /(^|[^\p{L}])(placeholder|dummy)([^\p{L}]|$)/iu

/** Those of the new page, of which the original has none; a picture that is known by its look is the original's. */
export function dummiesOf(
  { matches }: PictureMatching,
  before: readonly ImageArtifact[],
  now: readonly ImageArtifact[],
): ImageArtifact[] {
  const isNamed = (image: ImageArtifact) => SERVICE.test(hostnameOf(image.url)) || NAME.test(fileName(image))
  if (before.some(isNamed)) return []
  const known = new Set(matches.filter(({ by }) => by !== 'place').map(({ rebuilt }) => rebuilt))
  const named = now.filter(
    image =>
      (image.kind === 'img' || image.kind === 'background') &&
      image.state === 'visible' &&
      isContent(image) &&
      Math.max(image.box.width, image.box.height) >= MIN_DUMMY_SIDE &&
      failureOf(image) === null &&
      !known.has(image) &&
      isNamed(image),
  )
  // A photograph may have kept the name of what it replaced.
  const isOwn = (image: ImageArtifact) =>
    !SERVICE.test(hostnameOf(image.url)) &&
    !isDrawing(image) &&
    !isFlat(image) &&
    named.filter(({ url }) => url === image.url).length <= OWN_PLACES
  return named.filter(image => !isOwn(image))
}
