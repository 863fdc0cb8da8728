/** Pages that are another one at each visit, and what a capture tells of them. */
import { expect } from 'vitest'
import { layouts } from '../../server/capture/collectors/layouts.ts'
import { beginVolatile, volatile } from '../../server/capture/collectors/volatile/index.ts'
import { type Handler, page, servePages } from './pages.ts'
import type { OpenWith } from './with-session.ts'

export const STILL = '<h1>Chairs by hand</h1><p>In ash and oak, for forty years</p><p>Open on weekdays</p>'

/** What is told of a page as a capture reads it. */
export async function told(
  openWith: OpenWith,
  handler: Handler | string,
  others: Record<string, Handler> = {},
) {
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
export function rotating(variants: number[], bodyOf: (variant: number) => string): Handler {
  let visit = 0
  return (request, response) => {
    const mobile = request.headers['user-agent']?.includes('Mobile')
    const body = STILL + bodyOf(variants[mobile ? 0 : visit++ % variants.length]!)
    response.writeHead(200, { 'content-type': 'text/html' }).end(page(body))
  }
}

export const QUOTES = [
  'Wood remembers each summer that it stood through',
  'My grandfather bought one and my daughter sits on it now',
  'They came back after a year to mend a single joint',
  'Nothing else in our kitchen has outlived two removals',
  'We waited nine months and would wait again',
]
export const quote = (variant: number) => `<blockquote id="quote">${QUOTES[variant - 1]}</blockquote>`

/** That whichever is shown is volatile, though the first loads show the same. */
export async function expectVolatile(openWith: OpenWith, variants: number[]): Promise<void> {
  const { texts } = await told(openWith, rotating(variants, quote))
  expect(texts).toContain(QUOTES[variants[0]! - 1])
  // What another load of the page showed in its place is volatile as well.
  expect(texts.filter(text => !QUOTES.includes(text))).toEqual([])
}

const REVEAL = `<style>.reveal { opacity: 0; transition: opacity .5s }
  .reveal.shown { opacity: 1 }
  @media (prefers-reduced-motion: reduce) { .reveal { opacity: 1 } }</style>`

/** A text that fades in as it is scrolled to, where `name` is the class that shows it; at once with less motion. */
export const revealed = (name: string) =>
  `${REVEAL}${STILL}<div style="height: 1500px"></div><p class="reveal">Each chair is signed below its seat</p><script>
  new IntersectionObserver(([one]) => one.isIntersecting && one.target.classList.add('${name}'))
    .observe(document.querySelector('.reveal'))</script>`
