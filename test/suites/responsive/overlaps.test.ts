import { expect, test } from 'vitest'
import type { Layout, Overlap, Panel } from '../../../server/capture/collectors/layouts.ts'
import type { Staying } from '../../../server/capture/injected/staying.ts'
import { pictureWaits } from '../../../server/suites/responsive/overlaps/lost-pictures.ts'
import {
  type Block,
  block,
  box,
  control,
  type Draw,
  HIDDEN,
  judge,
  type Page,
  STORY,
  screens,
} from './pages.ts'
import { staying, stayingBar } from './staying-bars.ts'

function overlap(name: string, cover: string, changes: Partial<Overlap> = {}): Overlap {
  return {
    what: 'text',
    by: 'text',
    name,
    cover,
    landmark: 'main',
    selector: `p ${name}`,
    coverSelector: `p ${cover}`,
    box: box(20, 100, 200, 20),
    share: 0.6,
    opaque: false,
    ...changes,
  }
}

const TITLE = 'Houses by the water'
const two: Draw = () => ({
  blocks: [block(TITLE, { box: box(20, 100, 200, 20) }), block(STORY, { box: box(20, 105, 280, 48) })],
})
const lying =
  (...overlaps: Overlap[]): Draw =>
  width => ({ ...two(width), overlaps })

test('a field that lies on a text is told though the original does not show the text there', () => {
  const field = control('combobox', 'Search', { selector: '#search', box: box(100, 100, 200, 20) })
  const hidden: Draw = () => ({ blocks: [block(TITLE, HIDDEN), block(STORY)] })
  const told = (share: number) =>
    judge('responsive/overlaps', hidden, () => ({
      blocks: [block(TITLE, { box: box(20, 100, 200, 20) }), block(STORY)],
      controls: [field],
      overlaps: [overlap(TITLE, '', { by: 'box', opaque: true, coverSelector: '#search', share })],
    })).issues.map(({ severity }) => severity)
  expect(told(0.6)).toEqual(['moderate'])
  expect(told(0.4)).toEqual([])
})

const UNDER: Partial<Overlap> = {
  by: 'box',
  opaque: true,
  selector: 'h2 > a',
  coverSelector: '#top',
  box: box(20, 400, 90, 20),
}

