/** The fingerprint of a picture: what it looks like, small enough to keep. */
import sharp, { type Sharp } from 'sharp'
import type { Box } from '../contract.ts'
import { median } from '../lib/statistics.ts'

/** A picture of a page: PNG, one pixel for each CSS px. */
export interface PageImage {
  png: Buffer
  width: number
  height: number
}

export interface ImageFingerprint {
  width: number
  height: number
  /** Median-DCT hash, 64 bits as 16 hex digits. */
  hash: string
  /** 32 x 32 pixels of RGB, base64; what is transparent over white, or over black where white shows nothing of it. */
  thumb: string
  /** 64 x 64 pixels of luma on the same background, base64; '' for what is smaller than 24 px. */
  grey: string
  /** Standard deviation of its luma, 0 to 127: below about 6 a hash says little. */
  contrast: number
}

export interface Fingerprinted {
  /** jpeg, png, webp, avif, gif, svg, … as decoded; '' when it is no picture. */
  format: string
  fingerprint: ImageFingerprint | null
  /** A picture that was not decoded: it would have taken too much. */
  tooLarge: boolean
}

/** Sides of the thumbnail and of the luma, px. */
const THUMB = 32
export const GREY = 64
const MIN_GREY_SIDE = 24
/** Pixels of one file: beyond it is made to exhaust a reader. */
const MAX_PIXELS = 80_000_000
const MAX_DRAWING_BYTES = 1_500_000
const DECODE_SECONDS = 4
/** A white drawing shows on black only. */
const SHOWS_BETTER = 2

// Each picture is looked at once, and both sites at the same time: a cache and more threads would only take memory.
sharp.cache(false)
sharp.concurrency(1)

/**
 * Decodes a picture file with sharp (SVG included: no scripts, nothing external). A drawing is rasterised at `size` px,
 * as large as the page shows it. `fingerprint` is null for what is no picture or too large to decode.
 */
export async function fingerprintOf(bytes: Buffer, size = 256): Promise<Fingerprinted> {
  if (isDrawing(bytes) && bytes.length > MAX_DRAWING_BYTES)
    return { format: 'svg', fingerprint: null, tooLarge: true }
  try {
    const { format, width, height } = await sharp(bytes, {
      failOn: 'none',
      limitInputPixels: false,
    }).metadata()
    const drawing = format === 'svg'
    if (!drawing && width * height > MAX_PIXELS) return { format, fingerprint: null, tooLarge: true }
    const want = Math.min(512, Math.max(GREY, size))
    const density = Math.min(2400, Math.max(1, (72 * want) / Math.max(1, width, height)))
    const image = sharp(bytes, {
      failOn: 'none',
      limitInputPixels: MAX_PIXELS,
      pages: 1,
      ...(drawing && { density }),
    }).timeout({ seconds: DECODE_SECONDS })
    return { format, fingerprint: await describe(image, width, height), tooLarge: false }
  } catch {
    // A drawing that sharp cannot read may still be one to a browser.
    return { format: isDrawing(bytes) ? 'svg' : '', fingerprint: null, tooLarge: false }
  }
}

const isDrawing = (bytes: Buffer) => bytes.subarray(0, 4096).toString('latin1').toLowerCase().includes('<svg')

/** The fingerprint of a region of a screenshot; null when less than 4 x 4 px of it lie inside. */
export async function fingerprintOfRegion(shot: PageImage, box: Box): Promise<ImageFingerprint | null> {
  const region = regionOf(shot, box)
  if (region.width < 4 || region.height < 4) return null
  const { data, info } = await pixelsOf(shot)
  return describe(sharp(data, { raw: info }).extract(region), region.width, region.height)
}

/** What of a box lies inside of a screenshot, in whole px. */
export function regionOf(shot: PageImage, box: Box) {
  const left = Math.max(0, Math.round(box.x))
  const top = Math.max(0, Math.round(box.y))
  const width = Math.min(shot.width - left, Math.round(box.width))
  const height = Math.min(shot.height - top, Math.round(box.height))
  return { left, top, width, height }
}

/** RGB, row by row. */
interface Pixels {
  data: Buffer
  info: { width: number; height: number; channels: 3 }
}

const decoded = new WeakMap<PageImage, Promise<Pixels>>()

/** The pixels of a screenshot, decoded once. */
export function pixelsOf(image: PageImage): Promise<Pixels> {
  const known = decoded.get(image) ?? decode(image)
  decoded.set(image, known)
  return known
}

async function decode({ png }: PageImage): Promise<Pixels> {
  const pixels = sharp(png).removeAlpha().toColourspace('srgb').raw()
  const { data, info } = await pixels.toBuffer({ resolveWithObject: true })
  return { data, info: { width: info.width, height: info.height, channels: 3 } }
}

/**
 * Frees them at once, and whoever holds them holds nothing any more: 35 MB of a usual page, outside of the heap, in which
 * too little happens for it to be cleaned up. Who asks again has them decoded anew.
 */
