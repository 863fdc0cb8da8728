/** What axe says, held against the pixels of both pages and against what leads where. */
import { expect, test } from 'vitest'
import type { AxeArtifact, AxeNode } from '../../../server/capture/collectors/axe.ts'
import type { ColourArtifact } from '../../../server/capture/collectors/colours.ts'
import type { Overlap } from '../../../server/capture/collectors/layouts.ts'
import type { RequestEntry } from '../../../server/capture/page/network.ts'
import { a11y } from '../../../server/suites/a11y/index.ts'
import { type GivenBlock, type GivenControl, page } from '../../matching/layout.ts'
import { judgeBy, makeCapture } from '../captures.ts'
import { picture } from '../image/pictures.ts'

const box = { x: 20, y: 40, width: 600, height: 24 }
let made = 0

const node = (given: Partial<AxeNode>): AxeNode => ({
  selector: `#n${++made}`,
  tag: 'p',
  role: '',
  name: '',
  text: '',
  file: '',
  type: '',
  landmark: 'main',
  near: '',
  after: 'Ferries',
  contrast: null,
  paint: { text: 'rgb(34, 34, 34)', background: 'rgb(255, 255, 255)', size: 16, weight: 400 },
  summary: '',
  box,
  seen: box,
  state: 'visible',
  scroller: false,
  ...given,
})

type Lists = { [Name in 'violations' | 'passes' | 'incomplete']?: { [rule: string]: AxeNode[] } }

const run = (width: number, lists: Lists): AxeArtifact => {
  const rules = (list: keyof Lists) =>
    Object.entries(lists[list] ?? {}).map(([id, nodes]) => ({
      id,
      impact: 'serious' as const,
      help: id,
      helpUrl: '',
      tags: [],
      count: nodes.length,
      // As many as a capture keeps.
      nodes: nodes.slice(0, 200),
    }))
  return {
    width,
    violations: rules('violations'),
    passes: rules('passes'),
    incomplete: rules('incomplete'),
  }
}

interface Page {
  wide?: Lists
  narrow?: Lists
  colours?: Partial<ColourArtifact>[]
  /** The same of phones. */
  narrowColours?: Partial<ColourArtifact>[]
  images?: ReturnType<typeof picture>[]
  /** On phones alone, in the head of the page. */
  opener?: string
  /** Whether a press on it shows a menu. */
  isProven?: boolean
  revealed?: string[]
  /** Of `opener`, on phones. */
  iconContrast?: number
  iconDifference?: number
  links?: {
    selector: string
    name: string
    href: string
    role?: string
    isSilent?: boolean
    isFolded?: boolean
  }[]
  /** Selectors of the buttons that send a form. */
  senders?: string[]
  blocks?: GivenBlock[]
  overlaps?: Partial<Overlap>[]
  requests?: RequestEntry[]
}

function capture(
  side: 'original' | 'rebuilt',
  {
    wide = {},
    narrow = {},
    colours,
    narrowColours,
    images = [],
    opener,
    isProven,
    revealed = ['Routes', 'Timetable', 'Prices'],
    iconContrast,
    iconDifference,
    links = [],
    senders = [],
    blocks = [],
    overlaps,
    requests = [],
  }: Page,
) {
  const controls = [
    ...links.map(link => ({ role: 'link', ...link, landmark: 'main', state: 'visible', box, seen: box })),
    ...(opener === undefined
      ? []
      : [
          {
            role: 'button',
            name: opener,
            selector: `#${side}-menu`,
            landmark: 'banner',
            state: 'hidden',
            box,
            seen: box,
          },
        ]),
  ].map(control => ({ opens: false, disabled: false, expanded: null, ...control }) as GivenControl)
  const desktop = page(blocks, controls).layouts[0]!
  const folded = new Set(links.filter(({ isFolded }) => isFolded).map(({ selector }) => selector))
  const onPhones = desktop.controls.map(control => ({
    ...control,
    state: folded.has(control.selector) ? ('hidden' as const) : ('visible' as const),
  }))
  return makeCapture(side, {
    axe: [run(1440, wide), run(375, narrow)],
    forms: [{ fields: [], submits: senders.map(selector => ({ selector })) }] as never,
    colours: (colours ?? []) as ColourArtifact[],
    images,
    health: { requests },
    layouts: [
      { ...desktop, overlaps, pictures: [] },
      { ...desktop, width: 375, controls: onPhones },
    ] as never,
    ...(isProven && {
      probes: {
        narrow: {
          probes: [
            {
              selector: `#${side}-menu`,
              name: opener ?? '',
              box,
              effect: 'opens',
              revealed,
            },
          ],
        },
      } as never,
    }),
    screens: [
      {
        width: 375,
        colours: narrowColours,
        ...(iconContrast && {
          icons: [{ selector: `#${side}-menu`, contrast: iconContrast, difference: iconDifference }],
        }),
      },
    ] as never,
    semantics: {
      controls: links.map(({ selector, href, role = 'link', isSilent = false }) => ({
        selector,
        role,
        href,
        landmarks: '',
        tabbable: true,
        silent: isSilent,
      })) as never,
    },
  })
}

function charged(before: Page, after: Page) {
  return judgeBy(a11y, capture('original', before), capture('rebuilt', after)).issues.filter(
    ({ rule, charged }) => rule.startsWith('a11y/axe/') && charged > 0,
  )
}