test.each<[string, Draw, Draw, string[]]>([
  ['none', two, two, []],
  [
    'over each other',
    two,
    lying(overlap(TITLE, STORY)),
    [`serious responsive/overlaps:${STORY.toLowerCase()}|${TITLE.toLowerCase()}`],
  ],
  ['as before, the other one on top', lying(overlap(STORY, TITLE)), lying(overlap(TITLE, STORY)), []],
  [
    'crossed as much as before, by another text',
    lying(overlap(TITLE, 'Fifteen words that tell of a house')),
    lying(overlap(TITLE, STORY)),
    [],
  ],
  [
    'crossed much more than before',
    lying(overlap(TITLE, 'Fifteen words that tell of a house', { share: 0.2 })),
    lying(overlap(TITLE, STORY)),
    [`serious responsive/overlaps:${STORY.toLowerCase()}|${TITLE.toLowerCase()}`],
  ],
  [
    'over each other as before, in other elements',
    width => ({
      blocks: two(width).blocks!.map(one =>
        one.text === STORY ? { ...one, box: box(20, 96, 280, 20), lines: 1, selector: 'div > span' } : one,
      ),
    }),
    lying(overlap(TITLE, STORY)),
    [],
  ],
  [
    'over each other where the original hides one of both there',
    width => ({
      blocks: two(width).blocks!.map(one =>
        one.text === STORY ? { ...one, ...HIDDEN, box: box(20, 96, 280, 20), lines: 1 } : one,
      ),
    }),
    lying(overlap(TITLE, STORY)),
    [`serious responsive/overlaps:${STORY.toLowerCase()}|${TITLE.toLowerCase()}`],
  ],
  ['touching', two, lying(overlap(TITLE, STORY, { share: 0.05 })), []],
  [
    'under a box',
    two,
    lying(overlap(TITLE, '', { by: 'box', opaque: true, coverSelector: '' })),
    [`serious responsive/overlaps:${TITLE.toLowerCase()}|cover`],
  ],
  [
    'under a picture with holes',
    two,
    lying(overlap(TITLE, '', { by: 'picture', coverSelector: '' })),
    [`moderate responsive/overlaps:${TITLE.toLowerCase()}|cover`],
  ],
  ...(
    [
      ['what was as hidden, of another element under another thing', UNDER, []],
      ['what could not be read either', { ...UNDER, share: 0.6 }, []],
      ['what was less hidden', { ...UNDER, share: 0.4 }, ['serious']],
      ['what could be seen through a picture', { ...UNDER, by: 'picture', opaque: false }, ['serious']],
      ['what stood beside it', { ...UNDER, name: STORY, selector: 'h3' }, ['serious']],
    ] as [string, Partial<Overlap>, string[]][]
  ).map(([name, was, told]): [string, Draw, Draw, string[]] => [
    name,
    width => ({
      blocks: two(width).blocks!.map(one => (one.text === TITLE ? { ...one, selector: 'h2 > a' } : one)),
      overlaps: [overlap(TITLE, 'NEWS', { ...UNDER, ...was })],
    }),
    lying(overlap(TITLE, 'News', { by: 'box', opaque: true, coverSelector: '#menu' })),
    told.map(severity => `${severity} responsive/overlaps:${TITLE.toLowerCase()}|cover`),
  ]),
  [
    'what the original hides',
    width => ({
      blocks: two(width).blocks!.map(one =>
        one.text === TITLE ? { ...one, state: 'hidden' as const, seen: box(0, 0, 0, 0) } : one,
      ),
    }),
    lying(overlap(TITLE, '', { by: 'box', opaque: true })),
    [],
  ],
  [
    'new texts over each other',
    width => ({ blocks: two(width).blocks!.slice(1) }),
    width => ({
      blocks: [
        ...two(width).blocks!.slice(1),
        block('Boats', { box: box(20, 300, 60, 20) }),
        block('Crew', { box: box(22, 302, 60, 20) }),
      ],
      overlaps: [overlap('Boats', 'Crew')],
    }),
    ['serious responsive/overlaps:boats|crew'],
  ],
  [
    'a new text that touches another one',
    width => ({ blocks: two(width).blocks!.slice(1) }),
    width => ({
      blocks: [...two(width).blocks!.slice(1), block('Boats', { box: box(20, 300, 60, 20) })],
      overlaps: [overlap('Boats', STORY, { share: 0.15 })],
    }),
    [],
  ],
  [
    'over each other on phones alone',
    two,
    width => ({ ...two(width), overlaps: width === 375 ? [overlap(TITLE, STORY)] : [] }),
    [`serious responsive/overlaps:${STORY.toLowerCase()}|${TITLE.toLowerCase()}`],
  ],
  [
    'over each other at one odd width',
    two,
    width => ({ ...two(width), overlaps: width === 1024 ? [overlap(TITLE, STORY)] : [] }),
    [`moderate responsive/overlaps:${STORY.toLowerCase()}|${TITLE.toLowerCase()}`],
  ],
])('responsive/overlaps: %s', (_, before, after, keys) => {
  expect(judge('responsive/overlaps', before, after).keys).toEqual(keys)
})

test.each<[string, string, Partial<Block['style']>, boolean | undefined, number]>([
  ['behind', '1', { colour: 'rgb(217, 217, 217)' }, true, 0],
  ['behind, translucent', '01', { colour: 'rgba(0, 0, 0, 0.1)' }, true, 0],
  ['in front', '1', { colour: 'rgb(217, 217, 217)' }, false, 1],
  ['nobody knows where', '1', { colour: 'rgb(217, 217, 217)' }, undefined, 1],
  ['behind, as dark as the text', '1', { colour: 'rgb(60, 60, 60)' }, true, 1],
  ['behind, hardly larger', '1', { colour: 'rgb(217, 217, 217)', size: 20 }, true, 1],
  ['behind, a word', 'Sale', { colour: 'rgb(217, 217, 217)' }, true, 1],
])('a large numeral with a text: %s', (_, numeral, style, behind, count) => {
  const own = block(numeral, { box: box(20, 60, 90, 200) })
  const large: Block = { ...own, style: { ...own.style, size: 160, ...style } }
  const draw: Draw = width => ({
    blocks: [...two(width).blocks!, large],
    overlaps: [overlap(TITLE, numeral, behind === undefined ? {} : { behind })],
  })
  expect(judge('responsive/overlaps', two, draw).keys).toHaveLength(count)
})

