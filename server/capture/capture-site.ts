import { DESKTOP } from '../lib/widths.ts'
import type { Capture, Collected, CollectorName } from './artifact.ts'
import { afterAWhile } from './collectors/destinations.ts'
import { collectors, prefetch } from './collectors/index.ts'
import { CaptureFailure, PageCrashed, PageUnresponsive, unresponsive } from './page/failure.ts'
import type { Files } from './page/screenshot.ts'
import type { SiteSession } from './page/site-session.ts'

/**
 * Captures one site with every collector, in the order of their list. A collector that fails costs its own artifact
 * only. Throws CaptureFailure when the page stops answering, PageCrashed when its renderer died.
 */
export async function captureSite(
  session: SiteSession,
  onStep: (done: number) => void = () => {},
): Promise<{ capture: Capture; files: Files }> {
  const artifacts: Record<string, Collected<unknown>> = {
    lighthouse: { ok: false, reason: 'not measured yet' },
    catalog: NO_STORE,
    urls: NO_STORE,
  }
  const names = Object.keys(collectors) as CollectorName[]
  for (const [index, name] of names.entries()) {
    const started = performance.now()
    artifacts[name] = await collect(session, name)
    if (performance.now() - started > LONG_MS) await session.collectGarbage()
    prefetch[name]?.(session).catch(() => {}) // the collector that takes the result reports its failure
    onStep((index + 1) / names.length)
  }
  const { volatile } = artifacts as Capture['artifacts']
  // Which numbers count is known only when nothing else is asked of the page any more.
  if (volatile.ok) volatile.value.texts.push(...(await afterAWhile(session)).counting)
  const pageLoad = await session.at(DESKTOP)
  const capture: Capture = {
    side: session.site.side,
    requestedUrl: session.site.url,
    url: pageLoad.page.url(),
    gaps: session.gaps,
    artifacts: artifacts as Capture['artifacts'],
  }
  return { capture, files: session.files }
}

const CRASH_REPORT_MS = 50
/** A collector that takes as long leaves much behind. */
const LONG_MS = 1000

const NO_STORE: Collected<never> = { ok: false, reason: 'the new site is no Shopify store' }

/** Throws CaptureFailure and PageCrashed; any other failure is the artifact's. */
export async function collect(session: SiteSession, name: CollectorName): Promise<Collected<unknown>> {
  try {
    return { ok: true, value: await Promise.race([collectors[name](session), session.crashed]) }
  } catch (error) {
    if (error instanceof CaptureFailure || error instanceof PageCrashed) throw error
    // The report of a crash comes right after its effects.
    await Promise.race([session.crashed, new Promise(resolve => setTimeout(resolve, CRASH_REPORT_MS))])
    if (error instanceof PageUnresponsive && !(await answers(session))) throw unresponsive(session.site.url)
    const reason = error instanceof Error ? error.message.split('\n')[0]!.slice(0, 300) : String(error)
    session.gaps.push(`${name} could not be collected: ${reason}`)
    return { ok: false, reason }
  }
}

/** Tells a large page on which one collector took too long from a page in an endless loop. */
async function answers(session: SiteSession): Promise<boolean> {
  try {
    const pageLoad = await session.at(DESKTOP)
    return (await pageLoad.world.run(() => true, undefined, 3000)) === true
  } catch {
    return false
  }
}
