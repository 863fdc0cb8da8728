/** The page of widgets after the ARIA authoring practices, changed, captured in a real browser and judged. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CheerioAPI, load } from 'cheerio'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Artifacts, Capture } from '../../../server/capture/artifact.ts'
import { collectors } from '../../../server/capture/collectors/index.ts'
import { type OpenBrowser, openBrowser } from '../../../server/capture/page/browser.ts'
import { openSiteSession } from '../../../server/capture/page/site-session.ts'
import { createGuard } from '../../../server/egress/guard.ts'
import { createHttp, type Http } from '../../../server/egress/http/index.ts'
import { type EgressProxy, startProxy } from '../../../server/egress/proxy/index.ts'
import { USER_AGENT_SUFFIX } from '../../../server/egress/user-agent.ts'
import { sitesOf } from '../../../server/scan/sites.ts'
import { a11y } from '../../../server/suites/a11y/index.ts'
import { type ServedSite, serve } from '../../serve.ts'
import { judgeBy, makeCapture } from '../captures.ts'

const FOLDER = join(import.meta.dirname, '../../fixtures/sites/a11y-widgets/original')

/** For all tests of a file, which calls this once. `others`: pages of another origin by their path, for frames. */
export function widgetPages(others: Record<string, string> = {}) {
  const pages = new Map<string, string>()
  let html: string
  let site: ServedSite
  let other: ServedSite
  let browser: OpenBrowser
  let proxy: EgressProxy
  let http: Http

  beforeAll(async () => {
    html = await readFile(join(FOLDER, 'index.html'), 'utf8')
    site = await serve(FOLDER, path => pages.get(path))
    other = await serve(FOLDER, path => others[path])
    const guard = createGuard({ allowHosts: [site.host, other.host] })
    proxy = await startProxy(guard)
    http = createHttp(guard, { userAgent: USER_AGENT_SUFFIX })
    browser = await openBrowser({ proxyUrl: proxy.url })
  })
  afterAll(async () => {
    await browser?.close()
    await Promise.all([proxy?.close(), http?.close(), site?.close(), other?.close()])
  })

  async function lookAt(path: string, only: readonly string[] = a11y.needs): Promise<Capture> {
    const { rebuilt } = sitesOf(
      {
        original_url: `${site.origin}/`,
        new_url: `${site.origin}${path}`,
        ignore: [],
        policy: 'regressions',
      },
      proxy,
    )
    const session = await openSiteSession(browser, rebuilt, http)
    try {
      const found: Partial<Artifacts> = {}
      for (const name of Object.keys(collectors) as (keyof typeof collectors)[])
        if (only.includes(name)) Object.assign(found, { [name]: await collectors[name](session) })
      const pageLoad = await session.at(1440)
      const unsafe = pageLoad.network.entries().filter(({ method }) => method === 'POST')
      expect(unsafe.every(({ failure, status }) => failure !== null && status === 0)).toBe(true)
      return { ...makeCapture('rebuilt', found), gaps: session.gaps }
    } finally {
      await session.close()
    }
  }

  /** Captured with a change; `only`: the collectors that look, all that the suite needs where none is named. */
  async function pageWith(change: ($: CheerioAPI) => unknown, only?: string[]): Promise<Capture> {
    const $ = load(html)
    change($)
    const path = `/${pages.size}.html`
    pages.set(path, $.html())
    return lookAt(path, only)
  }

  return { lookAt, pageWith, other: () => other.origin }
}

export const judged = (before: Capture, after: Capture) => judgeBy(a11y, before, after)

export const charged = (result: ReturnType<typeof judged>) => result.issues.filter(issue => issue.charged > 0)

export const walkOf = ({ artifacts }: Capture) => {
  const { keyboard } = artifacts
  if (!keyboard.ok) throw new Error(keyboard.reason)
  return keyboard.value
}

export const script = ($: CheerioAPI, code: string) => $('body').append(`<script>${code}</script>`)

/** A dialog that is there from the start, and keeps the focus. */
export const gate = ($: CheerioAPI, byEscape: boolean, byButton: boolean, role = 'dialog') => {
  $('body').append(
    `<div id="gate" role="${role}" aria-label="Our news" style="position:fixed;inset:200px;background:#fff"><label>Mail <input></label> <button type="button">Not now</button></div>`,
  )
  script(
    $,
    `const gate = by('gate'), inner = [...gate.querySelectorAll('input, button')]
     const leave = () => { gate.remove(); removeEventListener('keydown', hold, true) }
     const hold = event => {
       if (event.key === 'Escape' && ${byEscape}) leave()
       if (event.key !== 'Tab') return
       event.preventDefault()
       inner[1 - Math.max(0, inner.indexOf(document.activeElement))].focus()
     }
     addEventListener('keydown', hold, true)
     if (${byButton}) inner[1].onclick = leave
     inner[0].focus()`,
  )
}

/** That the walk went on behind a dialog which was open from the start. */
export const expectBehind = (page: Capture): void => {
  expect(walkOf(page)).toMatchObject({ complete: true, traps: [] })
  expect(walkOf(page).stops.map(({ name }) => name)).toContain('Lost property')
  expect(page.gaps).toEqual([])
}
