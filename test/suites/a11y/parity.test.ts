/** Parity, keyboard and legibility on hand-made captures: each row is a page that differs from the original in one thing. */
import { describe, expect, test } from 'vitest'
import { a11y } from '../../../server/suites/a11y/index.ts'
import { judgeBy } from '../captures.ts'
import {
  but,
  capture,
  drawing,
  judged,
  LANDMARKS,
  type Line,
  PAGE,
  type Page,
  PLAIN,
  without,
} from './lines.ts'

test('a page against itself', () => {
  expect(judged(PAGE, PAGE)).toMatchObject({ score: 100, absolute: 100, issues: [] })
})

test('without landmarks, controls and texts nothing but axe is judged', () => {
  const empty: Page = { lines: [], landmarks: [] }
  expect(judged(empty, empty).checks.map(({ outcome }) => outcome)).toEqual([
    'assessed',
    'not-applicable',
    'not-applicable',
    'not-applicable',
  ])
})

const _signUp = (ring: boolean): Page => ({
  lines: [
    { name: 'E-mail', role: 'textbox', stop: { ring: true, caret: true } },
    { name: 'Notify me', role: 'button', stop: { ring } },
  ],
})

/** Four photographs, each in its place. */
const photos = (nameOf: (name: string) => string) =>
  ['The night boat', 'The outer quay', 'The lighthouse', 'The old dock'].map((name, at) => ({
    ...drawing,
    kind: 'img' as const,
    url: `https://www.example.com/${at}.jpg`,
    selector: `#photo${at}`,
    box: { x: 700, y: 300 * at, width: 200, height: 200 },
    seen: { x: 700, y: 300 * at, width: 200, height: 200 },
    name: nameOf(name),
    alt: nameOf(name),
    decorative: nameOf(name) === '',
  }))

/** And as many that show the same, elsewhere. */
const eight = (images: ReturnType<typeof photos>) => [
  ...images,
  ...images.map((image, at) => ({
    ...image,
    url: `https://www.example.com/${at}-again.jpg`,
    selector: `#again${at}`,
    box: { ...image.box, x: 1000 },
    seen: { ...image.seen, x: 1000 },
  })),
]

const logos = (before: string) =>
  photos(name => before && `${before} ${name}`).map((image, at) => {
    const box = { x: 200 * at, y: 600 + 4 * at, width: 120, height: 48 }
    return { ...image, box, seen: box }
  })

const below = (images: ReturnType<typeof photos>) =>
  images.map((image, at) => ({
    ...image,
    url: `https://www.example.com/below${at}.jpg`,
    selector: `#below${at}`,
  }))

const frames: Line[] = [0, 1, 2, 3].map(at => ({
  name: '',
  role: 'link',
  href: `/boats/${at}`,
  selector: `#frame${at}`,
}))

const framed: typeof photos = nameOf =>
  photos(nameOf).map((image, at) => ({ ...image, selector: `#frame${at} > img` }))

const called = (name: string) => ({ name, alt: name, decorative: name === '' })

const backgrounds = photos(() => '').map(image => ({
  ...image,
  kind: 'background' as const,
  alt: null,
  decorative: false,
}))

const SLIDES: Page = {
  ...PAGE,
  lines: [
    ...PAGE.lines,
    ...['The long night of lanterns', 'The market of the fishermen'].map((name, at) => ({
      name,
      kind: 'heading',
      selector: `.slides > div:nth-of-type(${at + 1}) > h3`,
    })),
  ],
}

const CONTENTS: Line = { name: 'Contents', landmark: 'navigation', pressable: 'label' }

