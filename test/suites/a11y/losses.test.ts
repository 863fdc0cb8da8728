/** What hides behind a likeness: faults of one among many, old faults that are to pay for new ones, and what is none. */
import { expect, test } from 'vitest'
import { but, drawing, judged, LANDMARKS, type Line, PAGE, type Page } from './lines.ts'

const plus = (...lines: Line[]): Page => ({ ...PAGE, lines: [...PAGE.lines, ...lines] })
/** Six products with a button each, the given ones otherwise. */
const products = (changes: { [index: number]: Partial<Line> } = {}, rest: Partial<Line> = {}): Page => ({
  lines: ['Anchor', 'Buoy', 'Compass', 'Dinghy', 'Ensign', 'Fender'].flatMap((name, index) => [
    { name: `${name} of brass for small boats`, kind: 'heading' },
    { name: 'Add to basket', role: 'button', ...rest, ...changes[index] },
  ]),
})
/** As deep in a page: one path for all. */
const DEEP = { selector: 'div > div > div > div > div > button' }
const cards = (changes: { [name: string]: Partial<Line> } = {}): Page => ({
  lines: ['Visit Hovden', 'Visit Lyngvaer', 'Visit Skarvoy', 'Visit Tranoy'].map(name => ({
    name,
    role: 'button',
    ...DEEP,
    ...changes[name],
  })),
})
const MOUSE = { tabbable: false }
const BLIND = { stop: { ring: false } }
const FIELD = { name: 'E-mail address', role: 'textbox' }
const SIGN = { name: 'you@example.com', hinted: true }
const OPENER: Line = { name: 'Menu', role: 'button', narrow: true, landmark: 'banner', opens: true }
/** A page whose navigation has no links. */
const quays = (landmark: string): Page => ({
  lines: [
    ...['North quay', 'South quay', 'Old dock'].map(name => ({ name, landmark })),
    ...PAGE.lines.filter(line => !line.landmarks?.includes('navigation')),
  ],
  landmarks: landmark === 'main' ? ['banner', 'main', 'contentinfo'] : LANDMARKS,
})
const head = (line: Line): Page => ({ ...PAGE, lines: [line, ...PAGE.lines] })

const SKIP: Line = { name: 'To the content', role: 'link', href: '#content', landmark: '', clipped: true }
const NEXT: Line = { name: 'Harbour Works', role: 'link', href: '/works', landmark: 'navigation' }
const skipping = (...lines: Line[]): Page => ({ ...PAGE, lines: [...lines, ...PAGE.lines] })

const list = (selectorOf: (at: number) => string, count = 8): Page =>
  plus(
    ...Array.from({ length: count }, (_, at) => ({
      name: `Pier ${at + 1} is for boats of ${2 * at + 3} metres`,
      kind: 'list-item',
      selector: `#piers > ${selectorOf(at + 1)}`,
    })),
  )

