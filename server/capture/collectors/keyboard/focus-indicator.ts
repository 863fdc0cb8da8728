import sharp from 'sharp'
import type { Injected } from '../../injected/index.ts'
import type { PageLoad } from '../../page/page-load.ts'
import { shootSeen } from '../../page/screenshot.ts'
import type { Walk } from './walk.ts'

/** Elements whose focus indicator is searched for in pixels; each takes two screenshots. */
const MAX_PROBED = 6
const MARGIN_PX = 12
/** A channel that differs by less is noise of drawing; a focus indicator has more pixels than the end of a caret. */
const MIN_CHANNEL_DIFFERENCE = 24
const MIN_DIFFERENT_PX = 12

/**
 * Searches for the focus indicator of stops whose styles show none, in screenshots with and without the focus: scripts may
 * draw it elsewhere. One stop of each kind is probed; where it has an indicator after all, the others of its kind are
 * unknown.
 */
export async function confirmFocusIndicators(pageLoad: PageLoad, { stops }: Walk): Promise<void> {
  const doubtful = stops.flatMap((stop, at) =>
    stop.ring === false && (!stop.several || stop.tag.includes('-')) ? [{ stop, at }] : [],
  )
  const kinds = Map.groupBy(doubtful, ({ stop }) => `${stop.tag} ${stop.role} ${stop.landmark}`)
  let wrong = false
  for (const [index, list] of [...kinds.values()].entries()) {
    const [{ stop, at }] = list as [(typeof list)[number]]
    const isProbed = index < MAX_PROBED
    // Where styles were wrong about one kind, they say nothing of the kinds that are not probed.
    if (!(isProbed ? await isDrawn(pageLoad, at) : wrong)) continue
    wrong = true
    for (const { stop: other } of list) other.ring = null
    stop.ring = isProbed ? true : null
  }
}

async function isDrawn(pageLoad: PageLoad, at: number): Promise<boolean> {
  const box = await pageLoad.world.run(focusOn, at, 3000)
  if (!box) return false
  const clip = {
    x: Math.max(0, box.x - MARGIN_PX),
    y: Math.max(0, box.y - MARGIN_PX),
    width: Math.min(1000, box.width + 2 * MARGIN_PX),
    height: Math.min(600, box.height + 2 * MARGIN_PX),
  }
  const focused = await shootSeen(pageLoad, clip, 5000)
  await pageLoad.world.run(blur, undefined, 3000)
  const blurred = await shootSeen(pageLoad, clip, 5000)
  return !focused.equals(blurred) && (await differ(focused, blurred))
}

/** Whether two screenshots of one place differ visibly. */
async function differ(a: Buffer, b: Buffer): Promise<boolean> {
  const [first, second] = await Promise.all([a, b].map(png => sharp(png).removeAlpha().raw().toBuffer()))
  if (first!.length !== second!.length) return true
  let different = 0
  for (let i = 0; i < first!.length; i += 3) {
    const away = Math.max(
      Math.abs(first![i]! - second![i]!),
      Math.abs(first![i + 1]! - second![i + 1]!),
      Math.abs(first![i + 2]! - second![i + 2]!),
    )
    if (away >= MIN_CHANNEL_DIFFERENCE && ++different >= MIN_DIFFERENT_PX) return true
  }
  return false
}

/** Gives the focus to a stop of the walk and tells its box on the page. Runs in the page. */
async function focusOn({ endMotion }: Injected, at: number) {
  const { cutoverWalk } = globalThis as unknown as { cutoverWalk?: { elements: HTMLElement[] } }
  const element = cutoverWalk?.elements[at]
  if (!element?.isConnected) return null
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  element.focus({ preventScroll: true })
  await new Promise<void>(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
  endMotion(element)
  const { left, top, width, height } = element.getBoundingClientRect()
  return width * height === 0 ? null : { x: left + scrollX, y: top + scrollY, width, height }
}

/** Takes the focus away again. Runs in the page. */
async function blur(): Promise<void> {
  const active = document.activeElement
  if (active instanceof HTMLElement) active.blur()
  await new Promise<void>(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
}