const rows: [
  name: string,
  after: Page,
  found: [key: string, severity: string, charged: number][],
  before?: Page,
][] = [
  [
    'a button became a div',
    but({ 'Add to basket': { ...PLAIN, pressable: 'cursor' } }),
    [['a11y/role:button|add to basket|main', 'serious', 0.25]],
  ],
  [
    'a button became text',
    but({ 'Add to basket': PLAIN }),
    [['a11y/role:button|add to basket|main', 'moderate', 0.1]],
  ],
  [
    'a button of which a script listens for a press became text',
    but({ 'Add to basket': PLAIN }),
    [['a11y/role:button|add to basket|main', 'moderate', 0.1]],
    { ...PAGE, heard: ['Add to basket'] },
  ],
  [
    'a button became a div that takes the focus',
    but({ 'Add to basket': { ...PLAIN, pressable: 'listener', tabbable: true } }),
    [['a11y/role:button|add to basket|main', 'moderate', 0.1]],
  ],
  [
    'a button that opened something became a div',
    but({ 'Show the details': { ...PLAIN, pressable: 'handler' } }),
    [['a11y/role:button|show the details|main', 'serious', 0.25]],
  ],
  [
    'a button is called by a sign',
    but({ 'Add to basket': { name: '+' } }),
    [['a11y/name:button|add to basket|main', 'serious', 0.25]],
  ],
  [
    'a button is called by another sign',
    but({ 'Add to basket': { name: '×' } }),
    [],
    but({ 'Add to basket': { name: 'x' } }),
  ],
  [
    'main is no landmark',
    { ...PAGE, landmarks: ['banner', 'navigation', 'contentinfo'] },
    [['a11y/landmark:main', 'moderate', 0.2]],
  ],
  [
    'the navigation is no landmark',
    but({
      Shop: { landmark: 'banner', landmarks: 'banner' },
      'About us': { landmark: 'banner', landmarks: 'banner' },
    }),
    [['a11y/landmark:navigation', 'minor', 0.05]],
  ],
  [
    'a state is lost',
    but({ 'Show the details': { expanded: null } }),
    [['a11y/state:expanded:button|show the details|main', 'moderate', 0.1]],
  ],
  [
    'another state is lost',
    but({ Bold: { pressed: null } }),
    [['a11y/state:pressed:button|bold|main', 'moderate', 0.1]],
  ],
  ['a switch says the same', but({ Bold: { role: 'switch', pressed: null, checked: 'false' } }), []],
  ['what it opens is a dialog', but({ 'Show the details': { expanded: null, popup: 'dialog' } }), []],
  [
    'a button became a link',
    but({ 'Add to basket': { role: 'link', href: '/basket' } }),
    [['a11y/role-changed:button|add to basket|main', 'minor', 0.02]],
  ],
  [
    'hidden from screen readers',
    but({ 'Add to basket': { silent: true, tabbable: false } }),
    [['a11y/silent:button|add to basket|main', 'serious', 0.25]],
  ],
  [
    'a drawing says that it decorates now',
    { ...PAGE, images: [{ ...drawing, name: '', decorative: true }] },
    [['a11y/picture-name:map of the harbour|main', 'minor', 0.03]],
    { ...PAGE, images: [drawing] },
  ],
  [
    'what a drawing shows is said to screen readers beside it',
    {
      ...PAGE,
      lines: [...PAGE.lines, { name: 'Map of the harbour', gone: true }],
      images: [
        {
          ...drawing,
          name: '',
          decorative: true,
          box: { ...drawing.box!, x: 630, y: 40 * PAGE.lines.length },
        },
      ],
    },
    [],
    { ...PAGE, images: [drawing] },
  ],
  [
    'a drawing lost a name that was its file’s',
    { ...PAGE, images: [{ ...drawing, name: '' }] },
    [['a11y/picture-name:harbour-map|main', 'minor', 0.03]],
    { ...PAGE, images: [{ ...drawing, name: 'harbour-map' }] },
  ],
  [
    'a drawing lost a name that others have as well',
    {
      ...PAGE,
      images: [0, 1, 2].map(at => ({ ...drawing, name: '', selector: `svg:nth-of-type(${at + 1})` })),
    },
    [['a11y/picture-name:shape|main', 'minor', 0.09]],
    {
      ...PAGE,
      images: [0, 1, 2].map(at => ({ ...drawing, name: 'Shape', selector: `svg:nth-of-type(${at + 1})` })),
    },
  ],
  [
    'most of what pictures say is passed over',
    { ...PAGE, images: photos(name => (name === 'The old dock' ? name : '')) },
    [['a11y/pictures-silenced', 'moderate', 0.25]],
    { ...PAGE, images: photos(name => name) },
  ],
  [
    'what eight pictures say is passed over',
    { ...PAGE, images: eight(photos(() => '')) },
    [['a11y/pictures-silenced', 'serious', 0.25]],
    { ...PAGE, images: eight(photos(name => name)) },
  ],
  [
    'logos in one line are passed over',
    { ...PAGE, images: logos('') },
    [['a11y/pictures-silenced', 'moderate', 0.25]],
    { ...PAGE, images: logos('Ferries of the') },
  ],
  [
    'logos in one line are passed over, and the photographs have one text',
    { ...PAGE, images: [...logos(''), ...below(photos(() => 'A photograph of the sea'))] },
    [['a11y/pictures-silenced', 'moderate', 0.25]],
    { ...PAGE, images: [...logos('Ferries of the'), ...below(photos(name => name))] },
  ],
  [
    'what the texts beside the pictures say is passed over',
    {
      ...PAGE,
      lines: [...PAGE.lines, ...photos(name => name).map(({ name }) => ({ name: `${name}, 1902` }))],
      images: photos(() => ''),
    },
    [],
    { ...PAGE, images: photos(name => `Photo of ${name}`) },
  ],
  [
    'what pictures say stands beside them, in other words between',
    {
      ...PAGE,
      images: photos(() => '').map((image, at) => ({ ...image, near: `Number ${at} of the great boats` })),
    },
    [['a11y/pictures-silenced', 'moderate', 0.25]],
    {
      ...PAGE,
      images: photos(() => '').map((image, at) => ({ ...image, ...called(`Boats, number ${at}`) })),
    },
  ],
  [
    'one word of what pictures say stands elsewhere on the page',
    { ...PAGE, lines: [...PAGE.lines, { name: 'A dock, a pier and a quay' }], images: photos(() => '') },
    [['a11y/pictures-silenced', 'moderate', 0.25]],
    { ...PAGE, images: photos(name => `Photo of the ${name.split(' ').at(-1)}`) },
  ],
  [
    'one text for all pictures',
    { ...PAGE, images: photos(() => 'A photograph of the sea') },
    [['a11y/pictures-silenced', 'moderate', 0.25]],
    { ...PAGE, images: photos(name => name) },
  ],
  [
    'pictures are counted',
    { ...PAGE, images: photos(() => '').map((image, at) => ({ ...image, ...called(`Image ${at + 1}`) })) },
    [['a11y/pictures-silenced', 'moderate', 0.25]],
    { ...PAGE, images: photos(name => name) },
  ],
  [
    'pictures are counted by one text',
    { ...PAGE, images: photos(() => '').map((image, at) => ({ ...image, ...called(`Boats ${at + 1}`) })) },
    [['a11y/pictures-silenced', 'moderate', 0.25]],
    { ...PAGE, images: photos(name => name) },
  ],
  [
    'a number that the original says as well tells pictures apart',
    { ...PAGE, images: photos(() => '').map((image, at) => ({ ...image, ...called(`Boat ${at + 1}`) })) },
    [],
    {
      ...PAGE,
      images: photos(() => '').map((image, at) => ({ ...image, ...called(`The boat ${at + 1} at sea`) })),
    },
  ],
  [
    'pictures are backgrounds',
    { ...PAGE, images: backgrounds },
    [['a11y/pictures-silenced', 'moderate', 0.25]],
    { ...PAGE, images: photos(name => name) },
  ],
  [
    'backgrounds beside texts that say what they show',
    {
      ...PAGE,
      lines: [...PAGE.lines, ...photos(name => name).map(({ name }) => ({ name: `${name}, 1902` }))],
      images: backgrounds,
    },
    [],
    { ...PAGE, images: photos(name => name) },
  ],
  [
    'pictures that were counted already are backgrounds',
    { ...PAGE, images: backgrounds },
    [],
    {
      ...PAGE,
      images: photos(() => '').map((image, at) => ({ ...image, ...called(`IMG_200${at}.JPG`) })),
    },
  ],
  [
    'a carousel copies its pictures without their texts',
    {
      ...PAGE,
      images: [...photos(() => ''), ...photos(() => 'A slide')].map(image => ({
        ...image,
        box: { ...image.box, x: image.name ? 4000 : image.box.x },
      })),
    },
    [],
    { ...PAGE, images: photos(name => name) },
  ],
  [
    'pictures of links that have no name without them are passed over',
    { ...PAGE, lines: [...PAGE.lines, ...frames], images: framed(() => '') },
    [],
    { ...PAGE, lines: [...PAGE.lines, ...frames], images: framed(name => name) },
  ],
  [
    'what one picture of four says is passed over',
    { ...PAGE, images: photos(name => (name === 'The old dock' ? '' : name)) },
    [],
    { ...PAGE, images: photos(name => name) },
  ],
  [
    'pictures are called by what a template left',
    {
      ...PAGE,
      images: [
        { ...drawing, kind: 'img', alt: '...', name: '...' },
        {
          ...drawing,
          kind: 'img',
          alt: '/assets/quay.jpg picture',
          name: '/assets/quay.jpg picture',
          selector: 'img',
        },
      ],
    },
    [['a11y/picture-noise', 'moderate', 0.1]],
  ],
  [
    'a drawing lost its name',
    { ...PAGE, images: [{ ...drawing, name: '' }] },
    [['a11y/picture-name:map of the harbour|main', 'moderate', 0.1]],
    { ...PAGE, images: [drawing] },
  ],
  [
    'Tab leaves a button out',
    but({ 'Add to basket': { tabbable: false } }),
    [['a11y/unreachable:button|add to basket|main', 'serious', 0.25]],
  ],
  [
    'a link became text that listens for the mouse, on a page with other places under a hand cursor',
    {
      ...PAGE,
      lines: [
        ...but({ 'Read our terms': { ...PLAIN, pressable: 'handler' } }).lines,
        { name: 'Picture one', pressable: 'cursor' },
      ],
    },
    [['a11y/mouse-only:|read our terms|main', 'serious', 0.25]],
    { ...PAGE, lines: [...PAGE.lines, { name: 'Picture one', pressable: 'cursor' }] },
  ],
  [
    'a link became a picture that listens for the mouse alone, under no hand cursor',
    but({ 'Read our terms': { ...PLAIN, unmarked: true } }),
    [['a11y/mouse-only:|read our terms|main', 'serious', 0.25]],
  ],
  [
    'a new place listens for the mouse alone',
    { ...PAGE, lines: [...PAGE.lines, { name: 'Open the gallery', pressable: 'listener' }] },
    [['a11y/mouse-only:|open the gallery|main', 'moderate', 0.1]],
  ],
  [
    'the pictures of a gallery listen for the mouse alone: one cause, at the price of one',
    {
      ...PAGE,
      lines: [
        ...PAGE.lines,
        ...['Pier', 'Dune', 'Quay', 'Forest'].map(name => ({
          name: `Enlarge ${name}`,
          pressable: 'listener' as const,
        })),
      ],
    },
    [['a11y/mouse-only:|enlarge pier|main', 'moderate', 0.1]],
  ],
  [
    'the items of a gallery, which a keyboard came to under a name with the words of these',
    {
      ...PAGE,
      lines: [...PAGE.lines, { name: 'The harbour pier Houses 2019', pressable: 'listener' }],
    },
    [['a11y/mouse-only:|view: the harbour pier|main', 'serious', 0.25]],
    {
      ...PAGE,
      lines: [...PAGE.lines, { name: 'View: The harbour pier', pressable: 'listener', tabbable: true }],
    },
  ],
  [
    'what shares the little words of every name alone is another place',
    { ...PAGE, lines: [...PAGE.lines, { name: 'Weather of the day about town', pressable: 'listener' }] },
    [['a11y/mouse-only:|weather of the day about town|main', 'moderate', 0.1]],
    { ...PAGE, lines: [...PAGE.lines, { name: 'About the day', pressable: 'listener', tabbable: true }] },
  ],
  [
    'a label stands for a field that is not drawn',
    { ...PAGE, lines: [...PAGE.lines, { name: 'Send me news', pressable: 'label' }] },
    [['a11y/mouse-only:|send me news|main', 'moderate', 0.1]],
  ],
  [
    'a label of the navigation that opens a list',
    { ...PAGE, lines: [...PAGE.lines, CONTENTS], labels: { Contents: ['Chapter one'] } },
    [['a11y/mouse-only:|contents|navigation', 'serious', 0.25]],
  ],
  [
    'the focus is not seen at one',
    but({ Bold: { stop: { ring: false } } }),
    [['a11y/focus-lost', 'moderate', 0.25]],
  ],
  [
    'the focus is not seen at all',
    { ...PAGE, lines: PAGE.lines.map(line => ({ ...line, stop: { ring: false } })) },
    [['a11y/focus-lost', 'serious', 1]],
  ],
  [
    'another order than the eye',
    {
      ...PAGE,
      order: [
        'Shop',
        'About us',
        'Language',
        'Newsletter',
        'Add to basket',
        'Show the details',
        'Bold',
        'Read our terms',
      ],
    },
    [['a11y/tab-order', 'moderate', 0.15]],
  ],
  ['a tabindex above 0', { ...PAGE, positive: ['Bold'] }, [['a11y/tabindex-added', 'moderate', 0.15]]],
  [
    'a trap',
    { ...PAGE, traps: [{ stops: [3], way: 'none' }] },
    [['a11y/trap:none:button|add to basket|main', 'critical', 1]],
  ],
  [
    'a trap to one side',
    { ...PAGE, traps: [{ stops: [3], way: 'other direction' }] },
    [['a11y/trap:other direction:button|add to basket|main', 'serious', 0.4]],
  ],
  [
    'a dialog without Escape',
    { ...PAGE, dialogs: [{ way: 'button' }] },
    [['a11y/dialog:escape:button|add to basket|main', 'moderate', 0.1]],
  ],
  [
    'a dialog that leaves the page locked',
    { ...PAGE, dialogs: [{ locked: true }] },
    [['a11y/dialog:locked:button|add to basket|main', 'serious', 0.4]],
  ],
  [
    'a dialog without a way out',
    { ...PAGE, dialogs: [{ way: 'none' }] },
    [['a11y/dialog:caught:button|add to basket|main', 'critical', 1]],
  ],
  [
    'a text that spacing cuts off',
    { ...PAGE, spaced: { 'Delivery takes three days within the country': 0.5 } },
    [['a11y/spacing:delivery takes three days within the country|main', 'moderate', 0.1]],
  ],
  [
    'a text that zoom loses',
    { ...PAGE, zoomed: { 'Delivery takes three days within the country': 0 } },
    [['a11y/zoom:delivery takes three days within the country|main', 'moderate', 0.1]],
  ],
  [
    'a link that zoom loses',
    { ...PAGE, zoomed: { 'Read our terms': 0 } },
    [['a11y/zoom:read our terms|main', 'serious', 0.25]],
  ],
  [
    'a text that zoom cuts off',
    { ...PAGE, zoomed: { 'Delivery takes three days within the country': 0.5 } },
    [['a11y/zoom:delivery takes three days within the country|main', 'moderate', 0.1]],
  ],
]