test('texts that cross in each entry of a list are one issue', () => {
  const names = ['Boats', 'Crew', 'Cargo']
  const entries = (at: number): Draw => {
    const blocks = names.flatMap((name, index) => [
      block(name, { selector: `ul > li:nth-of-type(${index + 1}) > h3`, box: box(20, 300 * index, 60, 20) }),
      block(`${name} of the night`, {
        selector: `ul > li:nth-of-type(${index + 1}) > p`,
        box: box(20, 300 * index + at, 200, 20),
      }),
    ])
    const overlaps = names.map((name, index) =>
      overlap(name, `${name} of the night`, {
        selector: blocks[2 * index]!.selector,
        coverSelector: blocks[2 * index + 1]!.selector,
      }),
    )
    return () => ({ blocks, overlaps: at < 20 ? overlaps : [] })
  }
  const { issues } = judge('responsive/overlaps', entries(40), entries(5))
  expect(issues).toMatchObject([{ message: expect.stringMatching(/2 more of this kind/) }])
})

test('a title that begins under a bar, and a line that ends under what stands beside its column', () => {
  const own = (text: string) => block(text, { kind: 'heading', box: box(20, 40, 200, 80) })
  const draw =
    (text: string, edge: Overlap['edge'], share: number): Draw =>
    width => ({
      blocks: [...two(width).blocks!, own(text)],
      overlaps: [
        overlap(text, 'Menu', { by: 'box', opaque: true, selector: own(text).selector, edge, share }),
      ],
    })
  const told = (before: Draw, after: Draw) => judge('responsive/overlaps', before, after).keys
  const plain: Draw = width => ({ blocks: [...two(width).blocks!, own('Rooms')] })
  for (const before of [two, plain]) {
    expect(told(before, draw('Rooms', 'top', 0.5))).toEqual(['serious responsive/overlaps:rooms|cover'])
    expect(told(before, draw('Rooms', 'top', 0.3))).toEqual(['moderate responsive/overlaps:rooms|cover'])
    expect(told(before, draw('Rooms', 'top', 0.1))).toEqual([])
    expect(told(before, draw('Rooms', 'end', 0.5))).toEqual(['moderate responsive/overlaps:rooms|cover'])
  }
  // Of three lines the first one: a third of the title, and all of its beginning.
  const lines: Draw = width => {
    const { overlaps = [], ...rest } = draw('Rooms', 'top', 1)(width)
    return { ...rest, overlaps: [{ ...overlaps[0]!, edge: undefined, share: 0.33 }, ...overlaps] }
  }
  expect(told(plain, lines)).toEqual(['serious responsive/overlaps:rooms|cover'])
  // As far as before, of this title or of another one.
  for (const edge of ['top', 'end'] as const)
    expect(told(draw('Rooms', edge, 0.5), draw('Rooms', edge, 0.55))).toEqual([])
  expect(told(draw('Sleeping well', 'top', 0.5), draw('Rooms', 'top', 0.5))).toEqual([])
  expect(told(draw('Rooms', 'top', 0.25), draw('Rooms', 'top', 0.5))).toHaveLength(1)
})

test('what one dialog covers is one issue', () => {
  const by = { by: 'box', opaque: true, coverSelector: '', share: 1 } as const
  const under = (...covers: [string, string]): Draw =>
    lying(
      overlap(TITLE, covers[0], by),
      overlap(STORY.slice(0, 200), covers[1], { ...by, selector: `p ${STORY}` }),
    )
  const told = (draw: Draw) => judge('responsive/overlaps', two, draw).keys
  expect(told(under('Close Write to us', 'Close Write to us'))).toHaveLength(1)
  expect(told(under('Close Write to us', 'We use cookies'))).toHaveLength(2)
})

