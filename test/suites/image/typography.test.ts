import { expect, test } from 'vitest'
import { classOf } from '../../../server/suites/image/typography/families.ts'
import { box, judge, textLayout } from './pictures.ts'

test.each([
  ['Arial, sans-serif', 'sans-serif'],
  ['"Times New Roman"', 'serif'],
  ['Georgia, serif', 'serif'],
  ['"Noto Sans Mono", monospace', 'monospace'],
  ['"Source Serif 4", serif', 'serif'],
  ['"Open Sans", sans-serif', 'sans-serif'],
  ['"Roboto Slab", serif', 'serif'],
  ['"Alegreya Sans", sans-serif', 'sans-serif'],
  ['-apple-system, BlinkMacSystemFont, "Segoe UI"', 'sans-serif'],
  ['"Kaushan Script", cursive', 'display'],
  ['"Acme Corporate", serif', 'serif'],
  ['"Acme Corporate"', null],
  ['"Comic Neue", cursive', 'display'],
  ['"Big Shoulders Display", cursive', null],
  ['cursive', 'display'],
  ['"Yu Mincho", serif', 'serif'],
  ['"PingFang SC", "Microsoft YaHei"', 'sans-serif'],
  ['"__Lora_aaf875", "__Lora_Fallback_aaf875", ui-sans-serif, system-ui', 'serif'],
  ['"__Inter_d65c78", "__Inter_Fallback_d65c78"', 'sans-serif'],
  ['"__Open_Sans_3b020fa1"', 'sans-serif'],
])('%s is %s', (list, wanted) => {
  expect(classOf(list)).toBe(wanted)
})

const words = [
  'Houses by the water',
  'We have drawn and built houses on the coast',
  'Eleven people draw and build',
  'Ask for a visit any day',
]
test('what the browser chose may be another face now', () => {
  const times = { family: '"Times New Roman"' }
  const judged = (before: Record<string, unknown>) =>
    judge(
      'image/typography',
      page(() => before),
      page(() => ({ family: 'Arial, sans-serif' })),
    )
  expect(judged(times).issues).toEqual(['moderate image/typography:class:serif'])
  expect(judged({ family: 'Georgia, serif' }).issues).toEqual(['moderate image/typography:class:serif'])
  // Of a page whose heading alone is set in a face of its own.
  const mixed = judge(
    'image/typography',
    page(at => (at === 0 ? { family: 'Georgia, serif' } : times)),
    page(() => ({ family: 'Arial, sans-serif' })),
  )
  expect(mixed.issues).toEqual(['moderate image/typography:class:serif'])
})

test('of a page that came without its style sheet no typeface is known', () => {
  const lacked = (family: string, url: string, askedNow: string[] = []) => {
    const health = (urls: string[]) => ({
      requests: urls.map(one => ({
        url: one,
        method: 'GET',
        type: 'stylesheet',
        status: 0,
        failure: 'net::ERR_TUNNEL_CONNECTION_FAILED',
        firstParty: false,
        contentType: '',
      })),
      dropped: 0,
      console: [],
      exceptions: [],
    })
    return judge(
      'image/typography',
      { ...page(() => ({ family })), health: health([url]) },
      { ...page(() => ({ family: 'Arial, sans-serif' })), health: health(askedNow) },
    ).outcome
  }
  const sheet = 'https://cdn.example/manual.css'
  expect(lacked('"Times New Roman"', sheet)).toBe('inconclusive')
  expect(lacked('"Times New Roman"', sheet, [sheet])).toBe('assessed')
  expect(lacked('Georgia, serif', sheet)).toBe('assessed')
  expect(lacked('"Times New Roman"', 'https://cdn.example/font-awesome.min.css')).toBe('assessed')
})

