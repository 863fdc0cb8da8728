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
