/** Crops of both screenshots as evidence for what was found. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Box, Issue, Place, Scorecard } from '../contract.ts'

const SIDES = ['original', 'rebuilt'] as const
type SideName = (typeof SIDES)[number]

/** Issues that get crops, and CSS px around what they are about. */
const MAX_ISSUES = 40
const MARGIN = 24
/** What a crop shows at least, CSS px: a price alone could stand anywhere. */
const MIN_SHOWN = { width: 320, height: 200 }
/** Of a crop, px: what is larger is scaled down, what is higher than twice that loses its end. */
const WIDTH = 800
const HEIGHT = 600
const MAX_HEIGHT = 2 * HEIGHT
const MIN_SIDE = 4

interface Crop {
  issue: Issue
  side: SideName
  box: Box
  /** Of the screenshot, `<side>/<viewport>.webp`. */
  viewport: number
  name: string
}

/**
 * The scorecard with crops named in the evidence of its introduced issues above minor: those of the image suite first,
 * then others that have boxes on a screenshot, 40 issues at most, numbered in the scorecard's order. The crops are written to `evidence/` in `folder`,
 * which holds the screenshots. Never throws: an issue without a crop is an issue all the same.
 */
export async function addCrops(scorecard: Scorecard, folder: string): Promise<Scorecard> {
  const crops = cropsOf(scorecard)
  if (crops.length === 0) return scorecard
  const written = new Map<Issue, string[]>()
  try {
    await mkdir(join(folder, 'evidence'), { recursive: true })
    // One screenshot at a time: decoded it takes up to 70 MB.
    for (const file of [...new Set(crops.map(fileOf))])
      for (const crop of await cut(
        join(folder, file),
        crops.filter(one => fileOf(one) === file),
        folder,
      ))
        written.set(crop.issue, [...(written.get(crop.issue) ?? []), crop.name])
  } catch {
    // No folder to write to, no evidence.
  }
  return {
    ...scorecard,
    suites: scorecard.suites.map(suite => ({
      ...suite,
      issues: suite.issues.map(issue => {
        const names = written.get(issue)
        return names ? { ...issue, evidence: [...(issue.evidence ?? []), ...names.sort()] } : issue
      }),
    })),
  }
}

const fileOf = ({ side, viewport }: Crop) => `${side}/${viewport}.webp`

function cropsOf({ suites }: Scorecard): Crop[] {
  const ordered = suites.toSorted((a, b) => Number(b.suite === 'image') - Number(a.suite === 'image'))
  const chosen = new Set(
    ordered
      .flatMap(({ issues }) => issues)
      .filter(issue => issue.status === 'introduced' && issue.severity !== 'minor')
      .filter(issue => SIDES.some(side => isShown(issue[side])))
      .slice(0, MAX_ISSUES),
  )
  return suites
    .flatMap(({ issues }) => issues.filter(issue => chosen.has(issue)))
    .flatMap((issue, index) =>
      SIDES.flatMap(side => {
        const place = issue[side]
        if (!isShown(place)) return []
        const { box, viewport } = place
        return [{ issue, side, box, viewport, name: `evidence/${index + 1}-${side}.webp` }]
      }),
    )
}

/** Widths of which there are screenshots. */
const SHOTS: readonly number[] = [1440, 768, 375]

const isShown = (place: Place | undefined): place is Place & { box: Box; viewport: number } =>
  place?.box !== undefined &&
  SHOTS.includes(place.viewport ?? 0) &&
  place.box.width > 0 &&
  place.box.height > 0

