import { expect, test } from 'vitest'
import { layoutAt } from '../../server/capture/collectors/layouts.ts'
import { MOBILE } from '../../server/lib/widths.ts'
import { page, servePages } from './pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

const CODE = 'let tide = high water at the outer quay, plus or minus the wind of the day'
const code = (style: string) =>
  `<pre style="margin: 0; ${style}"><code style="display: block; overflow-x: auto">${CODE}</code></pre>`

test.each<[string, string, { lost: boolean; scroller: boolean }]>([
  [
    'a box that grows with its content, in the middle of what cuts it off',
    `<div style="overflow: hidden; display: flex; flex-direction: column; align-items: center"><div>${code('')}</div></div>`,
    { lost: true, scroller: false },
  ],
  ['a box that scrolls', `<div style="overflow: hidden">${code('')}</div>`, { lost: false, scroller: true }],
  [
    'a box around it that scrolls',
    `<div style="overflow: hidden"><div style="overflow-x: auto">${code('width: max-content')}</div></div>`,
    { lost: false, scroller: true },
  ],
  [
    'a box in which it wraps, but for the blanks at the end of a line',
    `<pre style="margin: 0; width: 300px; overflow: hidden; white-space: pre-wrap">${CODE.replace('at the', `at${' '.repeat(60)}the`)}</pre>`,
    { lost: false, scroller: false },
  ],
  [
    'a mask of its own around each half of it',
    `<h2>${[CODE.slice(0, 21), CODE.slice(22)].map(half => `<span style="display: inline-block; overflow: hidden"><span>${half}</span></span>`).join(' ')}</h2>`,
    { lost: false, scroller: false },
  ],
  [
    'the left of the page, where nothing scrolls to',
    `<p style="margin-left: -120px; width: max-content">${CODE}</p>`,
    { lost: true, scroller: false },
  ],
  [
    'the right of the page, which is scrolled to',
    `<p style="width: max-content">${CODE}</p>`,
    { lost: false, scroller: false },
  ],
])('what is beyond %s', async (_, body, expected) => {
  const site = await servePages({ '/': page(`<main>${body}</main>`) })
  await openWith(`${site.origin}/`, async session => {
    const { blocks } = await layoutAt(session, MOBILE)
    const [{ lost = 0, scroller, state } = {}] = blocks.filter(({ text }) => text === CODE)
    expect({ lost: lost > 0.1, scroller, state }).toEqual({ ...expected, state: 'visible' })
  })
  await site.close()
})
