/** What a lost or changed text is told as: part of another loss, or what visitors miss. */
import { describe, expect, test } from 'vitest'
import { type Given, judge, type Page } from './judging.ts'

const graded = (before: Page | Given[], now: Page | Given[]) =>
  judge(before, now).issues.map(({ rule, severity }) => `${severity} ${rule}`)

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

test('a heading of one word is kept where all around it is new, and what is gone is named instead', () => {
  const h = (text: string): Given => ({ text, kind: 'heading', level: 2 })
  const kept = [
    'The mill behind the market grinds rye and spelt',
    'Come on Sundays and see how flour is made',
    'Whoever brings a sack of grain before noon takes home half of its weight as flour',
    'Every year since the fire somebody has lived above these stones with horse, cat and geese',
  ]
  const team = [h('The millers.'), 'Anna turns the stones by hand', 'Otto drives the van to town']
  const menu: Given = { text: 'Contact', kind: 'link', landmark: 'navigation' }
  const before = [menu, ...kept, ...team, h('Contact.'), 'Send a letter to all of us']
  const told = (...after: Given[]) =>
    judge(before, [...kept, ...after])
      .issues.flatMap(({ message, members = [] }) => [message, ...members.map(each => each.message)])
      .filter(message => message.startsWith('The section'))
  expect(told('Bread is baked at dawn in all weathers', h('contact.')).join(' ')).not.toContain('Contact')
  expect(told('Bread is baked at dawn in all weathers').join(' ')).toContain('Contact')
})

test('a row of a table without facts holds no launch', () => {
  const names = ['easing', 'speed', 'loop', 'swipe', 'escape', 'closable']
  const said = [
    'how it moves',
    'how fast it runs',
    'whether it begins anew',
    'by hand',
    'by key',
    'with a cross',
  ]
  const rows = names.map((name, at): Given[] => [
    { text: name, kind: 'cell', column: 0 },
    { text: `tells the wheel ${said[at]}`, kind: 'cell', column: 1 },
  ])
  const all = ['All that the wheel of the mill can be told', ...rows.flat()]
  const told = (...gone: number[]) =>
    graded(all, [all[0]!, ...rows.filter((_, at) => !gone.includes(at)).flat()])
  expect(told(2)).toEqual(['moderate content/text/lost'])
  expect(told(2, 3)[0]).toBe('moderate content/text/lost')
})

test('what one accordion folds is one issue, and costs no more the more facts there are in it', () => {
  const rows = Array.from({ length: 80 }, (_, at) => `Loaf ${'abcdefgh'[at % 8]}${at} weighs ${at + 300} kg`)
  const now = rows.map((text): Given => ({ text, state: 'hidden' }))
  const { issues, score } = judge(rows, { blocks: ['Loaves', ...now], openers: 180 })
  expect(issues.filter(({ rule }) => rule === 'content/text/hidden')).toHaveLength(1)
  expect(issues.every(({ severity }) => severity === 'minor')).toBe(true)
  expect(score).toBeGreaterThan(90)
})

test('a text of nothing but short links is missed as links', () => {
  const box = { x: 500, y: 106, width: 400, height: 14 }
  const [text, kept] = [
    { text: 'what it is, who has it, and the deep question of why', box },
    'The cheese of the week is a very old one',
  ]
  const link = (name: string, x: number, raw: string) => ({
    name,
    raw,
    href: `/${raw}`,
    state: 'visible' as const,
    box: { ...box, x, width: 90 },
  })
  const links = [
    link('what it is,', 500, 'what.html'),
    link('who has it,', 600, 'who.html'),
    link('and the deep question of why', 700, 'why.html'),
  ]
  const before = { blocks: [text, kept], links }
  expect(graded(before, { blocks: [kept] })).toContain('moderate content/text/lost')
  expect(graded({ ...before, links: links.slice(1) }, { blocks: [kept] })).not.toContain(
    'serious content/text/lost',
  )
  expect(graded({ blocks: before.blocks }, { blocks: [kept] })).toContain('serious content/text/lost')
})

test('a heading that was reworded with the mark of its first step is no section that is missing', () => {
  const steps = (heading: string, first: string): Given[] => [
    { text: 'Talk to the bakers of the harbour', kind: 'heading', level: 1 },
    { text: heading, kind: 'heading', level: 2 },
    first,
    'You write to us what you would like to have baked',
    'We bake it in the night and bring it to your door',
  ]
  expect(graded(steps('How we work', '1'), steps('Process', '01'))[0]).toBe('moderate content/text/lost')
  const messageOf = (first: string) =>
    judge(steps('How we work', first), steps('Process', '01')).issues[0]!.message
  expect(messageOf('1')).toContain('The heading')
  expect(messageOf('In three short steps')).toContain('The section')
})

