/** Whether a page that is scrolled through has grown, and whether as a feed does. Both functions run in the page. */
import type { Injected } from '../injected/index.ts'

/**
 * Px by which a page is taller, at its end and before that is reached: pictures without a size make it a little taller when
 * they come. Windows that a part is tall at most: whole articles that follow each other are a feed.
 */
export const GROWTH = { minPx: 100, minAheadPx: 400, maxWindows: 3 } as const
/** Against pages that never rest. */
export const MAX_BATCHES = 1000

interface Watched {
  growth?: { batches: Element[][]; observer: MutationObserver }
}

/** Notes from now on what is added to the page; what is added at once comes together. */
export function watchGrowth({ isElementNode }: Injected, maxBatches: number): void {
  const batches: Element[][] = []
  const observer = new MutationObserver(records => {
    const added = records.flatMap(({ addedNodes }) => Array.from(addedNodes).filter(isElementNode))
    if (added.length > 0 && batches.length < maxBatches) batches.push(added)
  })
  observer.observe(document.documentElement, { childList: true, subtree: true })
  const page = globalThis as Watched
  page.growth = { batches, observer }
}

/**
 * What has made the page taller since it is watched, when it was `height` tall: more of a feed, which are entries at once
 * like those that their list has, or much; or a part.
 */
export async function growthOf(
  { parentOf, childrenOf }: Injected,
  { height, minPx, maxWindows }: { height: number } & typeof GROWTH,
): Promise<'nothing' | 'a part' | 'more of a feed'> {
  // What came has been put into the page, and laid out, two frames later.
  const frames = new Promise<void>(resolve =>
    requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
  )
  await Promise.race([frames, new Promise(resolve => setTimeout(resolve, 1000))])
  const { growth } = globalThis as Watched
  growth?.observer.disconnect()
  const batches = growth?.batches ?? []
  const grown = document.documentElement.scrollHeight - height
  if (grown < minPx) return 'nothing'
  const shapeOf = (element: Element) =>
    [element, ...Array.from(childrenOf(element))].map(({ localName }) => localName).join(' ')
  const isMoreOf = ([list, added]: [Element | null, Element[]]) => {
    if (!list || added.length < 2) return false
    const fresh = new Set(added)
    const others = Array.from(childrenOf(list)).filter(one => !fresh.has(one))
    const shapes = new Set(others.map(shapeOf))
    const isEntry = (one: Element) => one.getBoundingClientRect().height > 0 && shapes.has(shapeOf(one))
    return added.filter(isEntry).length > 1
  }
  const isFeed = batches.some(batch => [...Map.groupBy(batch, parentOf)].some(isMoreOf))
  return isFeed || grown > maxWindows * innerHeight ? 'more of a feed' : 'a part'
}