test('a covered link holds nothing where another one of the first screen leads there', () => {
  const [crumb, logo] = ['Home', 'Boats & Sons'].map(name =>
    control('link', name, { selector: `a ${name}`, box: box(20, name === 'Home' ? 300 : 20, 100, 24) }),
  )
  const told = (logoNow: Partial<typeof crumb>, href = 'https://boats.example/home') => {
    const links = [
      { name: 'Home', href: 'https://boats.example/home', selector: 'a Home' },
      { name: 'Boats & Sons', href, selector: 'a Boats & Sons' },
    ]
    const draw =
      (...overlaps: Overlap[]): Draw =>
      () => ({ blocks: [block(STORY)], controls: [crumb!, { ...logo!, ...logoNow }], overlaps })
    const cover = {
      what: 'control',
      by: 'box',
      share: 1,
      selector: 'a Home',
      coverSelector: '#hero',
    } as const
    const on = { ...UNDER, ...cover, box: crumb!.box }
    const page = { layouts: screens(draw(overlap('Home', 'Eight plots', on))), links }
    return judge('responsive/overlaps', draw(), page).issues.map(({ severity }) => severity)
  }
  expect(told({})).toEqual(['moderate'])
  expect(told({ box: box(20, 3000, 100, 24) })).toEqual(['serious'])
  expect(told({ state: 'hidden' })).toEqual(['serious'])
  expect(told({}, 'https://boats.example/contact')).toEqual(['serious'])
})

test('covered links of one region are one issue, and those that led nowhere hold nothing', () => {
  const names = ['Safety', 'Terms', 'info@example.com']
  const link = (name: string) => ({ ...control('link', name), selector: `nav > ${name}` })
  const draw =
    (...covers: string[]): Draw =>
    () => ({
      blocks: [block(STORY)],
      controls: names.map(link),
      overlaps: covers.map((cover, at) =>
        overlap(names[at]!, cover, {
          what: 'control',
          by: 'box',
          opaque: true,
          share: 1,
          coverSelector: 'footer',
          selector: `nav > ${names[at]}`,
        }),
      ),
    })
  const dead = (effect: string, ...raws: string[]) => ({
    layouts: screens(draw()),
    links: raws.map((raw, at) => ({ name: names[at]!, href: raw, raw, selector: link(names[at]!).selector })),
    pressed: [{ selector: 'nav > Safety', effect }],
  })
  const told = (...args: Parameters<typeof dead>) =>
    judge('responsive/overlaps', dead(...args), draw('Lighthouse', '', '')).keys
  expect(told('scrolls', '#', '#', 'mailto:info@example.com')).toEqual([
    'moderate responsive/overlaps:info@example.com|cover',
  ])
  expect(told('nothing', '#', '#', '#')).toEqual(['minor responsive/overlaps:safety|cover'])
  expect(told('opens', '#', '#', '#')).toEqual(['serious responsive/overlaps:safety|cover'])
})

test('a link that lay under the same bar before does so wherever it stands now', () => {
  const link = (name: string, selector: string) => ({ ...control('link', name), selector })
  const coveredBy =
    (coverSelector: string, words: string, ...links: ReturnType<typeof link>[]): Draw =>
    () => ({
      blocks: [block(STORY)],
      controls: [link('Moorings', 'li > a:nth-of-type(2)'), ...links],
      overlaps: links.map(({ name, selector }) =>
        overlap(name, words, { what: 'control', by: 'box', share: 1, selector, coverSelector }),
      ),
    })
  const draw = (cover: string, ...links: ReturnType<typeof link>[]) => coveredBy(cover, cover, ...links)
  const was = link('Tides', 'li > a:nth-of-type(2)')
  const now = link('Tides', 'li > a:nth-of-type(1)')
  const told = (after: Draw) => judge('responsive/overlaps', draw('aside', was), after).keys
  expect(told(draw('aside', now))).toEqual([])
  expect(told(draw('dialog', now))).toEqual(['serious responsive/overlaps:tides|cover'])
  expect(told(draw('aside', now, link('Moorings', 'p > a')))).toEqual([
    'serious responsive/overlaps:moorings|cover',
  ])
  const menu = judge(
    'responsive/overlaps',
    coveredBy('#menu', 'Home Services', was),
    coveredBy('header > nav', 'Home Services', now),
  )
  expect(menu.keys).toEqual([])
  // One more of its name is one more that nobody can press.
  expect(told(draw('aside', was, link('Tides', 'p > a')))).toHaveLength(1)
})

