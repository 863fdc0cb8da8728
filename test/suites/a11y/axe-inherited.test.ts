/** Faults of the original that a rebuild moves, splits, rewords or shows elsewhere stay its own; each row judged both ways. */
import { expect, test } from 'vitest'
import type { AxeArtifact, AxeNode } from '../../../server/capture/collectors/axe.ts'
import type { ImageArtifact } from '../../../server/capture/collectors/images/index.ts'
import type { TextBlock } from '../../../server/capture/collectors/layouts.ts'
import { scoreSuite } from '../../../server/scorecard.ts'
import { a11y } from '../../../server/suites/a11y/index.ts'
import { runSuites } from '../../../server/suites/core/run.ts'
import type { Suite } from '../../../server/suites/core/suite.ts'
import { fingerprintOf } from '../../../server/vision/fingerprint.ts'
import { page } from '../../matching/layout.ts'
import { makeCapture } from '../captures.ts'
import { photograph } from '../studio-pictures.ts'

interface Element {
  text: string
  /** What it is a part of: the text block; itself without. */
  block?: string
  tag?: string
  role?: string
  landmark?: string
  colour?: string
  background?: string
  size?: number
  /** As axe measured it; 0: axe could not decide; undefined: axe did not look. */
  ratio?: number
  wanted?: number
  /** What axe took for the colour of the letters, where that is not `colour`. */
  shown?: string
  width?: 375
  state?: TextBlock['state']
  selector?: string
}

const looks = new Map<string, Pick<ImageArtifact, 'file' | 'rendered'>>()
for (const name of ['pier', 'dune', 'quay']) {
  const { fingerprint } = await fingerprintOf(await photograph(name, 300, 200).png().toBuffer())
  looks.set(name, { file: fingerprint, rendered: fingerprint })
}

const TEXT_COLOUR = 'rgb(170, 170, 170)'
const BACKGROUND = 'rgb(255, 255, 255)'
const box = { x: 20, y: 0, width: 300, height: 24 }
const picture = {
  kind: 'img',
  url: 'data:',
  decorative: false,
  landmark: 'main',
  box: { x: 0, y: 1000, width: 300, height: 200 },
  seen: { x: 0, y: 1000, width: 300, height: 200 },
  state: 'visible',
  near: '',
  link: '',
  status: 200,
  failure: null,
  complete: true,
  naturalWidth: 300,
  naturalHeight: 200,
}
const paintOf = ({ colour = TEXT_COLOUR, background = BACKGROUND, size = 16 }: Element) => ({
  text: colour,
  background,
  size,
  weight: 400,
})

function nodesOf(elements: Element[]): (Element & { node: AxeNode })[] {
  let [after, container, at] = ['', '', 0]
  return elements.map(element => {
    const { text, block, tag = 'p', ratio, wanted = 4.5 } = element
    if (!block || block !== container) at++
    container = block ?? ''
    const nth = elements.filter(other => other.block === block).indexOf(element) + 1
    const selector =
      element.selector ??
      (block ? `#x > p:nth-of-type(${at}) > span:nth-of-type(${nth})` : `#x > p:nth-of-type(${at})`)
    const node: AxeNode = {
      selector,
      tag,
      role: element.role ?? '',
      name: element.role ? text : '',
      text,
      file: '',
      type: '',
      landmark: element.landmark ?? 'main',
      near: after,
      after,
      contrast: ratio
        ? { text: element.shown ?? element.colour ?? TEXT_COLOUR, background: BACKGROUND, ratio, wanted }
        : null,
      paint: paintOf(element),
      summary: '',
      box,
      seen: box,
      state: 'visible',
      scroller: false,
    }
    if (tag === 'h2') after = text
    return { ...element, node }
  })
}

/** Pictures without a text, told apart by what they show; `alt` is the text of those that have one. */
function galleryOf(shown: { photo: string; alt?: string }[]) {
  const nodes = shown.map(({ photo, alt = '' }, index) => {
    const selector = `#gallery > img:nth-of-type(${index + 1})`
    const { node } = nodesOf([{ text: '', tag: 'img' }])[0]!
    return {
      alt,
      node: { ...node, selector, name: alt },
      image: { ...picture, selector, alt, name: alt, ...looks.get(photo) },
    }
  })
  const rule = (list: typeof nodes) =>
    list.length
      ? [
          {
            id: 'image-alt',
            impact: 'critical' as const,
            help: '',
            helpUrl: '',
            tags: [],
            count: list.length,
            nodes: list.map(({ node }) => node),
          },
        ]
      : []
  const [bare, named] = [nodes.filter(({ alt }) => !alt), nodes.filter(({ alt }) => alt)]
  return {
    axe: [1440, 375].map(width => ({ width, violations: rule(bare), passes: rule(named), incomplete: [] })),
    images: nodes.map(({ image }) => image) as never,
  }
}

