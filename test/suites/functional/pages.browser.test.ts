/** The suite in a real browser: defects are found, differences of a faithful rebuild are not minded. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SuiteResult } from '../../../server/contract.ts'
import { functional } from '../../../server/suites/functional/index.ts'
import { defects } from '../../mutations/defects/index.ts'
import { harmless } from '../../mutations/harmless/index.ts'
import type { Mutation } from '../../mutations/page.ts'
import { openRebuiltPages, type RebuiltPages } from '../rebuilt-pages.ts'

type Edit = Pick<Mutation, 'name' | 'apply'>

/** What the shared defects of the suite lack. */
const more: Edit[] = [
  { name: 'form lost', apply: ({ $ }) => $('form').remove().length > 0 },
  {
    name: 'navigation that leads nowhere',
    apply: ({ $ }) => $('nav li a, nav > a').eq(2).attr('href', '#').length > 0,
  },
  {
    name: 'call to action as a box',
    apply: ({ $ }) => {
      const link = $('a.button').first()
      link.replaceWith(`<div class="button">${link.html()}</div>`)
      return link.length > 0
    },
  },
  {
    name: 'section without its id',
    apply: ({ $ }) =>
      $($('nav a[href^="#"]:not(.navbar-brand)').last().attr('href')!).removeAttr('id').length > 0,
  },
  {
    name: 'style sheet 404',
    apply: ({ $ }) => $('head').append('<link rel="stylesheet" href="css/missing.css">').length > 0,
  },
]
const known = [...defects.filter(({ suite }) => suite === 'functional'), ...more]

/** Several independent changes in one page: a look takes seconds. */
function together(edits: Edit[]): Pick<Mutation, 'apply'> {
  return {
    async apply(edit) {
      for (const { apply } of edits) await apply(edit)
      return true
    },
  }
}
const named = (...names: string[]) => together(names.map(name => known.find(one => one.name === name)!))

const introduced = (result: SuiteResult | null) =>
  result!.issues
    .filter(({ status }) => status === 'introduced')
    .map(({ key, severity }) => `${severity} ${key.replace('functional/', '')}`)
    .toSorted()

const BAKERY = join(import.meta.dirname, '../../fixtures/sites/bakery/original')

let pages: RebuiltPages
beforeAll(async () => {
  pages = await openRebuiltPages(functional, BAKERY)
})
afterAll(() => pages?.close())

test.concurrent('the same page again', { tags: 'variant' }, async () => {
  const result = await pages.judge(null)
  expect(introduced(result)).toEqual([])
  expect(result).toMatchObject({ score: 100, pass: true, inconclusive: false })
})

test.concurrent('what breaks while the page loads, and where it leads', async () => {
  const result = await pages.judge(
    named('submit disabled', 'exception on load', 'script 404', 'mailto lost', 'dead link in the navigation'),
  )
  expect(introduced(result)).toEqual([
    "moderate health:exception:cannot read properties of undefined (reading 'cart')",
    'moderate health:script:missing-chunk.js',
    'serious forms:write to us:submit-disabled:send message',
    'serious links:dead:/gone-for-good',
    'serious links:retargeted:hello@millstone.example:mailto:hello@millstone.example',
  ])
  expect(result!.pass).toBe(false)
})

test.concurrent('what is no longer there', { tags: 'variant' }, async () => {
  const result = await pages.judge(
    named(
      'field removed',
      'action changed',
      'style sheet 404',
      'call to action as a box',
      'section without its id',
    ),
  )
  expect(introduced(result)).toEqual([
    'moderate health:style:missing.css',
    'serious forms:write to us:action',
    'serious forms:write to us:field:name',
    'serious links:fragment:#delivery',
    'serious links:lost:order for tomorrow:/order.html',
  ])
})

test.concurrent('a form lost', async () => {
  const result = await pages.judge(named('form lost', 'navigation that leads nowhere'))
  expect(introduced(result)).toEqual([
    // The page has addresses to write to as well.
    'serious forms:write to us:lost',
    'serious links:retargeted:cakes:/cakes.html',
  ])
  expect(result!.pass).toBe(false)
})

// A page with a folding menu and dialogs is judged by all suites in e2e/verdicts.
test.concurrent('everything harmless at once', { tags: 'variant' }, async () => {
  const result = await pages.judge(together([...harmless]))
  expect(introduced(result)).toEqual([])
  expect(result!.score).toBeGreaterThan(98)
})
