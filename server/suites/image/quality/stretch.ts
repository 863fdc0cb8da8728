import type { ImageArtifact } from '../../../capture/collectors/images/index.ts'
import type { PictureMatch } from '../../../matching/pictures.ts'
import { structureOf } from '../../../vision/ssim.ts'
import { fittingOf } from './fitting.ts'
import type { Flaw } from './index.ts'

/** Change of aspect that people notice when they look, and that anybody sees. */
const NOTICED = Math.log(1.08)
const PLAIN = Math.log(1.15)
/** Rounding to whole pixels: smaller than this nothing can be said. */
const LEAST_SIDE = 32
/** Structure of two files that are one picture, whatever their aspect. */
const SAME = 0.9

/** A picture wider or higher than its file, or whose file was squeezed; a crop is neither. */
export function stretchOf({ original, rebuilt, crop }: PictureMatch): Flaw | null {
  if (rebuilt.drawn.width < LEAST_SIDE || rebuilt.drawn.height < LEAST_SIDE) return null
  const [before, after] = [aspectOf(original), aspectOf(rebuilt)]
  const worse = Math.abs(after) - Math.abs(before)
  const shown = worse > NOTICED ? after : crop ? 0 : squeezeOf(original, rebuilt)
  if (Math.abs(shown) < NOTICED) return null
  const percent = Math.round(100 * Math.exp(Math.abs(shown)))
  return {
    rule: 'stretched',
    severity: Math.abs(shown) >= PLAIN ? 'serious' : 'moderate',
    why: `is stretched to ${percent} % of its ${shown > 0 ? 'width' : 'height'}`,
    fix: `Keep its aspect: ${Math.round(original.box.width)} × ${Math.round(original.box.height)} px on the original, or \`object-fit: cover\``,
  }
}

/** Logarithm of how much wider than high a pixel of its file is drawn. */
function aspectOf(image: ImageArtifact): number {
  const fitting = fittingOf(image)
  return fitting ? Math.log(fitting.x / fitting.y) : 0
}

/** The same for a file that has the whole picture in another aspect. */
function squeezeOf(original: ImageArtifact, rebuilt: ImageArtifact): number {
  const [before, after] = [original.file, rebuilt.file]
  if (!before || !after || original.format === 'svg' || rebuilt.format === 'svg') return 0
  const change = Math.log((after.width * before.height) / (after.height * before.width))
  if (Math.abs(change) < PLAIN || Math.min(before.width, before.height, after.width, after.height) < 64)
    return 0
  const structure = structureOf(before, after)
  return structure !== null && structure >= SAME ? change : 0
}
