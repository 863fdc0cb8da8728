import { expect, test } from 'vitest'
import { isEdited, isMadeAnew } from '../../../server/suites/core/made-anew.ts'
import { runSuites } from '../../../server/suites/core/run.ts'
import { defineSuite } from '../../../server/suites/core/suite.ts'
import { capture, type Given, type Page } from '../content/judging.ts'

const TEXTS = [
  'We repair boilers, taps and drains in Annecy and around the lake.',
  'Call us before noon and somebody comes on the same day.',
  'Each repair is guaranteed for two years, parts and labour.',
  'We show you the old part and explain what we have done.',
  'Our prices are on the door of the van and on this page.',
]

/** What `ask` says of a pair of pages, and of the original and itself. */
function asked(ask: typeof isEdited, original: Given[], rebuilt: Given[] | Page): boolean[] {
  const seen: boolean[] = []
  const suite = defineSuite({
    name: 'content',
    needs: ['layouts', 'volatile'],
    checks: [
      {
        id: 'content/x',
        title: 'X',
        weight: 1,
        rules: { check: 'content/x', list: [] },
        judge(pair) {
          seen.push(ask(pair))
          return []
        },
      },
    ],
  })
  runSuites([suite], capture('original', original), capture('rebuilt', rebuilt))
  return seen
}

/** What is said of a page that keeps so many of the texts, and has others in place of the rest. */
function anew(kept: number, texts = TEXTS): boolean[] {
  const others = texts.map((_, at) => `A wholly other sentence number ${at} stands in this place instead.`)
  return asked(isMadeAnew, texts, [...texts.slice(0, kept), ...others.slice(kept)])
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

const OWN = [
  'Since this spring we look after heat pumps as well, with two people who learned it at the maker.',
  'Whoever signs a contract for a year pays nothing for the first visit of each winter.',
]

test('a page is edited where somebody wrote for it, as much as half of what is gone', () => {
  expect(asked(isEdited, TEXTS, TEXTS)).toEqual([false, false])
  expect(asked(isEdited, TEXTS, [...TEXTS, ...OWN])).toEqual([true, false])
  expect(asked(isEdited, TEXTS, [...TEXTS.slice(1), ...OWN])).toEqual([true, false])
  // A few words; much more that is gone; what stands there twice; a footer.
  expect(asked(isEdited, TEXTS, [...TEXTS, 'Heat pumps as well.'])).toEqual([false, false])
  const long = Array.from({ length: 9 }, (_, at) => TEXTS.map(text => `${text} Case ${at} of ours.`)).flat()
  expect(asked(isEdited, [...TEXTS, ...long], [...TEXTS, ...OWN])).toEqual([false, false])
  expect(asked(isEdited, TEXTS, [...TEXTS, ...TEXTS])).toEqual([false, false])
  const drawn = asked(isEdited, TEXTS, { blocks: [...TEXTS, ...OWN], volatile: OWN })
  expect(drawn).toEqual([false, false])
  const footer = OWN.map(text => ({ text, landmark: 'contentinfo' }))
  expect(asked(isEdited, TEXTS, [...TEXTS, ...footer])).toEqual([false, false])
})

test.each([
  'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua, ut enim ad minim.',
  'Warning: Undefined variable $greeting in /var/www/html/wp-content/themes/lake/front-page.php on line 12, called while the front page of the site was being made for somebody.',
  "TypeError: Cannot read properties of undefined (reading 'title') at renderCard (https://boilers.example/assets/app.js:12:33) at renderList of all the cards below the fold of the page.",
  'Dear {{ customer.name }}, your {{ order.kind }} of {{ order.date }} is on its way to {{ order.place }}, and we hope that you will like it as much as we did.',
  'Read about **all that we do** on [our page of services](/services.md), and about *what it costs* on the page of prices that we keep up to date each year.',
])('nobody wrote %s', text => {
  expect(asked(isEdited, TEXTS, [...TEXTS, text])).toEqual([false, false])
})

test('a page that shows marks of templates itself is about them, and may say more of them', () => {
  const before = [...TEXTS, 'Write {{ name }} where the name of your customer is to stand.']
  const added =
    'Since this release you may write {{ place }} in the same way, and {{ date }} as well, both of which are filled in when the letter is sent.'
  expect(asked(isEdited, before, [...before, added])).toEqual([true, false])
  expect(asked(isEdited, TEXTS, [...TEXTS, added])).toEqual([false, false])
})
