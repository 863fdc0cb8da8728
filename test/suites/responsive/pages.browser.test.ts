import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RebuiltPages } from '../rebuilt-pages.ts'
import { introduced, rebuiltByHand, withPage, withStyles } from '../studio.ts'
import { type Defect, expectDefects, openStudio } from './studio-pages.ts'

let pages: RebuiltPages
beforeAll(async () => {
  pages = await openStudio()
})
afterAll(() => pages?.close())

test.concurrent('the page against itself raises nothing', { tags: 'variant' }, async () => {
  const result = await pages.judge(null)
  expect(result!.score).toBe(100)
  expect(result!.checks.map(check => check.outcome)).toEqual(Array(7).fill('assessed'))
  expect(result!.issues.map(issue => `${issue.status} ${issue.severity} ${issue.key}`)).toEqual([])
})

test.concurrent('a faithful page of other markup, its menu under a label, raises nothing', {
  tags: 'variant',
}, async () => {
  const result = await pages.judge(rebuiltByHand)
  expect(introduced(result)).toEqual([])
  expect(result!.score).toBe(100)
})

/** What does not touch the same part of the page is made to one copy of it: a copy takes seconds. */
test.concurrent.each<[string, Defect[]]>([
  [
    'a section hidden on phones, cards of a fixed height, a block of 900 px on a page that hides what sticks out, zoom forbidden, a gap between two breakpoints',
    [
      [
        'a section hidden on phones',
        withStyles('@media (max-width: 600px) { #prices { display: none } }'),
        /^serious responsive\/kept:what it costs$/,
        /320, 375/,
      ],
      [
        'cards of a fixed height',
        withStyles('.card p { height: 24px; overflow: hidden }'),
        /^serious responsive\/clipping:/,
        /cut off at/,
      ],
      [
        'a block of 900 px on a page that hides what sticks out',
        withPage($ => {
          $('#team > p').first().attr('style', 'width: 900px')
          $('body').attr('style', 'overflow-x: hidden')
        }),
        /^serious responsive\/overflow:eleven people draw/,
        /cut off at the right edge/,
      ],
      [
        'zoom forbidden',
        withPage($ => $('meta[name=viewport]').attr('content', 'width=device-width, user-scalable=no')),
        /^moderate responsive\/viewport:zoom$/,
        /user-scalable=no/,
      ],
      [
        'a gap between two breakpoints',
        withStyles('@media (min-width: 768px) and (max-width: 900px) { .navbar ul { display: none } }'),
        /^serious responsive\/navigation$/,
        /768/,
      ],
    ],
  ],
  [
    'a menu button that is gone, a block of 900 px, a banner over the text below it, cards below each other on a desktop',
    [
      [
        'a menu button that is gone',
        withStyles('.toggler { display: none !important }'),
        /^serious responsive\/navigation$/,
        /at 320, 375 and 767 px: neither its links \(“harbour studio”, “work”, “team”/,
      ],
      [
        'a block of 900 px',
        withPage($ => $('#team > p').first().attr('style', 'width: 900px')),
        /^serious responsive\/overflow:eleven people draw/,
        /sticks out of the screen by \d+ px at 320 and 375 px/,
      ],
      [
        'a banner over the text below it',
        withStyles('#team { position: relative; background: #fff; margin-top: -120px }'),
        /^serious responsive\/overlaps:.*(roof|workshops|oak)/,
        /hidden by/,
      ],
      [
        'cards below each other on a desktop',
        withStyles('.cards { grid-template-columns: 1fr }'),
        /^moderate responsive\/layout:stacked/,
        /Columns are lost/,
      ],
    ],
  ],
])('%s', (_, defects) => expectDefects(pages, defects))