const DISHES = [
  'Lentils with noodles',
  'Cheese noodles with onions',
  'Trout with parsley potatoes',
  'Apple strudel',
]
const MARKS = ['(A, C)', '(A, C, G)', '(D)', '(A, G)']
const KEY = 'A Gluten, C Eggs, D Fish, G Milk. Please tell us of your allergies.'
const menu = (marks: string[], key = KEY): Given[] => [
  { text: 'Our menu of this week', kind: 'heading', level: 1 },
  ...DISHES.map((dish, at) => ({ text: `${dish} ${marks[at] ?? ''}`.trim(), kind: 'list-item' }) as Given),
  key,
]
const told = (before: Given[], now: Given[]) =>
  judge(before, now).issues.map(({ rule, severity, members }) =>
    [severity, rule, members?.length ?? 1].join(' '),
  )

test('letters behind dishes that a key explains are no few words', () => {
  expect(told(menu(MARKS), menu([]))).toEqual(['serious content/text/marks 4'])
  expect(told(menu(MARKS), menu(MARKS.slice(0, 1)))).toEqual(['serious content/text/marks 3'])
  // Two may be a slip, and others may stand in their place.
  expect(told(menu(MARKS), menu(MARKS.slice(0, 2)))).not.toContainEqual(expect.stringContaining('marks'))
  expect(
    told(menu(MARKS), menu(['(gluten, eggs)', '(gluten, eggs, milk)', '(fish)', '(gluten, milk)'])),
  ).not.toContainEqual(expect.stringContaining('marks'))
  const unexplained = 'Please tell us of your allergies.'
  expect(told(menu(MARKS, unexplained), menu([], unexplained))).not.toContainEqual(
    expect.stringContaining('marks'),
  )
})

