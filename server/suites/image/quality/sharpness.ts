import type { ImageArtifact } from '../../../capture/collectors/images/index.ts'
import type { PictureMatch } from '../../../matching/pictures.ts'
import { detailRatio } from '../../../vision/detail.ts'
import { distanceOf } from '../../../vision/image-distance.ts'
import { fittingOf } from './fitting.ts'
import type { Flaw } from './index.ts'

/**
 * Share of fine detail, by the median field, below which a picture is blurred by itself, and when its file has too few
 * pixels as well. Measured on photographs with and without grain: WebP and AVIF at q80 keep 0.9 and more, half a pixel
 * of displacement 0.64, AVIF at q50 0.5 of heavy grain; enlarging four times leaves 0.1 to 0.42 (0.7 of flat drawings),
 * twice 0.36 to 0.9.
 */
const BLURRED = 0.47
const SOFT = 0.8
/** Pixels of the file for each CSS px, in one direction. */
const FEW = 0.55
const VERY_FEW = 0.4
/** Where the loss of detail was measured as well. */
const HALF = 0.52
/** Beyond this difference of size, detail is not comparable. */
const SIZE = Math.log(1.18)
const ASPECT = Math.log(1.06)
const SAME_CROP = 0.3

/** A picture that shows less detail than the original's, because its file is small, or however it came about. */
export function blurOf({ original, rebuilt }: PictureMatch): Flaw | null {
  const [before, after] = [densityOf(original), densityOf(rebuilt)]
  const fewer = after !== null && after < FEW && (before === null || after < 0.75 * Math.min(1, before))
  const kept = detailKept(original, rebuilt)
  const blurred =
    kept === null
      ? fewer && !isComparable(original, rebuilt) && isLarge(rebuilt)
      : kept < (fewer ? SOFT : BLURRED)
  if (!blurred) return null
  const plain = kept !== null ? kept < BLURRED || (after !== null && after < HALF) : after! < VERY_FEW * 0.75
  const size = rebuilt.file
    ? `its file has ${rebuilt.file.width} × ${rebuilt.file.height} px for a place of ${Math.round(rebuilt.box.width)} × ${Math.round(rebuilt.box.height)} px`
    : `${Math.round((kept ?? 0) * 100)} % of its detail is left`
  return {
    rule: 'blurred',
    severity: plain ? 'serious' : 'moderate',
    why: `is blurred: ${fewer ? size : `${Math.round((kept ?? 0) * 100)} % of its fine detail is left`}`,
    fix: `Serve a file of at least ${Math.round(rebuilt.box.width)} × ${Math.round(rebuilt.box.height)} px${original.file ? `; the original's has ${original.file.width} × ${original.file.height} px` : ''}`,
  }
}

function densityOf(image: ImageArtifact): number | null {
  const fitting = fittingOf(image)
  return fitting ? 1 / Math.max(fitting.x, fitting.y) : null
}

const isLarge = ({ box }: ImageArtifact) => box.width >= 64 && box.height >= 64

/** Both are drawn in about one size and one crop. */
function isComparable(original: ImageArtifact, rebuilt: ImageArtifact): boolean {
  const [a, b] = [original.seen, rebuilt.seen]
  const size = Math.log((b.width * b.height) / Math.max(1, a.width * a.height)) / 2
  const aspect = Math.log((b.width * a.height) / Math.max(1, b.height * a.width))
  return Math.abs(size) < SIZE && Math.abs(aspect) < ASPECT
}

/** Share of the original's fine detail that is left, 0 to 1 and above; null where it had none or cannot be compared. */
function detailKept(original: ImageArtifact, rebuilt: ImageArtifact): number | null {
  if (!original.detail || !rebuilt.detail || !original.rendered || !rebuilt.rendered) return null
  if (!isComparable(original, rebuilt)) return null
  if (distanceOf(original.rendered, rebuilt.rendered) > SAME_CROP) return null
  const faded = rebuilt.rendered.contrast / Math.max(1, original.rendered.contrast)
  return detailRatio(original.detail, rebuilt.detail, Math.min(1, Math.max(0.4, faded)))
}