test.each(rows)('%s', (_, after, found, before = PAGE) => {
  const { issues } = judged(before, after)
  expect(issues.map(({ key, severity, charged, status }) => [key, severity, charged, status])).toEqual(
    found.map(issue => [...issue, 'introduced']),
  )
  // The same on both sides is inherited, and who mends it is not punished.
  expect(judged(after, after)).toMatchObject({ score: 100 })
  expect(judged(after, before).issues.filter(({ charged }) => charged > 0)).toEqual([])
})

const harmless: [name: string, after: Page, before?: Page][] = [
  ['a control that is gone altogether', without('Add to basket')],
  [
    'a button became text, and nobody ever listened to it',
    but({ 'Add to basket': PLAIN }),
    { ...PAGE, unheard: ['Add to basket'] },
  ],
  [
    'pictures lost the one text that all of them had',
    { ...PAGE, images: photos(() => '') },
    { ...PAGE, images: photos(() => 'A photograph of the sea') },
  ],
  ['a link that became text, which functional says', but({ 'Read our terms': PLAIN })],
  ['a fold that is open for good', but({ 'Show the details': { ...PLAIN, kind: 'heading' } })],
  ['a button by role', but({ 'Add to basket': { tag: 'div', tabindex: '0' } })],
  [
    'another place for all landmarks',
    { ...PAGE, landmarks: [...LANDMARKS, 'search', 'complementary', 'region'].reverse() },
  ],
  [
    'a picture of the link that Tab leaves out',
    {
      ...PAGE,
      lines: [
        ...PAGE.lines,
        { name: 'Terms', role: 'link', href: '/terms', tabbable: false, tabindex: '-1' },
      ],
    },
  ],
  [
    'a part of a widget',
    { ...PAGE, lines: [...PAGE.lines, { name: 'Winter', role: 'tab', tabbable: false, part: true }] },
  ],
  [
    'a hand cursor that says nothing',
    but({ 'Delivery takes three days within the country': { pressable: 'cursor' } }),
  ],
  [
    'a hand cursor whose listener is only known now',
    but({ 'Delivery takes three days within the country': { pressable: 'listener' } }),
    but({ 'Delivery takes three days within the country': { pressable: 'cursor' } }),
  ],
  [
    'what the mouse alone reached, in other words',
    { ...PAGE, lines: [...PAGE.lines, { name: 'Have a look', pressable: 'listener' }] },
    { ...PAGE, lines: [...PAGE.lines, { name: 'Open the gallery', pressable: 'listener' }] },
  ],
  [
    'a label of the navigation that opens nothing on a wide screen',
    { ...PAGE, lines: [...PAGE.lines, CONTENTS], labels: { Contents: [] } },
  ],
  [
    'a label that stood for its field already',
    { ...PAGE, lines: [...PAGE.lines, { name: 'Send me news', pressable: 'label' }] },
    { ...PAGE, lines: [...PAGE.lines, { name: 'Send me news', pressable: 'label' }] },
  ],
  [
    'a button in a closed dialog that never had a name, and one outside of dialogs',
    {
      ...PAGE,
      lines: [
        ...PAGE.lines,
        { name: '', role: 'button', gone: true },
        { name: '', role: 'button', gone: true, dialog: 'nameless' },
      ],
    },
    { ...PAGE, lines: [...PAGE.lines, { name: '', role: 'button', gone: true }] },
  ],
  [
    'a text that the original loses at a zoom as well, by its layout for phones',
    { ...PAGE, zoomed: { Shop: 0 } },
    { ...PAGE, zoomed: { Shop: 0 }, folded: ['Shop'] },
  ],
  [
    'another slide of a row that goes on by itself is in view at a zoom',
    { ...SLIDES, zoomed: { 'The long night of lanterns': 0 } },
    { ...SLIDES, zoomed: { 'The market of the fishermen': 0 } },
  ],
  ['a field shows its caret', but({ Bold: { stop: { caret: true, ring: true } } })],
  ['nobody knows about a ring', but({ Bold: { stop: { ring: null } } })],
  [
    'parts that swapped places for the eye and the keyboard',
    { ...PAGE, lines: [...PAGE.lines.slice(0, 3), ...PAGE.lines.slice(5), ...PAGE.lines.slice(3, 5)] },
  ],
  [
    'a drawer without a name on its button is a dialog now, and a named dialog is none',
    {
      ...PAGE,
      lines: [
        ...PAGE.lines,
        { name: '', role: 'button', gone: true, dialog: 'nameless' },
        { name: 'Decline', role: 'button', gone: true },
      ],
    },
    {
      ...PAGE,
      lines: [
        ...PAGE.lines,
        { name: '', role: 'button', gone: true },
        { name: 'Decline', role: 'button', gone: true, dialog: 'named' },
      ],
    },
  ],
  [
    'a dialog that was open has a button without a name, and a named one is made when it is needed',
    { ...PAGE, lines: [...PAGE.lines, { name: '', role: 'button', gone: true, dialog: 'nameless' }] },
    {
      ...PAGE,
      lines: [
        ...PAGE.lines,
        { name: '', role: 'button', dialog: 'nameless' },
        { name: 'Accept', role: 'button', gone: true, dialog: 'named' },
      ],
    },
  ],
  ['a dialog that nobody opened', { ...PAGE, dialogs: [{ opened: false, way: null }] }],
  [
    'a dialog with a button alone, as before',
    { ...PAGE, dialogs: [{ way: 'button' }] },
    { ...PAGE, dialogs: [{ way: 'button' }] },
  ],
  [
    'a dialog that is open from the start',
    { ...but({ 'Add to basket': { stop: { dialog: true } } }), traps: [{ stops: [3], way: 'none' }] },
  ],
]

