/** Which styles cut off, and which do not. In-page part. */
export function clipFunctions() {
  /** Overflow and clipping do nothing to these boxes. */
  const takesNoClip = (display: string) =>
    /^(inline|contents|ruby|table-(row|column))/.test(display) && !/^inline-/.test(display)

  /** `clip` does something to what is placed absolutely only. */
  const isClipped = ({ clip, position }: CSSStyleDeclaration) =>
    clip !== 'auto' && clip !== '' && /absolute|fixed/.test(position)

  /** The classic visually-hidden patterns leave nothing, or a pixel. */
  function isShapedAway(style: CSSStyleDeclaration): boolean {
    if (/inset\((50|100)%\)|circle\(0/.test(style.clipPath)) return true
    if (!isClipped(style)) return false
    const [top, right, bottom, left] = (style.clip.match(/-?[\d.]+|auto/g) ?? []).map(Number)
    return right! - left! <= 1 || bottom! - top! <= 1
  }

  /** Whether fixed descendants are placed by it instead of by the window. */
  const containsAll = (style: CSSStyleDeclaration) =>
    [style.transform, style.translate, style.rotate, style.scale, style.filter, style.perspective].some(
      value => value !== 'none' && value !== '',
    ) ||
    /layout|paint|strict|content/.test(style.contain) ||
    /transform|perspective|filter/.test(style.willChange)

  return { takesNoClip, isClipped, isShapedAway, containsAll }
}

export type ClipFunctions = ReturnType<typeof clipFunctions>