test('another design has a typeface of its own', () => {
  const told = (family: string) =>
    judge(
      'image/typography',
      page(() => ({ family: 'Verdana, sans-serif' })),
      { ...page(() => ({ family })), fonts: { loaded: ['Merriweather'], failed: [] } },
    ).issues.filter(issue => issue.includes(':class:'))
  expect(told('Merriweather, serif')).toEqual(['moderate image/typography:class:sans-serif'])
  // What is left when a style sheet fell away.
  expect(told('Georgia, serif')).toEqual(['serious image/typography:class:sans-serif'])
  // What is set without serifs now is most often a new design, in whatever sizes.
  const modern = judge(
    'image/typography',
    page(() => ({ family: 'Georgia, serif' })),
    page(() => ({ family: 'Arial, sans-serif' })),
  )
  expect(modern.issues).toEqual(['moderate image/typography:class:serif'])
})

const page = (change: (at: number) => Record<string, unknown>) => ({
  layouts: textLayout(
    words.map((text, at) => ({ text, kind: at === 0 ? 'heading' : 'paragraph', ...change(at) })),
  ),
})

test.each<[string, (at: number) => Record<string, unknown>, string[]]>([
  ['the same', () => ({}), []],
  ['other names for the same', () => ({ family: 'Helvetica, "Liberation Sans", sans-serif' }), []],
  ['a family that says nothing', () => ({ family: '"Acme Corporate"' }), []],
  ['serifs everywhere', () => ({ family: 'Georgia, serif' }), ['serious image/typography:class:sans-serif']],
  [
    'families that are nowhere, before one with serifs',
    () => ({ family: 'Ariel, "Nunito Sans", serif' }),
    ['serious image/typography:class:sans-serif'],
  ],
  ['a family that is nowhere, before the same', () => ({ family: '"Nunito Serif", sans-serif' }), []],
  [
    'a heading with serifs',
    at => (at === 0 ? { family: 'Georgia, serif' } : {}),
    ['moderate image/typography:class:sans-serif'],
  ],
  [
    'all headings with serifs',
    at => (at < 3 ? { kind: 'heading', family: 'Georgia, serif' } : {}),
    ['serious image/typography:class:sans-serif'],
  ],
  ['sizes a little off', () => ({ size: 17.5 }), []],
  ['a third larger', () => ({ size: 22 }), ['moderate image/typography:size:text:16']],
  ['a third smaller, too small to read', () => ({ size: 10.5 }), ['serious image/typography:size:text:16']],
  [
    'bold everywhere',
    () => ({ weight: 700 }),
    ['moderate image/typography:weight:heading:bolder', 'moderate image/typography:weight:text:bolder'],
  ],
  ['light everywhere', () => ({ weight: 300 }), ['moderate image/typography:weight:text:lighter']],
  ['one light text', at => (at === 3 ? { weight: 300 } : {}), []],
  ['medium for regular', () => ({ weight: 500 }), []],
])('image/typography: %s', (_, change, issues) => {
  const judged = judge(
    'image/typography',
    page(() => ({})),
    page(change),
  )
  expect(judged.issues.filter(issue => !issue.startsWith('minor')).sort()).toEqual(issues)
  expect(judged.outcome).toBe('assessed')
})

test('image/typography: what is set otherwise with most of the text is one design, charged once', () => {
  const told = (change: Record<string, unknown>) => {
    const { issues, score } = judge(
      'image/typography',
      page(() => ({})),
      page(() => change),
    )
    return [issues, score]
  }
  expect(told({ size: 22 })).toEqual([['moderate image/typography:size:text:16'], 48])
  expect(told({ size: 22, weight: 700 })).toEqual([['moderate image/typography:size:text:16'], 44])
  // What fails by itself still does, and by itself nothing is a part.
  expect(told({ size: 22, family: 'Georgia, serif' })[0]).toEqual([
    'serious image/typography:class:sans-serif',
  ])
  expect(told({ weight: 700 })[0]).toHaveLength(2)
})

