/** Defects on small screens that change the whole page, so that each is made to a copy of its own; and more than pages.browser.test.ts has. */
import { afterAll, beforeAll, test } from 'vitest'
import type { RebuiltPages } from '../rebuilt-pages.ts'
import { withPage, withStyles } from '../studio.ts'
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
