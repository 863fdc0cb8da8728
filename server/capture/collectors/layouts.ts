import { memo } from '../../lib/memo.ts'
import { SHOT_WIDTHS, type ShotWidth, WIDTHS } from '../../lib/widths.ts'
import { hearsPress } from '../page/listeners.ts'
import type { PageLoad } from '../page/page-load.ts'
import type { SiteSession } from '../page/site-session.ts'
import { reallyCovered } from './covered-texts.ts'
import { pinnedAt } from './pinned.ts'

export type Layout = Awaited<ReturnType<typeof layoutAt>>
export type TextBlock = Layout['blocks'][number]
export type ControlBox = Layout['controls'][number]
export type PictureBox = Layout['pictures'][number]
/** A text or control that something covers, at the five common widths. */
export type Overlap = NonNullable<Layout['overlaps']>[number]
/** What lies open over the first screen, at the five common widths. */
export type Panel = NonNullable<Layout['panels']>[number]

/** Text, controls and pictures with their boxes at each of the five widths, in the order of WIDTHS. */
export async function layouts(session: SiteSession): Promise<Layout[]> {
  const taken = new Map<number, Layout>()
  // Each load at its own width first: the fewest resizes.
  for (const width of [1440, 768, 1024, 375, 320] as const) {
    taken.set(width, await layoutAt(session, width))
    if (SHOT_WIDTHS.includes(width as ShotWidth)) await pinnedAt(session, width).catch(() => {}) // told by `screens`
  }
  const cut = Math.max(...[...taken.values()].map(layout => layout.cut))
  if (cut > 0)
    session.gaps.push(
      `text beyond the limit of 6,000 blocks and 20,000 characters each was left out (${cut} places)`,
    )
  return WIDTHS.map(width => taken.get(width)!)
}

const layoutsOf = memo((_: SiteSession) => new Map<number, ReturnType<typeof readLayout>>())

/** The layout at one width, read once for each session. */
export function layoutAt(session: SiteSession, width: number): ReturnType<typeof readLayout> {
  const known = layoutsOf(session)
  const layout = known.get(width) ?? readLayout(session, width)
  known.set(width, layout)
  return layout
}

async function readLayout({ at }: SiteSession, width: number) {
  const pageLoad = await at(width)
  const { overlaps, clickables, stays, ...layout } = await pageLoad.world.run(
    (
      {
        textBlocks,
        controls: listControls,
        clickables,
        pictures,
        overlaps,
        openPanels,
        selectorOf,
        treeState,
        bodyOf,
        staying,
      },
      { width, isCommon },
    ) => {
      const { blocks, lines, cut } = textBlocks()
      const root = document.documentElement
      const elements: Element[] = []
      const controls = listControls(elements)
      const result = {
        /** Under mobile emulation the layout viewport grows with its content: `screenWidth` stays. */
        clientWidth: root.clientWidth,
        screenWidth: width,
        scrollWidth: Math.max(root.scrollWidth, bodyOf(document)?.scrollWidth ?? 0),
        scrollHeight: root.scrollHeight,
        /** What overflows may be hidden: then nobody can move the page sideways. */
        scrollsSideways: !/hidden|clip/.test(
          [root, bodyOf(document)]
            .map(element => (element ? getComputedStyle(element).overflowX : 'visible'))
            .find(overflow => overflow !== 'visible') ?? 'visible',
        ),
        blocks,
        cut: cut + (treeState.cut ? 1 : 0),
        controls,
        clickables: clickables(),
        pictures: (isCommon ? pictures() : []).map(({ element, ...picture }) => ({
          ...picture,
          alt: (element.getAttribute('alt') ?? '').slice(0, 200),
          selector: selectorOf(element),
          ...failedFile(element as HTMLImageElement),
          ...pulled(element as HTMLImageElement),
        })),
      }
      const stays = staying()
      const panels = isCommon ? openPanels({ blocks, lines }) : []
      // Last: it scrolls.
      return {
        ...result,
        ...(panels.length > 0 && { panels }),
        ...(stays && { stays }),
        ...(isCommon && { overlaps: overlaps({ blocks, lines }, { controls, elements }) }),
      }

      /** The address that an img has asked for at this width, where nothing came that can be shown. */
      function failedFile({ localName, complete, naturalWidth, currentSrc }: HTMLImageElement): {
        failed?: string
      } {
        const isFailed = localName === 'img' && complete && naturalWidth === 0 && currentSrc !== ''
        return isFailed ? { failed: currentSrc.slice(0, 2048) } : {}
      }

      /** How much wider for its height an img is drawn than its file, where that is seen; a drawing keeps its aspect by itself. */
      function pulled(image: HTMLImageElement): { pulled?: number } {
        const { localName, naturalWidth, naturalHeight, currentSrc } = image
        if (localName !== 'img' || !(naturalWidth > 1 && naturalHeight > 1)) return {}
        const style = getComputedStyle(image)
        if (style.objectFit !== 'fill' || /\.svg($|[?#])|^data:image\/svg/i.test(currentSrc)) return {}
        const px = (value: string) => Number.parseFloat(value) || 0
        const width = image.clientWidth - px(style.paddingLeft) - px(style.paddingRight)
        const height = image.clientHeight - px(style.paddingTop) - px(style.paddingBottom)
        if (width < 32 || height < 32) return {}
        const factor = (width * naturalHeight) / (height * naturalWidth)
        return Math.abs(Math.log(factor)) >= Math.log(1.1) ? { pulled: Math.round(100 * factor) / 100 } : {}
      }
    },
    { width, isCommon: WIDTHS.includes(width as never) },
    20_000,
  )
  const heard = await clickablesOf(pageLoad, clickables)
  return {
    width,
    ...layout,
    // Of the width at which it was loaded: it was closed, and scrolled through, before it was resized.
    ...(pageLoad.interstitials &&
      pageLoad.screen.width === width && { interstitials: pageLoad.interstitials }),
    ...(stays && pageLoad.screen.width === width && { stays }),
    clickables: heard,
    ...(overlaps && { overlaps: await reallyCovered(pageLoad, overlaps) }),
  }
}

/** Links without an address whose listeners are asked for: a page may have one at each of its headings. */
const MAX_ASKED = 10

/** What looks pressable, of links without an address those that a script listens to. */
async function clickablesOf<T extends { selector: string; unsure: boolean }>(
  { cdp }: PageLoad,
  clickables: T[],
): Promise<Omit<T, 'unsure'>[]> {
  const asked = clickables.filter(({ unsure }) => unsure).slice(0, MAX_ASKED)
  const answers = await Promise.all(
    asked.map(({ selector }) => hearsPress(cdp, `document.querySelector(${JSON.stringify(selector)})`)),
  )
  const heard = new Set(asked.filter((_, at) => answers[at]))
  return clickables
    .filter(one => !one.unsure || heard.has(one))
    .map(({ unsure: _, ...clickable }) => clickable)
}
