/** The suite in a real browser: defects are found, differences of a faithful rebuild are not minded. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SuiteResult } from '../../../server/contract.ts'
import { seo } from '../../../server/suites/seo/index.ts'
import { defects } from '../../mutations/defects/index.ts'
import { harmless } from '../../mutations/harmless/index.ts'
import type { PageEdit } from '../../mutations/page.ts'
import { openRebuiltPages, type RebuiltPages } from '../rebuilt-pages.ts'

const FOLDER = join(import.meta.dirname, '../../fixtures/sites/bakery/original')

let pages: RebuiltPages
beforeAll(async () => {
  pages = await openRebuiltPages(seo, FOLDER)
})
afterAll(() => pages?.close())

const introduced = (result: SuiteResult | null) =>
  result!.issues
    .filter(({ status }) => status === 'introduced')
    .map(({ key, severity }) => `${severity} ${key}`)
    .toSorted()

async function judge(...edits: { apply(edit: PageEdit): unknown }[]) {
  return pages.judge({
    async apply(edit) {
      for (const { apply } of edits) await apply(edit)
      return true
    },
  })
}

test('the same page again', async () => {
  const result = await judge()
  expect(introduced(result)).toEqual([])
  expect(result).toMatchObject({ score: 100, pass: true })
  expect(result!.checks.map(({ outcome }) => outcome)).toEqual(Array(result!.checks.length).fill('assessed'))
})

test('every defect that must fail the suite', async () => {
  const known = [
    'meta noindex',
    "another page's title",
    'canonical to another page',
    'h1 to div',
    'lang removed',
  ]
  const result = await judge(...known.map(name => defects.find(one => one.name === name)!))
  expect(introduced(result)).toEqual([
    'critical seo/canonical:other',
    'serious seo/headings:h1',
    'serious seo/indexable',
    'serious seo/lang:missing',
    'serious seo/title:changed',
  ])
  expect(result!.pass).toBe(false)
})

test('what must be raised', async () => {
  const result = await judge({
    apply({ $ }) {
      $('meta[name=description]').remove()
      $('link[hreflang=de]').remove()
      $('h2')
        .first()
        .replaceWith(`<h4>${$('h2').first().html()}</h4>`)
      $('h2')
        .last()
        .replaceWith(`<p>${$('h2').last().html()}</p>`)
    },
  })
  expect(introduced(result)).toEqual([
    'moderate seo/description:lost',
    'moderate seo/headings:skip:from the oven',
    'moderate seo/headings:text:write to us',
    'serious seo/lang:alternate:de',
  ])
})

test('everything harmless at once', async () => {
  const result = await judge(...harmless)
  expect(introduced(result)).toEqual([])
  expect(result).toMatchObject({ score: 100, pass: true })
})
