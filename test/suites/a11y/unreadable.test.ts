import { expect, test } from 'vitest'
import { a11y } from '../../../server/suites/a11y/index.ts'
import { judgeBy, makeCapture } from '../captures.ts'
import { block } from '../responsive/pages.ts'

const BOX = { x: 0, y: 0, width: 100, height: 20 }
const LAYOUT = {
  width: 1440,
  blocks: [block('Rye loaf'), block('Read more about it')],
  controls: [],
  pictures: [],
  clickables: [],
}
type Moment = 'hovered' | 'scrolled'
const site = (side: 'original' | 'rebuilt', moment: Moment, texts: string[] | undefined) => {
  const unreadable = texts?.map(text => ({ text, selector: 'a', box: BOX, contrast: 1.02 }))
  const wide = { probes: [], rest: [], unreached: 0, late: false, ended: null, [moment]: unreadable }
  return makeCapture(side, { layouts: [LAYOUT as never], probes: { wide } })
}
const judge = (before: string[] | undefined, now: string[], moment: Moment = 'hovered') =>
  judgeBy(a11y, site('original', moment, before), site('rebuilt', moment, now)).issues.flatMap(
    ({ key, severity, status, message }) =>
      status === 'introduced' ? [{ found: `${key} ${severity}`, message }] : [],
  )

test('texts that nobody can read under the mouse, or once the page is scrolled, are one issue, grave where the original shows them', () => {
  expect(judge([], ['Book a table', 'Rye loaf'])).toEqual([
    {
      found: 'a11y/hovered:rye loaf serious',
      message:
        'Nobody can read “Book a table”, “Rye loaf” while the mouse is over it: the contrast is 1.02:1 then',
    },
  ])
  expect(judge([], ['Rye loaf'], 'scrolled')).toEqual([
    {
      found: 'a11y/scrolled:rye loaf serious',
      message: 'Nobody can read “Rye loaf” once the page is scrolled: the contrast is 1.02:1 then',
    },
  ])
  // A part of a text of the original.
  expect(judge([], ['Read more']).map(({ found }) => found)).toEqual(['a11y/hovered:read more serious'])
  expect(judge([], ['Rye']).map(({ found }) => found)).toEqual(['a11y/hovered:rye serious'])
  expect(judge([], ['Read mo']).map(({ found }) => found)).toEqual(['a11y/hovered:read mo moderate'])
  expect(judge([], ['Book a table']).map(({ found }) => found)).toEqual([
    'a11y/hovered:book a table moderate',
  ])
})

test('what goes from the eye on the original as well is none', () => {
  expect(judge(['Rye loaf'], ['Rye loaf'])).toEqual([])
  expect(judge(['Rye loaf'], [])).toEqual([])
  // In parts there, or nobody looked.
  expect(judge(['Read', 'more about it'], ['Read more about it'])).toEqual([])
  expect(judge(undefined, ['Rye loaf'])).toEqual([])
})
