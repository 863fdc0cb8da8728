/** The same logo in another form: drawn anew under its name, or seen elsewhere on the page. */
import type { ImageArtifact } from '../../capture/collectors/images/index.ts'
import { normalise, words } from '../../lib/text.ts'
import { failureOf, fileName, isLogo } from '../../matching/picture.ts'
import type { PictureMatch } from '../../matching/pictures.ts'
import { imageDistance } from '../../vision/image-distance.ts'
import type { Pair, Side } from '../core/suite.ts'
import { desktopBlocks } from './texts.ts'
import type { Visibility } from './visibility.ts'

/** The logo of the page stands within so many px from its top. */
export const HEAD_PX = 160
/** Distance up to which two logos are one, in another file and size. */
const SAME_LOGO = 0.15
/** Words of a site's name. */
const MAX_NAME = 4
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
  /** It is that of the footer, while that of the header is there, or in a new form; or what is written in its drawing is at the head. */
  isLogoAgain(image: ImageArtifact): boolean
  /**
   * What may stand for it at the head of the page: a picture or a text that has half of its words or a picture that is the
   * new page's own, as it was drawn anew.
   */
  standsAtHead(image: ImageArtifact): boolean
}

export function logosOf(
  { original, rebuilt, matching }: Pair<'images' | 'layouts'>,
  visible: ReadonlyMap<PictureMatch, Visibility>,
): Logos {
  const added = matching.pictures.added.filter(one => one.state === 'visible' && failureOf(one) === null)
  const names = new Set(added.filter(isLogo).map(one => tellingIn(one.name).join(' ')))
  const isAtHead = ({ state, box }: Pick<ImageArtifact, 'state' | 'box'>) =>
    state === 'visible' && box.y < HEAD_PX
  const textsAtHead = (side: Side<'layouts'>) =>
    desktopBlocks(side)
      .filter(isAtHead)
      .map(({ text }) => words(text))
      .filter(said => said.length <= MAX_NAME)
      .flat()
  const known = new Set(textsAtHead(original))
  const atHead = new Set([
    ...rebuilt.images.filter(isAtHead).flatMap(image => words(saidBy(image))),
    ...textsAtHead(rebuilt).filter(word => !known.has(word)),
  ])
  const headTexts = new Set(desktopBlocks(rebuilt).filter(isAtHead).map(normalised))
  /** Written in its drawing, and at the head of the new page as well. */
  const isWrittenAtHead = ({ selector }: ImageArtifact) =>
    desktopBlocks(original).some(
      block => block.selector.startsWith(`${selector} > `) && headTexts.has(normalised(block)),
    )
  const isOwnAtHead = added.some(one => isAtHead(one) && one.kind !== 'background')
  const isRedrawn = (image: ImageArtifact) => {
    const name = tellingIn(image.name).join(' ')
    return isLogo(image) && name !== '' && names.has(name)
  }
  return {
    isRedrawn,
    isLogoAgain: image =>
      isLogo(image) &&
      (isWrittenAtHead(image) ||
        (image.box.y >= HEAD_PX &&
          (isRedrawn(image) ||
            [...visible].some(
              ([match, { state }]) =>
                state === 'seen' && (imageDistance(image, match.rebuilt) ?? 1) <= SAME_LOGO,
            )))),
    standsAtHead: image => {
      const said = tellingIn(saidBy(image))
      const found = said.filter(word => atHead.has(word))
      return isOwnAtHead || (said.length > 0 && 2 * found.length >= said.length)
    },
  }
}

const normalised = ({ text }: { text: string }) => normalise(text)
