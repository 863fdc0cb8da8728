import type { Visit } from '../../visit.ts'
import { within } from '../../world.ts'

export interface Guard {
  /** Addresses that the page wanted to go to meanwhile. */
  left: string[]
  release(): Promise<void>
}

/**
 * Keeps the page where it is while its keys are pressed: it is led nowhere, opens no window and no box of the
 * browser's, and nothing that changes data on a server goes out.
 */
export async function keepStill(visit: Visit): Promise<Guard> {
  const left: string[] = []
  const cdp = await visit.page.context().newCDPSession(visit.page)
  const { frameTree } = await cdp.send('Page.getFrameTree')
  cdp.on('Fetch.requestPaused', ({ requestId, request, resourceType, frameId }) => {
    const leads = resourceType === 'Document' && frameId === frameTree.frame.id
    if (leads && left.length < 10) left.push(request.url.slice(0, 500))
    const stopped = leads || !/^(GET|HEAD|OPTIONS)$/i.test(request.method)
    const answer = stopped
      ? cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      : cdp.send('Fetch.continueRequest', { requestId })
    answer.catch(() => {}) // the request is gone
  })
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
  await cdp.send('Runtime.evaluate', {
    expression: `window.open = () => null; for (const box of ['alert', 'confirm', 'prompt', 'print']) window[box] = () => null`,
  })
  return {
    left,
    async release() {
      await within(cdp.detach(), 1000).catch(() => {}) // the page is gone, or hangs
    },
  }
}
