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
 * stands in. Its look says nothing then: it is known by its match, or by the text beside it, where no icon stands now nor
 * any picture as large stood.
 */
export function blownUpOf(
  { matches }: PictureMatching,
  before: readonly ImageArtifact[],
  after: readonly ImageArtifact[],
): Enlarged[] {
  const [huge, matched] = [after.filter(isHuge), new Map(matches.map(one => [one.rebuilt, one.original]))]
  if (huge.length === 0) return []
  const [iconsBefore, iconsNow] = [before, after].map(all => Map.groupBy(all.filter(isIcon), textBeside))
  const filled = new Set(before.filter(one => one.state === 'visible' && fills(one)).map(textBeside))
  return huge.flatMap(rebuilt => {
    const text = textBeside(rebuilt)
    const match = matched.get(rebuilt)
    const beside = rebuilt.kind === 'svg' && text !== '' ? iconsBefore!.get(text) : undefined
    const original = match && isIcon(match) ? match : beside?.find(({ kind }) => kind === 'svg')
    const isOther = text !== '' && (filled.has(text) || iconsNow!.has(text))
    return original && !isOther ? { original, rebuilt } : []
  })
}

const textBeside = ({ near }: ImageArtifact) => near

const isShown = (image: ImageArtifact) =>
  image.state === 'visible' && image.kind !== 'background' && isDrawing(image)

const fills = (image: ImageArtifact) => ofScreen(areaOf(image)) >= HIDING

const isHuge = (image: ImageArtifact) => isShown(image) && fills(image)

const isIcon = (image: ImageArtifact) =>
  isShown(image) && Math.max(image.box.width, image.box.height) < MAX_ICON_SIDE
