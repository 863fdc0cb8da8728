/** Texts that nobody can read while the mouse is over them: styles tell which may be so, pixels which are. */
import type { Box } from '../../../contract.ts'
import { contrastRatio, type Rgb, UNREADABLE_CONTRAST } from '../../../lib/colour.ts'
import type { Injected } from '../../injected/index.ts'
import type { PageLoad } from '../../page/page-load.ts'
import { shootClip } from '../../page/screenshot.ts'
import { strongestContrast } from '../colours.ts'
import { LOOK_TIMEOUT_MS, mouseOf, type Point } from './input.ts'

/** A text of a page whose letters and ground come together under the mouse. */
export interface HoveredText {
  text: string
  selector: string
  /** On the page, CSS px. */
  box: Box
  /** To 1, by the pixels: what most differs there from most of the rest. */
  contrast: number
}

/** Of a contrast, to 1, from which on a text could be read before. */
const MIN_READABLE = 2.5
/** Texts that are looked at, and of these such as the mouse is moved to: each takes a screenshot of its box. */
const MAX_REPAINTED = 500
const MAX_TRIED = 6
const SHOT_TIMEOUT_MS = 5000

/** Those of a page at rest that a style with `:hover` takes from the eye. Leaves the mouse in the corner of the window. */
export async function unreadableHovered(pageLoad: PageLoad): Promise<HoveredText[]> {
  const { world } = pageLoad
  const repainted = await world.run(findRepainted, MAX_REPAINTED, LOOK_TIMEOUT_MS)
  const doubtful = repainted.flatMap(({ before, now, ...text }, at) =>
    contrastRatio(...before) >= MIN_READABLE && contrastRatio(...now) < UNREADABLE_CONTRAST
      ? [{ ...text, at }]
      : [],
  )
  const mouse = mouseOf(pageLoad)
  const found: HoveredText[] = []
  for (const { at, ...text } of doubtful.slice(0, MAX_TRIED)) {
    const middle = await world.run(bringIntoSight, at, LOOK_TIMEOUT_MS)
    if (!middle) continue
    await mouse.move(middle)
    const box = await world.run(boxUnder, { at, middle }, LOOK_TIMEOUT_MS)
    if (!box) continue
    const png = await shootClip(pageLoad, box, SHOT_TIMEOUT_MS)
    const contrast = await strongestContrast({ png, ...box })
    if (contrast < UNREADABLE_CONTRAST) found.push({ ...text, box, contrast })
  }
  if (doubtful.length > 0) {
    await mouse.move({ x: 0, y: 0 })
    await world.run(() => scrollTo(0, 0), undefined, LOOK_TIMEOUT_MS)
  }
  return found
}

// What follows runs in the page.

interface State {
  cutoverRepainted?: Element[]
}

/**
 * Texts with the colours of their letters and of what is behind them, at rest and once everything is hovered over, where
 * styles tell and these differ. The rules are put back before a frame is drawn.
 */