test('image/typography: texts of all sizes that one factor made smaller are one issue', () => {
  const sizes = [32, 16, 18, 16]
  const told = (sizeAt: (size: number, at: number) => number) =>
    judge(
      'image/typography',
      page(at => ({ size: sizes[at % 4]! })),
      page(at => ({ size: sizeAt(sizes[at % 4]!, at) })),
    ).issues
  expect(told(size => size * 0.75)).toEqual(['moderate image/typography:size:all:smaller'])
  expect(told(size => Math.round(size * 0.64))).toEqual(['serious image/typography:size:all:smaller'])
  expect(told(size => size * 1.5)).toEqual(['moderate image/typography:size:all:larger'])
  // Each by a factor of its own, or one of them alone.
  expect(told((size, at) => size * (at % 2 ? 0.75 : 0.45))).not.toContainEqual(expect.stringMatching(/:all:/))
  expect(told((size, at) => (at === 0 ? size * 0.75 : size))).toEqual([
    'minor image/typography:size:heading:32',
  ])
})

test('image/typography: a web font that does not come any more; one that came to neither is nothing', () => {
  const own = page(() => ({ family: '"Acme Corporate", sans-serif' }))
  const few = page(at => ({ family: at % 4 ? 'Arial' : '"Acme Corporate", sans-serif' }))
  const came = { fonts: { loaded: ['Acme Corporate'], failed: [] } }
  const failed = { fonts: { loaded: [], failed: ['Acme Corporate'] } }
  expect(judge('image/typography', { ...own, ...came }, { ...own, ...failed }).issues).toEqual([
    'moderate image/typography:face:acme corporate',
  ])
  // That of most of the text is all of the check, that of some a share of it.
  const scoreOf = (texts: typeof own) =>
    judge('image/typography', { ...texts, ...came }, { ...texts, ...failed }).score
  expect([scoreOf(own), scoreOf(few) > 80]).toEqual([0, true])
  expect(judge('image/typography', { ...own, ...failed }, { ...own, ...failed }).issues).toEqual([])
  // The words of a font that makes icons of them are icons.
  const icon = {
    glyph: 'menu',
    family: 'Acme Corporate',
    drawn: true,
    box: box(0, 0, 24, 24),
    selector: 'i',
  }
  const icons = { wide: [icon], narrow: [], marks: [] }
  const drawing = { fonts: { ...came.fonts, icons } }
  expect(judge('image/typography', { ...own, ...drawing }, { ...own, ...failed }).issues).toEqual([])
})

test('image/typography: a web font that is asked for nowhere any more', () => {
  const css = (url: string, status = 0) => ({
    health: {
      requests: [{ url, type: 'stylesheet', status }],
      dropped: 0,
      console: [],
      exceptions: [],
    } as never,
  })
  const SERVICE = 'https://fonts.googleapis.com/css2?family=Inter&family=Old+Acme:wght@400;700'
  const inter = page(() => ({ family: 'Inter, sans-serif' }))
  const system = page(() => ({ family: 'system-ui, Roboto, sans-serif' }))
  const other = page(() => ({ family: 'Lato, sans-serif' }))
  const loaded = (...families: string[]) => ({ fonts: { loaded: families, failed: [] } })
  const judged = (before: object, after: object) => judge('image/typography', before, after).issues
  const lost = ['moderate image/typography:face:inter']
  expect(judged({ ...inter, ...css(SERVICE) }, inter)).toEqual(lost)
  expect(judged({ ...inter, ...loaded('Inter') }, system)).toEqual(lost)
  expect(judged({ ...inter, ...css(SERVICE) }, { ...inter, ...css(SERVICE) })).toEqual([])
  expect(judged({ ...inter, ...css(SERVICE) }, { ...inter, ...loaded('Inter') })).toEqual([])
  // Another web font is a choice, and a style sheet that did not come may declare any.
  expect(judged({ ...inter, ...loaded('Inter') }, { ...other, ...loaded('Lato') })).toEqual([])
  expect(judged({ ...inter, ...loaded('Inter') }, { ...inter, ...css('https://a.example/x.css') })).toEqual(
    [],
  )
  expect(judged(inter, system)).toEqual([])
})

