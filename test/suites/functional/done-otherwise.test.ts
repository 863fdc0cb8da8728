/** Controls that do something on both pages, and not the same: filters, menus, dark modes, and what is pressed last. */
import { expect, test } from 'vitest'
import type { Artifacts } from '../../../server/capture/artifact.ts'
import type { Probe, Withheld } from '../../../server/capture/collectors/probes/index.ts'
import { BOX, type Given, judge } from './judge.ts'

const NO_PROBES = { probes: [], rest: [], unreached: 0, late: false, ended: null }
const probe = (name: string, more: Partial<Probe> = {}): Probe => ({
  role: 'button',
  name,
  landmark: 'main',
  selector: `#${name}`,
  box: BOX,
  way: 'press',
  menu: false,
  width: 1440,
  effect: 'switches',
  revealed: [],
  hidden: [],
  went: null,
  stirred: true,
  ...more,
})

interface Page {
  probes?: Probe[]
  narrow?: Probe[]
  withheld?: Withheld[]
  texts?: string[]
  links?: string[]
  /** Selectors of links, by name. */
  at?: Record<string, string>
}

const page = ({ probes = [], narrow = [], withheld = [], texts = [], links = [], at = {} }: Page): Given => ({
  probes: {
    narrow: { ...NO_PROBES, probes: narrow },
    wide: { ...NO_PROBES, probes, withheld },
  } as Artifacts['probes'],
  layouts: [375, 1440].map(width => ({
    width,
    controls: [],
    blocks: texts.map(text => ({ text, kind: 'text', state: 'visible', box: BOX })),
  })) as unknown as Artifacts['layouts'],
  links: links.map(name => ({
    name,
    href: `https://mill.example/${name}`,
    raw: `/${name}`,
    selector: at[name] ?? `#${name}`,
    state: 'hidden',
    fragmentFound: null,
    box: BOX,
  })) as unknown as Artifacts['links'],
})

const introduced = (was: Page, now: Page) =>
  judge(page(was), page(now)).introduced.filter(issue => /behaviour:/.test(issue))

const pressed = (
  press: Partial<NonNullable<Withheld['press']>> | null,
  name = 'Add to basket',
): Withheld => ({
  ...probe(name),
  heard: 'itself',
  ...(press && {
    press: {
      effect: 'nothing',
      revealed: [],
      hidden: [],
      went: null,
      stirred: false,
      asked: false,
      ...press,
    },
  }),
})

const counts = pressed({ effect: 'switches', revealed: ['1'], hidden: ['0'], stirred: true })

test.each<[string, Withheld, Withheld, string[]]>([
  ['takes the focus and does nothing', counts, pressed({}), ['serious']],
  ['moves the focus elsewhere', counts, pressed({ effect: 'focuses' }), ['moderate']],
  ['shows a drawer', counts, pressed({ effect: 'opens', revealed: ['Your basket'] }), []],
  ['asks a server, which cannot answer', counts, pressed({ asked: true }), []],
  ['was not pressed', counts, pressed(null), []],
  ['did nothing before', pressed({}), pressed({}), []],
  ['sent something to the server', pressed({ effect: 'sends', asked: true }), pressed({}), ['serious']],
])('a button to buy with that %s', (_, was, now, severities) => {
  expect(introduced({ withheld: [was] }, { withheld: [now] })).toEqual(
    severities.map(severity => `behaviour:dead:button|add to basket|main ${severity}`),
  )
})

test('a press that works on the original, and is heard by nobody now', () => {
  const around = { ...counts, heard: 'around' as const }
  const nobody = { ...pressed(null), heard: 'nobody' as const }
  expect(introduced({ withheld: [around] }, { withheld: [nobody] })).toEqual([
    'behaviour:no-listener:button|add to basket|main serious',
  ])
})

const LOAVES = {
  Rye: ['Black rye', 'Sour rye'],
  Wheat: ['White wheat', 'Whole wheat'],
  Oats: ['Oat crown', 'Oat roll'],
}
const ALL = Object.values(LOAVES).flat()
const filters = (
  left: (name: string) => string[],
  fresh = (list: string[]) => [`${list.length} loaves`],
): Page => ({
  texts: ALL,
  probes: Object.keys(LOAVES).map(name =>
    probe(name, {
      role: 'checkbox',
      revealed: fresh(left(name)),
      hidden: ['6 loaves', ...ALL.filter(text => !left(name).includes(text))],
    }),
  ),
})
const right = (name: string) => LOAVES[name as keyof typeof LOAVES]