function siteOf(elements: Element[]) {
  const all = nodesOf(elements)
  const runAt = (width: number): AxeArtifact => {
    const seen = all.filter(one => one.ratio !== undefined && (one.width ?? width) === width)
    const rule = (list: typeof seen) =>
      list.length
        ? [
            {
              id: 'color-contrast',
              impact: 'serious' as const,
              help: 'Contrast',
              helpUrl: 'https://rules.example/',
              tags: [],
              count: list.length,
              nodes: list.map(({ node }) => node),
            },
          ]
        : []
    const verdict = ({ ratio, wanted = 4.5 }: Element) =>
      !ratio ? 'open' : ratio < wanted ? 'fails' : 'holds'
    const by = Map.groupBy(seen, verdict)
    return {
      width,
      violations: rule(by.get('fails') ?? []),
      incomplete: rule(by.get('open') ?? []),
      passes: rule(by.get('holds') ?? []),
    }
  }
  const runs = Map.groupBy(all, ({ block, node }) => block ?? node.selector)
  const { layouts } = page(
    [...runs.values()].map(parts => {
      const [{ node, tag, block, landmark = 'main', state = 'visible', ...first }] = parts as [
        (typeof all)[0],
      ]
      const { text: colour, ...paint } = paintOf(first)
      return {
        text: parts.map(({ text }) => text).join(' '),
        kind: tag === 'h2' ? 'heading' : 'paragraph',
        landmark,
        state,
        selector: block ? node.selector.replace(/ > span.*/, '') : node.selector,
        style: { family: 'Inter', colour, ...paint },
      } as { text: string } & Partial<TextBlock>
    }),
  )
  return { axe: [runAt(1440), runAt(375)], layouts: layouts as never }
}

function charged(before: Element[], after: Element[]) {
  return chargedOf(siteOf(before), siteOf(after))
}

function chargedOf(before: Parameters<typeof makeCapture>[1], after: typeof before) {
  const [result] = runSuites(
    [a11y as unknown as Suite],
    makeCapture('original', before),
    makeCapture('rebuilt', after),
  )
  const axe = { ...result!, checks: result!.checks.filter(({ id }) => id === 'a11y/axe') }
  return scoreSuite(axe, 'regressions').issues.filter(issue => issue.charged > 0)
}

const HEADING = { text: 'Our story', tag: 'h2', ratio: 12, colour: 'rgb(0, 0, 0)' }
/** Long enough that keys do not hold it. */
const FIRST =
  'We have climbed here since the harbour was closed to ships and long before the first houses were built'
const SECOND = 'and everybody who likes high walls is welcome to join us'
const WHOLE = `${FIRST} ${SECOND}`
const pale = (text: string, more: Partial<Element> = {}): Element => ({ text, ratio: 2.3, ...more })
const dark = (text: string, more: Partial<Element> = {}): Element => ({
  text,
  ratio: 15,
  colour: 'rgb(34, 34, 34)',
  ...more,
})
const link = { role: 'link', tag: 'a' }
const others = Array.from({ length: 6 }, (_, index) =>
  dark(`Another sentence, the ${'abcdef'[index]} of them`),
)
/** Six words that `original` has nowhere. */
const REWORDED = 'Quite different news about boats tonight'

