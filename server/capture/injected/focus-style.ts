import type { ColourFunctions } from './colours.ts'
import type { DomFunctions } from './dom.ts'
import type { MotionFunctions } from './motion.ts'
import type { TreeFunctions } from './tree.ts'
import type { VisibleBoxFunctions } from './visible-box.ts'

/** How an element and what is close to it are drawn, for telling whether it shows the focus. In-page part. */
export function focusStyleFunctions(
  { childrenOf }: DomFunctions,
  { parentOf }: TreeFunctions,
  { contextOf, visibleBoxOf }: VisibleBoxFunctions,
  { endMotion }: MotionFunctions,
  { alphaOf, paintsSame, coloursIn }: ColourFunctions,
) {
  /** Colours whose channels differ by less look the same. */
  const MIN_CHANNEL_DIFFERENCE = 24

  /** Elements that a focus indicator may be drawn at: itself, its content, parents, labels and next siblings. */
  function around(element: Element): Element[] {
    const found = [element, ...Array.from(element.querySelectorAll('*')).slice(0, 6)]
    let parent = parentOf(element)
    for (let depth = 0; parent && depth < 3 && parent.localName !== 'body'; depth++) {
      found.push(parent)
      parent = parentOf(parent)
    }
    let next = element.nextElementSibling
    for (let count = 0; next && count < 2; count++, next = next.nextElementSibling)
      found.push(next, ...Array.from(childrenOf(next)).slice(0, 2))
    return [...found, ...labelsOf(element)]
  }

  /** The drawn style of each of them, as text. */
  function focusStylesOf(element: Element): Map<Element, string> {
    endMotion(element)
    return new Map(
      around(element).map(each => {
        const parts = [drawn(getComputedStyle(each), each), pseudo(each, '::before'), pseudo(each, '::after')]
        return [each, parts.join('\n')]
      }),
    )
  }

  /**
   * Whether it looked different while it had the focus. A change at or next to the element that has it `now` says nothing,
   * unless it belongs to the one that was left.
   */
  function showedFocus(element: Element, before: Map<Element, string>, now: Element | null): boolean {
    const after = focusStylesOf(element)
    const taken = new Set(now ? around(now) : [])
    const own = new Set([element, ...labelsOf(element)])
    const counts = (each: Element) =>
      !now?.contains(each) && (own.has(each) || element.contains(each) || !taken.has(each))
    return [...new Set([...before.keys(), ...after.keys()])].some(
      each => counts(each) && before.get(each) !== after.get(each),
    )
  }

  const labelsOf = (element: Element): Element[] =>
    'labels' in element ? Array.from((element as HTMLInputElement).labels ?? []) : []

  function pseudo(element: Element, name: string): string {
    const style = getComputedStyle(element, name)
    return style.content === 'none' || style.content === 'normal' ? '' : `${style.content} ${drawn(style)}`
  }

  const isClear = (colour: string) => alphaOf(colour) < 0.1

  /**
   * The visible part of a style. Transparent lines and those without width or style are left out, and outlines and shadows
   * around `element` in the colour of the background, or where everything around it is cut off.
   */
  function drawn(style: CSSStyleDeclaration, element?: Element): string {
    const line = (kind: string, width: string, colour: string) =>
      kind === 'none' || kind === 'hidden' || Number.parseFloat(width) === 0 || isClear(colour)
        ? ''
        : `${kind} ${width} ${colour}`
    const shadow = style.boxShadow
      .split(/,(?![^(]*\))/)
      .filter(
        part =>
          part !== 'none' &&
          !coloursIn(part).some(isClear) &&
          !/^[^)]*\) 0px 0px 0px 0px/.test(part.trim()) &&
          (/\binset$/.test(part.trim()) || isSeenAround(coloursIn(part)[0] ?? '', element)),
      )
      .join()
    const outline = line(style.outlineStyle, style.outlineWidth, style.outlineColor)
    // The browser's own focus ring has two colours.
    const isOutside = style.outlineStyle !== 'auto' && Number.parseFloat(style.outlineOffset) >= 0
    return [
      outline && isOutside && !isSeenAround(style.outlineColor, element) ? '' : outline,
      shadow,
      line(style.borderTopStyle, style.borderTopWidth, style.borderTopColor),
      line(style.borderRightStyle, style.borderRightWidth, style.borderRightColor),
      line(style.borderBottomStyle, style.borderBottomWidth, style.borderBottomColor),
      line(style.borderLeftStyle, style.borderLeftWidth, style.borderLeftColor),
      isClear(style.backgroundColor) ? '' : style.backgroundColor,
      style.backgroundImage,
      style.backgroundPosition,
      style.backgroundSize,
      style.color,
      style.fill,
      style.stroke,
      style.textDecorationLine,
      style.textDecorationColor,
      style.textDecorationThickness,
      style.textShadow,
      style.opacity,
      style.visibility,
      style.filter,
      style.transform,
      style.scale,
      style.clipPath,
      style.clip,
      style.fontWeight,
      style.letterSpacing,
      style.width,
      style.height,
      style.position,
      style.position === 'static' ? '' : `${style.left} ${style.top}`,
    ].join('|')
  }

  /** Whether something drawn around the element in this colour would be visible. */
  function isSeenAround(colour: string, element: Element | undefined): boolean {
    const parent = element && parentOf(element)
    if (!parent) return true
    const { background, clip, absoluteClip, fixedClip } = contextOf(parent)
    if (paintsSame(colour, background || 'rgb(255, 255, 255)', MIN_CHANNEL_DIFFERENCE)) return false
    const { position } = contextOf(element).style
    const room = position === 'fixed' ? fixedClip : position === 'absolute' ? absoluteClip : clip
    const { x, y, width, height } = visibleBoxOf(element, element.getClientRects()).box
    if (width * height === 0) return true
    return room.left < x - 1 || room.top < y - 1 || room.right > x + width + 1 || room.bottom > y + height + 1
  }

  return { focusStylesOf, showedFocus }
}
