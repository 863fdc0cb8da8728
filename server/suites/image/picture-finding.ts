/** How findings speak of pictures: by what name, under which key, and where they are. */
import type { ImageArtifact } from '../../capture/collectors/images/index.ts'
import type { Place } from '../../contract.ts'
import { normalise } from '../../lib/text.ts'
import { altOf, fileName, isLogo, SCREEN } from '../../matching/picture.ts'
import { quote } from '../core/quote.ts'
import type { Side } from '../core/suite.ts'

/** For keys: made from what people see or hear of it. */
export const wordsOf = (image: ImageArtifact): string =>
  (altOf(image) || fileName(image) || normalise(image.near) || image.kind).slice(0, 80)

/** For messages. */
export function calledOf(image: ImageArtifact): string {
  const kind =
    image.kind === 'video'
      ? 'video'
      : image.kind === 'background'
        ? 'background picture'
        : isLogo(image)
          ? 'logo'
          : 'picture'
  const name = altOf(image) ? image.name : fileName(image)
  if (name) return `${kind} ${quote(name)}`
  return image.near ? `${kind} beside ${quote(image.near, 60)}` : `${kind} without a name`
}

/** The address of its file in brackets, '' for inline pictures. */
export const addressOf = ({ url }: ImageArtifact): string =>
  /^https?:/.test(url) ? ` (${url.slice(0, 200)})` : ''

export interface Pages {
  original: Side<'document'>
  rebuilt: Side<'document'>
}

/** The places of a finding about a picture of the original, one of the rebuilt page, or both. */
export function placesOf({ original, rebuilt }: Pages, before?: ImageArtifact, after?: ImageArtifact) {
  const place = (image: ImageArtifact, { document }: Side<'document'>): Place => ({
    url: document.url,
    selector: image.selector,
    box: image.box,
    viewport: SCREEN.width,
    ...(image.name && { text: image.name.slice(0, 200) }),
  })
  return {
    ...(before && { original: place(before, original) }),
    ...(after && { rebuilt: place(after, rebuilt) }),
  }
}
