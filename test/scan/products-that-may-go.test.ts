/** A product whose loss was accepted by name is listed and not charged; the others are judged without it. */
import { expect, test } from 'vitest'
import type { AcceptedIssue } from '../../server/contract.ts'
import { judge } from '../../server/scan/judge.ts'
import { makeCapture } from '../suites/captures.ts'
import { makePair, makeProduct } from '../suites/redirects/made.ts'

const names = Array.from({ length: 40 }, (_, at) => `Cup ${at}`)
const products = (list: string[], place: string) =>
  list.map(name => makeProduct(`/${place}/${name.replace(' ', '-')}`, name))

function judged(lost: number, accepted: string[]) {
  const pair = makePair(
    {},
    {
      old: { products: products(names, 'product') },
      new: { products: products(names.slice(lost), 'products') },
    },
  )
  const [original, rebuilt] = [makeCapture('original', pair.original), makeCapture('rebuilt', pair.rebuilt)]
  rebuilt.store = {
    state: 'online_store',
    origin: 'https://new.myshopify.com',
    aliases: [],
    localePrefix: '',
    signals: [],
  }
  const scorecard = judge(
    { original, rebuilt },
    {
      policy: 'regressions',
      accepted: accepted.map(
        (key): AcceptedIssue => ({
          key,
          reason: 'It is sold no more.',
          by: 'Ann',
          at: '2026-11-23T00:00:00Z',
        }),
      ),
    },
  )
  return { scorecard, catalog: scorecard.suites.find(({ suite }) => suite === 'catalog')! }
}

const keyOf = (at: number) => `catalog/lost:/product/Cup-${at}`

test('one lost product, named', () => {
  expect(judged(1, []).catalog).toMatchObject({
    pass: false,
    issues: [{ key: 'catalog/lost', severity: 'serious' }],
  })
  const { catalog, scorecard } = judged(1, [keyOf(0)])
  expect(catalog).toMatchObject({ pass: true, score: 100 })
  expect(catalog.issues).toMatchObject([{ key: keyOf(0), charged: 0, accepted: { by: 'Ann' } }])
  expect(scorecard.accepted).toBe(1)
})

test('what was not named is charged, by its own share', () => {
  const { catalog } = judged(4, [keyOf(0), keyOf(1), keyOf(2)])
  const charged = catalog.issues.filter(issue => issue.charged > 0)
  // One of forty, and not four.
  expect(charged).toMatchObject([
    { key: 'catalog/lost', severity: 'serious', message: expect.stringContaining('Cup 3') },
  ])
  expect(judged(4, []).catalog.issues[0]).toMatchObject({ severity: 'critical' })
})

test('a named product that is there after all is a stale acceptance', () => {
  const { scorecard, catalog } = judged(0, [keyOf(0)])
  expect(catalog.issues).toEqual([])
  const incomplete = catalog.checks.some(({ outcome }) => outcome === 'inconclusive')
  expect(incomplete || scorecard.stale?.some(({ key }) => key === keyOf(0))).toBe(true)
})
