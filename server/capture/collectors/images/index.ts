import { DESKTOP } from '../../../lib/widths.ts'
import { detailOfRegion } from '../../../vision/detail.ts'
import { fingerprintOfRegion, type ImageFingerprint } from '../../../vision/fingerprint.ts'
import { wasBlocked } from '../../page/blocklist.ts'
import type { PageLoad } from '../../page/page-load.ts'
import { readAsShot } from '../../page/read-as-shot.ts'
import { isRestless } from '../../page/screenshot.ts'
import type { SiteSession } from '../../page/site-session.ts'
import { behindPage, pinnedAt } from '../pinned.ts'
import { readFiles } from './files.ts'

type Found = Awaited<ReturnType<typeof findImages>>['found'][number]

export interface ImageArtifact extends Omit<Found, 'addresses'> {
  /** Of the file that is shown, resolved; '' when there is none. */
  url: string
  /** HTTP status of the file, 0 when no answer came or none was asked for. */
  status: number
  failure: string | null
  contentType: string
  /** Its file was kept from both sides, since it could not be had reliably. */
  withheld?: true
  /** Of a background: its file is an SVG that no browser draws, as it is not well-formed or in another namespace. Absent in older captures. */
  undrawable?: true
  bytes: number
  /** jpeg, png, webp, avif, gif, svg, … as decoded; '' when it could not be. */
  format: string
  /** How the file looks, and how the element looks on the page at 1440 px; null where that differs from shot to shot. */
  file: ImageFingerprint | null
  rendered: ImageFingerprint | null
  /** How much fine detail it shows there, by grid cell: see detailOfRegion. */
  detail: string | null
}

export const MAX_IMAGES = 600

/** Every picture of the page at 1440 px: img, svg, canvas, poster, video, background, mask and the like, in order. */
export async function images(session: SiteSession): Promise<ImageArtifact[]> {
  const pageLoad = await session.at(DESKTOP)
  const { shot, found: listed } = await readAsShot(session, DESKTOP, findImages)
  const { found, dropped } = listed
  if (dropped > 0)
    session.gaps.push(
      `the first ${MAX_IMAGES} pictures of the page were compared; ${dropped} more were not looked at`,
    )
  const requests = new Map(pageLoad.network.entries().map(entry => [entry.url, entry]))
  const chosen = found.map(({ addresses, ...image }) => {
    // Of several candidates the one that the browser asked for.
    const url = addresses.find(address => requests.has(address)) ?? addresses[0] ?? ''
    return { ...image, url }
  })
  // A tracking pixel that we blocked ourselves is no picture of the page.
  const shown = chosen.filter(image => !wasBlocked(requests.get(image.url)))
  const { files, gaps } = await readFiles(
    pageLoad,
    shown.filter(({ kind }) => kind !== 'video'),
  )
  session.gaps.push(...gaps)
  const doubtful = shown.flatMap(({ kind, url }) => {
    const text = files.get(url)?.undecoded
    return kind === 'background' && text !== undefined ? { url, text } : []
  })
  const undrawable = await undrawableOf(pageLoad, doubtful)
  const behind = behindPage(await pinnedAt(session, DESKTOP))
  const images: ImageArtifact[] = []
  for (const image of shown) {
    const file = files.get(image.url)
    const request = requests.get(image.url)
    const isShot =
      !(image.late && image.complete) && !isRestless(shot, image.seen) && !behind.has(image.selector)
    const drawn = image.state === 'visible' && image.layer === 0 && isShot
    images.push({
      ...image,
      url: shortened(image.url),
      status: request?.status ?? 0,
      failure: request?.failure ?? null,
      contentType: request?.contentType ?? '',
      ...(request?.withheld && { withheld: true }),
      ...(undrawable.has(image.url) && { undrawable: true }),
      bytes: file?.bytes ?? 0,
      format: file?.format ?? '',
      file: file?.fingerprint ?? null,
      rendered: drawn ? await fingerprintOfRegion(shot, image.seen) : null,
      detail: drawn ? await detailOfRegion(shot, image.seen) : null,
    })
  }
  return images
}

/** A background that is not drawn leaves no trace in the document, and our decoder knows other drawings than the browser. */
async function undrawableOf(
  { world }: PageLoad,
  drawings: readonly { url: string; text: string }[],
): Promise<ReadonlySet<string>> {
  if (drawings.length === 0) return new Set()
  const drawn = await world.run(
    areDrawings,
    drawings.map(({ text }) => text),
  )
  return new Set(drawings.flatMap(({ url }, at) => (drawn[at] ? [] : url)))
}

/** Runs in the page. Browsers draw an SVG file that is well-formed and whose root is in its namespace (SVG 2, linking). */
const areDrawings = (_: unknown, texts: readonly string[]): boolean[] =>
  texts.map(text => {
    // In letters of which we do not know how they are written.
    if (!/<(\w+:)?svg\b/.test(text)) return true
    const read = new DOMParser().parseFromString(text, 'image/svg+xml')
    const root = read.documentElement
    return (
      root.localName === 'svg' &&
      root.namespaceURI === 'http://www.w3.org/2000/svg' &&
      !read.querySelector('parsererror')
    )
  })

/** An inlined picture is named by its beginning; all of it would fill the capture. */
const shortened = (url: string) =>
  url.length > 2048 ? `${url.slice(0, 200)}… (${url.length} characters)` : url

