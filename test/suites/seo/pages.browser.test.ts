/** The suite in a real browser: defects are found, differences of a faithful rebuild are not minded. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SuiteResult } from '../../../server/contract.ts'
import { seo } from '../../../server/suites/seo/index.ts'
import { harmless } from '../../mutations/harmless/index.ts'
import type { PageEdit } from '../../mutations/page.ts'
import { openRebuiltPages, type RebuiltPages } from '../rebuilt-pages.ts'

const FOLDER = join(import.meta.dirname, '../../fixtures/sites/forge/original')

let pages: RebuiltPages
beforeAll(async () => {
  // Links that lead to no page are none that could be lost.
  pages = await openRebuiltPages(seo, FOLDER, (path, body) =>
    body.length > 0 || /\.(?!html$)\w+$/.test(path)
      ? undefined
      : '<!doctype html><title>A page</title><h1>A page</h1>',
  )
})
afterAll(() => pages?.close())

const introduced = (result: SuiteResult | null) =>
  result!.issues
    .filter(({ status }) => status === 'introduced')
    .map(({ key, severity }) => `${severity} ${key}`)
    .toSorted()

const changed = (...edits: ((edit: PageEdit) => unknown)[]) =>
  pages.judge({
    async apply(edit) {
      for (const apply of edits) await apply(edit)
      return true
    },
  })

test.concurrent('the same page again', { tags: 'variant' }, async () => {
  const result = await pages.judge(null)
  expect(introduced(result)).toEqual([])
  expect(result).toMatchObject({ score: 100, pass: true, issues: [] })
  expect(result!.checks.map(({ outcome }) => outcome)).toEqual(Array(11).fill('assessed'))
})

test.concurrent('every defect that must fail the suite', async () => {
  const result = await changed(({ $ }) => {
    $('head').append('<meta name="robots" content="noindex">')
    $('title').text('Shipping and returns policy')
    $('link[rel=canonical]').attr('href', '/another-page')
    $('h1').replaceWith(`<div>${$('h1').text()}</div>`)
    $('html').removeAttr('lang')
    $('script[type="application/ld+json"]').text('{"@type": "Product", "name": }')
    $('article').removeAttr('typeof')
    $('nav a, footer a').attr('rel', 'nofollow')
  })
  expect(introduced(result)).toEqual([
    'critical seo/canonical:other',
    'critical seo/indexable',
    'moderate seo/lang:missing',
    'serious seo/headings:h1',
    'serious seo/links:nofollow',
    'serious seo/structured:broken:product',
    'serious seo/structured:lost:Review',
    'serious seo/title:changed',
  ])
  expect(result!.pass).toBe(false)
})

test.concurrent('what must be raised', async () => {
  const result = await changed(({ $, file }) => {
    $('meta[name=description]').remove()
    $('link[hreflang=de]').remove()
    const [first, last] = [$('h2').first(), $('h2').last()]
    first.replaceWith(`<h4>${first.html()}</h4>`)
    last.replaceWith(`<p>${last.html()}</p>`)
    $('script[type="application/ld+json"]').text((_, json) => json.replace('49.00', '94.00'))
    $('ol').removeAttr('itemtype').removeAttr('itemscope').find('*').removeAttr('itemscope')
    $('nav a').first().removeAttr('href')
    for (const path of [/anvil\.png$/, /icon\.svg$/, /sitemap\.xml$/]) file(path, () => ({ status: 404 }))
  })
  expect(introduced(result)).toEqual([
    'minor seo/site-files:sitemap',
    'moderate seo/description:lost',
    'moderate seo/headings:skip:sizes',
    'moderate seo/headings:text:delivery',
    'moderate seo/lang:alternate:de',
    'moderate seo/site-files:icon',
    'moderate seo/social:broken:og:image',
    'moderate seo/structured:lost:BreadcrumbList',
    'serious seo/structured:changed:Product:blue anvil:Offer:price',
  ])
})

test.concurrent('a page that scripts build', async () => {
  const result = await changed(({ $ }) => {
    const body = JSON.stringify($('body').html()).replaceAll('</', '<\\/')
    $('body').html(`<div id="app"></div><script>document.body.innerHTML = ${body}</script>`)
  })
  expect(introduced(result)).toEqual(['minor seo/served:links', 'serious seo/served:text'])
})

test.concurrent('everything harmless at once', { tags: 'variant' }, async () => {
  const result = await changed(...harmless.map(({ apply }) => apply), ({ $ }) => {
    $('script[type="application/ld+json"]').remove()
    $('h1').replaceWith(
      `<section itemscope itemtype="http://schema.org/Product"><h1 itemprop="name">Blue anvil</h1>
      <meta itemprop="sku" content="AN-49"><link itemprop="image" href="/anvil.png">
      <span itemprop="offers" itemscope itemtype="http://schema.org/Offer"><data itemprop="price" value="49"></data>
      <meta itemprop="priceCurrency" content="EUR"><link itemprop="availability" href="http://schema.org/InStock"></span></section>`,
    )
    $('article').removeAttr('typeof').removeAttr('vocab')
    const review = {
      '@type': 'Review',
      author: 'Ines Varga',
      reviewRating: { '@type': 'Rating', ratingValue: 5, bestRating: 5 },
      reviewBody: 'It rings like a bell, and so does my neighbour.',
    }
    $('body').append(
      `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@graph': [review] })}</script>`,
    )
  })
  expect(introduced(result)).toEqual([])
  expect(result).toMatchObject({ score: 100, pass: true })
})
