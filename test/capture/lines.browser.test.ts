import { expect, test } from 'vitest'
import { layoutAt } from '../../server/capture/collectors/layouts.ts'
import { DESKTOP } from '../../server/lib/widths.ts'
import { page, servePages } from './pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

test('lines of a text are counted, and what is raised or set in another font is on its line', async () => {
  const site = await servePages({
    '/': page(
      `<main><h1>Harbour<sup>®</sup></h1>
       <p style="font: 15px/22px sans-serif; width: 300px">One boat with the <code>%</code> of the tide,
         and another one of <code>%%</code> that lands after it</p>
       <div style="font: 40px/14px sans-serif; width: 300px">Fish from our own boats, every day of the week</div>
       <h2 style="width: 260px; text-indent: 140px">The outer quay</h2>
       <pre>tide {\n  high: 4\n  low: 1\n}</pre>
       <pre><span class="row">fish {</span><span class="row">  cod: 2</span><span class="row">}</span></pre>
       <pre style="white-space: pre-wrap; width: 200px">tide --high 4 --low 1 --boats all --quay outer --until noon</pre>
       <pre style="white-space: normal">boat {\n  crew: 3\n}</pre></main>`,
      '<style>h1 { font: 48px/1.1 sans-serif } sup { font-size: 90%; top: -0.5em; position: relative; vertical-align: baseline }' +
        'code { font: 14px monospace; vertical-align: 6px } .row { display: block }</style>',
    ),
  })
  await openWith(`${site.origin}/`, async session => {
    const { blocks } = await layoutAt(session, DESKTOP)
    expect(blocks.slice(0, 4).map(({ text, lines }) => [text.slice(0, 8), lines])).toEqual([
      ['Harbour®', 1],
      ['One boat', 2],
      ['Fish fro', 4],
      ['The oute', 2],
    ])
    expect(
      blocks.flatMap(({ text, rows, indents }) => (indents === undefined ? [] : [[text, rows, indents]])),
    ).toEqual([
      ['tide { high: 4 low: 1 }', 4, 2],
      ['fish { cod: 2 }', 3, 1],
      ['tide --high 4 --low 1 --boats all --quay outer --until noon', 1, 0],
      ['boat { crew: 3 }', undefined, 0],
    ])
  })
  await site.close()
})
