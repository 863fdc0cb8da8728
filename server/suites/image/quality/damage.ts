import type { PictureMatch } from '../../../matching/pictures.ts'
import { structureOf } from '../../../vision/ssim.ts'
import type { Flaw } from './index.ts'

/** SSIM of two files of one picture below which something is wrong with one of them. Re-encoding keeps 0.95. */
const DAMAGED = 0.6
const ASPECT = Math.log(1.06)

/** A file whose picture came to harm: squashed to a few levels, half of it missing, compressed beyond reason. */
export function damageOf({ original, rebuilt }: PictureMatch): Flaw | null {
  const [before, after] = [original.file, rebuilt.file]
  if (!before || !after) return null
  if (Math.abs(Math.log((after.width * before.height) / (after.height * before.width))) > ASPECT) return null
  const structure = structureOf(before, after)
  if (structure === null || structure >= DAMAGED) return null
  return {
    rule: 'damaged',
    severity: 'moderate',
    why: `has lost much of its structure (SSIM ${structure.toFixed(2)} against the original's file)`,
    fix: `Make its file again from the original's${/^http/.test(original.url) ? ` (${original.url.slice(0, 200)})` : ''}`,
  }
}
