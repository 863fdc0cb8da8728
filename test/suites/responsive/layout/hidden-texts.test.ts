import { expect, test } from 'vitest'
import type { Layout } from '../../../../server/capture/collectors/layouts.ts'
import {
  type Block,
  block,
  box,
  control,
  type Draw,
  HIDDEN,
  judge,
  type Page,
  plain,
  screens,
} from '../pages.ts'

const HEADING = block('What it costs', { kind: 'heading', level: 2 })
const OTHER = block('Another paragraph that is there at all widths, always')
const prices = (from: number, part: Block = HEADING, gone: Partial<Block> = HIDDEN) =>
  screens(width => ({ blocks: [OTHER, width >= from ? part : { ...part, ...gone }] }))

/** The heading is hidden at these widths, of which no pictures are known. */
const between = (widths: number[]) =>
  screens(() => ({ blocks: [OTHER, { ...HEADING, ...HIDDEN }] }), widths).map(screen => ({
    ...screen,
    pictures: undefined as never,
  }))

/** Three cards, which are stacked on phones; `phone` is what stands there instead. */
const CARDS = [
  'Bread that we bake at night',
  'Fish from the boats of this quay',
  'Cheese from three farms inland',
]
const cards = (phone?: { controls: ReturnType<typeof control>[]; state?: 'clipped' | 'hidden' }) =>
  screens(width => ({
    blocks: [
      OTHER,
      ...CARDS.map((text, at) => {
        if (width >= 768) return block(text, { kind: 'heading', box: box(20 + 300 * at, 2000, 280, 40) })
        if (!phone) return block(text, { kind: 'heading', box: box(20, 2000 + 300 * at, 280, 40) })
        const place = { kind: 'heading', box: box(20 + 335 * at, 2000, 280, 40) } as const
        return block(text, at === 0 ? place : { ...place, ...HIDDEN, state: phone.state ?? 'clipped' })
      }),
    ],
    controls: width < 768 ? (phone?.controls ?? []) : [],
  }))
const at = (y: number) => ({ landmark: 'main', box: box(20, y, 40, 40) })
const ARROWS = (y: number) => [
  control('button', 'Previous slide', at(y)),
  control('button', 'Next slide', at(y)),
]
/** The second and the third, of one cause: they are one issue, which speaks of the second. */
const HIDDEN_CARDS = `responsive/kept:${CARDS[1]!.toLowerCase()}`

test.each<[string, Page, string[]]>([
  ['a carousel with arrows', { layouts: cards({ controls: ARROWS(2200) }) }, [`minor ${HIDDEN_CARDS}`]],
  [
    'a carousel with dots that have no names',
    { layouts: cards({ controls: [control('button', '', at(2150)), control('button', '', at(2150))] }) },
    [`minor ${HIDDEN_CARDS}`],
  ],
  [
    'a row that the screen cuts off',
    { layouts: cards({ controls: [control('button', 'Back to top', at(2200))] }) },
    [`moderate ${HIDDEN_CARDS}`],
  ],
  [
    'beside the arrows of another carousel',
    { layouts: cards({ controls: ARROWS(4000) }) },
    [`moderate ${HIDDEN_CARDS}`],
  ],
  [
    'not displayed, whatever steps there',
    { layouts: cards({ controls: ARROWS(2200), state: 'hidden' }) },
    [`moderate ${HIDDEN_CARDS}`],
  ],
])('stacked cards, and on phones %s', (_, now, expected) => {
  expect(judge('responsive/layout', { layouts: cards() }, now).keys).toEqual(expected)
})

/** A list under a bar on phones, and what is seen of both at other widths; `phone` is what else stands on phones. */
const folding = (phone: { bar: string; more?: Block }): Page => ({
  layouts: screens(width => {
    const isPhone = width < 768
    const bar = block('Saved searches', { selector: 'main > div > div > span', ...(isPhone ? {} : HIDDEN) })
    const press = { ...control('', '', { selector: phone.bar }), ...(isPhone ? {} : HIDDEN) }
    return {
      blocks: [
        OTHER,
        ...(isPhone && phone.more ? [phone.more] : []),
        bar,
        { ...HEADING, selector: 'main > div > ul > li > h2', ...(isPhone ? HIDDEN : {}) },
      ],
      // A bar as wide as the screen is not listed where it is seen.
      clickables: isPhone ? [] : [press],
    }
  }),
})

