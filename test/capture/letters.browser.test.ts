/** A heading is one text, however a script that animates it cuts it into letters and words. */
import { expect, test } from 'vitest'
import { layoutAt } from '../../server/capture/collectors/layouts.ts'
import { servePages } from './pages.ts'
import { openWith } from './with-session.ts'

const box = (tag: string, text: string) => `<${tag} style="display: inline-block">${text}</${tag}>`
const letters = (word: string) => [...word].map(letter => box('span', letter)).join('')
const PAGE = `<!doctype html><meta charset="utf-8"><title>Letters</title><main>
<h1>${box('div', letters('Life'))} ${box('div', letters('at'))} ${box('div', letters('sea'))}</h1>
<h2>${letters('Harbour')}</h2>
<h3>${box('span', 'The')}${box('span', 'crew')}</h3>
<h3>${box('span', 'New')}Summer menu</h3>
<p>${letters('Ahoy')}</p>
<p>&#xf015;Ashore by noon<span>│</span></p>
<p>${letters('12')}</p>
<p>${box('a', 'Rooms')}${box('a', 'Prices')}</p>
<div>${box('span', 'Guests')}${box('span', '10')}</div>
<p><a style="padding: 0 8px">Boats</a><a style="padding: 0 8px">Nets</a></p>
<ul><li style="display: inline; margin: 0 1em"><a>Cod</a></li><li style="display: inline"><b>Eel</b></li></ul>
<p><b>Har</b><i>bour</i><span style="padding: 0 8px">s</span></p>
<video src="/none.mp4"><p>No film here</p>Your browser plays no films.</video><audio controls>No sound</audio>
<canvas>No drawing</canvas><meter value=".7">7 of 10</meter><progress value=".7">70 %</progress></main>`

test('letters and words that have boxes of their own', async () => {
  const site = await servePages({ '/': PAGE })
  try {
    await openWith(`${site.origin}/`, async session => {
      const { blocks } = await layoutAt(session, 1440)
      expect(blocks.map(({ kind, text }) => [kind, text])).toEqual([
        ['heading', 'Life at sea'],
        ['heading', 'Harbour'],
        ['heading', 'The crew'],
        ['heading', 'New Summer menu'],
        ['paragraph', 'Ahoy'],
        ['paragraph', 'Ashore by noon'],
        ['paragraph', '1'],
        ['paragraph', '2'],
        ['link', 'Rooms'],
        ['link', 'Prices'],
        ['paragraph', 'Guests'],
        ['paragraph', '10'],
        ['paragraph', 'Boats Nets'],
        ['list-item', 'Cod Eel'],
        ['paragraph', 'Harbour s'],
      ])
    })
  } finally {
    await site.close()
  }
})

test('letters of a drawing have the size in which they are seen, and its fill', async () => {
  const site = await servePages({
    '/': '<svg viewBox="0 0 400 200" width="100" height="50"><text y="90" font-size="80" fill="#185fa5">1830</text></svg>',
  })
  try {
    await openWith(`${site.origin}/`, async session => {
      const { blocks } = await layoutAt(session, 1440)
      expect(blocks.map(({ text, style: { size, colour } }) => [text, size, colour])).toEqual([
        ['1830', 20, 'rgb(24, 95, 165)'],
      ])
    })
  } finally {
    await site.close()
  }
})
