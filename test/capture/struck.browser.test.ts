/** A line through a text is drawn by what it stands in as well, and not over what leaves the flow. */
import { expect, test } from 'vitest'
import { layoutAt } from '../../server/capture/collectors/layouts.ts'
import { servePages } from './pages.ts'
import { openWith } from './with-session.ts'

const PAGE = `<!doctype html><meta charset="utf-8"><title>Lines</title><main>
<p><s>All <b>of it</b></s></p><p>1234 <del>5678</del></p><p style="text-decoration: underline">Underlined</p>
<div style="text-decoration: line-through"><p>Below a box</p><p style="text-decoration: none">Not undone</p>
<p style="float: left">Floating</p><p style="position: absolute">Placed</p><p><span style="display: inline-block">Boxed</span></p></div>
<p style="clear: both"><s style="text-decoration: none">Plain s</s></p>
<p style="text-decoration: line-through; text-decoration-color: transparent">Unseen line</p></main>`

test('texts that are struck through', async () => {
  const site = await servePages({ '/': PAGE })
  try {
    await openWith(`${site.origin}/`, async session => {
      const { blocks } = await layoutAt(session, 1440)
      expect(blocks.map(({ text, struck }) => [text, struck])).toEqual([
        ['All of it', 1],
        ['1234 5678', 0.5],
        ['Underlined', undefined],
        ['Below a box', 1],
        ['Not undone', 1],
        ['Floating', undefined],
        ['Placed', undefined],
        ['Boxed', undefined],
        ['Plain s', undefined],
        ['Unseen line', undefined],
      ])
    })
  } finally {
    await site.close()
  }
})