/** Those crops of a screenshot that could be written. */
async function cut(file: string, crops: Crop[], folder: string): Promise<Crop[]> {
  const written: Crop[] = []
  try {
    const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: info.channels as 3 }
    for (const crop of crops) {
      const scale = info.width / crop.viewport
      const box = filledOf(crop.box, scale, data, info)
      const region = regionOf(box, scale, info)
      if (!region) continue
      const shrunk = Math.min(1, WIDTH / region.width, HEIGHT / region.height)
      const size = { width: Math.round(region.width * shrunk), height: Math.round(region.height * shrunk) }
      const bytes = await sharp(data, { raw })
        .extract(region)
        .resize({ ...size, fit: 'fill' })
        .composite([{ input: outline(box, scale, region, shrunk, size), top: 0, left: 0 }])
        .webp({ quality: 80 })
        .toBuffer()
      await writeFile(join(folder, crop.name), bytes)
      written.push(crop)
    }
  } catch {
    // No screenshot, or a full disk: what was written before counts.
  }
  return written
}

/** A box so many times wider than high is a line. */
const LINE = 6
/** By how much colours differ, the sum of their channels: less is of the encoding. */
const MIN_DIFFERENCE = 20

/** Of a line the part in which there is something: the box of a headline is as wide as its column. */
function filledOf(
  box: Box,
  scale: number,
  data: Buffer,
  { width, height, channels }: { width: number; height: number; channels: number },
): Box {
  if (box.width < LINE * box.height || box.width <= MIN_SHOWN.width) return box
  const [left, right] = [Math.max(0, Math.ceil(box.x * scale)), Math.min(width, (box.x + box.width) * scale)]
  const [top, bottom] = [
    Math.max(0, Math.ceil(box.y * scale)),
    Math.min(height, (box.y + box.height) * scale),
  ]
  const at = (x: number, y: number) => channels * (y * width + x)
  const background = at(left, top)
  let [first, last] = [right, left]
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const pixel = at(x, y)
      let difference = 0
      for (let channel = 0; channel < 3; channel++)
        difference += Math.abs(data[pixel + channel]! - data[background + channel]!)
      if (difference < MIN_DIFFERENCE) continue
      first = Math.min(first, x)
      last = Math.max(last, x)
    }
  return first > last ? box : { ...box, x: first / scale, width: (last - first + 1) / scale }
}

/** Of a screenshot, px. */
interface Region {
  left: number
  top: number
  width: number
  height: number
}

/** The box with what is around it; null where it is not on the screenshot. */
function regionOf({ x, y, width, height }: Box, scale: number, shot: { width: number; height: number }) {
  if (x + width <= 0 || y + height <= 0 || x * scale >= shot.width || y * scale >= shot.height) return null
  const [left, right] = span(x, width, MIN_SHOWN.width, scale, shot.width)
  const [top, bottom] = span(y, height, MIN_SHOWN.height, scale, shot.height)
  const region: Region = { left, top, width: right - left, height: Math.min(bottom - top, MAX_HEIGHT) }
  return region.width >= MIN_SIDE && region.height >= MIN_SIDE ? region : null
}

/** From where to where a crop goes in one direction: what an edge of the page takes, the other side gives. */
function span(start: number, length: number, least: number, scale: number, end: number): [number, number] {
  const around = Math.max(MARGIN, (least - length) / 2)
  const [from, to] = [(start - around) * scale, (start + length + around) * scale]
  const shift = Math.max(0, -from) - Math.max(0, to - end)
  return [Math.max(0, Math.floor(from + shift)), Math.min(end, Math.ceil(to + shift))]
}

/** Px between the place and the line around it, so that it is seen what is at its edges. */
const GAP = 3

/** A line around the place, to be seen on any background. */
function outline(
  box: Box,
  scale: number,
  { left, top }: Region,
  shrunk: number,
  size: { width: number; height: number },
) {
  const [x, y] = [(box.x * scale - left) * shrunk - GAP, (box.y * scale - top) * shrunk - GAP]
  const width = box.width * scale * shrunk + 2 * GAP
  const height = box.height * scale * shrunk + 2 * GAP
  const rect = `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="3" fill="none"`
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">` +
      `${rect} stroke="#fff" stroke-width="5"/>${rect} stroke="#c2372b" stroke-width="2.5"/></svg>`,
  )
}
