import type { Box } from '../../contract.ts'
import { isGreyish, type Rgb } from '../../lib/colour.ts'
import { DESKTOP } from '../../lib/widths.ts'
import { pixelsOf } from '../../vision/fingerprint.ts'
import type { SiteSession } from '../page/site-session.ts'
import { layoutAt } from './layouts.ts'

/** One colour of the page outside of pictures, exactly as painted. */
export interface PaletteColour {
  rgb: [number, number, number]
  /** Pixels that have it, in all columns. */
  px: number
  /** Squares of 64 px in which it occurs: one place, or all over the page. */
  regions: number
}

const CELL_PX = 4
const REGION_PX = 64
const MAX_KEPT_COLOURS = 64
/** Larger pictures are no icons, and their colours are not the design's. */
const MAX_ICON_PX = 64
const MIN_COLOUR_PX = 60
/** Against screenshots in which every pixel has a colour of its own. */
const MAX_COLOURS = 50_000
/** Greys are looked for at every fourth pixel, and kept where they have this share of all: letters and shadows are grey. */
const GREY_STEP = 4
const MIN_GREY_SHARE = 0.05

/**
 * The colours of icons, rules, borders and backgrounds at 1440 px, most frequent first, at most 64; of greys those alone on
 * which much of the page stands, absent in older captures. The insides of pictures are left out. Flat paint has one exact
 * value in a screenshot; smoothed edges and photographs have many.
 */
export async function palette(session: SiteSession): Promise<PaletteColour[]> {
  const shot = await session.screenshot(DESKTOP)
  const { pictures } = await layoutAt(session, DESKTOP)
  const { width, height } = shot
  const large = pictures.filter(
    ({ kind, seen, state }) =>
      state === 'visible' &&
      (seen.width > MAX_ICON_PX || seen.height > MAX_ICON_PX) &&
      // A background picture of nearly the whole page would leave nothing to count.
      (kind !== 'background' || seen.width * seen.height <= 0.8 * width * height),
  )
  const { data, info } = await pixelsOf(shot)
  return paletteOf(data, info, [...shot.restless, ...large.map(({ seen }) => seen)])
}

/** The palette of RGB pixels outside of these boxes. */
export function paletteOf(
  data: Uint8Array,
  { width, height }: { width: number; height: number },
  boxes: readonly Box[],
): PaletteColour[] {
  const columns = Math.ceil(width / CELL_PX)
  const covered = new Uint8Array(columns * Math.ceil(height / CELL_PX))
  for (const box of boxes) {
    const right = Math.min(columns, Math.ceil((box.x + box.width) / CELL_PX))
    const bottom = Math.min(Math.ceil(height / CELL_PX), Math.ceil((box.y + box.height) / CELL_PX))
    const left = Math.max(0, Math.floor(box.x / CELL_PX))
    for (let y = Math.max(0, Math.floor(box.y / CELL_PX)); y < bottom; y++)
      covered.fill(1, y * columns + left, y * columns + Math.max(left, right))
  }
  // Every other pixel, in a checkerboard, so that lines of one pixel count in both directions.
  const colours = counted(1, 2, false).filter(({ px }) => px >= MIN_COLOUR_PX)
  const greys = counted(GREY_STEP, GREY_STEP, true).filter(({ px }) => px >= MIN_GREY_SHARE * width * height)
  return [...greys, ...colours.slice(0, MAX_KEPT_COLOURS - greys.length)].sort(byAmount)

  /** Most frequent first. */
  function counted(rows: number, step: number, grey: boolean) {
    const counts = new Map<number, { px: number; regions: Set<number> }>()
    let last = -1
    let entry: { px: number; regions: Set<number> } | undefined
    for (let y = 0; y < height; y += rows) {
      const row = Math.floor(y / CELL_PX) * columns
      for (let x = y % step; x < width; x += step) {
        const at = (y * width + x) * 3
        const rgb: Rgb = [data[at]!, data[at + 1]!, data[at + 2]!]
        if (covered[row + (x >> 2)] || isGreyish(rgb) !== grey) continue
        const key = (rgb[0] << 16) | (rgb[1] << 8) | rgb[2]
        if (key !== last) {
          last = key
          entry = counts.get(key)
          if (!entry && counts.size < MAX_COLOURS) {
            entry = { px: 0, regions: new Set() }
            counts.set(key, entry)
          }
        }
        if (!entry) continue
        entry.px += rows * step
        entry.regions.add(Math.floor(y / REGION_PX) * 64 + Math.floor(x / REGION_PX))
      }
    }
    return [...counts]
      .map(
        ([key, { px, regions }]): PaletteColour => ({
          rgb: [key >> 16, (key >> 8) & 255, key & 255],
          px,
          regions: regions.size,
        }),
      )
      .sort(byAmount)
  }
}

const byAmount = (a: PaletteColour, b: PaletteColour) =>
  b.px - a.px || a.rgb.reduce((key, value, at) => key || value - b.rgb[at]!, 0)
