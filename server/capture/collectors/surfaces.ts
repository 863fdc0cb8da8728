import { DESKTOP } from '../../lib/widths.ts'
import type { SiteSession } from '../page/site-session.ts'

export type SurfaceArtifact = Awaited<ReturnType<typeof surfaces>>[number]

export const MAX_SURFACES = 500

/** Boxes that are drawn around texts and fields at 1440 px: buttons, cards, fields, cells. In page order, at most 500. */
export async function surfaces(session: SiteSession) {
  const { world } = await session.at(DESKTOP)
  const { found, dropped } = await world.run((injected, max) => {
    const { elements, contextOf, visibleBoxOf, roleOf, nameOf, selectorOf, clean, textOf, closestMatch } =
      injected
    const { alphaOf, rgbOf, paintsSame, coloursIn, parentOf } = injected
    /** Share of a box that a picture takes for the box to be seen by it, and of its sides that what is laid over it has. */
    const MIN_PICTURE = 0.3
    const MIN_COVER = 0.85
    const WHITE = 'rgb(255, 255, 255)'
    /** Of a box: one with more is a part of the page. */
    const MAX_LETTERS = 2000
    /** Steps of 255 by which a background stands out. */
    const MIN_STEP = 4
    const isDrawn = ({ fill, border, shadow }: Paint) => fill || border || shadow
    const isPicture = (element: Element) => /^(svg|img|video|canvas|iframe)$/.test(element.localName)
    const found: Surface[] = []
    const seen = new Map<Element, Surface>()
    let dropped = 0
    interface Surface {
      kind: 'button' | 'field' | 'card'
      text: string
      box: { x: number; y: number; width: number; height: number }
      /** Has a background of its own, a border, a shadow; how far its corners are rounded, px. */
      fill: boolean
      border: boolean
      shadow: boolean
      radius: number
      /** A picture in it takes much of it; absent where there is none. */
      pictured?: true
      selector: string
    }
    const { pictured, coverings } = drawnInside()
    for (const element of elements()) {
      if (element.localName === 'html' || element.localName === 'body') continue
      const { style, rendered, shown, ignored } = contextOf(element)
      if (!rendered || !shown || ignored || isPicture(element) || closestMatch(element, 'svg')) continue
      const kind = kindOf(element)
      const hasPicture = kind === 'button' && pictured.has(element)
      const own = joined(
        paintOf(style, contextOf(element.parentElement ?? element).background),
        coverings.get(element),
      )
      if (!isDrawn(own) && !hasPicture && !hasOverlay(element)) continue
      const { box, state } = visibleBoxOf(element, [element.getBoundingClientRect()])
      if (state !== 'visible' || box.width < 20 || box.height < 16) continue
      // As it is read: how far its code is indented is another matter on each page.
      if (clean(textOf(element) ?? '').length > MAX_LETTERS) continue
      const text = (
        kind === 'field' ? nameOf(element) : clean((element as HTMLElement).innerText) || nameOf(element)
      ).slice(0, 200)
      if (!text) continue
      const paint = hasOverlay(element) ? joined(own, overlayOf(element)) : own
      if (!isDrawn(paint) && !hasPicture) continue
      const outer = element.parentElement ? seen.get(element.parentElement) : undefined
      if (outer && outer.text === text) {
        // Several elements around one text are one box.
        Object.assign(outer, joined(outer, paint), hasPicture && { pictured: true })
        if (kind !== 'card') outer.kind = kind
        seen.set(element, outer)
        continue
      }
      if (found.length >= max) {
        dropped++
        continue
      }
      const surface: Surface = { kind, text, box, ...paint, selector: selectorOf(element) }
      if (hasPicture) surface.pictured = true
      found.push(surface)
      seen.set(element, surface)
    }
    return { found, dropped }

    function kindOf(element: Element): Surface['kind'] {
      const role = roleOf(element)
      if (/^(button|link|tab|menuitem)$/.test(role)) return 'button'
      return /^(textbox|searchbox|combobox|listbox|spinbutton)$/.test(role) ? 'field' : 'card'
    }

    /** Whether a background can be told from what it lies on, however little of it is opaque. */
    function standsOut(colour: string, background: string): boolean {
      const [own, below] = [rgbOf(colour), rgbOf(background)]
      if (!own || !below) return alphaOf(colour) > 0.5
      return own.some((channel, at) => Math.abs(channel - below[at]!) * alphaOf(colour) >= MIN_STEP)
    }

    /** What elements without a text draw in the boxes around them: pictures that take much of one, and layers all over it. */
    function drawnInside() {
      const pictured = new Set<Element>()
      const coverings = new Map<Element, Paint>()
      for (const element of elements()) {
        const { style, rendered, shown, ignored } = contextOf(element)
        if (!rendered || !shown || ignored) continue
        const shows = isPicture(element) || style.backgroundImage.includes('url(')
        const paint = paintOf(style, contextOf(element.parentElement ?? element).background)
        // What a picture's file shows is told of pictures.
        if (shows && alphaOf(style.backgroundColor) < 0.5) paint.fill = false
        if ((!shows && !isDrawn(paint)) || (!isPicture(element) && textOf(element)?.trim())) continue
        const inner = element.getBoundingClientRect()
        for (let box = parentOf(element); box && box.localName !== 'body'; box = parentOf(box)) {
          const outer = box.getBoundingClientRect()
          const [width, height] = [
            Math.min(inner.right, outer.right) - Math.max(inner.left, outer.left),
            Math.min(inner.bottom, outer.bottom) - Math.max(inner.top, outer.top),
          ]
          if (width <= 0 || height <= 0 || width * height < MIN_PICTURE * outer.width * outer.height) break
          if (shows) pictured.add(box)
          const covers = width > MIN_COVER * outer.width && height > MIN_COVER * outer.height
          if (covers && isDrawn(paint) && textOf(box)?.trim())
            coverings.set(box, joined(paint, coverings.get(box)))
        }
      }
      return { pictured, coverings }
    }

    type Paint = Pick<Surface, 'fill' | 'border' | 'shadow' | 'radius'>

    function paintOf(style: CSSStyleDeclaration, background: string): Paint {
      const shadows = shadowsOf(style.boxShadow)
      return {
        fill: standsOut(style.backgroundColor, background || WHITE) || style.backgroundImage !== 'none',
        border: ['Top', 'Right', 'Bottom', 'Left'].some(hasLine) || shadows.border,
        shadow: shadows.soft || /drop-shadow/.test(style.filter),
        radius: Math.round(Number.parseFloat(style.borderTopLeftRadius) || 0),
      }

      function hasLine(side: string): boolean {
        const value = (name: string) => style.getPropertyValue(`border-${side.toLowerCase()}-${name}`)
        return (
          Number.parseFloat(value('width')) > 0 &&
          !/none|hidden/.test(value('style')) &&
          alphaOf(value('color')) > 0.06 &&
          // A border in the colour of the background is invisible.
          !paintsSame(value('color'), style.backgroundColor) &&
          !paintsSame(value('color'), background || WHITE)
        )
      }
    }

    /** A shadow without offset and blur is drawn as a border. */
    function shadowsOf(value: string): { soft: boolean; border: boolean } {
      if (value === 'none') return { soft: false, border: false }
      const layers = value.split(/,(?![^(]*\))/).filter(layer => {
        const colour = coloursIn(layer)[0] ?? ''
        return alphaOf(colour) > 0.02 && /[1-9]/.test(layer.replace(colour, ''))
      })
      const borders = layers.filter(layer => / 0px 0px 0px [\d.]+px/.test(layer))
      return { soft: layers.length > borders.length, border: borders.length > 0 }
    }

    function hasOverlay(element: Element): boolean {
      return ['::before', '::after'].some(pseudo => {
        const { content, position } = getComputedStyle(element, pseudo)
        return content !== 'none' && content !== 'normal' && position === 'absolute'
      })
    }

    /** What generated content that covers the element draws. */
    function overlayOf(element: Element): Paint {
      const { width, height } = element.getBoundingClientRect()
      let paint: Paint = { fill: false, border: false, shadow: false, radius: 0 }
      for (const pseudo of ['::before', '::after']) {
        const style = getComputedStyle(element, pseudo)
        const covers =
          Number.parseFloat(style.width) > 0.85 * width && Number.parseFloat(style.height) > 0.85 * height
        if (style.content !== 'none' && style.content !== 'normal' && style.position === 'absolute' && covers)
          paint = joined(paint, paintOf(style, contextOf(element).background))
      }
      return paint
    }

    function joined(a: Paint, b: Paint | undefined): Paint {
      if (!b) return a
      return {
        fill: a.fill || b.fill,
        border: a.border || b.border,
        shadow: a.shadow || b.shadow,
        radius: Math.max(a.radius, b.radius),
      }
    }
  }, MAX_SURFACES)
  if (dropped > 0)
    session.gaps.push(
      `the first ${MAX_SURFACES} drawn boxes of the page were compared; ${dropped} more were not`,
    )
  return found
}