test.each<[string, string, number, number, string, number?]>([
  ['gave no answer', 'li', 18, 0, 'minor'],
  ['answered that it is not there', 'li', 18, 404, 'serious'],
  ['gave no answer, and its room is kept', 'li', 200, 0, 'serious'],
  ['gave no answer, in another row', 'ul > li:nth-of-type(2)', 18, 0, 'serious'],
  ['gave no answer, far below in what holds the whole page', 'li', 18, 0, 'serious', 2400],
  ['gave no answer, and is one pixel that counts visitors', 'li', 1, 0, 'serious'],
])('texts that meet beside a picture that %s', (_, row, height, status, severity, y = 100) => {
  const url = 'https://pictures.example.org/boat.png'
  const texts = [TITLE, STORY].map((text, at) =>
    block(text, { selector: `li > div > p:nth-of-type(${at + 1})` }),
  )
  const others = [block('Other boats', { selector: 'ul > li:nth-of-type(2) > p' })]
  const [selector, coverSelector] = texts.map(text => text.selector) as [string, string]
  const place = box(20, y, 120, height)
  const picture = {
    kind: 'img',
    box: place,
    seen: place,
    state: 'visible',
    scroller: false,
    alt: 'Boat',
  } as const
  const now = screens(() => ({
    blocks: [...texts, ...others],
    pictures: [{ ...picture, selector: `${row} > img`, failed: url }],
    overlaps: [overlap(TITLE, STORY, { selector, coverSelector })],
  }))
  const failure = status === 0 ? 'net::ERR_TUNNEL_CONNECTION_FAILED' : null
  const request = { url, method: 'GET', type: 'image', status, failure, firstParty: false, contentType: '' }
  const { keys } = judge('responsive/overlaps', two, { layouts: now, requests: [request] })
  expect(keys.map(key => key.split(' ')[0])).toEqual([severity])
})

test('what holds thousands of pictures that wait is found in reasonable work', () => {
  const url = 'https://pictures.example.org/boat.png'
  const place = box(20, 100, 120, 18)
  const pictures = Array.from({ length: 4000 }, (_, at) => ({
    ...{ kind: 'img', box: place, seen: place, state: 'visible', scroller: false, alt: 'Boat', failed: url },
    selector: `main > div:nth-of-type(${at})${' > div'.repeat(40)} > img`,
  }))
  const texts = Array.from({ length: 3000 }, (_, at) =>
    block(`Boat ${at}`, { selector: `main > p:nth-of-type(${at})` }),
  )
  const side = {
    document: { url: 'https://boats.example/', origins: ['https://boats.example'] },
    health: {
      requests: [
        { url, method: 'GET', type: 'image', status: 0, failure: 'net::ERR_FAILED', firstParty: false },
      ],
    },
  }
  const waits = pictureWaits(side as never)
  const layout = { blocks: texts, pictures } as unknown as Layout
  expect(waits(overlap('Boat 1', 'Boat 2', { selector: 'main > p' }), layout)).toBe(true)
}, 2000)

/** A heading of 28 px in as many lines, from one to the next so many CSS px. */
const lined =
  (pitch: number, lines = 3, only?: number): Draw =>
  width => {
    const step = only === undefined || only === width ? pitch : 34
    return {
      blocks: [
        block(TITLE, {
          box: box(20, 100, 280, 32 + (lines - 1) * step),
          lines,
          style: { ...block(TITLE).style!, size: 28 },
        }),
      ],
    }
  }

test.each<[string, Draw, Draw, string[]]>([
  ['on each other', lined(34), lined(16), [`serious responsive/overlaps:lines:${TITLE.toLowerCase()}`]],
  [
    'on phones alone',
    lined(34),
    lined(16, 3, 375),
    [`serious responsive/overlaps:lines:${TITLE.toLowerCase()}`],
  ],
  [
    'at one odd width',
    lined(34),
    lined(16, 3, 768),
    [`moderate responsive/overlaps:lines:${TITLE.toLowerCase()}`],
  ],
  [
    'one line there before',
    lined(34, 1),
    lined(16),
    [`serious responsive/overlaps:lines:${TITLE.toLowerCase()}`],
  ],
  ['as close as before', lined(16), lined(16), []],
  ['tight', lined(34), lined(25), []],
  ['in a box of one line', lined(34, 1), lined(0, 2), []],
])('the lines of a text lie %s', (_, before, after, keys) => {
  expect(judge('responsive/overlaps', before, after).keys).toEqual(keys)
})

