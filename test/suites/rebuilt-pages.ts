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
import { scoreSuite } from '../../server/scorecard.ts'
import { runSuites } from '../../server/suites/core/run.ts'
import type { Suite } from '../../server/suites/core/suite.ts'
import { type Mutation, rewriteFor } from '../mutations/page.ts'
import { type Rewrite, serve } from '../serve.ts'
import { makeCapture } from './captures.ts'

export interface RebuiltPages {
  /** The suite's result for the page as `mutation` changes it, or as it is; null where the change does not apply. */
  judge(mutation: Pick<Mutation, 'apply'> | null): Promise<SuiteResult | null>
  close(): Promise<void>
}

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
  let change: Rewrite = () => undefined
  const [first, second] = [
    await serve(folder, files),
    await serve(folder, async (path, body) => {
      const made = await files(path, body)
      const whole = Buffer.isBuffer(made) || typeof made === 'string' ? Buffer.from(made) : body
      return (await change(path, whole)) ?? made
    }),
  ]
  const guard = createGuard({ allowHosts: [first.host, second.host] })
  const proxy = await startProxy(guard)
  const http = createHttp(guard, { userAgent: USER_AGENT_SUFFIX })
  const browser = await openBrowser({ proxyUrl: proxy.url })
  const sites = sitesOf(
    { original_url: first.origin + page, new_url: second.origin + page, ignore: [], policy: 'regressions' },
    proxy,
  )
  let original: Capture | undefined

  async function lookAt(side: SideName): Promise<Capture> {
    const session = await openSiteSession(browser, sites[side], http)
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
      change = made
      original ??= await lookAt('original')
      const rebuilt = await lookAt('rebuilt')
      return scoreSuite(runSuites([suite as unknown as Suite], original, rebuilt)[0]!, 'regressions')
    },
    async close() {
      await browser.close()
      await Promise.all([proxy.close(), http.close(), first.close(), second.close()])
    },
  }
}
