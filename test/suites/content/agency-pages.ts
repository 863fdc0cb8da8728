/** The agency's page and copies of it in a real browser: one look at the original, many rebuilt pages. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CheerioAPI, load } from 'cheerio'
import { expect } from 'vitest'
import { head } from '../../../server/capture/collectors/head.ts'
import { layoutAt } from '../../../server/capture/collectors/layouts.ts'
import { links } from '../../../server/capture/collectors/links.ts'
import { tables } from '../../../server/capture/collectors/tables.ts'
import { openBrowser } from '../../../server/capture/page/browser.ts'
import { openSiteSession } from '../../../server/capture/page/site-session.ts'
import type { SuiteResult } from '../../../server/contract.ts'
import { createGuard } from '../../../server/egress/guard.ts'
import { createHttp } from '../../../server/egress/http/index.ts'
import { startProxy } from '../../../server/egress/proxy/index.ts'
import { USER_AGENT_SUFFIX } from '../../../server/egress/user-agent.ts'
import { sitesOf } from '../../../server/scan/sites.ts'
import { content } from '../../../server/suites/content/index.ts'
import { serve } from '../../serve.ts'
import { judgeBy, makeCapture } from '../captures.ts'
import { introduced } from './judging.ts'

const FOLDER = join(import.meta.dirname, '../../../node_modules/startbootstrap-agency/dist')
const SECTION = `<section class="page-section" id="prices"><div class="container">
  <h2>What it costs</h2>
  <p class="lead">Every project starts with a <b>free workshop</b> of two hours at our place or at yours.</p>
  <ul class="offers"><li>A single page with your words and our pictures</li><li>Five pages and a shop for up to 50 products</li><li>Everything</li></ul>
  <table class="table"><tr><th>Plan</th><th>Price</th><th>Pages</th></tr><tr><td>Small studio</td><td class="price">$49</td><td>5 pages</td></tr><tr><td>Large house</td><td class="price">$1,290.00</td><td>50 pages</td></tr></table>
  <details><summary>How do we pay?</summary><p>By bank transfer within thirty days after the site went live.</p></details>
  <div class="links"><div><a href="#one">Imprint</a></div><div><a href="#two">Careers</a></div></div>
  <p id="call">Call <a href="tel:+15551234567">+1 (555) 123-4567</a>, Monday to Friday, 9am&ndash;5pm.</p>
</div></section>`

export type Agency = Awaited<ReturnType<typeof openAgency>>
export type Change = ($: CheerioAPI) => unknown
export type Defect = [name: string, change: Change, issue: string]

/** For all tests of a file, which closes it. */
export async function openAgency() {
  const pages = new Map<string, string>()
  const $ = load(await readFile(join(FOLDER, 'index.html'), 'utf8'))
  $('#services').after(SECTION)
  const html = $.html()
  const site = await serve(FOLDER, path => (path === '/index.html' ? html : pages.get(path)))
  const guard = createGuard({ allowHosts: [site.host] })
  const proxy = await startProxy(guard)
  const http = createHttp(guard, { userAgent: USER_AGENT_SUFFIX })
  const browser = await openBrowser({ proxyUrl: proxy.url })
  const original = await lookAt('/')

  async function lookAt(path: string) {
    const urls = { original_url: `${site.origin}/`, new_url: `${site.origin}${path}` }
    const { rebuilt } = sitesOf({ ...urls, ignore: [], policy: 'regressions' }, proxy)
    const session = await openSiteSession(browser, rebuilt, http)
    try {
      return {
        head: await head(session),
        links: await links(session),
        tables: await tables(session),
        layouts: [await layoutAt(session, 375), await layoutAt(session, 1440)],
      }
    } finally {
      await session.close()
    }
  }

  async function rebuiltWith(change: Change): Promise<SuiteResult> {
    const $ = load(html)
    change($)
    expect($.html()).not.toBe(load(html).html())
    const path = `/${pages.size}.html`
    pages.set(path, $.html())
    return judgeBy(content, makeCapture('original', original), makeCapture('rebuilt', await lookAt(path)))
  }

  return {
    original,
    rebuiltWith,

    /** That a copy with all of `defects` has their issues. */
    async expectDefects(defects: readonly Defect[]): Promise<void> {
      const result = await rebuiltWith($ => defects.forEach(([, change]) => void change($)))
      expect(result.pass).toBe(false)
      const found = introduced(result)
      expect(defects.filter(([, , wanted]) => !found.some(issue => issue.startsWith(wanted)))).toEqual([])
    },

    async expectSilence(change: Change): Promise<void> {
      const result = await rebuiltWith(change)
      expect(introduced(result).filter(issue => !issue.startsWith('minor'))).toEqual([])
      expect(result.score).toBeGreaterThan(99)
    },

    async close(): Promise<void> {
      await browser.close()
      await Promise.all([proxy, http, site].map(one => one.close()))
    },
  }
}
