/** Controls in a real browser: those that died are found, those that were built otherwise are not minded. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RebuiltPages } from '../rebuilt-pages.ts'
import { deaden, type Edit, introduced, openBistro, SITE } from './bistro.ts'

let pages: RebuiltPages
beforeAll(async () => {
  pages = await openBistro()
})
afterAll(() => pages?.close())

test.concurrent('the same page again', { tags: 'variant' }, async () => {
  const result = await pages.judge(null)
  expect(introduced(result)).toEqual([])
  expect(result).toMatchObject({ score: 100, pass: true, inconclusive: false })
})

test.concurrent('built again by another hand', { tags: 'variant' }, async () => {
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

test.concurrent('a menu that no mouse opens, data that does not come, controls that are gone', {
  tags: 'variant',
}, async () => {
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
