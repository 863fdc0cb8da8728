import { expect, test } from 'vitest'
import type { Layout } from '../../../../server/capture/collectors/layouts.ts'
import type { RequestEntry } from '../../../../server/capture/page/network.ts'
import { box, type Control, control, HIDDEN, judge, narrow, type Page, plain, screens } from '../pages.ts'

const LINKS = ['Work', 'Team', 'Prices', 'Contact'].map((name, i) =>
  control('link', name, { box: box(i * 70, 20, 60, 30) }),
)
const TOGGLE = control('button', 'Toggle navigation', { opens: true })
const folded = (links: Control[]) => links.map(link => ({ ...link, ...HIDDEN }))

/** Links from 768 px on, a button below. */
const bar = (toggle: Control | null, from = 768) =>
  screens(width => ({
    ...narrow(width),
    controls: width >= from ? LINKS : [...folded(LINKS), ...(toggle ? [toggle] : [])],
  }))

const drawing = (width: number, height: number): Layout['pictures'][number] => ({
  kind: 'svg',
  alt: '',
  box: box(300, 10, width, height),
  seen: box(300, 10, width, height),
  state: 'visible',
  scroller: false,
  selector: 'header > svg',
})

/** Up to a width the button stands beyond the edge of the window, which nobody can scroll to, and `pictures` stay. */
const beyond = (toggle: Control, pictures: Layout['pictures'], upTo = 320, from = 768): Layout[] =>
  bar(toggle, from).map(one =>
    one.width > upTo
      ? one
      : {
          ...one,
          pictures,
          controls: one.controls.map(control =>
            control.selector === toggle.selector
              ? {
                  ...control,
                  box: box(one.width - 16, 20, 40, 40),
                  seen: box(one.width - 16, 20, 16, 40),
                }
              : control,
          ),
        },
  )

/** Above the window, until the page is scrolled; what is not displayed is not displayed there either. */
const slidingIn = (layouts: Layout[]): Layout[] =>
  layouts.map(layout => ({
    ...layout,
    controls: layout.controls.map(one =>
      one.state === 'hidden'
        ? one
        : {
            ...one,
            box: { ...one.box, y: one.box.y - 80 },
            seen: { ...one.seen, y: 0, height: 0 },
            state: 'clipped' as const,
            onScroll: true as const,
          },
    ),
  }))

const besides = (layouts: Layout[], ...more: Control[]): Layout[] =>
  layouts.map(layout => ({ ...layout, controls: [...layout.controls, ...more] }))

/** Two links in the hero of the page, named as links of its navigation are. */
const HERO = ['Prices', 'Contact'].map((name, i) =>
  control('link', name, { landmark: '', selector: `hero ${name}`, box: box(20 + i * 90, 400, 80, 40) }),
)
/** What is laid out without a size where its icon did not come. */
const undrawn = (classes: string, name = '', opens = false) =>
  control('link', name, {
    ...HIDDEN,
    box: box(0, 0, 0, 0),
    icon: { classes, x: 280, y: 20 },
    opens,
    selector: '#undrawn',
  })
const fontOf = (host: string, status = 0): RequestEntry[] => [
  {
    url: `https://${host}/font-awesome/6.5.1/css/all.min.css`,
    method: 'GET',
    type: 'stylesheet',
    status,
    failure: status ? null : 'net::ERR_NAME_NOT_RESOLVED',
    firstParty: host === 'new.example',
    contentType: 'text/css',
  },
]
const BASKET = control('button', 'Basket', { selector: '#menu', opens: true })
const WIDE_LABEL = {
  name: 'Toggle menu',
  landmark: 'navigation',
  box: box(16, 60, 340, 40),
  seen: box(16, 60, 340, 40),
  state: 'visible' as const,
  scroller: false,
  selector: '#main > label',
}
const loose = (layouts: Layout[]) =>
  layouts.map(one => ({ ...one, controls: one.controls.map(link => ({ ...link, landmark: '' })) }))

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

