import { settleResize } from '../page/settle.ts'
import type { SiteSession } from '../page/site-session.ts'
import { type CutText, SHARE_SEEN } from './text-spacing.ts'

/** Half of a screen of 1440 x 900 a side: what zoom of 200 % leaves of it. */
const HALF = { width: 720, height: 450 }

/** Texts that are not wholly seen at a zoom of 200 %, with the share that is. */
export async function zoom(session: SiteSession): Promise<CutText[]> {
  const pageLoad = await session.at(HALF.width)
  const { height } = pageLoad.screen
  await pageLoad.page.setViewportSize(HALF)
  try {
    await settleResize(pageLoad)
    return await pageLoad.world.run(
      ({ textBlocks }, { least, max }) =>
        textBlocks()
          .blocks.map(({ text, selector, box, seen, scroller, state }) => {
            const area = box.width * box.height
            const share =
              state === 'hidden' || area === 0
                ? 0
                : scroller
                  ? 1
                  : Math.round((100 * seen.width * seen.height) / area) / 100
            return { text: text.slice(0, 300), selector, share }
          })
          .filter(({ share }) => share < least)
          .slice(0, max),
      { least: SHARE_SEEN, max: 1000 },
      20_000,
    )
  } finally {
    await pageLoad.page.setViewportSize({ width: HALF.width, height })
  }
}
