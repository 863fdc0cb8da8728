import { expect, test } from 'vitest'
import type { RequestEntry } from '../../../server/capture/page/network.ts'
import { ORIGINAL } from '../captures.ts'
import { type Given, judge as judgeSuite } from './judge.ts'

const judge = (before: Given, now: Given) =>
  judgeSuite(before, now).issues.filter(({ key }) => key.startsWith('functional/analytics'))
const served = (...html: string[]): Given => ({ document: { html: html.join('\n') } })

const GTM = `<script>(function(w,d,s,l,i){j.src='https://www.googletagmanager.com/gtm.js?id='+i})(window,document,'script','dataLayer','GTM-AB12CD');</script>`
const GTAG = `<script async src="https://www.googletagmanager.com/gtag/js?id=G-AB12CD34EF"></script>`
const PIXEL = `<script>!function(f,b,e,v){}(window,document,'script','https://connect.facebook.net/en_US/fbevents.js')</script>`
const HOTJAR = `<script>(function(h,o,t,j,a,r){r.src=t+h._hjSettings.hjid+j})(window,document,'https://static.hotjar.com/c/hotjar-','.js?sv=')</script>`
const TIKTOK = `<script>!function(w,d,t){var r='https://analytics.tiktok.com/i18n/pixel/events.js'}(window,document,'ttq')</script>`
const TOOLS = [
  ['Google Tag Manager', GTM],
  ['Google Analytics', GTAG],
  ['Google Analytics', `<script>gtag('config', 'G-AB12CD34EF')</script>`],
  ['Plausible', '<script defer data-domain="a.example" src="https://plausible.io/js/script.js"></script>'],
  ['Matomo', `<script>var u="//stats.a.example/"; _paq.push(['setTrackerUrl', u+'matomo.php'])</script>`],
  ['Fathom', '<script src="https://cdn.usefathom.com/script.js" data-site="ABCDEFGH" defer></script>'],
  ['Meta Pixel', PIXEL],
]

test.each(TOOLS)('%s that is gone is asked about', (name, snippet) => {
  const [issue, ...more] = judge(served(snippet!), served('<p>'))
  expect(more).toEqual([])
  expect(issue).toMatchObject({ severity: 'minor', key: `functional/analytics:lost:${name!.toLowerCase()}` })
  expect(judge(served(snippet!), served(snippet!))).toEqual([])
})

test('all that are gone are one issue, which names them and their accounts; on the real host it is moderate', () => {
  const [issue] = judge(served(GTAG, PIXEL), { document: { html: '', url: `${ORIGINAL}new` } })
  expect(issue).toMatchObject({
    severity: 'moderate',
    fix: 'Load Google Analytics, Meta Pixel again: G-AB12CD34EF',
  })
})

test('a tool that is commented out now is lost; within a script a comment of the page is none', () => {
  expect(judge(served(GTAG), served(`<!-- ${GTAG} --><p>`))).toHaveLength(1)
  const old = GTAG.replace('><', `><!--\n`).replace('</script>', '\n//--></script>')
  const inline = `<script><!--\ngtag('config', 'G-AB12CD34EF')\n//--></script>`
  for (const snippet of [old, inline]) expect(judge(served(snippet), served('<p>'))).toHaveLength(1)
})

const asks = (url: string): Given => ({
  health: { requests: [{ url, type: 'script', status: 200, failure: null } as RequestEntry] },
})

test.each<[string, Given, Given]>([
  ['a script brings it in', served(GTAG), asks('https://www.googletagmanager.com/gtag/js?id=G-ZZ12CD34EF')],
  ['a tag manager may bring it in', served(GTAG, PIXEL), served(GTM)],
  ['another one counts', served(GTM), served(GTAG)],
  [
    'consent is asked for first',
    served(GTAG),
    { document: { html: '', consentBanner: { text: 'We use cookies', closes: true } as never } },
  ],
  ['it counted nothing any more', served(`<script>ga('create', 'UA-12345-1', 'auto')</script>`), served('')],
  ['a bundle may ask for what captures block', served(HOTJAR, TIKTOK), served('')],
  ['it was commented out', served(`<!-- ${GTAG} -->`, '<p>'), served('<p>')],
  ['it was an example of a manual', served(GTAG.replace('AB12CD34EF', 'XXXXXXXXXX')), served('')],
])('nothing is lost where %s', (_, before, now) => {
  expect(judge(before, now)).toEqual([])
})

test('another counter stands for no pixel', () => {
  expect(judge(served(GTAG, PIXEL), served('https://plausible.io/js/script.js'))).toMatchObject([
    { key: 'functional/analytics:lost:meta pixel' },
  ])
})

test('a tool that tells others who came waits for an answer, as on the original', () => {
  const GA = 'https://www.googletagmanager.com/gtag/js?id=G-ABC1234567'
  const closed = { text: '', closes: true }
  const page = (document: object, ...scripts: string[]): Given => ({
    document: { html: '', ...document },
    health: {
      requests: scripts.map(url => ({
        ...{ url, method: 'GET', type: 'script', status: 200, failure: null },
        ...{ firstParty: false, contentType: '' },
      })),
    },
  })
  const asks = (...scriptsBeforeConsent: string[]) => ({ consentBanner: closed, scriptsBeforeConsent })
  const told = (before: Given, now: Given) =>
    judge(before, now).flatMap(({ rule, severity }) => (rule.endsWith('/early') ? severity : []))
  expect(told(page(asks()), page(asks(GA), GA))).toEqual(['serious'])
  expect(told(page(asks()), page({}, GA))).toEqual(['serious'])
  // The original has it as well, before or after it was refused, in whatever account.
  expect(told(page(asks(), GA), page(asks(GA), GA))).toEqual([])
  expect(told(page(asks(), GA.replace('G-', 'UA-')), page(asks(GA), GA))).toEqual([])
  expect(told(page(asks()), page(asks(), GA))).toEqual([])
  expect(told(page({}), page(asks(GA), GA))).toEqual([])
  expect(told(page(asks()), page(asks('https://plausible.io/js/script.js')))).toEqual([])
  // Whatever closed that may have been agreed to.
  expect(told(page(asks()), page({ arrival: closed }, GA))).toEqual([])
})
