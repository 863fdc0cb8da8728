/**
 * Whether a text is hidden by what lies in front of it, told by pixels: where taking the colour from its letters
 * changes nothing, they were not to be seen. Styles do not tell: of pictures and patterns most may be transparent.
 */
import type { PageImage } from '../../vision/fingerprint.ts'
import { pixelsOf } from '../../vision/fingerprint.ts'
import type { PageLoad } from '../page/page-load.ts'
import { MAX_HEIGHT_PX, shootClip } from '../page/screenshot.ts'

interface Found {
  what: 'text' | 'control'
  by: 'text' | 'picture' | 'box'
  selector: string
  share: number
  edge?: 'top' | 'end'
  points: Point[]
  /** What is in front stays over the window while the page is scrolled. */
  stays: boolean
}

interface Point {
  x: number
  y: number
  /** To its left and right, CSS px. */
  reach?: number
}

/** Texts that are looked at; what is beyond is taken as it was found. */
const MAX_TEXTS = 20
/** Around a point, CSS px: a letter or two of a line. */
const AROUND = { x: 14, y: 8 }
const MAX_SHOOTING_MS = 5_000
/** Of a page at once, with what is around its points; what stands further down is taken as it was found, too. */
const PART_PX = MAX_HEIGHT_PX - 100

/**
 * `overlaps` with the share of each covered text that its pixels bear out, and without those that can be read. An edge is
 * hidden whole, or left out. Leaves the page as it was.
 */
export async function reallyCovered<T extends Found>(
  pageLoad: PageLoad,
  overlaps: readonly T[],
): Promise<Omit<T, 'points' | 'stays'>[]> {
  const covered = overlaps.filter(({ what, by }) => what === 'text' && by !== 'text')
  const top = Math.min(...covered.flatMap(({ points }) => points.map(({ y }) => y)))
  const doubtful = covered
    .filter(({ points, stays }) => stays || points.every(({ y }) => y - top < PART_PX))
    .slice(0, MAX_TEXTS)
  const hidden = await hiddenPoints(pageLoad, doubtful)
  return overlaps.flatMap(({ points, stays: _, ...overlap }) => {
    const isAsked = doubtful.some(one => one.points === points)
    if (overlap.edge) return isAsked && points.every(point => hidden.has(point)) ? [overlap] : []
    if (!isAsked) return [overlap]
    const left = points.filter(point => hidden.has(point)).length / points.length
    return left === 0 ? [] : [{ ...overlap, share: Math.round(overlap.share * left * 100) / 100 }]
  })
}

/** Where the letters are not to be seen. What stays over the window is looked at window by window. */
async function hiddenPoints(pageLoad: PageLoad, texts: readonly Found[]): Promise<Set<Point>> {
  const { page, world } = pageLoad
  const { height } = page.viewportSize()!
  const places = texts.flatMap(({ selector, points, stays }) =>
    points.map(point => ({ selector, point, scroll: stays ? Math.floor(point.y / height) * height : null })),
  )
  const hidden = new Set<Point>()
  for (const [scroll, some] of Map.groupBy(places, place => place.scroll)) {
    const points = some.map(({ point }) => point)
    const selectors = [...new Set(some.map(({ selector }) => selector))]
    const before = scroll === null ? null : await world.run(scrollDown, scroll)
    const isHidden = await hiddenAmong(pageLoad, points, selectors)
    if (before !== null) await world.run(scrollDown, before)
    for (const point of points) if (isHidden(point)) hidden.add(point)
  }
  return hidden
}

/** Where the page was scrolled to before. Runs in the page. */
function scrollDown(_: unknown, to: number): number {
  const before = scrollY
  scrollTo({ left: scrollX, top: to, behavior: 'instant' })
  return before
}

/** Whether the letters at a point are not to be seen, the page as it is scrolled now. */
async function hiddenAmong(
  pageLoad: PageLoad,
  points: readonly Point[],
  selectors: readonly string[],
): Promise<(point: Point) => boolean> {
  const { world, page } = pageLoad
  const top = Math.max(0, Math.floor(Math.min(...points.map(({ y }) => y)) - AROUND.y))
  const height = Math.ceil(Math.max(...points.map(({ y }) => y)) + AROUND.y) - top
  const width = page.viewportSize()!.width
  const clip = { x: 0, y: top, width, height }
  const shoot = async (): Promise<PageImage> => ({
    png: await shootClip(pageLoad, clip, MAX_SHOOTING_MS),
    width,
    height,
  })
  const before = await pixelsOf(await shoot())
  await world.run(hideLetters, [...selectors])
  let after: typeof before
  try {
    after = await pixelsOf(await shoot())
  } finally {
    await world.run(showLetters, undefined)
  }
  return point => {
    const { reach = AROUND.x } = point
    const [left, right] = [point.x - reach, point.x + reach].map(x =>
      Math.min(width - 1, Math.max(0, Math.round(x))),
    ) as [number, number]
    for (let y = Math.round(point.y - AROUND.y); y < point.y + AROUND.y; y++) {
      const row = (y - top) * before.info.width
      if (y < top || y >= top + before.info.height) continue
      const [from, to] = [3 * (row + left), 3 * (row + right)]
      for (let at = from; at < to; at++)
        if (Math.abs(before.data[at]! - after.data[at]!) >= SEEN) return false
    }
    return true
  }
}

/** A channel that differs by as much is a difference that can be seen. */
const SEEN = 24

/** Runs in the page. A constructed style sheet changes nothing that the page could notice. */
function hideLetters(_: unknown, selectors: string[]): void {
  const page = globalThis as unknown as { letterSheet?: CSSStyleSheet }
  const sheet = new CSSStyleSheet()
  for (const selector of selectors)
    try {
      sheet.insertRule(
        `:is(${selector}, ${selector} *) { color: transparent !important; -webkit-text-fill-color: transparent !important; text-shadow: none !important; text-decoration-color: transparent !important }`,
      )
    } catch {} // a selector that reaches into a shadow root
  page.letterSheet = sheet
  document.adoptedStyleSheets.push(sheet)
}

/** Runs in the page. */
function showLetters(): void {
  const page = globalThis as unknown as { letterSheet?: CSSStyleSheet }
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter(sheet => sheet !== page.letterSheet)
}
