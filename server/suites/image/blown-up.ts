import type { ImageArtifact } from '../../capture/collectors/images/index.ts'
import { areaOf, isDrawing, ofScreen } from '../../matching/picture.ts'
import type { PictureMatching } from '../../matching/pictures.ts'

/** Of an icon, CSS px. */
export const MAX_ICON_SIDE = 64
/** Share of a screen from which it hides the page. */
export const HIDING = 0.5

interface Enlarged {
  original: ImageArtifact
  rebuilt: ImageArtifact
}

/**
 * Icons of the original that fill half a screen or more: a drawing in the markup that lost its styles is as wide as what it
 * stands in. Its look says nothing then: it is known by its match, or by the text beside it.
 */
export function blownUpOf(
  { matches }: PictureMatching,
  before: readonly ImageArtifact[],
  after: readonly ImageArtifact[],
): Enlarged[] {
  return after.filter(isHuge).flatMap(rebuilt => {
    const matched = matches.find(match => match.rebuilt === rebuilt)?.original
    const beside = before.filter(({ kind, near }) => kind === 'svg' && near !== '' && near === rebuilt.near)
    const original = [matched, ...(rebuilt.kind === 'svg' ? beside : [])].find(one => one && isIcon(one))
    return original && !beside.some(isHuge) ? { original, rebuilt } : []
  })
}

const isShown = (image: ImageArtifact) =>
  image.state === 'visible' && image.kind !== 'background' && isDrawing(image)

const isHuge = (image: ImageArtifact) => isShown(image) && ofScreen(areaOf(image)) >= HIDING

const isIcon = (image: ImageArtifact) =>
  isShown(image) && Math.max(image.box.width, image.box.height) < MAX_ICON_SIDE
