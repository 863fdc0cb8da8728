import { expect, test } from 'vitest'
import type { FontsArtifact } from '../../../server/capture/collectors/fonts.ts'
import type { GlyphIcon } from '../../../server/capture/collectors/glyph-icons.ts'
import type { RequestEntry } from '../../../server/capture/page/network.ts'
import { box, judge, textLayout } from './pictures.ts'

type Icons = NonNullable<FontsArtifact['icons']>

/** Rows of a list of contact details, each with room for an icon before it. */
const ROWS = [
  'Call us from nine',
  'Write to the office',
  'Find the workshop',
  'See when we open',
  'Read our terms',
]
const boxAt = (at: number) => box(100, 200 + 60 * at, 24, 24)

const icon = (at: number, changes: Partial<GlyphIcon> = {}): GlyphIcon => ({
  glyph: String.fromCodePoint(0xf095 + at),
  family: 'FontAwesome',
  drawn: true,
  box: boxAt(at),
  selector: `li:nth-of-type(${at + 1}) > i`,
  ...changes,
})
const icons = (count: number, changes: Partial<GlyphIcon> = {}) =>
  Array.from({ length: count }, (_, at) => icon(at, changes))

interface Given {
  wide?: GlyphIcon[]
  narrow?: GlyphIcon[]
  marks?: Icons['marks']
  fonts?: Partial<FontsArtifact>
  texts?: string[]
  sizes?: number[]
  pictures?: ReturnType<typeof box>[]
  controls?: { name: string; selector: string; box: ReturnType<typeof box>; state?: string }[]
  requests?: Partial<RequestEntry>[]
}

function page({ wide = [], narrow = [], marks = [], texts = ROWS, sizes = [], ...given }: Given) {
  const [desktop] = textLayout(
    texts.map((text, at) => ({ text, size: sizes[at] ?? 16, box: box(140, 200 + 60 * at, 300, 24) })),
  ) as unknown as [object]
  const layout = {
    ...desktop,
    controls: (given.controls ?? []).map(control => ({
      role: 'button',
      landmark: 'banner',
      state: 'visible',
      seen: control.box,
      ...control,
    })),
    pictures: (given.pictures ?? []).map(place => ({
      kind: 'svg',
      box: place,
      seen: place,
      state: 'visible',
    })),
  }
  return {
    fonts: { loaded: ['FontAwesome'], failed: [], icons: { wide, narrow, marks }, ...given.fonts },
    layouts: [layout, { ...layout, width: 375 }] as never,
    health: {
      requests: (given.requests ?? []).map(request => ({
        method: 'GET',
        status: 0,
        failure: null,
        firstParty: false,
        contentType: '',
        ...request,
      })) as RequestEntry[],
    },
  }
}

const judged = (before: Given, after: Given) => judge('image/icons', page(before), page(after))
const gone: Given = { fonts: { loaded: [], failed: ['FontAwesome'] } }
const menu = { name: 'Menu', selector: '#menu', box: box(1300, 20, 44, 44) }
const alone = { control: { selector: '#menu', name: 'Menu', alone: true } }

