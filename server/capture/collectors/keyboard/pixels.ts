import sharp from 'sharp'

/** A channel that differs by less is noise of drawing; a ring has more pixels than a caret's end. */
const DIFFERENT = 24
const LEAST = 12

/** Whether two pictures of one place differ to the eye. */
export async function fingerprintOfPixels(a: Buffer, b: Buffer): Promise<boolean> {
  const [first, second] = await Promise.all([a, b].map(png => sharp(png).removeAlpha().raw().toBuffer()))
  if (first!.length !== second!.length) return true
  let different = 0
  for (let i = 0; i < first!.length; i += 3) {
    const away = Math.max(
      Math.abs(first![i]! - second![i]!),
      Math.abs(first![i + 1]! - second![i + 1]!),
      Math.abs(first![i + 2]! - second![i + 2]!),
    )
    if (away >= DIFFERENT && ++different >= LEAST) return true
  }
  return false
}
