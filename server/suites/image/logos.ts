/** The same logo in another form: drawn anew under its name, or seen elsewhere on the page. */
import type { ImageArtifact } from '../../capture/collectors/images/index.ts'
import { words } from '../../lib/text.ts'
import { failureOf, fileName, isLogo } from '../../matching/picture.ts'
import type { PictureMatch, PictureMatching } from '../../matching/pictures.ts'
import { imageDistance } from '../../vision/image-distance.ts'
import type { Side } from '../core/suite.ts'
import type { Visibility } from './visibility.ts'

/** The logo of the page stands within so many px from its top. */
export const HEAD_PX = 160
/** Distance up to which two logos are one, in another file and size. */
const SAME_LOGO = 0.15
/** Words of a logo that say whose it is. */
const TELLING = /^(?!(?:logo|icon|home|image|img|picture|svg|png|jpe?g|webp|gif)$)\p{L}{3,}$/u

const tellingIn = (text: string) => words(text).filter(word => TELLING.test(word))

const saidBy = (image: ImageArtifact) => `${image.name} ${fileName(image)}`

/** Its element was kept, with name and size, and shows another file. */
export const isSameElement = (image: ImageArtifact, instead?: ImageArtifact) =>
  instead !== undefined &&
  image.name === instead.name &&
  Math.abs(image.box.width - instead.box.width) <= 2 &&
  Math.abs(image.box.height - instead.box.height) <= 2

export interface Logos {
  /** A new logo has its name: it was drawn anew. */
  isRedrawn(image: ImageArtifact): boolean
  /** It is that of the footer, while that of the header is there, or in a new form. */
  isLogoAgain(image: ImageArtifact): boolean
  /** Another picture at the head of the page has half of its words: it was drawn anew, as in white for a dark bar. */
  isNamedAtHead(image: ImageArtifact): boolean
}

export function logosOf(
  { added }: PictureMatching,
  visible: ReadonlyMap<PictureMatch, Visibility>,
  { images }: Side<'images'>,
): Logos {
  const names = new Set(
    added
      .filter(one => one.state === 'visible' && failureOf(one) === null && isLogo(one))
      .map(one => tellingIn(one.name).join(' ')),
  )
  const atHead = new Set(
    images
      .filter(({ state, box }) => state === 'visible' && box.y < HEAD_PX)
      .flatMap(image => words(saidBy(image))),
  )
  const isRedrawn = (image: ImageArtifact) => {
    const name = tellingIn(image.name).join(' ')
    return isLogo(image) && name !== '' && names.has(name)
  }
  return {
    isRedrawn,
    isLogoAgain: image =>
      isLogo(image) &&
      image.box.y >= HEAD_PX &&
      (isRedrawn(image) ||
        [...visible].some(
          ([match, { state }]) => state === 'seen' && (imageDistance(image, match.rebuilt) ?? 1) <= SAME_LOGO,
        )),
    isNamedAtHead: image => {
      const said = tellingIn(saidBy(image))
      return (
        image.box.y < HEAD_PX &&
        said.length > 0 &&
        2 * said.filter(word => atHead.has(word)).length >= said.length
      )
    },
  }
}
