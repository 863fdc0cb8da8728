/** Controls in a real browser: those that died are found, those that were built otherwise are not minded. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SuiteResult } from '../../../server/contract.ts'
import { functional } from '../../../server/suites/functional/index.ts'
import type { Mutation } from '../../mutations/page.ts'
import { openRebuiltPages, type RebuiltPages } from '../rebuilt-pages.ts'

const SITE = join(import.meta.dirname, '../../fixtures/sites/bistro')
type Edit = Pick<Mutation, 'apply'>

let pages: RebuiltPages
beforeAll(async () => {
  pages = await openRebuiltPages(functional, join(SITE, 'original'))
})
afterAll(() => pages?.close())

/** Each place of an issue that has several. */
const introduced = (result: SuiteResult | null) =>
  result!.issues
    .filter(({ status }) => status === 'introduced')
    .flatMap(({ members, ...issue }) => members ?? [issue])
    .map(({ key, severity }) => `${severity} ${key.replace('functional/', '')}`)
    .toSorted()

/** Every handler of what fits `selector` is stopped: it is there, and does nothing. */
const deaden = (selector: string) =>
  `<script>for (const type of ['click', 'pointerdown', 'mousedown', 'change']) addEventListener(type, event => { if (event.target.closest?.(${JSON.stringify(selector)})) { event.stopImmediatePropagation(); event.preventDefault() } }, true)</script>`

test.concurrent('the same page again', async () => {
  const result = await pages.judge(null)
  expect(introduced(result)).toEqual([])
  expect(result).toMatchObject({ score: 100, pass: true, inconclusive: false })
})

test.concurrent('built again by another hand', async () => {
  const html = await readFile(join(SITE, 'rebuilt/index.html'), 'utf8')
  const result = await pages.judge({
    apply: ({ $ }) => $.root().empty().append(html).length > 0,
  } as Edit)
  expect(introduced(result)).toEqual([])
  expect(result).toMatchObject({ score: 100, pass: true })
})

test.concurrent('handlers that are not there any more', async () => {
  const result = await pages.judge({
    apply: ({ $ }) =>
      $('head').append(deaden('.burger, [role=tab], .ask, #next, #gift, #theme, summary, #like')).length > 0,
  } as Edit)
  expect(introduced(result)).toEqual([
    // The tab of spring: what it shows is in view from the start.
    'minor behaviour:unprobed',
    'moderate behaviour:dead:button|dark colours|banner',
    'moderate behaviour:dead:generic|like this page|main',
    'serious behaviour:dead:button|give a voucher|main',
    'serious behaviour:dead:button|how do i get a table?|main',
    'serious behaviour:dead:button|is there a room for parties?|main',
    'serious behaviour:dead:button|may dogs come along?|main',
    'serious behaviour:dead:button|menu|banner',
    'serious behaviour:dead:button|next voice|main',
    'serious behaviour:dead:tab|autumn|main',
  ])
  expect(result!.pass).toBe(false)
})

test.concurrent('a menu that no mouse opens, data that does not come, controls that are gone', async () => {
  const result = await pages.judge({
    apply: ({ $, css }) => {
      css('nav li:hover > ul { display: none } nav li ul[style*=block] { display: block }')
      $('head').append(deaden('#stock'))
      $('#pay').remove()
      $('.ask').last().attr('disabled', '')
      $('#theme').css('display', 'none')
      // The script would throw at what is gone.
      $('body').append('<button id="pay" hidden></button>')
      $('body').append($('script').last().remove())
      return true
    },
  } as Edit)
  expect(introduced(result)).toEqual([
    'moderate controls:disabled:button|is there a room for parties?|main',
    'moderate controls:lost:button|dark colours|banner',
    'serious behaviour:dead:button|is it open today?|main',
    'serious behaviour:dead:link|kitchen|navigation',
    'serious controls:lost:button|pay by card|main',
  ])
  expect(result!.pass).toBe(false)
})

test.concurrent('a menu of a phone that nothing closes any more, over the page and in it', async () => {
  const withMenu = (style: string) =>
    pages.judge({
      apply: ({ $, css }) => {
        css(`@media (max-width: 767px) { nav.stays { display: block; ${style} } }`)
        return (
          $('head').append(
            "<script>addEventListener('click', event => { if (event.target.closest('.burger')) { event.stopImmediatePropagation(); document.querySelector('nav').classList.add('stays') } }, true)</script>",
          ).length > 0
        )
      },
    } as Edit)
  const over = await withMenu('position: absolute; top: 60px; background: #fff; z-index: 9')
  expect(introduced(over)).toContain('serious behaviour:stuck')
  expect(introduced(await withMenu('position: static'))).not.toContain('serious behaviour:stuck')
})

test.concurrent('a dialog that nothing closes any more', async () => {
  const result = await pages.judge({
    apply: ({ $ }) => $('head').append(deaden('#shut')).length > 0,
  } as Edit)
  expect(introduced(result)).toContain('serious behaviour:stuck')
  expect(result).toMatchObject({ pass: false })
})
