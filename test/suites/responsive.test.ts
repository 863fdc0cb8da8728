import { expect, test } from 'vitest'
import type { Layout } from '../../server/capture/collectors/layouts.ts'
import { scoreSuite } from '../../server/scorecard.ts'
import { runSuites } from '../../server/suites/core/run.ts'
import type { Suite } from '../../server/suites/core/suite.ts'
import { responsive } from '../../server/suites/responsive/index.ts'
import { makeCapture } from './captures.ts'

const WIDTHS = [320, 375, 768, 1024, 1440]
const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })

type Block = Layout['blocks'][number]
type Control = Layout['controls'][number]

function block(text: string, changes: Partial<Block> = {}): Block {
  const place = changes.box ?? box(20, 2000, 280, 40)
  return {
    text,
    kind: 'paragraph',
    level: 0,
    landmark: 'main',
    box: place,
    seen: place,
    state: 'visible',
    scroller: false,
    selector: 'p',
    lines: 1,
    style: {
      family: 'Arial',
      size: 16,
      weight: 400,
      colour: 'rgb(0, 0, 0)',
      background: 'rgb(255, 255, 255)',
    },
    ...changes,
  }
}

function control(role: string, name: string, changes: Partial<Control> = {}): Control {
  const place = changes.box ?? box(20, 20, 60, 30)
  return {
    role,
    name,
    landmark: 'navigation',
    box: place,
    seen: place,
    state: 'visible',
    scroller: false,
    expanded: null,
    opens: false,
    disabled: false,
    selector: `${role} ${name}`,
    ...changes,
  }
}

const HIDDEN = { state: 'hidden' as const, seen: box(0, 0, 0, 0) }

function layout(width: number, parts: Partial<Layout> = {}): Layout {
  return {
    width,
    screenWidth: width,
    clientWidth: width,
    scrollWidth: width,
    scrollHeight: 3000,
    blocks: [],
    cut: 0,
    controls: [],
    clickables: [],
    pictures: [],
    ...parts,
  }
}

/** A page whose parts depend on the width. */
const page = (parts: (width: number) => Partial<Layout>, widths = WIDTHS) =>
  widths.map(width => layout(width, parts(width)))

const VIEWPORT = 'width=device-width, initial-scale=1'
const metas = (content: string | null) => (content === null ? [] : [{ name: 'viewport', content }])

interface Look {
  layouts: Layout[]
  breakpoints?: Layout[]
  viewport?: string | null
  changing?: string[]
  dir?: string
}

function judge(check: string, before: Look, after: Look) {
  const capture = (
    side: 'original' | 'rebuilt',
    { layouts, breakpoints = [], viewport = VIEWPORT, changing = [], dir = '' }: Look,
  ) =>
    makeCapture(side, {
      layouts,
      breakpoints,
      head: { metas: metas(viewport), dir },
      volatile: { texts: changing, images: [] },
    })
  const judged = runSuites(
    [responsive as unknown as Suite],
    capture('original', before),
    capture('rebuilt', after),
  )
  const result = scoreSuite(judged[0]!, 'regressions')
  const own = result.issues.filter(issue => issue.check === check)
  return {
    outcome: result.checks.find(one => one.id === check)!.outcome,
    issues: own.filter(issue => issue.status === 'introduced').map(issue => `${issue.severity} ${issue.key}`),
    messages: own.map(issue => issue.message),
    score: result.score,
  }
}

const TEXT = 'A paragraph of the main content with more than eight words'
const narrow = (width: number) => ({
  blocks: [block(TEXT, { box: box(20, 200, Math.min(280, width - 40), 40) })],
})
const plain: Look = { layouts: page(narrow) }

/** The paragraph is 900 px wide; the page scrolls with it. */
const wide = (width: number): Partial<Layout> => ({
  blocks: [block(TEXT, { box: box(20, 200, 900, 40) })],
  scrollWidth: Math.max(width, 920),
})