const found: [name: string, before: Page, after: Page, issues: [key: string, severity: string][]][] = [
  [
    'the link that led past the navigation',
    skipping(SKIP, NEXT),
    skipping(NEXT),
    [['a11y/skip-link:link|to the content|', 'moderate']],
  ],
  [
    'a link to what holds the navigation led past nothing',
    skipping(SKIP, { ...NEXT, selector: '#content > nav > a' }),
    skipping(NEXT),
    [['a11y/skip-link:link|to the content|', 'minor']],
  ],
  [
    'one of six buttons of a name is left out',
    products(),
    products({ 3: MOUSE }),
    [['a11y/unreachable:button|add to basket|main', 'serious']],
  ],
  [
    'one link to a script is left out, another is not',
    plus(
      { name: 'Print', role: 'link', href: 'javascript:void(0)' },
      { name: 'Save', role: 'link', href: 'javascript:void(0)' },
    ),
    plus(
      { name: 'Print', role: 'link', href: 'javascript:void(0)', ...MOUSE },
      { name: 'Save', role: 'link', href: 'javascript:void(0)' },
    ),
    [['a11y/unreachable:link|print|main', 'serious']],
  ],
  [
    'the box around a field, called a combobox',
    plus({ name: 'Search', role: 'searchbox', tag: 'input' }),
    plus(
      { name: 'Search', role: 'combobox', tag: 'div', selector: '#find > div', ...MOUSE },
      { name: '', role: 'searchbox', tag: 'input', selector: '#find > div > input', stop: { caret: true } },
    ),
    [],
  ],
  [
    'the box around a button that opens a field, called a combobox',
    plus({ name: 'Search', role: 'searchbox', tag: 'input' }),
    plus(
      { name: '', role: 'combobox', tag: 'div', selector: '#find > div', ...MOUSE },
      { name: 'Search', role: 'button', tag: 'button', selector: '#find > div > button' },
    ),
    [],
  ],
  [
    'a combobox without a field in it',
    plus({ name: 'Search', role: 'searchbox', tag: 'input' }),
    plus({ name: 'Search', role: 'combobox', tag: 'div', selector: '#find > div', ...MOUSE }),
    [['a11y/unreachable:searchbox|search|main', 'serious']],
  ],
  [
    'a list of options is left out',
    plus({ name: 'Quay', role: 'listbox' }, { name: 'North', role: 'option' }),
    plus({ name: 'Quay', role: 'listbox', ...MOUSE }, { name: 'North', role: 'option' }),
    [['a11y/unreachable:listbox|quay|main', 'serious']],
  ],
  [
    'one old mouse button is gone, two others came',
    plus({ name: 'Zoom in', pressable: 'listener' }),
    plus(
      { name: 'Open the gallery', pressable: 'listener' },
      { name: 'Play the film', pressable: 'listener' },
    ),
    [['a11y/mouse-only:|play the film|main', 'moderate']],
  ],
  [
    'one of two new buttons stands for an old one that Tab left out',
    plus({ name: 'Zoom in', role: 'button', ...MOUSE }),
    plus({ name: 'Gallery', role: 'button', ...MOUSE }, { name: 'Film', role: 'button', ...MOUSE }),
    [['a11y/unreachable:button|film|main', 'serious']],
  ],
  [
    'one old control without a ring does not excuse the new ones',
    plus({ name: 'Zoom in', role: 'button', ...BLIND }),
    plus({ name: 'Zoom in', role: 'button', ...BLIND }, { name: 'Film', role: 'button', ...BLIND }),
    [['a11y/focus-missing', 'moderate']],
  ],
  [
    'what the walk did not come to excuses nothing',
    plus({ name: 'Zoom in', role: 'button', ...BLIND }),
    {
      ...plus({ name: 'Film', role: 'button', ...BLIND }, { name: 'Zoom in', role: 'button', stop: false }),
      unwalked: true,
    },
    [['a11y/focus-missing', 'moderate']],
  ],
  [
    'one of several cards that one path names is left out',
    cards(),
    cards({ 'Visit Hovden': MOUSE }),
    [['a11y/unreachable:button|visit hovden|main', 'serious']],
  ],
  [
    'one of several cards that one path names shows no ring',
    cards(),
    cards({ 'Visit Lyngvaer': BLIND }),
    [['a11y/focus-lost', 'moderate']],
  ],
  [
    'the trap is at another control than before',
    { ...PAGE, traps: [{ stops: [6], way: 'other direction' }] },
    { ...PAGE, traps: [{ stops: [3], way: 'other direction' }] },
    [['a11y/trap:other direction:button|add to basket|main', 'serious']],
  ],
  [
    'a label is no label any more, and a placeholder says something else',
    plus(FIELD),
    plus({ ...FIELD, ...SIGN }),
    [['a11y/label:textbox|e-mail address|main', 'moderate']],
  ],
  [
    'a label became a placeholder',
    plus(FIELD),
    plus({ ...FIELD, hinted: true }),
    [['a11y/label:textbox|e-mail address|main', 'moderate']],
  ],
  [
    'one link to nowhere became text',
    plus({ name: 'Back to the top', role: 'link', href: '#' }),
    plus({ name: 'Back to the top' }),
    [],
  ],
  [
    'a menu of links to nowhere became text',
    plus(
      ...['North quay', 'South quay', 'Old dock', 'New dock'].map(name => ({
        name,
        role: 'link',
        href: '#',
      })),
    ),
    plus(...['North quay', 'South quay', 'Old dock', 'New dock'].map(name => ({ name }))),
    [['a11y/role:link|north quay|main', 'minor']],
  ],
  [
    'a link to nowhere is pressed by the mouse alone',
    plus({ name: 'Back to the top', role: 'link', href: '#' }),
    plus({ name: 'Back to the top', pressable: 'cursor' }),
    [],
  ],
  [
    'a text is kept from screen readers',
    plus({ name: 'Dogs on a lead come along for nothing on all boats' }),
    {
      ...plus({ name: 'Dogs on a lead come along for nothing on all boats' }),
      hiddenFromAt: ['Dogs on a lead come along for nothing on all boats'],
    },
    [['a11y/silent-text:|dogs on a lead come along for nothing on all boats|main', 'serious']],
  ],
  [
    'one of two rows of stars lost its name',
    {
      ...PAGE,
      symbols: [
        ['★★★★☆', 'Four of five'],
        ['★★★★☆', 'Four of five'],
      ],
    },
    {
      ...PAGE,
      symbols: [
        ['★★★★☆', 'Four of five'],
        ['★★★★☆', ''],
      ],
    },
    [['a11y/sign:four of five|main', 'moderate']],
  ],
  [
    'a navigation of plain texts is no landmark any more',
    quays('navigation'),
    quays('main'),
    [['a11y/landmark:navigation', 'moderate']],
  ],
  [
    'the items of a list stand in a list of their own each',
    list(at => `ul > li:nth-of-type(${at})`),
    list(at => `ul:nth-of-type(${at}) > li`),
    [['a11y/lists', 'moderate']],
  ],
  [
    'the items below an item stand beside it',
    list(at => `ul > li:nth-of-type(2) > ul > li:nth-of-type(${at})`),
    list(at => `ul > li:nth-of-type(${at + 2})`),
    [['a11y/lists', 'moderate']],
  ],
  [
    'a list in a list of one item more',
    list(at => `ul > li:nth-of-type(${at})`),
    list(at => `ul > li:nth-of-type(2) > div > ul > li:nth-of-type(${at})`),
    [],
  ],
  [
    'a few items of many',
    list(at => `ul > li:nth-of-type(${at})`, 20),
    list(at => (at > 9 ? `ul > li:nth-of-type(${at})` : `ul:nth-of-type(${at}) > li`), 20),
    [],
  ],
  [
    'items of lists of one item each',
    list(at => `ul:nth-of-type(${at}) > li`),
    list(at => `ul:nth-of-type(${at + 1}) > li`),
    [],
  ],
  [
    'what opens the navigation on a phone became a div',
    head(OPENER),
    head({ name: '☰', clickable: true, landmark: 'banner', gone: true }),
    [['a11y/role:button|menu|banner', 'serious']],
  ],
  [
    'what opens it became a div that says so',
    head(OPENER),
    head({ name: 'Menu', clickable: true, landmark: 'banner', gone: true }),
    [['a11y/role:button|menu|banner', 'moderate']],
  ],
  [
    'what opens it became a div, and what closes it lies over the window, not drawn as long as it is closed',
    head(OPENER),
    {
      ...PAGE,
      lines: [
        { name: '☰', clickable: true, landmark: 'banner', gone: true },
        { name: 'Close', role: 'button', gone: true, large: true },
        ...PAGE.lines,
      ],
    },
    [['a11y/role:button|menu|banner', 'serious']],
  ],
  [
    'what opens the navigation on a phone became a picture that listens for presses, without a hand cursor',
    head(OPENER),
    { ...head({ name: 'Harbour news', landmark: 'banner' }), icons: ['#menu-icon'] },
    [['a11y/role:button|menu|banner', 'serious']],
  ],
  [
    'a field that is nearly transparent',
    head({ name: 'Your e-mail', role: 'textbox' }),
    head({ name: 'Your e-mail', role: 'textbox', faint: true }),
    [['a11y/faint', 'serious']],
  ],
  [
    'on phones the keyboard does not come to what opens the menu, whose links the original shows',
    PAGE,
    { ...PAGE, menu: false },
    [['a11y/menu', 'moderate']],
  ],
  [
    'nor to what opens it, where it came to the menu of the original',
    { ...PAGE, menu: true },
    { ...PAGE, menu: false },
    [['a11y/menu', 'moderate']],
  ],
  [
    'what opens it became a div that a press has shown to open it, which is told once',
    head(OPENER),
    { ...head({ name: '☰', clickable: true, landmark: 'banner', gone: true }), menu: false },
    [['a11y/role:button|menu|banner', 'serious']],
  ],
  [
    'what opens it became a div, and was a link without an address, which Tab never came to',
    head({ ...OPENER, tag: 'a', href: '', tabindex: null }),
    head({ name: '☰', clickable: true, landmark: 'banner', gone: true }),
    [['a11y/role:button|menu|banner', 'moderate']],
  ],
]

