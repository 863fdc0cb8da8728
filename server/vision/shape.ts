/** How alike the shapes of two drawings are, whatever their colours, the room around them and what they stand on. */
import { memo } from '../lib/memo.ts'
import { type ImageFingerprint, lumaOf } from './fingerprint.ts'

/** Likeness from which two drawings are one in other colours: others of one page have hardly ever 0.8. */
export const SAME_SHAPE = 0.85
/** Side of the grid in which shapes are compared. */
const GRID = 16
/** Distance of luma from the background, 0 to 255, below which nothing is drawn; and share of the largest that is drawn. */
const MIN_DRAWN = 16
const DRAWN_SHARE = 0.25
/** How many times wider for its height one drawing may be: smoothed edges move the sides of small ones. */
const MAX_ASPECT = 1.3

interface Shape {
  /** What is drawn in each cell, less its mean, of length one. */
  drawing: Float64Array
  /** Width of what is drawn for its height. */
  aspect: number
}

/** 0 to 1; 0 where nothing is drawn. */
export function shapeLikeness(a: ImageFingerprint, b: ImageFingerprint): number {
  const [one, other] = [shapeOf(a), shapeOf(b)]
  if (!one || !other || Math.abs(Math.log(one.aspect / other.aspect)) > Math.log(MAX_ASPECT)) return 0
  let sum = 0
  for (let i = 0; i < one.drawing.length; i++) sum += one.drawing[i]! * other.drawing[i]!
  return Math.max(0, sum)
}

const shapeOf = memo((fingerprint: ImageFingerprint): Shape | null => {
  const rgb = Buffer.from(fingerprint.thumb, 'base64')
  const side = Math.round(Math.sqrt(rgb.length / 3))
  const luma = Float64Array.from({ length: side * side }, (_, i) => lumaOf(rgb, i * 3))
  const background = backgroundOf(luma, side)
  const drawing = luma.map(level => Math.abs(level - background))
  const most = drawing.reduce((max, level) => Math.max(max, level), 0)
  if (most < MIN_DRAWN) return null
  let [left, right, top, bottom] = [side, 0, side, 0]
  for (const [at, level] of drawing.entries()) {
    if (level <= DRAWN_SHARE * most) continue
    const [x, y] = [at % side, Math.floor(at / side)]
    left = Math.min(left, x)
    right = Math.max(right, x + 1)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y + 1)
  }
  const aspect = (fingerprint.width * (right - left)) / (fingerprint.height * (bottom - top))
  return { drawing: normalised(resampled(drawing, side, { left, right, top, bottom })), aspect }
})

/** What most of its border has. */
function backgroundOf(luma: Float64Array, side: number): number {
  const border: number[] = []
  for (let i = 0; i < side; i++)
    border.push(luma[i]!, luma[(side - 1) * side + i]!, luma[i * side]!, luma[i * side + side - 1]!)
  return border.sort((a, b) => a - b)[border.length >> 1]!
}

interface Bounds {
  left: number
  right: number
  top: number
  bottom: number
}

/** What lies within bounds, in GRID x GRID cells. */
function resampled(drawing: Float64Array, side: number, { left, right, top, bottom }: Bounds): Float64Array {
  const at = (x: number, y: number) => drawing[Math.min(side - 1, y) * side + Math.min(side - 1, x)]!
  const between = (x: number, y: number) => {
    const [fx, fy] = [Math.max(0, x - 0.5), Math.max(0, y - 0.5)]
    const [ix, iy] = [Math.floor(fx), Math.floor(fy)]
    const upper = at(ix, iy) * (1 - fx + ix) + at(ix + 1, iy) * (fx - ix)
    const lower = at(ix, iy + 1) * (1 - fx + ix) + at(ix + 1, iy + 1) * (fx - ix)
    return upper * (1 - fy + iy) + lower * (fy - iy)
  }
  const [width, height] = [(right - left) / GRID, (bottom - top) / GRID]
  return Float64Array.from({ length: GRID * GRID }, (_, i) => {
    const [x, y] = [left + (i % GRID) * width, top + Math.floor(i / GRID) * height]
    let sum = 0
    for (const dx of [0.25, 0.75])
      for (const dy of [0.25, 0.75]) sum += between(x + dx * width, y + dy * height)
    return sum / 4
  })
}

function normalised(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const length = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0))
  return values.map(value => (length > 0 ? (value - mean) / length : 0))
}
