/** What a picture is to a reader: how much of the page it takes, whether it carries content, why it shows nothing. */

import type { ImageArtifact } from '../capture/collectors/images/index.ts'
import { normalise } from '../lib/text.ts'
import { assetName } from '../lib/url.ts'
import { DESKTOP } from '../lib/widths.ts'
import { FLAT } from '../vision/image-distance.ts'

/** Of the first screen at the desktop width, CSS px. */
export const SCREEN = { width: DESKTOP, height: 900 }
/** Of a picture that carries content, CSS px. */
const MIN_CONTENT_SIDE = 64

/** How many times wider than high a strip is. */
const MIN_STRIP = 6

/** Share of the screen that `area` takes. */
export const ofScreen = (area: number) => area / (SCREEN.width * SCREEN.height)

/** Share of the screen from which a picture is a large one. */
export const LARGE = 0.05

/** What is seen of it, in px². */
export const areaOf = (image: ImageArtifact) => image.seen.width * image.seen.height

/** Tracking pixels and spacers are no pictures. */
export const isPicture = (image: ImageArtifact) => image.box.width > 4 && image.box.height > 4

/** Authors leave the alt text of photographs empty as well: a large one is content whatever it says. */
export function isContent(image: ImageArtifact): boolean {
  const { width, height } = image.box
  if (isLogo(image)) return true
  if (width < MIN_CONTENT_SIDE || height < MIN_CONTENT_SIDE) return false
  if (altOf(image) === '' && isDivider(image)) return false
  return (
    !image.decorative || (image.kind !== 'svg' && image.kind !== 'canvas' && ofScreen(areaOf(image)) >= LARGE)
  )
}

/** A strip across the window, such as the wave between two sections: what parts them, not what they show. */
export const isDivider = ({ box: { width, height } }: ImageArtifact) =>
  width >= 0.9 * SCREEN.width && width >= MIN_STRIP * height

/** Smaller than that is the icon of an entry, CSS px. */
const MIN_LOGO_SIDE = 24

/** By what it is called, or at the top of the page as the way home. */
export function isLogo(image: ImageArtifact): boolean {
  if (image.kind === 'background') return false
  if (/\blogo|logo\b|wordmark/i.test(`${image.name} ${fileName(image).replace(/[_-]/g, ' ')}`)) return true
  const top = image.landmark === 'banner' || image.landmark === 'navigation' || image.box.y < 120
  return (
    top &&
    image.box.y < 300 &&
    Math.max(image.box.width, image.box.height) >= MIN_LOGO_SIDE &&
    /^(\/|\.\/?|#|#page-top|https?:\/\/[^/]+\/?|(\.\/|\/)?index\.html?)$/.test(image.link)
  )
}

/** File name without fingerprint, '' for inline pictures. */
export function fileName(image: ImageArtifact): string {
  return /^https?:/.test(image.url) ? assetName(image.url) : ''
}

/** A file name that says something: `team-anna.jpg`, not `1.jpg`. */
export function tellingFile(image: ImageArtifact): string {
  const name = fileName(image)
  return /\p{L}{3,}/u.test(name.replace(/\.\w+$/, '')) ? name.replace(/\.\w+$/, '') : ''
}

/** What it says it shows, normalised; '' for nothing but signs. */
export function altOf(image: ImageArtifact): string {
  const alt = normalise(image.name)
  return /[\p{L}\p{N}]/u.test(alt) ? alt : ''
}

/** Whether there is more to it than one colour. */
export const isRich = ({ file, rendered }: ImageArtifact) =>
  Math.max(file?.contrast ?? 0, rendered?.contrast ?? 0) >= FLAT

/** Whether its file is known to have one colour all over: it shows nothing, or stands for something else. */
export const isFlat = ({ file }: ImageArtifact) => (file?.contrast ?? FLAT) < FLAT

/** Opacity up to which a picture, were it black on white, hardly differs from what is behind it. */
export const FAINT = 0.1

/** Whether it is drawn so that most visitors do not see it, as the pattern behind a section. */
export const isFaint = ({ opacity = 1 }: ImageArtifact) => opacity <= FAINT

/** Whether it is drawn with lines and areas: its shape says what it is, in any colours. */
export const isDrawing = ({ kind, format }: ImageArtifact) => kind === 'svg' || format === 'svg'

/** Why a picture shows nothing, in a reader's words, or null when its file is fine. */
export function failureOf(image: ImageArtifact): string | null {
  const { kind, status, failure, url } = image
  if (isOutOfReach(image)) return null
  if (status >= 400) return `its file answers ${status}`
  // A film is fetched in pieces, as many as the browser wants, and may be one that this browser cannot decode.
  if (kind === 'video') return isPage(image) ? notPicture(image, 'video') : null
  if (failure && failure !== 'net::ERR_ABORTED') return `its file failed to load (${failure.slice(0, 80)})`
  if (kind === 'svg' || kind === 'canvas') return null
  const undecoded = image.file === null && image.format === ''
  if (image.undrawable) return 'its file is no picture that a browser can show'
  if (kind !== 'img') {
    if (url.startsWith('data:') && undecoded) return 'its data is no picture'
    return undecoded && isPage(image) ? notPicture(image) : null
  }
  if (!url) return 'it has no address'
  if (!image.complete) return image.state === 'visible' ? 'its file never finished loading' : null
  if (image.naturalWidth > 0 || image.file !== null) return null
  // Not asked for yet: a picture in a closed part of the page.
  if (status === 0 && !url.startsWith('data:') && image.state !== 'visible' && image.box.width === 0)
    return null
  return status === 200 && image.contentType && !/^image\//i.test(image.contentType)
    ? notPicture(image)
    : 'its file is no picture that a browser can show'
}

const isPage = ({ status, contentType }: ImageArtifact) => status === 200 && /^text\/html/i.test(contentType)

const notPicture = ({ contentType }: ImageArtifact, wanted = 'picture') =>
  `its file is ${contentType.split(';')[0]}, no ${wanted}`

/** No host answered at all; another one than the site's may answer everybody else. */
export const isUnreached = ({ status, failure }: Pick<ImageArtifact, 'status' | 'failure'>): boolean =>
  status === 0 && /^net::(?!ERR_ABORTED)/.test(failure ?? '')

/** The host refused us, or was not reached, and a visitor may get it: it says nothing about the page. */
export const isOutOfReach = ({ status, withheld }: ImageArtifact) =>
  status === 429 || status === 999 || withheld === true
