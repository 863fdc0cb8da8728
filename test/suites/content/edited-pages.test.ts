/** What an edited page may have lost on purpose, and what nobody takes out. */
import { expect, test } from 'vitest'
import { type Given, introduced, judge } from './judging.ts'

const h = (text: string, level = 2): Given => ({ text, kind: 'heading', level })

const HEAD: Given[] = [
  h('A mill and bakery behind the market', 1),
  'We have been baking bread by hand since the old miller left his stones to my grandmother.',
]
const LOAVES: Given[] = [
  h('Our loaves'),
  'Dark rye with caraway, spelt with walnuts and a white loaf with milk that children like best.',
  'Our ovens are heated with beech wood from the forest above the town every single morning.',
]
const VISIT: Given[] = [
  h('Visit us'),
  'Come and watch the millers at work on the first Saturday of each month, coffee included.',
]
const LOYALTY: Given[] = [
  h('Loyalty'),
  'Each stamp on the card of our shop brings you nearer to a loaf for free.',
]
const PAGE = [...HEAD, ...LOAVES, ...VISIT]
const NEWS: Given[] = [
  'Since this spring we bake flat breads of barley with seeds, and whoever brings a bag of linen along pays less for each of the rolls.',
]

/** The grade of the loss of what `name` tells, undefined where nothing is said. */
const severityOf = (name: string, was: Given[], now: Given[]) =>
  introduced(judge(was, now))
    .find(issue => issue.includes('content/text') && issue.includes(name))
    ?.split(' ')[0]

/** Somebody wrote something before `at`. */
const edited = (page: Given[], at: Given = VISIT[0]!, ...more: Given[]): Given[] =>
  page.flatMap(given => (given === at ? [...more, ...NEWS, given] : given))

test.each([
  [
    'privacy policy',
    'Your privacy',
    'The camera at our door keeps what it sees for a day, and then forgets it.',
  ],
  ['terms', 'Terms and conditions', 'Whoever orders a cake owes us half of what it costs on that same day.'],
  [
    'legal notice',
    'Impressum',
    'Verantwortlich ist die Müllerin selbst, in der Mühle hinter dem alten Markt.',
  ],
  [
    'refund policy',
    'Returns',
    'Bring back what you do not like while it is fresh, and your money is yours again.',
  ],
  ['warranty', 'Garantie', 'Was an einer Mühle von uns bricht, das richten wir, solange du sie hast.'],
  [
    'cookie policy',
    'Use of cookies',
    'A cookie of this page remembers which loaves you looked at, and nothing else.',
  ],
])('the %s is as grave a loss on a page that somebody edited', (_, heading, text) => {
  const [title, name] = [h(heading), heading.toLowerCase()]
  const was = [...PAGE, title, text]
  expect(severityOf(name, was, edited(PAGE))).toBe('serious')
  expect(severityOf(name, was, PAGE)).toBe('serious')
  // The text alone, under its heading.
  const said = text.split(' ').slice(0, 3).join(' ').toLowerCase()
  expect(severityOf(said, was, edited([...PAGE, title]))).toBe('serious')
})

test('a chapter of a page of policies is one of them, and other sections of an edited page are not', () => {
  const text = 'What you tell us stays with us for as long as we are made to know it.'
  const lossOf = (heading: string, page: Given[]) =>
    severityOf(heading.toLowerCase(), [...page, h(heading), text], edited(page))
  const policy = [h('Privacy policy', 1), ...PAGE.slice(1)]
  expect(lossOf('What we keep', policy)).toBe('serious')
  expect(lossOf('What we keep', PAGE)).toBe('moderate')
  const before = [...HEAD, h('Privacy'), 'A camera looks at our door.', ...LOAVES, ...VISIT]
  expect(lossOf('What we keep', before)).toBe('moderate')
  // How a shop sends is no law's business.
  expect(lossOf('Shipping costs', PAGE)).toBe('moderate')
})

test.each<[string, string, Given[]]>([
  ['an announcement was put above the page', 'serious', [...NEWS, ...PAGE]],
  ['an announcement with a title of its own was', 'serious', [h('News', 3), ...NEWS, ...PAGE]],
  ['something was written in its place', 'moderate', [...PAGE, ...NEWS]],
  ['something was written in the section above', 'moderate', edited(PAGE, VISIT[1]!)],
  ['an entry of its rank was added', 'moderate', edited(PAGE, LOAVES[0]!, h('News'))],
  [
    'other parts were written anew as well',
    'moderate',
    [
      ...NEWS,
      ...PAGE.filter(given => given !== LOAVES[2]),
      'We fire our ovens with the wood of old apple trees now.',
    ],
  ],
])('a section that is gone from a page where %s is %s', (_, severity, now) => {
  expect(severityOf('loyalty', [...PAGE, ...LOYALTY], now)).toBe(severity)
})
