import { expect, test } from 'vitest'
import { layouts } from '../../server/capture/collectors/layouts.ts'
import { excuseBoth } from '../../server/capture/collectors/volatile/both-sides.ts'
import { beginVolatile, volatile } from '../../server/capture/collectors/volatile/index.ts'
import { judge } from '../../server/scan/judge.ts'
import { content } from '../../server/suites/content/index.ts'
import { lookFor } from '../capture-pair.ts'
import { type Handler, page, servePages } from './pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

const STILL = '<h1>Chairs by hand</h1><p>In ash and oak, for forty years</p><p>Open on weekdays</p>'

/** What is told of a page as a capture reads it. */
async function told(handler: Handler | string, others: Record<string, Handler> = {}) {
  const server = await servePages({ '/': handler, ...others })
  let found: Awaited<ReturnType<typeof volatile>> | undefined
  await openWith(`${server.origin}/`, async session => {
    const begun = beginVolatile(session)
    // As long as the collectors before it take: what moves has moved on by then.
    await Promise.all([begun, new Promise(resolve => setTimeout(resolve, 1100))])
    await layouts(session)
    found = await volatile(session)
  })
  await server.close()
  return { ...found!, visits: server.seen.filter(({ path }) => path === '/') }
}

/** The variant of each visit, in this order and then from the start; the mobile load meets what the first one met. */
function rotating(variants: number[], bodyOf: (variant: number) => string): Handler {
  let visit = 0
  return (request, response) => {
    const mobile = request.headers['user-agent']?.includes('Mobile')
    const body = STILL + bodyOf(variants[mobile ? 0 : visit++ % variants.length]!)
    response.writeHead(200, { 'content-type': 'text/html' }).end(page(body))
  }
}

const QUOTES = [
  'Wood remembers each summer that it stood through',
  'My grandfather bought one and my daughter sits on it now',
  'They came back after a year to mend a single joint',
  'Nothing else in our kitchen has outlived two removals',
  'We waited nine months and would wait again',
]
const quote = (variant: number) => `<blockquote id="quote">${QUOTES[variant - 1]}</blockquote>`

test.each([
  ['two', [1, 1, 1, 2]],
  ['three', [1, 1, 3, 2]],
  ['five', [4, 4, 4, 5, 1, 2, 3]],
])('a choice among %s is volatile, though two loads show the same', async (_, variants) => {
  const { texts } = await told(rotating(variants, quote))
  expect(texts).toContain(QUOTES[variants[0]! - 1])
  // What another load of the page showed in its place is volatile as well.
  expect(texts.filter(text => !QUOTES.includes(text))).toEqual([])
})

test('what the mobile load alone showed in its place is volatile too', async () => {
  let visit = 0
  const { texts } = await told((request, response) => {
    const variant = request.headers['user-agent']?.includes('Mobile') ? 'told to phones only' : visit++ % 2
    const body = `${STILL}<p id="quote">Quote ${variant}</p>`
    response.writeHead(200, { 'content-type': 'text/html' }).end(page(body))
  })
  expect(texts.toSorted()).toEqual(['Quote 0', 'Quote told to phones only'])
})

test('times and numbers of the server are volatile, and what stands beside them is not', async () => {
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

test('a number that the server sends on is volatile, one drawn by chance in the page is the same each time', async () => {
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

test('a page that is the same for all has nothing volatile, and is asked as by its own browser', async () => {
  const { texts, images, visits } = await told(page(`${STILL}<img src="/a.png" alt="A">`))
  expect([texts, images]).toEqual([[], []])
  const agents = new Set(
    visits.map(({ headers }) => headers['user-agent']).filter(agent => !agent?.includes('Mobile')),
  )
  expect(agents.size).toBe(1)
})

test('a page in an old encoding is read as its browser reads it', async () => {
  const old = page(`${STILL}<p>Sillas de nuestra compa\xf1\xeda</p>`).replace(/<meta charset[^>]*>/i, '')
  const { texts } = await told((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(Buffer.from(old.replace(/<head>|$/, '$&<meta charset="windows-1252">'), 'latin1'))
  })
  expect(texts).toEqual([])
})

test('a picture of some visits is told by its whole address', async () => {
  const { images } = await told(
    rotating([1, 1, 2], variant => `<img src="/banner-${variant}.png" alt="Banner" width="80" height="40">`),
  )
  expect(images).toEqual([expect.stringMatching(/^http:.*\/banner-1\.png$/)])
})

test('a text that the other page shows for good is excused, whichever of the two rotates', async () => {
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

const REVEAL = `<style>.reveal { opacity: 0; transition: opacity .5s }
  .reveal.shown { opacity: 1 }
  @media (prefers-reduced-motion: reduce) { .reveal { opacity: 1 } }</style>`
const revealed = (name: string) =>
  `${REVEAL}${STILL}<div style="height: 1500px"></div><p class="reveal">Each chair is signed below its seat</p><script>
  new IntersectionObserver(([one]) => one.isIntersecting && one.target.classList.add('${name}'))
    .observe(document.querySelector('.reveal'))</script>`

test.each([
  ['never comes', revealed('visible'), ['Each chair is signed below its seat']],
  ['comes', revealed('shown'), undefined],
  [
    'is none',
    `${STILL}<style>@media (prefers-reduced-motion: reduce) { p { transition: none } }</style>`,
    undefined,
  ],
])('what only visitors see who asked for less motion: an animation that %s', async (_, body, unseen) => {
  const { unseenWithMotion, texts } = await told(page(body))
  expect(unseenWithMotion).toEqual(unseen)
  expect(texts).toEqual([])
})
