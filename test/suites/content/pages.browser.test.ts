/** The suite on a real page in a real browser: one look at the original, many rebuilt pages. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CheerioAPI, load } from 'cheerio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { head } from '../../../server/capture/collectors/head.ts'
import { layoutAt } from '../../../server/capture/collectors/layouts.ts'
import { links } from '../../../server/capture/collectors/links.ts'
import { tables } from '../../../server/capture/collectors/tables.ts'
import { type OpenBrowser, openBrowser } from '../../../server/capture/page/browser.ts'
import { openSiteSession } from '../../../server/capture/page/site-session.ts'
import type { SuiteResult } from '../../../server/contract.ts'
import { createGuard } from '../../../server/egress/guard.ts'
import { createHttp, type Http } from '../../../server/egress/http/index.ts'
import { type EgressProxy, startProxy } from '../../../server/egress/proxy/index.ts'
import { USER_AGENT_SUFFIX } from '../../../server/egress/user-agent.ts'
import { sitesOf } from '../../../server/scan/sites.ts'
import { scoreSuite } from '../../../server/scorecard.ts'
import { content } from '../../../server/suites/content/index.ts'
import { runSuites } from '../../../server/suites/core/run.ts'
import type { Suite } from '../../../server/suites/core/suite.ts'
import { type ServedSite, serve } from '../../serve.ts'
import { makeCapture } from '../captures.ts'
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
const pages = new Map<string, string>()

let html: string
let site: ServedSite
let browser: OpenBrowser
let proxy: EgressProxy
let http: Http
let original: Awaited<ReturnType<typeof lookAt>>

beforeAll(async () => {
  const $ = load(await readFile(join(FOLDER, 'index.html'), 'utf8'))
  $('#services').after(SECTION)
  html = $.html()
  site = await serve(FOLDER, path => (path === '/index.html' ? html : pages.get(path)))
  const guard = createGuard({ allowHosts: [site.host] })
  proxy = await startProxy(guard)
  http = createHttp(guard, { userAgent: USER_AGENT_SUFFIX })
  browser = await openBrowser({ proxyUrl: proxy.url })
  original = await lookAt('/')
})
afterAll(async () => {
  await browser?.close()
  await Promise.all([proxy?.close(), http?.close(), site?.close()])
})

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

async function rebuiltWith(change: ($: CheerioAPI) => unknown): Promise<SuiteResult> {
  const $ = load(html)
  change($)
  expect($.html()).not.toBe(load(html).html())
  const path = `/${pages.size}.html`
  pages.set(path, $.html())
  const [judged] = runSuites(
    [content as unknown as Suite],
    makeCapture('original', original),
    makeCapture('rebuilt', await lookAt(path)),
  )
  return scoreSuite(judged!, 'regressions')
}

const swap = ($: CheerioAPI, selector: string, from: string, to: string) =>
  $(selector).each((_, element) => void $(element).html($(element).html()!.replace(from, to)))

test.concurrent('against itself: only what was there before', async () => {
  const result = await rebuiltWith($ => $('html').attr('data-copy', ''))
  expect(introduced(result)).toEqual([])
  expect(result).toMatchObject({ score: 100, pass: true })
  expect(result.issues.map(issue => issue.key)).toEqual(['content/unexpected:filler text:lorem ipsum'])
})

/** What does not touch the same part of the page is made to one copy of it: a copy takes seconds. */
test.concurrent.each<[string, [string, ($: CheerioAPI) => unknown, string][]]>([
  [
    'texts, facts and a section',
    [
      ['section lost', $ => $('#team').remove(), 'serious content/text:lost:our amazing team'],
      [
        'paragraph lost',
        $ => $('#prices .lead').remove(),
        'serious content/text:lost:every project starts with a free workshop of',
      ],
      [
        'one of three equal paragraphs lost',
        $ => $('#services p.text-muted').first().remove(),
        'serious content/text:',
      ],
      ['price 49 to 94', $ => swap($, '.price', '49', '94'), 'serious content/fact:price:49 USD'],
      [
        'a digit of the telephone',
        $ => swap($, '#call', '123-4567', '123-4576'),
        'serious content/fact:phone:+15551234567',
      ],
      [
        'list item lost',
        $ => $('.offers li').first().remove(),
        'serious content/text:lost:a single page with your words and our',
      ],
      ['table row lost', $ => $('#prices tr').last().remove(), 'serious content/text:lost:large house'],
    ],
  ],
  [
    'filler, leftovers and a table',
    [
      [
        'lorem ipsum',
        $ =>
          $('#prices .offers').after(
            '<p>Lorem ipsum dolor sit amet, consectetur adipisicing elit. Maxime minima.</p>',
          ),
        'serious content/unexpected:filler text:lorem ipsum:added',
      ],
      [
        'undefined shown',
        $ => swap($, '.offers', 'Everything', 'undefined'),
        'serious content/unexpected:missing value:undefined:added',
      ],
      [
        'table columns swapped',
        $ =>
          $('#prices tr')
            .slice(1)
            .each((_, row) => void $(row).append($(row).children().eq(1))),
        'serious content/structure:cells:plan | price | pages',
      ],
      [
        'mojibake',
        $ => swap($, '#prices .lead', 'free', 'frÃ©e'),
        'serious content/encoding:broken encoding:ã©:added',
      ],
    ],
  ],
  [
    'nothing rendered',
    [['nothing rendered', $ => $('body').attr('style', 'opacity: 0'), 'critical content/text:unseen']],
  ],
])('must fail: %s', async (_, changes) => {
  const result = await rebuiltWith($ => changes.forEach(([, change]) => void change($)))
  expect(result.pass).toBe(false)
  const found = introduced(result)
  expect(changes.filter(([, , wanted]) => !found.some(issue => issue.startsWith(wanted)))).toEqual([])
})