test.each<[string, Element[], Element[]]>([
  ['the same', [HEADING, pale(WHOLE)], [HEADING, pale(WHOLE)]],
  [
    'a text was split over other elements',
    [HEADING, pale(WHOLE)],
    [HEADING, pale(FIRST, { block: 'b', tag: 'span' }), pale(SECOND, { block: 'b', tag: 'span' })],
  ],
  ['a text became two', [HEADING, pale(WHOLE)], [HEADING, pale(FIRST), pale(SECOND)]],
  [
    'a text became two under headings of their own',
    [HEADING, pale(WHOLE)],
    [HEADING, pale(FIRST), { ...HEADING, text: 'Everybody' }, pale(SECOND)],
  ],
  [
    'a link says something else',
    [HEADING, pale('Free download', link)],
    [HEADING, pale('Get it here', link)],
  ],
  [
    'a link and a heading were edited',
    [HEADING, pale('Free download now', link)],
    [{ ...HEADING, text: 'Our story so far' }, pale('Free download', link)],
  ],
  [
    'all words of a section are others',
    [HEADING, pale(WHOLE)],
    [{ ...HEADING, text: 'Boats' }, pale(REWORDED)],
  ],
  [
    'what nobody could decide about can be decided',
    [HEADING, pale('Menu of the day', { ratio: 0, background: 'rgba(255, 255, 255, 0.85)' })],
    [HEADING, pale('Menu of the day', { background: 'rgba(255, 255, 255, 0.85)' })],
  ],
])('an old fault stays one, whichever way it is judged: %s', (_, before, after) => {
  expect(charged([...before, ...others], [...after, ...others])).toEqual([])
  expect(charged([...after, ...others], [...before, ...others])).toEqual([])
})

test.each<[string, Element[], Element[], original?: RegExp]>([
  ['a text lost its contrast', [HEADING, dark(WHOLE)], [HEADING, pale(WHOLE)], /15:1 before/],
  [
    'half of a text lost it',
    [HEADING, dark(WHOLE)],
    [HEADING, dark(FIRST, { block: 'b', tag: 'span' }), pale(SECOND, { block: 'b', tag: 'span' })],
    /15:1 before/,
  ],
  [
    'another text lost it, the old fault is mended',
    [HEADING, pale(FIRST), dark(SECOND)],
    [HEADING, dark(FIRST), pale(SECOND)],
    /15:1 before/,
  ],
  [
    'other words lost it',
    [HEADING, dark('Free download', link)],
    [HEADING, pale('Get it here', link)],
    /^((?!before).)*$/,
  ],
  [
    'a new text has it, the old one is mended',
    [HEADING, pale('Free download', link)],
    [HEADING, dark('Free download', link), pale('Get it here', link)],
  ],
  [
    'a new text has it as well, in colours that nothing had',
    [HEADING, pale(FIRST)],
    [HEADING, pale(FIRST), pale(REWORDED, { colour: 'rgb(160, 160, 160)' })],
  ],
  [
    'a new text has it as well, and is too small for its colours',
    [HEADING, pale(FIRST, { wanted: 3 })],
    [HEADING, pale(FIRST, { wanted: 3 }), pale(REWORDED)],
  ],
  [
    'a new text has it under another heading',
    [HEADING, pale(FIRST)],
    [HEADING, pale(FIRST), { ...HEADING, text: 'Boats' }, pale(REWORDED)],
  ],
  [
    'a text that was elsewhere took the colours of those beside it',
    [HEADING, pale(FIRST), { ...HEADING, text: 'Boats' }, dark(SECOND)],
    [HEADING, pale(FIRST), pale(SECOND), { ...HEADING, text: 'Boats' }],
  ],
  [
    'shown at another width in other colours',
    [HEADING, dark('Menu of the day', { ratio: undefined, state: 'clipped' })],
    [HEADING, pale('Menu of the day', { width: 375 })],
  ],
  [
    'shown at another width behind a veil',
    [HEADING, pale('Menu of the day', { ratio: undefined, state: 'clipped' })],
    [HEADING, pale('Menu of the day', { width: 375, shown: '#dddddd' })],
  ],
  [
    'shown at another width, too small for its colours',
    [HEADING, pale('Menu of the day', { ratio: undefined, state: 'clipped', size: 30 })],
    [HEADING, pale('Menu of the day', { width: 375 })],
  ],
])('a new fault stays one, and its repair is none: %s', (_, before, after, message) => {
  const found = charged([...before, ...others], [...after, ...others])
  expect(found).toMatchObject([{ status: 'introduced', rule: expect.not.stringContaining('same-colours') }])
  if (message) expect(found[0]!.message).toMatch(message)
})

test.each<[string, Element[], Element[]]>([
  ['a text', [HEADING, pale(WHOLE)], [HEADING, dark(WHOLE)]],
  [
    'a text that was split',
    [HEADING, pale(WHOLE)],
    [HEADING, dark(FIRST, { block: 'b', tag: 'span' }), dark(SECOND, { block: 'b', tag: 'span' })],
  ],
  ['a text with other words', [HEADING, pale('Free download', link)], [HEADING, dark('Get it here', link)]],
  ['one of two', [HEADING, pale(FIRST), pale(SECOND)], [HEADING, pale(FIRST), dark(SECOND)]],
])('a repair is never a loss: %s', (_, before, after) => {
  expect(charged([...before, ...others], [...after, ...others])).toEqual([])
})

