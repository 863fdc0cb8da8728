/** What slips in where nobody worked on the words: a page that is the same but for one text, and samples of code. */
import { describe, expect, test } from 'vitest'
import { tokens } from '../../../server/lib/text.ts'
import type { Passage } from '../../../server/matching/passages.ts'
import type { Comparison } from '../../../server/suites/content/comparison/index.ts'
import { splitWords } from '../../../server/suites/content/text/spelling.ts'
import { type Given, introduced, judge } from './judging.ts'

const OTHERS = [
  'We have been baking bread by hand since the old miller left his stones to my grandmother.',
  'Our ovens are heated with beech wood from the forest above the town every single morning.',
  'Come and watch the millers at work on the first day of each month, coffee included.',
  'Twelve loaves, two ovens and a view over the river from the bench before the shop.',
]
const anew = [
  'The new bakers of the harbour work with other stones and other grain than anybody before them.',
  'They sell what the fields around the lake give, and whoever comes late goes home without a loaf.',
]
const pages = (before: Given, now: Given, more: Given[] = []) =>
  introduced(judge([...OTHERS, before], [...OTHERS, ...more, now]))

describe('a page that is the same but for one text', () => {
  test.each<[string, Given, Given, string]>([
    [
      'a name is spelt otherwise',
      'Elena Bellini, head baker of the mill',
      'Helena Belini, head baker of the mill',
      'content/text:changed:elena bellini head baker of the mill',
    ],
    [
      'a year',
      'On the river and open to all since 1987',
      'On the river and open to all since 2024',
      'content/fact:number:1987',
    ],
    [
      'a rating',
      'Rye ★★★★★ 4.2 (31 reviews)',
      'Rye ★★★★★ 4.9 (31 reviews)',
      'content/fact:quantity:4.2 of 5',
    ],
  ])('%s: serious, and moderate at most where somebody wrote for it', (_, before, now, key) => {
    expect(pages(before, now)).toEqual([`serious ${key}`])
    expect(pages(before, now, anew)).toEqual([expect.stringMatching(/^(?:minor|moderate) /)])
  })

  test('capitals that are no name, and a name in a text that is another one', () => {
    expect(pages('Bread Baking for Everybody', 'Breads Baking for Everybody')).toEqual([
      expect.stringMatching(/^minor /),
    ])
    expect(
      pages('Ask the Bakers Organization before you bake', 'Ask the Bakers Organisation before you bake'),
    ).toEqual([expect.stringMatching(/^minor /)])
    expect(pages('Elena Bellini, head baker of the mill', 'Helena Belini, head of the mill')).toEqual([
      expect.stringMatching(/^minor /),
    ])
  })
})

test.each([
  ['We cannot take more than 14 people at a table', 'We can take more than 14 people at a table', 'gone'],
  ["They don't sell any bread after noon", 'They do sell any bread after noon', 'gone'],
  ['We can take dogs at every table', 'We cannot take dogs at every table', 'new'],
])('a verb that lost its negation, or has one: %s', (before, now, what) => {
  expect(judge([...OTHERS, before], [...OTHERS, now]).issues).toEqual([
    expect.objectContaining({
      rule: 'content/text/reversed',
      message: expect.stringMatching(new RegExp(`is ${what}$`)),
    }),
  ])
  const spelt = before.replace('cannot', 'can not').replace("don't", 'do not')
  expect(introduced(judge([...OTHERS, before], [...OTHERS, spelt])).join()).not.toMatch(/serious/)
})

test('a count that the page still states elsewhere', () => {
  const before = ['Trusted by mills in 60+ countries', 'Offices in 60+ countries and two languages']
  const now = ['Trusted by mills of 400+ bakers', 'Offices in 60+ countries and two languages']
  const found = (after: string[]) => introduced(judge([...OTHERS, ...before], [...OTHERS, ...after])).join()
  expect(found(now)).not.toMatch(/serious/)
  expect(found([now[0]!, 'Offices in 70+ countries and two languages'])).toMatch(/serious/)
  // The number alone is said of something else.
  expect(found([now[0]!, 'Offices in 70+ countries and 60+ languages'])).toMatch(/serious/)
})

test('the end of an address is no word', () => {
  expect(
    introduced(judge([...OTHERS, 'Order by mill.no at noon'], [...OTHERS, 'Order by mill at noon'])),
  ).toEqual([expect.stringMatching(/^(?:minor|moderate) /)])
})

