/** Tables, headings, link texts, order, letters and direction of writing on hand-made pages. */
import { expect, test } from 'vitest'
import type { Table } from '../../../server/capture/collectors/tables.ts'
import { type Given, introduced, judge, type Page } from './judging.ts'

const h = (text: string): Given => ({ text, kind: 'heading', level: 2 })
const line = (...texts: string[]): Given[] => texts.map((text, column) => ({ text, column }))
const box = { x: 20, y: 0, width: 500, height: 20 }
const table = (columns: string[], ...rows: string[][]): Partial<Table> => ({
  columns,
  rows: rows.map(cells => ({ header: '', cells, box })),
})
const terms = (...rows: [string, string][]): Partial<Table> => ({
  kind: 'terms',
  rows: rows.map(([header, text]) => ({ header, cells: ['', text], box })),
})
/** The page of a table: its texts line by line, and its markup if it has any. */
const shown = (given: Partial<Table>, markup = true): Page => ({
  blocks: [
    'The prices of this year, for guests of the house and of the town.',
    ...line(...(given.columns ?? []).filter(Boolean)),
    ...(given.rows ?? []).flatMap(row => line(...[row.header, ...row.cells].filter(Boolean))),
  ],
  tables: markup ? [given] : [],
})

const HEAD = ['Plan', 'Monthly', 'Yearly', 'Team']
const ROWS = [
  ['Small', '$9', '$90', 'one person'],
  ['Large', '$19', '$190', 'ten people'],
  ['Huge', '$49', '$490', 'all of them'],
]
const swapped = (rows: string[][], a: number, b: number) =>
  rows.map(row => row.map((text, at) => (at === a ? row[b]! : at === b ? row[a]! : text)))
const ORIGINAL = shown(table(HEAD, ...ROWS))

test.each<[string, Page]>([
  ['the same', ORIGINAL],
  ['divs', shown(table(HEAD, ...ROWS), false)],
  ['rows sorted otherwise', shown(table(HEAD, ...ROWS.toReversed()))],
  ['a column added', shown(table([...HEAD, 'Setup'], ...ROWS.map(row => [...row, 'free of charge'])))],
  ['headers that say more', shown(table(['Plan', 'Monthly (net)', 'Yearly (net)', 'Team'], ...ROWS))],
  [
    'turned by a quarter',
    shown(
      table(
        ['Plan', 'Small', 'Large', 'Huge'],
        ...HEAD.slice(1).map((name, at) => [name, ...ROWS.map(row => row[at + 1]!)]),
      ),
    ),
  ],
])('a table kept: %s', (_, rebuilt) => {
  expect(introduced(judge(ORIGINAL, rebuilt)).filter(issue => !issue.startsWith('minor'))).toEqual([])
})

test('whole columns in another order say the same', () => {
  const rebuilt = shown(table(swapped([HEAD], 1, 2)[0]!, ...swapped(ROWS, 1, 2)))
  expect(introduced(judge(ORIGINAL, rebuilt))).toEqual([])
})

test.each([
  ['next to each other', 1, 2, true],
  ['names with teams', 0, 3, true],
])('cells under wrong headers fail: %s', (_, a, b, markup) => {
  const result = judge(ORIGINAL, shown(table(HEAD, ...swapped(ROWS, a, b)), markup))
  expect(result.pass).toBe(false)
  expect(introduced(result)).toContain('serious content/structure:cells:plan | monthly | yearly | team')
})

test('cells that exchanged their rows fail', () => {
  const other = ROWS.map((row, at) => [...row.slice(0, 3), ROWS[(at + 1) % 3]![3]!])
  expect(introduced(judge(ORIGINAL, shown(table(HEAD, ...other))))).toEqual([
    'serious content/structure:cells:plan | monthly | yearly | team',
  ])
})

test('a row that stands under the header of another group fails', () => {
  const page = (...groups: string[]) =>
    shown({
      columns: ['Who', 'Size', 'Monthly'],
      rows: ['under 10', 'under 30', 'under 100', 'any'].map((size, at) => ({
        header: groups[at]!,
        cells: ['', size, `$${(at + 1) * 11}`],
        box,
      })),
    })
  const groups = ['Firms', 'Firms', 'Firms', 'Persons']
  const before = page(...groups)
  expect(introduced(judge(before, page(...groups)))).toEqual([])
  const { issues } = judge(before, page('Firms', 'Firms', 'Persons', 'Persons'))
  expect(issues.map(({ severity, message }) => `${severity} ${message}`)).toContainEqual(
    expect.stringMatching(/^serious “under 100” belongs to “Persons” now; it belonged to “Firms”/),
  )
  // The groups have other names.
  expect(introduced(judge(before, page('Companies', 'Companies', 'Companies', 'People')))).not.toContainEqual(
    expect.stringContaining('content/structure'),
  )
})

