/** Texts that nobody can read while the mouse is over them, or once the page is scrolled: styles tell which may be so, pixels which are. */
import type { Box } from '../../../contract.ts'
import { contrastRatio, parseColour, UNREADABLE_CONTRAST } from '../../../lib/colour.ts'
import type { Injected } from '../../injected/index.ts'
import type { PageLoad } from '../../page/page-load.ts'
import { shootSeen } from '../../page/screenshot.ts'
import { strongestContrast } from '../colours.ts'
import { LOOK_TIMEOUT_MS, mouseOf, type Point } from './input.ts'

/** A text of a page whose letters and ground come together. */
export interface UnreadableText {
  text: string
  selector: string
  /** On the page, CSS px. */
  box: Box
  /** To 1, by the pixels: what most differs there from most of the rest. */
  contrast: number
}

type Paint = [letters: string, ground: string]

/** A text and its colours, those before null where they are not known. */
interface Repainted {
  text: string
  selector: string
  before: Paint | null
  now: Paint
}

/** Contrast to 1 from which on a text could be read before. */
const MIN_READABLE = 2.5
/** Texts that are looked at, and of these such as are shot: of a page with more doubtful ones nothing is known. */
const MAX_REPAINTED = 500
const MAX_TRIED = 20
const SHOT_TIMEOUT_MS = 5000

/**
 * Those of a page at rest that a style with `:hover` takes from the eye; undefined where they are too many to tell. Leaves the
 * mouse in the corner of the window.
 */
export async function unreadableHovered(pageLoad: PageLoad): Promise<UnreadableText[] | undefined> {
  const { world } = pageLoad
  const doubtful = doubtfulOf(await world.run(repaintedByHover, MAX_REPAINTED, LOOK_TIMEOUT_MS))
  const mouse = mouseOf(pageLoad)
  const found = await confirmed(pageLoad, doubtful, async at => {
    const middle = await world.run(bringIntoSight, at, LOOK_TIMEOUT_MS)
    if (!middle) return null
    await mouse.move(middle)
    return await world.run(lineOf, at, LOOK_TIMEOUT_MS)
  })
  if (doubtful.length > 0) {
    await mouse.move({ x: 0, y: 0 })
    await world.run(toTop, undefined, LOOK_TIMEOUT_MS)
  }
  return found
}

/**
 * Those of a bar that stays in the window, once the page is scrolled down and a little back; undefined where they are too many
 * to tell. Leaves it at its top.
 */
export async function unreadableScrolled(pageLoad: PageLoad): Promise<UnreadableText[] | undefined> {
  const { world, site } = pageLoad
  const given = { max: MAX_REPAINTED, ignore: site.ignore }
  const doubtful = doubtfulOf(await world.run(paintsOnceScrolled, given, LOOK_TIMEOUT_MS))
  const lineAt = (at: number) => world.run(lineOf, at, LOOK_TIMEOUT_MS)
  const found = await confirmed(pageLoad, doubtful, lineAt)
  await world.run(toTop, undefined, LOOK_TIMEOUT_MS)
  if (!found?.length) return found
  // What a bar without a background of its own stands on at the top, no style tells.
  const before = await confirmed(pageLoad, doubtful, lineAt)
  return found.filter(({ selector }) => !before?.some(one => one.selector === selector))
}

const doubtfulOf = (repainted: readonly Repainted[]) =>
  repainted.flatMap(({ before, now, text, selector }, at) => {
    const isRead = !before || contrastOf(before) >= MIN_READABLE
    return isRead && contrastOf(now) < UNREADABLE_CONTRAST ? [{ text, selector, at }] : []
  })

function contrastOf(paint: Paint): number {
  const [letters, ground] = paint.map(colour => parseColour(colour)?.rgb)
  return letters && ground ? contrastRatio(letters, ground) : Number.POSITIVE_INFINITY
}

/** Those whose pixels are as pale. `show` brings one into its state and tells where its first line is then. */
async function confirmed(
  pageLoad: PageLoad,
  doubtful: readonly { text: string; selector: string; at: number }[],
  show: (at: number) => Promise<Box | null>,
): Promise<UnreadableText[] | undefined> {
  if (doubtful.length > MAX_TRIED) return undefined
  const found: UnreadableText[] = []
  for (const { at, ...text } of doubtful) {
    const box = await show(at)
    if (!box) continue
    const contrast = await strongestContrast({ png: await shootSeen(pageLoad, box, SHOT_TIMEOUT_MS), ...box })
    if (contrast < UNREADABLE_CONTRAST) found.push({ ...text, box, contrast })
  }
  return found
}

// What follows runs in the page.

interface State {
  cutoverRepainted?: Element[]
}

