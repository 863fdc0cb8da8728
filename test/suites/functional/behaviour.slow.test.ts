/** What nothing closes any more: a menu of a phone and a dialog, each on a copy of the page of its own. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RebuiltPages } from '../rebuilt-pages.ts'
import { deaden, type Edit, introduced, openBistro } from './bistro.ts'

let pages: RebuiltPages
beforeAll(async () => {
  pages = await openBistro()
})
afterAll(() => pages?.close())

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
