import sharp from 'sharp'
import { MAX_HEIGHT_PX, MAX_SHOTS } from '../page/screenshot.ts'
import { SCREENSHOT_WIDTHS, type SiteSession } from '../page/site-session.ts'

export interface ScreenArtifact {
  /** Name among the capture's files. */
  file: string
  width: number
  height: number
  cut: boolean
  stable: boolean
}

/** Full-page screenshots at 375, 768 and 1440 px, for people to look at. */
export async function screens(session: SiteSession): Promise<ScreenArtifact[]> {
  const taken: ScreenArtifact[] = []
  const encoded: Promise<void>[] = []
  for (const at of SCREENSHOT_WIDTHS) {
    const { png, width, height, cut, stable } = await session.screenshot(at)
    const file = `${at}.webp`
    // While the next one is taken.
    encoded.push(encode(png).then(bytes => void session.files.set(file, bytes)))
    taken.push({ file, width, height, cut, stable })
    if (cut)
      session.gaps.push(
        `the page is taller than ${MAX_HEIGHT_PX.toLocaleString('en')} px at width ${at}; its screenshot ends there`,
      )
    if (!stable)
      session.gaps.push(
        `the page never came to rest at width ${at}; the last of ${MAX_SHOTS} screenshots was taken`,
      )
  }
  await Promise.all(encoded)
  session.forgetScreenshots()
  return taken
}

const encode = (png: Buffer) => sharp(png).webp({ quality: 80, effort: 0 }).toBuffer()
