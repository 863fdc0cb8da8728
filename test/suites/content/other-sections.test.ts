/** Answers that are other ones below the questions of the original. */
import { expect, test } from 'vitest'
import { type Given, judge, type Page } from './judging.ts'

const heading = (text: string, level = 2): Given => ({ text, kind: 'heading', level })

const QUESTIONS = [
  'Do you deliver on Sundays?',
  'How long does an order take?',
  'Can I return a cake?',
  'Where do you get your flour?',
]
const ANSWERS = [
  'We deliver every day of the week within five miles of the bakery, Sundays included, before noon.',
  'Most orders are ready on the next morning; wedding cakes need two weeks of notice from you.',
  'Bring it back within a day with its box and receipt, and the shop refunds what you paid.',
  'All of our grain comes from three organic farms on the river, milled by ourselves on stone.',
]
const OTHERS = [
  'Our courier only visits on weekdays, and parcels leave the warehouse at four in the afternoon.',
  'Shipping varies with season; allow ten working days until a package arrives at your address.',
  'Perishable goods are excluded from exchanges by law, so please check prior to purchasing anything.',
  'Suppliers change monthly depending upon market prices, and labels state origin wherever required.',
]
const REWORDED = [
  'Deliveries go out daily, even on Sundays, up to five miles around the bakery, always before noon.',
  'You can have most things the next morning; for a wedding cake please give us two weeks of notice.',
  'Within a day the shop takes it back and refunds the price, if box and receipt are brought along.',
  'Three organic farms along the river grow the grain for us, and we mill it ourselves on stone.',
]
const REST = [
  heading('The bakery by the harbour', 1),
  'The bakery by the harbour has been open since spring and sells bread, rolls and cakes along the quay.',
  heading('Bread'),
  'Rye and spelt are baked at dawn in all weathers by Anna, and Otto drives the van to town.',
  heading('People'),
  'Every year since the fire somebody has lived above these stones with horse, cat and geese.',
  'Whoever brings a sack of grain before noon takes home half of its weight as flour of the same day.',
]

type Put = (question: string, answer: string) => Given[]
const open: Put = (question, answer) => [heading(question, 3), answer]
const folded: Put = (question, answer) => [
  { text: question, kind: 'button' },
  { text: answer, state: 'hidden', folded: true },
]

const page = (
  answers: string[],
  put = open,
  { questions = QUESTIONS, rest = REST as Given[] } = {},
): Page => ({
  blocks: [
    ...rest,
    heading('Questions'),
    ...questions.flatMap((question, at) => put(question, answers[at]!)),
  ],
  openers: 4,
})

const grave = (before: Page, now: Page) =>
  judge(before, now).issues.flatMap(({ severity, rule, members }) =>
    severity === 'serious' ? `${rule} ${members?.length ?? 1}` : [],
  )

test('other answers under the same questions are one serious issue', () => {
  const told = ['content/text/replaced 4']
  const { issues } = judge(page(ANSWERS), page(OTHERS))
  expect(issues.map(({ rule }) => rule)).toEqual(['content/text/replaced'])
  expect(issues[0]!.message).toContain('below the unchanged question “')
  expect(grave(page(ANSWERS, folded), page(OTHERS, folded))).toEqual(told)
  expect(grave(page(ANSWERS, folded), page(OTHERS))).toEqual(told)
})

test('so are other texts below headings, and what an accordion opens', () => {
  const questions = ['Delivery', 'Orders', 'Returns', 'Flour']
  expect(grave(page(ANSWERS, open, { questions }), page(OTHERS, open, { questions }))).toEqual([
    'content/text/replaced 4',
  ])
  expect(grave(page(ANSWERS, folded, { questions }), page(OTHERS, folded, { questions }))).toEqual([
    'content/text/replaced 4',
  ])
})

test('answers in other words, shorter ones, and two of four are no other answers', () => {
  const rules = (answers: string[]) => judge(page(ANSWERS), page(answers)).issues.map(({ rule }) => rule)
  expect(rules(REWORDED)).not.toContain('content/text/replaced')
  expect(rules(OTHERS.map(text => text.split(' ').slice(0, 6).join(' ')))).not.toContain(
    'content/text/replaced',
  )
  expect(rules([...OTHERS.slice(0, 2), ...ANSWERS.slice(2)])).not.toContain('content/text/replaced')
  expect(rules(ANSWERS)).toEqual([])
})

test('where the rest was written anew as well, or there is hardly any, other texts below headings are a choice', () => {
  const anew = [
    heading('The bakery by the harbour', 1),
    'Flour, water and patience: nothing else goes into what leaves this oven each and every night.',
    heading('Bread'),
    'Loaves with dark crusts, soft brioche at weekends, and something sweet for whoever queues early.',
    heading('People'),
    'Meet the family: three generations knead, shape, fire up, sweep out and serve behind one counter.',
    'Bring your own grain sometimes and leave with a bag that smells like August, whatever month it is.',
  ]
  const questions = ['Delivery', 'Orders', 'Returns', 'Flour']
  const title = [heading('The bakery by the harbour', 1)]
  const rules = (before: Page, now: Page) => judge(before, now).issues.map(({ rule }) => rule)
  expect(rules(page(ANSWERS), page(OTHERS, open, { rest: anew }))).not.toContain('content/text/replaced')
  const bare = { questions, rest: title }
  expect(rules(page(ANSWERS, open, bare), page(OTHERS, open, bare))).not.toContain('content/text/replaced')
})

test('answers that stand on the page below another question are not lost', () => {
  const rules = judge(page(ANSWERS), page([...ANSWERS.slice(1), ANSWERS[0]!])).issues.map(({ rule }) => rule)
  expect(rules).not.toContain('content/text/replaced')
})
