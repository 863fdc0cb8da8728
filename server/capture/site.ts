import type { Http } from '../egress/http.ts'
import type { OpenBrowser } from './browser.ts'
import type { Capture, Collected, CollectorName, Files } from './capture.ts'
import { collectors } from './collectors/index.ts'
import { type Eyes, openEyes } from './eyes.ts'
import { CaptureFailure, PageCrashed, PageUnresponsive } from './failure.ts'
import type { Site } from './visit.ts'

/**
 * Looks at one site with every collector, in the order of their list. A collector that fails costs its own artifact
 * only. Throws CaptureFailure when there is no page to judge, PageCrashed when the renderer died.
 */
export async function captureSite(
  browser: OpenBrowser,
  site: Site,
  http: Http,
  onStep: (done: number) => void,
): Promise<{ capture: Capture; files: Files }> {
  const eyes = await openEyes(browser, site, http).catch(error => {
    throw error instanceof PageUnresponsive ? unresponsive(site) : error
  })
  try {
    const artifacts: Record<string, Collected<unknown>> = {
      lighthouse: { ok: false, reason: 'not measured yet' },
    }
    const names = Object.keys(collectors) as CollectorName[]
    for (const [index, name] of names.entries()) {
      artifacts[name] = await collect(eyes, name)
      onStep((index + 1) / names.length)
    }
    const visit = await eyes.at(1440)
    return {
      capture: {
        side: site.side,
        requestedUrl: site.url,
        url: visit.page.url(),
        gaps: eyes.gaps,
        artifacts: artifacts as Capture['artifacts'],
      },
      files: eyes.files,
    }
  } finally {
    await eyes.close()
  }
}

async function collect(eyes: Eyes, name: CollectorName): Promise<Collected<unknown>> {
  try {
    return { ok: true, value: await collectors[name](eyes) }
  } catch (error) {
    if (error instanceof CaptureFailure || error instanceof PageCrashed) throw error
    if (error instanceof PageUnresponsive && !(await answers(eyes))) throw unresponsive(eyes.site)
    const reason = error instanceof Error ? error.message.split('\n')[0]!.slice(0, 300) : String(error)
    eyes.gaps.push(`${name} could not be collected: ${reason}`)
    return { ok: false, reason }
  }
}

/** A collector may have asked too much of a large page; a page in an endless loop answers nothing any more. */
async function answers(eyes: Eyes): Promise<boolean> {
  try {
    const visit = await eyes.at(1440)
    return (await visit.world.run(() => true, undefined, 3000)) === true
  } catch {
    return false
  }
}

function unresponsive(site: Site): CaptureFailure {
  return new CaptureFailure(
    'page_unresponsive',
    `${site.url} keeps its main thread busy and answers nothing; look for an endless loop in its scripts`,
  )
}