test('names that Next.js makes of families are the families', () => {
  const judged = (served: string, name: string) =>
    judge(
      'image/typography',
      { ...page(() => ({ family: 'Lora, serif' })), fonts: { loaded: ['Lora'], failed: [] } },
      {
        ...page(() => ({ family: `${name}, ui-sans-serif, sans-serif` })),
        fonts: served === 'loaded' ? { loaded: [name], failed: [] } : { loaded: [], failed: [name] },
      },
    ).issues
  expect(judged('loaded', '__Lora_aaf875')).toEqual([])
  expect(judged('failed', '__Lora_aaf875')).toEqual(['moderate image/typography:face:lora'])
  expect(judged('loaded', '__Inter_d65c78')).toEqual(['moderate image/typography:class:serif'])
})

test('of one family that came to neither page, what is named behind it is seen by nobody', () => {
  const inSerif = page(() => ({ family: '"Acme Corporate", serif' }))
  const inSans = page(() => ({ family: '"Acme Corporate", sans-serif' }))
  const loaded = { fonts: { loaded: ['Acme Corporate'], failed: [] } }
  const judged = (before: object, after: object) =>
    judge('image/typography', before, after).issues.filter(issue => issue.includes(':class:'))
  expect(judged(inSans, inSerif)).toEqual([])
  expect(judged({ ...inSans, ...loaded }, inSerif)).toEqual(['serious image/typography:class:sans-serif'])
})

test('image/typography needs texts', () => {
  expect(judge('image/typography', {}, {}).outcome).toBe('not-applicable')
})

test('a typeface of a host out of reach is neither there nor lost', () => {
  const came = { fonts: { loaded: ['Acme Corporate'], failed: [] } }
  const kept = { fonts: { loaded: [], failed: [], withheld: ['Acme Corporate'] } }
  const set = page(() => ({ family: '"Acme Corporate", serif' }))
  const judged = (before: object, after: object) =>
    judge('image/typography', { ...set, ...before }, { ...set, ...after })
  expect(judged(came, kept)).toMatchObject({ issues: [], outcome: 'inconclusive' })
  expect(judged(kept, kept)).toMatchObject({ issues: [], outcome: 'assessed' })
})

const LINE = 'A line of running text that tells what the house by the water looks like, number '
const set = (texts: { text: string; kind?: string; size?: number; box: ReturnType<typeof box> }[]) => ({
  layouts: textLayout(texts),
})
const column = (x: number, width: number, lines = 4) =>
  Array.from({ length: lines }, (_, i) => ({ text: `${LINE}${i}`, box: box(x, 300 + i * 50, width, 40) }))
const heading = (text: string, size: number, place: ReturnType<typeof box>) => ({
  text,
  kind: 'heading',
  size,
  box: place,
})
const LEVEL = ['serious image/typography:level']
const kinds = /column|rank|alignment|level/
/** Headings of these sizes over text of 16 px. */
const headed = (...sizes: number[]) => [
  ...sizes.map((size, at) => heading(`Part ${at} of the page`, size, box(100, 100 * at, 400, 60))),
  ...column(300, 800),
]

