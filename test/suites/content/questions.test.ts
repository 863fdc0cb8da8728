import { expect, test } from 'vitest'
import { type Given, judge } from './judging.ts'

const FAQ: [question: string, answer: string][] = [
  ['When are you open?', 'Our bakery opens at dawn and closes once the last loaf has found its buyer.'],
  [
    'Do you take orders?',
    'Larger celebrations deserve a telephone call two weeks ahead, so that flour is milled.',
  ],
  ['Is there parking?', 'Behind the mill wheel stands a gravel yard with shade for bicycles and carts.'],
  ['May dogs come in?', 'Four-legged friends wait under the lime tree, where a bowl of water is filled.'],
]
const OPENING: Given = { text: 'The mill behind the market', kind: 'heading', level: 1 }
const lines = (of: (question: string, answer: string, at: number) => Given[]): Given[] => [
  OPENING,
  ...FAQ.flatMap(([question, answer], at) => of(question, answer, at)),
]
const answer = (text: string): Given => ({ text })
const asked = (kind: string) =>
  lines((question, text, at) => [
    { text: question, kind, level: 3, selector: `main > article:nth-of-type(${at + 1}) > h3` },
    answer(text),
  ])
const running = lines((_, text) => [answer(text)])
const within = lines((question, text) => [answer(`${question} ${text}`)])
const told = (after: Given[], before = asked('heading')) =>
  judge(before, after)
    .issues.flatMap(issue => issue.members ?? issue)
    .filter(({ rule }) => rule.startsWith('content/text'))
    .map(({ severity, rule }) => `${severity} ${rule}`)

test('questions whose answers became running text are told once', () => {
  expect(told(running)).toEqual(['moderate content/text/questions'])
  expect(told(within)).toEqual(['moderate content/text/questions'])
  expect(told(running, asked('button'))).toEqual(['moderate content/text/questions'])
})

test('one that still is a heading, a text of its own, or lost with its answer leaves them what they are', () => {
  const questions = 'moderate content/text/questions'
  const others: Given[][] = [
    asked('button'),
    lines((question, text) => [answer(question), answer(text)]),
    lines((question, text, at) =>
      at === 0 ? [{ text: question, kind: 'heading', level: 3 }, answer(text)] : [answer(text)],
    ),
    [OPENING, answer(FAQ[0]![1])],
    lines((_, text, at) => [
      { text: ['Hours', 'Celebrations', 'Bicycles', 'Animals'][at]!, kind: 'heading', level: 3 },
      answer(text),
    ]),
  ]
  for (const after of others) expect(told(after)).not.toContain(questions)
})