test('a panel that the original opens on demand, or does not have, lies open over the page', () => {
  const DRAWER = ['Colours', 'Type size', 'Contrast']
  const covered = [
    { text: TITLE, selector: `p ${TITLE}`, level: 1 },
    { text: STORY, selector: `p ${STORY}`, level: 0 },
  ]
  const page =
    (state: 'visible' | 'hidden', changes: Partial<Panel> | null, drawer = DRAWER): Draw =>
    width => ({
      blocks: [
        block(TITLE, { kind: 'heading', level: 1 }),
        block(STORY),
        ...drawer.map(text => block(text, state === 'hidden' ? HIDDEN : { box: box(0, 0, 300, 20) })),
      ],
      ...(changes &&
        width === 1440 && {
          panels: [
            {
              ...{ selector: '#drawer', box: box(0, 0, 400, 900), area: 0.28, share: 0.1 },
              ...{ texts: drawer, covered, ...changes },
            },
          ],
        }),
    })
  const closed = page('hidden', null)
  const of = (before: Draw, now: Draw) => judge('responsive/overlaps', before, now).keys
  expect(of(closed, page('visible', {}))).toEqual(['serious responsive/overlaps:panel-open:colours'])
  expect(of(page('hidden', null, []), page('visible', {}))).toEqual([
    'serious responsive/overlaps:panel-open:colours',
  ])
  const lesser = { covered: covered.map(text => ({ ...text, level: 2 })) }
  expect(of(closed, page('visible', lesser))).toEqual(['moderate responsive/overlaps:panel-open:colours'])
  expect(of(closed, page('visible', { area: 0.2, share: 0.3 }))).toHaveLength(1)
  expect(of(closed, page('visible', { area: 0.2 }))).toEqual([])
  expect(of(closed, page('visible', { covered: covered.slice(0, 1) }))).toEqual([])
  expect(of(page('visible', null), page('visible', {}))).toEqual([])
  expect(of(page('visible', {}), page('visible', {}))).toEqual([])
  const notice = [...DRAWER, 'We use cookies', 'Accept all']
  expect(of(page('hidden', null, notice), page('visible', {}, notice))).toEqual([])
  const menu = [...DRAWER, 'Privacy policy']
  expect(of(page('hidden', null, menu), page('visible', {}, menu))).toHaveLength(1)
})

test('a panel that the capture could close is told, though nothing of it is left to see', () => {
  const page =
    (interstitials?: Panel[]): Draw =>
    width => ({
      blocks: [block(TITLE, { kind: 'heading', level: 1 }), block(STORY)],
      ...(interstitials && width === 1440 && { interstitials }),
    })
  const under = [TITLE, STORY].map(text => ({ text, selector: `p ${text}`, level: 1 }))
  const panel = { selector: '#news', box: box(500, 200, 400, 300), area: 1, share: 1, covered: under }
  const news = { ...panel, texts: ['×', 'Ten percent off', 'Join us'] }
  const of = (before?: Panel[], now?: Panel[]) => judge('responsive/overlaps', page(before), page(now)).keys
  expect(of(undefined, [news])).toEqual(['moderate responsive/overlaps:panel-open:ten percent off'])
  expect(of([news], [news])).toEqual([])
  expect(of([news], undefined)).toEqual([])
  // A button of the original brings it.
  const button = { selector: '#news-button', effect: 'dialog', revealed: ['Ten percent off', 'Join us'] }
  const asked = { layouts: screens(page()), pressed: [button] }
  expect(judge('responsive/overlaps', asked, page([news])).keys).toEqual([
    'serious responsive/overlaps:panel-open:ten percent off',
  ])
  expect(of([{ ...panel, texts: ['×', 'Closed today'] }], [news])).toHaveLength(1)
  expect(of(undefined, [{ ...news, texts: ['We use cookies', 'Accept all'] }])).toEqual([])
})

test('one word on a text, which may be an icon whose font did not come, and two texts on each other', () => {
  const page = (text: string): Draw => {
    const blocks = [block(text, { box: box(20, 100, 200, 20) }), block(STORY, { box: box(20, 105, 280, 48) })]
    return () => ({ blocks })
  }
  const told = (text: string, share: number) =>
    judge('responsive/overlaps', page(text), width => ({
      ...page(text)(width),
      overlaps: [overlap(text, STORY, { share })],
    })).issues.map(issue => issue.severity)
  expect(told('dashboard', 0.3)).toEqual(['moderate'])
  expect(told('dashboard', 0.6)).toEqual(['serious'])
  expect(told(TITLE, 0.3)).toEqual(['serious'])
})

