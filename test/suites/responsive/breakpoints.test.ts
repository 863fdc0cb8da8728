import { expect, test } from 'vitest'
import { breakpointsOf, mediaIn } from '../../../server/capture/collectors/breakpoints.ts'

test('breakpoints are read from any way to write them', () => {
  expect(
    breakpointsOf([
      ['(max-width: 47.9375em)', 3],
      ['screen and (min-width:600px) and (max-width: 899.98px)', 2],
      ['(400px <= width < 700px)', 1],
      ['(WIDTH >= 64rem)', 4],
      ['(min-height: 500px) and (orientation: landscape)', 9],
    ]),
  ).toEqual([1024, 768, 600, 900, 400, 700])
  // 480 px alone is between the two.
  expect(
    breakpointsOf([
      ['(max-width: 479px)', 2],
      ['(min-width: 481px)', 1],
      ['(width = 30em)', 1],
    ]),
  ).toEqual([480, 481])
  expect(
    breakpointsOf([
      ['(30em > width)', 1],
      ['(640px>=width)', 1],
      ['(width <= 50rem)', 1],
    ]),
  ).toEqual([480, 641, 801])
  expect(mediaIn('a{b:c} @media (max-width:600px){a{d:e} b{f:g}} @MEDIA print{h{}}')).toEqual([
    [' (max-width:600px)', 2],
    [' print', 1],
  ])
})
