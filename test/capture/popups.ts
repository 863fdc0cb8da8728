/** Pages with popups that open on scrolling or are open already, what is seen of each, and what must hold of it. */

import { expect } from 'vitest'
import type { PageLoad } from '../../server/capture/page/page-load.ts'
import { memoByValue } from '../../server/lib/memo.ts'
import { DESKTOP, MOBILE } from '../../server/lib/widths.ts'
import { page, servePages } from './pages.ts'
import { sharedBrowser } from './with-session.ts'

const INTRO = `<h1>Baker Street Bakery</h1><p>Bread from a wood oven.</p><div style="height: 3000px"></div><p>Open from seven.</p>`
const WALL = 'position: fixed; inset: 0; z-index: 99; background: rgb(0 0 0 / 60%)'
const OFFER = '<h2>Do not leave yet</h2><p>Ten percent off.</p>'
const LETTER = `<form action="/letter" method="post"><input type="email" name="mail"><button class="closed-offer">Subscribe and close</button></form>`

/** Fields called as what is asked of an element. */
const FIELDS = ['getRootNode', 'shadowRoot', 'matches', 'id'].map(name => `<input name="${name}">`)
const CLOBBERED = `<form style="${WALL}">${OFFER}${FIELDS.join('')}<button type="button" onclick="pop().remove()">Close</button></form>`

/** Opens when 80 % of the page are scrolled, once. */
const opens = (open: string) => `<script>{
  let shown = false
  addEventListener('scroll', () => {
    if (shown || scrollY / (document.documentElement.scrollHeight - innerHeight) < .8) return
    shown = true
    ${open}
  }) }
  const pop = () => document.querySelector('#pop')
</script>`
const popup = (inner: string, more = '') =>
  `${INTRO}<div id="pop" hidden><div style="${WALL}"><div style="margin: 200px; background: #fff; pointer-events: auto">${OFFER}${inner}</div></div></div>
  ${opens('pop().hidden = false')}${more}`
const onEscape = (then: string) =>
  `<script>addEventListener('keydown', event => { if (event.key === 'Escape') { ${then} } })</script>`

/** Of controls that close nothing. */
const NAMES = [
  'Enter',
  'Closed on Mondays',
  'Close-up lens',
  'Nearby: close to the beach',
  'Vertrag abschließen',
]

