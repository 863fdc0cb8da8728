/**
 * A countdown on a page that is captured whole: what else is asked of it does not disturb its clock. And more draws and
 * odd pages than volatile.browser.test.ts has.
 */
import { expect, test } from 'vitest'
import type { Capture } from '../../server/capture/artifact.ts'
import { captureSite } from '../../server/capture/capture-site.ts'
import { content } from '../../server/suites/content/index.ts'
import { type Look, lookFor } from '../capture-pair.ts'
import { judgeBy } from '../suites/captures.ts'
import { type Handler, page, servePages } from './pages.ts'
import { expectVolatile, revealed, STILL, told as toldBy } from './volatile-pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

const told = (handler: Handler | string, others?: Record<string, Handler>) =>
  toldBy(openWith, handler, others)

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

test.concurrent('a number that the server sends on is volatile, one drawn by chance in the page is the same each time', async () => {
  let viewers = 0
  // One number each 0.7 s, of which the browser asks by itself: a stream without end keeps each load from coming to rest.
  const live: Handler = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(`retry: 700\ndata: ${++viewers}\n\n`)
  }
  const { texts } = await told(
    page(`${STILL}<p id="count">Nobody looks at this</p><p id="dice"></p><script>
      new EventSource('/live').onmessage = ({ data }) => { count.textContent = data + ' people look at this' }
      dice.textContent = 'You drew ' + Math.random()
    </script>`),
    { '/live': live },
  )
  expect(texts.length).toBeGreaterThan(0)
  expect(texts.filter(text => !/^\d+ people look at this$/.test(text))).toEqual([])
})

test.concurrent('a page in an old encoding is read as its browser reads it', async () => {
  const old = page(`${STILL}<p>Sillas de nuestra compa\xf1\xeda</p>`).replace(/<meta charset[^>]*>/i, '')
  const { texts } = await told((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(Buffer.from(old.replace(/<head>|$/, '$&<meta charset="windows-1252">'), 'latin1'))
  })
  expect(texts).toEqual([])
})

test('an animation that comes to visitors who asked for less motion as well', async () => {
  const { unseenWithMotion, texts } = await told(page(revealed('shown')))
  expect(unseenWithMotion).toBeUndefined()
  expect(texts).toEqual([])
})