test.each<[string, Page, Page, string[]]>([
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
    'links and a button of a bar that slides in when the page is scrolled',
    { layouts: bar(TOGGLE) },
    { layouts: slidingIn(bar(TOGGLE)) },
    [],
  ],
  [
    'the same of the original alone',
    { layouts: slidingIn(bar(TOGGLE)) },
    { layouts: bar(null, 9999) },
    ['serious responsive/navigation'],
  ],
  [
    'an icon whose word is in the markup, where it is not drawn',
    { layouts: bar(TOGGLE) },
    {
      layouts: bar(control('link', '')).map(one =>
        one.width < 768
          ? one
          : {
              ...one,
              controls: [...one.controls, control('link', 'menu', { ...HIDDEN, selector: 'link ' })],
            },
      ),
    },
    [],
  ],
  [
    'an icon without a word at any width, which is a link',
    { layouts: bar(TOGGLE) },
    { layouts: bar(control('link', '')) },
    ['serious responsive/navigation'],
  ],
  [
    'the same, which is not displayed where the links are',
    { layouts: bar(TOGGLE) },
    {
      layouts: bar(control('link', '')).map(one =>
        one.width < 768 ? one : { ...one, controls: [...one.controls, control('link', '', HIDDEN)] },
      ),
    },
    [],
  ],
  [
    'a button whose name says nothing, which a press showed to open them',
    { layouts: bar(TOGGLE) },
    {
      layouts: bar(control('button', 'ÐœÐµÐ½ÑŽ', { selector: '#menu' })),
      revealed: ['Work', 'Team', 'Prices'],
    },
    [],
  ],
  [
    'a button whose name says nothing',
    { layouts: bar(TOGGLE) },
    { layouts: bar(control('button', 'ÐœÐµÐ½ÑŽ', { selector: '#menu' })) },
    ['serious responsive/navigation'],
  ],
  [
    'an invisible checkbox over three bars',
    { layouts: bar(TOGGLE) },
    { layouts: bar(control('checkbox', '', { ...HIDDEN, box: box(260, 0, 56, 48) })) },
    [],
  ],
  [
    'a checkbox that is not displayed',
    { layouts: bar(TOGGLE) },
    { layouts: bar(control('checkbox', '', { ...HIDDEN, box: box(0, 0, 0, 0) })) },
    ['serious responsive/navigation'],
  ],
  [
    'an invisible checkbox that stands beside the links as well',
    { layouts: bar(TOGGLE) },
    {
      layouts: bar(null).map(one => ({
        ...one,
        controls: [...one.controls, control('checkbox', '', { ...HIDDEN, box: box(260, 0, 56, 48) })],
      })),
    },
    ['serious responsive/navigation'],
  ],
  [
    'a button out of reach at a width at which it was in the window',
    { layouts: bar(TOGGLE) },
    { layouts: beyond(TOGGLE, []) },
    ['moderate responsive/navigation'],
  ],
  [
    'a button most of which is out of reach on phones, beside a drawing',
    { layouts: bar(TOGGLE, 1024) },
    { layouts: beyond(TOGGLE, [drawing(40, 32)], 375, 1024) },
    ['serious responsive/navigation'],
  ],
  [
    'the same, with a logo and a call to action that are called as two entries',
    { layouts: bar(TOGGLE, 1024) },
    {
      layouts: besides(
        beyond(TOGGLE, [], 375, 1024),
        ...['Work', 'Contact'].map((name, at) =>
          control('link', name, {
            landmark: 'banner',
            selector: `own ${name}`,
            box: box(20 + 90 * at, 10, 80, 40),
          }),
        ),
      ),
    },
    ['serious responsive/navigation'],
  ],
  [
    'the same of the original',
    { layouts: beyond(TOGGLE, [drawing(40, 32)], 375, 1024) },
    { layouts: beyond(TOGGLE, [drawing(40, 32)], 375, 1024) },
    [],
  ],
  [
    'a button of a drawer beside the page, which is in the window at no width',
    { layouts: bar(TOGGLE) },
    {
      layouts: besides(
        bar(control('button', '')),
        control('button', 'Close menu', { state: 'clipped', box: box(1500, 20, 40, 40) }),
      ),
    },
    [],
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
    'a drawing that appears where the links fold up',
    { layouts: bar(TOGGLE) },
    { layouts: bar(null).map(one => ({ ...one, pictures: one.width < 768 ? [drawing(40, 32)] : [] })) },
    [],
  ],
  [
    'a drawing that stands beside the links as well',
    { layouts: bar(TOGGLE) },
    { layouts: bar(null).map(one => ({ ...one, pictures: [drawing(40, 32)] })) },
    ['serious responsive/navigation'],
  ],
  [
    'a logo',
    { layouts: bar(TOGGLE) },
    { layouts: bar(null).map(one => ({ ...one, pictures: one.width < 768 ? [drawing(90, 24)] : [] })) },
    ['serious responsive/navigation'],
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
    ['moderate responsive/navigation:folded'],
  ],
  ['links that were hidden before', { layouts: bar(null, 9999) }, { layouts: bar(null, 9999) }, []],
  [
    'no button, where links of the page have the names of the navigation',
    { layouts: besides(bar(TOGGLE), ...HERO) },
    { layouts: besides(bar(null), ...HERO) },
    ['serious responsive/navigation'],
  ],
  [
    'links outside of a landmark at all widths, above links of the page with their names',
    { layouts: besides(bar(TOGGLE), ...HERO) },
    { layouts: besides(loose(bar(null, 0)), ...HERO) },
    [],
  ],
  [
    'no button, where the original has its links in no landmark',
    { layouts: loose(bar(null, 0)) },
    { layouts: bar(null) },
    ['serious responsive/navigation'],
  ],
  [
    'a button, where the original has its links in no landmark',
    { layouts: loose(bar(null, 0)) },
    { layouts: bar(TOGGLE) },
    ['minor responsive/navigation:folded'],
  ],
  [
    'a link of the hero to the menu of a restaurant',
    { layouts: bar(TOGGLE) },
    {
      layouts: besides(
        bar(null),
        control('link', 'See the menu', { landmark: 'main', box: box(60, 480, 150, 44) }),
      ),
    },
    ['serious responsive/navigation'],
  ],
  [
    'a button that opens the basket',
    { layouts: bar(TOGGLE) },
    { layouts: besides(bar(null), BASKET), revealed: ['Your basket', 'It is empty', 'Close'] },
    ['serious responsive/navigation'],
  ],
  [
    'a button called otherwise that opens the navigation',
    { layouts: bar(TOGGLE) },
    { layouts: besides(bar(null), BASKET), revealed: ['Work', 'Team', 'Prices', 'Contact'] },
    [],
  ],
  [
    'bars with a listener and no hand cursor, listed nowhere, whose press opens the navigation',
    { layouts: bar(TOGGLE) },
    { layouts: bar(null), revealed: ['Work', 'Team', 'Prices', 'Contact'] },
    [],
  ],
  [
    'the label of a checkbox that runs over the whole width',
    { layouts: bar(TOGGLE) },
    { layouts: bar(null).map(one => ({ ...one, clickables: one.width < 768 ? [WIDE_LABEL] : [] })) },
    [],
  ],
  [
    'a hairline on the original',
    { layouts: bar({ ...TOGGLE, box: box(20, 20, 80, 2), seen: box(20, 20, 80, 2) }) },
    { layouts: bar(null) },
    [],
  ],
  [
    'the icon of a font that is out of reach',
    { layouts: bar(TOGGLE) },
    { layouts: bar(undrawn('toggle fa fa-bars')), requests: fontOf('cdn.example') },
    [],
  ],
  [
    'the same of a name, and of an attribute',
    { layouts: bar(TOGGLE) },
    {
      layouts: bar(null).map(one => ({
        ...one,
        controls: [
          ...one.controls,
          one.width < 500 ? undrawn('fa fa-x', 'Open the menu') : undrawn('x', '', true),
        ],
      })),
      requests: fontOf('cdn.example'),
    },
    [],
  ],
  [
    'the icon of a font that came',
    { layouts: bar(TOGGLE) },
    { layouts: bar(undrawn('toggle fa fa-bars')), requests: fontOf('cdn.example', 200) },
    ['serious responsive/navigation'],
  ],
  [
    'the icon of a font that the site itself lacks',
    { layouts: bar(TOGGLE) },
    { layouts: bar(undrawn('toggle fa fa-bars')), requests: fontOf('new.example', 404) },
    ['serious responsive/navigation'],
  ],
  [
    'the icon of a basket, of a font that is out of reach',
    { layouts: bar(TOGGLE) },
    { layouts: bar(undrawn('nav-open fa fa-cart')), requests: fontOf('cdn.example') },
    ['serious responsive/navigation'],
  ],
  ['no navigation to keep', plain, plain, []],
  ['links that are gone everywhere are lost, not hidden', { layouts: bar(TOGGLE) }, plain, []],
  [
    'a narrow gap between 768 and 1024 px',
    { layouts: bar(TOGGLE) },
    { layouts: bar(TOGGLE), breakpoints: screens(narrow, [800]) },
    ['moderate responsive/navigation'],
  ],
  [
    'a wide gap between 768 and 1024 px',
    { layouts: bar(TOGGLE) },
    { layouts: bar(TOGGLE), breakpoints: screens(narrow, [780, 1000]) },
    ['serious responsive/navigation'],
  ],
])('responsive/kept, navigation: %s', (_, before, after, issues) => {
  expect(judge('responsive/layout', before, after).keys).toEqual(issues)
})

