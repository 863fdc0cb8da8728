/** What asks for consent is told from what only seems to, dismissed without an answer that counts, and read by nobody. */
import { expect, test } from 'vitest'
import { judge } from '../../server/scan/judge.ts'
import { capturePair } from '../capture-pair.ts'
import { consentPages, expectAsking, pages } from './consent-pages.ts'
import { servePages } from './pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()
const { look, expectDismissed } = consentPages(openWith)

test.concurrent.each([
  ['/known', 'its consent banner (Complianz banner) was dismissed'],
  ['/own', 'its consent banner was dismissed'],
  ['/sends', 'its consent banner was dismissed'],
  ['/half-dead', 'its consent banner was dismissed'],
] as const)('%s is dismissed, and said so; nothing is sent and nothing left', expectDismissed)

test.concurrent('scripts that come before a banner is answered are told from those after', async () => {
  expect((await look('/counted')).scriptsBeforeConsent).toEqual(['https://counts.example/before.js'])
  expect((await look('/own')).scriptsBeforeConsent).toEqual([])
  expect((await look('/plain')).scriptsBeforeConsent).toBeUndefined()
})

test.concurrent('a notice in words that the library does not know is refused, and what is asked for then is told', async () => {
  const { blocks, gaps, consentBanner, askedWhenRefused, asked } = await look('/necessary')
  expect(blocks).not.toContain('согласие')
  expect(gaps).toEqual(['its consent banner was dismissed'])
  expect(consentBanner).toMatchObject({ closes: true, isAnswered: true })
  expect(askedWhenRefused).toEqual(['https://map.example/frame'])
  expect(asked.map(({ path }) => path)).not.toContain('/accepted')
  expect((await look('/counted')).askedWhenRefused).toEqual(['https://counts.example/refused.js'])
  expect((await look('/own')).askedWhenRefused).toEqual([])
  expect((await look('/plain')).askedWhenRefused).toBeUndefined()
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
  ['/resists', 'Reject all'],
] as const)('%s: a notice that stays is read by no collector', async (path, text) => {
  expect((await look(path)).blocks).not.toContain(text)
})

test.concurrent.each([
  ['/offer', 'Order now'],
  ['/about-cookies', 'Reject all'],
  ['/newsletter', 'No, thanks'],
] as const)('%s is no notice about consent', async (path, text) => {
  expect((await look(path)).blocks).toContain(text)
})

test.concurrent('with a banner and a chat, and a preview without, are the same page, and the other way round', {
  tags: 'variant',
}, async () => {
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

/** Of a page without a banner: consent.slow.test.ts. */
test.concurrent.each(['/remembers', '/forgets'] as const)(
  '%s: a banner that was answered asks again on the next load, or does not',
  path => expectAsking(openWith, path),
)
