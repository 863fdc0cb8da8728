/** Program text is one text, however a highlighter cuts it into lines; lists of links have markers or none. */
import { expect, test } from 'vitest'
import { layoutAt } from '../../server/capture/collectors/layouts.ts'
import { servePages } from './pages.ts'
import { openWith } from './with-session.ts'

const PAGE = `<!doctype html><meta charset="utf-8"><title>Listings</title><main>
<pre>cd mill
make <b>bread</b></pre>
<pre><code><span style="display: flex"><span>cd mill</span></span><span style="display: flex"><span>make <b>bread</b></span></span></code></pre>
<pre style="display: flex"><code style="display: block"><div>cd mill</div><div>make <span style="display: contents">br</span>ead</div><br></code></pre>
<pre><button>Copy</button><code>cd mill<br>make bread</code></pre>
<div><span style="display: flex">cd mill</span><span style="display: flex">make bread</span></div></main>
<style>.own li::marker { content: none }</style>
<nav><ul><li><a href="/a">Marked</a></ul><ul style="list-style: none"><li><a href="/b">Without</a></ul>
<ol style="overflow: hidden; padding: 0"><li><a href="/c">Cut off</a></ol><ul class="own"><li><a href="/d">Taken away</a></ul>
<ol style="padding: 0; list-style-position: inside"><li><a href="/e">Numbered</a></ol>
<ul><li style="display: flex"><a href="/f">In a row</a></ul><a href="/g">Alone</a></nav>`

test('lines of program text', async () => {
  const site = await servePages({ '/': PAGE })
  try {
    await openWith(`${site.origin}/`, async session => {
      const { blocks, controls } = await layoutAt(session, 1440)
      const links = controls.filter(({ role }) => role === 'link')
      expect(links.map(({ name, marked }) => [name, marked])).toEqual([
        ['Marked', true],
        ['Without', false],
        ['Cut off', false],
        ['Taken away', false],
        ['Numbered', true],
        ['In a row', false],
        ['Alone', false],
      ])
      const whole = 'cd mill make bread'
      expect(blocks.slice(0, 7).map(({ text }) => text)).toEqual([
        whole,
        whole,
        whole,
        'Copy',
        whole,
        'cd mill',
        'make bread',
      ])
      expect(blocks.slice(0, 2).map(({ lines }) => lines)).toEqual([2, 2])
    })
  } finally {
    await site.close()
  }
})