test.each<[string, Page, string[]]>([
  ['a bar alone', folding({ bar: 'main > div > div' }), ['minor responsive/kept:what it costs']],
  [
    'a bar and another text',
    folding({ bar: 'main > div > div', more: block('Nothing to press', { selector: 'main > div > p' }) }),
    ['moderate responsive/kept:what it costs'],
  ],
  ['a text that nobody can press', folding({ bar: 'main > p' }), ['moderate responsive/kept:what it costs']],
])('on phones under %s', (_, now, expected) => {
  expect(judge('responsive/layout', { layouts: prices(0) }, now).keys).toEqual(expected)
})

test('a card that is pressed on phones alone folds nothing that it does not show there', () => {
  const card: Page = {
    layouts: screens(width => ({
      blocks: [
        OTHER,
        block('Saved searches', { selector: 'main > div > div > span' }),
        { ...HEADING, selector: 'main > div > ul > li > h2', ...(width < 768 ? HIDDEN : {}) },
      ],
      // One as wide as the screen is not listed.
      clickables: width < 768 ? [control('', '', { selector: 'main > div > div' })] : [],
    })),
  }
  expect(judge('responsive/layout', { layouts: prices(0) }, card).keys).toEqual([
    'moderate responsive/kept:what it costs',
  ])
})

test('a text that phones do not display beside a carousel is none of its slides', () => {
  const page: Page = {
    layouts: screens(width => ({
      blocks: [
        OTHER,
        block('A slide of the harbour', { selector: 'main > div > div:nth-of-type(1) > ul > li > h3' }),
        { ...HEADING, selector: 'main > div > div:nth-of-type(2) > h2', ...(width < 768 ? HIDDEN : {}) },
      ],
      controls: ARROWS(2010).map((one, at) => ({
        ...one,
        selector: `main > div > div:nth-of-type(1) > a:nth-of-type(${at + 1})`,
      })),
    })),
  }
  expect(judge('responsive/layout', { layouts: prices(0) }, page).keys).toEqual([
    'moderate responsive/kept:what it costs',
  ])
})

/** Cards in a row, of which phones display the first; `arrows` is what holds the buttons that step. */
const slides = (arrows: string, y = 2010): Page => ({
  layouts: cards().map(screen => ({
    ...screen,
    blocks: screen.blocks.map((one, at) =>
      at === 0
        ? one
        : {
            ...one,
            selector: `main > div > div > div:nth-of-type(${at}) > h3`,
            ...(at > 1 && screen.width < 768 ? HIDDEN : {}),
          },
    ),
    controls:
      screen.width < 768
        ? ARROWS(y).map((one, at) => ({ ...one, selector: `${arrows} > a:nth-of-type(${at + 1})` }))
        : [],
  })),
})

test.each<[string, Page, string[]]>([
  ['its own', slides('main > div'), [`minor ${HIDDEN_CARDS}`]],
  ['another carousel', slides('main > section'), [`moderate ${HIDDEN_CARDS}`]],
  ['what is far away', slides('main > div', 4000), [`moderate ${HIDDEN_CARDS}`]],
])('cards that phones do not display, with the arrows of %s', (_, now, expected) => {
  expect(judge('responsive/layout', { layouts: cards() }, now).keys).toEqual(expected)
})

