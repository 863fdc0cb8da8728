/** One page and many rebuilt ones in a real browser, looked at for the sake of one suite. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Artifacts, Capture, CollectorName } from '../../server/capture/artifact.ts'
import { collectors } from '../../server/capture/collectors/index.ts'
import { openBrowser } from '../../server/capture/page/browser.ts'
import type { SideName } from '../../server/capture/page/site.ts'
import { openSiteSession } from '../../server/capture/page/site-session.ts'
import type { SuiteResult } from '../../server/contract.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { createHttp } from '../../server/egress/http/index.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { USER_AGENT_SUFFIX } from '../../server/egress/user-agent.ts'
import { sitesOf } from '../../server/scan/sites.ts'
import type { Suite } from '../../server/suites/core/suite.ts'
import { type Mutation, rewriteFor } from '../mutations/page.ts'
import { type Rewrite, type ServedSite, serve } from '../serve.ts'
import { judgeBy, makeCapture } from './captures.ts'

export interface RebuiltPages {
  /**
   * The suite's result for the page as `mutation` changes it, or as it is; null where the change does not apply. Two
   * may be asked for at once, as a scan captures two pages at once: much of a capture is waiting.
   */
  judge(mutation: Pick<Mutation, 'apply'> | null): Promise<SuiteResult | null>
  close(): Promise<void>
}

/** As `maxConcurrency` of vitest.config.ts has it. */
const AT_ONCE = 2

/**
 * Serves `folder` as the original and, changed, as the rebuilt site. `files` makes what the folder lacks, on both.
 */
export async function openRebuiltPages<N extends CollectorName>(
  suite: Suite<N>,

  folder: string,
  files: Rewrite = () => undefined,
): Promise<RebuiltPages> {
  const page = '/index.html'
  const html = await readFile(join(folder, page), 'utf8')
  const sheets = [...html.matchAll(/<link[^>]+href="(?!https?:|\/\/)([^"]+\.css)"/g)].map(([, href]) => href!)
  const styles = (await Promise.all(sheets.map(href => readFile(join(folder, href), 'utf8')))).join('\n')
  const first = await serve(folder, files)
  const rebuiltSites = await Promise.all(Array.from({ length: AT_ONCE }, () => rebuiltSite(folder, files)))
  const free = [...rebuiltSites]
  const guard = createGuard({ allowHosts: [first, ...rebuiltSites].map(({ host }) => host) })
  const proxy = await startProxy(guard)
  const http = createHttp(guard, { userAgent: USER_AGENT_SUFFIX })
  const browser = await openBrowser({ proxyUrl: proxy.url })
  const origins = [first, ...rebuiltSites].map(({ origin }) => origin)
  let original: Promise<Capture> | undefined

  async function lookAt(side: SideName, origin: string): Promise<Capture> {
    const urls = { original_url: first.origin + page, new_url: origin + page }
    const sites = sitesOf({ ...urls, ignore: [], policy: 'regressions' }, proxy)
    // Each rebuilt site is the other one of this original.
    const session = await openSiteSession(browser, { ...sites[side], origins }, http)
    try {
      const found: Partial<Artifacts> = {}
      for (const name of suite.needs) Object.assign(found, { [name]: await collectors[name](session) })
      return makeCapture(side, found)
    } finally {
      await session.close()
    }
  }

  return {
    async judge(mutation) {
      const made = mutation ? await rewriteFor(mutation as Mutation, page, html, styles) : () => undefined
      if (!made) return null
      original ??= lookAt('original', first.origin)
      const before = await original
      const site = free.pop()
      if (!site) throw new Error(`more than ${AT_ONCE} pages are judged at once`)
      site.change = made
      try {
        const rebuilt = await lookAt('rebuilt', site.origin)
        return judgeBy(suite, before, rebuilt)
      } finally {
        free.push(site)
      }
    },
    async close() {
      await browser.close()
      await Promise.all([proxy, http, first, ...rebuiltSites].map(one => one.close()))
    },
  }
}

/** The folder on a port of its own, its answers as `change` has them at that moment. */
async function rebuiltSite(folder: string, files: Rewrite): Promise<ServedSite & { change: Rewrite }> {
  const site: { change: Rewrite } = { change: () => undefined }
  const served = await serve(folder, async (path, body) => {
    const made = await files(path, body)
    const whole = Buffer.isBuffer(made) || typeof made === 'string' ? Buffer.from(made) : body
    return (await site.change(path, whole)) ?? made
  })
  return Object.assign(site, served)
}
