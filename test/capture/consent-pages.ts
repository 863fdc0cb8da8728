/** Pages that ask for consent, or only seem to, and what of them is seen. */

import { expect } from 'vitest'
import { asksAgain } from '../../server/capture/page/consent.ts'
import type { Overlay } from '../../server/capture/page/page-load.ts'
import { memoByValue } from '../../server/lib/memo.ts'
import { MOBILE } from '../../server/lib/widths.ts'
import { page, servePages } from './pages.ts'
import type { OpenWith } from './with-session.ts'

const INTRO = '<h1>Baker Street Bakery</h1><p>Bread from a wood oven, each morning at seven.</p>'
const WALL = 'position:fixed;inset:auto 0 0 0;height:60vh;background:#fff;z-index:99;padding:20px'
const banner = (buttons: string, more = '') =>
  `<div id="ask" style="${WALL}" role="dialog" aria-label="Cookies"><p>We use cookies to improve your experience and to analyse traffic. You can accept or reject them.</p>${buttons}${more}</div>`
const gone = `document.getElementById('ask').remove(); document.documentElement.style.overflow = ''`
const button = (text: string, script = gone) => `<button onclick="${script}">${text}</button>`

const OWN = banner(button('Accept all', `location.href='/accepted'`) + button('Reject all'))

/** A bar of a page's own, of which no library knows how to dismiss it. */
const notice = (text: string, answer: string) =>
  `<div style="position:fixed;left:0;right:0;bottom:0;background:#222;color:#fff;padding:8px">${text} ${answer}</div>`

/** In the markup of a maker that the library knows by name. */
const complianz = `<div id="cmplz-cookiebanner-container"><div class="cmplz-cookiebanner" style="${WALL}"><p>Manage consent</p>
<button class="cmplz-accept" onclick="location.href='/accepted'">Accept</button>
<button class="cmplz-deny" onclick="document.getElementById('cmplz-cookiebanner-container').remove()">Deny</button></div></div>`

const CHAT = `<div id="intercom-container" style="position:fixed;right:0;bottom:0;width:320px;height:70vh;background:#06f;z-index:9"><h2>Hi there, ask us anything</h2><button>Start a chat</button></div><ins class="adsbygoogle" style="display:block;height:90px;background:#fc0">Cheap flour, today only</ins>`

/** A page that is hidden, whole, until its notice is read and its question answered. */
const behind = (leave: string) =>
  page(`<div id="whole" style="display: none">${INTRO}</div>
  <div id="first" style="position: fixed; inset: 0; background: #fff"><p>Every loaf comes with a warranty.</p>
  <button onclick="first.remove(); later.hidden = false">${leave}</button></div>
  <div id="later" hidden>${banner(button('Accept all') + button('Reject all', `${gone}; whole.style.display = ''`))}</div>`)

export const pages = {
  '/plain': page(INTRO),
  '/known': page(INTRO + complianz),
  '/own': page(INTRO + OWN),
  '/own-and-chat': page(INTRO + OWN + CHAT),
  '/counted': page(
    `${INTRO}<script src="https://counts.example/before.js"></script>${banner(
      button('Accept all', `load('after')`) + button('Reject all', `load('refused'); ${gone}`),
    )}<script>const load = name => document.head.append(Object.assign(document.createElement('script'), { src: 'https://counts.example/' + name + '.js' }))</script>`,
  ),
  '/necessary': page(
    INTRO +
      notice(
        'Мы хотели бы показать карту другой компании. Для этого нужно ваше согласие.',
        button('Принять', `location.href='/accepted'`) +
          button(
            'Только необходимое',
            `document.body.append(Object.assign(document.createElement('iframe'), { src: 'https://map.example/frame' })); this.parentElement.remove()`,
          ),
      ),
  ),
  '/only-accept': page(INTRO + banner(button('Accept'))),
  '/sends': page(
    `<style>html { overflow: hidden }</style>${INTRO}${banner(
      button('Accept all') +
        button('Reject all', `fetch('/record', { method: 'POST' }); ${gone}; location.reload()`),
    )}`,
  ),
  '/resists': page(INTRO + banner(button('Reject all', ''))),
  '/half-dead': page(INTRO + banner(button('Reject all', '') + button('Accept all'))),
  '/about-cookies': page(
    `<h1>Chocolate chip cookies</h1><p>We use cookies of our own dough. Accept all of them, or reject none.</p><button>Reject all</button>`,
  ),
  '/notice': page(INTRO + notice('This site uses cookies.', '<button>Got it!</button>')),
  '/hinweis': page(
    INTRO + notice('Wir achten den Datenschutz.', '<span style="cursor: pointer">Verstanden</span>'),
  ),
  '/varsel': page(
    INTRO + notice('Vi bruker informasjonskapsler.', '<button>Avvis</button> <button>Aksepter</button>'),
  ),
  '/avis': page(
    INTRO +
      notice(
        'Ce site utilise des cookies.',
        '<a href="/mentions">En savoir plus</a> <button>J’accepte</button>',
      ),
  ),
  '/offer': page(INTRO + notice('Cookies by the dozen, today only.', '<a href="/order">Order now</a>')),
  '/letter': page(
    INTRO +
      notice('We respect your privacy.', '<form><input type="email" name="mail"><button>OK</button></form>'),
  ),
  '/newsletter': page(
    `${INTRO}<div role="dialog" aria-label="Letter" style="${WALL}"><p>Ten percent off your first loaf, and our cookie of the month.</p><button>Subscribe</button><button>No, thanks</button></div>`,
  ),
  '/after-notice': behind('✔ OK, understood'),
  '/behind-wall': behind('Enter with a ticket'),
}