test.each(found)('found: %s', (_, before, after, issues) => {
  const charged = judged(before, after).issues.filter(issue => issue.charged > 0)
  expect(charged.map(({ key, severity, status }) => [key, severity, status])).toEqual(
    issues.map(issue => [...issue, 'introduced']),
  )
  // What was so before is inherited, and who mends it is not punished.
  expect(judged(after, after)).toMatchObject({ score: 100 })
  const back = judged(after, before).issues.filter(({ key }) => issues.some(([own]) => own === key))
  expect(back.filter(issue => issue.charged > 0)).toEqual([])
})

const silent: [name: string, before: Page, after: Page][] = [
  [
    'what comes with scrolling was there by its turn, and on the original it was not',
    plus({ name: 'To the top', role: 'button', gone: true }),
    plus({ name: 'To the top', role: 'button', gone: true, ...BLIND }),
  ],
  [
    'a field that was nearly transparent before',
    head({ name: 'Your e-mail', role: 'textbox', faint: true }),
    head({ name: 'Your e-mail', role: 'textbox', faint: true }),
  ],
  [
    'a button that is nearly transparent, whose contrast is measured',
    head({ name: 'Send', role: 'button' }),
    head({ name: 'Send', role: 'button', faint: true }),
  ],
  ['the keyboard comes to what opens the menu of a phone', PAGE, { ...PAGE, menu: true }],
  ['it never came to what opens it', { ...PAGE, menu: false }, { ...PAGE, menu: false }],
  [
    'another link past the navigation',
    skipping(SKIP, NEXT),
    skipping({ ...SKIP, name: 'Skip', href: '#top' }, NEXT),
  ],
  [
    'the link past the navigation, in sight',
    skipping(SKIP, NEXT),
    skipping({ ...SKIP, clipped: false }, NEXT),
  ],
  [
    'the link past the navigation, in sight and in other words',
    skipping(SKIP, NEXT),
    skipping({ ...SKIP, name: 'Skip', clipped: false }, NEXT),
  ],
  [
    'another link past the navigation, after what asks for consent',
    skipping(SKIP, NEXT),
    skipping({ name: 'Accept', role: 'button' }, { ...SKIP, name: 'Skip', href: '#top' }, NEXT),
  ],
  [
    'a menu that stands beside the window',
    skipping(...['a', 'b', 'c', 'd'].map(id => ({ ...SKIP, name: `Part ${id}`, href: `#${id}` })), NEXT),
    skipping(NEXT),
  ],
  ['a frame of slides calls itself a list', PAGE, plus({ name: 'Dock', role: 'listbox', ...MOUSE })],
  [
    'a button out of use became text',
    plus({ name: 'Sold out', role: 'button', disabled: true }),
    plus({ name: 'Sold out' }),
  ],
  [
    'the link to the page itself became text',
    plus({ name: 'Page 1', role: 'link', href: '#', current: 'page' }),
    plus({ name: 'Page 1' }),
  ],
  [
    'a list that a script opens became one of the browser',
    plus({ name: 'Island', role: 'combobox', expanded: 'false' }),
    plus({ name: 'Island', role: 'combobox', tag: 'select' }),
  ],
  [
    'cards in another markup, one of which was never reached',
    cards({ 'Visit Tranoy': MOUSE }),
    {
      lines: cards({ 'Visit Tranoy': MOUSE }).lines.map((line, index) => ({
        ...line,
        selector: `#card${index}`,
      })),
    },
  ],
  [
    'cards in a markup that one path names, one of which was never reached',
    {
      lines: cards({ 'Visit Tranoy': MOUSE }).lines.map((line, index) => ({
        ...line,
        selector: `#card${index}`,
      })),
    },
    cards({ 'Visit Tranoy': MOUSE }),
  ],
  [
    'a slide that was out of sight when it was asked about',
    PAGE,
    but({ 'Add to basket': { silent: true, tabbable: false, unseen: true } }),
  ],
  [
    'a field that is one by contenteditable, which Tab comes to',
    PAGE,
    plus({ ...FIELD, ...MOUSE, stop: { caret: true }, selector: '#editor > div' }),
  ],
  [
    'a drawing whose name stands beside it',
    { ...plus({ name: 'Map of the harbour' }), images: [drawing] },
    {
      ...plus({ name: 'Map of the harbour' }),
      images: [{ ...drawing, name: '', box: { x: 640, y: 400, width: 24, height: 24 } }],
    },
  ],
  [
    'tabs whose panels are open for good',
    plus({ name: 'Winter prices', role: 'tab', part: true, selected: 'true' }),
    plus({ name: 'Winter prices' }),
  ],
  ['a field that never had a label', plus({ ...FIELD, hinted: true }), plus({ ...FIELD, hinted: true })],
  [
    'a field in a label without words',
    { ...plus(FIELD), unlabelled: [FIELD.name] },
    plus({ ...FIELD, hinted: true }),
  ],
  [
    'what the walk of the original did not come to shows no ring',
    { ...but({ Bold: { stop: false }, 'Add to basket': { stop: false } }), unwalked: true },
    but({ 'Add to basket': BLIND }),
  ],
  [
    'a text says what the stars said, and stars that never had a name',
    {
      ...PAGE,
      symbols: [
        ['★★★★☆', 'Four of five'],
        ['★★★★★', ''],
      ],
    },
    {
      ...plus({ name: 'Four of five' }),
      symbols: [
        ['★★★★☆', ''],
        ['★★★★★', ''],
      ],
    },
  ],
  [
    'stars in other words',
    { ...PAGE, symbols: [['★★', 'Two']] },
    { ...PAGE, symbols: [['★★', 'Two of five']] },
  ],
  [
    'what opens the navigation is another button',
    head(OPENER),
    head({ ...OPENER, name: 'Open the navigation' }),
  ],
  [
    'what opens the navigation is a box to tick that is not drawn, in the bars that are',
    head(OPENER),
    {
      ...PAGE,
      lines: [
        { name: '☰', clickable: true, landmark: 'banner', gone: true, selector: '#bars' },
        { name: 'Menu', role: 'checkbox', landmark: 'banner', gone: true, selector: '#bars > input' },
        ...PAGE.lines,
      ],
    },
  ],
]

