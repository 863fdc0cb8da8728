import type { PageLoad } from '../../page/page-load.ts'

export interface Asking {
  /** Requests, ways to other pages and windows that the page has asked for so far. */
  count(): number
}

/**
 * Hears what the page asks for from the renderer itself, in the order of what happens there: by the time that a look at
 * the page is answered, whatever a press asked for before it has been counted.
 */
export async function listenForAsking({ cdp }: PageLoad): Promise<Asking> {
  let count = 0
  for (const event of [
    'Network.requestWillBeSent',
    'Page.frameRequestedNavigation',
    'Page.windowOpen',
  ] as const)
    cdp.on(event, () => count++)
  await cdp.send('Page.enable')
  return { count: () => count }
}