export async function forgetPixels(image: PageImage): Promise<void> {
  const known = decoded.get(image)
  decoded.delete(image)
  const buffer = (await known)?.data.buffer
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}

async function describe(image: Sharp, width: number, height: number): Promise<ImageFingerprint> {
  const pixels = await image
    .resize(GREY, GREY, { fit: 'fill' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer()
  const white = onBackground(pixels, 255)
  const black = isOpaque(pixels) ? white : onBackground(pixels, 0)
  const { rgb, luma, contrast } = black.contrast > SHOWS_BETTER * white.contrast ? black : white
  const { thumb, small } = halved(rgb)
  const keepsGrey = width >= MIN_GREY_SIDE && height >= MIN_GREY_SIDE
  return {
    width,
    height,
    hash: dctHash(small),
    thumb: thumb.toString('base64'),
    grey: keepsGrey ? Buffer.from(luma).toString('base64') : '',
    contrast: Math.round(contrast * 10) / 10,
  }
}

function isOpaque(pixels: Buffer): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at]! < 255) return false
  return true
}

/** 64 x 64 pixels of RGBA as seen on a grey `level`. */
function onBackground(pixels: Buffer, level: number) {
  const rgb = Buffer.alloc(GREY * GREY * 3)
  const luma = new Uint8Array(GREY * GREY)
  let [sum, squares] = [0, 0]
  for (let i = 0; i < luma.length; i++) {
    const alpha = pixels[i * 4 + 3]! / 255
    for (let channel = 0; channel < 3; channel++)
      rgb[i * 3 + channel] = Math.round(pixels[i * 4 + channel]! * alpha + level * (1 - alpha))
    const value = lumaOf(rgb, i * 3)
    luma[i] = Math.round(value)
    sum += value
    squares += value * value
  }
  const mean = sum / luma.length
  return { rgb, luma, contrast: Math.sqrt(Math.max(0, squares / luma.length - mean * mean)) }
}

/** Half the side: the mean of four. */
function halved(rgb: Buffer): { thumb: Buffer; small: Float64Array } {
  const thumb = Buffer.alloc(THUMB * THUMB * 3)
  const small = new Float64Array(THUMB * THUMB)
  for (let y = 0; y < THUMB; y++)
    for (let x = 0; x < THUMB; x++) {
      const [to, from] = [(y * THUMB + x) * 3, (y * 2 * GREY + x * 2) * 3]
      for (let c = 0; c < 3; c++)
        thumb[to + c] = Math.round(
          (rgb[from + c]! + rgb[from + 3 + c]! + rgb[from + GREY * 3 + c]! + rgb[from + GREY * 3 + 3 + c]!) /
            4,
        )
      small[y * THUMB + x] = lumaOf(thumb, to)
    }
  return { thumb, small }
}

/** Of the pixel at `at` of RGB values, 0 to 255. */
export const lumaOf = (rgb: Uint8Array, at: number) =>
  0.299 * rgb[at]! + 0.587 * rgb[at + 1]! + 0.114 * rgb[at + 2]!

/**
 * Median-DCT hash of 32 x 32 luma values, 64 bits as 16 hex digits: the low frequencies of their DCT, each above the
 * median or not. The constant term is left out: brightness alone is no difference.
 * @see Zauner, "Implementation and Benchmarking of Perceptual Image Hash Functions" (2010)
 */
function dctHash(luma: Float64Array): string {
  const rows = new Float64Array(FREQUENCIES * THUMB)
  for (let v = 0; v < FREQUENCIES; v++)
    for (let x = 0; x < THUMB; x++) {
      let sum = 0
      for (let y = 0; y < THUMB; y++) sum += luma[y * THUMB + x]! * COSINES[(v + 1) * THUMB + y]!
      rows[v * THUMB + x] = sum
    }
  const low = new Float64Array(FREQUENCIES * FREQUENCIES)
  for (let v = 0; v < FREQUENCIES; v++)
    for (let u = 0; u < FREQUENCIES; u++) {
      let sum = 0
      for (let x = 0; x < THUMB; x++) sum += rows[v * THUMB + x]! * COSINES[(u + 1) * THUMB + x]!
      low[v * FREQUENCIES + u] = sum
    }
  const middle = median([...low])
  let hash = ''
  for (let i = 0; i < 64; i += 4) {
    let digit = 0
    for (let bit = 0; bit < 4; bit++) digit = digit * 2 + (low[i + bit]! > middle ? 1 : 0)
    hash += digit.toString(16)
  }
  return hash
}

/** Of each direction, beside the constant one. */
const FREQUENCIES = 8
const COSINES = new Float64Array((FREQUENCIES + 1) * THUMB)
for (let k = 0; k <= FREQUENCIES; k++)
  for (let n = 0; n < THUMB; n++) COSINES[k * THUMB + n] = Math.cos((Math.PI * k * (2 * n + 1)) / (2 * THUMB))
