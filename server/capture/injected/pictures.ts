import type { DomFunctions } from './dom.ts'
import type { TreeFunctions } from './tree.ts'
import type { VisibleBoxFunctions } from './visible-box.ts'

/** Pictures with their boxes, and where their files come from. In-page part. */
export function pictureFunctions(
  { isElementNode }: DomFunctions,
  { walk }: TreeFunctions,
  { contextOf, visibleBoxOf }: VisibleBoxFunctions,
) {
  const MAX_PICTURES = 4000
  const MAX_LAYERS = 4
  const PSEUDO = ['::before', '::after']

  /** Every picture element with its box; what it shows is for the images collector to find out. */
  function pictures() {
    const found: ({ element: Element; kind: PictureKind } & ReturnType<typeof visibleBoxOf>)[] = []
    const add = (element: Element) => {
      const kind = pictureKind(element)
      if (!kind || contextOf(element).ignored || found.length >= MAX_PICTURES) return
      found.push({ element, kind, ...visibleBoxOf(element, [element.getBoundingClientRect()]) })
    }
    add(document.documentElement)
    walk(node => {
      if (isElementNode(node)) add(node)
    })
    return found
  }

  /** `video`: one without a poster, of which a frame is seen. */
  type PictureKind = 'img' | 'svg' | 'canvas' | 'poster' | 'video' | 'background'

  function pictureKind(element: Element): PictureKind | null {
    const name = element.localName
    if (name === 'img' || (name === 'input' && (element as HTMLInputElement).type === 'image')) return 'img'
    if (name === 'svg') return element.parentElement?.closest('svg') ? null : 'svg'
    if (name === 'canvas') return 'canvas'
    if (name === 'object' || name === 'embed') return embedded(element) ? 'svg' : null
    if (name === 'video')
      return (element as HTMLVideoElement).poster ? 'poster' : filmOf(element) ? 'video' : null
    return layersOf(element).length > 0 ? 'background' : null
  }

  /** Where the film of a video comes from; '' for an empty player. */
  function filmOf(element: Element): string {
    const { currentSrc, src } = element as HTMLVideoElement
    return currentSrc || src || (element.querySelector('source') as HTMLSourceElement | null)?.src || ''
  }

  /** The address of a picture in an object or embed, '' for anything else. */
  function embedded(element: Element): string {
    const address = (element as HTMLObjectElement).data || (element as HTMLEmbedElement).src || ''
    const type = element.getAttribute('type') ?? ''
    return /^image\//i.test(type) || /^[^?#]*\.(svgz?|png|jpe?g|gif|webp|avif)([?#]|$)/i.test(address)
      ? address
      : ''
  }

  interface PictureLayer {
    /** Addresses, as the style has them. */
    raw: string[]
    size: string
    /** With which it is drawn on the page, 0 to 1. */
    opacity: number
  }

  /**
   * The pictures that styles paint on an element, the topmost first: backgrounds and masks of its own and of its
   * generated content, which is where overlays put them, and pictures that are its content. Of each, the addresses
   * that the browser may choose from, and its size as CSS gives it.
   */
  function layersOf(element: Element): PictureLayer[] {
    const { style, rendered, opacity } = contextOf(element)
    const layers = layersIn(style, true, opacity)
    if (rendered)
      for (const pseudo of PSEUDO) {
        const own = getComputedStyle(element, pseudo)
        if (own.content !== 'none' && own.content !== 'normal')
          layers.push(...layersIn(own, false, opacity * Number(own.opacity)))
      }
    return layers.slice(0, MAX_LAYERS)
  }

  function layersIn(style: CSSStyleDeclaration, element: boolean, opacity: number): PictureLayer[] {
    const layers: PictureLayer[] = []
    for (const [value, size] of [
      [style.backgroundImage, style.backgroundSize],
      [style.maskImage, style.maskSize],
      [element ? style.content : '', 'auto'],
    ] as const) {
      if (!value || value.length > 8_000_000 || !value.includes('url(')) continue
      const sizes = size.split(', ')
      for (const [at, part] of parts(value).entries()) {
        const addresses = Array.from(
          part.matchAll(/url\((?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^)]*))\)/g),
          match => (match[1] ?? match[2] ?? match[3] ?? '').replace(/\\(["'()\\])/g, '$1'),
        )
        // A piece of this very document: a gradient or a mask drawn in it.
        const files = addresses.filter(address => address && !address.startsWith('#'))
        if (files.length) layers.push({ raw: files.slice(0, 8), size: sizes[at % sizes.length]!, opacity })
      }
    }
    return layers
  }

  /** The layers of a value: what is between commas outside of brackets and quotes. */
  function parts(value: string): string[] {
    const found: string[] = []
    let [depth, from] = [0, 0]
    let quote = ''
    for (let i = 0; i < value.length; i++) {
      const char = value[i]!
      if (quote) {
        if (char === '\\') i++
        else if (char === quote) quote = ''
      } else if (char === '"' || char === "'") quote = char
      else if (char === '(') depth++
      else if (char === ')') depth--
      else if (char === ',' && depth === 0) {
        found.push(value.slice(from, i))
        from = i + 1
      }
    }
    found.push(value.slice(from))
    return found
  }

  return { pictures, layersOf, embedded, filmOf }
}
