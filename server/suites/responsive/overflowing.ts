import type { HeadArtifact } from '../../capture/collectors/head.ts'
import { memo, memoPair } from '../../lib/memo.ts'
import { atWidth, DESKTOP } from '../../lib/widths.ts'
import { isWithin } from '../core/path.ts'
import { quote } from '../core/quote.ts'
import {
  around,
  excessOf,
  inView,
  isBeside,
  isWider,
  mergeWidths,
  picturedOf,
  type Screen,
  screensOf,
  TOLERANCE_PX,
  type Widths,
} from './screens.ts'
import { isShrunk } from './viewport.ts'
import { isFormula, isIcon, textKey } from './words.ts'

/** What sticks out by this much or less shakes the page, but hides nothing. */
export const MAX_NUDGE_PX = 16
/** WCAG asks that a page fits into this width without scrolling both ways. @see https://www.w3.org/TR/WCAG22/#reflow */
export const REFLOW_WIDTH = 320

type Box = Screen['blocks'][number]['box']

/** Something that does not fit into the screen. */
export interface Overflowing {
  rule: 'sticks-out' | 'out-of-view' | 'cut-off' | 'page-too-wide'
  /** Its words, normalised; `page` for the page as a whole. */
  key: string
  /** For messages. */
  called: string
  /** Px beyond the edge, at worst; and at the worst of the common widths, 0 when at none. */
  by: number
  common: number
  /** Whether the page can be moved sideways to it. */
  scrolls: boolean
  /** Words and controls weigh more than what is painted behind them. */
  readable: boolean
  /** Names of controls of its row that lie wholly outside of a page that nobody can move sideways. */
  beyond?: string[]
  widths: number[]
  /** The one that `box` is of. */
  width: number
  box: Box
  selector: string
}

type Headed = Widths & { head: HeadArtifact }

/**
 * A page at all its widths. A phone shows the page without a fitting viewport meta whole, and small: it has that width there.
 * At the width of reflow it is a desktop's window at a zoom of 400 %, for which the meta does not count.
 */
export const screensAsShown = (side: Headed): Screen[] =>
  screensOf(side).map(screen =>
    screen.width > REFLOW_WIDTH && isShrunk(screen.width, side.head)
      ? { ...screen, screenWidth: Math.max(screen.screenWidth, screen.clientWidth) }
      : screen,
  )

/** What sticks out of the screen or is cut off by it, each with all its widths, in page order. */
export const overflowingOf = memoPair((original: Headed, rebuilt: Headed) => {
  const before = screensAsShown(original)
  const isBaseline = original.layouts === rebuilt.layouts
  const rightToLeft = rebuilt.head.dir.toLowerCase() === 'rtl'
  const common = new Set(rebuilt.layouts.map(layout => layout.width))
  const shownWide = selectorsShown(rebuilt.layouts)
  const found = screensOf(rebuilt)
    .filter(({ width }) => !isShrunk(width, rebuilt.head))
    .flatMap(screen =>
      overflowingAt(screen, around(before, screen.width), rightToLeft, isBaseline, shownWide).map(item => ({
        ...item,
        scrolls: screen.scrollsSideways !== false,
        width: screen.width,
        common: common.has(screen.width) ? item.by : 0,
      })),
    )
  return mergeWidths(found, (known, next) => {
    const { width, box, selector } = picturedOf(known, next)
    const common = Math.max(known.common, next.common)
    const beyond = known.beyond ?? next.beyond
    return { ...(next.by > known.by ? next : known), width, box, selector, common, ...(beyond && { beyond }) }
  }) satisfies Overflowing[]
})

/** What overflows at 320 px alone is the reflow check's; what overflows at other widths too is the overflow check's, all of it. */
export const isReflow = ({ widths }: Overflowing) => widths.every(width => width === REFLOW_WIDTH)

type Found = Omit<Overflowing, 'width' | 'widths' | 'common' | 'scrolls'>

/** On a page that is no wider than the original nothing new sticks out; the original itself says what is old. */
function overflowingAt(
  screen: Screen,
  before: Screen[],
  rightToLeft: boolean,
  isBaseline: boolean,
  shownWide: ReadonlySet<string>,
): Found[] {
  const excess = isBaseline || isWider(screen, before) ? excessOf(screen) : 0
  const found: Found[] = []
  const fullyShown = before.map(fullyShownOn)
  const wasFullyShown = (key: string) => before.length > 0 && fullyShown.every(keys => keys.has(key))
  // What can be read in full as often as before has nothing of it cut off: one more of it is.
  const shownNow = fullyShownOn(screen)
  const isLessShown = (key: string) =>
    wasFullyShown(key) && fullyShown.some(keys => (shownNow.get(key) ?? 0) < keys.get(key)!)
  const beyondAt = (box: Box) => {
    const beyond = isBaseline ? [] : controlsBeyond(box, screen, rightToLeft, shownWide)
    return beyond.length > 0 && { beyond }
  }
  for (const item of itemsOf(screen)) {
    if (item.state !== 'visible') continue
    const { key, called, readable, box, selector } = item
    const base = { key, called, readable, box, selector }
    const out = pxBeyond(item.seen, screen, rightToLeft)
    if (excess > TOLERANCE_PX && out > TOLERANCE_PX) {
      if (out <= MAX_NUDGE_PX && isEmptyBeyond(selector, screen, rightToLeft)) continue
      if (inView(item, screen)) found.push({ ...base, by: out, rule: 'sticks-out' })
      // Wholly outside: a closed drawer and what runs through are meant to be there, what the original shows is not.
      else if (!item.runs && wasFullyShown(key)) found.push({ ...base, by: out, rule: 'out-of-view' })
    } else if (
      readable &&
      !item.scroller &&
      !item.runs &&
      !isCutByBox(item) &&
      inView(item, screen) &&
      isLessShown(key)
    ) {
      // overflow: hidden on the page: nothing scrolls, and the text ends at the edge.
      const cut = pxBeyond(box, screen, rightToLeft)
      if (cut > MAX_NUDGE_PX && Math.abs(out) <= 1)
        found.push({ ...base, by: cut, rule: 'cut-off', ...beyondAt(box) })
    }
  }
  if (excess > TOLERANCE_PX && screen.scrollsSideways !== false && found.length === 0)
    found.push({
      rule: 'page-too-wide',
      key: 'page',
      called: 'The page',
      by: excess,
      readable: false,
      box: { x: 0, y: 0, width: screen.screenWidth + excess, height: 0 },
      selector: 'body',
    })
  return found
}

