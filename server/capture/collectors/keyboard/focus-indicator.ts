import type { Injected } from '../../injected/index.ts'
import { within } from '../../page/isolated-world.ts'
import type { PageLoad } from '../../page/page-load.ts'
import { fingerprintOfPixels } from './pixels.ts'
import type { Walk } from './record.ts'

/** Elements whose ring is looked for in pixels; each takes two pictures. */
const LOOKED_AT = 6
const AROUND = 12

/**
 * Looks for the ring of stops whose styles show none, in pictures of the place with and without the focus: scripts may
 * draw it elsewhere. One of each kind is looked at; where it has a ring after all, the others of its kind are not told.
 */
export async function confirmFocusIndicators(pageLoad: PageLoad, { stops }: Walk): Promise<void> {
  const doubtful = stops.flatMap((stop, at) =>
    stop.ring === false && (!stop.several || stop.tag.includes('-')) ? [{ stop, at }] : [],
  )
  const kinds = Map.groupBy(doubtful, ({ stop }) => `${stop.tag} ${stop.role} ${stop.landmark}`)
  let wrong = false
  for (const [index, list] of [...kinds.values()].entries()) {
    const [{ stop, at }] = list as [(typeof list)[number]]
    const isLookedAt = index < LOOKED_AT
    // Where styles were wrong about one kind, nobody knows about those that are not looked at.
    if (!(isLookedAt ? await isDrawn(pageLoad, at) : wrong)) continue
    wrong = true
    for (const { stop: other } of list) other.ring = null
    stop.ring = isLookedAt ? true : null
  }
}

async function isDrawn(pageLoad: PageLoad, at: number): Promise<boolean> {
  const box = await pageLoad.world.run(focusOn, at, 3000)
  if (!box) return false
  const clip = {
    x: Math.max(0, box.x - AROUND),
    y: Math.max(0, box.y - AROUND),
    width: Math.min(1000, box.width + 2 * AROUND),
    height: Math.min(600, box.height + 2 * AROUND),
    scale: 1,
  }
  const shot = async () => {
    const { data } = await within(
      pageLoad.cdp.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true, clip }),
      5000,
    )
    return Buffer.from(data, 'base64')
  }
  const focused = await shot()
  await pageLoad.world.run(letGo, undefined, 3000)
  const blurred = await shot()
  return !focused.equals(blurred) && (await fingerprintOfPixels(focused, blurred))
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
async function letGo(): Promise<void> {
  const active = document.activeElement
  if (active instanceof HTMLElement) active.blur()
  await new Promise<void>(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
}