test.each<[string, Given, Given, string[]]>([
  ['all drawn', { wide: icons(5) }, { wide: icons(5) }, []],
  [
    'the font is gone',
    { wide: icons(5) },
    { wide: icons(5, { drawn: false }), ...gone },
    ['moderate image/icons:not-drawn:fontawesome'],
  ],
  [
    'many',
    { wide: icons(5) },
    { wide: [...icons(5, { drawn: false }), ...[5, 6, 7].map(at => icon(at, { drawn: false }))], ...gone },
    ['serious image/icons:not-drawn:fontawesome'],
  ],
  [
    'few, on a phone as well, where they have other selectors',
    { wide: icons(5) },
    { wide: icons(5, { drawn: false }), narrow: icons(5, { drawn: false, selector: '#yui_2 > i' }) },
    ['moderate image/icons:not-drawn:fontawesome'],
  ],
  [
    'two fonts are two issues',
    { wide: icons(3) },
    { wide: [icon(0, { drawn: false }), icon(1, { drawn: false, family: 'icomoon' })] },
    ['moderate image/icons:not-drawn:fontawesome', 'moderate image/icons:not-drawn:icomoon'],
  ],
  [
    'all that the menu button shows, on phones alone',
    { narrow: [icon(0, alone)], controls: [menu] },
    { narrow: [icon(0, { ...alone, drawn: false })], controls: [menu] },
    ['serious image/icons:not-drawn:fontawesome'],
  ],
  [
    'all that a new button shows',
    { narrow: [icon(0)] },
    { narrow: [icon(0, { ...alone, drawn: false })], controls: [menu] },
    ['moderate image/icons:not-drawn:fontawesome'],
  ],
  [
    'beside the word of a button',
    { wide: [icon(0)], controls: [menu] },
    {
      wide: [icon(0, { drawn: false, control: { ...alone.control, alone: false } })],
      controls: [menu],
    },
    ['moderate image/icons:not-drawn:fontawesome'],
  ],
  [
    'not drawn on the original either, whatever the font is called now',
    { wide: icons(9, { drawn: false }) },
    { wide: icons(9, { drawn: false, family: 'Font Awesome 6 Free' }) },
    [],
  ],
  [
    'a drawing before, a font that does not come now',
    { pictures: [boxAt(0)] },
    { wide: [icon(0, { drawn: false })] },
    ['moderate image/icons:not-drawn:fontawesome'],
  ],
  ['gone without a trace', { wide: icons(5) }, {}, ['moderate image/icons:lost']],
  ['three of them gone', { wide: icons(3) }, {}, []],
  ['one of five is still drawn', { wide: icons(5) }, { wide: icons(1) }, ['moderate image/icons:lost']],
  ['two of five are still drawn', { wide: icons(5) }, { wide: icons(2) }, []],
  ['drawings now', { wide: icons(5) }, { pictures: ROWS.map((_, at) => boxAt(at)) }, []],
  ['shapes or markers now', { wide: icons(5) }, { marks: ROWS.map((_, at) => boxAt(at)) }, []],
  [
    'shapes that were around them',
    { wide: icons(5), marks: ROWS.map((_, at) => boxAt(at)) },
    { marks: ROWS.map((_, at) => boxAt(at)) },
    ['moderate image/icons:lost'],
  ],
  [
    'drawings now, without the shapes that were around them',
    { wide: icons(5), marks: ROWS.map((_, at) => boxAt(at)) },
    { pictures: ROWS.map((_, at) => boxAt(at)) },
    [],
  ],
  ['emoji now', { wide: icons(5) }, { texts: ROWS.map(text => `☎ ${text}`) }, []],
  ['with their texts', { wide: icons(5) }, { texts: ['Another page', 'on other things'] }, []],
  ['another design', { wide: icons(5) }, { sizes: [20, 14, 30, 12, 18] }, []],
])('image/icons: %s', (_, before, after, issues) => {
  expect(judged(before, after)).toMatchObject({ issues, outcome: 'assessed' })
})

const social = ['Facebook', 'Instagram', 'YouTube', 'Mastodon'].map((name, at) => ({
  name,
  selector: `#${name}`,
  box: box(900 + 60 * at, 700, 40, 40),
}))
const inside = social.map(({ box, ...control }, at) =>
  icon(at, { box, control: { ...control, alone: true } }),
)

test('image/icons: links that showed an icon alone and are empty, hidden or words', () => {
  const told = (after: Given) => judged({ wide: inside, controls: social }, after).issues
  expect(told({ controls: social })).toEqual(['moderate image/icons:lost'])
  expect(told({ controls: social.map(one => ({ ...one, state: 'hidden' })) })).toEqual([])
  expect(told({ controls: social, pictures: social.map(({ box }) => box) })).toEqual([])
})

test('image/icons: nothing is told of what this machine could not reach', () => {
  const unreached = (type: string) => [
    { url: `https://cdn.icons.example/all.${type}`, type, failure: 'net::ERR_NAME_NOT_RESOLVED' },
  ]
  const undrawn = icons(9, { drawn: false })
  const told = (after: Given) => judged({ wide: icons(5) }, after)
  const withheld = { loaded: [], failed: [], withheld: ['FontAwesome'] }
  expect(told({ wide: undrawn, fonts: withheld })).toMatchObject({ issues: [], outcome: 'inconclusive' })
  expect(told({ wide: undrawn, ...gone, requests: unreached('font') }).outcome).toBe('inconclusive')
  expect(told({ wide: undrawn, fonts: { loaded: [] }, requests: unreached('stylesheet') }).outcome).toBe(
    'inconclusive',
  )
  expect(told({ requests: unreached('stylesheet') }).outcome).toBe('inconclusive')
  // What is known to have failed is told whatever else is out of reach.
  expect(told({ wide: undrawn, ...gone, requests: unreached('stylesheet') }).issues).toHaveLength(1)
  expect(told({ wide: icons(5), requests: unreached('font') })).toMatchObject({
    issues: [],
    outcome: 'assessed',
  })
})

test('image/icons: nothing to judge', () => {
  expect(judged({}, {}).outcome).toBe('not-applicable')
  expect(judged({ fonts: { icons: undefined } }, { wide: icons(2) }).outcome).toBe('inconclusive')
})