test.each<[string, Look, Look, string[]]>([
  ['all fits', plain, plain, []],
  [
    'a block of 900 px, read from right to left',
    { ...plain, dir: 'rtl' },
    {
      layouts: page(width => ({
        blocks: [block(TEXT, { box: box(width - 920, 200, 900, 40) })],
        scrollWidth: Math.max(width, 920),
      })),
      dir: 'rtl',
    },
    [`serious responsive/overflow:${TEXT.toLowerCase()}`],
  ],
  [
    'a block of 900 px',
    plain,
    { layouts: page(wide) },
    [`serious responsive/overflow:${TEXT.toLowerCase()}`],
  ],
  [
    'on a phone the layout viewport grows with it',
    plain,
    {
      layouts: page(width => ({
        ...wide(width),
        clientWidth: Math.max(width, 920),
        scrollWidth: Math.max(width, 920),
      })),
    },
    [`serious responsive/overflow:${TEXT.toLowerCase()}`],
  ],
  ['it was so before', { layouts: page(wide) }, { layouts: page(wide) }, []],
  [
    'sub-pixels',
    plain,
    {
      layouts: page(width => ({
        blocks: [block(TEXT, { box: box(0, 0, width + 2, 20) })],
        scrollWidth: width + 2,
      })),
    },
    [],
  ],
  [
    'a nudge',
    plain,
    {
      layouts: page(width => ({
        blocks: [block(TEXT, { box: box(0, 0, width + 12, 20) })],
        scrollWidth: width + 12,
      })),
    },
    [`moderate responsive/overflow:${TEXT.toLowerCase()}`],
  ],
  [
    'a carousel in its own scroller',
    plain,
    {
      layouts: page(width => ({
        blocks: [
          ...narrow(width).blocks,
          block('A slide to the right', {
            box: box(width, 0, 300, 40),
            seen: box(width, 0, 0, 40),
            state: 'clipped',
            scroller: true,
          }),
          block('A slide at the edge', {
            box: box(width - 50, 0, 300, 40),
            seen: box(width - 50, 0, 50, 40),
            scroller: true,
          }),
        ],
      })),
    },
    [],
  ],
  [
    'a drawer outside of the screen',
    plain,
    {
      layouts: page(width => ({
        blocks: [...narrow(width).blocks, block('In the drawer', { box: box(width + 5, 0, 200, 40) })],
        scrollWidth: width + 8,
      })),
    },
    [],
  ],
  [
    'a column that was in view lies outside',
    plain,
    {
      layouts: page(width => ({
        blocks: [block(TEXT, { box: box(width + 20, 200, 280, 40) })],
        scrollWidth: width + 320,
      })),
    },
    [`serious responsive/overflow:${TEXT.toLowerCase()}`],
  ],
  [
    'the page hides what sticks out',
    plain,
    {
      layouts: page(width => ({
        blocks: [
          block(TEXT, { box: box(20, 200, 900, 40), seen: box(20, 200, Math.min(900, width - 20), 40) }),
        ],
      })),
    },
    [`serious responsive/overflow:${TEXT.toLowerCase()}`],
  ],
  [
    'only between the common widths',
    plain,
    { layouts: page(narrow), breakpoints: page(wide, [480]) },
    [`serious responsive/overflow:${TEXT.toLowerCase()}`],
  ],
  [
    'an empty wrapper',
    plain,
    { layouts: page(width => ({ ...narrow(width), scrollWidth: width + 60 })) },
    ['minor responsive/overflow:page'],
  ],
  [
    'a picture',
    plain,
    {
      layouts: page(width => ({
        ...narrow(width),
        pictures: [
          {
            kind: 'img',
            box: box(0, 220, width + 200, 300),
            seen: box(0, 220, width + 200, 300),
            state: 'visible',
            scroller: false,
            alt: '',
            selector: 'img',
          },
        ],
        scrollWidth: width + 200,
      })),
    },
    [`serious responsive/overflow:picture near ${TEXT.toLowerCase().slice(0, 60).trim()}`],
  ],
  [
    'phones without a viewport meta are another matter',
    plain,
    { viewport: null, layouts: page(width => (width < 400 ? wide(width) : narrow(width))) },
    [],
  ],
])('responsive/overflow: %s', (_, before, after, issues) => {
  expect(judge('responsive/overflow', before, after).issues).toEqual(issues)
})

/** The paragraph sticks out of phones and tablets by so much. */
const beyond = (px: number): Look => ({
  layouts: page(width => ({
    blocks: [block(TEXT, { box: box(20, 200, width <= 768 ? width - 20 + px : 280, 40) })],
    scrollWidth: width <= 768 ? width + px : width,
  })),
})

test.each<[string, number, number, string[]]>([
  ['an old nudge that hides the text now', 10, 400, [`serious responsive/overflow:${TEXT.toLowerCase()}`]],
  ['the other way round', 400, 10, []],
  ['a nudge of another font', 14, 18, []],
  ['the same', 400, 400, []],
])('responsive/overflow: %s', (_, before, after, issues) => {
  const judged = judge('responsive/overflow', beyond(before), beyond(after))
  expect(judged.issues).toEqual(issues)
  expect(judged.score).toBe(issues.length ? 89 : 100)
})