test.each<[string, Page, string[]]>([
  ['the same entries', filters(right), []],
  ['none at all', filters(() => []), ['serious']],
  [
    'none, and a sentence about it',
    filters(
      () => [],
      () => ['Nothing was found'],
    ),
    ['serious'],
  ],
  [
    'all but one, and says beside them that there are no results of another kind',
    filters(
      name => right(name).slice(1),
      () => ['Nenhum produto encontrado'],
    ),
    [],
  ],
  ['those of its neighbour', filters(name => right(name === 'Rye' ? 'Wheat' : 'Rye')), ['serious']],
  ['some more', filters(name => [...right(name), 'Oat crown', 'Oat roll']), ['moderate']],
  ['one other, as a slip of a single entry', filters(name => [...right(name), 'Oat crown']), []],
  [
    'the same, as buttons that add to each other',
    {
      texts: ALL,
      probes: [
        probe('Rye', { hidden: [...LOAVES.Wheat, ...LOAVES.Oats], revealed: ['2 loaves'] }),
        probe('Wheat', { revealed: [...LOAVES.Wheat, '4 loaves'], hidden: ['2 loaves'] }),
        probe('Oats', { revealed: [...LOAVES.Oats, '6 loaves'], hidden: ['4 loaves'] }),
      ],
    },
    [],
  ],
  [
    'the same, some entries in an element for each of their words',
    {
      texts: ALL,
      probes: filters(right).probes!.map(one => ({
        ...one,
        hidden: one.hidden.flatMap(text => (/^(Sour|Whole|Oat)/.test(text) ? text.split(' ') : text)),
      })),
    },
    [],
  ],
])('filters that let through %s', (_, now, severities) => {
  const found = introduced(filters(right), now)
  expect([...new Set(found.map(issue => issue.split(' ').at(-1)))]).toEqual(severities)
  expect(found.every(issue => issue.startsWith('behaviour:filtered:checkbox|'))).toBe(true)
  expect(introduced(now, now)).toEqual([])
})

test('a filter of a long list that says that there is nothing', () => {
  const loaves = Array.from({ length: 60 }, (_, at) => `${at < 5 ? 'Rye' : 'Oat'} loaf no. ${at}`)
  const page = (more: Partial<Probe>): Page => ({
    texts: loaves,
    probes: [
      // No more is kept of what goes.
      probe('Rye', { hidden: loaves.slice(5, 45), revealed: ['5 loaves'], ...more }),
      probe('Oat', { hidden: loaves.slice(0, 5), revealed: loaves.slice(5, 25) }),
    ],
  })
  const emptied = { hidden: loaves.slice(0, 40), revealed: ['Nenhum produto encontrado'] }
  expect(introduced(page({}), page({}))).toEqual([])
  expect(introduced(page({}), page(emptied))).toEqual(['behaviour:filtered:button|rye|main serious'])
})

test('a filter that says that there is nothing after another one that no press undoes', () => {
  const page = (more: Partial<Probe>): Page => ({
    texts: [...LOAVES.Rye, ...LOAVES.Wheat],
    probes: [
      probe('Rye', { effect: 'closes', hidden: LOAVES.Wheat }),
      probe('Wheat', { hidden: LOAVES.Rye, revealed: LOAVES.Wheat, ...more }),
    ],
  })
  expect(introduced(page({}), page({}))).toEqual([])
  expect(introduced(page({}), page({ revealed: ['No results'] }))).toContain(
    'behaviour:filtered:button|wheat|main serious',
  )
  // It brings its entries as well.
  expect(introduced(page({}), page({ revealed: [...LOAVES.Wheat, 'No results in other shops'] }))).toEqual([])
})

test('filters of which the first only takes away, and leaves what is left to the next one', () => {
  const honey = ['Blossom honey', 'Forest honey', 'Mixed honey']
  const drinks = ['Mead', 'Elder juice', '12,00 a bottle']
  const shop = (left: string[]): Page => ({
    // A press tells of the elements of which a text is made.
    texts: [...honey, 'Mead', 'Elder juice', 'All at 12,00 a bottle'],
    probes: [
      probe('Honey', {
        effect: 'closes',
        hidden: [...honey, ...drinks].filter(text => !left.includes(text)),
      }),
      probe('Drinks', { hidden: left, revealed: drinks }),
    ],
  })
  expect(introduced(shop(honey), shop(honey))).toEqual([])
  expect(introduced(shop(honey), shop(['Mixed honey']))).toContain(
    'behaviour:filtered:button|honey|main serious',
  )
})

test('a filter that brings more than is kept of it may bring the same', () => {
  const [few, many] = [5, 26].map(count =>
    Array.from({ length: count }, (_, at) => `Loaf ${count} no. ${at}`),
  )
  const page = (pictures: string[]): Page => ({
    texts: [...few!, ...many!],
    probes: [
      probe('Few', { hidden: many!, revealed: ['5 loaves'] }),
      probe('Many', { hidden: few!, revealed: [...pictures, ...many!].slice(0, 20) }),
    ],
  })
  expect(introduced(page([]), page(['picture a', 'picture b', 'picture c']))).toEqual([])
})

test.each<[string, string[] | undefined, string[]]>([
  ['all of it fades', ['Bread', 'Rolls', 'Cakes', 'Open from six'], ['moderate']],
  ['a part of it fades', ['Bread', 'Rolls', 'Cakes'], ['moderate']],
  ['a text fades that may stand on a picture', ['Bread'], []],
  ['it can be read', [], []],
  ['nobody looked', undefined, []],
])('a dark mode in which %s', (_, faded, severities) => {
  const texts = ['Bread', 'Rolls', 'Cakes', 'Open from six', 'Closed on Monday', 'Mill', 'Shop'].slice(0, 7)
  const dark = (some?: string[]): Page => ({
    texts: faded?.length === 4 ? texts.slice(0, 4) : texts,
    probes: [probe('Dark', { effect: 'toggles', ...(some && { faded: some }) })],
  })
  expect(introduced(dark([]), dark(faded))).toEqual(
    severities.map(severity => `behaviour:faded:button|dark|main ${severity}`),
  )
  expect(introduced(dark(faded), dark(faded))).toEqual([])
})

