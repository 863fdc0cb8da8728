/** A dialog with one field: Tab leads from it out of the page, where no key reaches what listens in the dialog. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keyboard } from '../../server/capture/collectors/keyboard/index.ts'
import { serve } from '../serve.ts'
import { openWith } from './with-session.ts'

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Manual</title>
<body><main><h1>Manual</h1><p>All about it.</p><button id="open" aria-haspopup="dialog">Search</button></main>
<dialog id="search" aria-label="Search the manual"><input type="search" aria-label="Words"></dialog>
<script>
const dialog = document.getElementById('search')
document.getElementById('open').addEventListener('click', () => dialog.showModal())
window.addEventListener('keydown', event => {
  const { key, target } = event
  // What Tab does at the last stop of a page; a browser without a window has nowhere else to go.
  if (key === 'Tab' && dialog.open) {
    event.preventDefault()
    target.blur()
  }
  if (key === 'Escape') document.title += ' ' + target.localName
}, true)
</script></body></html>`

/** It holds the page still while its dialog is open; `cleanUp` lets go of it. */
const locking = (
  cleanUp: string,
) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Terms</title>
<body><main style="height: 3000px"><h1>Terms</h1><button id="open" aria-haspopup="dialog">Read them</button></main>
<dialog id="terms" aria-label="Terms"><button id="close">Close</button></dialog>
<script>
const dialog = document.getElementById('terms')
document.getElementById('open').addEventListener('click', () => {
  document.body.style.overflow = 'hidden'
  dialog.showModal()
})
document.getElementById('close').addEventListener('click', () => dialog.close())
${cleanUp}
</script></body></html>`

test.each([
  [
    "document.getElementById('close').addEventListener('click', () => { document.body.style.overflow = '' })",
    true,
  ],
  [
    "dialog.addEventListener('close', () => setTimeout(() => { document.body.style.overflow = '' }, 200))",
    undefined,
  ],
])('whether the page can be scrolled once Escape has closed the dialog: %s', async (cleanUp, locked) => {
  const folder = await mkdtemp(join(tmpdir(), 'cutover-test-'))
  await writeFile(join(folder, 'index.html'), locking(cleanUp))
  const site = await serve(folder)
  try {
    await openWith(`${site.origin}/`, async session => {
      const { dialogs } = await keyboard(session)
      expect(dialogs.map(({ way, locked }) => [way, locked])).toEqual([['escape', locked]])
    })
  } finally {
    await Promise.all([site.close(), rm(folder, { recursive: true })])
  }
})

test('Escape is pressed where the focus was', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cutover-test-'))
  await writeFile(join(folder, 'index.html'), PAGE)
  const site = await serve(folder)
  try {
    await openWith(`${site.origin}/`, async session => {
      const { dialogs } = await keyboard(session)
      expect(dialogs).toMatchObject([{ opened: true, name: 'Search the manual', way: 'escape' }])
      expect(await (await session.at(1440)).page.title()).toBe('Manual input')
    })
  } finally {
    await Promise.all([site.close(), rm(folder, { recursive: true })])
  }
})
