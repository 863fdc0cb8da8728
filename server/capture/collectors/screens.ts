import sharp from 'sharp'
import type { Box } from '../../contract.ts'
import { sharedArea } from '../../lib/box.ts'
import { memo } from '../../lib/memo.ts'
import { DESKTOP, MOBILE, SHOT_WIDTHS, type ShotWidth } from '../../lib/widths.ts'
import { type BlankRows, blankRows } from '../../vision/blank-rows.ts'
import {
  fingerprintOfRegion,
  forgetPixels,
  type ImageFingerprint,
  type PageImage,
  pixelsOf,
} from '../../vision/fingerprint.ts'
import { isRestless, MAX_HEIGHT_PX, type Screenshot } from '../page/screenshot.ts'
import type { SiteSession } from '../page/site-session.ts'
import { type ColourArtifact, coloursAt } from './colours.ts'
import { type IconContrast, iconContrasts } from './icons.ts'
import { layoutAt } from './layouts.ts'
import { pinnedAt } from './pinned.ts'

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
  /** Of texts at 375 px, where those of 1440 px are an artifact of their own; not in older captures. */
  colours?: ColourArtifact[]
  /** Stretches of one colour from side to side; not in what was captured before they were measured. */
  blank?: BlankRows[]
  /** What the first window shows at 1440 px; not in what was captured before it was kept. */
  opening?: ImageFingerprint
}

/** CSS px from which a stretch without anything is noted: what sections keep between them is lower. */
const MIN_BLANK_PX = 400

/** Full-page screenshots at 375, 768 and 1440 px, for people to look at. */
export const screens = memo(async (session: SiteSession): Promise<ScreenArtifact[]> => {
  const taken: ScreenArtifact[] = []
  // One after the other: what it takes to encode one is three times its pixels.
  for (const at of SHOT_WIDTHS) {
    const screen = await screenAt(session, at)
    const { cut, restless } = screen
    taken.push(screen)
    if (cut)
      session.gaps.push(
        `the page is taller than ${MAX_HEIGHT_PX.toLocaleString('en')} px at width ${at}; its screenshot ends there`,
      )
    if (restless.length > 0)
      session.gaps.push(
        `what moves all the time at width ${at} was not compared by its looks: ${placesOf(restless)}`,
      )
  }
  session.forgetScreenshots()
  return taken
})

/** Encoded when the last collector has read its pixels, while none of the other widths' are there. */
export const desktopScreen = (session: SiteSession) => screenAt(session, DESKTOP)

const screensOf = memo((_: SiteSession) => new Map<ShotWidth, Promise<ScreenArtifact>>())

function screenAt(session: SiteSession, width: ShotWidth): Promise<ScreenArtifact> {
  const known = screensOf(session)
  const screen = known.get(width) ?? takeScreen(session, width)
  known.set(width, screen)
  return screen
}

async function takeScreen(session: SiteSession, at: ShotWidth): Promise<ScreenArtifact> {
  const shot = await session.screenshot(at)
  const layout = await layoutAt(session, at)
  const { width, height, cut, restless } = shot
  const file = `${at}.webp`
  const [bytes, icons, blank, colours, opening] = await Promise.all([
    encode(shot),
    iconContrasts(shot, layout),
    orNone(blankOf(session, shot, at), 'empty stretches'),
    at === MOBILE ? orNone(coloursAt(session, at, shot), 'colours of texts') : undefined,
    at === DESKTOP ? orNone(openingOf(session, shot), 'the first window') : undefined,
  ])
  await forgetPixels(shot)
  session.files.set(file, bytes)
  return {
    file,
    width,
    height,
    cut,
    restless,
    icons,
    blank,
    ...(colours && { colours }),
    ...(opening && { opening }),
  }

  /** A picture is worth showing without what else is read off it. */
  async function orNone<T>(read: Promise<T>, what: string): Promise<T | undefined> {
    return read.catch((error: Error) => {
      session.gaps.push(`${what} at width ${at} could not be read: ${error.message.slice(0, 200)}`)
      return undefined
    })
  }
}

/** Nothing, where that differs from shot to shot. */
async function openingOf(session: SiteSession, shot: Screenshot): Promise<ImageFingerprint | undefined> {
  const { height } = (await session.loadOf(DESKTOP)).screen
  const window = { x: 0, y: 0, width: shot.width, height }
  if (isRestless(shot, window) || shot.height < height) return undefined
  return (await fingerprintOfRegion(shot, window)) ?? undefined
}

/** Without those in which something may be seen that the shot does not have. */
async function blankOf(session: SiteSession, shot: PageImage, width: ShotWidth): Promise<BlankRows[]> {
  const rows = await blankRows(shot, MIN_BLANK_PX)
  if (rows.length === 0) return rows
  const { unsure } = await pinnedAt(session, width)
  return rows.filter(({ y, height }) => !unsure.some(box => sharedArea(box, { x: 0, y, width, height }) > 0))
}

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
