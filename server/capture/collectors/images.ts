import { wasBlocked } from '../clutter.ts'
import { DESKTOP, type Eyes } from '../eyes.ts'
import { type Look, lookOf, lookOfRegion } from '../look.ts'
import type { Visit } from '../visit.ts'

type Found = Awaited<ReturnType<typeof findImages>>[number]

export interface ImageArtifact extends Found {
  /** HTTP status of the file, 0 when no answer came or none was asked for. */
  status: number
  failure: string | null
  contentType: string
  bytes: number
  /** jpeg, png, webp, avif, gif, svg, … as decoded; '' when it could not be. */
  format: string
  /** How the file looks, and how the element looks on the page at 1440 px. */
  file: Look | null
  rendered: Look | null
}

const MAX_IMAGES = 600
const MAX_BYTES = 15 * 1024 * 1024
/** All files of a page together; what is beyond is compared as rendered only. */
const MAX_TOTAL = 120 * 1024 * 1024

/** Every picture of the page at 1440 px: img, inline svg, canvas, poster and background, in order. */
export async function images(eyes: Eyes): Promise<ImageArtifact[]> {
  const visit = await eyes.at(DESKTOP)
  const found = await findImages(visit)
  const shot = await eyes.screenshot(DESKTOP)
  const files = await readFiles(visit, found)
  if (found.length === MAX_IMAGES)
    eyes.gaps.push(`only the first ${MAX_IMAGES} pictures of the page were compared`)
  const requests = new Map(visit.network.entries().map(entry => [entry.url, entry]))
  // A counting pixel that we blocked ourselves is no picture of the page.
  const shown = found.filter(image => !wasBlocked(requests.get(image.url)))
  return Promise.all(
    shown.map(async image => {
      const file = files.get(image.url)
      const request = requests.get(image.url)
      return {
        ...image,
        url: shortened(image.url),
        status: request?.status ?? 0,
        failure: request?.failure ?? null,
        contentType: request?.contentType ?? '',
        bytes: file?.bytes ?? 0,
        format: file?.format ?? '',
        file: file?.look ?? null,
        rendered: image.state === 'visible' ? await lookOfRegion(shot, image.seen) : null,
      }
    }),
  )
}

async function readFiles(visit: Visit, found: Found[]) {
  const files = new Map<string, { bytes: number; format: string; look: Look | null }>()
  let total = 0
  for (const url of new Set(found.map(image => image.url))) {
    if (!url || total > MAX_TOTAL) continue
    const bytes = await readFile(visit, url)
    if (!bytes || bytes.length > MAX_BYTES) continue
    total += bytes.length
    files.set(url, { bytes: bytes.length, ...(await lookOf(bytes)) })
  }
  return files
}

async function readFile(visit: Visit, url: string): Promise<Buffer | null> {
  if (url.startsWith('data:')) return decodeDataUrl(url)
  const response = visit.network.response(url)
  if (!response?.ok()) return null
  // Evicted from the browser's buffers: the rendered look has to do.
  return response.body().catch(() => null)
}

/** Leniently: browsers take a percent sign that escapes nothing as it is. @see https://fetch.spec.whatwg.org/#data-urls */
function decodeDataUrl(url: string): Buffer {
  const comma = url.indexOf(',')
  const body = url.slice(comma + 1)
  if (/;base64$/i.test(url.slice(0, comma))) return Buffer.from(body, 'base64')
  return Buffer.from(
    body.replace(/(%[0-9a-f]{2})+/gi, run => Buffer.from(run.replaceAll('%', ''), 'hex').toString()),
  )
}

/** An inlined picture is told by its beginning; all of it would fill the capture. */
const shortened = (url: string) =>
  url.length > 2048 ? `${url.slice(0, 200)}… (${url.length} characters)` : url

function findImages({ world }: Visit) {
  return world.run(({ pictures, backgroundOf, contextOf, selectorOf, clean, closest, nameOf }, max) => {
    const kept = globalThis as unknown as { loadingOf?: WeakMap<Element, string | null> }
    return pictures()
      .slice(0, max)
      .map(({ element, kind, box, seen, state }) => {
        const image = element as HTMLImageElement
        const link = closest(element, candidate => candidate.localName === 'a')
        const alt = element.getAttribute('alt')
        return {
          kind,
          /** Of the file that is shown, resolved; '' when there is none. */
          url: urlOf(element, kind),
          alt,
          name: kind === 'svg' || kind === 'canvas' ? nameOf(element) : clean(alt),
          /** Says of itself that it carries no content. */
          decorative:
            alt === '' ||
            /^(presentation|none)$/.test(element.getAttribute('role') ?? '') ||
            closest(element, candidate => candidate.getAttribute('aria-hidden') === 'true') !== null,
          landmark: contextOf(element).landmark,
          box,
          seen,
          state,
          complete: kind !== 'img' || image.complete,
          naturalWidth: image.naturalWidth ?? 0,
          naturalHeight: image.naturalHeight ?? 0,
          objectFit: contextOf(element).style.objectFit,
          loading: kept.loadingOf?.get(element) ?? element.getAttribute('loading') ?? '',
          sized: element.hasAttribute('width') && element.hasAttribute('height'),
          link: link?.getAttribute('href')?.slice(0, 2048) ?? '',
          near: nearText(element),
          selector: selectorOf(element),
        }
      })

    function urlOf(element: Element, kind: string): string {
      if (kind === 'img')
        return ((element as HTMLImageElement).currentSrc || (element as HTMLImageElement).src).slice(
          0,
          200_000,
        )
      if (kind === 'poster') return (element as HTMLVideoElement).poster
      if (kind !== 'background') return ''
      const found = /url\((['"]?)(.*?)\1\)/.exec(backgroundOf(element))?.[2] ?? ''
      try {
        return new URL(found, document.baseURI).href.slice(0, 8_000_000)
      } catch {
        return ''
      }
    }

    /** What a person reads beside it: its caption, or the text of the smallest box around it that has any. */
    function nearText(element: Element): string {
      const own = clean(element.textContent)
      if (own && element.localName !== 'svg') return own.slice(0, 80)
      for (
        let here = element.parentElement, depth = 0;
        here && depth < 4;
        here = here.parentElement, depth++
      ) {
        const text = clean(here.innerText)
        if (text) return text.slice(0, 80)
      }
      return ''
    }
  }, MAX_IMAGES)
}
