/** How a picture looks, small enough to keep: a perceptual hash and a thumbnail. */
import sharp, { type Sharp } from 'sharp'
import { dctHash } from '../lib/perceptual-hash.ts'
import type { Screenshot } from './screenshot.ts'

export interface Look {
  width: number
  height: number
  /** Median-DCT hash, 64 bits as 16 hex digits. */
  hash: string
  /** 32 x 32 pixels of RGB over white, base64. */
  thumb: string
  /** Standard deviation of its luma, 0 to 127: below about 6 a hash says little. */
  contrast: number
}

export const THUMB = 32

// Each picture is looked at once, and both sites at the same time: a cache and more threads would only take memory.
sharp.cache(false)
sharp.concurrency(1)

/** Decodes a picture file with sharp (SVG included: no scripts, nothing external). `look` is null for what is no picture. */
export async function lookOf(bytes: Buffer): Promise<{ format: string; look: Look | null }> {
  try {
    const image = sharp(bytes, { failOn: 'none', limitInputPixels: 120_000_000, pages: 1 })
    const { format, width, height } = await image.metadata()
    return { format: format ?? '', look: await describe(image, width ?? 0, height ?? 0) }
  } catch {
    return { format: '', look: null }
  }
}

/** The look of a region of a screenshot; null when less than 4 x 4 px of it lie inside. */
export async function lookOfRegion(
  shot: Screenshot,
  box: { x: number; y: number; width: number; height: number },
): Promise<Look | null> {
  const left = Math.max(0, Math.round(box.x))
  const top = Math.max(0, Math.round(box.y))
  const width = Math.min(shot.width - left, Math.round(box.width))
  const height = Math.min(shot.height - top, Math.round(box.height))
  if (width < 4 || height < 4) return null
  const { data, info } = await pixelsOf(shot)
  const image = sharp(data, { raw: info }).extract({ left, top, width, height })
  return describe(image, width, height)
}

const decoded = new WeakMap<
  Screenshot,
  Promise<{ data: Buffer; info: { width: number; height: number; channels: 3 } }>
>()

/** The pixels of a screenshot, decoded once: RGB, row by row. */
export function pixelsOf(shot: Screenshot) {
  const known = decoded.get(shot)
  if (known) return known
  const fresh = sharp(shot.png)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .then(({ data, info }) => ({
      data,
      info: { width: info.width, height: info.height, channels: 3 as const },
    }))
  decoded.set(shot, fresh)
  return fresh
}

async function describe(image: Sharp, width: number, height: number): Promise<Look> {
  const thumb = await image
    .flatten({ background: '#fff' })
    .resize(THUMB, THUMB, { fit: 'fill' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  const luma = new Float64Array(THUMB * THUMB)
  for (let i = 0; i < luma.length; i++)
    luma[i] = 0.299 * thumb[i * 3]! + 0.587 * thumb[i * 3 + 1]! + 0.114 * thumb[i * 3 + 2]!
  const mean = luma.reduce((sum, value) => sum + value, 0) / luma.length
  const variance = luma.reduce((sum, value) => sum + (value - mean) ** 2, 0) / luma.length
  return {
    width,
    height,
    hash: dctHash(luma, THUMB),
    thumb: thumb.toString('base64'),
    contrast: Math.round(Math.sqrt(variance) * 10) / 10,
  }
}
