import { DESKTOP, type SiteSession } from '../page/site-session.ts'

export type SurfaceArtifact = Awaited<ReturnType<typeof surfaces>>[number]

export const MAX_SURFACES = 500

/** Boxes that are drawn around texts and fields at 1440 px: buttons, cards, fields, cells. In page order, at most 500. */
export async function surfaces(session: SiteSession) {
  const { world } = await session.at(DESKTOP)
  const { found, dropped } = await world.run((injected, max) => {
    const { elements, contextOf, visibleBoxOf, roleOf, nameOf, selectorOf, clean, textOf, closestMatch } =
      injected
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
      selector: string
    }
    for (const element of elements()) {
      if (element.localName === 'html' || element.localName === 'body') continue
      const { style, rendered, shown, ignored } = contextOf(element)
      if (!rendered || !shown || ignored || /^(svg|img|video|canvas|iframe)$/.test(element.localName))
        continue
      if (closestMatch(element, 'svg')) continue
      const own = paintOf(style, contextOf(element.parentElement ?? element).background)
      if (!own.fill && !own.border && !own.shadow && !hasOverlay(element)) continue
      const { box, state } = visibleBoxOf(element, [element.getBoundingClientRect()])
      if (state !== 'visible' || box.width < 20 || box.height < 16) continue
      if ((textOf(element)?.length ?? 0) > 2000) continue
      const kind = kindOf(element)
      const text = (
        kind === 'field' ? nameOf(element) : clean((element as HTMLElement).innerText) || nameOf(element)
      ).slice(0, 200)
      if (!text) continue
      const paint = hasOverlay(element) ? joined(own, overlayOf(element)) : own
      if (!paint.fill && !paint.border && !paint.shadow) continue
      const outer = element.parentElement ? seen.get(element.parentElement) : undefined
      if (outer && outer.text === text) {
        // Several elements around one text are one box.
        Object.assign(outer, joined(outer, paint))
        if (kind !== 'card') outer.kind = kind
        seen.set(element, outer)
        continue
      }
      if (found.length >= max) {
        dropped++
        continue
      }
      const surface = { kind, text, box, ...paint, selector: selectorOf(element) }
      found.push(surface)
      seen.set(element, surface)
    }
    return { found, dropped }

    function kindOf(element: Element): Surface['kind'] {
      const role = roleOf(element)
      if (/^(button|link|tab|menuitem)$/.test(role)) return 'button'
      return /^(textbox|searchbox|combobox|listbox|spinbutton)$/.test(role) ? 'field' : 'card'
    }

    type Paint = Pick<Surface, 'fill' | 'border' | 'shadow' | 'radius'>

    function paintOf(style: CSSStyleDeclaration, background: string): Paint {
      const shadows = shadowsOf(style.boxShadow)
      return {
        fill:
          (alphaOf(style.backgroundColor) > 0.5 && style.backgroundColor !== background) ||
          style.backgroundImage !== 'none',
        border: ['Top', 'Right', 'Bottom', 'Left'].some(isDrawn) || shadows.border,
        shadow: shadows.soft || /drop-shadow/.test(style.filter),
        radius: Math.round(Number.parseFloat(style.borderTopLeftRadius) || 0),
      }

      function isDrawn(side: string): boolean {
        const value = (name: string) => style.getPropertyValue(`border-${side.toLowerCase()}-${name}`)
        return (
          Number.parseFloat(value('width')) > 0 &&
          !/none|hidden/.test(value('style')) &&
          alphaOf(value('color')) > 0.06 &&
          // A border in the colour of the background is invisible.
          value('color') !== style.backgroundColor &&
          value('color') !== background
        )
      }
    }

    /** A shadow without offset and blur is drawn as a border. */
    function shadowsOf(value: string): { soft: boolean; border: boolean } {
      if (value === 'none') return { soft: false, border: false }
      const layers = value.split(/,(?![^(]*\))/).filter(layer => {
        const colour = /(rgba?|color|oklab|oklch|lab|lch)\([^)]*\)/.exec(layer)?.[0] ?? ''
        return alphaOf(colour) > 0.02 && /[1-9]/.test(layer.replace(colour, ''))
      })
      const borders = layers.filter(layer => / 0px 0px 0px [\d.]+px/.test(layer))
      return { soft: layers.length > borders.length, border: borders.length > 0 }
    }

    function alphaOf(colour: string): number {
      if (colour === 'transparent') return 0
      const alpha = /^rgba\(.*,\s*([\d.]+)\)$|\/\s*([\d.]+)\)$/.exec(colour)
      return alpha ? Number(alpha[1] ?? alpha[2]) : 1
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

    function joined(a: Paint, b: Paint): Paint {
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