test('a new text in the failing colours of those beside it is charged, and fails nothing', () => {
  const before = [HEADING, pale(FIRST), ...others]
  expect(charged(before, [HEADING, pale(FIRST), pale(REWORDED), ...others])).toMatchObject([
    { status: 'introduced', severity: 'moderate', message: expect.stringContaining(REWORDED) },
  ])
})

test('the colour of what is typed into a field is none of its placeholder, nor of an entry elsewhere', () => {
  const said = 'Choose one of the nine harbours on the coast from this list'
  const now = pale(said, { tag: 'div', role: 'option' })
  const told = (was: Element) => charged([HEADING, was, ...others], [HEADING, now, ...others])
  expect(told(dark(said, { tag: 'input' }))).toMatchObject([
    { status: 'introduced', message: expect.not.stringContaining('before') },
  ])
  expect(told(dark(said, { tag: 'div', role: 'option' }))).toMatchObject([
    { severity: 'serious', message: expect.stringContaining('before') },
  ])
})

test('what failed at one width alone is new at another, and mended there', () => {
  const at = (wide: Element, narrow: Element) => {
    const [first, second] = [siteOf([HEADING, wide, ...others]), siteOf([HEADING, narrow, ...others])]
    return { ...first, axe: [first.axe[0]!, second.axe[1]!] }
  }
  const onPhones = at(dark(WHOLE), pale(WHOLE))
  const onBoth = at(pale(WHOLE), pale(WHOLE))
  expect(chargedOf(onPhones, onBoth)).toMatchObject([
    {
      status: 'introduced',
      severity: 'serious',
      message: expect.stringContaining('15:1 before'),
      rebuilt: { viewport: 1440 },
    },
  ])
  expect(chargedOf(onPhones, at(pale(WHOLE), dark(WHOLE)))).toHaveLength(1)
  for (const [before, after] of [
    [onPhones, onPhones],
    [onBoth, onPhones],
    [onBoth, onBoth],
    // Nobody could decide there.
    [at(pale(WHOLE, { ratio: 0 }), pale(WHOLE)), onBoth],
  ] as const)
    expect(chargedOf(before, after)).toEqual([])
})

test('twins of which each failed at a width of its own stay the same two', () => {
  const twins = (wide: [number, number], narrow: [number, number]) => {
    const site = ([first, second]: [number, number]) =>
      siteOf([HEADING, pale('Paid', { ratio: first }), pale('Paid', { ratio: second }), ...others])
    return { ...site(wide), axe: [site(wide).axe[0]!, site(narrow).axe[1]!] }
  }
  const given = twins([15, 2.3], [2.3, 15])
  expect(chargedOf(given, given)).toEqual([])
})

test('an old fault that became worse is charged for what it lost, in other words too', () => {
  const before = [HEADING, pale('Free download', { ...link, ratio: 4.4 }), ...others]
  const [whole] = charged(before, [HEADING, pale('Free download', { ...link, ratio: 1.1 }), ...others])
  const [reworded] = charged(before, [HEADING, pale('Get it here', { ...link, ratio: 1.1 }), ...others])
  expect(whole!.charged).toBeGreaterThan(0)
  expect(reworded!.charged).toBeCloseTo(whole!.charged)
  expect(whole!.message).toMatch(/4\.4:1 before/)
})

