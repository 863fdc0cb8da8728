import type { PageImage } from '../../vision/fingerprint.ts'
import { within } from './isolated-world.ts'
import type { PageLoad } from './page-load.ts'

/** Screenshots and other binary exhibits by file name, e.g. `1440.webp`. */
export type Files = Map<string, Buffer>

export interface Screenshot extends PageImage {
  /** The page is taller; only this much was taken. */
  cut: boolean
  /** Two shots in a row were equal. */
  stable: boolean
}

/** The texture limit of the browser is 16,384 and a taller picture would come out empty; that of the WebP format is 16,383. */
export const MAX_HEIGHT_PX = 16_383
export const MAX_SHOTS = 3

/** The whole page, repeated until two shots in a row are equal, three times at most. */
export async function takeScreenshot({ world, cdp, page, crashed }: PageLoad): Promise<Screenshot> {
  const full = await world.run(() => Math.ceil(document.documentElement.scrollHeight), undefined)
  const width = page.viewportSize()!.width
  const height = Math.max(1, Math.min(full, MAX_HEIGHT_PX))
  const shoot = async () => {
    const { data } = await Promise.race([
      within(
        cdp.send('Page.captureScreenshot', {
          format: 'png',
          optimizeForSpeed: true,
          captureBeyondViewport: true,
          clip: { x: 0, y: 0, width, height, scale: 1 },
        }),
        20_000,
      ),
      crashed,
    ])
    return data
  }
  let last = await shoot()
  let stable = false
  for (let i = 1; i < MAX_SHOTS && !stable; i++) {
    const next = await shoot()
    stable = next === last
    last = next
  }
  return { png: Buffer.from(last, 'base64'), width, height, cut: full > MAX_HEIGHT_PX, stable }
}