const TEXT = 'The night boat leaves at ten from the outer quay, and on Sundays at nine'
const text = (colour: string, given: Partial<AxeNode> = {}, ratio?: number) =>
  node({
    text: TEXT,
    selector: '#text',
    paint: { text: colour, background: 'image', size: 16, weight: 400 },
    contrast: ratio ? { text: '#999999', background: '#ffffff', ratio, wanted: 4.5 } : null,
    ...given,
  })
const background = (background: [number, number, number], uniform = 0.8, strongest?: number) => [
  { text: TEXT, box, background, uniform, strongest },
]
const open = (one: AxeNode): Lists => ({ incomplete: { 'color-contrast': [one] } })
const failing = (...all: AxeNode[]): Lists => ({ violations: { 'color-contrast': all } })
const WHITE: [number, number, number] = [255, 255, 255]
const GRADIENT = "Element's background color could not be determined due to a background gradient"
const ON_WHITE = {
  paint: { text: 'rgb(20, 20, 20)', background: 'rgb(255, 255, 255)', size: 16, weight: 400 },
}
const BLACK: [number, number, number] = [0, 0, 0]
const PALE = 'rgb(156, 156, 156)'
const DARK = 'rgb(20, 20, 20)'

/** White letters over a photograph, most of which has this colour where they stand. */
const overPhoto = (colour: [number, number, number], photo = 'hero'): Page => ({
  wide: open(text('rgb(255, 255, 255)')),
  colours: background(colour, 0.2),
  images: [picture(photo, { box: { x: 0, y: 0, width: 1440, height: 600 } })],
})
const DIM: [number, number, number] = [40, 34, 30]
const MIDDLE: [number, number, number] = [150, 140, 130]
const BRIGHT: [number, number, number] = [232, 226, 214]

test('the box around the button of a search is a combobox, and takes its name from nobody', () => {
  const wrapper = node({ tag: 'div', role: 'combobox', selector: '#find > div' })
  const combobox = { selector: '#find > div', name: '', href: '', role: 'combobox' }
  const found = (links: Page['links']) =>
    charged({}, { wide: { violations: { 'aria-input-field-name': [wrapper] } }, links })
  expect(found([combobox])).toHaveLength(1)
  const button = { selector: '#find > div > button', name: 'Search', href: '', role: 'button' }
  expect(found([combobox, button])).toEqual([])
})

