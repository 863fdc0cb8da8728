/** Looks for one picture in another: the window of the whole that a part was cut from. */
import { memo } from '../../lib/memo.ts'
import type { ImageFingerprint } from '../fingerprint.ts'

/** A part of a picture, in shares of its sides from its upper left corner, 0 to 1. */
export interface Window {
  x: number
  y: number
  width: number
  height: number
}

const WHOLE: Window = { x: 0, y: 0, width: 1, height: 1 }

/** What the best window of a picture has in common with another one. */
export interface Found {
  window: Window
  /** Correlation of 16 x 16 cells of luma, and of what each cell has beyond its neighbours: fine structure. */
  structure: number
  fine: number
  /** How much fine structure there is, in levels of luma. */
  detail: number
  /** Difference of colours, 0 to 255: the mean of 8 x 8 cells, and of the worst of them. */
  colours: number
  worst: number
}

/** Correlation beyond which it is found, and beyond which it is placed as well as can be. */
const SURE = 0.98
const PLACED = 0.998
/** Correlation below which the rest need not be known. */
const MIN_STRUCTURE = 0.9
/** Share of the area that a part must at least have. */
const MIN_AREA = 0.35
/** Between windows: of size, and of place as a share of the side. */
const SIZES = 0.92
const STEP = 1 / 16
/** Beyond this a window has other means, whatever it shows; half a step aside changes them by less. */
const MAX_MEAN_DIFFERENCE = 16
/** Correlation of 4 x 4, and of 8 x 8 cells, below which a window is not worth a closer look. */
const MIN_ROUGH = 0.62
const MIN_NEAR = 0.76
const MAX_SEEDS = 2

interface Seed extends Window {
  /** Size, 1 where the part is as wide or as high as the whole. */
  size: number
  value: number
}

const [part4, part8, part16] = [new Float64Array(16), new Float64Array(64), new Float64Array(256)]
const [cells4, cells8, cells16] = [new Float64Array(16), new Float64Array(64), new Float64Array(256)]

/**
 * Looks for `part` in `whole`: the window with the part's aspect, of a third of the area or more, that correlates best;
 * null where none comes near. A window is first refused by its mean colours, then by few cells, and only the best are
 * placed exactly.
 */
export function findPart(whole: ImageFingerprint, part: ImageFingerprint): Found | null {
  const [target, wanted] = [fieldsOf(whole), fieldsOf(part)]
  const aspect = (part.width * whole.height) / (part.height * whole.width)
  const sizeOf = (size: number): [number, number] =>
    aspect < 1 ? [size * aspect, size] : [size, size / aspect]
  sample(wanted.luma, WHOLE, 4, part4)
  sample(wanted.luma, WHOLE, 8, part8)
  sample(wanted.luma, WHOLE, 16, part16)
  let best: Seed | undefined
  for (const seed of seedsOf(target, wanted, sizeOf)) {
    const placed = place(target, seed, sizeOf)
    if (!best || placed.value > best.value) best = placed
    if (best.value >= SURE) break
  }
  return best && best.value >= MIN_STRUCTURE ? describe(target, wanted, best) : null
}

function seedsOf(target: Fields, wanted: Fields, sizeOf: (size: number) => [number, number]): Seed[] {
  const means = [wanted.luma, ...wanted.colours].map(field => meanOf(field, WHOLE))
  const fields = [target.luma, ...target.colours]
  let seeds: Seed[] = []
  for (let size = 1; ; size *= SIZES) {
    const [width, height] = sizeOf(size)
    if (width * height < MIN_AREA) return seeds
    const [across, down] = [Math.ceil((1 - width) / STEP), Math.ceil((1 - height) / STEP)]
    for (let j = 0; j <= down; j++)
      for (let i = 0; i <= across; i++) {
        const x = across ? ((1 - width) * i) / across : 0
        const y = down ? ((1 - height) * j) / down : 0
        const window = { x, y, width, height }
        if (fields.some((field, n) => Math.abs(meanOf(field, window) - means[n]!) > MAX_MEAN_DIFFERENCE))
          continue
        sample(target.luma, window, 4, cells4)
        if (correlate(part4, cells4, 16) < MIN_ROUGH) continue
        sample(target.luma, window, 8, cells8)
        const value = correlate(part8, cells8, 64)
        if (value >= MIN_NEAR) seeds = withSeed(seeds, { ...window, size, value })
      }
  }
}

