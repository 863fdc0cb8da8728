import { memo } from '../../lib/memo.ts'
import { settleResize } from '../page/settle.ts'
import type { SiteSession } from '../page/site-session.ts'
import { type CutText, MAX_CUT_TEXTS, MIN_SHARE_SEEN } from './text-spacing.ts'

/** A window of 1440 x 900 at a zoom of 200 %: half as many CSS px a side. */
const ZOOMED = { width: 720, height: 450 }

/** Texts that are not wholly seen at a zoom of 200 %, with the share that is. */
export const zoom = memo(async (session: SiteSession): Promise<CutText[]> => {
  const pageLoad = await session.at(ZOOMED.width)
  const { height } = pageLoad.screen
  await pageLoad.page.setViewportSize(ZOOMED)
  try {
    await settleResize(pageLoad)
    return await pageLoad.world.run(
      ({ textBlocks }, { minShare, max }) =>
        textBlocks()
          .blocks.map(({ text, selector, box, seen, scroller, state }) => {
            const area = box.width * box.height
            // What keeps its room and is not shown waits for being scrolled to: zooming takes nothing from it.
            const isWhole = scroller || state === 'hidden'
            const share =
              area === 0 ? 0 : isWhole ? 1 : Math.round((100 * seen.width * seen.height) / area) / 100
            return { text: text.slice(0, 300), selector, share }
          })
          .filter(({ share }) => share < minShare)
          .slice(0, max),
      { minShare: MIN_SHARE_SEEN, max: MAX_CUT_TEXTS },
      20_000,
    )
  } finally {
    await pageLoad.page.setViewportSize({ width: ZOOMED.width, height })
  }
})