function findRepainted(
  {
    elements,
    isTextNode,
    childNodesOf,
    parentOf,
    contextOf,
    shadowRoots,
    selectorOf,
    textOf,
    clean,
    alphaOf,
    rgbOf,
  }: Injected,
  max: number,
): { text: string; selector: string; before: [Rgb, Rgb]; now: [Rgb, Rgb] }[] {
  const MAX_RULES = 20_000
  const MAX_TEXTS = 2000
  const HOVER = /(?<!\\):hover/g
  /** As specific as `:hover`, and true of everything. */
  const ALWAYS = ':is(:hover, :not([cutover-none]))'
  const PAINTS = /(?:^|[;\s])(?:color|background(?:-color|-image)?|--[\w-]+|-webkit-text-fill-color)\s*:/
  const rules: CSSStyleRule[] = []
  let looked = 0
  for (const root of [document, ...shadowRoots()])
    for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) collect(rulesOf(sheet))
  if (rules.length === 0) return []

  const texts = elements()
    .filter(each => contextOf(each).shown && !contextOf(each).ignored && hasLetters(each))
    .slice(0, MAX_TEXTS)
  const before = texts.map(paintOf)
  const selectors = rules.map(({ selectorText }) => selectorText)
  let now: typeof before
  try {
    for (const rule of rules) rule.selectorText = rule.selectorText.replaceAll(HOVER, ALWAYS)
    now = texts.map(paintOf)
  } finally {
    for (const [at, rule] of rules.entries()) rule.selectorText = selectors[at]!
  }
  const found = texts.flatMap((element, at) => {
    const [was, is] = [before[at], now[at]]
    return was && is && String(was) !== String(is) ? [{ element, before: was, now: is }] : []
  })
  found.splice(max)
  ;(globalThis as unknown as State).cutoverRepainted = found.map(({ element }) => element)
  return found.map(({ element, ...paints }) => ({
    text: clean(textOf(element)).slice(0, 200),
    selector: selectorOf(element),
    ...paints,
  }))

  function rulesOf(sheet: CSSStyleSheet): CSSRuleList | null {
    try {
      return sheet.disabled ? null : sheet.cssRules
    } catch {
      return null // of another site
    }
  }

  function collect(list: CSSRuleList | null): void {
    for (const rule of list ?? []) {
      if (looked++ > MAX_RULES) return
      if (rule instanceof CSSImportRule) collect(rule.styleSheet && rulesOf(rule.styleSheet))
      if (
        rule instanceof CSSStyleRule &&
        rule.selectorText.search(HOVER) >= 0 &&
        PAINTS.test(rule.style.cssText)
      )
        rules.push(rule)
      if (rule instanceof CSSStyleRule || rule instanceof CSSGroupingRule) collect(rule.cssRules)
    }
  }

  function hasLetters(element: Element): boolean {
    return Array.from(childNodesOf(element)).some(node => isTextNode(node) && /[\p{L}\p{N}]/u.test(node.data))
  }

  /** Of its letters and of what is behind them, where styles tell. */
  function paintOf(element: Element): [Rgb, Rgb] | null {
    const { webkitTextFillColor, color, backgroundClip } = getComputedStyle(element)
    const letters = webkitTextFillColor || color
    const rgb = rgbOf(letters)
    if (!rgb || backgroundClip === 'text' || alphaOf(letters) < 0.9) return null
    for (let here: Element | null = element; here; here = parentOf(here)) {
      const { backgroundColor, backgroundImage } = getComputedStyle(here)
      const alpha = alphaOf(backgroundColor)
      if (backgroundImage !== 'none') return null
      if (alpha >= 0.9) return [rgb, rgbOf(backgroundColor) ?? rgb]
      if (alpha > 0.1) return null
    }
    return [rgb, [255, 255, 255]]
  }
}

/** Where a mouse is in the middle of its first line, in the window, or null where something else is hit there. */
function bringIntoSight({ finishMotion, holds }: Injected, at: number): Point | null {
  const element = (globalThis as unknown as State).cutoverRepainted?.[at]
  if (!element?.isConnected) return null
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  finishMotion()
  const line = element.getClientRects()[0]
  if (!line || line.width < 1 || line.height < 1) return null
  const middle = { x: line.left + line.width / 2, y: line.top + line.height / 2 }
  const hit = document.elementFromPoint(middle.x, middle.y)
  return hit && (hit === element || holds(element, hit) || holds(hit, element)) ? middle : null
}

/** Its box on the page once it is hovered over, cut to the window. */
async function boxUnder(
  { finishMotion }: Injected,
  { at, middle }: { at: number; middle: Point },
): Promise<Box | null> {
  const frame = () => new Promise<void>(resolve => requestAnimationFrame(() => resolve()))
  const element = (globalThis as unknown as State).cutoverRepainted?.[at]
  for (let count = 0; count < 3; count++) {
    await frame()
    finishMotion()
  }
  if (!element?.matches(':hover') && !document.elementFromPoint(middle.x, middle.y)?.matches(':hover'))
    return null
  const { left, top, right, bottom } = element!.getBoundingClientRect()
  const [x, y] = [Math.max(0, Math.floor(left)), Math.max(0, Math.floor(top))]
  const [width, height] = [
    Math.min(innerWidth, Math.ceil(right)) - x,
    Math.min(innerHeight, Math.ceil(bottom)) - y,
  ]
  return width > 0 && height > 0 ? { x: x + scrollX, y: y + scrollY, width, height } : null
}
