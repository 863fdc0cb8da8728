/** Icons that fill the window: a drawing that lost its size. */
import type { ImageArtifact } from '../../capture/collectors/images/index.ts'
import { isDrawing, SCREEN } from '../../matching/picture.ts'
import type { PictureMatching } from '../../matching/pictures.ts'

/** Of an icon, CSS px. */
export const MAX_ICON_SIDE = 64
/** Share of a desktop's screen from which it hides the page, and of one held upright, where it takes all of the width. */
export const HIDING = { wide: 0.5, upright: 0.35 }

/** How a picture is drawn at a width. */
type Drawn = Pick<ImageArtifact, 'box' | 'seen' | 'state'>

/** A pair of pages at a width; undefined for pictures that are not there. */
interface View {
  original(image: ImageArtifact): Drawn | undefined
  rebuilt(image: ImageArtifact): Drawn | undefined
  /** Of an icon that hides the page, px². */
  minArea: number
}

/** As the pictures were listed, at 1440 px. */
const DESKTOP: View = {
  original: image => image,
  rebuilt: image => image,
  minArea: HIDING.wide * SCREEN.width * SCREEN.height,
}

interface Enlarged {
  original: ImageArtifact
  rebuilt: ImageArtifact
}

/**
 * Icons of the original that fill much of a screen: a drawing in the markup that lost its styles is as wide as what it
 * stands in. Its look says nothing then: it is known by its match, or by the text beside it, where no icon stands now nor
 * any picture as large stood.
 */
export function blownUpOf(
  { matches }: PictureMatching,
  before: readonly ImageArtifact[],
  after: readonly ImageArtifact[],
  { original: was, rebuilt: is, minArea }: View = DESKTOP,
): Enlarged[] {
  const fills = (drawn: Drawn | undefined) => !!drawn && drawn.seen.width * drawn.seen.height >= minArea
  const huge = after.filter(image => isShown(image, is(image)) && fills(is(image)))
  if (huge.length === 0) return []
  const matched = new Map(matches.map(one => [one.rebuilt, one.original]))
  const iconsBefore = Map.groupBy(
    before.filter(image => isIcon(image, was(image))),
    textBeside,
  )
  const iconsNow = new Set(after.filter(image => isIcon(image, is(image))).map(textBeside))
  const filled = new Set(
    before.filter(image => was(image)?.state === 'visible' && fills(was(image))).map(textBeside),
  )
  return huge.flatMap(rebuilt => {
    const text = textBeside(rebuilt)
    const match = matched.get(rebuilt)
    const beside = rebuilt.kind === 'svg' && text !== '' ? iconsBefore.get(text) : undefined
    const original = match && isIcon(match, was(match)) ? match : beside?.find(({ kind }) => kind === 'svg')
    const isOther = text !== '' && (filled.has(text) || iconsNow.has(text))
    return original && !isOther ? { original, rebuilt } : []
  })
}

const textBeside = ({ near }: ImageArtifact) => near

const isShown = (image: ImageArtifact, drawn: Drawn | undefined) =>
  drawn?.state === 'visible' && image.kind !== 'background' && isDrawing(image)

const isIcon = (image: ImageArtifact, drawn: Drawn | undefined) =>
  isShown(image, drawn) && Math.max(drawn!.box.width, drawn!.box.height) < MAX_ICON_SIDE
