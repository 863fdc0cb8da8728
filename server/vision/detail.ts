/** How much fine detail a picture shows as drawn: what blurring and upscaling take away. */
import type { Box } from '../contract.ts'
import { median } from '../lib/statistics.ts'
import { lumaOf, type PageImage, pixelsOf, regionOf } from './fingerprint.ts'

/** Fields of a picture in each direction, each measured by itself: text over a picture lies in some of them only. */
const FIELDS = 8
/** Of a field, at most this square around its middle is looked at, px. */
const MAX_FIELD_SIDE = 48
const MIN_FIELD_SIDE = 8

/**
 * For each of 8 x 8 fields, row by row, the root mean square of the luma's Laplacian at the scale of two pixels, in
 * quarters of a level (0 to 63.75), base64; null for what is smaller than 64 px a side or not in the screenshot.
 * At one pixel, encoders and fractions of a pixel decide; at two, what people call sharp.
 */
export async function detailOfRegion(shot: PageImage, box: Box): Promise<string | null> {
  const { left, top, width, height } = regionOf(shot, box)
  if (width < FIELDS * MIN_FIELD_SIDE || height < FIELDS * MIN_FIELD_SIDE) return null
  const { data, info } = await pixelsOf(shot)
  const fields = new Uint8Array(FIELDS * FIELDS)
  const [w, h] = [Math.floor(width / FIELDS), Math.floor(height / FIELDS)]
  const [dx, dy] = [Math.max(0, (w - MAX_FIELD_SIDE) >> 1), Math.max(0, (h - MAX_FIELD_SIDE) >> 1)]
  for (let row = 0; row < FIELDS; row++)
    for (let column = 0; column < FIELDS; column++) {
      const x = left + Math.floor((column * width) / FIELDS)
      const y = top + Math.floor((row * height) / FIELDS)
      const energy = energyOf(data, info.width, x + dx, y + dy, w - 2 * dx, h - 2 * dy)
      fields[row * FIELDS + column] = Math.min(255, Math.round(energy * 4))
    }
  return Buffer.from(fields).toString('base64')
}

/** Levels of detail below which a field is smooth, in quarters. */
const SMOOTH = 8
const MIN_FIELDS = 6

/**
 * Share of the detail of `before` that `after` has, 0 to 1 and above, by the median field; null where too few fields
 * had any. `faded`: contrast of `after` against `before`: what is fainter has less detail in levels, and is as sharp.
 */
export function detailRatio(before: string, after: string, faded: number): number | null {
  const now = Buffer.from(after, 'base64')
  const ratios: number[] = []
  for (const [field, energy] of Buffer.from(before, 'base64').entries())
    if (energy >= SMOOTH) ratios.push(now[field]! / energy / faded)
  return ratios.length >= MIN_FIELDS ? median(ratios) : null
}

/** Root mean square of the Laplacian of luma at half the size. */
function energyOf(data: Buffer, stride: number, left: number, top: number, width: number, height: number) {
  const [columns, rows] = [width >> 1, height >> 1]
  const small = new Float32Array(columns * rows)
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      const at = ((top + 2 * y) * stride + left + 2 * x) * 3
      small[y * columns + x] =
        (lumaOf(data, at) +
          lumaOf(data, at + 3) +
          lumaOf(data, at + stride * 3) +
          lumaOf(data, at + stride * 3 + 3)) /
        4
    }
  let sum = 0
  for (let y = 1; y < rows - 1; y++)
    for (let x = 1; x < columns - 1; x++) {
      const at = y * columns + x
      const around = small[at - 1]! + small[at + 1]! + small[at - columns]! + small[at + columns]!
      sum += (small[at]! - around / 4) ** 2
    }
  return Math.sqrt(sum / Math.max(1, (columns - 2) * (rows - 2)))
}