/** The best few that are not neighbours. */
function withSeed(seeds: Seed[], fresh: Seed): Seed[] {
  const isNeighbour = (seed: Seed) =>
    Math.abs(seed.x - fresh.x) < 1.2 * STEP &&
    Math.abs(seed.y - fresh.y) < 1.2 * STEP &&
    Math.abs(seed.size - fresh.size) < 0.09
  if (seeds.some(seed => isNeighbour(seed) && seed.value >= fresh.value)) return seeds
  return [...seeds.filter(seed => !isNeighbour(seed)), fresh]
    .sort((a, b) => b.value - a.value)
    .slice(0, MAX_SEEDS)
}

/**
 * Moves and sizes a window in ever smaller steps, down to a quarter of a pixel of luma; what does not come nearer soon
 * is left where it is.
 */
function place(target: Fields, seed: Seed, sizeOf: (size: number) => [number, number]): Seed {
  let now = seed
  for (const { step, cells, least } of STEPS) {
    now = valued(target, now, cells)
    for (let turn = 0; turn < 3 && now.value < PLACED; turn++) {
      const start = now
      for (const [right, down, grow] of MOVES) {
        const size = Math.min(1, start.size + grow * step)
        const [width, height] = sizeOf(size)
        if (width * height < MIN_AREA) continue
        // What grows does so around its middle.
        const x = inside(start.x + right * step + (start.width - width) / 2, width)
        const y = inside(start.y + down * step + (start.height - height) / 2, height)
        if (x === start.x && y === start.y && size === start.size) continue
        const moved = valued(target, { x, y, width, height, size, value: 0 }, cells)
        if (moved.value > now.value) now = moved
      }
      if (now === start) break
    }
    if (now.value < least) break
  }
  return now
}

/** How far a window moves at a time, by how many cells a side it is compared, and what it must then have reached. */
const STEPS = [
  { step: 1 / 32, cells: 8, least: 0.9 },
  { step: 1 / 64, cells: 16, least: 0.93 },
  { step: 1 / 128, cells: 16, least: 0.96 },
  { step: 1 / 256, cells: 16, least: 0 },
] as const

const inside = (start: number, length: number) => Math.max(0, Math.min(1 - length, start))

function valued(target: Fields, { x, y, width, height, size }: Seed, cells: 8 | 16): Seed {
  const [own, wanted] = cells === 8 ? [cells8, part8] : [cells16, part16]
  const window = { x, y, width, height, size, value: 0 }
  sample(target.luma, window, cells, own)
  window.value = correlate(wanted, own, cells * cells)
  return window
}

const MOVES = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
] as const

function describe(target: Fields, wanted: Fields, { x, y, width, height }: Seed): Found {
  const window = { x, y, width, height }
  sample(target.luma, window, 16, cells16)
  const [fineA, fineB] = [fineOf(part16), fineOf(cells16)]
  const differences = new Float64Array(64)
  for (let channel = 0; channel < 3; channel++) {
    sample(wanted.colours[channel]!, WHOLE, 8, part8)
    sample(target.colours[channel]!, window, 8, cells8)
    for (let i = 0; i < 64; i++) differences[i]! += Math.abs(part8[i]! - cells8[i]!) / 3
  }
  return {
    window,
    structure: correlate(part16, cells16, 256),
    fine: correlate(fineA, fineB, fineA.length),
    detail: Math.sqrt(fineA.reduce((sum, value) => sum + value * value, 0) / fineA.length),
    colours: differences.reduce((sum, value) => sum + value, 0) / 64,
    worst: Math.max(...differences),
  }
}

/** What each inner one of 16 x 16 cells has beyond the mean of its four neighbours. */
function fineOf(cells: Float64Array): Float64Array {
  const fine = new Float64Array(14 * 14)
  for (let y = 1; y < 15; y++)
    for (let x = 1; x < 15; x++) {
      const i = y * 16 + x
      const around = cells[i - 1]! + cells[i + 1]! + cells[i - 16]! + cells[i + 16]!
      fine[(y - 1) * 14 + x - 1] = cells[i]! - around / 4
    }
  return fine
}