test('the icon of a link by styles alone opens the menu next to a breakpoint as well', () => {
  const icon = (state: 'visible' | 'hidden') =>
    control('link', '', {
      landmark: '',
      selector: 'header > a',
      box: box(10, 0, 40, 40),
      ...(state === 'hidden' ? HIDDEN : { seen: box(10, 0, 40, 40) }),
    })
  const background = { ...drawing(40, 40), kind: 'background' as const, selector: 'header > a' }
  const at = (widths: number[] | undefined, drawn: boolean) =>
    screens(
      width => ({
        ...narrow(width),
        controls: width >= 980 ? [...LINKS, icon('hidden')] : [...folded(LINKS), icon('visible')],
        pictures: drawn && width < 980 ? [background] : [],
      }),
      widths,
    )
  const edge = (drawn: boolean) =>
    at([979, 980], drawn).map(one => ({ ...one, pictures: undefined }) as unknown as Layout)
  const wide = screens(width => ({ ...narrow(width), controls: LINKS }))
  const told = (drawn: boolean) =>
    judge('responsive/layout', { layouts: wide }, { layouts: at(undefined, drawn), breakpoints: edge(drawn) })
      .keys
  expect(told(true)).toEqual(['moderate responsive/navigation:folded'])
  expect(told(false)).toEqual(['serious responsive/navigation'])
})