const PANEL: Panel = {
  selector: '#bar',
  box: box(0, 610, 375, 200),
  area: 0.3,
  share: 0.3,
  texts: ['A new offer'],
  covered: [],
}

const press = (name: string, changes: Partial<Overlap> = {}) =>
  overlap(name, '', {
    what: 'control',
    by: 'box',
    opaque: true,
    share: 1,
    selector: `button ${name}`,
    coverSelector: 'body > div',
    box: box(20, 2000, 100, 40),
    ...changes,
  })

test('controls that a layer without words takes the presses of, and what an element around them draws', () => {
  const names = ['Send', 'Back', 'Tides', 'Boats', 'Imprint', 'Crew']
  const told = (covered: Overlap[], more: Partial<Layout> = {}, hidden: string[] = []) => {
    const draw =
      (overlaps: Overlap[]): Draw =>
      () => ({
        blocks: [block(STORY)],
        controls: names.map(name =>
          control(name === 'Crew' ? 'link' : 'button', name, { selector: `button ${name}` }),
        ),
        overlaps,
        ...more,
      })
    const now: Page = {
      layouts: screens(draw(covered)),
      pressed: [{ selector: '#close', effect: 'closes', hidden }],
    }
    const { issues } = judge('responsive/overlaps', draw([]), now)
    return issues.map(({ severity }) => severity)
  }
  expect(told(names.map(name => press(name)))).toEqual(['serious'])
  expect(told(names.slice(0, 2).map(name => press(name)))).toEqual(['moderate'])
  expect(
    told(
      names.map(name => press(name)),
      { panels: [PANEL] },
    ),
  ).toEqual(['moderate'])
  expect(told([press('Send', { around: true })])).toEqual(['serious'])
  expect(told([press('Crew', { around: true })])).toEqual(['moderate'])
  expect(told([press('Crew', { around: true, box: box(20, 300, 100, 40) })])).toEqual(['serious'])
  expect(told([press('Send', { underLink: true })])).toEqual(['serious'])
  const bar = { cover: 'Call the harbour', atEnd: true as const }
  expect(told([press('Imprint', bar)])).toEqual(['serious'])
  expect(told([press('Crew', bar)])).toEqual(['moderate'])
  expect(told([press('Imprint', { ...bar, cover: 'We use cookies. Accept all' })])).toEqual([])
  // It can be closed; another press takes one word of it away.
  const offer = { ...bar, cover: 'Call the harbour ✕' }
  expect(told([press('Imprint', offer)], {}, ['Call the harbour'])).toEqual([])
  expect(told([press('Imprint', offer)], {}, ['Call'])).toEqual(['serious'])
})

test('half of the title under a picture is grave at any width, another text at common ones alone', () => {
  const told = (level: number) => {
    const title = block(TITLE, { kind: 'heading', level, selector: 'h1' })
    const draw =
      (isCovered: boolean): Draw =>
      width => ({
        blocks: [title, block(STORY)],
        overlaps:
          isCovered && width === 1024
            ? [overlap(TITLE, '', { by: 'picture', coverSelector: '', selector: 'h1', share: 0.5 })]
            : [],
      })
    return judge('responsive/overlaps', draw(false), draw(true)).keys.map(key => key.split(' ')[0])
  }
  expect(told(1)).toEqual(['serious'])
  expect(told(2)).toEqual(['moderate'])
})