/** The pictures of the page in order, at most 600, and how many more there are. */
function findImages({ world }: PageLoad) {
  return world.run((injected, max) => {
    const { pictures, layersOf, embedded, filmOf, contextOf, selectorOf, clean, closest, nameOf, textOf } =
      injected
    const page = globalThis as unknown as {
      loadingOf?: WeakMap<Element, string | null>
      undrawn?: WeakSet<Element>
    }
    const all = pictures().flatMap(picture => {
      if (picture.kind !== 'background')
        return [{ ...picture, layer: 0, raw: [sourceOf(picture.element)], size: '', opacity: 1 }]
      return layersOf(picture.element).map((own, layer) => ({ ...picture, layer, ...own }))
    })
    const kept = all.slice(0, max)
    const found = kept.map(({ element, kind, box, seen, state, scroller, layer, raw, size, opacity }) => {
      const image = element as HTMLImageElement
      const link = closest(element, candidate => candidate.localName === 'a')
      const alt = element.getAttribute('alt')
      const { style } = contextOf(element)
      const named = kind === 'svg' || kind === 'canvas' || element.getAttribute('role') === 'img'
      return {
        kind,
        /** Of a background with several pictures: 0 is the topmost. */
        layer,
        addresses: raw.map(resolved).filter(Boolean),
        alt,
        name: named && kind !== 'img' ? nameOf(element) : clean(alt),
        /** Says of itself that it carries no content. */
        decorative:
          alt === '' ||
          /^(presentation|none)$/.test(element.getAttribute('role') ?? '') ||
          closest(element, candidate => candidate.getAttribute('aria-hidden') === 'true') !== null,
        landmark: contextOf(element).landmark,
        box,
        seen,
        state,
        /** Its clipped part can be scrolled to. */
        scroller,
        complete: kind !== 'img' || (image.complete ?? true),
        /** It had not come when the page was shot. */
        ...(page.undrawn?.has(element) && { late: true as const }),
        naturalWidth: (kind === 'canvas' ? image.width : image.naturalWidth) ?? 0,
        naturalHeight: (kind === 'canvas' ? image.height : image.naturalHeight) ?? 0,
        objectFit: style.objectFit,
        /** Of its layer; '' of what is no background. */
        backgroundSize: size,
        /** Of a background: with which it is drawn, where that is not 1. */
        ...(opacity < 1 && { opacity }),
        /** Of what is drawn, without border and padding, CSS px; 0 where it is turned or unknown. */
        drawn: drawnSize(element, style),
        /** Drawn through a blur: of its own, or of what it stands in. */
        ...(closest(element, one => contextOf(one).style.filter.includes('blur(')) && {
          blurred: true as const,
        }),
        /** A video that plays by itself: its poster is seen for a moment only. */
        ...(isPlaying(element) && { plays: true as const }),
        loading: page.loadingOf?.get(element) ?? element.getAttribute('loading') ?? '',
        /** Its space is reserved before the file has loaded. */
        reserved: isReserved(element, style),
        link: link?.getAttribute('href')?.slice(0, 2048) ?? '',
        near: nearText(element),
        selector: selectorOf(element),
      }
    })
    return { found, dropped: Math.max(0, all.length - max) }

    function sourceOf(element: Element): string {
      const image = element as HTMLImageElement
      if (element.localName === 'video') return (element as HTMLVideoElement).poster || filmOf(element)
      return (image.currentSrc || image.src || embedded(element) || '').toString()
    }

    function isPlaying(element: Element): boolean {
      const { autoplay, muted } = element as HTMLVideoElement
      return element.localName === 'video' && autoplay && muted
    }

    function resolved(address: string): string {
      if (typeof address !== 'string' || !address) return ''
      try {
        return new URL(address, document.baseURI).href.slice(0, 8_000_000)
      } catch {
        return ''
      }
    }

    function drawnSize(element: Element, style: CSSStyleDeclaration) {
      const box = element as HTMLElement
      const px = (value: string) => Number.parseFloat(value) || 0
      const { a, b, c, d } = new DOMMatrix(style.transform === 'none' ? '' : style.transform)
      if (!box.clientWidth || !box.clientHeight || Math.abs(b) > 0.01 || Math.abs(c) > 0.01)
        return { width: 0, height: 0 }
      // A background lies under the padding.
      const padded = layersOf(element).length === 0
      const width = box.clientWidth - (padded ? px(style.paddingLeft) + px(style.paddingRight) : 0)
      const height = box.clientHeight - (padded ? px(style.paddingTop) + px(style.paddingBottom) : 0)
      return { width: Math.max(0, width * Math.abs(a)), height: Math.max(0, height * Math.abs(d)) }
    }

    function isReserved(element: Element, style: CSSStyleDeclaration): boolean {
      if (element.localName !== 'img') return true
      if (/absolute|fixed/.test(style.position)) return true
      const map = element.computedStyleMap?.()
      // As styled, not as laid out: a height that depends on the file is `auto` there.
      const height = String(map?.get('height') ?? 'auto')
      const ratio = String(map?.get('aspect-ratio') ?? 'auto')
      return height !== 'auto' || /\d/.test(ratio)
    }

    /** The text beside it: its caption, or the text of the smallest box around it that has any. */
    function nearText(element: Element): string {
      const isReplaced = /^(img|svg|object|video|canvas)$/.test(element.localName)
      let here = isReplaced ? element.parentElement : (element as HTMLElement)
      for (let depth = 0; here && depth < 7; depth++, here = here.parentElement) {
        // Style sheets that stand in it are text to the DOM, and not to people.
        if ((textOf(here)?.length ?? 0) > 20_000) return ''
        const text = clean(here.innerText)
        if (text) return text.slice(0, 160)
      }
      return ''
    }
  }, MAX_IMAGES)
}