/** Texts that have other colours once everything is hovered over. The rules are put back before a frame is drawn. */
function repaintedByHover(
  { elements, ownTextOf, contextOf, shadowRoots, selectorOf, clean, paintOf, alphaOf, rulesOf }: Injected,
  max: number,
): Repainted[] {
  const MAX_RULES = 20_000
  const MAX_TEXTS = 2000
  /** Of a page that names no colour. */
  const WHITE = 'rgb(255, 255, 255)'
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
    .filter(
      each => contextOf(each).shown && !contextOf(each).ignored && /[\p{L}\p{N}]/u.test(ownTextOf(each)),
    )
    .slice(0, MAX_TEXTS)
  const before = texts.map(paint)
  const selectors = rules.map(({ selectorText }) => selectorText)
  let now: typeof before
  try {
    for (const rule of rules) rule.selectorText = rule.selectorText.replaceAll(HOVER, ALWAYS)
    now = texts.map(paint)
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
    text: clean(ownTextOf(element)).slice(0, 200),
    selector: selectorOf(element),
    ...paints,
  }))

  function collect(list: CSSRuleList | null): void {
    for (const rule of list ?? []) {
      if (++looked > MAX_RULES) return
      if (rule instanceof CSSImportRule) collect(rule.styleSheet && rulesOf(rule.styleSheet))
      const isHovered = rule instanceof CSSStyleRule && rule.selectorText.search(HOVER) >= 0
      if (isHovered && PAINTS.test(rule.style.cssText)) rules.push(rule)
      if (rule instanceof CSSStyleRule || rule instanceof CSSGroupingRule) collect(rule.cssRules)
    }
  }

  function paint(element: Element): Paint | null {
    const found = paintOf(element)
    return found && alphaOf(found.letters) > 0.9 ? [found.letters, found.ground ?? WHITE] : null
  }
}

/** Texts of bars that stay in the window, with their colours further down the page. Leaves it there. */
async function paintsOnceScrolled(
  injected: Injected,
  { max, ignore }: { max: number; ignore: readonly string[] },
): Promise<Repainted[]> {
  const { elements, ownTextOf, contextOf, selectorOf, isVisible, clean, paintOf, alphaOf, holds } = injected
  /** CSS px: beyond what a page opens with, and back, where bars that made room come again. */
  const [DOWN, BACK] = [1400, 60]
  for (const y of [DOWN, DOWN - BACK]) {
    scrollTo({ top: y, behavior: 'instant' })
    await injected.passFrames(4)
    injected.finishMotion()
  }
  await injected.passFrames(1)
  injected.remeasure([...ignore])
  const found = elements().flatMap(element => {
    const { pinned } = contextOf(element)
    if (!pinned || !/[\p{L}\p{N}]/u.test(ownTextOf(element)) || !isVisible(element)) return []
    const { top, bottom } = element.getBoundingClientRect()
    const paint = bottom > 0 && top < innerHeight ? paintOf(element) : null
    // Without a ground of its own a bar stands on whatever is there.
    if (!paint?.ground || !(pinned === paint.holder || holds(pinned, paint.holder))) return []
    return alphaOf(paint.letters) > 0.9 ? [{ element, now: [paint.letters, paint.ground] as Paint }] : []
  })
  found.splice(max)
  ;(globalThis as unknown as State).cutoverRepainted = found.map(({ element }) => element)
  return found.map(({ element, now }) => ({
    text: clean(ownTextOf(element)).slice(0, 200),
    selector: selectorOf(element),
    before: null,
    now,
  }))
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

/** The first line of a text's letters on the page, in the window; null where something else lies on the middle of it. */
async function lineOf(
  { holds, passFrames, finishMotion, childNodesOf, isTextNode }: Injected,
  at: number,
): Promise<Box | null> {
  const element = (globalThis as unknown as State).cutoverRepainted?.[at]
  for (let frame = 0; frame < 3; frame++) {
    await passFrames(1)
    finishMotion()
  }
  const said =
    element && Array.from(childNodesOf(element)).find(node => isTextNode(node) && /\S/.test(node.data))
  if (!said) return null
  const range = document.createRange()
  range.selectNodeContents(said)
  const line = Array.from(range.getClientRects()).find(({ width, height }) => width > 1 && height > 1)
  const hit = line && document.elementFromPoint(line.left + line.width / 2, line.top + line.height / 2)
  if (!hit || !(hit === element || holds(element, hit) || holds(hit, element))) return null
  const [x, y] = [Math.max(0, Math.floor(line.left)), Math.max(0, Math.floor(line.top))]
  const width = Math.min(innerWidth, Math.ceil(line.right)) - x
  const height = Math.min(innerHeight, Math.ceil(line.bottom)) - y
  return width > 0 && height > 0 ? { x: x + scrollX, y: y + scrollY, width, height } : null
}

function toTop(): void {
  scrollTo({ top: 0, behavior: 'instant' })
}