test.each(harmless)('silent: %s', (_, after, before = PAGE) => {
  const result = judged(before, after)
  expect(result.issues.filter(({ charged }) => charged > 0)).toEqual([])
  expect(result.score).toBe(100)
})

test('a list that is called otherwise now still says at its own path whether it is open', () => {
  const list = { role: 'combobox', expanded: 'false', selector: '#city' } as const
  const lines = (...more: Line[]): Page => ({ ...PAGE, lines: [...PAGE.lines, ...more] })
  const before = lines({ ...list, name: 'Leeds' })
  const chosen: Line = { role: 'listbox', name: 'Leeds', selector: '#city > div' }
  const after = (expanded: 'false' | null) =>
    lines({ ...list, name: 'Choose a city: London, Leeds, York, Bath or Hull', expanded }, chosen)
  const told = (page: Page) => judged(before, page).issues.filter(({ key }) => key.includes('state:'))
  expect(told(after('false'))).toEqual([])
  expect(told(after(null))).toHaveLength(1)
  expect(told(lines({ ...list, name: 'Leeds', expanded: null }))).toHaveLength(1)
  // Another control came to its path.
  const moved = { ...list, name: 'Leeds', expanded: null, selector: '#city > span' }
  expect(told(lines({ ...list, name: 'Language' }, moved))).toHaveLength(1)
})

