import { expect, test } from 'vitest'
import { excuseBoth } from '../../server/capture/collectors/volatile/both-sides.ts'
import { judge } from '../../server/scan/judge.ts'
import { content } from '../../server/suites/content/index.ts'
import { lookFor } from '../capture-pair.ts'
import { type Handler, page, servePages } from './pages.ts'
import { expectVolatile, quote, revealed, rotating, STILL, told as toldBy } from './volatile-pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

const told = (handler: Handler | string, others?: Record<string, Handler>) =>
  toldBy(openWith, handler, others)

/** One among two and three: volatile.slow.test.ts. */
test.concurrent('a choice among five is volatile, though two loads show the same', { tags: 'variant' }, () =>
  expectVolatile(openWith, [4, 4, 4, 5, 1, 2, 3]),
)

test.concurrent('what the mobile load alone showed in its place is volatile too', {
  tags: 'variant',
}, async () => {
  let visit = 0
  const { texts } = await told((request, response) => {
    const variant = request.headers['user-agent']?.includes('Mobile') ? 'told to phones only' : visit++ % 2
    const body = `${STILL}<p id="quote">Quote ${variant}</p>`
    response.writeHead(200, { 'content-type': 'text/html' }).end(page(body))
  })
  expect(texts.toSorted()).toEqual(['Quote 0', 'Quote told to phones only'])
})

test.concurrent('times and numbers of the server are volatile, and what stands beside them is not', async () => {
  let visit = 0
  const { texts } = await told((_, response) => {
    visit++
    const body = `${STILL}<p>Made at ${1_700_000_000 + visit}</p><div style="display:flex"><b>${40 + visit}</b><span>people look at this</span></div>`
    const head = `<meta name="csrf" content="${visit}">`
    response.writeHead(200, { 'content-type': 'text/html' }).end(page(body, head))
  })
  expect(texts.filter(text => /^Made at \d+$/.test(text)).length).toBeGreaterThan(0)
  expect(texts.filter(text => /^\d\d$/.test(text)).length).toBeGreaterThan(0)
  expect(texts.filter(text => !/^(Made at \d+|\d\d)$/.test(text))).toEqual([])
})

test.concurrent('the time of day is volatile, where a script writes it once too, and the day is not', {
  tags: 'variant',
}, async () => {
  const { texts } = await told(
    page(`${STILL}<p id="time"></p><p id="day"></p><script>
      const now = new Date()
      time.textContent = 'It is ' + now.toTimeString().slice(0, 5) + ' and we are open'
      day.textContent = 'Today is ' + now.toDateString()
    </script>`),
  )
  expect(texts.toSorted()).toEqual(['It is 12:00 and we are open', 'It is 13:01 and we are open'])
})

test.concurrent('a page that is the same for all, or draws by chance, has nothing volatile, nor what only who asked for less motion sees, and is asked as by its own browser', async () => {
  const { texts, images, visits, unseenWithMotion } = await told(
    page(
      `${STILL}<img src="/a.png" alt="A"><p id="dice"></p><script>dice.textContent = 'You drew ' + Math.random()</script><style>@media (prefers-reduced-motion: reduce) { p { transition: none } }</style>`,
    ),
  )
  expect([texts, images]).toEqual([[], []])
  expect(unseenWithMotion).toBeUndefined()
  const agents = new Set(
    visits.map(({ headers }) => headers['user-agent']).filter(agent => !agent?.includes('Mobile')),
  )
  expect(agents.size).toBe(1)
})

test.concurrent('a picture of some visits is told by its whole address', { tags: 'variant' }, async () => {
  const { images } = await told(
    rotating([1, 1, 2], variant => `<img src="/banner-${variant}.png" alt="Banner" width="80" height="40">`),
  )
  expect(images).toEqual([expect.stringMatching(/^http:.*\/banner-1\.png$/)])
})

test.concurrent('a text that the other page shows for good is excused, whichever of the two rotates', async () => {
  const changing = await servePages({ '/': rotating([1, 1, 2], quote) })
  const still = await servePages({ '/': page(STILL + quote(2)) })
  await openWith(`${changing.origin}/`, async rotates => {
    await openWith(`${still.origin}/`, async stands => {
      const look = lookFor(content.needs)
      const rotating = (await look(rotates)).capture
      const standing = (await look(stands)).capture
      for (const side of ['original', 'rebuilt'] as const) {
        const [one, other] = structuredClone([rotating, standing])
        const captures =
          side === 'original' ? { original: one!, rebuilt: other! } : { original: other!, rebuilt: one! }
        const issues = () => judge(captures, { policy: 'regressions' }).suites.flatMap(suite => suite.issues)
        if (side === 'rebuilt') expect(issues().map(({ check }) => check)).toContain('content/text')
        const sessions =
          side === 'original'
            ? { original: rotates, rebuilt: stands }
            : { original: stands, rebuilt: rotates }
        await excuseBoth(sessions, captures)
        expect([side, issues().map(({ rule, key }) => [rule, key])]).toEqual([side, []])
      }
    })
  })
  await Promise.all([changing.close(), still.close()])
})

test.concurrent('what only visitors see who asked for less motion: an animation that never comes', async () => {
  const { unseenWithMotion, texts } = await told(page(revealed('visible')))
  expect(unseenWithMotion).toEqual(['Each chair is signed below its seat'])
  expect(texts).toEqual([])
})
