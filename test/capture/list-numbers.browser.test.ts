/** The numbers that browsers draw before the entries of lists are known of the texts that they stand before. */
import { expect, test } from 'vitest'
import { layoutAt } from '../../server/capture/collectors/layouts.ts'
import { page, servePages } from './pages.ts'
import { openWith } from './with-session.ts'

const PAGE = page(
  `<main><ol start="3" reversed><li>Print<li><p>Value</p><p>In its own words</p><li value="9">Raw<ul><li>Hex</ul><li>Binary</ol>
<ol reversed><li>Silver<li>Gold</ol><ol style="list-style: upper-roman"><li><b>One</b> of many</ol>
<ol class="bare"><li>Menu</ol><ol class="unmarked"><li>Plain</ol><ol style="list-style-type: square"><li>Box</ol>
<ol><li style="display: block">Block<li>First</ol><ol><div><li>Wrapped</div><div><li><style>b { top: 0 }</style><i>Again</i></div></ol>
<ol class="clear"><li>Unseen</ol><ol class="own"><li>Counted by styles</ol><p>No list</p></main>`,
  '<style>.clear li::marker { color: transparent } .own { counter-reset: list-item 5 } .bare { list-style: none } .unmarked li::marker { content: "" }</style>',
)

test('start, value and reversed are heard, and what draws none has none', async () => {
  const site = await servePages({ '/': PAGE })
  try {
    await openWith(`${site.origin}/`, async session => {
      const { blocks } = await layoutAt(session, 1440)
      expect(blocks.map(({ text, numbered }) => [text, numbered])).toEqual([
        ['Print', 3],
        ['Value', 2],
        ['In its own words', undefined],
        ['Raw', 9],
        ['Hex', undefined],
        ['Binary', 8],
        ['Silver', 2],
        ['Gold', 1],
        ['One of many', 1],
        ['Menu', undefined],
        ['Plain', undefined],
        ['Box', undefined],
        ['Block', undefined],
        ['First', 1],
        ['Wrapped', 1],
        ['Again', 2],
        ['Unseen', undefined],
        ['Counted by styles', undefined],
        ['No list', undefined],
      ])
    })
  } finally {
    await site.close()
  }
})
