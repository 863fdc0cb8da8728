/** Pages of one name that a year or a date tells apart. */
import { expect, test } from 'vitest'
import { rowsOf } from '../../../server/suites/redirects/rows.ts'
import { redirectTables } from '../../../server/suites/redirects/tables.ts'
import { type Given, makePair, textOf } from './made.ts'

const classesOf = (pair: ReturnType<typeof makePair>) =>
  Object.fromEntries(rowsOf(pair).rows.map(row => [row.url.path, row.class]))
const YEARS = ['2019', '2020', '2021', '2022']
const seedOf = (year: string) => `sale${'abcd'[YEARS.indexOf(year)]}`
const SHOWN = { heading: 'Black Friday', text: textOf(seedOf('2022')) }

/** Of four posts of one name the last one was moved, and `led` lead there. */
const sales = (led: string[]) =>
  makePair(
    Object.fromEntries(
      YEARS.map((year): [string, Given] => [
        `/${year}/11/black-friday/`,
        {
          kind: 'post',
          title: 'Black Friday',
          text: textOf(seedOf(year)),
          ...(led.includes(year) ? { hops: ['301 /blogs/news/black-friday'], page: SHOWN } : { end: 404 }),
        },
      ]),
    ),
    { targets: [{ path: '/blogs/news/black-friday', kind: 'post', title: 'Black Friday' }] },
  )

test('posts of one name and other texts are no post of another year', () => {
  const found = classesOf(sales(['2020', '2021', '2022']))
  for (const year of ['2020', '2021']) expect(found[`/${year}/11/black-friday/`]).toBe('wrong-target')
  expect(found['/2022/11/black-friday/']).toBe('moved')
})

test('nor is one proposed for another', () => {
  expect(redirectTables(sales(['2022'])).shopifyRedirects.slice(1)).toEqual([])
})

test('a page that names another year is not the same, whatever else it says', () => {
  const text = (year: string) => `The festival ${year}. ${textOf('festival')}`
  const festival = (year: string, led: string): [string, Given] => [
    `/festival-${year}/`,
    {
      title: 'Harvest festival',
      text: text(year),
      hops: [`301 /pages/festival-${led}`],
      page: { heading: 'Harvest festival', text: text(led) },
    },
  ]
  const found = classesOf(makePair(Object.fromEntries([festival('2021', '2024'), festival('2022', '2022')])))
  expect(found['/festival-2021/']).toBe('unclear')
  expect(found['/festival-2022/']).toBe('moved')
})

test('the number that a system adds to an address in use is none of the page', () => {
  const given: Given = {
    title: 'Size guide',
    hops: ['301 /pages/size-guide-1'],
    page: { heading: 'Size guide', text: textOf('size') },
  }
  expect(classesOf(makePair({ '/size-guide-2/': given }))['/size-guide-2/']).toBe('moved')
})
