import type { PageLoad } from '../../page/page-load.ts'

type Found = Awaited<ReturnType<typeof findImages>>['found'][number]

/** A picture as found in the page, before its file was looked at. */
export type Candidate = Omit<Found, 'addresses'>

export const MAX_IMAGES = 600

/** The pictures of the page in order, at most 600, and how many more there are. */
export function findImages({ world }: PageLoad) {
  return world.run((kit, max) => {
    const { pictures, layersOf, embedded, contextOf, selectorOf, clean, closest, nameOf } = kit
    const kept = globalThis as unknown as { loadingOf?: WeakMap<Element, string | null> }
    const all = pictures().flatMap(picture => {
      if (picture.kind !== 'background') return [{ ...picture, layer: 0, raw: [sourceOf(picture.element)] }]
      return layersOf(picture.element).map((raw, layer) => ({ ...picture, layer, raw }))
    })
    const found = all.slice(0, max).map(({ element, kind, box, seen, state, scroller, layer, raw }) => {
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
        /** What is cut off of it can be scrolled to. */
        scroller,
        complete: kind !== 'img' || (image.complete ?? true),
        naturalWidth: (kind === 'canvas' ? image.width : image.naturalWidth) ?? 0,
        naturalHeight: (kind === 'canvas' ? image.height : image.naturalHeight) ?? 0,
        objectFit: style.objectFit,
        backgroundSize: kind === 'background' ? style.backgroundSize : '',
        /** Of what is drawn, without border and padding, CSS px; 0 where it is turned or unknown. */
        drawn: drawnSize(element, style),
        loading: kept.loadingOf?.get(element) ?? element.getAttribute('loading') ?? '',
        /** Its place is kept free before the file has come. */
        reserved: isReserved(element, style),
        link: link?.getAttribute('href')?.slice(0, 2048) ?? '',
        near: nearText(element),
        selector: selectorOf(element),
      }
    })
    return { found, dropped: Math.max(0, all.length - max) }

    function sourceOf(element: Element): string {
      const image = element as HTMLImageElement
      if (element.localName === 'video') return (element as HTMLVideoElement).poster
      return (image.currentSrc || image.src || embedded(element) || '').toString()
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
      // As styled, not as laid out: a height that hangs on the file is `auto` there.
      const height = String(map?.get('height') ?? 'auto')
      const ratio = String(map?.get('aspect-ratio') ?? 'auto')
      return height !== 'auto' || /\d/.test(ratio)
    }

    /** What a person reads beside it: its caption, or the text of the smallest box around it that has any. */
    function nearText(element: Element): string {
      const own = clean(element.textContent)
      if (own && !/^(svg|object|video|canvas)$/.test(element.localName)) return own.slice(0, 160)
      for (
        let here = element.parentElement, depth = 0;
        here && depth < 6;
        here = here.parentElement, depth++
      ) {
        if ((here.textContent?.length ?? 0) > 20_000) return ''
        const text = clean(here.innerText)
        if (text) return text.slice(0, 160)
      }
      return ''
    }
  }, MAX_IMAGES)
}
