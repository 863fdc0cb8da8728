import type { ImageFingerprint } from '../fingerprint.ts'
import { correlate, type Fields, fieldsOf, meanOf, sample, WHOLE, type Window } from './fields.ts'

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
const NEARLY = 0.9
/** Share of the area that a part must at least have. */
const LEAST_AREA = 0.35
/** Between windows: of size, and of place as a share of the side. */
const SIZES = 0.92
const STEP = 1 / 16
/** Beyond this a window has other means, whatever it shows; half a step aside changes them by less. */
const MEANS = 16
/** Correlation of 4 x 4, and of 8 x 8 cells, below which a window is not worth a closer look. */
const ROUGH = 0.62
const NEAR = 0.76
const SEEDS = 2

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
  const [background, wanted] = [fieldsOf(whole), fieldsOf(part)]
  const aspect = (part.width * whole.height) / (part.height * whole.width)
  const sizeOf = (size: number): [number, number] =>
    aspect < 1 ? [size * aspect, size] : [size, size / aspect]
  sample(wanted.luma, WHOLE, 4, part4)
  sample(wanted.luma, WHOLE, 8, part8)
  sample(wanted.luma, WHOLE, 16, part16)
  let best: Seed | undefined
  for (const seed of seedsOf(background, wanted, sizeOf)) {
    const placed = place(background, seed, sizeOf)
    if (!best || placed.value > best.value) best = placed
    if (best.value >= SURE) break
  }
  return best && best.value >= NEARLY ? describe(background, wanted, best) : null
}

function seedsOf(background: Fields, wanted: Fields, sizeOf: (size: number) => [number, number]): Seed[] {
  const means = [wanted.luma, ...wanted.colours].map(field => meanOf(field, WHOLE))
  const fields = [background.luma, ...background.colours]
  let seeds: Seed[] = []
  for (let size = 1; ; size *= SIZES) {
    const [width, height] = sizeOf(size)
    if (width * height < LEAST_AREA) return seeds
    const [across, down] = [Math.ceil((1 - width) / STEP), Math.ceil((1 - height) / STEP)]
    for (let j = 0; j <= down; j++)
      for (let i = 0; i <= across; i++) {
        const x = across ? ((1 - width) * i) / across : 0
        const y = down ? ((1 - height) * j) / down : 0
        const window = { x, y, width, height }
        if (fields.some((field, n) => Math.abs(meanOf(field, window) - means[n]!) > MEANS)) continue
        sample(background.luma, window, 4, cells4)
        if (correlate(part4, cells4, 16) < ROUGH) continue
        sample(background.luma, window, 8, cells8)
        const value = correlate(part8, cells8, 64)
        if (value >= NEAR) seeds = withSeed(seeds, { ...window, size, value })
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
    .slice(0, SEEDS)
}

/**
 * Moves and sizes a window in ever smaller steps, down to a quarter of a pixel of luma; what does not come nearer soon
 * is left where it is.
 */
function place(background: Fields, seed: Seed, sizeOf: (size: number) => [number, number]): Seed {
  let now = seed
  for (const { step, cells, least } of STEPS) {
    now = valued(background, now, cells)
    for (let turn = 0; turn < 3 && now.value < PLACED; turn++) {
      const start = now
      for (const [right, down, grow] of MOVES) {
        const size = Math.min(1, start.size + grow * step)
        const [width, height] = sizeOf(size)
        if (width * height < LEAST_AREA) continue
        // What grows does so around its middle.
        const x = within(start.x + right * step + (start.width - width) / 2, width)
        const y = within(start.y + down * step + (start.height - height) / 2, height)
        if (x === start.x && y === start.y && size === start.size) continue
        const moved = valued(background, { x, y, width, height, size, value: 0 }, cells)
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

const within = (start: number, length: number) => Math.max(0, Math.min(1 - length, start))

function valued(background: Fields, { x, y, width, height, size }: Seed, cells: 8 | 16): Seed {
  const [own, wanted] = cells === 8 ? [cells8, part8] : [cells16, part16]
  const window = { x, y, width, height, size, value: 0 }
  sample(background.luma, window, cells, own)
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

function describe(background: Fields, wanted: Fields, { x, y, width, height }: Seed): Found {
  const window = { x, y, width, height }
  sample(background.luma, window, 16, cells16)
  const [fineA, fineB] = [fineOf(part16), fineOf(cells16)]
  const differences = new Float64Array(64)
  for (let channel = 0; channel < 3; channel++) {
    sample(wanted.colours[channel]!, WHOLE, 8, part8)
    sample(background.colours[channel]!, window, 8, cells8)
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
