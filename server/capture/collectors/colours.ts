import { contrastRatio, parseColour, type Rgb } from '../../lib/colour.ts'
import { DESKTOP } from '../../lib/widths.ts'
import { type PageImage, pixelsOf } from '../../vision/fingerprint.ts'
import { isRestless, type Screenshot } from '../page/screenshot.ts'
import type { SiteSession } from '../page/site-session.ts'
import { layoutAt } from './layouts.ts'
import { type Bar, behindPage, pinnedAt } from './pinned.ts'

export interface ColourArtifact {
  text: string
  box: { x: number; y: number; width: number; height: number }
  /** Of the letters, as computed, e.g. `rgb(33, 37, 41)`. */
  colour: string
  /** The colour that most of its surroundings have in the screenshot, RGB 0 to 255. */
  background: [number, number, number]
  /** Share of the box that has this colour, 0 to 1: low over photographs. */
  uniform: number
  /** The contrast to it, to 1, that some of what is drawn there reaches; absent in older captures. */
  strongest?: number
  /** What is behind the letters, of which half differs less from them and half more; absent in older captures. */
  middle?: [number, number, number]
}

const MARGIN_PX = 4
/** Share of a text under a bar from which its surroundings are the bar. */
const MIN_UNDER = 0.3
const MAX_SAMPLES = 4000

/** Colours of letters and background for each visible text at 1440 px. */
export const colours = async (session: SiteSession): Promise<ColourArtifact[]> =>
  coloursAt(session, DESKTOP, await session.screenshot(DESKTOP))

/** The same at the width of a screenshot whose pixels are still there. */
export async function coloursAt(
  session: SiteSession,
  width: number,
  shot: Screenshot,
): Promise<ColourArtifact[]> {
  const { data, info } = await pixelsOf(shot)
  const { blocks } = await layoutAt(session, width)
  const pinned = await pinnedAt(session, width)
  const { bars } = pinned
  const behind = behindPage(pinned)
  const found: ColourArtifact[] = []
  for (const block of blocks) {
    if (block.state !== 'visible' || isRestless(shot, block.seen)) continue
    if (behind.has(block.selector) || bars.some(bar => !bar.behind && isUnder(block, bar))) continue
    const left = Math.max(0, Math.floor(block.seen.x - MARGIN_PX))
    const top = Math.max(0, Math.floor(block.seen.y - MARGIN_PX))
    const right = Math.min(info.width, Math.ceil(block.seen.x + block.seen.width + MARGIN_PX))
    const bottom = Math.min(info.height, Math.ceil(block.seen.y + block.seen.height + MARGIN_PX))
    if (right <= left || bottom <= top) continue
    found.push({
      text: block.text.slice(0, 200),
      box: block.box,
      colour: block.style.colour,
      ...dominant(data, info.width, { left, top, right, bottom }, parseColour(block.style.colour)?.rgb),
    })
  }
  return found
}

/** The contrast to most of a picture, to 1, that some of it reaches: low where no letters can be read. */
export async function strongestContrast(image: PageImage): Promise<number> {
  const { data, info } = await pixelsOf(image)
  const whole = { left: 0, top: 0, right: info.width, bottom: info.height }
  return dominant(data, info.width, whole).strongest
}

function isUnder({ seen, selector }: { seen: Bar['box']; selector: string }, { box, own }: Bar): boolean {
  const across = Math.min(seen.x + seen.width, box.x + box.width) - Math.max(seen.x, box.x)
  const down = Math.min(seen.y + seen.height, box.y + box.height) - Math.max(seen.y, box.y)
  const under = Math.max(0, across) * Math.max(0, down)
  return under >= MIN_UNDER * seen.width * seen.height && under > 0 && !own.includes(selector)
}

/** Share of a text's box that letters, or their outline, take at least. */
const MIN_LETTERS = 0.03
/** Steps of 255 by which pixels of letters may differ from their colour. */
const MAX_LETTER_STEP = 24
/** Share of the surroundings of a text that letters take at most: of what has their colour and is more, most is background. */
const MAX_LETTERS = 0.5

interface Edges {
  left: number
  top: number
  right: number
  bottom: number
}

/**
 * The mean of the fullest cell of a 16 x 16 x 16 colour histogram, but for that of the letters, which over a photograph
 * have more pixels of one colour than it has.
 */
function dominant(data: Buffer, width: number, { left, top, right, bottom }: Edges, letters?: Rgb) {
  const step = Math.max(1, Math.floor(Math.sqrt(((right - left) * (bottom - top)) / MAX_SAMPLES)))
  const cells = new Map<number, [count: number, r: number, g: number, b: number]>()
  let total = 0
  for (let y = top; y < bottom; y += step)
    for (let x = left; x < right; x += step) {
      const at = (y * width + x) * 3
      const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!]
      const key = ((r >> 4) << 8) | ((g >> 4) << 4) | (b >> 4)
      const cell = cells.get(key)
      if (cell) {
        cell[0]++
        cell[1] += r
        cell[2] += g
        cell[3] += b
      } else cells.set(key, [1, r, g, b])
      total++
    }
  const all = [...cells.values()]
  const isLetters = ([count, ...sums]: (typeof all)[number]) =>
    !!letters && sums.every((sum, at) => Math.abs(sum / count - letters[at]!) <= MAX_LETTER_STEP)
  const amountOf = (some: typeof all) => some.reduce((sum, [count]) => sum + count, 0)
  const others = all.filter(cell => !isLetters(cell))
  const behind = amountOf(others) >= (1 - MAX_LETTERS) * total ? others : all
  const best = behind.reduce((best, cell) => (cell[0] > best[0] ? cell : best))
  const meanOf = ([count, r, g, b]: (typeof all)[number]): [number, number, number] => [
    Math.round(r / count),
    Math.round(g / count),
    Math.round(b / count),
  ]
  const background = meanOf(best)
  return {
    background,
    uniform: Math.round((best[0] / total) * 100) / 100,
    strongest: Math.floor(contrastRatio(reached(all, background, MIN_LETTERS), background) * 100) / 100,
    ...(letters && { middle: reached(behind, letters, 0.5) }),
  }

  /** The colour from which on a share of the cells differs at least as much from another one. */
  function reached(some: typeof all, from: Rgb, share: number) {
    const sorted = some
      .map(cell => ({ count: cell[0], colour: meanOf(cell) }))
      .map(cell => ({ ...cell, ratio: contrastRatio(cell.colour, from) }))
      .sort((a, b) => b.ratio - a.ratio)
    const enough = share * amountOf(some)
    let seen = 0
    for (const { count, colour } of sorted) {
      seen += count
      if (seen >= enough) return colour
    }
    return background
  }
}
