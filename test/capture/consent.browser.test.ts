import { expect, test } from 'vitest'
import { asksAgain } from '../../server/capture/page/consent.ts'
import type { Overlay } from '../../server/capture/page/page-load.ts'
import { MOBILE } from '../../server/lib/widths.ts'
import { judge } from '../../server/scan/judge.ts'
import { capturePair } from '../capture-pair.ts'
import { page, servePages } from './pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

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

const pages = {
  '/plain': page(INTRO),
  '/known': page(INTRO + complianz),
  '/own': page(INTRO + OWN),
  '/own-and-chat': page(INTRO + OWN + CHAT),
  '/counted': page(
    `${INTRO}<script src="https://counts.example/before.js"></script>${banner(
      button('Accept all', `load('after')`) + button('Reject all', `load('refused'); ${gone}`),
    )}<script>const load = name => document.head.append(Object.assign(document.createElement('script'), { src: 'https://counts.example/' + name + '.js' }))</script>`,
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
  /** What the server was asked for. */
  asked: { method: string; path: string }[]
}

const looked = new Map<keyof typeof pages, Promise<Seen>>()

/** Seen once by all tests. */
function look(path: keyof typeof pages): Promise<Seen> {
  const seen = looked.get(path) ?? visit(path)
  looked.set(path, seen)
  return seen
}

async function visit(path: keyof typeof pages): Promise<Seen> {
  let seen: Omit<Seen, 'asked'> | undefined
  const site = await servePages(pages)
  await openWith(site.origin + path, async session => {
    const { page, world, consentBanner, scriptsBeforeConsent } = await session.at(1440)
    const text = await page.evaluate(() => document.body.innerText)
    const blocks = await world.run(
      ({ textBlocks }) =>
        textBlocks()
          .blocks.map(({ text }) => text)
          .join(' | '),
      undefined,
    )
    seen = { text, blocks, gaps: session.gaps, consentBanner, scriptsBeforeConsent }
  })
  await site.close()
  return { ...seen!, asked: site.seen }
}

test.concurrent.each([
  ['/known', 'its consent banner (Complianz banner) was dismissed'],
  ['/own', 'its consent banner was dismissed'],
  ['/only-accept', 'its consent banner was dismissed'],
  ['/sends', 'its consent banner was dismissed'],
  ['/half-dead', 'its consent banner was dismissed'],
] as const)('%s is dismissed, and said so; nothing is sent and nothing left', async (path, gap) => {
  const { text, gaps, asked } = await look(path)
  expect(text).not.toMatch(/reject|deny|accept/i)
  expect(text).toContain('Bread from a wood oven')
  expect(gaps).toEqual([gap])
  expect(asked.filter(({ method, path }) => method !== 'GET' || path === '/accepted')).toEqual([])
})

test.concurrent('scripts that come before a banner is answered are told from those after', async () => {
  expect((await look('/counted')).scriptsBeforeConsent).toEqual(['https://counts.example/before.js'])
  expect((await look('/own')).scriptsBeforeConsent).toEqual([])
  expect((await look('/plain')).scriptsBeforeConsent).toBeUndefined()
})

test.concurrent.each([
  ['/about-cookies', 'Reject all'],
  ['/newsletter', 'No, thanks'],
  ['/plain', 'Baker Street'],
] as const)('%s is left as it is', async (path, text) => {
  const seen = await look(path)
  expect(seen.text).toContain(text)
  expect(seen.gaps).toEqual([])
})

test.concurrent('a page is read once its notice is closed, and then its banner', async () => {
  const { text, gaps, consentBanner, asked } = await look('/after-notice')
  expect(text).toContain('Bread from a wood oven')
  expect(text).not.toMatch(/warranty|reject/i)
  expect(gaps).toEqual([
    'its consent banner was dismissed',
    'what lay over the page when it was opened was closed',
  ])
  expect(consentBanner).toMatchObject({ closes: true })
  expect(asked.filter(({ method }) => method !== 'GET')).toEqual([])
  const wall = await look('/behind-wall')
  expect(wall.text).toContain('warranty')
  expect(wall.text).not.toContain('wood oven')
  expect(wall.gaps).toEqual([])
})

test.concurrent('a banner that resists stays, holds nothing up, and is told of', async () => {
  const { text, gaps, consentBanner } = await look('/resists')
  expect(text).toContain('Reject all')
  expect(gaps).toEqual(['its consent banner could not be dismissed'])
  expect(consentBanner).toEqual({ text: expect.stringContaining('Reject all'), closes: false })
  expect((await look('/own')).consentBanner).toMatchObject({ closes: true })
  expect((await look('/plain')).consentBanner).toBeUndefined()
})

test.concurrent.each([
  ['/notice', 'This site'],
  ['/hinweis', 'Datenschutz'],
  ['/avis', 'Ce site'],
  ['/varsel', 'Vi bruker'],
  ['/resists', 'Reject all'],
] as const)('%s: a notice that stays is read by no collector', async (path, text) => {
  expect((await look(path)).blocks).not.toContain(text)
})

test.concurrent.each([
  ['/offer', 'Order now'],
  ['/letter', 'We respect'],
  ['/about-cookies', 'Reject all'],
  ['/newsletter', 'No, thanks'],
] as const)('%s is no notice about consent', async (path, text) => {
  expect((await look(path)).blocks).toContain(text)
})

test.concurrent('with a banner and a chat, and a preview without, are the same page, and the other way round', async () => {
  const site = await servePages(pages)
  const { original: visited, rebuilt: plain } = await capturePair(
    `${site.origin}/own-and-chat`,
    `${site.origin}/plain`,
  )
  await site.close()
  for (const pair of [
    { original: visited, rebuilt: plain },
    { original: plain, rebuilt: visited },
  ]) {
    const { suites } = judge(pair, { policy: 'regressions' })
    expect(
      suites
        .filter(({ suite }) => suite !== 'perf')
        .flatMap(({ issues }) => issues)
        .filter(({ status, severity }) => status === 'introduced' && severity !== 'minor'),
    ).toEqual([])
  }
})

test('a banner that was answered asks again on the next load, or does not', async () => {
  const asking = (kept: string, read = kept) =>
    page(
      `${INTRO}<script>document.cookie.includes('${read}=1') || document.write(${JSON.stringify(
        banner(
          button('Accept all', `document.cookie='${kept}=1'`) +
            button('Reject all', `document.cookie='${kept}=1'; ${gone}`),
        ),
      )})</script>`,
    )
  const site = await servePages({
    '/remembers': asking('answered'),
    '/forgets': asking('answered', 'consent'),
    '/plain': page(INTRO),
  })
  const found: Record<string, boolean | undefined> = {}
  for (const path of ['/remembers', '/forgets', '/plain'])
    await openWith(`${site.origin}${path}`, async session => {
      const pageLoad = await session.at(MOBILE)
      const { consentBanner } = pageLoad
      found[path] = await asksAgain(pageLoad)
      expect(pageLoad.consentBanner).toBe(consentBanner)
    })
  expect(found).toEqual({ '/remembers': false, '/forgets': true, '/plain': undefined })
  await site.close()
})
