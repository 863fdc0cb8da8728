import type { Box } from '../../contract.ts'
import { pixelsOf } from '../../vision/fingerprint.ts'
import { DESKTOP, type SiteSession } from '../page/site-session.ts'
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
/** Spread of channels below which a colour is a grey. */
const MIN_CHROMA = 40
const MIN_COLOUR_PX = 60
/** Against screenshots in which every pixel has a colour of its own. */
const MAX_COLOURS = 50_000

/**
 * The colours of icons, rules, borders and backgrounds at 1440 px, most frequent first, at most 64. Greys and the insides of
 * pictures are left out. Flat paint has one exact value in a screenshot; smoothed edges and photographs have many.
 */
export async function palette(session: SiteSession): Promise<PaletteColour[]> {
  const shot = await session.screenshot(DESKTOP)
  const { data, info } = await pixelsOf(shot)
  const { pictures } = await layoutAt(session, DESKTOP)
  const columns = Math.ceil(info.width / CELL_PX)
  const covered = new Uint8Array(columns * Math.ceil(info.height / CELL_PX))
  const cover = (box: Box) => {
    const right = Math.min(columns, Math.ceil((box.x + box.width) / CELL_PX))
    const bottom = Math.min(Math.ceil(info.height / CELL_PX), Math.ceil((box.y + box.height) / CELL_PX))
    const left = Math.max(0, Math.floor(box.x / CELL_PX))
    for (let y = Math.max(0, Math.floor(box.y / CELL_PX)); y < bottom; y++)
      covered.fill(1, y * columns + left, y * columns + Math.max(left, right))
  }
  shot.restless.forEach(cover)
  for (const { kind, seen, state } of pictures) {
    if (state !== 'visible' || (seen.width <= MAX_ICON_PX && seen.height <= MAX_ICON_PX)) continue
    // A background picture of nearly the whole page would leave nothing to count.
    if (kind === 'background' && seen.width * seen.height > 0.8 * info.width * info.height) continue
    cover(seen)
  }
  const counts = new Map<number, { px: number; regions: Set<number> }>()
  let last = -1
  let entry: { px: number; regions: Set<number> } | undefined
  // Every other pixel, in a checkerboard, so that lines of one pixel count in both directions.
  for (let y = 0; y < info.height; y++) {
    const row = Math.floor(y / CELL_PX) * columns
    for (let x = y & 1; x < info.width; x += 2) {
      const at = (y * info.width + x) * 3
      const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!]
      if (Math.max(r, g, b) - Math.min(r, g, b) < MIN_CHROMA || covered[row + (x >> 2)]) continue
      const key = (r << 16) | (g << 8) | b
      if (key !== last) {
        last = key
        entry = counts.get(key)
        if (!entry && counts.size < MAX_COLOURS) {
          entry = { px: 0, regions: new Set() }
          counts.set(key, entry)
        }
      }
      if (!entry) continue
      entry.px += 2
      entry.regions.add(Math.floor(y / REGION_PX) * 64 + Math.floor(x / REGION_PX))
    }
  }
  return [...counts]
    .filter(([, { px }]) => px >= MIN_COLOUR_PX)
    .sort((a, b) => b[1].px - a[1].px || a[0] - b[0])
    .slice(0, MAX_KEPT_COLOURS)
    .map(([key, { px, regions }]) => ({
      rgb: [key >> 16, (key >> 8) & 255, key & 255],
      px,
      regions: regions.size,
    }))
}