test.each([
  ['a paragraph', 4.6, 4.2, 'moderate', WHOLE, {}],
  ['a paragraph', 12, 3.2, 'moderate', WHOLE, {}],
  ['a paragraph', 12, 2.9, 'serious', WHOLE, {}],
  ['a paragraph that kept most of it', 5, 2.9, 'moderate', WHOLE, {}],
  ['a paragraph that was less than is asked', 4.4, 2.9, 'moderate', WHOLE, {}],
  ['a few words', 5, 2.9, 'moderate', 'Paid', {}],
  ['a paragraph that was pale', 2.9, 2, 'moderate', WHOLE, {}],
  ['a paragraph that was pale', 2.9, 1.4, 'serious', WHOLE, {}],
  ['a paragraph that could not be read', 1.51, 1.09, 'moderate', WHOLE, {}],
  ['a credit', 12, 2.9, 'moderate', 'Challenge by Frontend Mentor. Coded with much love by Jo Doe.', {}],
  ['a line of code', 12, 2.5, 'moderate', WHOLE, { selector: '#x > pre > code > span' }],
  ['a few words', 12, 2, 'moderate', 'Paid', {}],
  ['a few words', 12, 1.4, 'serious', 'Paid', {}],
  ['a heading', 12, 2.5, 'serious', 'Paid', { selector: '#x > h2' }],
  ['a small word that is called a heading', 12, 2.5, 'moderate', 'Paid', { selector: '#x > h4 > a' }],
  ['a large heading', 12, 2.5, 'moderate', 'Paid', { selector: '#x > h4 > a', size: 30, wanted: 3 }],
  ['a large heading', 12, 1.9, 'serious', 'Paid', { selector: '#x > h4 > a', size: 30, wanted: 3 }],
  ['a large word', 12, 2.5, 'moderate', 'Paid', { size: 30, wanted: 3 }],
  ['a heading that is known by its id', 12, 2.5, 'serious', 'Paid', { selector: '#paid', tag: 'h2' }],
] as const)('%s with a contrast of %d that has %d now is %s', (_, before, after, severity, words, given) => {
  const text = (ratio: number) => [HEADING, pale(words, { ...given, ratio }), ...others]
  expect(charged(text(before), text(after))).toMatchObject([{ status: 'introduced', severity }])
})

test('five texts in one pair of colours are a part of the page, however short', () => {
  const lines = (ratio: number, count: number) => [
    HEADING,
    ...['Beer', 'Wine', 'Milk', 'Salt', 'Rope'].slice(0, count).map(one => pale(one, { ratio })),
    ...others,
  ]
  const gravest = (count: number) => charged(lines(6, count), lines(2.9, count))[0]?.severity
  expect(gravest(4)).toBe('moderate')
  expect(gravest(5)).toBe('serious')
})

test('in colours that fail on the original too a text is moderate, until there are many more of them', () => {
  const notes = (count: number) => ['Beer', 'Wine', 'Milk', 'Salt'].slice(0, count).map(one => pale(one))
  const known = (count: number, ratio: number) => [
    HEADING,
    ...notes(count),
    ...others,
    pale(WHOLE, { ratio }),
  ]
  const gravest = (before: number, after: number) =>
    charged([HEADING, ...notes(before), ...others, dark(WHOLE)], known(after, 2.3)).map(one => one.severity)
  expect(gravest(0, 0)).toEqual(['serious'])
  expect(gravest(1, 1)).toEqual(['moderate'])
  expect(gravest(1, 4)).toContain('serious')
  // Of a heading a pale note tells nothing.
  const titled = (title: Element) => [
    HEADING,
    ...notes(2),
    ...others,
    { ...title, text: 'What the harbour costs', selector: '#costs > h1' },
  ]
  expect(charged(titled(dark('')), titled(pale(''))).map(one => one.severity)).toEqual(['serious'])
})

test('who owns a page is no entry of the navigation around it', () => {
  const menu = (ratio: number, first: Partial<Element>, last: string) =>
    ['Home', 'Routes', 'News', 'Shop']
      .map(text => pale(text, { ...link, landmark: 'navigation', ...first }))
      .concat(pale(last, { landmark: 'navigation', ratio }))
  const old = { ratio: 3.1, shown: 'rgb(150, 150, 150)' }
  const gravest = (last: string) =>
    charged(
      [HEADING, ...menu(12, old, last), ...others],
      [HEADING, ...menu(2.5, { ratio: 2.5 }, last), ...others],
    )
      .map(one => one.severity)
      .sort()
      .at(-1)
  expect(gravest('About us')).toBe('serious')
  expect(gravest('© 2019 The harbour')).toBe('moderate')
})

test('a text that is there several times is one fault each time', () => {
  const three = [HEADING, pale('Paid'), pale('Paid'), dark('Paid')]
  const two = [HEADING, dark('Paid'), pale('Paid'), pale('Paid')]
  expect(charged([...three, ...others], [...two, ...others])).toEqual([])
  expect(
    charged([...three, ...others], [HEADING, pale('Paid'), pale('Paid'), pale('Paid'), ...others]),
  ).toHaveLength(1)
})

test('numbers tell places apart, and may go on', () => {
  const shares = (...all: Element[]) => [HEADING, ...all, ...others]
  const before = shares(dark('25%'), pale('12%'), pale('8%'))
  expect(charged(before, shares(pale('12%'), pale('8%'), dark('25%')))).toEqual([])
  expect(charged(before, shares(dark('26%'), pale('13%'), pale('9%')))).toEqual([])
  expect(charged(before, shares(pale('25%'), pale('12%'), pale('8%')))).toMatchObject([
    { message: expect.stringMatching(/^“25%”.*15:1 before/) },
  ])
})

