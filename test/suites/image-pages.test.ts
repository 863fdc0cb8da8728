import { afterAll, beforeAll, expect, test } from 'vitest'
import { image } from '../../server/suites/image/index.ts'
import { openRebuiltPages, type RebuiltPages } from './rebuilt-pages.ts'
import { introduced, rebuiltByHand, STUDIO, withPage, withStyles } from './studio.ts'
import { studioPictures } from './studio-pictures.ts'

let pages: RebuiltPages
beforeAll(async () => {
  pages = await openRebuiltPages(image, STUDIO, studioPictures)
})
afterAll(() => pages.close())

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

test('the page against itself raises nothing', { timeout: 120_000 }, async () => {
  const result = await pages.judge(null)
  expect(result!.score).toBe(100)
  expect(result!.checks.map(check => check.outcome)).toEqual(Array(4).fill('assessed'))
  expect(result!.issues).toEqual([])
})

test('a faithful page of other markup, formats and addresses raises nothing', {
  timeout: 120_000,
}, async () => {
  const result = await pages.judge(rebuiltByHand)
  expect(introduced(result)).toEqual([])
  expect(result!.score).toBe(100)
})

test.each([
  [
    'a picture whose file is gone',
    withPage($ => $('img[src*=pier]').attr('src', 'img/nothing-here')),
    ['critical image/broken:house on a pier'],
  ],
  [
    'a picture that is a stretched pixel',
    withPage($ => $('img[src*=dune]').attr('src', PIXEL)),
    ['critical image/broken:house behind the dune'],
  ],
  [
    'a picture that is left out',
    withPage($ => $('img[src*=quay]').remove()),
    ['serious image/lost:workshop at the quay'],
  ],
  [
    'the logo hidden by style',
    withStyles('nav a img { visibility: hidden }'),
    ['serious image/lost:harbour studio'],
  ],
  [
    'another picture at the same place',
    withPage($ => $('img[src*=pier]').attr('src', 'img/forest.jpg')),
    ['serious image/lost:house on a pier'],
  ],
  [
    'a background picture that is not painted',
    withStyles('.hero { background-image: none }'),
    ['serious image/background:hero.jpg'],
  ],
  [
    'a background picture whose file is gone',
    withStyles('.hero { background-image: url(img/nothing-here) }'),
    ['critical image/broken:hero.jpg'],
  ],
] as const)('%s', { timeout: 120_000 }, async (_, change, issues) => {
  const result = await pages.judge(change)
  expect(introduced(result)).toEqual(issues)
  expect(result!.pass).toBe(false)
})

test('another brand colour everywhere fails, however little text has it', { timeout: 120_000 }, async () => {
  const result = await pages.judge(withStyles(':root { --brand: #7a00cc }'))
  expect(introduced(result)).toContain('serious image/colours:vanished:#c2410c')
  expect(result!.pass).toBe(false)
})

test('a dark page instead of a light one fails', { timeout: 120_000 }, async () => {
  const result = await pages.judge(withStyles('body, .navbar { background: #111827; color: #e5e7eb }'))
  expect(introduced(result)).toContain('serious image/colours:inverted')
  expect(result!.pass).toBe(false)
})
