/** Whether an original is still what it was, as a scan tells that before it takes anything over. */
import { expect, test } from 'vitest'
import { nothingWithheld } from '../../server/capture/page/blocklist.ts'
import { stateOf } from '../../server/capture/reuse.ts'
import { page, servePages } from './pages.ts'
import { openWith } from './with-session.ts'

const BODY = `<h1>Chairs by hand</h1><p>In ash and oak</p><a href="/oak">Oak</a>
<form action="/send"><input type="hidden" name="_csrf" value="TOKEN"><label>Name <input name="name"></label></form>
<div id="box" style="width: 90px; height: 40px; background: #226633"></div>`
const WITH = { userAgent: 'a browser', withheld: nothingWithheld() }

/** The state of each of the loads, one after the other, of a page on one server. */
async function statesOf(bodies: readonly string[], browsers: readonly (typeof WITH)[] = []) {
  let load = 0
  const frames = await servePages({ '/map': page('<p>Map</p>') })
  const server = await servePages({
    '/': (_, response) => {
      const body = bodies[Math.min(load, bodies.length - 1)]!
      const html = page(body.replaceAll('FRAMES', frames.origin))
      response.writeHead(200, { 'content-type': 'text/html' }).end(html)
    },
    '/there.js': (_, response) => {
      response.writeHead(load === 0 ? 200 : 404, { 'content-type': 'text/javascript' }).end()
    },
  })
  const states: (string | null)[] = []
  for (; load < Math.max(bodies.length, browsers.length); load++)
    await openWith(
      `${server.origin}/`,
      async session => {
        states.push(await stateOf(session, browsers[load] ?? WITH))
        expect(session.gaps).toEqual([])
      },
      [new URL(frames.origin).host],
    )
  await Promise.all([server.close(), frames.close()])
  return states
}

test.concurrent('a page that is the same is known, whatever the tokens of each visit', async () => {
  const meta = '<meta name="csrf-token" content="TOKEN">'
  const frame = '<iframe src="FRAMES/map?visit=TOKEN"></iframe><div data-src="FRAMES/film?visit=TOKEN"></div>'
  const [first, second] = await statesOf(
    ['b52f1c', '91ee0d'].map(token => (meta + frame + BODY).replaceAll('TOKEN', token)),
  )
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(second).toBe(first)
})

test.concurrent('what another load has told by then makes it no other one', async () => {
  const server = await servePages({ '/': page(BODY) })
  await openWith(`${server.origin}/`, async session => {
    const before = await stateOf(session, WITH)
    session.gaps.push('the page did not finish loading within 12 s; it was taken as it was')
    expect(await stateOf(session, WITH)).toBe(before)
  })
  await server.close()
})

const CHANGED = {
  'a word of it': BODY.replace('ash', 'elm'),
  'where a link leads': BODY.replace('"/oak"', '"/elm"'),
  'a colour': BODY.replace('#226633', '#226634'),
  'a field': BODY.replace('<input name="name">', '<input name="name" required>'),
  'what would be brought in': `${BODY}<div data-src="http://frames.example/film"></div>`,
  'its description': `${BODY}<meta name="description" content="Chairs">`,
}

test.concurrent('what changed of it makes it another one', async () => {
  const [before, ...after] = await statesOf([BODY, ...Object.values(CHANGED)])
  expect(after).not.toContain(null)
  const unseen = Object.keys(CHANGED).filter((_, index) => after[index] === before)
  expect(unseen).toEqual([])
})

test.concurrent('so do a file that answers no more, another browser, and what is withheld', {
  tags: 'variant',
}, async () => {
  const [there, gone] = await statesOf(Array(2).fill(`${BODY}<script src="/there.js"></script>`))
  expect(gone).not.toBe(there)
  const withheld = { ...nothingWithheld(), hosts: new Set(['cdn.example.com']) }
  const [plain, ...others] = await statesOf(
    [BODY],
    [WITH, { ...WITH, userAgent: 'another browser' }, { ...WITH, withheld }],
  )
  for (const other of others) expect(other).not.toBe(plain)
})

test.concurrent('a page that does not come to rest is never known', async () => {
  const restless = `${BODY}<canvas id="c" width="80" height="80"></canvas><script>
    const draw = () => {
      c.getContext('2d').fillStyle = '#' + Math.floor(Math.random() * 0xfffff).toString(16).padStart(6, '0')
      c.getContext('2d').fillRect(0, 0, 80, 80)
      requestAnimationFrame(draw)
    }
    draw()
  </script>`
  expect(await statesOf([restless])).toEqual([null])
})