test.each<[string, Page, Page, string[]]>([
  ['the same', { layouts: prices(0) }, { layouts: prices(0) }, []],
  [
    'a heading hidden on phones',
    { layouts: prices(0) },
    { layouts: prices(768) },
    ['moderate responsive/kept:what it costs'],
  ],
  [
    'a heading hidden at one width, where two media queries meet',
    { layouts: prices(0) },
    { layouts: prices(0), breakpoints: between([1000]) },
    ['minor responsive/kept:what it costs'],
  ],
  [
    'a heading hidden at two widths between the common ones',
    { layouts: prices(0) },
    { layouts: prices(0), breakpoints: between([1000, 1001]) },
    ['moderate responsive/kept:what it costs'],
  ],
  ['hidden on phones before as well', { layouts: prices(768) }, { layouts: prices(768) }, []],
  ['shown at more widths', { layouts: prices(768) }, { layouts: prices(0) }, []],
  [
    'gone everywhere is lost, not hidden',
    { layouts: prices(0) },
    { layouts: screens(() => ({ blocks: [OTHER] })) },
    [],
  ],
  [
    'a note in the footer',
    { layouts: prices(0, block('Made in Hamburg', { landmark: 'contentinfo' })) },
    { layouts: prices(768, block('Made in Hamburg', { landmark: 'contentinfo' })) },
    ['moderate responsive/kept:made in hamburg'],
  ],
  [
    'scrolled away in a carousel',
    { layouts: prices(0) },
    { layouts: prices(768, HEADING, { state: 'clipped', scroller: true }) },
    ['minor responsive/kept:what it costs'],
  ],
  [
    'further down in a box that scrolls',
    { layouts: prices(0) },
    {
      layouts: prices(768, HEADING, { state: 'clipped', scroller: true, seen: box(20, 2000, 200, 0) }),
    },
    ['minor responsive/kept:what it costs'],
  ],
  [
    'a link of a side bar that folds on phones, behind a button',
    {
      layouts: screens(() => ({
        blocks: [OTHER],
        controls: [control('link', 'Data types', { landmark: '' })],
      })),
    },
    {
      layouts: screens(width => ({
        blocks: [OTHER],
        controls: [
          control('link', 'Data types', { landmark: 'complementary', ...(width < 768 && HIDDEN) }),
          ...(width < 768 ? [control('button', '', { landmark: 'banner', box: box(10, 10, 24, 24) })] : []),
        ],
      })),
    },
    [],
  ],
  [
    'a telephone number hidden on phones',
    { layouts: prices(0, block('Call 040 123 456 78')) },
    { layouts: prices(768, block('Call 040 123 456 78')) },
    ['serious responsive/kept:call 040 123 456 78'],
  ],
  [
    'before the beginning of a carousel, where nobody scrolls to',
    { layouts: prices(0) },
    {
      layouts: prices(768, HEADING, { state: 'clipped', scroller: true, box: box(-293, 2000, 200, 40) }),
    },
    ['moderate responsive/kept:what it costs'],
  ],
  [
    'a slide of an endless slider, which has copies of it',
    { layouts: prices(0) },
    {
      layouts: screens(width => ({
        blocks: [
          OTHER,
          ...(width < 768
            ? [-900, 700].map(x => ({ ...HEADING, state: 'clipped' as const, box: box(x, 2000, 280, 40) }))
            : [HEADING]),
        ],
      })),
    },
    [],
  ],
  [
    'a text that changes by itself',
    { layouts: prices(0), changing: ['What it costs'] },
    { layouts: prices(768) },
    [],
  ],
  [
    'divided into two blocks',
    { layouts: prices(0, block('Two floors on oak piles, finished in spring')) },
    {
      layouts: screens(width =>
        width < 700
          ? { blocks: [OTHER, block('Two floors on oak piles,'), block('finished in spring')] }
          : { blocks: [OTHER, block('Two floors on oak piles, finished in spring')] },
      ),
    },
    [],
  ],
  [
    'the link that leads to a lost heading does not make it hidden',
    {
      layouts: screens(width => ({
        blocks: [
          OTHER,
          block('Prices', { kind: 'heading' }),
          block('Prices', { kind: 'link', landmark: 'navigation', ...(width < 768 && HIDDEN) }),
        ],
      })),
    },
    {
      layouts: screens(width => ({
        blocks: [
          OTHER,
          block('Prices', { kind: 'link', landmark: 'navigation', ...(width < 768 && HIDDEN) }),
        ],
      })),
    },
    [],
  ],
  [
    'a field gone on phones',
    {
      layouts: screens(() => ({
        blocks: [OTHER],
        controls: [control('textbox', 'E-mail', { landmark: 'main', box: box(20, 1500, 200, 30) })],
      })),
    },
    {
      layouts: screens(width => ({
        blocks: [OTHER],
        controls:
          width < 768
            ? []
            : [control('textbox', 'E-mail', { landmark: 'main', box: box(20, 1500, 200, 30) })],
      })),
    },
    ['serious responsive/kept:e-mail'],
  ],
])('responsive/kept: %s', (_, before, after, issues) => {
  expect(judge('responsive/layout', before, after).keys).toEqual(issues)
})