test('how many articles a category has is no mark, though days begin with such numbers', () => {
  const categories = [
    'Alles aus unserem Leben (12)',
    'Reisen in ferne Lande (5)',
    'Kochen mit Freunden (3)',
    'Wandern (8)',
  ]
  const blog = (shown: string[]): Given[] => [
    { text: 'Rundreise durch Norwegen (1/2)', kind: 'heading', level: 1 },
    ...['12. Mai 2024', '5. April 2024', '3. März 2024', '8. Februar 2024'],
    ...shown.map(text => ({ text, kind: 'list-item' }) as Given),
  ]
  const now = blog(categories.map(text => text.replace(/ \(.*/, '')))
  expect(told(blog(categories), now)).not.toContainEqual(expect.stringMatching(/marks|serious/))
})

test('letters in a text of their own beside a dish are its marks', () => {
  const apart = (marks: string[]): Given[] =>
    menu([]).flatMap((text, at) => (marks[at - 1] ? [text, marks[at - 1]!] : [text]))
  expect(told(apart(MARKS), menu([]))).toEqual(['serious content/text/marks 4'])
  expect(told(menu(MARKS), apart(MARKS)).filter(issue => /marks|serious/.test(issue))).toEqual([])
})

test('a release that moved into a menu whose name holds back a press is not out of sight', () => {
  const page = (state: 'visible' | 'hidden', heldBack?: string[]): Page => ({
    blocks: ['The mill is open from spring to autumn', { text: 'Previous (2.0.1)', kind: 'link', state }],
    heldBack,
  })
  const hidden = (now: Page) => graded(page('visible'), now).filter(issue => issue.includes('facts'))
  expect(hidden(page('hidden'))).toEqual(['moderate content/facts/hidden'])
  expect(hidden(page('hidden', ['Current (2.1.2)', 'Previous (2.0.1)']))).toEqual([
    'minor content/facts/hidden',
  ])
})

test('the headings of one list that icons stand for now are one issue, whatever stands between them', () => {
  const CONTACTS = [
    ['Address', '12 Harbour Road, Whitby YO21 3PU'],
    ['Phone', '+44 1947 555 0137'],
    ['Email', 'info@harbour.test'],
    ['Visits', 'Come by when the lamp over the door is lit'],
  ]
  const title: Given[] = [
    { text: 'The bakery by the harbour', kind: 'heading', level: 1 },
    'The bakery by the harbour has been open since spring and sells bread along the quay',
  ]
  const named = (level: number) =>
    CONTACTS.map(([name, text], at): Given[] => [
      { text: name!, kind: 'heading', level, selector: `main > div:nth-of-type(${at + 1}) > h3` },
      text!,
    ])
  const bare = [...title, ...CONTACTS.map(([, text]) => text!)]
  const told = (before: Given[]) =>
    judge(before, bare).issues.map(({ rule, members }) => `${rule} ${members?.length ?? 1}`)
  expect(told([...title, ...named(3).flat()])).toEqual(['content/text/lost 4'])
  // Of other parts of the page each is a loss of its own.
  const apart = named(3).map(([head, text], at) => [
    { ...(head as object), selector: `main > ${'abcd'[at]} > h3` },
    text,
  ])
  expect(told([...title, ...(apart.flat() as Given[])]).length).toBeGreaterThan(1)
})

test('lines of telephone numbers and mailboxes to which links lead are one minor issue', () => {
  const people = ['Anna Berger', 'Jonas Keller', 'Mia Vogt']
  const mailOf = (name: string) => `${name.split(' ')[1]!.toLowerCase()}@mill.example`
  const page = (
    below: (name: string, at: number) => Given[],
    call = '+49 341 55500',
    more: Given[] = [],
  ) => ({
    blocks: [
      'We have been baking bread by hand since the old miller left his stones to my grandmother.',
      ...people.flatMap((text, at) => [{ text, kind: 'heading' as const, level: 3 }, ...below(text, at)]),
      ...more,
    ],
    links: people.flatMap((name, at) => [
      { href: `mailto:${mailOf(name)}`, name: '' },
      { href: `tel:${call}${at}0`, name: '' },
    ]),
  })
  const before = page((name, at) => [`Phone: +49 341 55500${at}0, e-mail: ${mailOf(name)}`])
  const found = (now: Page) =>
    judge(before, now).issues.map(({ severity, rule, members }) => `${severity} ${rule} ${members?.length}`)
  expect(found(page(() => []))).toEqual(['minor content/text/lost 3'])
  expect(
    found(page(() => [{ text: 'Call', kind: 'link' }])).filter(issue => /lost|facts/.test(issue)),
  ).toEqual(['minor content/text/lost 3'])
  // The links call somebody else.
  expect(found(page(() => [], '+49 341 77700')).join()).toContain('serious content/text/lost')
})

describe('what a page says to which the navigation leads', () => {
  const LINES = [
    'Rye is ground between the stones on Mondays. Spelt has to wait until the stones are clean.',
    'Whoever brings a sack of grain before noon takes home half of its weight as flour.',
    'The ovens are heated with beech wood from the forest above the town each morning.',
    'Every year since the fire somebody has lived above the stones with horse and cat.',
  ]
  const HEAD: Given = { text: 'The mill behind the market', kind: 'heading', level: 1 }
  const before = [HEAD, ...LINES]

  test('is lost with less weight, and is no part of what most of the page lost', () => {
    expect(graded(before, before.slice(0, 4))).toEqual(['serious content/text/lost'])
    expect(graded(before, { blocks: before.slice(0, 4), pages: [`About us\n${LINES[3]}`] })).toEqual([
      'moderate content/text/lost',
    ])
    expect(graded(before, [HEAD])).toContain('critical content/text/most-lost')
    const split = [LINES[0]!, LINES.slice(1).join('\n')]
    const told = graded(before, { blocks: [HEAD], pages: split })
    expect(told.filter(issue => !issue.startsWith('moderate'))).toEqual([])
    expect(told).toContain('moderate content/text/lost')
  })

  const phone = ['Call us', '+49 30 1234567']
  test('of a telephone number that was words alone; not of one that a press called', () => {
    const now = { blocks: before, pages: ['Contact: +49 30 1234567'] }
    const link = { href: 'tel:+49301234567', name: '+49 30 1234567', state: 'visible' as const }
    const told = (links: Page['links'], after: Page) =>
      graded({ blocks: [...before, ...phone], links }, after).filter(issue => /facts/.test(issue))
    expect(told([], { blocks: [...before, phone[0]!] })).toEqual(['serious content/facts/missing'])
    expect(told([], { ...now, blocks: [...before, phone[0]!] })).toEqual(['moderate content/facts/missing'])
    expect(told([link], { ...now, blocks: [...before, phone[0]!] })).toEqual([
      'serious content/facts/missing',
    ])
  })

  test('is no other price, nor a row whose cells stand apart, nor the page itself', () => {
    const told = (lost: Given[], pages: string[]) =>
      graded([...before, ...lost], { blocks: before, pages })
        .filter(issue => issue.startsWith('serious'))
        .join()
    const row: Given[] = [
      { text: 'Oat loaf', kind: 'cell', column: 0 },
      { text: '€6.30', kind: 'cell', column: 1 },
    ]
    expect(told(['Rye costs', '€12.00'], ['Cake costs €12.00, wedding cake €112.00'])).not.toBe('')
    expect(told(row, ['Our oat loaf wins a prize', 'Butter for €6.30'])).not.toBe('')
    const long =
      'Rye is baked on Mondays and sold for €4.80 a loaf at the market behind the old mill until noon'
    expect(told([long], [long.replace('4.80', '5.20')])).not.toBe('')
    expect(told([long], [long])).toBe('')
    expect(told(['Call +49 30 1234567'], ['Fax of the tax office: +49 30 12345678'])).not.toBe('')
  })

  test('of the original is no news', () => {
    const now = [...before, 'Write to mill@example.com', 'Over 10,000 happy customers']
    const told = (pages: string[]) =>
      graded({ blocks: before, pages }, now).filter(issue => /facts/.test(issue))
    expect(told([])).toEqual(['moderate content/facts/claimed', 'moderate content/facts/added'])
    expect(told(['Write to mill@example.com', 'Over 10,000 happy customers'])).toEqual([])
  })
})
