import type { ImageArtifact } from '../capture/collectors/images/index.ts'

/** Why a picture shows nothing, in a reader's words, or null when its file is fine. */
export function failureOf(image: ImageArtifact): string | null {
  const { kind, status, failure, url } = image
  if (isThrottled(image)) return null
  if (status >= 400) return `its file answers ${status}`
  if (failure && failure !== 'net::ERR_ABORTED') return `its file failed to load (${failure.slice(0, 80)})`
  if (kind === 'svg' || kind === 'canvas') return null
  const undecoded = image.file === null && image.format === ''
  if (kind !== 'img') {
    if (url.startsWith('data:') && undecoded) return 'its data is no picture'
    return status === 200 && undecoded && /^text\/html/i.test(image.contentType)
      ? `its file is ${image.contentType.split(';')[0]}, no picture`
      : null
  }
  if (!url) return 'it has no address'
  if (!image.complete) return image.state === 'visible' ? 'its file never finished loading' : null
  if (image.naturalWidth > 0 || image.file !== null) return null
  // Not asked for yet: a picture in a closed part of the page.
  if (status === 0 && !url.startsWith('data:') && image.state !== 'visible' && image.box.width === 0)
    return null
  return status === 200 && image.contentType && !/^image\//i.test(image.contentType)
    ? `its file is ${image.contentType.split(';')[0]}, no picture`
    : 'its file is no picture that a browser can show'
}

/** The host refused us, not the visitor: it says nothing about the page. */
export const isThrottled = ({ status }: ImageArtifact) => status === 429 || status === 999