test('responsive/kept is not applicable to a page without text', () => {
  expect(judge('responsive/layout', { layouts: screens(() => ({})) }, plain).outcome).toBe('not-applicable')
})

test('a long page whose text is all other text is judged in reasonable work', () => {
  const many = (word: string): Page => ({
    layouts: screens(() => ({
      blocks: Array.from({ length: 3000 }, (_, i) =>
        block(`${word} ${i} of a very long page with many words`),
      ),
    })),
  })
  expect(judge('responsive/layout', many('one'), many('two')).keys).toEqual([])
})

test('a long page of which phones are shown half is judged in reasonable work', () => {
  const page = (shown: number): Page => ({
    layouts: screens(width => ({
      blocks: Array.from({ length: 3000 }, (_, i) =>
        block(`Harbour ${i} of a very long page with many words and as many of the boats`, {
          selector: `main > section:nth-of-type(${Math.floor(i / 20)}) > p:nth-of-type(${i % 20})`,
          ...(width < 1024 && i >= shown && HIDDEN),
        }),
      ),
    })),
  })
  expect(judge('responsive/layout', page(3000), page(1500)).keys).toHaveLength(1)
}, 60_000)

test.each(['@', ':'])(
  'texts of %s alone, as long as a capture keeps them, are read in reasonable work',
  sign => {
    const page = {
      layouts: screens(() => ({
        blocks: [OTHER, ...Array.from({ length: 40 }, (_, at) => block(sign.repeat(20_000 - at)))],
      })),
    }
    expect(judge('responsive/layout', page, page).keys).toEqual([])
  },
  60_000,
)

test('responsive/kept has its place where there is a picture of it', () => {
  const at = (hiddenBelow: number) => ({
    layouts: screens(width => ({
      blocks: [OTHER, { ...HEADING, box: box(20, 2 * width, 280, 40), ...(width < hiddenBelow && HIDDEN) }],
    })),
  })
  const places = (hiddenBelow: number) =>
    judge('responsive/layout', at(0), at(hiddenBelow)).issues.map(({ original, rebuilt }) => [
      original!.viewport,
      original!.box!.y,
      rebuilt!.viewport,
    ])
  expect(places(1024)).toEqual([[375, 750, 375]])
  expect(places(375)).toEqual([[320, 640, 320]])
})

/** What stands in one element at 1440 px, of which phones are shown some. */
const partly = (parts: [string, string, Partial<Block>?][], phone: readonly string[]): Page => ({
  layouts: screens(width => ({
    blocks: [
      OTHER,
      ...parts.map(([selector, text, changes]) =>
        block(text, { selector, ...changes, ...(width < 768 && !phone.includes(text) && HIDDEN) }),
      ),
    ],
  })),
})
const whole = (text: string, changes: Partial<Block> = {}): Page => ({
  layouts: screens(() => ({ blocks: [OTHER, block(text, changes)] })),
})
const CALL = 'Call the boat yard at once: 040 555 12 34'
const CALL_PARTS: [string, string][] = [
  ['header > p', 'Call the boat yard'],
  ['header > p > span', 'at once:'],
  ['header > a', '040 555 12 34'],
]

test.each<[string, readonly string[], string[], string]>([
  ['a word or two', ['Call the boat yard', '040 555 12 34'], ['minor'], '“at once” of “Call'],
  ['the number', ['Call the boat yard', 'at once:'], ['serious'], '“040 555 12 34” of “Call'],
  ['all', [], ['serious'], '“Call the boat yard at once'],
])('of a text that a number ends phones are not shown %s', (_, phone, severities, said) => {
  const { issues } = judge('responsive/layout', whole(CALL), partly(CALL_PARTS, phone))
  expect(issues.map(({ severity }) => severity)).toEqual(severities)
  expect(issues[0]!.message).toContain(said)
})