test('what a price is paid for', () => {
  const fact = [expect.stringMatching(/^serious content\/fact/)]
  expect(pages('$29/mo', '$29/yr', [])).toEqual(fact)
  expect(pages('Each room costs $29 per week', 'Each room costs $29 per day', [])).toEqual(fact)
  for (const same of ['$29/month', '$29 / mo', '$29', '$29/mo.'])
    expect(pages('$29/mo', same, []).filter(issue => !issue.startsWith('minor'))).toEqual([])
  expect(pages('$0/mo', '$0/yr', []).filter(issue => !issue.startsWith('minor'))).toEqual([])
  // Words that objects have of their own.
  expect(
    pages('Each class has a constructor of its own', 'Each class has a method of its own', []),
  ).not.toEqual([])
  // One amount for either, as before.
  expect(pages('$29/mo', '$29/mo', ['$29/yr'])).toEqual([])
})

describe('samples of code', () => {
  const code = (text: string, given: Partial<Exclude<Given, string>> = {}): Given => ({
    text,
    family: 'Menlo, monospace',
    selector: 'main > figure > pre',
    ...given,
  })
  const config = "export default { source: './content', ttl: 3600, plugins: ['feeds', 'search'] }"
  const told = (before: Given, now: Given, more: Given[] = []) => pages(before, now, more)
  const serious = [expect.stringMatching(/^serious content\/text/)]

  test('signs that typography sets are others to a program', () => {
    const install = 'npm install --save-dev tidepool'
    expect(told(code(install), code('npm install —save-dev tidepool'))).toEqual(serious)
    expect(told(code(install), code('npm install —save-dev tidepool'), anew)).toEqual(serious)
    expect(told(code(config), code(config.replaceAll("'", '’')))).toEqual(serious)
    // The other way round it was repaired, and in prose it is typography.
    expect(told(code('npm install —save-dev tidepool'), code(install))).toEqual([])
    expect(told("The miller's bread", 'The miller’s bread')).toEqual([])
    expect(
      told(
        code(config, { selector: 'main > p' }),
        code(config.replaceAll("'", '’'), { selector: 'main > p' }),
      ),
    ).toEqual([])
  })

  test('signs that it lost: a template or a converter took them for its own', () => {
    const pattern = String.raw`const word = new RegExp("\\b\\w+\\b", "g")`
    const [before, after] = [code(pattern), code(pattern.replaceAll('\\\\', '\\'))]
    expect(told(before, after)).toEqual(serious)
    expect(
      told(code('mutate(across({{ columns }}, mean))'), code('mutate(across({ columns }, mean))')),
    ).toEqual(serious)
    expect(told(after, before)).toEqual([])
    // Its last sign, and the sample in two.
    expect(
      told(
        code("import { a, b } from 'tidepool'; run(a, b);"),
        code("import { a, b } from 'tidepool'; run(a, b)"),
      ),
    ).toEqual([])
    expect(
      told(code('const alpha = { one: 1 } run(alpha, beta)'), code('const alpha = { one: 1 }'), [
        code('run(alpha, beta)', { selector: 'main > figure:nth-of-type(2) > pre' }),
      ]),
    ).toEqual([])
    // What a prompt of a shell is drawn with.
    expect(told(code('$ npm install tidepool # now'), code('npm install tidepool now'))).toEqual([])
  })

  test('its lines, and how they are set in', () => {
    expect(told(code(config, { lines: 7 }), code(config, { lines: 3 }))).toEqual(serious)
    expect(told(code(config, { lines: 7 }), code(config, { lines: 6 }))).toEqual([])
    // Where white space counts for nothing a line is as long as its box.
    const command = code(config, { lines: 3, rows: 3 })
    expect(told(command, code(config, { lines: 2 }))).toEqual(serious)
    expect(told(command, code(config, { lines: 3 }))).toEqual([])
    expect(told(command, code(config, { lines: 2, rows: 2 }))).toEqual([])
    expect(told(code(config, { lines: 7, indents: 5 }), code(config, { lines: 7, indents: 0 }))).toEqual([
      expect.stringMatching(/^moderate content\/text/),
    ])
    // A long line that wrapped is scrolled now.
    expect(
      told(code(config, { lines: 4, rows: 1, indents: 0 }), code(config, { lines: 1, rows: 1, indents: 0 })),
    ).toEqual([])
    // A capture of earlier code does not know.
    expect(told(code(config, { lines: 7, indents: 5 }), code(config, { lines: 7 }))).toEqual([])
  })

  test('a value or a line of it, where the page is the same but for it', () => {
    const other = code(config.replace('3600', '360'))
    expect(told(code(config), other)).toEqual(serious)
    expect(told(code(config), other, anew)).toEqual([expect.stringMatching(/^moderate content\/fact/)])
    expect(told(code(config), code(config.replace('ttl: 3600, ', '')))).toEqual(serious)
    // More of the same, and another release.
    expect(told(code(config), code(config.replace('ttl', 'port: 80, ttl')))).toEqual([])
    // What the sample is called stands above it now.
    expect(
      told(code('bash npm install --save-dev tidepool'), code('npm install --save-dev tidepool'), ['bash']),
    ).toEqual([])
    const release = (number: string) => code(`npm install --save-dev tidepool@${number}`)
    expect(told(release('4.2.1'), release('4.3.0')).join()).not.toMatch(/serious content\/text/)
  })

  test('a text of nothing but labels takes no time', () => {
    const samples = (at: number) => code(`${at} ${'js '.repeat(6000)}x`, { lines: 3, rows: 3 })
    told(
      samples(0),
      samples(0),
      Array.from({ length: 9 }, (_, at) => samples(at + 2)),
    )
  }, 30_000)

  test.each([
    ['a label to copy it', 'Copy npm install --save-dev tidepool', 'npm install --save-dev tidepool'],
    ['behind it', 'npm install --save-dev tidepool Copy code', 'npm install --save-dev tidepool'],
    ['its language', 'TypeScript const depth = await tides(3)', 'const depth = await tides(3)'],
    ['both', 'bash Copy npm install --save-dev tidepool', 'npm install --save-dev tidepool'],
    [
      'numbers of its lines',
      '1 const depth = 4 2 const tide = low 3 return tide',
      'const depth = 4 const tide = low return tide',
    ],
    [
      'all of them before it',
      '1 2 3 const depth = 4 const tide = low return tide',
      'const depth = 4 const tide = low return tide',
    ],
  ])('what stands beside the code in its box: %s', (_, before, now) => {
    const set = { lines: 3, rows: 3, indents: 0 }
    expect(told(code(before, set), code(now, set))).toEqual([])
    expect(told(code(now, set), code(before, set))).toEqual([])
    expect(told(code(before, set), code(now, set), anew)).toEqual([])
  })

  test.each([
    ['Copy', 'div > button'],
    ['JavaScript', 'span'],
  ])('%s in a text of its own in the box of the code', (label, path) => {
    const beside = code(label, { selector: `main > figure > pre > ${path}` })
    const told = introduced(judge([...OTHERS, beside, code(config)], [...OTHERS, code(config)]))
    expect(told.join()).not.toMatch(/serious|moderate/)
  })

  test('is called so', () => {
    const [issue] = judge([...OTHERS, code(config)], OTHERS).issues
    expect(issue?.message).toMatch(/^The code “export/)
  })
})