test.each<[string, Page, Page, string[]]>([
  ['what darkened the photograph is gone', overPhoto(DIM), overPhoto(BRIGHT), ['moderate']],
  ['another photograph is bright', overPhoto(DIM), overPhoto(BRIGHT, 'dune'), ['moderate']],
  ['the photograph is lighter', overPhoto(DIM), overPhoto(MIDDLE), []],
  ['what is commonest over the photograph is the white of the letters', overPhoto(DIM), overPhoto(WHITE), []],
  ['nobody could read it over the photograph', overPhoto(BRIGHT), overPhoto(BRIGHT), []],
  [
    'it was as pale by the pixels of the original',
    { wide: open(text(PALE)), colours: background(WHITE) },
    { wide: failing(text('rgb(160, 160, 160)', {}, 2.6)) },
    [],
  ],
  [
    'it was dark by the pixels of the original',
    { wide: open(text(DARK)), colours: background(WHITE) },
    { wide: failing(text(PALE, {}, 2.7)) },
    ['serious'],
  ],
  [
    'on the original nobody can tell, where no pixels were read',
    { wide: open(text(DARK)) },
    { wide: failing(text(PALE, {}, 2.7)) },
    [],
  ],
  [
    'by the pixels of both it became pale, and axe cannot tell on either',
    { wide: open(text(DARK)), colours: background(WHITE) },
    { wide: open(text(PALE)), colours: background(WHITE) },
    ['serious'],
  ],
  [
    'it is white now, over a dark picture that the styles do not know of',
    {
      wide: open(
        text(DARK, { paint: { text: DARK, background: 'rgb(255, 255, 255)', size: 16, weight: 400 } }),
      ),
      colours: background(WHITE),
    },
    {
      wide: open(
        text(DARK, {
          paint: { text: 'rgb(255, 255, 255)', background: 'rgb(255, 255, 255)', size: 16, weight: 400 },
        }),
      ),
      colours: background([20, 40, 90]),
    },
    [],
  ],
  [
    'it is pale on phones alone, on what it stands on everywhere',
    { wide: open(text(DARK)), narrow: open(text(DARK)), colours: background(WHITE) },
    { wide: open(text(DARK)), narrow: open(text(PALE)), colours: background(WHITE) },
    ['serious'],
  ],
  [
    'by most of what lies behind it, which is a photograph',
    { wide: open(text(DARK)), colours: background(WHITE, 0.2) },
    { wide: open(text(PALE)), colours: background(WHITE, 0.2) },
    ['moderate'],
  ],
  [
    'as pale as it was, in another syntax',
    { wide: open(text('rgb(156, 163, 175)')), colours: background([20, 20, 20], 0.2) },
    {
      wide: failing(
        text('oklch(0.707 0.022 261.325)', {
          contrast: { text: '#99a1af', background: '#ffffff', ratio: 2.53, wanted: 4.5 },
        }),
      ),
    },
    [],
  ],
  [
    'paler than it was, in another syntax',
    { wide: open(text('rgb(75, 85, 99)')), colours: background(WHITE) },
    { wide: failing(text('oklch(0.707 0.022 261.325)', {}, 2.53)) },
    ['serious'],
  ],
  [
    'it was dark by most of what lay behind it',
    { wide: open(text(DARK)), colours: background(WHITE, 0.2) },
    { wide: failing(text(PALE, {}, 2.7)) },
    ['serious'],
  ],
  ...[
    ['it has the very colour of what is behind it', 1, DARK, ['serious']],
    ['it has the very colour of what is behind it, and a shadow', 0.8, DARK, []],
    ['it kept its colour, and what is behind it came to have it', 1, 'rgb(51, 51, 51)', ['serious']],
  ].map(([what, uniform, was, severities]): [string, Page, Page, string[]] => [
    what as string,
    { wide: { passes: { 'color-contrast': [text(was as string, {}, 12)] } } },
    { wide: open(text('rgb(51, 51, 51)')), colours: background([51, 51, 51], uniform as number) },
    severities as string[],
  ]),
  ...[
    ['a gradient on which half of it can hardly be read', [70, 70, 70], GRADIENT, ['serious']],
    ['a gradient on which it is paler', [115, 115, 115], GRADIENT, ['moderate']],
    ['a gradient on which most of it is as it was', WHITE, GRADIENT, []],
    ['a picture', [70, 70, 70], 'due to a background image', []],
    ['a picture that is nearly as dark', [30, 30, 30], 'due to a background image', ['serious']],
  ].map(([what, middle, summary, severities]): [string, Page, Page, string[]] => [
    `it stands on ${what} now`,
    { wide: { passes: { 'color-contrast': [text(DARK, ON_WHITE)] } }, colours: background(WHITE) },
    {
      wide: open(text(DARK, { summary: summary as string })),
      colours: [{ ...background([200, 200, 200], 0.3)[0]!, middle: middle as [number, number, number] }],
    },
    severities as string[],
  ]),
  ...[
    ['it stands on white at 1440 px and on a picture as dark as it on phones', [30, 30, 30], ['serious']],
    ['it stands on a picture that is no darker on phones', [160, 160, 160], []],
  ].map(([what, middle, severities]): [string, Page, Page, string[]] => [
    what as string,
    {
      wide: { passes: { 'color-contrast': [text(DARK, ON_WHITE)] } },
      narrow: {
        passes: {
          'color-contrast': [
            text(DARK, {
              ...ON_WHITE,
              contrast: { text: '#141414', background: '#ffffff', ratio: 18, wanted: 4.5 },
            }),
          ],
        },
      },
      colours: background(WHITE),
      narrowColours: background(WHITE),
    },
    {
      wide: open(text(DARK)),
      narrow: open(text(DARK)),
      colours: background(WHITE),
      narrowColours: [{ ...background([40, 40, 40], 0.3)[0]!, middle: middle as [number, number, number] }],
    },
    severities as string[],
  ]),
  [
    'it had the very colour of what is behind it before',
    { wide: open(text('rgb(51, 51, 51)')), colours: background([51, 51, 51], 1) },
    { wide: open(text('rgb(51, 51, 51)')), colours: background([51, 51, 51], 1) },
    [],
  ],
  [
    'it sticks out of the window, and of its background',
    { wide: { passes: { 'color-contrast': [text(DARK, {}, 15)] } } },
    { wide: failing(text(DARK, { box: { ...box, x: 1400 } }, 1.1)) },
    [],
  ],
])('a text whose contrast is too low: %s', (_, before, after, severities) => {
  expect(charged(before, after).map(({ severity }) => severity)).toEqual(severities)
})

const bare = (background: string): Partial<AxeNode> => ({
  paint: { text: 'rgb(255, 255, 255)', background, size: 48, weight: 700 },
  contrast: { text: '#ffffff', background: '#ffffff', ratio: 1.46, wanted: 3 },
})
const GREY: [number, number, number] = [151, 151, 151]