test('responsive/overflow: one issue for one element over its widths', () => {
  const { messages } = judge('responsive/overflow', plain, { layouts: page(wide) })
  expect(messages).toEqual([
    '“A paragraph of the main content with more than eight words” sticks out of the screen by 600 px at 320, 375 and 768 px, so that the page moves sideways',
  ])
})

test.each<[string, string | null, string | null, string[]]>([
  ['the same', VIEWPORT, VIEWPORT, []],
  ['written otherwise', VIEWPORT, 'initial-scale=1.0;width=device-width', []],
  ['by its scale', VIEWPORT, 'initial-scale=1', []],
  ['missing', VIEWPORT, null, ['serious responsive/viewport:width']],
  ['of a fixed width', VIEWPORT, 'width=1024', ['serious responsive/viewport:width']],
  ['never there', null, null, []],
  ['new', null, VIEWPORT, []],
  ['zoom forbidden', VIEWPORT, `${VIEWPORT}, user-scalable=no`, ['serious responsive/viewport:zoom']],
  ['zoom held', VIEWPORT, `${VIEWPORT}, maximum-scale=1`, ['serious responsive/viewport:zoom']],
  ['zoom to 500 %', VIEWPORT, `${VIEWPORT}, maximum-scale=5`, []],
  ['zoom forbidden as before', `${VIEWPORT}, user-scalable=0`, `${VIEWPORT}, user-scalable=no`, []],
])('responsive/viewport: %s', (_, before, after, issues) => {
  const look = (viewport: string | null): Look => ({ ...plain, viewport })
  expect(judge('responsive/viewport', look(before), look(after)).issues).toEqual(issues)
})

const LINKS = ['Work', 'Team', 'Prices', 'Contact'].map((name, i) =>
  control('link', name, { box: box(i * 70, 20, 60, 30) }),
)
const TOGGLE = control('button', 'Toggle navigation', { opens: true })
const folded = (links: Control[]) => links.map(link => ({ ...link, ...HIDDEN }))

/** Links from 768 px on, a button below. */
const bar = (toggle: Control | null, from = 768) =>
  page(width => ({
    ...narrow(width),
    controls: width >= from ? LINKS : [...folded(LINKS), ...(toggle ? [toggle] : [])],
  }))

/** Pushed down by what came above it. */
const below = (layouts: Layout[], y: number): Layout[] =>
  layouts.map(layout => ({
    ...layout,
    controls: layout.controls.map(one => ({
      ...one,
      landmark: '',
      box: { ...one.box, y: one.box.y + y },
      seen: { ...one.seen, y: one.seen.y + y },
    })),
  }))