test('several prices that are others are a new list of prices, where somebody edited the page', () => {
  const list = (...prices: number[]): Given[] =>
    prices.flatMap((price, at) => [
      { text: ['Lift', 'Van', 'Truck'][at]!, kind: 'heading', level: 3 },
      `${price} € / day`,
    ])
  const raised = (before: number[], now: number[], more: Given[] = anew) =>
    introduced(judge([...OTHERS, ...list(...before)], [...OTHERS, ...more, ...list(...now)])).map(issue =>
      issue.replace(/ .*:price:/, ' '),
    )
  expect(raised([15, 25, 100], [20, 30, 120]).toSorted()).toEqual([
    'moderate 100 EUR',
    'moderate 15 EUR',
    'moderate 25 EUR',
  ])
  expect(raised([15, 25, 100], [20, 30, 120], []).join()).not.toMatch(/moderate/)
  expect(raised([15, 25, 100], [15, 30, 100])).toEqual([expect.stringMatching(/^serious/)])
})

test('the price of a row whose name lost its accents and says how long it takes now', () => {
  const rows = (...texts: string[]) =>
    introduced(judge([...OTHERS, 'Séance enfant (1h30)', '40 €'], [...OTHERS, ...texts]))
  expect(rows('Seance enfant (1h)', '60 €')).toContain('serious content/fact:price:40 EUR')
  const [issue] = judge(
    [...OTHERS, 'Séance enfant (1h30)', '40 €'],
    [...OTHERS, 'Seance enfant (1h)', '60 €'],
  ).issues
  expect(issue?.message).toMatch(/became “60 €”$/)
})