test.each(silent)('silent: %s', (_, before, after) => {
  expect(judged(before, after).issues.filter(({ charged }) => charged > 0)).toEqual([])
})

test('buttons of one toolbar that only a mouse reaches are one issue', () => {
  const tools = ['Bold type', 'Italic type', 'Underline'].map(
    (name, index): Line => ({
      name,
      pressable: 'listener',
      selector: `#editor > div > span:nth-of-type(${index + 1})`,
    }),
  )
  expect(judged(PAGE, plus(...tools)).issues.map(({ members }) => members?.length)).toEqual([3])
})

test.each([
  ['of one list', (at: number) => `#steps > li:nth-of-type(${at})`],
  ['with an id each', (at: number) => `#step-${at}`],
])('buttons %s that listen for the mouse alone now are one issue with its members', (_, selectorOf) => {
  const steps = (role?: string): Page =>
    plus(
      ...['Advice', 'Plan', 'Build', 'Report'].map((name, at) => ({
        name,
        kind: 'list-item',
        selector: selectorOf(at + 1),
        ...(role ? { role } : { pressable: 'handler' as const }),
      })),
    )
  expect(judged(steps('button'), steps()).issues).toMatchObject([
    { message: expect.stringMatching(/is no button any more.*; 3 more of this kind$/), charged: 1 },
  ])
})

test('fields of a form that their placeholders alone name now are one issue', () => {
  const fields = (given: Partial<Line>): Page =>
    plus(
      ...['Street of the house', 'Town of the harbour', 'Name of the captain'].map(name => ({
        ...FIELD,
        name,
        ...given,
      })),
    )
  expect(judged(fields({}), fields({ hinted: true })).issues).toMatchObject([
    { message: expect.stringMatching(/lost its label.*; 2 more of this kind$/), severity: 'moderate' },
  ])
})

test('a placeholder without a word names no field', () => {
  const named = (given: Partial<Line>) => plus({ ...FIELD, ...given })
  const [label, example] = [named({ name: 'Telephone' }), named({ name: '06 ...', hinted: true })]
  expect(judged(label, example).issues).toMatchObject([{ severity: 'serious' }])
  expect(judged(label, named({ name: '姓', hinted: true })).issues).toMatchObject([{ severity: 'moderate' }])
})