test('what keeps its room on the widest screen alone comes into sight as one scrolls to it', () => {
  const told = (room: Block['box']) =>
    judge(
      'responsive/layout',
      { layouts: screens(() => ({ blocks: [OTHER, HEADING] })) },
      {
        layouts: screens(width => ({
          blocks: [OTHER, width === 1440 ? { ...HEADING, ...HIDDEN, box: room } : HEADING],
        })),
      },
    ).issues.map(({ severity }) => severity)
  expect(told(HEADING.box)).toEqual(['minor'])
  expect(told(box(0, 0, 0, 0))).toEqual(['moderate'])
})

test('a list of what the entries are filed under is hidden, and each entry says it', () => {
  const parts: [string, string, Partial<Block>?][] = [
    ['aside > h2', 'Filed under', { kind: 'heading', level: 2 }],
    ['aside > p:nth-of-type(1)', 'Boats (2)'],
    ['aside > p:nth-of-type(2)', 'Harbours (1)'],
    ['main > ul > li:nth-of-type(1) > b', 'Boats'],
    ['main > ul > li:nth-of-type(2) > b', 'Harbours'],
  ]
  const all = partly(
    parts,
    parts.map(([, text]) => text),
  )
  const told = (...phone: string[]) => judge('responsive/layout', all, partly(parts, phone)).keys
  expect(told('Boats', 'Harbours')).toContain('moderate responsive/kept:filed under')
  expect(told('Boats')).toContain('serious responsive/kept:filed under')
})

test('words that other texts of the same part of the page say are not those of a text that is hidden', () => {
  const parts: [string, string][] = [
    ['main', 'The bread of this town is baked at night'],
    ['main > p:nth-of-type(1)', 'The boats of this town are at sea'],
    ['main > p:nth-of-type(2)', 'Fresh bread is baked on each day and night'],
  ]
  const all = parts.map(([, text]) => text)
  expect(judge('responsive/layout', partly(parts, all), partly(parts, all.slice(1))).keys).toEqual([
    'moderate responsive/kept:the bread of this town is baked at night',
  ])
})

test('a heading that is hidden alone, and one with what it heads', () => {
  const parts: [string, string, Partial<Block>][] = [
    ['section > h2', 'Your basket', { kind: 'heading', level: 2 }],
    ['section > p', 'Two loaves of rye bread with caraway', {}],
    ['section > div', 'Nine euros and sixty cents', {}],
  ]
  const all = partly(
    parts,
    parts.map(([, text]) => text),
  )
  const told = (...phone: string[]) => judge('responsive/layout', all, partly(parts, phone)).keys
  expect(told(parts[1]![1], parts[2]![1])).toEqual(['minor responsive/kept:your basket'])
  expect(told()).toContain('serious responsive/kept:your basket')
})

test('the filters of a list in a side bar, and the links of one', () => {
  const parts = (kind: string): [string, string, Partial<Block>][] =>
    ['Loaves', 'Rolls of rye', 'Cakes to order'].map((text, at) => [
      `aside > p:nth-of-type(${at + 1}) > ${kind}`,
      text,
      { kind, landmark: 'complementary' } as Partial<Block>,
    ])
  const told = (kind: string) => {
    const all = parts(kind).map(([, text]) => text)
    return judge('responsive/layout', partly(parts(kind), all), partly(parts(kind), [])).keys
  }
  expect(told('label').join()).toMatch(/serious responsive\/kept:loaves/)
  expect(told('text').join()).toMatch(/moderate responsive\/kept:loaves/)
})