const pages = {
  '/plain': page(INTRO),
  '/escape': page(popup('<button>Close</button>', onEscape('pop().remove()'))),
  '/cross': page(
    popup(
      `${LETTER}<a href="/elsewhere">Close and go</a>
      <button type="button" aria-label="Close" onclick="fetch('/seen', { method: 'POST' }); navigator.sendBeacon('/seen'); pop().remove(); location.href = '/elsewhere'">×</button>`,
    ),
  ),
  '/icon': page(
    popup(
      `${LETTER}<div style="cursor: pointer" onclick="fetch('/subscribed')">Join us</div><button type="button" onclick="setTimeout(() => pop().remove(), 800)"><svg width="20" height="20"><path d="M0 0 20 20"/></svg></button>`,
    ),
  ),
  '/clobbered': page(`${INTRO}<div id="pop" hidden>${CLOBBERED}</div>${opens('pop().hidden = false')}`),
  '/parts': page(
    `${INTRO}${opens(`document.body.insertAdjacentHTML('beforeend', \`<div class="part" style="${WALL}"></div>
      <div class="part" role="dialog" style="position: fixed; z-index: 100; inset: 30%; background: #fff">${OFFER}</div>\`)`)}
    ${onEscape("document.querySelectorAll('.part').forEach(part => part.remove())")}`,
  ),
  '/stays': page(popup(`${LETTER}<button type="button">Close</button>`)),
  '/modal': page(
    `${INTRO}<dialog id="pop">${OFFER}</dialog>${opens('pop().showModal()')}
    ${onEscape('event.preventDefault()')}`,
  ),
  '/shadow': page(
    `${INTRO}<div id="host"></div>${opens(`document.querySelector('#host').attachShadow({ mode: 'open' }).innerHTML = \`<div style="${WALL}">${OFFER}</div>\``)}`,
  ),
  '/at-load': page(
    `${INTRO}<div style="${WALL}"><div style="margin: 50px">${OFFER}<button class="close" onclick="fetch('/bought')">Buy now</button>
    <p style="cursor: pointer" onclick="location.href = '/elsewhere'">Read on <a href="#closed" aria-label="Schließen" onclick="event.stopPropagation(); if (!event.defaultPrevented) this.closest('[style*=fixed]').remove()">✕</a></p></div></div>
    ${onEscape('document.body.textContent = ""')}`,
  ),
  '/dialog-at-load': page(
    `${INTRO}<dialog id="pop">${OFFER}<button onclick="fetch('/joined')">Join</button></dialog>
    <div style="${WALL}">${OFFER}<button onclick="window.close(); history.back(); history.pushState(null, '', '/elsewhere'); this.parentElement.remove()">Close ✕</button></div>
    <script>setTimeout(() => {
      const pop = document.querySelector('#pop')
      pop.showModal()
      pop.animate({ opacity: [0, 0, 1] }, 400)
    }, 2500)</script>`,
  ),
  '/gate': page(
    `${INTRO}<div style="${WALL}">${OFFER}${NAMES.map(name => `<button onclick="this.parentElement.remove()">${name}</button>`).join('')}</div>${onEscape('document.body.textContent = ""')}`,
  ),
  '/shell': page(
    `<a href="#app">Skip to content</a><div id="app" style="position: fixed; inset: 0; overflow: auto; background: #fff">
      ${OFFER}<p>Filters: Rye <button class="close" aria-label="Close" onclick="this.closest('#app').remove()">×</button></p>
      <div style="height: 3000px"></div><p>Open from seven.</p></div>`,
  ),
  '/leads-on': page(
    `${INTRO}<div style="${WALL}">${OFFER}<button onclick="document.body.textContent = 'Another view'">Close</button></div>`,
  ),
  '/after-a-second': page(
    `${INTRO}<div id="pop" hidden><div style="${WALL}">${OFFER}</div></div><script>setTimeout(() => { document.querySelector('#pop').hidden = false }, 1000)</script>`,
  ),
  '/scene': page(
    `${INTRO}<div id="pop" hidden><main style="${WALL}">${OFFER}</main></div>${opens('pop().hidden = false')}`,
  ),
  '/bar': page(
    `${INTRO}<div id="pop" hidden><div style="${WALL}; bottom: auto">${OFFER}</div></div>${opens('pop().hidden = false')}`,
  ),
}

interface Seen {
  /** What collectors read, at the widths of a desktop and a phone. */
  texts: string[]
  shots: Buffer[]
  /** What lies in the middle of the window. */
  hits: string[]
  gaps: string[]
  popup: PageLoad['popup']
  interstitials: NonNullable<PageLoad['interstitials']>[]
  addresses: string[]
  /** What the server was asked for otherwise than to show the page. */
  asked: string[]
}

export const CLOSED = 'a popup that opened on scrolling was closed'
export const CLOSED_FIRST = 'what lay over the page when it was opened was closed'
export const LEFT_OUT = 'a popup that opened on scrolling was left out'

/** For all tests of a file, which calls this once. */
export function popups() {
  const openWith = sharedBrowser()
  /** Seen once by all tests. */
  const look = memoByValue(Object.keys(pages).length, (path: keyof typeof pages) => path, visit)

  async function visit(path: keyof typeof pages): Promise<Seen> {
    const site = await servePages(pages)
    const texts: string[] = []
    const shots: Buffer[] = []
    const hits: string[] = []
    let gaps: string[] = []
    let popup: PageLoad['popup']
    const interstitials: Seen['interstitials'] = []
    const addresses: string[] = []
    await openWith(site.origin + path, async session => {
      for (const width of [DESKTOP, MOBILE] as const) {
        const { world, page, ...pageLoad } = await session.at(width)
        interstitials.push(pageLoad.interstitials ?? [])
        addresses.push(page.url().slice(site.origin.length))
        texts.push(
          await world.run(({ textBlocks }) => {
            const seen = textBlocks().blocks.filter(({ state }) => state === 'visible')
            return seen.map(({ text }) => text).join(' | ')
          }, undefined),
        )
        hits.push(
          await world.run(
            () => document.elementFromPoint(innerWidth / 2, innerHeight / 2)!.localName,
            undefined,
          ),
        )
        shots.push((await session.screenshot(width)).png)
      }
      gaps = session.gaps
      popup = (await session.at(DESKTOP)).popup
    })
    await site.close()
    const asked = site.seen.filter(({ path: to }) => to !== path && to !== '/favicon.ico')
    return {
      ...{ texts, shots, hits, gaps, popup, interstitials, addresses },
      asked: asked.map(({ method, path }) => `${method} ${path}`),
    }
  }

  return {
    async expectNoPart(path: keyof typeof pages, gap: string): Promise<void> {
      const { texts, shots, hits, gaps, popup, interstitials, addresses, asked } = await look(path)
      const plain = await look('/plain')
      expect(gaps).toEqual([gap])
      const popups: Record<string, PageLoad['popup']> = {
        [CLOSED]: { text: '', closes: true },
        [LEFT_OUT]: { text: expect.stringContaining('Do not leave yet'), closes: false },
      }
      expect(popup).toEqual(popups[gap])
      const interstitial = {
        texts: expect.arrayContaining(['Do not leave yet', 'Ten percent off.']),
        covered: expect.arrayContaining([expect.objectContaining({ text: 'Baker Street Bakery', level: 1 })]),
        area: expect.toSatisfy(share => share > 0.2),
      }
      for (const closed of interstitials) {
        expect(closed.length > 0).toBe(gap === CLOSED_FIRST)
        expect(closed).toEqual(closed.map(() => expect.objectContaining(interstitial)))
      }
      expect(addresses).toEqual([path, path])
      expect(texts).toEqual(plain.texts)
      expect(hits).toEqual(plain.hits)
      expect(shots.map((shot, at) => shot.equals(plain.shots[at]!))).toEqual([true, true])
      expect(asked).toEqual([])
    },

    async expectStaying(path: keyof typeof pages): Promise<void> {
      const { texts, gaps } = await look(path)
      expect(gaps).toEqual([])
      expect(texts).toEqual([0, 1].map(() => expect.stringContaining('Do not leave yet')))
    },
  }
}
