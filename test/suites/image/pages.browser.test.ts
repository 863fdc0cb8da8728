import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RebuiltPages } from '../rebuilt-pages.ts'
import { introduced, rebuiltByHand, withPage, withStyles } from '../studio.ts'
import { type Defect, expectDefects, openStudio } from './studio-pages.ts'

let pages: RebuiltPages
beforeAll(async () => {
  pages = await openStudio()
})
afterAll(() => pages?.close())

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

test.concurrent('the page against itself raises nothing', { tags: 'variant' }, async () => {
  const result = await pages.judge(null)
  expect(result!.score).toBe(100)
  const outcomes = result!.checks.map(({ id, outcome }) => (id === 'image/icons' ? '' : outcome))
  expect(outcomes).toEqual([...Array(8).fill('assessed'), '', 'assessed'])
  expect(result!.issues).toEqual([])
})

test.concurrent('a faithful page of other markup, formats and addresses raises nothing', {
  tags: 'variant',
}, async () => {
  const result = await pages.judge(rebuiltByHand)
  // The compass is a file now, the picture of the quay has no text of its own, none keeps its place free.
  expect(introduced(result).filter(issue => !issue.startsWith('minor '))).toEqual([])
  expect(result!.score).toBeGreaterThan(98)
})

/** What does not touch the same part of the page is made to one copy of it: a copy takes seconds. */
test.concurrent.each<[string, Defect[]]>([
  [
    'pictures gone, of one pixel, left out, unpainted, stretched and too small; serifs and another brand colour everywhere, however little text has it',
    [
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
        'a background picture that is not painted',
        withStyles('.hero { background-image: none }'),
        ['serious image/background:hero.jpg'],
      ],
      [
        'a stretched picture',
        withStyles('.strip img[src*=anna] { height: 260px }'),
        ['serious image/stretched:anna at the model'],
      ],
      [
        'a small file blown up',
        withPage($ => $('img[src*=etching]').attr('src', 'img/etching-tiny.jpg')),
        ['serious image/blurred:the harbour in 1890'],
      ],
      [
        'serifs everywhere',
        withStyles('* { font-family: Georgia, serif !important }'),
        ['serious image/typography:class:sans-serif'],
      ],
      [
        'another brand colour',
        withStyles(':root { --brand: #7a00cc }'),
        ['serious image/colours:vanished:#c2410c'],
      ],
    ],
  ],
])('%s', (_, defects) => expectDefects(pages, defects))