/** A page whose phones lack some of these texts. */
const page = (phone: readonly string[]): Page =>
  partly(
    [
      ['main > h1', 'Fish from the boat of this morning', { kind: 'heading', level: 1 }],
      ['main > p', 'A table at the water since the year that we began'],
      ['main > ul > li:nth-of-type(1) > h3', 'Grilled mackerel', { kind: 'heading', level: 3 }],
      ['main > ul > li:nth-of-type(1) > span', '£16.50'],
      ['main > ul > li:nth-of-type(2) > h3', 'Open from noon', { kind: 'heading', level: 3 }],
      ['main > ul > li:nth-of-type(2) > span', '12:00 – 14:30'],
      ['main > ul > li:nth-of-type(3) > span', '01 / 03'],
    ],
    phone,
  )
const ALL = ['Fish from the boat of this morning', '£16.50', '12:00 – 14:30', '01 / 03']
const EVER = ['A table at the water since the year that we began', 'Grilled mackerel', 'Open from noon']
const without = (...gone: string[]) => [...EVER, ...ALL.filter(text => !gone.includes(text))]

test.each<[string, string[]]>([
  ['£16.50', ['serious responsive/kept:£16.50']],
  ['12:00 – 14:30', ['moderate responsive/kept:12:00 - 14:30']],
  ['01 / 03', []],
  [ALL[0]!, ['serious responsive/kept:fish from the boat of this morning']],
])('%s is hidden on phones, and all around it is shown', (gone, keys) => {
  expect(judge('responsive/layout', page(without()), page(without(gone))).keys).toEqual(keys)
})

test('a price stands in another element on phones, and has other words there', () => {
  const told = (phone: Partial<Layout>, price = '£16.50') => {
    const drawn = (isNew: boolean): Draw => {
      const own = block(price, { selector: 'main > table > tr > td' })
      return width => (isNew && width < 768 ? { blocks: [OTHER], ...phone } : { blocks: [OTHER, own] })
    }
    return judge('responsive/layout', drawn(false), drawn(true)).keys
  }
  expect(told({})).toEqual(['serious responsive/kept:£16.50'])
  expect(told({ controls: [control('button', '£ 16.50', { landmark: 'main' })] })).toEqual([])
  expect(told({ controls: [control('button', '£ 16.55', { landmark: 'main' })] })).toHaveLength(1)
  expect(told({ blocks: [OTHER, block('£16 a head')] }, 'from £16.00')).toEqual([])
})

test('a link that is drawn as a button is hidden on phones, and is or is not the only way to its page there', () => {
  const told = (looksLikeButton: boolean, ...others: string[]) => {
    const call = control('link', 'Book a table', { landmark: 'main' })
    const more = others.map(href => control('link', `Way to ${href}`, { landmark: 'main' }))
    const drawn = (isHidden: boolean): Page => ({
      layouts: screens(width => ({
        blocks: [OTHER],
        controls: [...more, { ...call, ...(isHidden && width < 768 && HIDDEN) }],
      })),
      links: [
        { name: 'Book a table', href: 'https://new.test/book', looksLikeButton, fragmentFound: null },
        ...others.map(href => ({ name: `Way to ${href}`, href: `https://new.test${href}` })),
      ],
    })
    return judge('responsive/layout', drawn(false), drawn(true)).keys
  }
  expect(told(true)).toEqual(['serious responsive/kept:book a table'])
  expect(told(true, '/menu')).toEqual(['serious responsive/kept:book a table'])
  expect(told(true, '/book')).toEqual(['moderate responsive/kept:book a table'])
  expect(told(false)).toEqual(['moderate responsive/kept:book a table'])
})

test('cards of a list that one media query hides are one issue', () => {
  const parts = CARDS.flatMap((_, card) =>
    CARDS.map((text, at): [string, string] => [
      `ul > li:nth-of-type(${card + 2}) > p:nth-of-type(${at + 1})`,
      `${text}, at stall ${card + 2}`,
    ]),
  )
  const all = parts.map(([, text]) => text)
  const { issues } = judge('responsive/layout', partly(parts, all), partly(parts, all.slice(0, 3)))
  expect(issues.map(({ members }) => members?.length)).toEqual([6])
})

