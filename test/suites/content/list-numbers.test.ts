/** Numbers that browsers draw before the entries of lists. */
import { expect, test } from 'vitest'
import { type Given, introduced, judge } from './judging.ts'

const STEPS = [
  'Switch the oven on and let it grow hot for half an hour',
  'Knead flour, water and salt until the dough is smooth',
  'Shape two loaves and leave them below a wet towel',
  'Bake them until their bottoms sound hollow',
]
/** `size`: entries of each list. */
const list = (numbers: (number | undefined)[], size = 4): Given[] =>
  STEPS.map((text, at) => ({
    ...{ text, kind: 'list-item', numbered: numbers[at] },
    selector: `ol:nth-of-type(${Math.ceil((at + 1) / size)}) > li:nth-of-type(${(at % size) + 1})`,
  }))
const told = (before: Given[], after: Given[]) =>
  introduced(judge({ blocks: before }, { blocks: after })).filter(issue => issue.includes('structure'))
const COUNTED = list([1, 2, 3, 4])

test('a list that counts otherwise is told once, with its first entry', () => {
  const key = (word: string) => `content/structure:numbers:${word}`
  expect(told(COUNTED, list([1, 1, 1, 1]))).toEqual([
    `serious ${key('knead flour, water and salt until the do')}`,
  ])
  expect(told(list([3, 2, 1, 0], 1), list([3, 4, 5, 6]))).toHaveLength(1)
  expect(told(list([3, 4, 5, 6], 2), list([3, 4, 1, 2], 2))).toEqual([
    `serious ${key('shape two loaves and leave them below a ')}`,
  ])
  expect(told(COUNTED, list([1, 2, 3, 1]))).toEqual([
    `moderate ${key('bake them until their bottoms sound holl')}`,
  ])
})

test('a list that counts as before, from another number, with an entry more, or not at all is none', () => {
  expect(told(COUNTED, COUNTED)).toEqual([])
  expect(told(COUNTED, list([2, 3, 4, 5]))).toEqual([])
  expect(told(COUNTED, list([1, 2, 4, 5]))).toEqual([])
  expect(told(COUNTED, list([]))).toEqual([])
  expect(told(list([1, 2, 1, 2], 2), COUNTED)).toEqual([])
  expect(told(list([]), list([1, 1, 1, 1]))).toEqual([])
  // In another order; a list within an entry whose first one is gone.
  const turned = [COUNTED[0]!, COUNTED[2]!, COUNTED[1]!, COUNTED[3]!].map((entry, at) => ({
    ...(entry as object),
    numbered: at + 1,
  })) as Given[]
  expect(told(COUNTED, turned)).toEqual([])
  const outer: Given = {
    text: 'Before you begin',
    kind: 'list-item',
    numbered: 1,
    selector: 'main > ol > li:nth-of-type(1)',
  }
  expect(told([outer, ...COUNTED], [outer, ...list([0, 1, 2, 3]).slice(1)])).toEqual([])
})
