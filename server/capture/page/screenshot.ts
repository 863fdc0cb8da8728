import type { CDPSession } from 'playwright'
import type { Box } from '../../contract.ts'
import { type PageImage, pixelsOf } from '../../vision/fingerprint.ts'
import type { Injected } from '../injected/index.ts'
import { within } from './isolated-world.ts'
import type { PageLoad } from './page-load.ts'

/** Screenshots and other binary exhibits by file name, e.g. `1440.webp`. */
export type Files = Map<string, Buffer>

export interface Screenshot extends PageImage {
  /** The page is taller; only this much was taken. */
  cut: boolean
  /** Where the last two shots differ: what is there at one moment is evidence of nothing. */
  restless: Box[]
  /** Where everything stood, as `placement` tells it. */
  placement: string
}

/** The texture limit of the browser is 16,384 and a taller picture would come out empty; that of the WebP format is 16,383. */
export const MAX_HEIGHT_PX = 16_383
/** Shots until two in a row are equal and nothing has moved. */
export const MAX_SHOTS = 4
/** Side of the squares that are compared, px. */
const SQUARE_PX = 32

/** The whole page, repeated until two shots in a row are equal and everything stands where it stood, four times at most. */
export async function takeScreenshot(pageLoad: PageLoad): Promise<Screenshot> {
  let before = await placement(pageLoad)
  let last = await shootPage(pageLoad)
  for (let taken = 1; ; taken++) {
    const next = await shootPage(pageLoad)
    const after = await placement(pageLoad)
    const stable = next.png.equals(last.png) && after === before
    if (stable || taken + 1 >= MAX_SHOTS)
      return { ...next, restless: stable ? [] : await differences(last, next), placement: after }
    before = after
    last = next
  }
}

/** Whether `box` lies over something that differs from shot to shot. */
export function isRestless({ restless }: Screenshot, box: Box): boolean {
  return restless.some(
    ({ x, y, width, height }) =>
      box.x < x + width && box.x + box.width > x && box.y < y + height && box.y + box.height > y,
  )
}

async function shootPage(pageLoad: PageLoad) {
  const { world, page, crashed } = pageLoad
  const full = await world.run(noteUndrawn, undefined)
  const width = page.viewportSize()!.width
  const height = Math.max(1, Math.min(full, MAX_HEIGHT_PX))
  const clip = { x: 0, y: 0, width, height }
  const png = await Promise.race([shootClip(pageLoad, clip, MAX_SHOOTING_MS), crashed])
  return { png, width, height, cut: full > MAX_HEIGHT_PX }
}

/** Pictures that have not come by now will be missing from the shot, whenever they are looked at. The height of the page. */
function noteUndrawn({ elements }: Injected): number {
  const page = globalThis as unknown as { undrawn?: WeakSet<Element> }
  page.undrawn ??= new WeakSet()
  for (const image of elements())
    if (image instanceof HTMLImageElement && !image.complete) page.undrawn.add(image)
  return Math.ceil(document.documentElement.scrollHeight)
}

/** A PNG of a part of the page, CSS px, also of what is outside of the window. */
export async function shootClip(
  { cdp, page, screen: { mobile } }: PageLoad,
  clip: Box,
  timeoutMs: number,
): Promise<Buffer> {
  const { width, height } = page.viewportSize()!
  // After a shot the browser goes back to the screen that this session knows of: without one, to 800 px for media queries.
  await cdp.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    screenWidth: width,
    screenHeight: height,
    deviceScaleFactor: 1,
    mobile,
    screenOrientation: { angle: 0, type: mobile ? 'portraitPrimary' : 'landscapePrimary' },
  })
  return await within(shoot(cdp, clip, { captureBeyondViewport: true }), timeoutMs)
}

/** A PNG of a part of what is in the window, as it stands there now; page coordinates, CSS px. */
export async function shootSeen({ cdp }: PageLoad, clip: Box, timeoutMs: number): Promise<Buffer> {
  return await within(shoot(cdp, clip, {}), timeoutMs)
}

async function shoot(
  cdp: CDPSession,
  clip: Box,
  options: { captureBeyondViewport?: boolean },
): Promise<Buffer> {
  // The browser counts from the left edge of all that there is: on a page from right to left that begins far to the left of
  // what is seen, where something was put out of sight there.
  const { cssLayoutViewport, cssVisualViewport } = await cdp.send('Page.getLayoutMetrics')
  const { pageX, offsetX } = cssVisualViewport
  const x = clip.x + cssLayoutViewport.pageX - pageX + offsetX
  const { data } = await cdp.send('Page.captureScreenshot', {
    format: 'png',
    optimizeForSpeed: true,
    ...options,
    clip: { ...clip, x, scale: 1 },
  })
  return Buffer.from(data, 'base64')
}

/** A page of a hundred large photographs takes some ten seconds on a busy machine. */
const MAX_SHOOTING_MS = 30_000

/** The height of the page and the boxes of its texts and pictures as one number: equal while nothing moves. */
export function placement({ world }: PageLoad): Promise<string> {
  return world.run(({ placement }: Injected) => placement(), undefined)
}

/** Rows of squares in which two shots differ, joined to boxes. */
async function differences(a: PageImage, b: PageImage): Promise<Box[]> {
  const [one, other] = [await pixelsOf(a), await pixelsOf(b)]
  const { width } = one.info
  const height = Math.min(one.info.height, other.info.height)
  const boxes: Box[] = []
  let open: Box[] = []
  for (let y = 0; y < height; y += SQUARE_PX) {
    const row: Box[] = []
    for (let x = 0; x < width; x += SQUARE_PX) {
      if (!differs(one.data, other.data, width, x, y, Math.min(height, y + SQUARE_PX))) continue
      const left = row.at(-1)
      if (left && left.x + left.width === x) left.width += SQUARE_PX
      else row.push({ x, y, width: SQUARE_PX, height: SQUARE_PX })
    }
    // The same columns in the row above: one box.
    open = row.map(box => {
      const above = open.find(({ x, width }) => x === box.x && width === box.width)
      if (above) above.height += SQUARE_PX
      else boxes.push(box)
      return above ?? box
    })
  }
  const [short, tall] = [one.info.height, other.info.height].sort((x, y) => x - y) as [number, number]
  if (short < tall) boxes.push({ x: 0, y: short, width, height: tall - short })
  return boxes
}

function differs(a: Buffer, b: Buffer, width: number, left: number, top: number, bottom: number): boolean {
  const length = 3 * Math.min(SQUARE_PX, width - left)
  for (let y = top; y < bottom; y++) {
    const at = 3 * (y * width + left)
    if (a.compare(b, at, at + length, at, at + length) !== 0) return true
  }
  return false
}
