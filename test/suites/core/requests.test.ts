import { expect, test } from 'vitest'
import type { RequestEntry } from '../../../server/capture/page/network.ts'
import { lackedStyles } from '../../../server/suites/core/requests.ts'
import { runSuites } from '../../../server/suites/core/run.ts'
import { suites } from '../../../server/suites/index.ts'
import { makeCapture } from '../captures.ts'

const request = (url: string, given: Partial<RequestEntry> = {}): RequestEntry => ({
  url,
  method: 'GET',
  type: url.endsWith('.css') ? 'stylesheet' : 'script',
  status: 0,
  failure: 'net::ERR_NAME_NOT_RESOLVED',
  firstParty: false,
  contentType: '',
  ...given,
})

const capture = (side: 'original' | 'rebuilt', requests: RequestEntry[]) =>
  makeCapture(side, { health: { requests, dropped: 0, console: [], exceptions: [] } })

function collectedOf<T>(collected: { ok: true; value: T } | { ok: false; reason: string }): T {
  if (!collected.ok) throw new Error(collected.reason)
  return collected.value
}

function lacked(before: RequestEntry[], now: RequestEntry[]) {
  const sideOf = ({ artifacts: { health, document } }: ReturnType<typeof capture>) => ({
    health: collectedOf(health),
    document: collectedOf(document),
  })
  return lackedStyles(sideOf(capture('original', before)), sideOf(capture('rebuilt', now)))
}

const BOOTSTRAP = 'https://cdn.jsdelivr.net/npm/bootstrap@5.3.2/dist/css/bootstrap.min.css'

test.each([
  BOOTSTRAP,
  'https://stackpath.bootstrapcdn.com/bootstrap/4.3.1/css/bootstrap.css',
  'https://cdn.jsdelivr.net/npm/bootstrap@5.3.2/dist/css/bootstrap.rtl.min.css',
  'https://cdn.tailwindcss.com/',
  'https://cdn.tailwindcss.com/3.4.1?plugins=forms',
  'https://unpkg.com/@tailwindcss/browser@4',
  'https://cdnjs.cloudflare.com/ajax/libs/bulma/0.9.4/css/bulma.min.css',
])('a page without %s is not what visitors see', url => {
  expect(lacked([], [request(url)])).toBe(url)
  expect(lacked([request(url)], [])).toBe(url)
  expect(lacked([], [request(url, { status: 403, failure: null })])).toBe(url)
  expect(lacked([], [request(url, { status: 200, failure: null, withheld: true })])).toBe(url)
  // Neither has it: they are compared without.
  expect(lacked([request(url)], [request(url)])).toBeUndefined()
  // It came, or is not there for anybody.
  expect(lacked([], [request(url, { status: 200, failure: null })])).toBeUndefined()
  expect(lacked([], [request(url, { status: 404, failure: null })])).toBeUndefined()
  expect(lacked([], [request(url, { firstParty: true })])).toBeUndefined()
})

test.each([
  'https://fonts.googleapis.com/css2?family=Inter',
  'https://maxcdn.bootstrapcdn.com/font-awesome/4.7.0/css/font-awesome.min.css',
  'https://cdn.jsdelivr.net/npm/bootstrap-icons@1.11.1/font/bootstrap-icons.css',
  'https://cdn.jsdelivr.net/npm/bootstrap@5.3.2/dist/js/bootstrap.bundle.min.js',
  'https://cdn.jsdelivr.net/npm/@docsearch/css@3',
  'https://unpkg.com/swiper/swiper-bundle.min.css',
])('a page without %s is laid out all the same', url => {
  expect(lacked([], [request(url)])).toBeUndefined()
})

test('without a reset of the boxes, nothing is known of how wide things are', () => {
  for (const file of ['modern-normalize/1.1.0/modern-normalize.min.css', 'normalize/8.0.1/normalize.css']) {
    const url = `https://cdnjs.cloudflare.com/ajax/libs/${file}`
    const judged = runSuites(suites, capture('original', []), capture('rebuilt', [request(url)]))
    const outcomeOf = (id: string) =>
      judged.flatMap(({ checks }) => checks).find(check => check.id === id)!.pair.outcome
    expect(outcomeOf('responsive/overflow')).toBe('inconclusive')
    for (const id of ['responsive/layout', 'image/colours']) expect(outcomeOf(id)).not.toBe('inconclusive')
  }
})

test('where styles are lacked, looks are not compared and all else is', () => {
  const judged = runSuites(suites, capture('original', []), capture('rebuilt', [request(BOOTSTRAP)]))
  const outcomeOf = (id: string) =>
    judged.flatMap(({ checks }) => checks).find(check => check.id === id)!.pair
  for (const id of ['responsive/layout', 'responsive/overflow', 'image/colours', 'image/typography'])
    expect(outcomeOf(id)).toEqual({ outcome: 'inconclusive', reason: expect.stringContaining(BOOTSTRAP) })
  expect(outcomeOf('seo/title').outcome).toBe('assessed')
})