test.each<[string, Page, (string | RegExp)[]]>([
  [
    'axe took the shadow of the letters for it',
    { wide: failing(text('', bare(''))), colours: background(GREY) },
    ['moderate', /2\.92:1 \(#ffffff on #979797\)/],
  ],
  ['it is dark there', { wide: failing(text('', bare(''))), colours: background([20, 20, 20]) }, []],
  [
    'it is a picture',
    { wide: failing(text('', bare(''))), colours: background([20, 20, 20], 0.2) },
    ['serious', /1\.46:1/],
  ],
  [
    'the element has the background that axe found',
    {
      wide: failing(
        text('', {
          ...bare('rgb(240, 240, 240)'),
          contrast: { text: '#ffffff', background: '#f0f0f0', ratio: 1.13, wanted: 3 },
        }),
      ),
      colours: background([20, 20, 20]),
    },
    ['serious', /1\.13:1/],
  ],
  [
    'axe could not tell, and it is as dark as the text',
    { wide: open(text(DARK)), colours: background([0, 0, 0]) },
    ['serious', /1\.1\d:1/],
  ],
  [
    'axe could not tell, and it is nearly as dark as the text',
    { wide: open(text('rgb(51, 51, 51)')), colours: background([0, 0, 0]) },
    ['serious', /1\.66:1/],
  ],
  [
    'axe could not tell, and it is a picture',
    { wide: open(text(DARK)), colours: background([0, 0, 0], 0.2) },
    [],
  ],
  ['axe could not tell, and it is light', { wide: open(text(DARK)), colours: background(WHITE) }, []],
  [
    'it is a row of stars',
    {
      wide: open(text('rgb(255, 179, 71)', { text: '★★★★★' })),
      colours: [{ text: '★★★★★', box, background: WHITE, uniform: 0.8 }],
    },
    [],
  ],
  ['the text has its very colour', { wide: open(text('rgb(0, 0, 0)')), colours: background([0, 0, 0]) }, []],
  ...(
    [
      [
        'a link has its very colour, and nothing is drawn there',
        'a',
        'link',
        background(BLACK, 1),
        'serious',
      ],
      ['a link has its very colour, and an outline', 'a', 'link', background(BLACK, 0.8, 12), undefined],
      [
        'a heading has its very colour, and a shadow as dark',
        'h1',
        '',
        background(BLACK, 0.8, 1.2),
        'serious',
      ],
      ['a text has its very colour, and nothing is drawn there', 'p', '', background(BLACK, 1), undefined],
    ] as const
  ).map(([what, tag, role, colours, severity]): [string, Page, (string | RegExp)[]] => [
    what,
    { wide: open(text('rgb(0, 0, 0)', { tag, role })), colours },
    severity ? [severity, /1:1/] : [],
  ]),
])('what lies behind a new text, by the pixels: %s', (_, after, [severity, message]) => {
  expect(charged({}, after)).toMatchObject(
    severity ? [{ severity, message: expect.stringMatching(message!) }] : [],
  )
})

test('what lies behind a text on desktops does not overrule what axe measured on phones', () => {
  const on = { selector: '#claim', ...bare('') }
  const contrast = { text: '#ffffff', background: '#ffffff', ratio: 1, wanted: 3 }
  const after = {
    wide: { passes: { 'color-contrast': [text('', on)] } },
    narrow: failing(text('', { ...on, contrast })),
    colours: background([20, 20, 20]),
  }
  expect(charged({}, after)).toMatchObject([{ severity: 'serious', message: expect.stringMatching(/ 1:1/) }])
})

test('letters that are white on phones alone stand on no background of desktops, and were no dark ones', () => {
  const title = (colour: string, background = '') =>
    open(text('', { selector: '#claim', paint: { text: colour, background, size: 48, weight: 400 } }))
  const white = 'rgb(255, 255, 255)'
  const seen = { wide: title(DARK), narrow: title(DARK), colours: background(WHITE, 0.97) }
  const onLayer = { ...seen, narrow: title(white, 'rgba(104, 183, 56, 0.85)') }
  const onPseudo = { ...seen, narrow: title(white) }
  expect(charged(onLayer, onPseudo)).toEqual([])
  expect(charged({}, onPseudo)).toEqual([])
  expect(charged(seen, onPseudo)).toMatchObject([{ severity: 'serious' }])
})

test('a background that axe mistook on desktops is none on phones either', () => {
  const on = { selector: '#claim', ...bare('') }
  const shadow = { text: '#ffffff', background: '#dddddd', ratio: 1.35, wanted: 4.5 }
  const list = failing(text('', { ...on, contrast: shadow }))
  const judgedOn = (level: number) =>
    charged({}, { wide: list, narrow: list, colours: background([level, level, level]) })
  expect(judgedOn(20)).toEqual([])
  expect(judgedOn(215)).toMatchObject([{ severity: 'serious' }])
})

test('white by its styles on white, and by the pixels on a layer that lies behind it', () => {
  const paint = { background: 'rgb(255, 255, 255)', size: 48, weight: 700 }
  const was = text('', {
    paint: { ...paint, text: DARK },
    contrast: { text: '#141414', background: '#ffffff', ratio: 18, wanted: 3 },
  })
  const now = text('', { paint: { ...paint, text: 'rgb(255, 255, 255)' } })
  const judgedOn = (level: [number, number, number]) =>
    charged(
      { wide: { passes: { 'color-contrast': [was] } } },
      { wide: open(now), colours: background(level, 0.97) },
    )
  expect(judgedOn([117, 115, 209])).toEqual([])
  expect(judgedOn(WHITE)).toMatchObject([{ severity: 'serious' }])
})

test('words that are set off within a text, of which most can be read', () => {
  const said =
    'We are a choir at the old harbour, dedicated to songs of the sea and to who sings them, in winter and in summer'
  const about = {
    selector: '#about > p > span',
    text: 'dedicated to songs of the sea and to who sings them',
    tag: 'span',
  }
  const contrast = (ratio: number) => ({ text: '#fd9193', background: '#ffffff', ratio, wanted: 4.5 })
  const blocks = [{ selector: '#about > p', text: said }]
  const judgedAs = (ratio: number, given: Partial<AxeNode> = {}) => {
    const now = node({ ...about, ...given, contrast: contrast(ratio) })
    const was = node({ ...about, ...given, contrast: { ...contrast(9), text: '#333333' } })
    return charged(
      { wide: { passes: { 'color-contrast': [was] } }, blocks },
      { wide: failing(now), blocks },
    )[0]!.severity
  }
  expect(judgedAs(2.2)).toBe('moderate')
  expect(judgedAs(1.2)).toBe('serious')
  expect(judgedAs(2.2, { text: said })).toBe('serious')
  expect(judgedAs(1.2, { tag: 'a', role: 'link' })).toBe('serious')
})

const link = (given: Partial<AxeNode>) => node({ tag: 'a', role: 'link', ...given })
const icon = link({ selector: '#icon', file: 'harbour' })
const named = link({ selector: '#old', name: 'Our photographs', file: 'harbour' })
const nameless: Lists = { violations: { 'link-name': [icon] } }
const NOWHERE = { x: 0, y: 0, width: 0, height: 0 }
const PHOTOS = { selector: '#icon', name: '', href: 'https://photos.example/harbour?from=shared' }

test.each<[string, Page, Page, string, RegExp]>([
  [
    'it had a name',
    { wide: { passes: { 'link-name': [named] } } },
    { wide: nameless },
    'moderate',
    /“Our photographs” lost/,
  ],
  [
    'it had a name and sent a form',
    { wide: { passes: { 'link-name': [named] } }, senders: ['#old'] },
    { wide: nameless },
    'serious',
    /“Our photographs” lost/,
  ],
  [
    'it had a name, and another one leads there',
    { wide: { passes: { 'link-name': [named] } } },
    {
      wide: nameless,
      links: [PHOTOS, { selector: '#text', name: 'Photographs', href: 'https://photos.example/harbour' }],
    },
    'moderate',
    /“Our photographs” lost/,
  ],
  [
    'words that one could read did not become an icon',
    { wide: { passes: { 'link-name': [link({ name: 'Wiki', text: 'Wiki' })] } } },
    { wide: nameless },
    'moderate',
    /has no name/,
  ],
  [
    'what led elsewhere is another one',
    { wide: { passes: { 'link-name': [link({ name: 'Write to us', file: 'contact' })] } } },
    { wide: nameless },
    'moderate',
    /has no name/,
  ],
  [
    'a wide logo is no small icon in its place',
    { wide: { passes: { 'link-name': [link({ name: 'Harbour logo', box: { ...box, width: 120 } })] } } },
    { wide: { violations: { 'link-name': [link({ selector: '#icon', box: { ...box, width: 24 } })] } } },
    'moderate',
    /has no name/,
  ],
  [
    'a logo is no link that takes no room, where nobody sees one',
    { wide: { passes: { 'link-name': [link({ name: 'Harbour logo', box: { ...box, width: 97 } })] } } },
    { wide: { violations: { 'link-name': [link({ selector: '#icon', box: NOWHERE, file: 'login' })] } } },
    'minor',
    /has no name/,
  ],
  [
    'its icon is drawn outside of its box, and it had a name',
    { wide: { passes: { 'link-name': [named] } } },
    { wide: { violations: { 'link-name': [{ ...icon, box: { ...NOWHERE, height: 18 } }] } } },
    'moderate',
    /“Our photographs” lost/,
  ],
  [
    'its icon is drawn outside of its box',
    {},
    { wide: { violations: { 'link-name': [{ ...icon, box: { ...NOWHERE, height: 18 } }] } } },
    'moderate',
    /has no name/,
  ],
  [
    'an icon that is a little larger is still it',
    { wide: { passes: { 'link-name': [link({ name: 'Photographs', box: { ...box, width: 24 } })] } } },
    { wide: { violations: { 'link-name': [link({ selector: '#icon', box: { ...box, width: 32 } })] } } },
    'moderate',
    /“Photographs” lost/,
  ],
  [
    'it opens the navigation on phones, as one with a name did',
    { opener: 'Menu' },
    {
      opener: '',
      narrow: {
        violations: { 'button-name': [node({ tag: 'button', role: 'button', selector: '#rebuilt-menu' })] },
      },
    },
    'serious',
    /has no name/,
  ],
  [
    'a press on it opens the navigation on phones, which needed nothing that does on the original',
    {},
    {
      isProven: true,
      opener: '',
      narrow: { violations: { 'link-name': [link({ selector: '#rebuilt-menu' })] } },
    },
    'moderate',
    /has no name/,
  ],
  [
    'a press on it opens nothing',
    {},
    { opener: '', narrow: { violations: { 'link-name': [link({ selector: '#rebuilt-menu' })] } } },
    'moderate',
    /has no name/,
  ],
  [
    'it opens the navigation on phones, which something unknown did on the original',
    {
      links: ['Routes', 'Timetable', 'Prices'].map(name => ({
        selector: `#${name}`,
        name,
        href: `/${name}`,
        isFolded: true,
      })),
    },
    {
      isProven: true,
      opener: '',
      narrow: { violations: { 'link-name': [link({ selector: '#rebuilt-menu' })] } },
    },
    'moderate',
    /has no name/,
  ],
  [
    'it opens the navigation on phones, as one without a name did that axe did not see',
    { isProven: true, opener: '' },
    {
      isProven: true,
      opener: '',
      narrow: { violations: { 'link-name': [link({ selector: '#rebuilt-menu' })] } },
    },
    'moderate',
    /has no name/,
  ],
])('a link or button without a name: %s', (_, before, after, severity, message) => {
  expect(charged(before, after)).toMatchObject([{ severity, message: expect.stringMatching(message) }])
})

test('three links lost their names, and nothing else that has one leads there', () => {
  const files = ['pier', 'quay', 'mole']
  const wide = (list: 'passes' | 'violations', name: (file: string) => string) => ({
    [list]: { 'link-name': files.map(file => link({ selector: `#${file}`, file, name: name(file) })) },
  })
  const nameless = (more: Page['links'] & object): Page => ({
    wide: wide('violations', () => ''),
    links: [...files.map(file => ({ selector: `#${file}`, name: '', href: `/${file}` })), ...more],
  })
  const told = (before: Page, more: Page['links'] & object = []) =>
    charged(before, nameless(more)).map(({ severity }) => severity)[0]
  const before = { wide: wide('passes', file => `The ${file}`) }
  expect(told(before)).toBe('serious')
  expect(told({})).toBe('moderate')
  const said = files.map(file => ({ selector: `#said-${file}`, name: `The ${file}`, href: `/${file}` }))
  expect(told(before, said)).toBe('moderate')
})

test('a link in bad colours that repeats the one to the front page', () => {
  const home = (given: Partial<AxeNode>) =>
    failing(
      node({
        tag: 'a',
        role: 'link',
        text: 'Home port',
        selector: '#home',
        contrast: { text: '#323232', background: '#181818', ratio: 1.3, wanted: 4.5 },
        ...given,
      }),
    )
  const own = { selector: '#home', name: 'Home port', href: '/index.html' }
  const told = (...links: Page['links'] & object) =>
    charged({}, { wide: home({}), links: [own, ...links] }).map(({ severity }) => severity)
  expect(told()).toEqual(['serious'])
  expect(told({ selector: '#crew', name: 'Crew', href: '/crew' })).toEqual(['serious'])
  expect(told({ selector: '#logo', name: 'The outer quay', href: '/' })).toEqual(['moderate'])
  // What calls to something is as little seen where it is said twice.
  const call = { ...own, href: '/order' }
  expect(
    charged({}, { wide: home({}), links: [call, { ...call, selector: '#order', name: 'Order' }] }),
  ).toMatchObject([{ severity: 'serious' }])
})

test('what opens the navigation on phones had no name either', () => {
  const button = (side: string, landmark: string) =>
    node({ tag: 'button', role: 'button', selector: `#${side}-menu`, landmark })
  const at = (side: string, landmark: string): Page => ({
    opener: '',
    narrow: { violations: { 'button-name': [button(side, landmark)] } },
  })
  expect(charged(at('original', 'banner'), at('rebuilt', 'navigation'))).toEqual([])
})

test('what opens the navigation on phones lost its name while a nameless arrow got one', () => {
  const button = (given: Partial<AxeNode>) => node({ tag: 'button', role: 'button', ...given })
  // The arrow and what opens the navigation are one control by what is drawn of both.
  const before: Page = {
    opener: 'Menu',
    links: [{ role: 'button', selector: '#arrow', name: '', href: '' }],
    narrow: { violations: { 'button-name': [button({ selector: '#arrow' })] } },
  }
  const after: Page = {
    opener: '',
    narrow: { violations: { 'button-name': [button({ selector: '#rebuilt-menu', landmark: 'banner' })] } },
  }
  expect(charged(before, after)).toMatchObject([{ severity: 'serious' }])
})

test('without the style sheet that lays a page out nothing is said of its colours', () => {
  const url = 'https://cdn.jsdelivr.net/npm/bootstrap@5.3.2/dist/css/bootstrap.min.css'
  const sheet = (status: number) => ({ url, type: 'stylesheet', status, failure: status ? null : 'net::ERR' })
  const was = { wide: { passes: { 'color-contrast': [text(DARK, {}, 12.6)] } } }
  const pale = failing(text(PALE, {}, 1.2))
  const told = (requests: ReturnType<typeof sheet>[], lists: Lists = pale) =>
    charged(was, { wide: lists, requests: requests as RequestEntry[] }).map(({ rule }) => rule)
  expect(told([])).toEqual(['a11y/axe/contrast'])
  expect(told([sheet(200)])).toEqual(['a11y/axe/contrast'])
  expect(told([sheet(0)])).toEqual([])
  const own = { contrast: { text: '#f48989', background: '#fff9f5', ratio: 1.2, wanted: 4.5 } }
  expect(told([sheet(0)], failing(text(PALE, own)))).toEqual(['a11y/axe/contrast'])
  expect(told([sheet(0)], { violations: { 'button-name': [text(DARK)] } })).toEqual(['a11y/axe/violation'])
})

test('a numeral that counts what stands beside it is no text that one must read', () => {
  const told = (said: string) => {
    const pale = { contrast: { text: '#f1e7d7', background: '#ffffff', ratio: 1.22, wanted: 3 } }
    const was = { passes: { 'color-contrast': [text(DARK, { text: said }, 12.6)] } }
    return charged({ wide: was }, { wide: failing(text(PALE, { text: said, ...pale })) })[0]?.severity
  }
  expect(['II', '02', '3.'].map(told)).toEqual(['moderate', 'moderate', 'serious'])
  expect(['12', 'Vita'].map(told)).toEqual(['serious', 'serious'])
})

const menu = (given: Partial<Page> = {}): Page => ({ opener: 'Menu', isProven: true, ...given })
test.each<[string, Page, Page, string[]]>([
  ['that shows the navigation without one', {}, menu({ iconContrast: 1.07 }), ['serious']],
  ['where it could be seen', menu({ iconContrast: 12 }), menu({ iconContrast: 1.07 }), ['serious']],
  [
    'where it could be seen, and opens nothing now',
    menu({ iconContrast: 12 }),
    menu({ iconContrast: 1.07, isProven: false }),
    ['moderate'],
  ],
  [
    'where it could be seen, and is told by its hue alone',
    menu({ iconContrast: 12 }),
    menu({ iconContrast: 1.24, iconDifference: 18 }),
    ['moderate'],
  ],
  [
    'where it could be seen, and is hardly another colour',
    menu({ iconContrast: 12 }),
    menu({ iconContrast: 1.24, iconDifference: 6 }),
    ['serious'],
  ],
  ['where it was as pale', menu({ iconContrast: 1.1 }), menu({ iconContrast: 1.07 }), []],
  ['and could be seen', menu({ iconContrast: 12 }), menu({ iconContrast: 2.4 }), []],
  [
    'whose menu shows other things',
    menu({ iconContrast: 12 }),
    menu({ iconContrast: 1.07, revealed: ['Dark mode', 'Light mode', 'Sidebar'], opener: 'Settings' }),
    [],
  ],
  ['that was captured before icons were measured', {}, menu(), []],
  ['without a menu, for an icon that opens nothing', {}, menu({ iconContrast: 1.07, isProven: false }), []],
])('a menu icon in the colour of its background, on a page %s', (_, before, after, severities) => {
  const found = charged(before, after)
  expect(found.map(({ severity }) => severity)).toEqual(severities)
  for (const { rule } of found) expect(rule).toBe('a11y/axe/icon')
})

test('a menu icon whose picture cannot be decoded is broken, not pale', () => {
  const drawn = (isRead: boolean) => {
    const url = 'data:image/svg+xml,%3Csvg%3E'
    const one = picture('pier', { kind: 'background', selector: '#rebuilt-menu > span', url, bytes: 90 })
    return menu({ iconContrast: 1.07, images: [isRead ? one : { ...one, file: null }] })
  }
  const told = (after: Page) => charged(menu({ iconContrast: 12 }), after).map(({ message }) => message)
  expect(told(drawn(false))).toEqual([expect.stringMatching(/none that can be drawn, and it opens/)])
  expect(told(drawn(true))).toEqual([expect.stringMatching(/contrast of 1.07:1/)])
})

const photo = { x: 0, y: 0, width: 320, height: 180 }
const image = (given: Partial<AxeNode>) => node({ tag: 'img', box: photo, ...given })
const shown = (...alts: string[]): Page => ({
  wide: { passes: { 'image-alt': alts.map((name, at) => image({ name, file: `${at}.jpg` })) } },
})
const SMALL = { box: { ...photo, height: 90 } }
const IN_LINK = { ...SMALL, selector: '#rebuilt-link > a > img' }
const silent = (count: number, first = 0, near = '', more: Partial<AxeNode> = {}): Page => ({
  wide: {
    violations: {
      'image-alt': Array.from({ length: count }, (_, at) =>
        image({ file: `${first + at}.jpg`, near, ...more }),
      ),
    },
  },
})

test.each<[string, Page, Page, string]>([
  ['it had a text', shown('The outer quay', '', ''), silent(1), 'serious'],
  ['its text said what kind of thing it is', shown('Logo'), silent(1), 'moderate'],
  ['the heading above it says less', shown('The outer quay'), silent(1, 0, 'The quay'), 'serious'],
  ['its text was the name of a file', shown('quay-logo'), silent(1), 'moderate'],
  ['it decorated', shown(''), silent(1), 'minor'],
  ['it is new', {}, silent(2, 7), 'moderate'],
  [
    'all are new and have none, where the original’s had one each',
    shown('The outer quay', 'The inner quay', 'The lock'),
    silent(3, 7),
    'serious',
  ],
  [
    'all are new and have none, where the original’s said what kind of thing they are',
    shown('image', 'Logo', 'image'),
    silent(3, 7),
    'moderate',
  ],
  [
    'all are new and have none, where the original had two pictures',
    shown('The outer quay', 'The inner quay'),
    silent(3, 7),
    'moderate',
  ],
  [
    'it had a text that three had',
    {
      ...shown('A slider'),
      images: ['pier', 'dune', 'forest'].map(one => picture(one, { name: 'A slider' })),
    },
    silent(1),
    'moderate',
  ],
  [
    'a text beside it says the same, in another order',
    shown('The port, outer quay'),
    {
      ...silent(1, 0, '', { selector: '#quay' }),
      images: [picture('pier', { selector: '#quay', near: 'Port: the outer quay' })],
    },
    'moderate',
  ],
  ['it had a text and is small', shown('The outer quay'), silent(1, 0, '', SMALL), 'moderate'],
  [
    'it had a text, is small and all that is in a link',
    shown('The outer quay'),
    { wide: { violations: { ...silent(1, 0, '', IN_LINK).wide!.violations, 'link-name': [link({})] } } },
    'moderate',
  ],
])('a picture without alternative text: %s', (_, before, after, severity) => {
  const [issue] = charged(before, after)
  expect(issue).toMatchObject({ severity })
})

test('the arrow in a button of a slider is no picture of it that lost its text', () => {
  const photo = (name: string, file: string) =>
    image({ name, file, box: { ...box, height: 600 }, selector: `#slider > ${file}` })
  const arrow = node({
    tag: 'svg',
    role: 'img',
    box: { ...box, width: 11, height: 20 },
    selector: '#next > svg',
  })
  const after: Page = {
    wide: {
      passes: { 'image-alt': [photo('The quay at night', 'b')] },
      violations: { 'svg-img-alt': [arrow] },
    },
    links: [{ selector: '#next', name: 'Next', href: '#' }],
  }
  const before: Page = {
    wide: { passes: { 'image-alt': [photo('The quay at dawn', 'a'), photo('The quay at night', 'b')] } },
  }
  expect(charged(before, after)).toMatchObject([
    { severity: 'minor', message: expect.stringMatching(/has no alternative text/) },
  ])
})

/** In a bar that stays over the window; axe found something light below it. */
const GLASS = { background: 'rgba(0, 0, 0, 0.5)', size: 16, weight: 400 }
const inBar = (colour: string, given: Partial<AxeNode> = {}) =>
  text(colour, {
    afloat: true,
    paint: { text: colour, ...GLASS },
    contrast: { text: '#c8c8c8', background: '#7a7a7b', ratio: 2.5, wanted: 4.5 },
    ...given,
  })
const _NEARLY_WHITE = 'rgb(206, 206, 206)'
const WHITE_TEXT = 'rgb(255, 255, 255)'
const LIGHT = 'rgb(200, 200, 200)'

test.each<[string, Page, Page, string[]]>([
  [
    'paler on any background',
    { wide: open(inBar(WHITE_TEXT, { contrast: null })), colours: background([20, 20, 20]) },
    { wide: failing(inBar(LIGHT)), colours: background([20, 20, 20]) },
    ['moderate'],
  ],
  [
    'on a light background where the page opens, by the pixels as well',
    { wide: open(inBar(WHITE_TEXT, { contrast: null })), colours: background([20, 20, 20]) },
    { wide: failing(inBar(LIGHT)), colours: background([160, 160, 160]) },
    ['serious'],
  ],
  [
    'in a bar that had a background of its own',
    {
      wide: open(inBar(WHITE_TEXT, { contrast: null, afloat: undefined })),
      colours: background([20, 20, 20]),
    },
    { wide: failing(inBar(LIGHT)), colours: background([20, 20, 20]) },
    ['serious'],
  ],
  [
    'in a bar that had a background of its own, and has one as soon as the page is scrolled',
    {
      wide: open(inBar(WHITE_TEXT, { contrast: null, afloat: undefined })),
      colours: background([20, 20, 20]),
    },
    { wide: failing(inBar(WHITE_TEXT, { grounded: true })), colours: background([20, 20, 20]) },
    [],
  ],
])('contrast over what is scrolled: %s', (_, before, after, severities) => {
  expect(charged(before, after).map(({ severity }) => severity)).toEqual(severities)
})

test('a heading is not the link elsewhere that has its subject in common', () => {
  const link = node({
    tag: 'a',
    role: 'link',
    text: 'JS8Call improved',
    after: 'Resources',
    contrast: { text: '#777777', background: '#ffffff', ratio: 5.33, wanted: 4.5 },
  })
  const heading = node({
    tag: 'h2',
    text: 'Get JS8Call Today',
    after: 'Awards',
    paint: { text: 'rgb(204, 204, 204)', background: 'rgb(255, 255, 255)', size: 32, weight: 700 },
    contrast: { text: '#cccccc', background: '#ffffff', ratio: 1.6, wanted: 3 },
  })
  const wide: Lists = { passes: { 'color-contrast': [link] } }
  const before = (now: AxeNode) => charged({ wide }, { wide: failing(now) }).map(({ message }) => message)
  expect(before(heading)).toEqual([expect.not.stringContaining('before')])
  // The same words are the same text, whatever it has become, and so is a link that was worded anew.
  expect(before({ ...heading, text: 'JS8Call, improved' })).toEqual([
    expect.stringContaining('5.33:1 before'),
  ])
  expect(before({ ...heading, tag: 'a', role: 'link' })).toEqual([expect.stringContaining('5.33:1 before')])
})

test('fields without a label stay the same ones, whatever they ask for', () => {
  const fields = (...types: string[]): Page => ({
    wide: {
      violations: { label: types.map(type => node({ tag: 'input', role: 'textbox', type })) },
      passes: { label: [node({ tag: 'input', role: 'textbox', type: 'text', name: 'Your name' })] },
    },
  })
  const told = (...types: string[]) => charged(fields('text', 'email'), fields(...types)).length
  expect(told('text', 'text')).toBe(0)
  expect(told('text')).toBe(0)
  expect(told('text', 'text', 'text')).toBe(1)
  expect(told('text', 'password')).toBe(1)
})

test('a colour that texts took is one cause, whatever they stand on, and a white of buttons is none', () => {
  const about = (at: number, letters: string, background: string, ratio: number) =>
    text('', {
      selector: `#note-${at}`,
      text: `The ${['ferry', 'barge', 'launch', 'yacht'][at]} sails from the old quay at noon and is back before the night falls`,
      paint: { text: letters, background: background, size: 16, weight: 400 },
      contrast: { text: letters, background: background, ratio, wanted: 4.5 },
    })
  const backgrounds = ['#ffffff', '#f3f4fe', '#fefefe', '#ffffff']
  // The last one is new.
  const judgedAs = (was: string, now: string) =>
    charged(
      {
        wide: {
          passes: {
            'color-contrast': backgrounds.slice(1).map((background, at) => about(at, was, background, 9)),
          },
        },
      },
      { wide: failing(...backgrounds.map((background, at) => about(at, now, background, 1.4))) },
    )
  expect(judgedAs('#637381', '#d3d3d3')).toMatchObject([
    { message: expect.stringContaining('3 more of this kind'), members: backgrounds.map(() => ({})) },
  ])
  expect(judgedAs('#d3d3d3', '#d3d3d3')).toHaveLength(3)
})

test('a logo is where its picture is, and not what else lost its name', () => {
  const logo = link({ selector: '#logo', name: 'Harbour' })
  const menu = link({ selector: '#menu' })
  const images = (selector: string) => [picture('pier', { selector })]
  const judged = (selector: string) =>
    charged(
      { wide: { passes: { 'link-name': [logo] } }, images: images('#logo > img') },
      { wide: { violations: { 'link-name': [menu] } }, images: images(selector) },
    ).map(({ message }) => message)
  expect(judged('#brand > img')).toEqual([expect.stringMatching(/has no name/)])
  expect(judged('#menu > img')).toEqual([expect.stringMatching(/“Harbour” lost its name/)])
})