test.each<[string, Parameters<typeof set>[0], Parameters<typeof set>[0], string[]]>([
  ['in its column', column(300, 800), column(260, 900), []],
  ['at the edge of the window', column(300, 800), column(20, 1400), ['serious image/typography:column']],
  ['at the edge as before', column(40, 1300), column(20, 1400), []],
  [
    'one line of many at the edge',
    column(300, 800, 6),
    [...column(300, 800, 5), ...column(20, 1400, 6).slice(5)],
    [],
  ],
  ['hardly any text at the edge', column(300, 800, 2), column(20, 1400, 2), []],
  [
    'the headings in their order',
    [heading('First', 42, box(100, 0, 300, 50)), heading('Second', 24, box(100, 100, 200, 30))],
    [heading('First', 30, box(100, 0, 300, 50)), heading('Second', 24, box(100, 100, 200, 30))],
    [],
  ],
  [
    'the leading heading below another one',
    [heading('First', 42, box(100, 0, 300, 50)), heading('Second', 24, box(100, 100, 200, 30))],
    [heading('First', 20, box(100, 0, 300, 50)), heading('Second', 26, box(100, 100, 200, 30))],
    ['moderate image/typography:rank'],
  ],
  [
    'the leading heading found again in the menu',
    [heading('First', 42, box(100, 0, 300, 50)), heading('Second', 24, box(100, 100, 200, 30))],
    [{ text: 'First', size: 16, box: box(100, 0, 90, 20) }, heading('Second', 26, box(100, 100, 200, 30))],
    [],
  ],
  ['headings set smaller', headed(52, 36, 22), headed(36, 26, 18), []],
  ['headings in the size of the text', headed(52, 36, 36), headed(17, 16, 16), LEVEL],
  ['all headings but one', headed(52, 36, 36), headed(24, 16, 16), []],
  ['headings that all had one size', headed(36, 36, 36), headed(16, 16, 16), []],
  [
    'the title in the middle',
    [heading('First', 42, box(100, 0, 300, 50)), ...column(100, 800)],
    [heading('First', 42, box(570, 0, 300, 50)), ...column(100, 800)],
    ['moderate image/typography:alignment:aside'],
  ],
  [
    'one heading of many at the side',
    [
      heading('First', 42, box(100, 0, 300, 50)),
      ...['a', 'b', 'c'].map((text, i) => heading(text, 20, box(620, 100 + i * 40, 200, 30))),
    ],
    [
      heading('First', 42, box(100, 0, 300, 50)),
      ...['a', 'b', 'c'].map((text, i) => heading(text, 20, box(i ? 620 : 100, 100 + i * 40, 200, 30))),
    ],
    ['minor image/typography:alignment:centred'],
  ],
])('image/typography: set %s', (_, before, after, issues) => {
  const judged = judge('image/typography', set(before), set(after))
  expect(judged.issues.filter(issue => kinds.test(issue))).toEqual(issues)
})

test('image/typography: text from right to left begins on the right', () => {
  const rtl = (x: number, width: number) => {
    const [layout] = textLayout(column(x, width)) as unknown as [{ blocks: object[] }]
    return {
      layouts: [{ ...layout, blocks: layout.blocks.map(block => ({ ...block, rtl: true })) }] as never,
    }
  }
  expect(judge('image/typography', rtl(300, 800), rtl(20, 1400)).issues).toContain(
    'serious image/typography:column',
  )
  expect(judge('image/typography', rtl(300, 800), rtl(20, 1080)).issues).toEqual([])
})

test('a heading that is gone has not become the text of its words elsewhere', () => {
  const brand = 'Houses by the water'
  const title = (size: number) => [{ ...heading(brand, size, box(100, 100, 600, 80)) }]
  const foot = { text: brand, size: 14, landmark: 'contentinfo', box: box(100, 900, 200, 20) }
  const page = (top: Parameters<typeof set>[0], ...more: Parameters<typeof textLayout>[0]) => ({
    layouts: textLayout([...top, ...column(300, 800), ...more]),
  })
  const told = (now: ReturnType<typeof page>, before = page(title(64), foot)) =>
    judge('image/typography', before, now).issues
  expect(told(page([], foot), page(title(64)))).toEqual([])
  const top = { ...foot, landmark: 'banner', box: box(20, 10, 200, 20) }
  expect(told(page([top], foot), page(title(64)))).toEqual([])
  expect(told(page(title(20), foot))).toEqual([expect.stringMatching(/typography:size:heading:64/)])
  // Its words stand nowhere else on either page: it was moved, and is smaller.
  expect(told(page([], { ...foot, kind: 'heading' }), page(title(64)))).toEqual([
    expect.stringMatching(/typography:size:heading:64/),
  ])
})

test('of a text that has half of its words in another one nobody says that its size changed', () => {
  const sized = (text: string, size: number) => ({
    layouts: textLayout([{ text: words[1]! }, { text: words[2]! }, { text, size }]),
  })
  const told = (before: string, after: string) =>
    judge('image/typography', sized(before, 13), sized(after, 24)).issues
  expect(told('Face Book Hallelujah Charters', 'Hallelujah Charters')).toEqual([])
  expect(told('Hallelujah Charters Hatteras', 'Hallelujah Charters')).not.toEqual([])
})
