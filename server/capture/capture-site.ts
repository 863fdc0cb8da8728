import type { Capture, Collected, CollectorName, Files } from './artifact.ts'
import { beside, collectors } from './collectors/index.ts'
import { CaptureFailure, PageCrashed, PageUnresponsive, unresponsive } from './page/failure.ts'
import { DESKTOP, type Eyes } from './page/site-session.ts'

/**
 * Looks at one site with every collector, in the order of their list. A collector that fails costs its own artifact
 * only. Throws CaptureFailure when the page stops answering, PageCrashed when its renderer died.
 */
export async function captureSite(
  eyes: Eyes,
  onStep: (done: number) => void = () => {},
): Promise<{ capture: Capture; files: Files }> {
  const artifacts: Record<string, Collected<unknown>> = {
    lighthouse: { ok: false, reason: 'not measured yet' },
    catalog: NO_STORE,
    urls: NO_STORE,
  }
  const names = Object.keys(collectors) as CollectorName[]
  for (const [index, name] of names.entries()) {
    artifacts[name] = await collect(eyes, name)
    beside[name]?.(eyes).catch(() => {}) // whoever takes its result hears of it
    onStep((index + 1) / names.length)
  }
  const visit = await eyes.at(DESKTOP)
  const capture: Capture = {
    side: eyes.site.side,
    requestedUrl: eyes.site.url,
    url: visit.page.url(),
    gaps: eyes.gaps,
    artifacts: artifacts as Capture['artifacts'],
  }
  return { capture, files: eyes.files }
}

const NO_STORE: Collected<never> = { ok: false, reason: 'the new site is no Shopify store' }

async function collect(eyes: Eyes, name: CollectorName): Promise<Collected<unknown>> {
  try {
    return { ok: true, value: await Promise.race([collectors[name](eyes), eyes.crashed]) }
  } catch (error) {
    if (error instanceof CaptureFailure || error instanceof PageCrashed) throw error
    if (error instanceof PageUnresponsive && !(await answers(eyes))) throw unresponsive(eyes.site.url)
    const reason = error instanceof Error ? error.message.split('\n')[0]!.slice(0, 300) : String(error)
    eyes.gaps.push(`${name} could not be collected: ${reason}`)
    return { ok: false, reason }
  }
}

/** A collector may have asked too much of a large page; a page in an endless loop answers nothing any more. */
async function answers(eyes: Eyes): Promise<boolean> {
  try {
    const visit = await eyes.at(DESKTOP)
    return (await visit.world.run(() => true, undefined, 3000)) === true
  } catch {
    return false
  }
}
