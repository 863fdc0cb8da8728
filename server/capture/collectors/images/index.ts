import { detailOfRegion } from '../../../vision/detail.ts'
import { fingerprintOfRegion, type ImageFingerprint } from '../../../vision/fingerprint.ts'
import { wasBlocked } from '../../page/blocklist.ts'
import { DESKTOP, type SiteSession } from '../../page/site-session.ts'
import { readFiles } from './files.ts'
import { type Candidate, findImages, MAX_IMAGES } from './find.ts'

export interface ImageArtifact extends Candidate {
  /** Of the file that is shown, resolved; '' when there is none. */
  url: string
  /** HTTP status of the file, 0 when no answer came or none was asked for. */
  status: number
  failure: string | null
  contentType: string
  bytes: number
  /** jpeg, png, webp, avif, gif, svg, … as decoded; '' when it could not be. */
  format: string
  /** How the file looks, and how the element looks on the page at 1440 px. */
  file: ImageFingerprint | null
  rendered: ImageFingerprint | null
  /** How much fine detail it shows there, by field: see detailOfRegion. */
  detail: string | null
}

/** Every picture of the page at 1440 px: img, svg, canvas, poster, background, mask and the like, in order. */
export async function images(session: SiteSession): Promise<ImageArtifact[]> {
  const pageLoad = await session.at(DESKTOP)
  const { found, dropped } = await findImages(pageLoad)
  if (dropped > 0)
    session.gaps.push(
      `the first ${MAX_IMAGES} pictures of the page were compared; ${dropped} more were not looked at`,
    )
  const shot = await session.screenshot(DESKTOP)
  const requests = new Map(pageLoad.network.entries().map(entry => [entry.url, entry]))
  const chosen = found.map(({ addresses, ...image }) => {
    // Of several candidates the one that the browser asked for.
    const url = addresses.find(address => requests.has(address)) ?? addresses[0] ?? ''
    return { ...image, url }
  })
  // A counting pixel that we blocked ourselves is no picture of the page.
  const shown = chosen.filter(image => !wasBlocked(requests.get(image.url)))
  const { files, gaps } = await readFiles(pageLoad, shown)
  session.gaps.push(...gaps)
  const looked: ImageArtifact[] = []
  for (const image of shown) {
    const file = files.get(image.url)
    const request = requests.get(image.url)
    const drawn = image.state === 'visible' && image.layer === 0
    looked.push({
      ...image,
      url: shortened(image.url),
      status: request?.status ?? 0,
      failure: request?.failure ?? null,
      contentType: request?.contentType ?? '',
      bytes: file?.bytes ?? 0,
      format: file?.format ?? '',
      file: file?.fingerprint ?? null,
      rendered: drawn ? await fingerprintOfRegion(shot, image.seen) : null,
      detail: drawn ? await detailOfRegion(shot, image.seen) : null,
    })
  }
  return looked
}

/** An inlined picture is told by its beginning; all of it would fill the capture. */
const shortened = (url: string) =>
  url.length > 2048 ? `${url.slice(0, 200)}… (${url.length} characters)` : url
