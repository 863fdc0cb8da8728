/** Crops of both screenshots as evidence for what was found. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Box, Issue, Place, Scorecard } from '../contract.ts'

const SIDES = ['original', 'rebuilt'] as const
type SideName = (typeof SIDES)[number]

/** Issues that get crops, and px around what they are about. */
const MAX_ISSUES = 40
const MARGIN = 24
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
 * then others that have boxes at 1440 or 375 px, 40 issues at most, numbered in the scorecard's order. The crops are written to `evidence/` in `folder`,
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

const isShown = (place: Place | undefined): place is Place & { box: Box; viewport: number } =>
  place?.box !== undefined &&
  (place.viewport === 1440 || place.viewport === 375) &&
  place.box.width > 0 &&
  place.box.height > 0

/** Those crops of a screenshot that could be written. */
async function cut(file: string, crops: Crop[], folder: string): Promise<Crop[]> {
  const written: Crop[] = []
  try {
    const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: info.channels as 3 }
    for (const crop of crops) {
      const region = regionOf(crop.box, info.width / crop.viewport, info)
      if (!region) continue
      const bytes = await sharp(data, { raw })
        .extract(region)
        .resize(WIDTH, HEIGHT, { fit: 'inside', withoutEnlargement: true })
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

function regionOf(box: Box, scale: number, shot: { width: number; height: number }) {
  const left = Math.max(0, Math.floor((box.x - MARGIN) * scale))
  const top = Math.max(0, Math.floor((box.y - MARGIN) * scale))
  const right = Math.min(shot.width, Math.ceil((box.x + box.width + MARGIN) * scale))
  const bottom = Math.min(shot.height, Math.ceil((box.y + box.height + MARGIN) * scale), top + MAX_HEIGHT)
  const [width, height] = [right - left, bottom - top]
  return width >= MIN_SIDE && height >= MIN_SIDE ? { left, top, width, height } : null
}
