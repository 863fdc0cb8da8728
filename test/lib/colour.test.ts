import { expect, test } from 'vitest'
import {
  chromaOf,
  colourDifference,
  hexOf,
  isSameColour,
  labDifference,
  labOf,
  over,
  parseColour,
} from '../../server/lib/colour.ts'

test.each([
  ['rgb(33, 37, 41)', [33, 37, 41], 1],
  ['rgba(0, 0, 0, 0)', [0, 0, 0], 0],
  ['rgb(10 20 30 / 50%)', [10, 20, 30], 0.5],
  ['#7a00cc', [122, 0, 204], 1],
  ['hsl(120deg 100% 50%)', [0, 255, 0], 1],
  ['color(srgb 0.5 0.2 0.1)', [128, 51, 26], 1],
  ['oklch(0.7 0.1 200)', [64, 177, 183], 1],
  ['lab(50 none none)', [119, 119, 119], 1],
  ['color(display-p3 1 0 0)', [255, 0, 0], 1],
  ['transparent', [0, 0, 0], 0],
] as const)('reads %s', (css, rgb, alpha) => {
  expect(parseColour(css)).toEqual({ rgb, alpha })
})

test.each(['', 'currentcolor', 'image', 'rgb(', 'url(#a)'])('%j is no colour by itself', css => {
  expect(parseColour(css)).toBeNull()
})

test.each([
  ['rgb(255, 255, 255)', 'oklch(1 0 0)', true],
  ['rgb(255, 255, 255)', 'lab(100 0 0)', true],
  ['image', 'image', true],
  ['image', 'rgb(0, 0, 0)', false],
  ['rgba(0, 0, 0, 0.5)', 'rgb(0, 0, 0)', false],
  ['rgb(75, 85, 99)', 'rgb(107, 114, 128)', false],
])('%s and %s are one colour: %s', (a, b, wanted) => {
  expect(isSameColour(a, b)).toBe(wanted)
})

// Sharma, Wu and Dalal (2005), table 1, pairs 1 to 34 in part: each branch of the formula.
test.each([
  [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
  [[50, 3.1571, -77.2803], [50, 0, -82.7485], 2.8615],
  [[50, -1.3802, -84.2814], [50, 0, -82.7485], 1.0],
  [[50, 0, 0], [50, -1, 2], 2.3669],
  [[50, 2.49, -0.001], [50, -2.49, 0.0009], 7.1792],
  [[50, 2.49, -0.001], [50, -2.49, 0.0011], 7.2195],
  [[50, -0.001, 2.49], [50, 0.0011, -2.49], 4.7461],
  [[50, 2.5, 0], [50, 0, -2.5], 4.3065],
  [[50, 2.5, 0], [73, 25, -18], 27.1492],
  [[50, 2.5, 0], [56, -27, -3], 31.903],
  [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
  [[22.7233, 20.0904, -46.694], [23.0331, 14.973, -42.5619], 2.0373],
  [[90.8027, -2.0831, 1.441], [91.1528, -1.6435, 0.0447], 1.4441],
  [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
] as const)('CIEDE2000 of %j and %j is %d', (a, b, difference) => {
  expect(labDifference(a, b)).toBeCloseTo(difference, 4)
  expect(labDifference(b, a)).toBeCloseTo(difference, 4)
})

test('black and white are as far apart as lightness goes; grey has no chroma', () => {
  expect(colourDifference([0, 0, 0], [255, 255, 255])).toBeCloseTo(100, 1)
  expect(labOf([255, 255, 255])[0]).toBeCloseTo(100, 2)
  expect(chromaOf([128, 128, 128])).toBeLessThan(0.1)
  expect(chromaOf([255, 200, 0])).toBeGreaterThan(80)
})

test('half-transparent paint is mixed with its background', () => {
  expect(over({ rgb: [255, 0, 0], alpha: 0.5 }, [0, 0, 255])).toEqual([128, 0, 128])
  expect(hexOf([122, 0, 204])).toBe('#7a00cc')
})
