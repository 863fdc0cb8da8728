/** Judges one original against many changed copies: the original is captured once, each copy once. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type OpenBrowser, openBrowser } from '../server/capture/browser.ts'
import type { Capture } from '../server/capture/capture.ts'
import { openEyes } from '../server/capture/eyes.ts'
import { measure } from '../server/capture/measure.ts'
import { captureSite } from '../server/capture/site.ts'
import type { Scorecard } from '../server/contract.ts'
import { createGuard } from '../server/egress/guard.ts'
import { createHttp } from '../server/egress/http.ts'
import { startProxy } from '../server/egress/proxy.ts'
import { USER_AGENT_SUFFIX } from '../server/egress/user-agent.ts'
import { judge } from '../server/scan/judge.ts'
import { sitesOf } from '../server/scan/sites.ts'
import { sampling } from '../server/suites/perf/index.ts'
import { type Mutation, rewriteFor } from './mutations/page.ts'
import { type Rewrite, serve } from './serve.ts'

export interface Judge {
  /** The verdict on the page changed by `mutation`, or null where it does not apply. Lighthouse only when asked. */
  verdict(mutation: Mutation | null, options?: { lighthouse?: boolean }): Promise<Scorecard | null>
  close(): Promise<void>
}

/** `folder` holds the built page; `page` is its path in there, e.g. `/index.html`. */
export async function judgeOf(folder: string, page = '/index.html'): Promise<Judge> {
  const html = await readFile(join(folder, page), 'utf8')
  const styles = await stylesOf(folder, html)
  let rewrite: Rewrite = () => undefined
  const [original, rebuilt] = [await serve(folder), await serve(folder, (path, body) => rewrite(path, body))]
  const guard = createGuard({ allowHosts: [original.host, rebuilt.host] })
  const proxy = await startProxy(guard, { maxBytes: 5e9 })
  const http = createHttp(guard, { userAgent: USER_AGENT_SUFFIX })
  const request = {
    original_url: original.origin + page,
    new_url: rebuilt.origin + page,
    policy: 'regressions' as const,
    ignore: [],
  }
  const sites = sitesOf(request, proxy)
  let browser: OpenBrowser | undefined
  let first: Capture | undefined

  async function look(side: 'original' | 'rebuilt'): Promise<Capture> {
    browser ??= await openBrowser({ proxyUrl: proxy.url })
    const eyes = await openEyes(browser, sites[side], http)
    const { capture } = await captureSite(eyes)
    await eyes.close()
    return capture
  }

  return {
    async verdict(mutation, { lighthouse = false } = {}) {
      const made = mutation ? await rewriteFor(mutation, page, html, styles) : () => undefined
      if (!made) return null
      rewrite = made
      first ??= await look('original')
      const second = await look('rebuilt')
      if (!lighthouse) return judge({ original: first, rebuilt: second }, request)
      const runs = await measure(browser!, sites, sampling(request.policy), () => {})
      const measured = (capture: Capture, value: typeof runs.original): Capture => ({
        ...capture,
        artifacts: { ...capture.artifacts, lighthouse: { ok: true, value } },
      })
      return judge(
        { original: measured(first, runs.original), rebuilt: measured(second, runs.rebuilt) },
        request,
      )
    },
    async close() {
      await browser?.close()
      await Promise.all([proxy.close(), http.close(), original.close(), rebuilt.close()])
    },
  }
}

/** The page's own style sheets, as one text. */
async function stylesOf(folder: string, html: string): Promise<string> {
  const paths = [...html.matchAll(/<link[^>]+href="([^"]+\.css)"/g)]
    .map(([, href]) => href!)
    .filter(href => !/^(https?:)?\/\//.test(href))
  return (await Promise.all(paths.map(path => readFile(join(folder, path), 'utf8').catch(() => '')))).join(
    '\n',
  )
}