test('a column of checks may look alike in many rows', () => {
  const rows = [
    ['Bread', 'yes', 'no'],
    ['Cake', 'no', 'yes'],
    ['Rolls', 'yes', 'no'],
  ]
  const page = (order: string[][]) => shown(table(['What', 'Summer', 'Winter'], ...order))
  expect(introduced(judge(page(rows), page(rows)))).toEqual([])
  expect(introduced(judge(page(rows), page([rows[1]!, rows[2]!, rows[0]!])))).toEqual([])
  expect(introduced(judge(page(rows), page(swapped(rows, 1, 2))))).toEqual([
    'serious content/structure:cells:what | summer | winter',
  ])
})

test('terms that exchanged what is said of them fail', () => {
  const before = terms(['Colour', 'deep green'], ['Shade', 'half of the day'], ['Pot', 'clay with a hole'])
  const after = terms(['Colour', 'half of the day'], ['Shade', 'deep green'], ['Pot', 'clay with a hole'])
  expect(introduced(judge(shown(before), shown(before)))).toEqual([])
  expect(introduced(judge(shown(before), shown(after)))).toEqual(['serious content/structure:cells:colour'])
})

const SECTIONS: Given[][] = [
  [h('Our loaves'), 'Dark rye with caraway and a crust that keeps for many days.'],
  [h('The mill'), 'The old stones still turn each morning, driven by nothing but the brook.'],
  [h('Visit us'), 'Come on the first Saturday of a month and watch the millers at their work.'],
  [h('The family'), 'Four generations have lived here, and the fifth has just learned to walk.'],
]
const PAGE = SECTIONS.flat()

test.each<[string, number[], string[]]>([
  ['two swapped', [0, 2, 1, 3], ['moderate content/order:the mill']],
  ['the last one first', [3, 0, 1, 2], ['moderate content/order:the family']],
  ['two that moved together', [2, 3, 0, 1], ['moderate content/order:our loaves']],
])('order of sections: %s', (_, order, wanted) => {
  const result = judge(
    PAGE,
    order.flatMap(at => SECTIONS[at]!),
  )
  expect(introduced(result)).toEqual(wanted)
  expect(result.pass).toBe(true)
})

test('columns have no order from top to bottom', () => {
  const column = (texts: Given[], x: number) =>
    texts.map((given, at) => ({
      ...(typeof given === 'string' ? { text: given } : given),
      box: { x, y: 40 * at, width: 280, height: 30 },
    }))
  const beside = (order: number[]) => order.flatMap((at, place) => column(SECTIONS[at]!, 320 * place))
  expect(introduced(judge(beside([0, 1, 2, 3]), beside([3, 1, 0, 2])))).toEqual([])
  expect(introduced(judge(beside([0, 1, 2, 3]), PAGE))).toEqual([])
  expect(introduced(judge(PAGE, beside([0, 1, 2, 3])))).toEqual([])
})

test('sections whose titles stand in a row are read as the document has them, however low their texts begin', () => {
  const row = (order: number[], gaps: number[]) =>
    order.flatMap((at, place): Given[] => {
      const [title, text] = SECTIONS[at]! as [Exclude<Given, string>, string]
      const of = (y: number) => ({ x: 320 * place, y, width: 280, height: 30 })
      return [
        { ...title, box: of(0) },
        { text, box: of(40 + gaps[place]!) },
      ]
    })
  expect(introduced(judge(PAGE, row([0, 1, 2, 3], [200, 260, 0, 0])))).toEqual([])
  expect(introduced(judge(row([0, 1, 2, 3], [200, 260, 0, 0]), PAGE))).toEqual([])
  expect(introduced(judge(PAGE, row([2, 0, 1, 3], [0, 200, 260, 0])))).not.toEqual([])
})

const linked = (...links: [name: string, href: string, more?: object][]): Page => ({
  blocks: [...PAGE, 'Read our returns policy before you order, or see the whole price list here.'],
  links: links.map(([name, href, more]) => ({ name, href, ...more })),
})