function asGrid($: CheerioAPI) {
  const cells = $('#prices tr')
    .toArray()
    .flatMap(row => $(row).children().toArray())
  const inner = cells.map(cell => `<div>${$(cell).html()}</div>`).join('')
  $('#prices table').replaceWith(
    `<div style="display: grid; grid-template-columns: repeat(3, 1fr)">${inner}</div>`,
  )
}

test.concurrent.each<[string, ($: CheerioAPI) => unknown]>([
  [
    'other elements for the same text',
    $ => {
      $('b').each((_, element) => void $(element).replaceWith(`<strong>${$(element).html()}</strong>`))
      $('.links').html('<ul><li><a href="#one">Imprint</a></li><li><a href="#two">Careers</a></li></ul>')
      $('p, h2, h3, h4, td, li').each((_, element) => void $(element).wrapInner('<div><span></span></div>'))
    },
  ],
  [
    'text split over blocks, letters and prices',
    $ => {
      $('.lead, #call, p.text-muted').each((_, element) => {
        const words = $(element).text().split(' ')
        $(element).html(words.map(word => `<span style="display: inline-block">${word}</span>`).join(' '))
      })
      $('#prices h2').html(
        [...'What it costs'].map(letter => `<span style="display: inline-block">${letter}</span>`).join(''),
      )
      $('.price').first().html('<div>$</div><div>49</div>')
      $('.price').last().html('<span>$</span><span>1,290</span><sup>.00</sup>')
      $('.offers').replaceWith(
        `<p>${$('.offers')
          .html()!
          .replace(/<[^>]+>/g, ' ')}</p>`,
      )
    },
  ],
  [
    'a table of divs, typography, minified, upper case, text added',
    $ => {
      asGrid($)
      swap($, '#call', '(555) 123-4567', '555\u00a0123\u20114567')
      swap($, '#prices .lead', 'Every project', 'Every&nbsp;pro&shy;ject')
      $('#prices h2, .offers').css('text-transform', 'uppercase')
      $('#services').before('<section><h2>New</h2><p>Now with 20 % off until May 5, only $99.</p></section>')
      $('body').html($('body').html()!.replace(/\s+/g, ' ').replace(/> </g, '> <'))
    },
  ],
])('must stay silent: %s', async (_, change) => {
  const result = await rebuiltWith(change)
  expect(introduced(result).filter(issue => !issue.startsWith('minor'))).toEqual([])
  expect(result.score).toBeGreaterThan(99)
})

test.concurrent('raised without failing: sections swapped, a link that says nothing any more, what moved into an accordion', async () => {
  const result = await rebuiltWith($ => {
    $('#prices').insertAfter('#team')
    $('#prices .links a').first().text('here').before('Imprint ')
    $('#prices .lead').wrap('<details></details>').before('<summary>More</summary>')
  })
  expect(introduced(result)).toEqual([
    'moderate content/order:what it costs',
    'moderate content/link-texts:imprint',
    'minor content/text:unseen:every project starts with a free workshop of',
  ])
  expect(result.pass).toBe(true)
})

test.concurrent('tables are read as HTML means them', () => {
  expect(original.tables).toMatchObject([
    {
      columns: ['Plan', 'Price', 'Pages'],
      rows: [
        { cells: ['Small studio', '$49', '5 pages'] },
        { cells: ['Large house', '$1,290.00', '50 pages'] },
      ],
    },
  ])
})
