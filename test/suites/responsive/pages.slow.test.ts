/** Defects on small screens that change the whole page, so that each is made to a copy of its own; and more than pages.browser.test.ts has. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RebuiltPages } from '../rebuilt-pages.ts'
import { all, introduced, withPage, withStyles } from '../studio.ts'
import { type Defect, expectDefects, openStudio } from './studio-pages.ts'

let pages: RebuiltPages
beforeAll(async () => {
  pages = await openStudio()
})
afterAll(() => pages?.close())

test.concurrent.each<[string, Defect[]]>([
  [
    'cards beside each other on a phone and text that does not wrap and is cut off',
    [
      [
        'cards beside each other on a phone',
        withStyles('.cards { grid-template-columns: repeat(3, minmax(0, 1fr)); }'),
        /^serious responsive\/layout:beside/,
        /squeezed side by side/,
      ],
      [
        'text that does not wrap and is cut off',
        withStyles('#team > p { white-space: nowrap; overflow: hidden }'),
        /^serious responsive\/clipping:eleven people draw/,
        /cut off at/,
      ],
    ],
  ],
  [
    'no viewport meta',
    [
      [
        'no viewport meta',
        withPage($ => $('meta[name=viewport]').remove()),
        /^serious responsive\/viewport:width$/,
        /missing/,
      ],
    ],
  ],
  [
    'a section that a negative margin pulls over the one before',
    [
      [
        'a section that a negative margin pulls over the one before',
        withStyles('#team { margin-top: -180px }'),
        /^serious responsive\/overlaps:/,
        /written over each other at/,
      ],
    ],
  ],
  [
    'a strip of text',
    [
      [
        'a strip of text',
        withStyles('section { max-width: 180px } .cards { display: block }'),
        /^serious responsive\/layout:(narrowed|stacked)/,
        /strip|Columns/,
      ],
    ],
  ],
])('%s', (_, defects) => expectDefects(pages, defects))

test.concurrent('a header that stays over half of a phone is told', async () => {
  const stays = withStyles(
    '@media (max-width: 600px) { body > header { position: sticky; top: 0; z-index: 2 } .navbar { padding-block: 150px } }',
  )
  expect(introduced(await pages.judge(stays))).toEqual(['serious responsive/overlaps:window-covered:top'])
})

test.concurrent('a menu that folds earlier is worth a note, small targets and text on a phone are told', async () => {
  const result = await pages.judge(
    all([
      withStyles(
        '@media (max-width: 1100px) { .toggler { display: block } .collapse { display: none; width: 100% } }',
      ),
      withStyles('.button { padding: 0; font-size: 10px; line-height: 14px } .hero p { font-size: 9px }'),
    ]),
  )
  expect(introduced(result)).toEqual([
    'moderate responsive/small:shrunk:we have drawn and built houses on the coast since 1987.',
    'minor responsive/navigation:folded',
    'minor responsive/small:target:ask for a visit',
    'minor responsive/small:target:send the question',
  ])
  expect(result!.pass).toBe(true)
})