test.each<[string, Look, Look, string[]]>([
  ['the same', { layouts: bar(TOGGLE) }, { layouts: bar(TOGGLE) }, []],
  ['a button without a name', { layouts: bar(TOGGLE) }, { layouts: bar(control('button', '')) }, []],
  [
    'a button without a name below a banner',
    { layouts: bar(TOGGLE) },
    { layouts: below(bar(control('button', '', { landmark: '', box: box(20, 20, 40, 40) })), 320) },
    [],
  ],
  [
    'no button below a banner',
    { layouts: bar(TOGGLE) },
    { layouts: below(bar(null), 320) },
    ['serious responsive/navigation'],
  ],
  [
    'a button that says it in German',
    { layouts: bar(TOGGLE) },
    { layouts: bar(control('button', 'Menü öffnen', { landmark: '' })) },
    [],
  ],
  ['no button', { layouts: bar(TOGGLE) }, { layouts: bar(null) }, ['serious responsive/navigation']],
  [
    'a button that cannot be seen',
    { layouts: bar(TOGGLE) },
    { layouts: bar({ ...TOGGLE, ...HIDDEN }) },
    ['serious responsive/navigation'],
  ],
  [
    'a label instead of a button',
    { layouts: bar(TOGGLE) },
    {
      layouts: bar(null).map(one => ({
        ...one,
        clickables:
          one.width < 768
            ? [
                {
                  name: '',
                  landmark: 'banner',
                  box: box(300, 10, 40, 40),
                  seen: box(300, 10, 40, 40),
                  state: 'visible' as const,
                  scroller: false,
                  selector: 'label',
                },
              ]
            : [],
      })),
    },
    [],
  ],
  [
    'a search button is no menu button',
    { layouts: bar(TOGGLE) },
    {
      layouts: bar(null).map(one => ({
        ...one,
        controls: [...one.controls, control('button', 'Search', { opens: true })],
      })),
    },
    ['serious responsive/navigation'],
  ],
  ['links at all widths instead of a button', { layouts: bar(TOGGLE) }, { layouts: bar(null, 0) }, []],
  [
    'a button where links were',
    { layouts: bar(TOGGLE) },
    { layouts: bar(TOGGLE, 1440) },
    ['minor responsive/navigation:folded'],
  ],
  [
    'a button without a name where links were',
    { layouts: bar(TOGGLE) },
    { layouts: bar(control('button', '', { landmark: 'banner' }), 1024) },
    ['moderate responsive/navigation:folded'],
  ],
  [
    'a cart where links were',
    { layouts: bar(null, 0) },
    { layouts: bar(control('button', 'Cart', { opens: true, landmark: 'banner' })) },
    ['serious responsive/navigation'],
  ],
  [
    'links hidden at all widths',
    { layouts: bar(TOGGLE) },
    { layouts: bar(null, 9999) },
    ['serious responsive/navigation'],
  ],
  [
    'links hidden at all widths, with a button that opens them',
    { layouts: bar(TOGGLE) },
    { layouts: bar(TOGGLE, 9999) },
    ['minor responsive/navigation:folded'],
  ],
  ['links that were hidden before', { layouts: bar(null, 9999) }, { layouts: bar(null, 9999) }, []],
  ['no navigation to keep', plain, plain, []],
  ['links that are gone everywhere are lost, not hidden', { layouts: bar(TOGGLE) }, plain, []],
  [
    'a gap between 768 and 1024 px',
    { layouts: bar(TOGGLE) },
    { layouts: bar(TOGGLE), breakpoints: page(narrow, [800]) },
    ['serious responsive/navigation'],
  ],
])('responsive/kept, navigation: %s', (_, before, after, issues) => {
  expect(judge('responsive/layout', before, after).issues).toEqual(issues)
})

const HEADING = block('What it costs', { kind: 'heading', level: 2 })
const OTHER = block('Another paragraph that is there at all widths, always')
const prices = (from: number, part: Block = HEADING, gone: Partial<Block> = HIDDEN) =>
  page(width => ({ blocks: [OTHER, width >= from ? part : { ...part, ...gone }] }))

test.each<[string, Look, Look, string[]]>([
  ['the same', { layouts: prices(0) }, { layouts: prices(0) }, []],
  [
    'a heading hidden on phones',
    { layouts: prices(0) },
    { layouts: prices(768) },
    ['serious responsive/kept:what it costs'],
  ],
  ['hidden on phones before as well', { layouts: prices(768) }, { layouts: prices(768) }, []],
  ['shown at more widths', { layouts: prices(768) }, { layouts: prices(0) }, []],
  [
    'gone everywhere is lost, not hidden',
    { layouts: prices(0) },
    { layouts: page(() => ({ blocks: [OTHER] })) },
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
    'a text that changes by itself',
    { layouts: prices(0), changing: ['What it costs'] },
    { layouts: prices(768) },
    [],
  ],
  [
    'divided into two blocks',
    { layouts: prices(0, block('Two floors on oak piles, finished in spring')) },
    {
      layouts: page(width =>
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
      layouts: page(width => ({
        blocks: [
          OTHER,
          block('Prices', { kind: 'heading' }),
          block('Prices', { kind: 'link', landmark: 'navigation', ...(width < 768 && HIDDEN) }),
        ],
      })),
    },
    {
      layouts: page(width => ({
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
      layouts: page(() => ({
        blocks: [OTHER],
        controls: [control('textbox', 'E-mail', { landmark: 'main', box: box(20, 1500, 200, 30) })],
      })),
    },
    {
      layouts: page(width => ({
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
  expect(judge('responsive/layout', before, after).issues).toEqual(issues)
})

test('responsive/kept is not applicable to a page without text', () => {
  expect(judge('responsive/layout', { layouts: page(() => ({})) }, plain).outcome).toBe('not-applicable')
})

test('a long page whose text is all other text is judged in reasonable work', () => {
  const many = (word: string): Look => ({
    layouts: page(() => ({
      blocks: Array.from({ length: 3000 }, (_, i) =>
        block(`${word} ${i} of a very long page with many words`),
      ),
    })),
  })
  expect(judge('responsive/layout', many('one'), many('two')).issues).toEqual([])
})
