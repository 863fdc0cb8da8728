/** Claims that only the new page makes: what whoever builds it makes up, and what faithful pages add. */
import { describe, expect, test } from 'vitest'
import { type Given, introduced, judge, type Page } from './judging.ts'

const PAGE: Given[] = [
  { text: 'The mill behind the market', kind: 'heading', level: 1 },
  'We have been baking bread by hand since the old miller left his stones to my grandmother.',
  'Our ovens are heated with beech wood from the forest above the town every single morning.',
  'Come and watch the millers at work on the first day of each month, coffee included.',
  'Twelve loaves, two ovens and a view over the river from the bench before the shop.',
]
const li = (text: string): Given => ({ text, kind: 'list-item' })
const foot = (text: string): Given => ({ text, landmark: 'contentinfo' })
const KEY = /^(\w+) content\/facts:claimed:/
const claimed = (before: Given[], now: Given[], more: Partial<Page> = {}) =>
  introduced(
    judge({ ...more, blocks: [...PAGE, ...before] }, { lang: more.lang ?? 'en', blocks: [...PAGE, ...now] }),
  )
const told = (...args: Parameters<typeof claimed>) =>
  claimed(...args).flatMap(each => (KEY.test(each) ? each.replace(KEY, '$1 ') : []))

describe('a claim that the original never made is told, and moderate', () => {
  test.each<[string, Given[], string[], string?]>([
    ['years', ['With 25 years of experience'], ['number of years:25 years']],
    ['Jahre', ['Seit über 30 Jahren für Sie da'], ['number of years:30 jahren'], 'de'],
    ['a year', ['Familienbetrieb seit 1987'], ['number of years:seit 1987'], 'de'],
    ['customers', ['Over 10,000 happy customers'], ['count:10,000 happy customers']],
    ['a tile', ['500+', 'Happy guests'], ['count:500+ happy guests']],
    ['a tile of thousands', ['10k+', 'Loaves each year'], ['count:10k+']],
    ['clienti', ['Più di 2.000 clienti soddisfatti'], ['count:2.000 clienti'], 'it'],
    ['a percentage', ['98%', 'Satisfaction rate'], ['percentage:98%']],
    ['a rating', ['Rated 4.9/5 by our guests'], ['rating:4.9/5']],
    ['stars', ['★★★★★'], ['rating:★★★★★']],
    ['an award', ['Our award-winning rye'], ['award:award-winning']],
    ['a certificate', ['Zertifizierter Betrieb'], ['certificate:zertifizierter'], 'de'],
    ['a guarantee', ['Satisfait ou remboursé, garantie à vie'], ['guarantee:garantie'], 'fr'],
    ['food', ['All our cakes are gluten-free'], ['promise about food:gluten-free']],
    ['service', ['Support 24/7'], ['promise of service:24/7']],
    ['an address', ['123 Main Street', 'Springfield, IL 62704'], ['address:123 main street, il 62704']],
    [
      'a customer',
      ['“The best bread that I have ever had in my life.”', 'Sarah Johnson'],
      ['quotation:"the best bread that i have ever had in my life."'],
    ],
    [
      'a customer in a quotation',
      [{ text: 'Das beste Brot, das ich je gegessen habe.', kind: 'quote' }, '– Anna M., Köln'],
      ['quotation:das beste brot, das ich je gegessen habe.'],
      'de',
    ],
  ])('%s', (_, now, wanted, lang = 'en') => {
    expect(told([], now, { lang })).toEqual(wanted.map(each => `moderate ${each}`))
  })

  test('put into a sentence that is there', () => {
    const [before, now] = [
      'We are a bakery of the family in the old town',
      'We are an award-winning bakery of the family in the old town with 25+ years of experience',
    ]
    expect(told([before], [now])).toEqual([
      'moderate number of years:25+ years',
      'moderate award:award-winning',
    ])
  })

  test('a price beside others', () => {
    const plans = ['Loaf', '€4.80', 'Roll', '€1.20'].map(li)
    expect(told(plans, [...plans, li('Cake'), li('€18.50')])).toEqual(['moderate price:€18.50'])
  })

  test('all of them are one issue, and cost no more', () => {
    const { issues } = judge(PAGE, [
      ...PAGE,
      'Trusted by 5,000 customers',
      'More than 40 years of experience',
      '99% of our guests come again',
    ])
    const [issue, ...more] = issues.filter(({ rule }) => rule === 'content/facts/claimed')
    expect(more).toEqual([])
    expect(issue).toMatchObject({ severity: 'moderate', members: [{}, {}, {}] })
    expect(issue?.message).toContain('is said by the new page only')
    expect(issue?.penalty).toBeCloseTo(0.1)
  })
})

describe('what the original says in other words, and what is no claim', () => {
  test.each<[string, Given[], Given[], Partial<Page>?]>([
    [
      'the frame of a page',
      [],
      [
        { text: 'Skip to content', kind: 'link' },
        { text: 'Home', kind: 'link', landmark: 'navigation' },
        foot('© 2010–2026 The mill. All rights reserved.'),
        foot('Copyright since 1999'),
        foot('Back to top'),
        'Page 2 of 12',
        '5 min read',
        'Published 12 May 2026',
        'Posted 3 years ago',
      ],
    ],
    ['years in words', ['For twenty-five years in the old town'], ['25 years in the old town']],
    [
      'years since then',
      ['Founded in 1987 by two sisters'],
      ['Founded in 1987 by two sisters', '35+ years of bread'],
    ],
    [
      'the same figure',
      ['We serve 10,000 guests a year'],
      ['We serve 10,000 guests a year', '10k+', 'Guests a year'],
    ],
    ['an age', [], ['For guests aged 18+ only', 'She was 10 years of age then, her dog 12 years old']],
    ['a code, a size, a time', [], ['Article AB-1234 of 24 x 7 cm', 'From 9 to 5, call 030 1234567']],
    ['the name of a picture', [], ['500+ happy guests', '4.9 stars'], { alts: ['500+ guests', 'Rated 4.9'] }],
    ['what is hidden', [{ text: 'ISO 9001 certified', state: 'hidden' }], ['We are ISO 9001 certified']],
    [
      'another word for it',
      ['With a warranty of two years on each oven'],
      ['We guarantee each oven for two years'],
    ],
    ['a rating in other words', ['Our reviews speak for us'], ['★★★★★']],
    ['a figure that is another one', ['Our 450+ members meet here'], ['Our 500+ members meet here']],
    [
      'a sentence of the page that is drawn out of it',
      ['Anna Miller says that bread needs nothing but time and a warm place.'],
      [
        'Anna Miller says that bread needs nothing but time and a warm place.',
        { text: 'bread needs nothing but time and a warm place', kind: 'quote' },
        'Anna Miller',
      ],
    ],
    ['a quotation of nobody', [], ['“Nothing but flour, water and a lot of time”', 'Our way of working']],
    [
      'the price of a list that was revised',
      ['Loaf', '€4.80', 'Roll', '€1.20'],
      ['Small', '€5.20', 'Middle', '€6.20', 'Large', '€7.20'],
    ],
    ['a price without its sign', ['Loaf €4.80', 'Cake 18.50'], ['Loaf €4.80', 'Cake €18.50']],
    [
      'an address that a map shows',
      [],
      ['Hauptstraße 12, 10115 Berlin'],
      { links: [{ href: 'https://www.google.com/maps/place/Mill', name: 'Map' }] },
    ],
    ['a menu', [], [{ text: '100+ recipes', kind: 'link', landmark: 'navigation' }]],
  ])('%s', (_, before, now, more = {}) => {
    expect(told(before, now, more)).toEqual([])
  })
})