/** Whether all words of a control are on the screen, and what sticks out is the padding around them. */
function isEmptyBeyond(selector: string, screen: Screen, rightToLeft: boolean): boolean {
  const words = screen.blocks.filter(block => block.state === 'visible' && isWithin(block.selector, selector))
  return words.length > 0 && words.every(({ seen }) => pxBeyond(seen, screen, rightToLeft) <= TOLERANCE_PX)
}

/** CSS px from the top of the page in which its header stands. */
const HEAD_PX = 200

/**
 * Controls that have run out of the page in a row of its header of which the edge cuts something off. `shown`: selectors of
 * what the page shows on a wide screen; a drawer that is closed stands in no such row.
 */
function controlsBeyond(
  cut: Box,
  screen: Screen,
  rightToLeft: boolean,
  shown: ReadonlySet<string>,
): string[] {
  if (cut.y > HEAD_PX) return []
  return screen.controls.flatMap(({ state, box, selector, name }) => {
    const isOut =
      state === 'clipped' && box.width > 0 && pxBeyond(box, screen, rightToLeft) >= box.width - TOLERANCE_PX
    return isOut && isBeside(box, cut) && shown.has(selector) ? [name] : []
  })
}

const selectorsShown = memo(
  (layouts: Widths['layouts']): ReadonlySet<string> =>
    new Set(
      atWidth(layouts, DESKTOP)?.controls.flatMap(({ state, selector }) =>
        state === 'visible' ? selector : [],
      ),
    ),
)

/** Share of a text that a box has to cut off at least: less is a descender or a rounding. */
export const MIN_CUT_SHARE = 0.05

/** It is cut off for good, which is the clipping check's. */
const isCutByBox = ({ lost = 0 }: Pick<Item, 'lost'>) => lost >= MIN_CUT_SHARE

/** Px by which a box lies beyond the edge that lines end at: the left one where text runs from right to left. */
const pxBeyond = ({ x, width }: Box, { screenWidth }: Screen, rightToLeft: boolean) =>
  rightToLeft ? -x : x + width - screenWidth

/** Keys of what can be read in full, and how often. */
const fullyShownOn = memo((screen: Screen) => {
  const right = screen.screenWidth + TOLERANCE_PX
  const whole = itemsOf(screen).filter(
    item => inView(item, screen) && item.box.x >= -TOLERANCE_PX && item.box.x + item.box.width <= right,
  )
  return new Map([...Map.groupBy(whole, ({ key }) => key)].map(([key, { length }]) => [key, length]))
})

type Item = Pick<
  Screen['blocks'][number],
  'state' | 'seen' | 'box' | 'selector' | 'scroller' | 'runs' | 'lost'
> &
  Pick<Overflowing, 'key' | 'called' | 'readable'>

/** All texts and named controls of a page at one width, and its pictures that reach beyond the edges. */
const itemsOf = memo((screen: Screen): Item[] => {
  const blocks = screen.blocks
    .filter(block => !isIcon(block) && !isFormula(block))
    .map(block => ({
      ...block,
      key: textKey(block.text),
      called: quote(block.text, 60),
      // An arrow behind an entry says nothing that is lost.
      readable: /[\p{L}\p{N}]/u.test(block.text),
    }))
  const controls = screen.controls
    .filter(control => control.name)
    .map(control => ({
      ...control,
      key: textKey(control.name),
      called: `The ${control.role} ${quote(control.name, 60)}`,
      readable: true,
    }))
  const pictures = (screen.pictures ?? [])
    .filter(
      ({ state, seen }) => state === 'visible' && (seen.x < 0 || seen.x + seen.width > screen.screenWidth),
    )
    .map(picture => {
      const alt = picture.alt.trim()
      const near = alt ? '' : nearestText(picture.box, screen)
      return {
        ...picture,
        key: alt ? `picture ${textKey(alt, 60)}` : `picture near ${textKey(near, 60)}`,
        called: alt
          ? `The picture ${quote(alt, 60)}`
          : near
            ? `A picture near ${quote(near, 60)}`
            : 'A picture',
        readable: picture.kind === 'img' && picture.box.width >= 64,
        selector: '',
      }
    })
  return [...blocks, ...controls, ...pictures]
})

function nearestText(box: Box, { blocks }: Screen): string {
  const middle = box.y + box.height / 2
  let nearest = { text: '', away: Number.POSITIVE_INFINITY }
  for (const block of blocks) {
    if (block.state !== 'visible') continue
    const away = Math.abs(block.box.y + block.box.height / 2 - middle)
    if (away < nearest.away) nearest = { text: block.text, away }
  }
  return nearest.text
}