interface Seen {
  text: string
  /** The texts that a collector reads, together. */
  blocks: string
  gaps: string[]
  consentBanner?: Overlay
  scriptsBeforeConsent?: string[]
  askedWhenRefused?: string[]
  /** What the server was asked for. */
  asked: { method: string; path: string }[]
}

/** For all tests of a file, each of which sees a page that another one has seen already. */
export function consentPages(openWith: OpenWith) {
  /** Seen once by all tests. */
  const look = memoByValue(Object.keys(pages).length, (path: keyof typeof pages) => path, visit)

  async function visit(path: keyof typeof pages): Promise<Seen> {
    let seen: Omit<Seen, 'asked'> | undefined
    const site = await servePages(pages)
    await openWith(site.origin + path, async session => {
      const { page, world, consentBanner, scriptsBeforeConsent, askedWhenRefused } = await session.at(1440)
      const text = await page.evaluate(() => document.body.innerText)
      const blocks = await world.run(
        ({ textBlocks }) =>
          textBlocks()
            .blocks.map(({ text }) => text)
            .join(' | '),
        undefined,
      )
      seen = { text, blocks, gaps: session.gaps, consentBanner, scriptsBeforeConsent, askedWhenRefused }
    })
    await site.close()
    return { ...seen!, asked: site.seen }
  }

  async function expectDismissed(path: keyof typeof pages, gap: string): Promise<void> {
    const { text, gaps, asked } = await look(path)
    expect(text).not.toMatch(/reject|deny|accept/i)
    expect(text).toContain('Bread from a wood oven')
    expect(gaps).toEqual([gap])
    expect(asked.filter(({ method, path }) => method !== 'GET' || path === '/accepted')).toEqual([])
  }

  return { look, expectDismissed }
}

const asking = (kept: string, read = kept) =>
  page(
    `${INTRO}<script>document.cookie.includes('${read}=1') || document.write(${JSON.stringify(
      banner(
        button('Accept all', `document.cookie='${kept}=1'`) +
          button('Reject all', `document.cookie='${kept}=1'; ${gone}`),
      ),
    )})</script>`,
  )
const asks = {
  '/remembers': { html: asking('answered'), again: false },
  '/forgets': { html: asking('answered', 'consent'), again: true },
  '/plain': { html: page(INTRO), again: undefined },
}

/** That a page asks once more when it is loaded again, does not, or never did. */
export async function expectAsking(openWith: OpenWith, path: keyof typeof asks): Promise<void> {
  const { html, again } = asks[path]
  const site = await servePages({ [path]: html })
  await openWith(`${site.origin}${path}`, async session => {
    const pageLoad = await session.at(MOBILE)
    const { consentBanner } = pageLoad
    expect(await asksAgain(pageLoad)).toBe(again)
    expect(pageLoad.consentBanner).toBe(consentBanner)
  })
  await site.close()
}
