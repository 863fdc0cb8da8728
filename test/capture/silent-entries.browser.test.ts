/** Entries of a list that scripts listen to are operated, though neither a role nor a cursor says that they may be. */
import { expect, test } from 'vitest'
import { probes } from '../../server/capture/collectors/probes/index.ts'
import { servePages } from './pages.ts'
import { openWith } from './with-session.ts'

const NAMES = ['Ada Byron', 'Alan Moss', 'Grace Field']
const list = (id: string) =>
  `<div id="${id}">${NAMES.map(name => `<div style="width: 300px; padding: 20px"><p>${name} of ${id}</p></div>`).join('')}</div><p id="${id}-said">Ada likes the bread of ${id}</p>`
const PAGE = `<!doctype html><meta charset="utf-8"><title>Guests</title><main><h1>Guests</h1>
${['pressed', 'hovered', 'still'].map(list).join('')}</main>
<script>
  const said = ['Ada likes the bread', 'Alan comes for the soup', 'Grace stays for the view']
  for (const [id, event] of [['pressed', 'click'], ['hovered', 'mouseenter']])
    [...document.getElementById(id).children].forEach((entry, at) =>
      entry.addEventListener(event, () => { document.getElementById(id + '-said').textContent = said[at] + ' of ' + id }))
</script>`

test('entries of lists that listen to presses or to the mouse', async () => {
  const site = await servePages({ '/': PAGE })
  try {
    await openWith(`${site.origin}/`, async session => {
      const { wide } = await probes(session)
      const shown = Map.groupBy(wide.probes, ({ way }) => way)
      const by = (way: string) =>
        shown
          .get(way as 'press')
          ?.map(({ name, revealed }) => [name, revealed])
          .slice(1)
      expect(by('press')).toEqual([
        ['Alan Moss of pressed', ['Alan comes for the soup of pressed']],
        ['Grace Field of pressed', ['Grace stays for the view of pressed']],
      ])
      expect(by('hover')).toEqual([
        ['Alan Moss of hovered', ['Alan comes for the soup of hovered']],
        ['Grace Field of hovered', ['Grace stays for the view of hovered']],
      ])
      expect(wide.probes).toHaveLength(6)
    })
  } finally {
    await site.close()
  }
})
