/** More pages whose controls are operated than probes.browser.test.ts has: other ways to close, to hold, to seek and to choose. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { probes } from '../../server/capture/collectors/probes/index.ts'
import { serve } from '../serve.ts'
import { servePages } from './pages.ts'
import {
  bowl,
  drawing,
  expectClosed,
  expectClosers,
  expectMenu,
  expectScrolling,
  expectSearches,
} from './probed-pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

test.concurrent('what is opened over the page is closed by what closes it, or is stuck', () =>
  expectClosed(openWith, ['icon']))

test.concurrent('a button of a dialog that does not close it is known by a second press as it is at rest', () =>
  expectClosers(openWith, ['works', 'fading', 'unseen']))

test.concurrent('whether the page can be scrolled again after what was opened is closed', () =>
  expectScrolling(openWith, ['menu', 'held-viewer']))

test.concurrent.each([
  [
    'an address in the page',
    '<a href="#nav" id="toggle"><svg width="24" height="24"><path d="M0 4h24M0 12h24"/></svg></a>',
  ],
])('a menu button with %s', (_, toggle) => expectMenu(openWith, toggle))

test.concurrent('the first card of a list that a form holds whose fields are called as members of nodes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cutover-test-'))
  const drawn =
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="99" height="99"/></svg>'
  await writeFile(join(folder, 'shirt.svg'), drawn)
  const site = await serve(folder)
  try {
    // A form gives its field of the name `children` in place of them.
    const room = (name: string) =>
      `<article><img src="/shirt.svg" alt="" width="300" height="300"><b>${name}</b></article>`
    await writeFile(
      join(folder, 'rooms.html'),
      `<!doctype html><title>Rooms</title><style>article { width: 310px; float: left }</style><form>
${['Garden', 'Harbour', 'Attic'].map(room).join('')}<select name="children"><option>1</select>
<select name="parentElement"><option>1</select><select name="closest"><option>1</select></form><script>
document.querySelector('article').onclick = () => document.body.append('Two beds and a view of the garden')</script>`,
    )
    await openWith(`${site.origin}/rooms.html`, async session => {
      const { wide } = await probes(session)
      expect(wide.probes.map(({ name, card }) => [name, card])).toEqual([
        ['Garden', ['Garden', 'Harbour', 'Attic']],
      ])
    })
  } finally {
    await Promise.all([site.close(), rm(folder, { recursive: true })])
  }
})

test.concurrent('a search field finds what is written into it, or nothing', () =>
  expectSearches(openWith, ['/idle', '/none']))

test.concurrent('of a page that shows no price, what a choice changes that shows one', async () => {
  const host = await servePages({
    '/free': bowl('Ask us'),
    '/white.svg': drawing('#fff'),
    '/black.svg': drawing('#111'),
  })
  try {
    await openWith(`${host.origin}/free`, async session => {
      const { settings } = (await probes(session)).wide
      expect(settings!.steps.map(({ value }) => value)).toEqual(['Large', 'Small'])
    })
  } finally {
    host.close()
  }
})
