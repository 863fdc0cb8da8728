/** How well controls that show an icon alone stand out from what is behind them, by the pixels of the screenshot. */
import type { Box } from '../../contract.ts'
import { colourDifference, contrastRatio, type Rgb } from '../../lib/colour.ts'
import { pixelsOf, regionOf } from '../../vision/fingerprint.ts'
import { isRestless, type Screenshot } from '../page/screenshot.ts'
import type { Layout } from './layouts.ts'

export interface IconContrast {
  selector: string
  /** The highest ratio to 1 of anything drawn in it to the commonest colour of its box and what is right around it. */
  contrast: number
  /** The greatest difference of a colour drawn in it to that one, CIEDE2000; not in earlier captures. */
  difference?: number
}

/** A side of a control that may be an icon, CSS px. */
const MAX_SIDE_PX = 96
const MIN_SIDE_PX = 10
/** What is right around it: of a button that is filled, its edge shows. */
const MARGIN_PX = 2
/** Pixels of one colour that are something drawn: less is noise. */
const MIN_DRAWN_PX = 6

/** Of the controls of a layout that stand still in `shot`, hold no text that is seen, and are covered by nothing. */
export async function iconContrasts(
  shot: Screenshot,
  { controls, clickables, blocks, pictures, overlaps = [] }: Layout,
): Promise<IconContrast[]> {
  const covered = new Set(overlaps.map(({ selector }) => selector))
  const isSeen = ({ state }: { state: string }) => state === 'visible'
  const texts = blocks.filter(isSeen)
  const drawings = pictures.filter(one => isSeen(one) && isSmall(one.box))
  const found: IconContrast[] = []
  for (const { selector, state, seen } of [...controls, ...clickables]) {
    if (state !== 'visible' || !isSmall(seen) || covered.has(selector)) continue
    // What is drawn in a link within a line sticks out of the line.
    const box = drawings
      .map(one => one.seen)
      .reduce((all, one) => (isTouching(one, seen) ? around(all, one) : all), seen)
    if (isRestless(shot, box) || texts.some(text => isTouching(text.seen, box))) continue
    const measured = await contrastIn(shot, box)
    if (measured) found.push({ selector, ...measured })
  }
  return found
}

const isSmall = ({ width, height }: Box) =>
  [width, height].every(side => side >= MIN_SIDE_PX && side <= MAX_SIDE_PX)

function around(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  }
}

const isTouching = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** Null for what is not in the screenshot. */
async function contrastIn(
  shot: Screenshot,
  { x, y, width: w, height: h }: Box,
): Promise<{ contrast: number; difference: number } | null> {
  const edged = { x: x - MARGIN_PX, y: y - MARGIN_PX, width: w + 2 * MARGIN_PX, height: h + 2 * MARGIN_PX }
  const { left, top, width, height } = regionOf(shot, edged)
  if (width <= 0 || height <= 0) return null
  const { data, info } = await pixelsOf(shot)
  const cells = new Map<number, { count: number; sum: [number, number, number] }>()
  for (let y = top; y < top + height; y++)
    for (let x = left; x < left + width; x++) {
      const at = (y * info.width + x) * 3
      const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!]
      const key = ((r >> 4) << 8) | ((g >> 4) << 4) | (b >> 4)
      const cell = cells.get(key) ?? { count: 0, sum: [0, 0, 0] }
      cells.set(key, cell)
      cell.count++
      cell.sum[0] += r
      cell.sum[1] += g
      cell.sum[2] += b
    }
  const colours = [...cells.values()]
    .filter(({ count }) => count >= MIN_DRAWN_PX)
    .sort((a, b) => b.count - a.count)
    .map(({ count, sum }) => sum.map(value => Math.round(value / count)) as unknown as Rgb)
  const [background] = colours
  if (!background) return null
  const mostOf = (differ: typeof contrastRatio) =>
    Math.round(Math.max(...colours.map(colour => differ(colour, background))) * 100) / 100
  return { contrast: mostOf(contrastRatio), difference: mostOf(colourDifference) }
}
