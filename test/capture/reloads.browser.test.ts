import { expect, test } from 'vitest'
import type { Capture } from '../../server/capture/artifact.ts'
import { captureSite } from '../../server/capture/capture-site.ts'
import { layoutAt } from '../../server/capture/collectors/layouts.ts'
import { DESKTOP } from '../../server/lib/widths.ts'
import { page, servePages } from './pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

const LONG = '<h1>Board</h1><p>The latest of it</p><div style="height: 1500px"></div><p>End</p>'

test.each([
  ['by a timer', page(`${LONG}<script>setTimeout(() => location.reload(), 1000)</script>`)],
  ['by its head', page(LONG, '<meta http-equiv="refresh" content="1">')],
])('a page that loads itself again each second %s is captured whole', async (_, html) => {
  const server = await servePages({ '/': html })
  let capture: Capture | undefined
  await openWith(`${server.origin}/`, async session => {
    capture = (await captureSite(session)).capture
  })
  await server.close()
  const failed = Object.entries(capture!.artifacts).filter(([, collected]) => !collected.ok)
  expect(failed.map(([name]) => name).sort()).toEqual(['catalog', 'lighthouse', 'urls'])
  expect(capture!.artifacts.screens).toMatchObject({
    value: [{ width: 375 }, { width: 768 }, { width: 1440 }],
  })
})

test('a page that leads elsewhere after a second is followed', async () => {
  const server = await servePages({
    '/': page(`<h1>Moved</h1><script>setTimeout(() => { location.href = '/new' }, 1000)</script>`),
    '/new': page('<h1>The new place</h1>'),
  })
  let texts: string[] = []
  await openWith(`${server.origin}/`, async session => {
    texts = (await layoutAt(session, DESKTOP)).blocks.map(({ text }) => text)
  })
  await server.close()
  expect(texts).toEqual(['The new place'])
})
