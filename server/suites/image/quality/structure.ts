import type { ImageArtifact } from '../../../capture/collectors/images/index.ts'
import { FLAT } from '../../../vision/image-distance.ts'
import { ssim } from '../../../vision/ssim.ts'

type ImageFingerprint = NonNullable<ImageArtifact['file']>

const SIDE = 64

/** SSIM of two looks at 64 x 64 px, or null where one is too small or too flat to have a structure. */
export function structureOf(a: ImageFingerprint, b: ImageFingerprint): number | null {
  if (!a.grey || !b.grey || a.contrast < FLAT || b.contrast < FLAT) return null
  return ssim(bytesOf(a.grey), bytesOf(b.grey), SIDE)
}

/** Of a base64 text. */
export const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'base64')