test('pictures are told apart by what they show, wherever they stand and whatever their files are called', () => {
  const before = galleryOf([{ photo: 'pier' }, { photo: 'dune', alt: 'A dune' }, { photo: 'quay' }])
  const moved = galleryOf([{ photo: 'dune', alt: 'A dune' }, { photo: 'quay' }, { photo: 'pier' }])
  expect(chargedOf(before, moved)).toEqual([])
  // One was mended and another one lost its text: that is no exchange.
  const lost = galleryOf([{ photo: 'dune' }, { photo: 'quay', alt: 'A quay' }, { photo: 'pier' }])
  expect(chargedOf(before, lost)).toMatchObject([{ message: expect.stringMatching(/lost its .* “A dune”/) }])
})

test('dozens of pictures that nobody can tell apart', () => {
  const many = (count: number) =>
    galleryOf(
      Array.from({ length: 80 }, (_, index) => ({
        photo: '',
        ...(index >= count && { alt: `Picture ${index}` }),
      })),
    )
  expect(chargedOf(many(40), many(40))).toEqual([])
  expect(chargedOf(many(40), many(41))).toHaveLength(1)
  expect(chargedOf(many(41), many(40))).toEqual([])
})

const heading = (text: string, ratio: number, tag = 'h1'): Element => ({
  text,
  ratio,
  tag,
  selector: `#x > ${tag}`,
  size: 30,
  wanted: 3,
})
const inMenu: Element = { ...link, text: 'SHOWS', landmark: 'navigation', ratio: 12 }

const NEUTRAL: Element = { text: 'Neutral', tag: 'button', role: 'button', ratio: 3.1 }
const BUTTONS = [{ ...HEADING, text: 'Buttons' }, NEUTRAL]
const LABELS = [{ ...HEADING, text: 'Labels' }, dark('Danger'), dark('Neutral', { tag: 'span' })]

test('a word of a link that has an element of its own, under another heading, is what it was', () => {
  const tag = { ratio: 1.4, background: 'rgb(255, 192, 71)' }
  const before = [HEADING, { ...link, ...tag, text: 'Free' }, ...others]
  expect(charged(before, [heading('Drills', 9), { ...tag, text: 'Free' }, ...others])).toEqual([])
})

test.each<[string, Element[], Element[], string, RegExp]>([
  [
    'a heading that has one word of a link',
    [HEADING, { ...link, text: 'Boatyard-improved', ratio: 5.3 }],
    [heading('Get Boatyard Today', 1.6)],
    'moderate',
    /needed(?!, .* before)/,
  ],
  [
    'a heading that stands as a word in the menu',
    [inMenu],
    [HEADING, heading('Shows', 1.9)],
    'moderate',
    /needed(?!, .* before)/,
  ],
  [
    'a heading that cannot be seen',
    [inMenu],
    [HEADING, heading('Shows', 1.2)],
    'serious',
    /needed(?!, .* before)/,
  ],
  [
    'the heading of the original',
    [inMenu, heading('Shows', 12)],
    [heading('Shows', 1.9)],
    'serious',
    /12:1 before/,
  ],
  [
    'one word more of those that stand in several places',
    [...BUTTONS, ...LABELS],
    [
      ...BUTTONS,
      { ...HEADING, text: 'Links' },
      dark('Danger', link),
      { ...NEUTRAL, ratio: 1.2 },
      ...LABELS.toSpliced(2, 0, dark('Fresh')),
    ],
    'serious',
    /needed(?!, .* before)/,
  ],
  [
    'the heading of the original under another one and edited',
    [HEADING, heading('Get the Boatyard here today', 12)],
    [heading('Get the Boatyard today', 1.6)],
    'serious',
    /12:1 before/,
  ],
])('on a page with other words a pale text is new or known: %s', (_, before, after, severity, message) => {
  expect(charged([...before, ...others], [...after, ...others])).toMatchObject([
    { severity, message: expect.stringMatching(message) },
  ])
})

test('a heading that is a sign and no word is no ground to fail', () => {
  const [sign, crew] = ['↑', 'The crew'].map(text => ({ ...HEADING, text }))
  const before = [sign!, dark('Our story'), ...others]
  expect(charged(before, [sign!, crew!, pale('Our story'), ...others])).toHaveLength(1)
})
