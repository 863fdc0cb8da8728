/** Icons that fonts draw: private use characters, and words that a ligature makes an icon of. */
import type { Box } from '../../contract.ts'
import type { PageLoad } from '../page/page-load.ts'

export interface GlyphIcon {
  /** The characters, or the word of a ligature. */
  glyph: string
  /** Of the list that it is set in the first family, or the one that is named as an icon font with ligatures is. */
  family: string
  /** A web font that has come, or is on its way, draws it; otherwise an empty box is seen, nothing, or the word. */
  drawn: boolean
  box: Box
  selector: string
  /** The control that it stands in; `alone`: it shows no text and no picture. */
  control?: { selector: string; name: string; alone: boolean }
}

interface GlyphIcons {
  icons: GlyphIcon[]
  /** Boxes with what else is drawn small beside a text: signs of generated content, markers of lists, shapes made of styles. */
  marks: Box[]
}

const MAX_ICONS = 300
const MAX_MARKS = 1000

/** Those in sight, in page order; `marks` where they are asked for. */
export const glyphIconsOf = ({ world }: PageLoad, withMarks: boolean): Promise<GlyphIcons> =>
  world.run(
    (injected, { maxIcons, maxMarks }) => {
      const { elements, contextOf, visibleBoxOf, selectorOf, nameOf, closest, isControl, hasHandCursor } =
        injected
      const { childNodesOf, isTextNode, alphaOf, drawnStrings, isVisible } = injected
      const GLYPHS = /^(?:\p{Co}|\ufe0e|\ufe0f|\s)+$/u
      const GLYPH = /\p{Co}/gu
      /** Google's, by family and by class; other fonts with ligatures have private use characters as well. */
      const LIGATURES = /material.?(icons|symbols)[\w -]*/i
      const WORD = /^[a-z0-9]+(_[a-z0-9]+)*$/
      const LETTER = /[\p{L}\p{N}]/u
      /** CSS px of a sign or shape; and of the line that its element may be. */
      const MAX_MARK = 64
      const MAX_LINE = 120
      /** Elements of a control that are looked through for a text. */
      const MAX_PARTS = 200
      const bare = (family: string) => family.trim().replace(/["']/g, '')
      const faces = Array.from(document.fonts as unknown as Iterable<FontFace>).slice(0, 2000)
      const familiesWith = (wanted: string) =>
        new Set(faces.flatMap(({ status, family }) => (status === wanted ? bare(family).toLowerCase() : [])))
      const [loaded, loading] = [familiesWith('loaded'), familiesWith('loading')]
      const familiesOf = ({ fontFamily }: CSSStyleDeclaration) => fontFamily.split(',').map(bare)
      const isLoaded = (family: string) => loaded.has(family.toLowerCase())
      /** Its file is on its way: nobody knows yet. */
      const isLoading = (family: string) => loading.has(family.toLowerCase())
      /** Of a drawing, px. */
      const SIDE = 48
      const SIZE = 32
      /** A character that no font has. */
      const MISSING = '\u{10fffd}'
      const canvas = new OffscreenCanvas(SIDE, SIDE).getContext('2d', { willReadFrequently: true })
      const drawings = new Map<string, string>()
      const controls = new Map<Element, GlyphIcon['control']>()
      const icons: GlyphIcon[] = []
      const marks: Box[] = []

      for (const element of elements()) {
        if (element.ownerDocument !== document) continue
        const { style, shown, ignored } = contextOf(element)
        if (!shown || ignored) continue
        const pseudos = pseudosOf(element)
        const icon = icons.length < maxIcons ? iconOf(element, style, pseudos) : undefined
        if (icon) icons.push(icon)
        else if (marks.length < maxMarks && isMarked(element, style, pseudos))
          marks.push(visibleBoxOf(element).box)
      }
      return { icons, marks }

      function iconOf(
        element: Element,
        style: CSSStyleDeclaration,
        pseudos: CSSStyleDeclaration[],
      ): GlyphIcon | undefined {
        const own = ownText(element)
        const ligature = WORD.test(own) && own.length > 1 && own.length <= 40 && ligatureFont(element, style)
        const found = ligature
          ? { glyph: own, family: ligature, drawn: isLigated(own, ligature, style) }
          : (glyphOf(own, style) ??
            pseudos.map(pseudo => glyphOf(drawnStrings(pseudo.content).text, pseudo)).find(Boolean))
        if (!found) return undefined
        const { state, box } = visibleBoxOf(element)
        if (state !== 'visible') return undefined
        const control = controlOf(element)
        return { ...found, box, selector: selectorOf(element), ...(control && { control }) }
      }

      function ownText(element: Element): string {
        const { type, value } = element as HTMLInputElement
        if (element.localName === 'input') return /^(submit|button|reset)$/.test(type) ? value.trim() : ''
        let text = ''
        for (const node of childNodesOf(element)) if (isTextNode(node)) text += node.data.slice(0, 100)
        return text.trim()
      }

      function glyphOf(text: string, style: CSSStyleDeclaration) {
        const [glyph = ''] = (GLYPHS.test(text) && text.match(GLYPH)) || []
        if (!glyph || !isPainted(style)) return undefined
        const families = familiesOf(style)
        const drawn = families.some(isLoading) || drawing(glyph, style) !== drawing(MISSING, style)
        return { glyph, family: families[0]!.slice(0, 100), drawn }
      }

      /** The styles of its generated content. */
      function pseudosOf(element: Element): CSSStyleDeclaration[] {
        const styles = ['::before', '::after'].map(pseudo => getComputedStyle(element, pseudo))
        return styles.filter(({ content }) => content !== 'none' && content !== 'normal')
      }

      function isPainted({ display, visibility, opacity, fontSize, color }: CSSStyleDeclaration): boolean {
        if (display === 'none' || visibility !== 'visible') return false
        return Number(opacity) > 0.02 && Number.parseFloat(fontSize) > 1 && alphaOf(color) > 0.02
      }

      /**
       * How its web fonts that have come draw it: what none of them has looks like any other such character. Another font of
       * the machine may have the character, and draws something else.
       */
      function drawing(text: string, style: CSSStyleDeclaration): string {
        const font = fontOf(style)
        if (!font) return ''
        if (!canvas) return text
        const known = drawings.get(`${font} ${text}`)
        if (known !== undefined) return known
        canvas.font = font
        canvas.clearRect(0, 0, SIDE, SIDE)
        canvas.fillText(text, 4, 38)
        const { data } = canvas.getImageData(0, 0, SIDE, SIDE)
        let hash = 0x811c9dc5
        for (let at = 3; at < data.length; at += 4) hash = Math.imul(hash ^ data[at]!, 0x01000193)
        drawings.set(`${font} ${text}`, `${hash}`)
        return `${hash}`
      }

      /** For the canvas, '' where none of its web fonts has come. */
      function fontOf(style: CSSStyleDeclaration): string {
        const families = familiesOf(style)
          .filter(isLoaded)
          .map(family => JSON.stringify(family))
        return families.length > 0 ? `${style.fontStyle} ${style.fontWeight} ${SIZE}px ${families}` : ''
      }

      function ligatureFont(element: Element, style: CSSStyleDeclaration): string | undefined {
        const own = familiesOf(style).find(family => LIGATURES.test(family))
        return (own ?? LIGATURES.exec(element.getAttribute('class') ?? '')?.[0])?.trim().slice(0, 100)
      }

      /** One sign is about as wide as high. */
      function isLigated(word: string, family: string, style: CSSStyleDeclaration): boolean {
        if (isLoading(family)) return true
        if (!canvas || !isLoaded(family)) return false
        canvas.font = fontOf(style)
        return canvas.measureText(word).width <= 1.5 * SIZE
      }

      function controlOf(element: Element): GlyphIcon['control'] {
        const control = closest(element, other => isControl(other) || hasHandCursor(other))
        if (!control) return undefined
        if (!controls.has(control))
          controls.set(control, {
            selector: selectorOf(control),
            name: nameOf(control).replace(GLYPH, '').trim().slice(0, 100),
            alone: !showsMore(control),
          })
        return controls.get(control)
      }

      /** Whether a text or a picture is seen in it besides icons of fonts. */
      function showsMore(control: Element): boolean {
        const parts = [control, ...Array.from(control.querySelectorAll('*')).slice(0, MAX_PARTS)]
        return parts.some(part => {
          if (/^(img|svg|picture|canvas|video)$/.test(part.localName)) return isVisible(part)
          const { style } = contextOf(part)
          const text = ownText(part).replace(GLYPH, '')
          if (!LETTER.test(text) || (WORD.test(text) && ligatureFont(part, style))) return false
          const range = document.createRange()
          range.selectNodeContents(part)
          const rects = part.localName === 'input' ? part.getClientRects() : range.getClientRects()
          return visibleBoxOf(part, rects).state === 'visible'
        })
      }

      function isMarked(
        element: Element,
        style: CSSStyleDeclaration,
        pseudos: CSSStyleDeclaration[],
      ): boolean {
        const { state, box } = visibleBoxOf(element)
        if (state !== 'visible' || box.height > MAX_LINE) return false
        if (style.display === 'list-item' && style.listStyleType !== 'none') return true
        if (element.childElementCount === 0 && !ownText(element) && isShape(style, box)) return true
        return pseudos.filter(isPainted).some(pseudo => {
          const text = drawnStrings(pseudo.content).text.trim()
          // A font of icons may have them in place of letters.
          if (text || pseudo.content.includes('url(')) return text.length <= 2 || !LETTER.test(text)
          const [width, height] = [pseudo.width, pseudo.height].map(Number.parseFloat)
          return isShape(pseudo, { width: width!, height: height! })
        })
      }

      /** Drawn by its background, a picture, a mask or a border. */
      function isShape(
        style: CSSStyleDeclaration,
        { width, height }: { width: number; height: number },
      ): boolean {
        if (!(Math.max(width, height) <= MAX_MARK && Math.max(width, height) > 1)) return false
        return (
          alphaOf(style.backgroundColor) > 0.06 ||
          style.backgroundImage !== 'none' ||
          style.maskImage !== 'none' ||
          /[1-9]/.test(style.borderWidth)
        )
      }
    },
    { maxIcons: MAX_ICONS, maxMarks: withMarks ? MAX_MARKS : 0 },
  )