test.each<[string, Page, string[]]>([
  ['the same', linked(['Read our returns policy', '/returns'], ['price list', '/prices']), []],
  [
    'on another host, with a slash',
    linked(['Read our returns policy', 'https://preview.example.app/returns/'], ['price list', '/prices']),
    [],
  ],
  ['a shorter one', linked(['returns policy', '/returns'], ['See the whole price list', '/prices']), []],
  ['gone: judged elsewhere', linked(['price list', '/prices']), []],
  [
    'says nothing any more',
    linked(['here', '/returns'], ['price list', '/prices']),
    ['moderate content/link-texts:read our returns policy'],
  ],
  [
    'other words',
    linked(['Before you order', '/returns'], ['price list', '/prices']),
    ['minor content/link-texts:read our returns policy'],
  ],
])('link texts: %s', (_, rebuilt, wanted) => {
  const original = linked(['Read our returns policy', '/returns'], ['price list', '/prices'])
  expect(introduced(judge(original, rebuilt))).toEqual(wanted)
})

test('a name without a letter says nothing that could read otherwise', () => {
  const named = (name: string) => linked([name, '/returns'], ['price list', '/prices'])
  expect(introduced(judge(named('...'), named('Acme, to the returns')))).not.toContainEqual(
    expect.stringContaining('link-texts'),
  )
})

test('links that lead to the same place by chance are two links', () => {
  const shop = (...links: [name: string, href: string][]) => linked(['price list', '/prices'], ...links)
  for (const [before, now] of [
    [[['Opening hours', '#']], [['Write to us', '#']]],
    [[['The mill', '/']], [['Order now', '/']]],
    [
      [
        ['Sign up', '/join'],
        ['Your basket', '/basket'],
      ],
      [
        ['Get going', '/join'],
        ['Sign up', '/new'],
      ],
    ],
  ] as [[string, string][], [string, string][]][])
    expect(
      introduced(judge(shop(...before), shop(...now))).filter(issue => issue.includes('link-texts')),
    ).toEqual([])
})

test('six that read alike pair in order', () => {
  const six = linked(
    ...Array.from({ length: 6 }, (_, at) => ['Read more', `/post-${at}`] as [string, string]),
  )
  expect(introduced(judge(six, six))).toEqual([])
})

const rtl = (text: string, on = true): Given => ({ text, ...(on && { rtl: true }) })
const HEBREW = ['אנחנו אופים לחם בעבודת יד, מאז שנת 1920.', 'הטוחן הזקן השאיר לסבתא שלי את האבנים שלו.']

test('texts that run the other way now', () => {
  const original = HEBREW.map(text => rtl(text))
  expect(introduced(judge(original, original))).toEqual([])
  const result = judge(original, HEBREW)
  expect(result.pass).toBe(false)
  expect(introduced(result)).toEqual(['serious content/encoding:direction'])
  expect(introduced(judge(HEBREW, original))).toEqual([])
  expect(
    introduced(
      judge(
        PAGE,
        PAGE.map(given => ({ ...(typeof given === 'string' ? { text: given } : given), rtl: true }) as Given),
      ),
    ),
  ).toEqual(['serious content/encoding:direction'])
})

test('a telephone number that is drawn from its end', () => {
  const phone = (turned: boolean): Given => ({
    text: 'הטלפון שלנו 03 555 01 84',
    rtl: true,
    turned,
  })
  const page = (turned: boolean) => [...HEBREW.map(text => rtl(text)), phone(turned)]
  expect(introduced(judge(page(false), page(true)))).toEqual(['serious content/encoding:number-turned'])
  expect(introduced(judge(page(true), page(true)))).toEqual([])
  expect(introduced(judge(page(true), page(false)))).toEqual([])
})

test.each([
  ['café in Zürich', 'caf? in Z?rich', 'serious content/encoding:letters:marks'],
  ['café in Zürich', 'cafe in Zurich', 'minor content/encoding:letters:plain'],
  ['Müller in Zürich', 'Mller in Zrich', 'serious content/encoding:letters:gaps'],
  ['café in Zürich', 'cafÃ© in Zürich', 'serious content/encoding:broken encoding'],
])('letters: %s became %s', (before, after, wanted) => {
  const sentence = (text: string) => [...PAGE, `They all met again in the ${text} on a rainy day.`]
  const found = introduced(judge(sentence(before), sentence(after)))
  expect(
    found.some(issue => issue.startsWith(wanted)),
    found.join('\n'),
  ).toBe(true)
  expect(introduced(judge(sentence(before), sentence(before)))).toEqual([])
})