const NAMES = ['Loaves', 'Rolls', 'Cakes', 'Prices', 'Contact']
const menu = (revealed: string[], more: Page = {}): Page => ({
  links: NAMES,
  narrow: [probe('Menu', { effect: 'opens', width: 375, landmark: 'banner', revealed })],
  ...more,
})
/** Lists within the list of the others. */
const NESTED = Object.fromEntries(
  NAMES.map((name, at) => [
    name,
    at < 2
      ? `nav > ul > li:nth-of-type(4) > nav > ul > li:nth-of-type(${at + 1}) > a`
      : `nav > ul > li:nth-of-type(${at}) > a`,
  ]),
)

test.each<[string, Page, string[]]>([
  ['all of its links', menu(['Close', ...NAMES]), []],
  ['one less', menu(NAMES.slice(1)), ['moderate']],
  ['none', menu(['Close']), ['moderate']],
  ['one less, which stands beside it', menu(NAMES.slice(1), { texts: ['Loaves'] }), []],
  ['one less, which is nowhere on the page', menu(NAMES.slice(1), { links: NAMES.slice(1) }), []],
  ['some a step deeper', menu(NAMES.slice(2), { at: NESTED }), []],
  [
    'some elsewhere',
    menu(NAMES.slice(2), { at: { ...NESTED, Rolls: 'footer > ul > li > ul > li > a' } }),
    ['moderate'],
  ],
  ['longer names', menu(NAMES.map(name => `All ${name}`)), []],
  ['another in its place', menu(['Shop', ...NAMES.slice(1)], { links: ['Shop', ...NAMES] }), []],
])('a menu that opens with %s', (_, now, severities) => {
  expect(introduced(menu(NAMES), now)).toEqual(
    severities.map(severity => `behaviour:menu:button|menu|banner ${severity}`),
  )
  expect(introduced(now, now)).toEqual([])
})

test('a switch of prices that does not come back to what it began with', () => {
  const yearly = ['Save three months', '7.50 CHF', 'CHF 90.00 a year']
  const terms = ['Billed by card', 'Cancelled at any time', 'All pupils of a class']
  const plans = (back: string[], more: Partial<Probe> = {}): Page => ({
    texts: [...yearly, ...terms],
    probes: [
      probe('Monthly', { hidden: [...yearly, ...terms], revealed: ['9.90 CHF'] }),
      probe('Yearly', { hidden: ['9.90 CHF'], revealed: back, ...more }),
    ],
  })
  const whole = plans([...yearly, ...terms])
  const told = (now: Page) => introduced(whole, now).filter(issue => issue.includes('not-restored'))
  expect(introduced(whole, whole)).toEqual([])
  expect(told(plans([...yearly.slice(0, 2), ...terms]))).toEqual([
    'behaviour:not-restored:button|yearly|main serious',
  ])
  expect(told(plans([...yearly, ...terms.slice(1)]))).toEqual([
    'behaviour:not-restored:button|yearly|main moderate',
  ])
  // It was still on its way; it was pressed first.
  expect(told(plans(yearly, { uncertain: true }))).toEqual([])
  // It comes back in other elements; a press between them has brought it.
  expect(told(plans([...yearly.slice(0, 2), 'CHF 90.00', 'a year', ...terms]))).toEqual([])
  const [monthly, again] = plans(yearly).probes!
  const between = probe('Terms', { effect: 'opens', revealed: terms })
  expect(told({ ...plans(yearly), probes: [monthly!, between, again!] })).toEqual([])
  const turned = plans(yearly)
  expect(told({ ...turned, probes: turned.probes!.toReversed() })).toEqual([])
})

test('a button that leads to where another one does', () => {
  const leading = (places: Record<string, string>): Page => ({
    probes: Object.entries(places).map(([name, went]) => probe(name, { effect: 'goes', went })),
  })
  const was = leading({ Try: '/login', Demo: '/demo.php', Join: '/join' })
  const told = (places: Record<string, string>) => introduced(was, leading(places))
  expect(told({ Try: '/login', Demo: '/login', Join: '/join' })).toEqual([
    'behaviour:led-elsewhere:button|demo|main serious',
  ])
  // Pages have other addresses now, or two became one.
  expect(told({ Try: '/login', Demo: '/demo', Join: '/join' })).toEqual([])
  expect(told({ Try: '/sign-in', Demo: '/sign-in', Join: '/sign-in' })).toEqual([])
  // One page, written in two ways.
  const shop = leading({ Browse: '/shop', Buy: '/Shop/?ref=hero' })
  expect(introduced(shop, leading({ Browse: '/shop', Buy: '/shop' }))).toEqual([])
})
