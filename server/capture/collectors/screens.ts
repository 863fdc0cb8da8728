import sharp from 'sharp'
import type { Box } from '../../contract.ts'
import { memo } from '../../lib/memo.ts'
import { type PageImage, pixelsOf } from '../../vision/fingerprint.ts'
import { MAX_HEIGHT_PX } from '../page/screenshot.ts'
import { SHOT_WIDTHS, type SiteSession } from '../page/site-session.ts'
import { type IconContrast, iconContrasts } from './icons.ts'
import { layoutAt } from './layouts.ts'

export interface ScreenArtifact {
  /** Name among the capture's files. */
  file: string
  width: number
  height: number
  cut: boolean
  /** Where it differed from shot to shot: no evidence of anything. */
  restless: Box[]
  /** Of controls that show no text; not in what was captured before they were measured. */
  icons?: IconContrast[]
}

/** Full-page screenshots at 375, 768 and 1440 px, for people to look at. */
export const screens = memo(async (session: SiteSession): Promise<ScreenArtifact[]> => {
  const taken: ScreenArtifact[] = []
  const encoded: Promise<void>[] = []
  for (const at of SHOT_WIDTHS) {
    const shot = await session.screenshot(at)
    const { width, height, cut, restless } = shot
    const file = `${at}.webp`
    // While the next one is taken.
    encoded.push(encode(shot).then(bytes => void session.files.set(file, bytes)))
    const icons = await iconContrasts(shot, await layoutAt(session, at))
    taken.push({ file, width, height, cut, restless, icons })
    if (cut)
      session.gaps.push(
        `the page is taller than ${MAX_HEIGHT_PX.toLocaleString('en')} px at width ${at}; its screenshot ends there`,
      )
    if (restless.length > 0)
      session.gaps.push(
        `what moves all the time at width ${at} was not compared by its looks: ${placesOf(restless)}`,
      )
  }
  await Promise.all(encoded)
  session.forgetScreenshots()
  return taken
})

async function encode(shot: PageImage): Promise<Buffer> {
  const { data, info } = await pixelsOf(shot)
  return sharp(data, { raw: info }).webp({ quality: 80, effort: 0 }).toBuffer()
}

function placesOf(boxes: Box[]): string {
  const areaOf = ({ width, height }: Box) => width * height
  const { x, y, width, height } = boxes.reduce((most, box) => (areaOf(box) > areaOf(most) ? box : most))
  const largest = `${width} × ${height} px at x ${x}, y ${y}`
  return boxes.length === 1 ? largest : `${boxes.length} places, the largest ${largest}`
}