const QUESTIONS = [
  ['My neck is stiff', 'A massage of head, neck and shoulders'],
  ['We come as two', 'A massage for couples'],
  ['My feet need a rest', 'A massage of the feet'],
  ['I want to let go', 'Oil and hot stones'],
] as const
/** Each question with the answer of the one that `turns` names; in boxes, or under headings. */
const guide = (turns: number[], kind: 'boxed' | 'headed' | 'flat') =>
  QUESTIONS.flatMap(([question], at): Given[] => {
    const step = (nth: number) =>
      kind === 'boxed' ? `main > div:nth-of-type(${at}) > p:nth-of-type(${nth})` : 'main > p'
    return [
      { text: question, selector: step(1), ...(kind === 'headed' ? { kind: 'heading', level: 3 } : {}) },
      { text: QUESTIONS[turns[at]!]![1], selector: step(2) },
    ]
  })
const KEPT = [0, 1, 2, 3]

test.each<[string, number[], 'boxed' | 'headed' | 'flat', string[]]>([
  [
    'in boxes',
    [2, 1, 0, 3],
    'boxed',
    ['serious content/order:exchanged:a massage of head neck and shoulders'],
  ],
  [
    'under headings',
    [2, 1, 0, 3],
    'headed',
    ['serious content/order:exchanged:a massage of head neck and shoulders'],
  ],
  ['where nothing says what belongs together', [2, 1, 0, 3], 'flat', []],
  ['more than two of them', [2, 3, 1, 0], 'boxed', []],
  ['none', KEPT, 'boxed', []],
])('answers that changed places: %s', (_, turns, kind, issues) => {
  const found = introduced(judge(guide(KEPT, kind), guide(turns, kind)))
  expect(found.filter(issue => issue.includes('exchanged'))).toEqual(issues)
})

test('questions that were arranged anew took their answers along', () => {
  const [a, b, c, d] = [0, 2, 4, 6].map(at => guide(KEPT, 'boxed').slice(at, at + 2))
  const found = introduced(judge([a, b, c, d].flat() as Given[], [c, b, a, d].flat() as Given[]))
  expect(found.filter(issue => issue.includes('exchanged'))).toEqual([])
})

/** A programme whose speakers are named elsewhere as well; what is `said` of each talk, in a box with it. */
const programme = (said: string[], rooms = ['Arch', 'Hall', 'Arch']) => [
  ...['Forms that everybody can finish', 'Migrations without fear', 'Clocks of the harbour'].flatMap(
    (text, at): Given[] => {
      const box = `main > ul > li:nth-of-type(${at + 1}) > p`
      return [
        { text, selector: `${box}:nth-of-type(1)` },
        { text: said[at]!, selector: `${box}:nth-of-type(2)` },
        { text: rooms[at]!, selector: `${box}:nth-of-type(3)` },
      ]
    },
  ),
  ...['Jonas Lindqvist', 'Priya Raman', 'Tom Ashdown'].map(
    text => ({ text, selector: 'main > h3' }) as Given,
  ),
]
const SPEAKERS = ['Priya Raman', 'Jonas Lindqvist', 'Tom Ashdown']

test.each<[string, Given[], string[]]>([
  [
    'two speakers',
    programme(['Jonas Lindqvist', 'Priya Raman', 'Tom Ashdown']),
    ['serious content/order:exchanged:priya raman'],
  ],
  [
    'two who come together with their rooms',
    programme(['Jonas Lindqvist', 'Priya Raman', 'Tom Ashdown'], ['Hall', 'Arch', 'Arch']),
    [],
  ],
  ['all three in turn', programme(['Jonas Lindqvist', 'Tom Ashdown', 'Priya Raman']), []],
  ['none', programme(SPEAKERS), []],
])('names that changed places, and stand elsewhere as well: %s', (_, now, issues) => {
  const found = introduced(judge(programme(SPEAKERS), now))
  expect(found.filter(issue => issue.includes('exchanged'))).toEqual(issues)
})

test('a great figure that is a little another one, and its caption', () => {
  const figures = (count: string): Given[] =>
    [
      ['10,349,405', 'Deployments'],
      ['987,000', 'Users'],
      [count, 'Projects'],
    ].flatMap(([figure, caption], at): Given[] => {
      const box = `#figures > div:nth-of-type(${at + 1})`
      return [
        { text: figure!, kind: 'heading', selector: `${box} > h3` },
        { text: caption!, selector: `${box} > p` },
      ]
    })
  const told = (before: string, now: string) =>
    judge(figures(before), figures(now)).issues.map(({ severity, message }) => `${severity} ${message}`)
  expect(told('2,342,265', '2,343,265')).toEqual([
    'moderate The number “2,342,265” above “Projects” became “2,343,265”',
  ])
  expect(told('2,342,265', '2,542,265')).toEqual([expect.stringMatching(/^moderate /)])
  // It may be the number of an account.
  expect(told('234226577', '234326577')).toEqual([expect.stringMatching(/^serious /)])
})