describe('a state that stays as it is', () => {
  const press = { width: 1440, way: 'press', effect: 'opens', stirred: true, revealed: [], hidden: [] }
  const side = (which: 'original' | 'rebuilt', probe: object, name = 'Show the details') => {
    const made = capture(which, PAGE)
    const selector = `#x${PAGE.lines.findIndex(line => line.name === name)}`
    const wide = {
      probes: [{ ...press, selector, ...probe }],
      rest: [],
      unreached: 0,
      late: false,
      ended: null,
    }
    made.artifacts.probes = { ok: true, value: { narrow: { ...wide, probes: [] }, wide } as never }
    return made
  }
  const told = (before: object, now: object, name?: string) =>
    judgeBy(a11y, side('original', before, name), side('rebuilt', now, name))
      .issues.filter(({ key }) => key.includes('state-stale'))
      .map(({ key, severity }) => [key.slice(17), severity])

  test('is told where the press does what it did', () => {
    const [changes, stays] = [{ states: { expanded: true } }, { states: { expanded: false } }]
    expect(told(changes, stays)).toEqual([['expanded:button|show the details|main', 'serious']])
    expect(told(changes, changes)).toEqual([])
    expect(told(stays, stays)).toEqual([])
    expect(told(changes, { ...stays, effect: 'nothing', stirred: false })).toEqual([])
    expect(told(changes, { ...stays, width: 375 })).toEqual([])
    expect(told(changes, {})).toEqual([])
    // It went on changing; it was the chosen one; another page says it.
    expect(told(changes, { ...stays, uncertain: true })).toEqual([])
    expect(told(changes, { ...stays, chosen: true })).toEqual([])
    expect(told({ ...changes, effect: 'goes' }, { ...stays, effect: 'goes' })).toEqual([])
  })

  test('is milder where it tells what was chosen, however that is drawn', () => {
    const [changes, stays] = [
      { effect: 'toggles', states: { pressed: true } },
      { effect: 'nothing', states: { pressed: false } },
    ]
    expect(told(changes, stays, 'Bold')).toEqual([['pressed:button|bold|main', 'moderate']])
    expect(told(changes, { ...stays, stirred: false }, 'Bold')).toEqual([])
  })
})

test('a walk that was not collected costs its check alone', () => {
  const broken = capture('rebuilt', PAGE)
  broken.artifacts.keyboard = { ok: false, reason: 'the page did not answer' }
  expect(judgeBy(a11y, capture('original', PAGE), broken)).toMatchObject({
    score: 100,
    inconclusive: false,
    checks: [{}, { outcome: 'assessed' }, { outcome: 'inconclusive' }, { outcome: 'assessed' }],
  })
})
