/** Pages that never answer, never let go, or take each renderer with them. */
import { afterAll, beforeAll, test } from 'vitest'
import { attempt, GOOD, kill, RENDERERS, reasonOf, refused } from './failing-scans.ts'
import { page, servePages } from './pages.ts'

let site: Awaited<ReturnType<typeof servePages>>

beforeAll(async () => {
  site = await servePages({
    '/good': GOOD,
    '/endless': page('<script>for (;;);</script>'),
    '/silent': () => {},
    '/dies-at-birth': page('<h1>Soon gone</h1><script src="/kill-on"></script>'),
    // The next renderers as well, at once: those of the second try die while they start.
    '/kill-on': (_, response) => {
      response.end()
      killing = killOn(5_000)
    },
  })
})
afterAll(() => site.close())

let killing = Promise.resolve()

async function killOn(ms: number): Promise<void> {
  for (const end = Date.now() + ms; Date.now() < end; await new Promise(next => setTimeout(next, 5)))
    kill(RENDERERS)
}

const fails = async (path: string, code: string, detail: RegExp) =>
  refused(await reasonOf(attempt(site, '/good', path)), code, detail)

test('a new page at /dies-at-birth fails with page_crashed', async () => {
  await fails('/dies-at-birth', 'page_crashed', /crashed/)
  // Nothing of the next test.
  await killing
})

// Each is waited for, for half a minute.
test.concurrent.each([
  ['/silent', 'new_unreachable', /no answer/],
  ['/endless', 'page_unresponsive', /loop/],
] as const)('a new page at %s fails with %s', fails)
