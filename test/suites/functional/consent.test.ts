import { describe, expect, test } from 'vitest'
import type { RequestEntry } from '../../../server/capture/page/network.ts'
import type { Overlay } from '../../../server/capture/page/page-load.ts'
import { judge } from './judge.ts'

const STAYS: Overlay = { text: 'We use cookies. Reject all. Accept all', closes: false }
const CLOSES: Overlay = { text: '', closes: true }

const introduced = (before: Overlay | undefined, now: Overlay | undefined) =>
  judge({ document: { consentBanner: before } }, { document: { consentBanner: now } }).introduced.filter(
    issue => issue.startsWith('consent:'),
  )

test('a consent banner that no button closes is told where the original’s closes, or is none', () => {
  expect(introduced(CLOSES, STAYS)).toEqual(['consent:stuck serious'])
  expect(introduced(undefined, STAYS)).toEqual(['consent:stuck serious'])
})

test('a consent banner that asks again on the next load is told where the original’s does not', () => {
  const told = (before: boolean | undefined, now: boolean | undefined) => {
    const [was, is] = [before, now].map(asksAgain => {
      const idle = { probes: [], rest: [], unreached: 0, late: false, ended: null }
      const probes = { narrow: { ...idle, ...(asksAgain !== undefined && { asksAgain }) }, wide: idle }
      return { document: { consentBanner: CLOSES }, probes }
    })
    return judge(was!, is!).introduced.filter(issue => issue.startsWith('consent'))
  }
  expect(told(false, true)).toEqual(['consent-kept:returns serious'])
  expect(told(true, true)).toEqual([])
  expect(told(undefined, true)).toEqual([])
  expect(told(false, false)).toEqual([])
})

describe('what is asked for though the banner was refused', () => {
  const refused = (askedWhenRefused: string[] | undefined, requests: string[] = []) => ({
    document: {
      consentBanner: CLOSES,
      scriptsBeforeConsent: [],
      ...(askedWhenRefused && { askedWhenRefused }),
    },
    health: { requests: requests.map(url => ({ url }) as RequestEntry) },
  })
  const told = (now: string[], before: ReturnType<typeof refused> = refused([])) =>
    judge(before, refused(now)).introduced.filter(issue => issue.startsWith('consent:'))

  test.each([
    'https://map.example/frame',
    'https://preview.example.app/js/stat.js',
    'https://preview.example.app/js/site-analytics.js?v=3',
  ])('%s is told', url =>
    expect(told([url])).toEqual([expect.stringMatching(/^consent:ignored:\S+ serious$/)]),
  )
  test.each([
    'https://preview.example.app/js/menu.js',
    'https://preview.example.app/statistics',
    'https://preview.example.app/_next/static/chunks/pages/stats-5f3c2a1b9d.js',
    'https://www.googletagmanager.com/gtm.js?id=GTM-ABCD12',
  ])('%s is not', url => expect(told([url])).toEqual([]))

  test('nor what the original asks for as well, or where it was not refused', () => {
    const map = 'https://map.example/frame'
    expect(told([map], refused([], ['https://map.example/other']))).toEqual([])
    expect(told(['https://maps.example.org/frame'], refused([], ['https://www.example.org/']))).toEqual([])
    expect(told([map], refused(undefined))).toEqual([])
  })
})

const popup = (before: Overlay | undefined, now: Overlay | undefined) =>
  judge({ document: { popup: before } }, { document: { popup: now } }).introduced.filter(issue =>
    issue.startsWith('consent:'),
  )

test('a popup that nothing closes is told where the original’s closes, or is none', () => {
  const stays = { text: 'Ten percent off', closes: false }
  expect(popup(undefined, stays)).toEqual(['consent:popup-stuck moderate'])
  expect(popup(CLOSES, stays)).toEqual(['consent:popup-stuck moderate'])
  expect(popup(stays, stays)).toEqual([])
  expect(popup(undefined, CLOSES)).toEqual([])
})

test('a popup that comes by itself is told where the same one of the original closes', () => {
  const arrival = (before: Overlay | undefined, now: Overlay) =>
    judge({ document: { arrival: before } }, { document: { arrival: now } }).introduced
  const [text, stays] = [
    'Ten percent off your first order',
    { text: 'Ten percent off your order', closes: false },
  ]
  expect(arrival({ text, closes: true }, stays)).toEqual(['consent:arrival-stuck serious'])
  expect(arrival({ text, closes: true }, { text, closes: true })).toEqual([])
  expect(arrival({ text, closes: false }, stays)).toEqual([])
  // What lies open over one page alone is told as that.
  expect(arrival(undefined, stays)).toEqual([])
})

test.each([
  ['both stay', STAYS, STAYS],
  ['both close', CLOSES, CLOSES],
  ['it is gone', CLOSES, undefined],
  ['it did not close, and stood nowhere before the page', CLOSES, { text: '', closes: false }],
] as const)('nothing is told where %s', (_, before, now) => {
  expect(introduced(before, now)).toEqual([])
})
