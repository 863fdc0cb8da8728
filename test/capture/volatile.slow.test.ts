/**
 * A countdown on a page that is captured whole: what else is asked of it does not disturb its clock. And more draws than
 * volatile.browser.test.ts has.
 */
import { expect, test } from 'vitest'
import type { Capture } from '../../server/capture/artifact.ts'
import { captureSite } from '../../server/capture/capture-site.ts'
import { content } from '../../server/suites/content/index.ts'
import { type Look, lookFor } from '../capture-pair.ts'
import { judgeBy } from '../suites/captures.ts'
import { page, servePages } from './pages.ts'
import { expectVolatile, STILL } from './volatile-pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

const countdown = (days: number) => `<div style="display:flex;gap:9px;font-size:40px">
  ${['days', 'hours', 'minutes', 'seconds'].map(unit => `<div><p id="${unit}"></p><h3>${unit}</h3></div>`).join('')}</div>
  <p>We are open for 23 hours a day</p>
  <script>
    let left = ${days * 86_400}
    const turn = () => {
      left--
      const parts = { days: left / 86400, hours: (left / 3600) % 24, minutes: (left / 60) % 60, seconds: left % 60 }
      for (const [id, value] of Object.entries(parts)) document.getElementById(id).textContent = Math.floor(value)
    }
    turn()
    setInterval(turn, 1000)
  </script>`

test('of a countdown from each load on, no number is compared', async () => {
  const pages = { '/': page(STILL + countdown(14)), '/new': page(STILL + countdown(9)) }
  const server = await servePages(pages)
  const captured = async (path: string, look: Look) => {
    let found: Capture | undefined
    await openWith(server.origin + path, async session => {
      found = (await look(session)).capture
    })
    return found!
  }
  const pair = {
    original: await captured('/', captureSite),
    rebuilt: await captured('/new', lookFor(content.needs)),
  }
  const { volatile } = pair.original.artifacts
  expect(volatile.ok && volatile.value.texts.toSorted()).toEqual(['13', '23', '59', '57'].toSorted())
  expect(judgeBy(content, pair.original, pair.rebuilt)).toMatchObject({ pass: true, score: 100 })
  await server.close()
})

test.each([
  ['two', [1, 1, 1, 2]],
  ['three', [1, 1, 3, 2]],
])('a choice among %s is volatile, though two loads show the same', (_, variants) =>
  expectVolatile(openWith, variants),
)