test('a bar that takes a fifth of a phone, which stood small in a corner', () => {
  const texts = [block('Gift vouchers'), block(TITLE), block(STORY)]
  const bar = (area: number, y: number, width: number, height = 200): Panel => ({
    ...PANEL,
    box: box(0, y, width, height),
    area,
    share: 0.2,
    texts: ['Gift vouchers'],
    covered: [TITLE, STORY].map(text => ({ text, selector: `p ${text}`, level: 0 })),
  })
  const draw =
    (...panels: Panel[]): Draw =>
    width => ({ blocks: texts, panels: width === 375 ? panels : [] })
  const told = (before: Panel[], ...now: Panel[]) =>
    judge('responsive/overlaps', draw(...before), draw(...now)).keys
  expect(told([], bar(0.25, 610, 375))).toEqual(['serious responsive/overlaps:bar-large:gift vouchers'])
  // As before, at the top, lower, or beside the page.
  expect(told([bar(0.2, 610, 375)], bar(0.25, 610, 375))).toEqual([])
  expect(told([], bar(0.25, 0, 375))).toEqual([])
  expect(told([], bar(0.15, 610, 375))).toEqual([])
  expect(told([], bar(0.25, 610, 200))).toEqual([])
  // A footer of many lines, and a dialog in the middle.
  expect(told([], bar(0.69, 252, 375, 560))).toHaveLength(1)
  expect(told([], bar(0.69, 120, 375, 560))).toEqual([])
})

test('bars that stay over much of a phone, where the original leaves more of it, are told', () => {
  const draw =
    (stays?: Staying): Draw =>
    width => ({ blocks: [block(STORY)], ...(width === 375 && stays && { stays }) })
  const told = (before: Staying | undefined, now: Staying | undefined) =>
    judge('responsive/overlaps', draw(before), draw(now)).issues.map(
      ({ severity, message }) => `${severity} ${message}`,
    )
  const header = (height: number) => staying(stayingBar(['Rooms', 'Table'], height))
  const said = '“Rooms Table” stays over'
  expect(told(staying(), header(240))).toEqual([
    `moderate ${said} 36 % of a phone's window while the page is scrolled; on the original nothing does`,
  ])
  expect(told(header(64), header(280))).toEqual([
    `serious ${said} 42 % of a phone's window while the page is scrolled; on the original it is 10 %`,
  ])
  expect(told(header(180), header(280))).toEqual([
    `moderate ${said} 42 % of a phone's window while the page is scrolled; on the original it is 27 %`,
  ])
  // A usual header where there was none, a line more, and what nobody looked at.
  for (const [before, now] of [
    [staying(), header(120)],
    [header(160), header(200)],
    [header(240), header(240)],
    [header(240), staying()],
    [undefined, header(280)],
    [header(64), undefined],
  ])
    expect(told(before, now)).toEqual([])
  // A header that hides on the way down covers nothing, and neither does what asks for consent.
  expect(told(staying(), { ...header(280), down: [] })).toEqual([])
  const asks = { edge: 'bottom', text: 'We use cookies to count visits' } as const
  expect(told(staying(), staying(stayingBar(['Accept', 'Reject'], 300, asks)))).toEqual([])
  // A part of the page that is held for a while is no bar.
  expect(told(staying(), { ...header(280), up: [] })).toEqual([])
  // Several together.
  const call = stayingBar(['Call us'], 70, { edge: 'bottom' })
  const both = staying(...header(120).down, call)
  expect(told(staying(), both)).toEqual([
    "moderate “Rooms Table” and 1 more stay over 28 % of a phone's window while the page is scrolled; on the original nothing does",
  ])
})

test('what a press closes, or is told as a large bar, is not told as what stays', () => {
  const texts = [block('Gift vouchers'), block(STORY)]
  const large = { ...stayingBar(['Gift vouchers'], 202, { edge: 'bottom' }), text: 'Gift vouchers' }
  const panel: Panel = {
    selector: '#bar',
    box: box(0, 610, 375, 202),
    area: 0.25,
    share: 0.2,
    texts: ['Gift vouchers'],
    covered: [],
  }
  const page = (isNow: boolean, isPanel: boolean): Page => ({
    layouts: screens(width => ({
      blocks: texts,
      ...(width === 375 && { stays: isNow ? staying(large) : staying() }),
      ...(width === 375 && isNow && isPanel && { panels: [panel] }),
    })),
  })
  const keys = (now: Page) => judge('responsive/overlaps', page(false, false), now).keys
  expect(keys(page(true, false))).toEqual(['moderate responsive/overlaps:window-covered:bottom'])
  expect(keys(page(true, true))).toEqual(['serious responsive/overlaps:bar-large:gift vouchers'])
  const pressed = [{ selector: '#close', effect: 'opens', hidden: ['Gift vouchers'] }]
  expect(keys({ ...page(true, false), pressed })).toEqual([])
})