test('a footer that is hidden is one issue, which names it and whom to call', () => {
  const landmark = 'contentinfo'
  const parts: [string, string, Partial<Block>][] = [
    ['footer > h3', 'Customer service', { landmark, kind: 'heading', level: 3 }],
    ['footer > p:nth-of-type(1)', 'Questions and answers', { landmark }],
    ['footer > p:nth-of-type(2)', '+49 40 555-12 34', { landmark }],
  ]
  const texts = parts.map(([, text]) => text)
  const told = (...phone: string[]) =>
    judge('responsive/layout', partly(parts, texts), partly(parts, phone)).issues
  expect(told()).toMatchObject([
    { severity: 'serious', message: expect.stringMatching(/“\+49 40 555-12 34” .*of the footer.*2 more/) },
  ])
  // Something of it is left, or there is nobody to call.
  expect(told(texts[0]!, texts[1]!)).toMatchObject([
    { severity: 'serious', message: expect.not.stringContaining('the footer') },
  ])
  expect(told(texts[2]!).map(({ severity }) => severity)).toEqual(['moderate'])
  const years = parts.slice(0, 2).concat([['footer > p:nth-of-type(2)', '© 2010 - 2020', { landmark }]])
  const { issues } = judge(
    'responsive/layout',
    partly(
      years,
      years.map(([, text]) => text),
    ),
    partly(years, []),
  )
  expect(issues.map(({ severity }) => severity)).toEqual(['moderate'])
})

test('many prices that phones do not show take no time', () => {
  const loaves = Array.from({ length: 600 }, (_, at) => block(`Loaf € ${at}.50`))
  const phone = loaves.map((loaf, at) => (at % 2 ? loaf : { ...loaf, ...HIDDEN }))
  const shop = (narrow: Block[]) => ({
    layouts: screens(width => ({ blocks: width < 768 ? narrow : loaves })),
  })
  judge('responsive/layout', shop(loaves), shop(phone))
}, 30_000)

/** A timetable; on phones without the column of a turn. */
const timetable = (cells: string[][], without?: number) =>
  screens(width => ({
    blocks: [
      OTHER,
      ...cells.flatMap((row, y) =>
        row.map((text, x) =>
          block(text, {
            kind: 'cell' as Block['kind'],
            box: box(20 + 100 * x, 600 + 30 * y, 90, 20),
            selector: `main > table > tbody > tr:nth-of-type(${y + 1}) > td:nth-of-type(${x + 1})`,
            ...(width < 768 && x === without && HIDDEN),
          }),
        ),
      ),
    ],
  }))

test('a column of figures that phones do not get is grave, one of remarks is not', () => {
  const rows = [
    ['Monday', 'Pilates', '6:00 PM', 'bring a mat'],
    ['Tuesday', 'Boxing', '7:15 PM', 'for beginners'],
    ['Friday', 'Rowing', '8:30 AM', 'in the hall'],
  ]
  const without = (column?: number) =>
    judge('responsive/layout', { layouts: timetable(rows) }, { layouts: timetable(rows, column) }).keys.map(
      key => key.replace(/:.*/, ''),
    )
  expect(without(2)).toEqual(['serious responsive/kept'])
  expect(without(3)).toEqual(['moderate responsive/kept'])
  expect(without()).toEqual([])
})

test('a column of mere numbers is one of figures as well, and the numbers of the rows are none', () => {
  const rows = [
    ['11', 'Receipts', '2,500'],
    ['12', 'Accounts', '20'],
    ['13', 'People', '40'],
  ]
  const without = (column?: number) =>
    judge('responsive/layout', { layouts: timetable(rows) }, { layouts: timetable(rows, column) }).keys
  expect(without(2)).toHaveLength(1)
  expect(without(2)[0]).toMatch(/^serious responsive\/kept/)
  expect(without(0)).toEqual([])
  // A rank, some of which stand in other cells as well.
  const league = rows.map(([rank, team], at) => [rank!, team!, String(12 + at)])
  const ranks = (column?: number) => ({ layouts: timetable(league, column) })
  expect(judge('responsive/layout', ranks(), ranks(0)).keys).toEqual([])
  // Two numbers say nothing of what they count.
  const few = (column?: number) => ({ layouts: timetable(rows.slice(0, 2), column) })
  expect(judge('responsive/layout', few(), few(2)).keys).toEqual([])
})