test('a page that lost many texts and still shows some need not be rendered as a whole', () => {
  const [first, ...rest] = ['salt', 'pepper', 'cumin', 'saffron', 'thyme', 'laurel'].map(
    spice => `We bring ${spice} over sea for cooks who know how it tastes in summer`,
  )
  const lost = (before: Given[], now: Given[]) =>
    judge(before, now).issues.find(({ rule }) => rule === 'content/text/most-lost')
  const [pepper, cumin, ...more] = rest as [string, string, ...string[]]
  const before = [first!, pepper, h('Seeds'), cumin, h('Leaves'), ...more]
  const half = lost(before, [first!, pepper])
  expect(half?.message).toContain('missing, above all the section “Leaves” and the section “Seeds”')
  expect(half?.fix).toBe('Put back the texts that are listed as missing')
  expect(lost(before, [first!])?.fix).toMatch(/renders as a whole/)
})

test.each<[string, string[], string[], string[]]>([
  [
    'a sign behind all digits',
    ['5.0★', '24/7'],
    ['50.', '247/'],
    ['serious The figure “5.0★” reads “50.” now; 1 more of this kind'],
  ],
  ['a sign that is gone', ['4.9'], ['49'], ['serious The figure “4.9” reads “49” now']],
  ['thousands', ['1.250+', '2,500'], ['1250+', '2500'], []],
  ['another figure', ['4.9'], ['47'], []],
  ['a price', ['$4.90'], ['$490'], []],
  ['a number that stood there', ['4.9', '49'], ['49'], []],
  ['a number beside it', ['4.9'], ['4.9', '49'], []],
  [
    'a number elsewhere',
    ['1/5', 'Comments', '14', 'Write to us'],
    ['2/5', 'Comments', '15', 'Write to us'],
    [],
  ],
])('figures that lost their sign: %s', (_, before, now, told) => {
  const page = (figures: string[]): Given[] => ['What our clients say of us', ...figures]
  const issues = judge(page(before), page(now)).issues.flatMap(({ rule, severity, message }) =>
    rule === 'content/unexpected/garbled-figure' ? `${severity} ${message}` : [],
  )
  expect(issues).toEqual(told)
})

test('names that only count links of the navigation or headings', () => {
  const nav = (...names: string[]): Given[] =>
    names.map(text => ({ text, kind: 'link', landmark: 'navigation' }))
  const told = (before: Given[], now: Given[]) =>
    judge(before, now).issues.flatMap(({ rule, severity, message, fix }) =>
      rule === 'content/unexpected/placeholder-name' ? [severity, message, fix] : [],
    )
  const names = ['How it works', 'Meals', 'Prices']
  expect(told(nav(...names), nav('Section 1', 'Section 2', 'Section 3'))).toEqual([
    'serious',
    'Links of the navigation are called “Section 1”, “Section 2” and so on, 3 of them',
    'Give them their names',
  ])
  expect(told(names.map(h), ['Item 1', 'Item 2'].map(h))[0]).toBe('moderate')
  expect(told(nav('Section 9', ...names), nav('Section 1', 'Section 2'))).toEqual([])
  expect(told(nav(...names), nav(...names, 'Menu 2'))).toEqual([])
  // A heading that was divided.
  const law = ['Section 1: Scope', 'Section 2 – Harbour dues'].map(h)
  expect(told(law, ['Section 1', 'Scope', 'Section 2', 'Harbour dues'].map(h))).toEqual([])
  // One link of two menus, and a heading.
  expect(told(nav(...names), [...nav('Link 1', 'Link 1'), h('Section 2')])[0]).toBe('moderate')
  // Links to the pages of a list.
  expect(told(nav('1', '2'), nav('Page 1', 'Page 2'))).toEqual([])
})

test('a slip in a short text is a changed word, and another word is no slip', () => {
  const told = (before: string, now: string) =>
    judge(['Bread', before], ['Bread', now]).issues.map(({ rule, severity }) => `${severity} ${rule}`)
  const slip = ['minor content/text/changed']
  expect(told('Delivery', 'Dekivery')).toEqual(slip)
  expect(told('Delicious dish', 'Dellicious dish')).toEqual(slip)
  expect(told('Delivery', 'Recovery')).not.toEqual(slip)
  expect(told('Maps', 'Caps')).not.toEqual(slip)
  expect(told('Meals', 'Deals')).not.toEqual(slip)
})