test('accents that are lost all over a page are one fault, and no word of it is lost', () => {
  const texts = [
    'Une séance à Bagnères libère les blocages et rééquilibre l’énergie de la santé',
    'La kinésiologie harmonique a été créée à Genève près du théâtre où elle étudiait',
    'Mes méthodes : écoute, énergie, présence, sécurité, à côté de la forêt',
  ]
  const plain = texts.map(text => text.normalize('NFD').replace(/\p{M}/gu, ''))
  expect(introduced(judge([...OTHERS, ...texts], [...OTHERS, ...plain]))).toEqual([
    'serious content/encoding:letters:plain',
  ])
  expect(introduced(judge([...OTHERS, ...texts], [...OTHERS, plain[0]!, ...texts.slice(1)]))).toEqual([
    expect.stringMatching(/^(?:serious|moderate) content\/encoding:letters:plain/),
  ])
  expect(introduced(judge([...OTHERS, ...plain], [...OTHERS, ...texts]))).toEqual([])
})

test('an article that stands there twice, the heading of which a menu names as well', () => {
  const title: Given = { text: 'Installation', kind: 'heading', level: 1 }
  const entry: Given = { text: 'Installation', kind: 'link', landmark: 'navigation' }
  const article = [title, ...OTHERS]
  const twice = judge([entry, { ...entry, landmark: 'main' }, ...article], [entry, ...article, ...article])
  expect(twice.issues.map(({ rule }) => rule)).toContain('content/unexpected/doubled')
  const named = judge([entry, ...article], [entry, { ...entry, landmark: 'main' }, ...article])
  expect(named.issues.map(({ rule }) => rule)).not.toContain('content/unexpected/doubled')
})

test('authors of quotations that changed places in a row of slides', () => {
  const said: [string, string][] = [
    ['The best bread that I ever had on a Sunday', 'Hannah Reed, Bath'],
    ['We came for lunch and stayed until the lights went on', 'Tomas Lind, Malmo'],
    ['They knew my name when I came the second time', 'Priya Nair, Bristol'],
  ]
  const slides = (...authors: number[]): Given[] =>
    authors.flatMap((author, at) => {
      const state = at === 0 ? ('visible' as const) : ('hidden' as const)
      const step = (tag: string) => `main > figure:nth-of-type(${at + 1}) > ${tag}`
      return [
        { text: said[at]![0], kind: 'quote', state, selector: step('blockquote') },
        { text: said[author]![1], state, selector: step('figcaption') },
      ]
    })
  const found = (...authors: number[]) =>
    introduced(judge([...OTHERS, ...slides(0, 1, 2)], [...OTHERS, ...slides(...authors)])).filter(issue =>
      issue.includes('exchanged'),
    )
  expect(found(2, 1, 0)).toEqual([expect.stringMatching(/^serious/)])
  expect(found(0, 1, 2)).toEqual([])
})

test('the number of a company is called no telephone', () => {
  const imprint = (number: string) => `Osteria Ltd. Company no. ${number}`
  const [issue] = judge([...OTHERS, imprint('02183746')], [...OTHERS, imprint('02183747')]).issues
  expect(issue?.message).toMatch(/^The number “02183746”/)
})

test('words that may be broken take no time in texts as long as books', () => {
  const letters = (from: number) =>
    [7, 5, 3, 2, 1].map(by => String.fromCharCode(97 + (Math.floor(from / by ** 3) % 26))).join('')
  const words = Array.from({ length: 20_000 }, (_, at) => letters(at) + letters(at * 31))
  const passage = (text: string) => ({ text, tokens: tokens(text), visible: true }) as Passage
  // In chapters before, and in one text now, in which each other word is another one.
  const chapters = Array.from({ length: 400 }, (_, at) => words.slice(50 * at, 50 * (at + 1)))
  const now = words.map((word, at) => (at % 2 ? word : `x${word}`))
  const comparison = {
    original: chapters.map(chapter => passage(chapter.join(' '))),
    rebuilt: [passage(['bro ken', ...now].join(' '))],
    alignment: {
      match: new Int32Array(20_001),
      sourceStart: Int32Array.from({ length: 402 }, (_, at) => Math.min(50 * at, 20_001)),
      targetBlock: new Int32Array(20_001),
    },
  } as unknown as Comparison
  comparison.original.push(passage('broken'))
  expect(splitWords(comparison).map(({ words }) => words)).toEqual([['bro', 'ken']])
}, 3000)
