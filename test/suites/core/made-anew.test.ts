import { expect, test } from 'vitest'
import { isMadeAnew } from '../../../server/suites/core/made-anew.ts'
import { runSuites } from '../../../server/suites/core/run.ts'
import { defineSuite } from '../../../server/suites/core/suite.ts'
import { capture } from '../content/judging.ts'

const TEXTS = [
  'We repair boilers, taps and drains in Annecy and around the lake.',
  'Call us before noon and somebody comes on the same day.',
  'Each repair is guaranteed for two years, parts and labour.',
  'We show you the old part and explain what we have done.',
  'Our prices are on the door of the van and on this page.',
]

/** What is said of a page that keeps so many of the texts, and has others in place of the rest. */
function anew(kept: number, texts = TEXTS): boolean[] {
  const seen: boolean[] = []
  const suite = defineSuite({
    name: 'content',
    needs: ['layouts'],
    checks: [
      {
        id: 'content/x',
        title: 'X',
        weight: 1,
        rules: { check: 'content/x', list: [] },
        judge(pair) {
          seen.push(isMadeAnew(pair))
          return []
        },
      },
    ],
  })
  const others = texts.map((_, at) => `A wholly other sentence number ${at} stands in this place instead.`)
  runSuites(
    [suite],
    capture('original', texts),
    capture('rebuilt', [...texts.slice(0, kept), ...others.slice(kept)]),
  )
  return seen
}

test('a page that keeps most of its text is the same page, and one is always its own', () => {
  expect(anew(5)).toEqual([false, false])
  expect(anew(4)).toEqual([false, false])
  expect(anew(3)).toEqual([true, false])
  expect(anew(0)).toEqual([true, false])
})

test('a page of a few words is known by none of them', () => {
  expect(anew(0, ['Welcome', 'Call us'])).toEqual([false, false])
})