/** A square of values as sums from its upper left corner: the mean of any part of it is four look-ups. */
interface Field {
  side: number
  sums: Float64Array
}

/** A fingerprint made ready to be searched. */
interface Fields {
  luma: Field
  /** Red, green and blue. */
  colours: [Field, Field, Field]
}

/** Of a fingerprint that has `grey`. */
const fieldsOf = memo(({ thumb, grey }: ImageFingerprint): Fields => {
  const rgb = Buffer.from(thumb, 'base64')
  const colour = (channel: number) => fieldOf(rgb, 3, channel)
  return {
    luma: fieldOf(Buffer.from(grey, 'base64'), 1, 0),
    colours: [colour(0), colour(1), colour(2)],
  }
})

function fieldOf(values: Uint8Array, stride: number, offset: number): Field {
  const side = Math.floor(Math.sqrt(values.length / stride))
  const width = side + 1
  const sums = new Float64Array(width * width)
  for (let y = 0; y < side; y++) {
    let row = 0
    for (let x = 0; x < side; x++) {
      row += values[(y * side + x) * stride + offset]!
      sums[(y + 1) * width + x + 1] = sums[y * width + x + 1]! + row
    }
  }
  return { side, sums }
}

/** Mean of a window, its edges taken to the nearest value. */
function meanOf({ side, sums }: Field, { x, y, width, height }: Window): number {
  const left = Math.min(side - 1, Math.round(x * side))
  const top = Math.min(side - 1, Math.round(y * side))
  const right = Math.max(left + 1, Math.min(side, Math.round((x + width) * side)))
  const bottom = Math.max(top + 1, Math.min(side, Math.round((y + height) * side)))
  const row = side + 1
  const sum =
    sums[bottom * row + right]! -
    sums[top * row + right]! -
    sums[bottom * row + left]! +
    sums[top * row + left]!
  return sum / ((right - left) * (bottom - top))
}

/** Cells a side of the finest grid that is asked for. */
const MAX_CELLS = 16
const [at, within] = [new Int32Array(MAX_CELLS + 1), new Float64Array(MAX_CELLS + 1)]
let [above, below] = [new Float64Array(MAX_CELLS + 1), new Float64Array(MAX_CELLS + 1)]

/** Means of `n` x `n` cells (16 at most) of a window, row by row, into `cells`; edges lie between the values. */
function sample(field: Field, window: Window, n: number, cells: Float64Array): void {
  const { side, sums } = field
  const row = side + 1
  for (let i = 0; i <= n; i++) {
    const x = Math.min(side, (window.x + (window.width * i) / n) * side)
    at[i] = Math.min(side - 1, Math.floor(x))
    within[i] = x - at[i]!
  }
  const area = (window.width * window.height * side * side) / (n * n)
  for (let j = 0; j <= n; j++) {
    const y = Math.min(side, (window.y + (window.height * j) / n) * side)
    const line = Math.min(side - 1, Math.floor(y))
    const down = y - line
    for (let i = 0; i <= n; i++) {
      const corner = line * row + at[i]!
      const over = sums[corner]! + within[i]! * (sums[corner + 1]! - sums[corner]!)
      const under = sums[corner + row]! + within[i]! * (sums[corner + row + 1]! - sums[corner + row]!)
      below[i] = over + down * (under - over)
    }
    if (j > 0)
      for (let i = 0; i < n; i++)
        cells[(j - 1) * n + i] = (below[i + 1]! - below[i]! - above[i + 1]! + above[i]!) / area
    const spare = above
    above = below
    below = spare
  }
}

/** Pearson's correlation of the first `count` values, -1 to 1; 0 where one of both is even. */
function correlate(a: Float64Array, b: Float64Array, count: number): number {
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0]
  for (let i = 0; i < count; i++) {
    const p = a[i]!
    const q = b[i]!
    sumA += p
    sumB += q
    squaresA += p * p
    squaresB += q * q
    products += p * q
  }
  const varianceA = squaresA - (sumA * sumA) / count
  const varianceB = squaresB - (sumB * sumB) / count
  if (varianceA < 1e-6 || varianceB < 1e-6) return 0
  return (products - (sumA * sumB) / count) / Math.sqrt(varianceA * varianceB)
}
