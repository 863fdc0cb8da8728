/** What a lost or changed text is told as: a slip of the keys, part of another loss, or what visitors miss. */
import { expect, test } from 'vitest'
import { type Given, judge, type Page } from './judging.ts'

const graded = (before: Page | Given[], now: Page | Given[]) =>
  judge(before, now).issues.map(({ rule, severity }) => `${severity} ${rule}`)

test.each([
  ['Thursday', 'Tuesday'],
  ['Slovenia', 'Slovakia'],
  ['Martin', 'Marvin'],
  ['Ireland', 'Iceland'],
])('%s for %s is another name, and no slip of the keys', (before, now) => {
  expect(graded(['Bread', before], ['Bread', now])).toEqual(['moderate content/text/lost'])
})

test.each([
  ['Thumbnial', 'Thumbnail'],
  ['Delivery', 'Dekivery'],
  ['Slovenia', 'Slovennia'],
  ['Tuesday', 'Tuseday'],
])('%s for %s is a slip of the keys', (before, now) => {
  expect(graded(['Bread', before], ['Bread', now])).toEqual(['minor content/text/changed'])
})

test('names of the language of the page are no slips either', () => {
  const page = (text: string) => ({ lang: 'cs', blocks: ['Chleba', text] })
  expect(graded(page('června'), page('červenec'))).toEqual(['moderate content/text/lost'])
})

test('a text that is shown shorter at another width is lost once', () => {
  const footer = (...texts: string[]) => texts.map(text => ({ text, landmark: 'contentinfo' }) as Given)
  const kept = 'The bakery by the harbour has been open since spring'
  const before = [kept, ...footer('Bakers of the old harbour since then', 'Bakers of the old harbour')]
  expect(judge(before, [kept]).issues.map(({ message }) => message)).toEqual([
    expect.stringContaining('since then'),
  ])
})

test('a notice of rights in another language is small print', () => {
  const kept = 'Пекарня у старой гавани открыта с весны'
  const before = [kept, 'Все права защищены, ООО Булочная дома Петровых в Ярославле']
  expect(graded(before, [kept])).toEqual(['moderate content/text/lost'])
})

test('an address for mail that two lost texts state is grave once', () => {
  const kept = 'The bakery by the harbour has been open since spring'
  const texts = ['Write to the bakers: info@harbour.test', 'Web master: info@harbour.test']
  const issues = graded([texts[0]!, kept, texts[1]!], [kept]).filter(issue => /text.lost/.test(issue))
  expect(issues).toEqual(['serious content/text/lost', 'moderate content/text/lost'])
})
