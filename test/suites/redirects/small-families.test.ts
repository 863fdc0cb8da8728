/** Three to eight pages that are alike but for a name: with so few, what all of them say must not speak for one. */
import { expect, test } from 'vitest'
import { rowsOf } from '../../../server/suites/redirects/rows.ts'
import { redirectTables } from '../../../server/suites/redirects/tables.ts'
import { type Given, makePair } from './made.ts'

const slug = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')
const textOf = (name: string) =>
  `${name} at your service. Our people answer questions by telephone, on weekdays from nine to five and on Saturdays too.`
const OTHERS: Record<string, string> = {
  'About us': 'We are a family business in its third generation, and most of us were born above the shop.',
  Contact: 'Call us, write to us or come by: the door is open from nine to six, and there is coffee.',
  'Our workshop': 'Twelve people work at long tables by the window, with the radio on and the kettle warm.',
}

/** `led`: what became of each old page, by name; null where it leads nowhere. `fresh`: all pages of the new site. */
function move(led: Record<string, string | null>, fresh: string[]) {
  const all = { ...led, ...Object.fromEntries(Object.keys(OTHERS).map(name => [name, name])) }
  const pageOf = (name: string) => ({ heading: name, text: OTHERS[name] ?? textOf(name) })
  const pair = makePair(
    Object.fromEntries(
      Object.entries(all).map(([name, to]): [string, Given] => {
        const own = { title: name, text: pageOf(name).text }
        if (to === null) return [`/${slug(name)}/`, { ...own, end: 404 }]
        return [`/${slug(name)}/`, { ...own, hops: [`301 /pages/${slug(to)}`], page: pageOf(to) }]
      }),
    ),
    { targets: fresh.map(name => ({ path: `/pages/${slug(name)}`, kind: 'page', title: name })) },
  )
  return {
    classOf: (name: string) => rowsOf(pair).rows.find(({ url }) => url.path === `/${slug(name)}/`)!.class,
    proposed: Object.fromEntries(redirectTables(pair).shopifyRedirects.slice(1) as [string, string][]),
  }
}

const FIRST_NAMES = ['Anna', 'Bernd', 'Clara', 'David', 'Emma', 'Felix', 'Gerda', 'Hugo']

test.each([3, 4, 5, 8])('one of %i was dropped and led to another that has its own', count => {
  const names = FIRST_NAMES.slice(0, count).map(first => `${first} Schmidt`)
  const led = Object.fromEntries(names.map(name => [name, name === 'Bernd Schmidt' ? 'Anna Schmidt' : name]))
  const { classOf } = move(
    led,
    names.filter(name => name !== 'Bernd Schmidt'),
  )
  for (const name of names)
    expect(classOf(name), name).toBe(name === 'Bernd Schmidt' ? 'wrong-target' : 'moved')
})

test('a new sibling is no counterpart, and nothing tells whether it is one', () => {
  const fresh = ['Anna Schmidt', 'Clara Schmidt', 'Nora Schmidt']
  const led = { 'Anna Schmidt': 'Anna Schmidt', 'Clara Schmidt': 'Clara Schmidt' }
  expect(move({ ...led, 'Bernd Schmidt': null }, fresh).proposed).toEqual({})
  expect(move({ ...led, 'Bernd Schmidt': 'Nora Schmidt' }, fresh).classOf('Bernd Schmidt')).toBe('unclear')
})

test.each([
  ['a hub', 'Locksmith Berlin-Mitte', 'Locksmith Berlin', ['Locksmith Dresden', 'Locksmith Cologne']],
  [
    'another kind of cake',
    'Vegan chocolate cake',
    'Gluten-free chocolate cake',
    ['Chocolate cake', 'Chocolate mousse', 'Carrot cake', 'Vegan carrot cake'],
  ],
  ['a page for everybody', 'Terms B2C', 'Terms', ['Terms B2B', 'Shipping B2B', 'Shipping B2C']],
])('what only the old name says is not lost in a proposal: %s', (_, old, other, siblings) => {
  const led = Object.fromEntries(siblings.map(name => [name, name]))
  expect(move({ ...led, [old]: null }, [...siblings, other]).proposed).toEqual({})
})

test('the same page at a second address is as right as at the first', () => {
  const page = { title: 'About us', text: OTHERS['About us'], hops: ['301 /pages/about'] }
  const shown = { page: { heading: 'About us', text: OTHERS['About us'] } }
  const pair = makePair({ '/about/': { ...page, ...shown }, '/about-2/': { ...page, ...shown } })
  expect(rowsOf(pair).rows.map(row => row.class)).toEqual(['kept', 'moved', 'moved'])
})

test('a page that was taken up in one that another became is for a person to judge', () => {
  const siblings = ['Paint in red', 'Paint in blue', 'Paint in green']
  const led = Object.fromEntries(siblings.map(name => [name, name]))
  const { classOf } = move({ ...led, 'Paint in dark red': 'Paint in red' }, siblings)
  expect(classOf('Paint in dark red')).toBe('unclear')
  for (const name of siblings) expect(classOf(name)).toBe('moved')
})
