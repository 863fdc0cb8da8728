import sharp from 'sharp'
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
    if (cut) session.gaps.push(`the page is taller than 16,383 px at width ${at}; its screenshot ends there`)
    if (!stable)
      session.gaps.push(`the page never came to rest at width ${at}; the last of three screenshots was taken`)
  }
  await Promise.all(encoded)
  session.forgetScreenshots()
  return taken
}

const encode = (png: Buffer) => sharp(png).webp({ quality: 80, effort: 0 }).toBuffer()
