import { describe, expect, test } from 'vitest'
import type { Artifacts } from '../../../server/capture/artifact.ts'
import type { ControlBox, TextBlock } from '../../../server/capture/collectors/layouts.ts'
import type { Probe } from '../../../server/capture/collectors/probes/index.ts'
import { REBUILT } from '../captures.ts'
import { BOX, control, type Given, judge, VISIBLE_BOX } from './judge.ts'

const text = (of: string, kind = 'paragraph') =>
  ({ text: of, kind, landmark: 'main', ...VISIBLE_BOX, selector: `p ${of}` }) as unknown as TextBlock
const probe = (name: string, effect: Probe['effect'], change: Partial<Probe> = {}): Probe => ({
  role: 'button',
  name,
  landmark: 'main',
  selector: `button ${name}`,
  box: BOX,
  way: 'press',
  menu: false,
  width: 1440,
  effect,
  revealed: effect === 'opens' || effect === 'dialog' || effect === 'switches' ? [`What ${name} shows`] : [],
  hidden: effect === 'switches' ? ['What was there'] : [],
  went: effect === 'goes' ? '/elsewhere' : null,
  stirred: effect !== 'nothing',
  ...change,
})

/** Another control, in another place. */
const UNFOLD = probe('Unfold', 'opens', { revealed: ['What Open shows'], box: { ...BOX, y: 900 } })

interface Page {
  controls?: ControlBox[]
  texts?: TextBlock[]
  probes?: Probe[]
  narrow?: Probe[]
  rest?: Probe[]
  late?: boolean
}

function page({ controls, texts = [], probes = [], narrow = [], rest = [], late = false }: Page): Given {
  const all =
    controls ??
    [...probes, ...rest].map(({ role, name, landmark, box }) => control(role, name, { landmark, box }))
  const layout = (width: number) => ({ width, controls: all, blocks: texts })
  return {
    layouts: [layout(375), layout(1440)] as unknown as Artifacts['layouts'],
    probes: {
      narrow: {
        probes: narrow.map(one => ({ ...one, width: 375 })),
        rest: [],
        unreached: 0,
        late: false,
        ended: null,
      },
      wide: { probes, rest, unreached: 0, late, ended: null },
    },
  }
}

const CONTROLS = [
  control('button', 'Book a table'),
  control('button', 'Share'),
  control('button', 'Next slide'),
  control('button', 'Cookie settings'),
  control('switch', 'Dark colours'),
  control('tab', 'Spring'),
  control('button', 'Like'),
  control('button', 'Like'),
  control('button', 'Toggle navigation', { landmark: 'navigation' }),
  control('link', 'Elsewhere'),
  control('button', 'Print', { landmark: 'contentinfo' }),
]
const without = (...names: string[]) => CONTROLS.filter(({ name }) => !names.includes(name))
const put = (name: string, change: Partial<ControlBox>) =>
  CONTROLS.map(one => (one.name === name ? { ...one, ...change } : one))

const lost: [string, ControlBox[], string[], TextBlock[]?][] = [
  ['nothing', CONTROLS, []],
  ['other order and landmarks', CONTROLS.toReversed().map(one => ({ ...one, landmark: '' })), []],
  ['what a visitor came for', without('Book a table'), ['controls:lost:button|book a table|main serious']],
  ['another button', without('Share'), ['controls:lost:button|share|main moderate']],
  ['a step of a carousel', without('Next slide'), ['controls:lost:button|next slide|main minor']],
  ['what is about consent', without('Cookie settings'), ['controls:lost:button|cookie settings|main minor']],
  ['a switch', without('Dark colours'), ['controls:lost:switch|dark colours|main moderate']],
  ['a switch that is a checkbox now', put('Dark colours', { role: 'checkbox' }), []],
  ['a tab that is a button now', put('Spring', { role: 'button' }), []],
  ['a tab that is a link now', put('Spring', { role: 'link' }), []],
  [
    'one of two of a name',
    CONTROLS.slice(0, 7).concat(CONTROLS.slice(8)),
    ['controls:lost:button|like|main moderate'],
  ],
  ['the way to the navigation', without('Toggle navigation'), []],
  ['a button that became text', without('Book a table'), [], [text('Book a table')]],
  [
    'a button of another name elsewhere in the same part',
    put('Share', { name: 'Tell a friend', box: { x: 900, y: 3000, width: 80, height: 30 } }),
    [],
  ],
  ['a button renamed in its place', put('Book a table', { name: 'Reserve' }), []],
  ['hidden at all widths', put('Share', { state: 'hidden' }), ['controls:lost:button|share|main moderate']],
  ['disabled', put('Share', { disabled: true }), ['controls:disabled:button|share|main moderate']],
  [
    'a step that is disabled',
    put('Next slide', { disabled: true }),
    ['controls:disabled:button|next slide|main minor'],
  ],
  ['a control added', [...CONTROLS, control('button', 'More')], []],
]

test('a button whose name has other numbers now is not lost', () => {
  const link = (name: string) => control('link', name, { box: { ...BOX, y: 3000 } })
  const of = (before: ControlBox[], now: ControlBox[]) =>
    judge(page({ controls: before }), page({ controls: now })).introduced.filter(issue =>
      issue.startsWith('controls'),
    )
  const old = 'Download v3.00 stable'
  expect(of([control('button', old), link(old)], [link('Download v4.1.3 stable')])).toEqual([])
  expect(of([control('button', old), link(old)], [link('All versions')])).toHaveLength(1)
  // One stands for one.
  const spelt = [old, 'Download v3.0 stable'].map(name => control('button', name))
  expect(of(spelt, [link('Download v4.1.3 stable')])).toEqual([])
  const plans = [10, 50, 100].map(size => control('button', `Choose ${size} GB`))
  expect(of(plans, [control('button', 'Choose 20 GB')])).toHaveLength(2)
  // Each of these had been there.
  expect(of([control('button', 'Buy 3 days'), link('Buy 5 days')], [link('Buy 5 days')])).toHaveLength(1)
})

describe('inventory', () => {
  test.each(lost)('%s', (_, controls, expected, texts = []) => {
    const { introduced, result } = judge(page({ controls: CONTROLS }), page({ controls, texts }))
    expect(introduced).toEqual(expected)
    expect(result.score < 100).toBe(expected.length > 0)
    if (expected.join().includes('serious')) expect(result.pass).toBe(false)
  })

  const fixes = lost.filter(([, , expected]) => expected.length > 0)
  test.each(fixes)('never punished for the reverse: %s', (_, controls, expected, texts = []) => {
    const { introduced } = judge(page({ controls, texts }), page({ controls: CONTROLS }))
    expect(introduced, expected.join()).toEqual([])
  })

  test('a button that was seen to work may be called otherwise now', () => {
    const share = page({ controls: CONTROLS, probes: [probe('Share', 'opens')] })
    expect(judge(share, page({ controls: without('Share') })).introduced).toContain(
      'controls:lost:button|share|main moderate',
    )
  })

  test('the way to the navigation of a phone, by what it does', () => {
    const burger = control('button', 'toggle', { landmark: 'banner', state: 'hidden' })
    const opens = probe('toggle', 'opens', { selector: burger.selector, revealed: ['Work', 'Team'] })
    const given = page({ controls: CONTROLS, narrow: [opens] })
    const [narrow, wide] = given!.layouts as unknown as { controls: ControlBox[] }[]
    const before = {
      ...given,
      layouts: [
        { ...narrow, controls: [...CONTROLS, { ...burger, state: 'visible' }] },
        { ...wide, controls: [...CONTROLS, burger] },
      ] as unknown as Artifacts['layouts'],
    }
    expect(judge(before, page({ controls: CONTROLS })).introduced).toEqual([])
    expect(judge({ ...before, probes: undefined }, page({ controls: CONTROLS })).introduced).toEqual([
      'controls:lost:button|toggle|banner moderate',
    ])
  })

  test('what is gone with its menu is one issue', () => {
    const menu = ['Work', 'Team'].map(name => control('button', name, { landmark: 'navigation' }))
    const { issues } = judge(page({ controls: [...CONTROLS, ...menu] }), page({ controls: CONTROLS }))
    expect(issues.map(({ members }) => members?.length)).toEqual([2])
  })

  test('what is gone with its container is one issue', () => {
    const dot = (name: string, change = {}) =>
      control('button', name, { selector: `#slider > div > button ${name}`, ...change })
    const dots = ['Gardening', 'Cleaning', 'Shopping'].map(name => dot(name))
    const other = dot('Babysitting', { selector: '#rates > div > button' })
    const gone = (now: ControlBox[]) => judge(page({ controls: [...dots, other] }), page({ controls: now }))
    expect(gone([]).issues).toHaveLength(2)
    expect(gone([other]).issues.map(({ members }) => members?.length)).toEqual([3])
    // One of them is still there.
    expect(gone([other, dots[0]!]).issues).toHaveLength(2)
  })

  test('a button that became text is called by its picture as well', () => {
    const buy = control('button', 'apple icon Order now', { selector: '#order' })
    const written = (of: string, selector: string) => ({ ...text(of), selector })
    const before = page({ controls: [buy], texts: [written('Order now', '#order > span')] })
    const lostOf = (now: Page) =>
      judge(before, page({ controls: [], ...now })).introduced.filter(one => one.startsWith('controls'))
    expect(lostOf({ texts: [text('Order now')] })).toEqual([])
    expect(lostOf({ texts: [text('Order')] })).toHaveLength(1)
  })

  test('without controls there is nothing to judge', () => {
    const { result } = judge(page({ controls: [control('link', 'A')] }), page({ controls: CONTROLS }))
    expect(result.checks.find(({ id }) => id === 'functional/controls')).toMatchObject({
      outcome: 'not-applicable',
    })
  })
})

const DEAD = 'behaviour:dead:button|open|main'
const acts: [string, Probe, Probe | null, string[], Page?][] = [
  ['the same', probe('Open', 'opens'), probe('Open', 'opens'), []],
  ['dead', probe('Open', 'opens'), probe('Open', 'nothing'), [`${DEAD} serious`]],
  ['a dialog dead', probe('Open', 'dialog'), probe('Open', 'nothing'), [`${DEAD} serious`]],
  ['a dead button that leads away', probe('Open', 'goes'), probe('Open', 'nothing'), [`${DEAD} serious`]],
  [
    'says it is open, and shows nothing',
    probe('Open', 'opens'),
    probe('Open', 'toggles'),
    [`${DEAD} serious`],
  ],
  ['colours that do not change', probe('Open', 'restyles'), probe('Open', 'nothing'), [`${DEAD} moderate`]],
  ['a window that is not opened', probe('Open', 'asks'), probe('Open', 'nothing'), [`${DEAD} serious`]],
  ['nothing sent', probe('Open', 'sends'), probe('Open', 'nothing'), [`${DEAD} moderate`]],
  ['a state that only looks show', probe('Open', 'toggles'), probe('Open', 'nothing', { stirred: true }), []],
  ['a panel that is empty', probe('Open', 'switches'), probe('Open', 'closes'), [`${DEAD} serious`]],
  [
    'a panel that another control shows as well',
    probe('Open', 'switches'),
    probe('Open', 'closes'),
    [],
    { probes: [probe('Open', 'closes'), UNFOLD] },
  ],
  ['a fold that is open at first', probe('Open', 'opens'), probe('Open', 'closes'), []],
  ['opens in another way', probe('Open', 'opens'), probe('Open', 'dialog'), []],
  ['leads to a page instead', probe('Open', 'dialog'), probe('Open', 'goes'), []],
  [
    'opens by a press, not under the mouse',
    probe('Open', 'opens', { way: 'hover' }),
    probe('Open', 'opens'),
    [],
  ],
  ['dead before', probe('Open', 'nothing'), probe('Open', 'nothing'), []],
  ['works at last', probe('Open', 'nothing'), probe('Open', 'opens'), []],
  [
    'open for good',
    probe('Open', 'opens'),
    probe('Open', 'nothing'),
    [],
    { texts: [text('What Open shows')] },
  ],
  [
    'opened by another control',
    probe('Open', 'opens'),
    probe('Open', 'nothing'),
    [],
    { probes: [probe('Open', 'nothing'), UNFOLD] },
  ],
  [
    'no button any more by its role',
    probe('Open', 'opens'),
    null,
    [`${DEAD} serious`],
    {
      controls: [],
      probes: [probe('Open', 'nothing', { role: 'generic', selector: 'div' })],
      texts: [text('Open')],
    },
  ],
]

describe('behaviour', () => {
  test.each(acts)('%s', (_, was, now, expected, rest = {}) => {
    const { introduced, result } = judge(
      page({ probes: [was, probe('Other', 'opens')] }),
      page({ probes: [...(now ? [now] : []), probe('Other', 'opens')], ...rest }),
    )
    expect(introduced.filter(issue => issue.startsWith('behaviour'))).toEqual(expected)
    if (expected.join().includes('serious')) expect(result.pass).toBe(false)
  })

  test.each(acts.filter(([, , now, expected]) => now && expected.length))(
    'never punished for the reverse: %s',
    (_, was, now) => {
      expect(judge(page({ probes: [now!] }), page({ probes: [was] })).introduced).toEqual([])
    },
  )

  const links = ['Work', 'Team', 'Prices']
  const burger = (name: string, effect: Probe['effect']) =>
    probe(name, effect, { landmark: 'banner', revealed: effect === 'opens' ? links : [] })

  test('the menu of a phone, whatever it is called', () => {
    const before = page({ controls: [], narrow: [burger('Toggle navigation', 'opens')] })
    expect(judge(before, page({ controls: [], narrow: [burger('Menu', 'opens')] })).introduced).toEqual([])
    expect(judge(before, page({ controls: [], narrow: [burger('', 'nothing')] })).introduced).toEqual([
      'behaviour:dead:button|toggle navigation|banner serious',
    ])
    const shown = links.map(link => text(link))
    expect(judge(before, page({ controls: [], texts: shown })).introduced).toEqual([])
    // The footer says the same on both pages.
    const footed = page({ controls: [], texts: shown, narrow: [burger('Menu', 'opens')] })
    const dead = page({ controls: [], texts: shown, narrow: [burger('Menu', 'nothing')] })
    expect(judge(footed, dead).introduced).toEqual(['behaviour:dead:button|menu|banner serious'])
  })

  test('a logo without a name is no menu of a phone', () => {
    const before = page({ controls: [], narrow: [burger('Toggle navigation', 'opens')] })
    const logo = probe('', 'nothing', { role: 'link', landmark: 'banner', selector: 'a logo' })
    const wide = { ...logo, width: 1440 }
    const now = page({ controls: [], narrow: [logo], probes: [wide] })
    expect(judge(before, now).introduced).toEqual([])
  })

  test('a link to nowhere offers nothing by taking its visitor to the top', () => {
    const top = probe('Up', 'scrolls', { role: 'link', selector: 'a' })
    const dead = page({ probes: [probe('Up', 'nothing')] })
    const link = (raw: string) => ({ ...page({ probes: [top] }), links: [{ raw, selector: 'a' }] as never })
    expect(judge(page({ probes: [top] }), dead).introduced).toEqual(['behaviour:dead:link|up|main moderate'])
    expect(judge(link('#place'), dead).introduced.join()).toContain('behaviour:dead')
    expect(judge(link('#'), dead).introduced).toEqual([])
  })

  test('a link to nowhere that leads away at one width alone', () => {
    const [goes, still] = (['goes', 'nothing'] as const).map(effect =>
      probe('Up', effect, { role: 'link', selector: 'a' }),
    )
    const dead = page({ probes: [still!], narrow: [still!] })
    const pressed = (wide: Probe) =>
      ({
        ...page({ probes: [wide], narrow: [goes!] }),
        links: [{ raw: '#', selector: 'a' }],
      }) as unknown as Given
    expect(judge(pressed(still!), dead).introduced).toEqual([])
    expect(judge(pressed(goes!), dead).introduced.join()).toContain('behaviour:dead')
    // To the page itself.
    const loads = { ...goes!, went: new URL(REBUILT).pathname }
    const now = { ...page({ probes: [loads] }), links: [{ raw: '#', selector: 'a' }] as never }
    expect(judge(now, dead).introduced).toEqual([])
  })

  test('what another control opened closes by a press on anything', () => {
    const hidden = ['What Fold shows']
    const [fold, book] = [probe('Fold', 'opens'), probe('Tables', 'closes', { hidden })]
    const now = page({ probes: [fold, probe('Tables', 'nothing')] })
    expect(judge(page({ probes: [fold, book] }), now).introduced).toEqual([])
    // Something that the mouse had left open; what is in view at first is another matter.
    const alone = page({ probes: [probe('Fold', 'toggles'), book] })
    expect(judge(alone, now).introduced).toEqual([])
    const block = { text: hidden[0], kind: 'text', state: 'visible' }
    const layouts = [{ width: 1440, controls: [], blocks: [block] }] as unknown as Artifacts['layouts']
    expect(judge({ ...alone, layouts }, now).introduced).toEqual([
      'behaviour:dead:button|tables|main moderate',
    ])
  })

  test('a menu that became a link with a menu under the mouse', () => {
    const was = probe('Projects', 'opens', { role: 'link' })
    const now = (way: Probe['way']) => page({ probes: [{ ...was, effect: 'nothing', way, revealed: [] }] })
    expect(judge(page({ probes: [was] }), now('hover')).introduced).toEqual([])
    expect(judge(page({ probes: [was] }), now('press')).introduced.join()).toContain('behaviour:dead')
  })

  test('a page that is not printed or shared is no great loss', () => {
    const of = (name: string, effect: Probe['effect']) => page({ probes: [probe(name, effect)] })
    expect(judge(of('Share this', 'asks'), of('Share this', 'nothing')).introduced).toEqual([
      'behaviour:dead:button|share this|main moderate',
    ])
  })

  test('a menu that became a link to nowhere', () => {
    const before = page({ probes: [probe('Projects', 'opens', { role: 'generic' })] })
    const link = (raw: string) =>
      ({
        ...page({ controls: [] }),
        links: [
          { name: 'Projects', raw, href: new URL(raw, REBUILT).href, state: 'visible', fragmentFound: null },
        ],
      }) as unknown as Given
    const ofBehaviour = (raw: string) =>
      judge(before, link(raw)).introduced.filter(issue => issue.startsWith('behaviour'))
    expect(ofBehaviour('#')).toEqual(['behaviour:dead:generic|projects|main serious'])
    expect(ofBehaviour('')).toEqual(['behaviour:dead:generic|projects|main serious'])
    expect(ofBehaviour('/projects')).toEqual([])
  })

  test('controls of one kind in one place are dead of one cause', () => {
    const all = (effect: Probe['effect']) =>
      page({
        probes: ['Sun', 'Moon'].map((name, at) =>
          probe(name, effect, { selector: `ul > li:nth-of-type(${at + 1}) > a` }),
        ),
      })
    expect(judge(all('opens'), all('nothing')).issues.map(({ members }) => members?.length)).toEqual([2])
  })

  test('what waits for a script that visitors may get is not dead', () => {
    const [was, now] = ['opens', 'nothing'].map(effect =>
      page({ probes: [probe('Open', effect as 'opens')] }),
    )
    const asks = (url: string, failure: string | null, status = 0) => ({
      ...now!,
      health: {
        requests: [
          { url, method: 'GET', type: 'script', status, failure, firstParty: false, contentType: '' },
        ],
      },
    })
    const ofBehaviour = (given: Given) =>
      judge(was!, given)
        .introduced.filter(issue => issue.startsWith('behaviour'))
        .join()
    const library = 'https://cdn.other.org/lib.js'
    expect(ofBehaviour(asks(library, 'net::ERR_CONNECTION_RESET'))).toBe('')
    expect(ofBehaviour(asks(library, 'net::ERR_ABORTED', 403))).toBe('')
    expect(ofBehaviour(asks(library, 'net::ERR_ABORTED', 404))).toContain('dead')
    expect(ofBehaviour(asks('https://plausible.io/js/plausible.js', 'net::ERR_FAILED'))).toContain('dead')
  })

  test('what could not be operated is said and not charged', () => {
    const before = page({ probes: [probe('Open', 'opens'), probe('Close', 'closes')] })
    const some = page({ probes: [probe('Close', 'closes')], rest: [probe('Open', 'nothing')] })
    expect(judge(before, some).introduced).toEqual(['behaviour:unprobed minor'])
    expect(judge(before, some).result.score).toBe(100)
    const none = page({ rest: [probe('Open', 'nothing'), probe('Close', 'nothing')] })
    const { result } = judge(before, none)
    expect(result.checks.find(({ id }) => id === 'functional/behaviour')).toMatchObject({
      outcome: 'inconclusive',
    })
  })

  test('what a slow machine did not reach is no difference', () => {
    const open = probe('Open', 'opens')
    const both = page({ probes: [open, probe('Close', 'opens')] })
    const late = page({ probes: [open], rest: [probe('Close', 'nothing')], late: true })
    const outcome = (a: Given, b: Given) =>
      judge(a, b).result.checks.find(({ id }) => id === 'functional/behaviour')?.outcome
    expect(outcome(both, late)).toBe('inconclusive')
    expect(outcome(late, both)).toBe('inconclusive')
    expect(outcome(both, both)).not.toBe('inconclusive')
    // What was reached on both is dead all the same.
    const dead = page({ probes: [probe('Open', 'nothing')], rest: [probe('Close', 'nothing')], late: true })
    expect(judge(both, dead).introduced).toContain('behaviour:dead:button|open|main serious')
  })
})

test('buttons that are links by another name, each in the place of its own', () => {
  const rows = (of: (y: number) => ControlBox) => [0, 900, 1800].map(y => of(y))
  const at = (y: number) => ({ box: { ...BOX, y }, seen: { ...BOX, y } })
  const before = rows(y => control('button', 'Buy', { ...at(y), selector: `li ${y} button` }))
  const told = (name: string) => {
    const after = rows(y => control('link', name, { ...at(y), selector: `li ${y} a` }))
    return judge(page({ controls: before }), page({ controls: after })).introduced
  }
  expect(told('Add to cart')).toEqual([])
  expect(told('Read more')).toEqual(['controls:lost:button|buy|main moderate'])
  expect(told('Sign in')).toEqual(['controls:lost:button|buy|main moderate'])
})

test('what empties or pays for a basket may wait out of sight until something is in it', () => {
  const [add, pay] = ['Add to cart', 'Checkout'].map(name => control('button', name))
  const told = (now: ControlBox[]) =>
    judge(page({ controls: [add!, pay!] }), page({ controls: now })).introduced.filter(issue =>
      issue.includes('checkout'),
    )
  expect(told([add!, { ...pay!, state: 'hidden' }])).toEqual(['controls:lost:button|checkout|main moderate'])
  expect(told([add!])).toEqual(['controls:lost:button|checkout|main serious'])
  expect(told([{ ...pay!, state: 'hidden' }])).toContain('controls:lost:button|checkout|main serious')
})

test('a button in a link is the link, and may be one without the button', () => {
  const at = (selector: string) => ({ selector })
  const nested = ['First', 'Second'].flatMap(name => [
    control('link', name, at(`main > ${name} > a`)),
    control('button', name, { ...at(`main > ${name} > a > button`), inLink: true as const }),
  ])
  const plain = ['First', 'Second'].map(name => control('link', name, at(`#${name}`)))
  const share = control('button', 'Share', at('#share'))
  expect(
    judge(page({ controls: [...nested, share] }), page({ controls: [...plain, share] })).introduced,
  ).toEqual([])
  expect(judge(page({ controls: [...nested, share] }), page({ controls: nested })).introduced).toEqual([
    'controls:lost:button|share|main moderate',
  ])
})

test('the entry of a menu around a link is the link, and may be one without the entry', () => {
  const entry = (name: string) => control('menuitem', name, { selector: `ul > li.${name}` })
  const link = (name: string) => control('link', name, { selector: `ul > li.${name} > a` })
  const names = ['Guides', 'Gallery']
  const nested = names.flatMap(name => [entry(name), link(name)])
  const plain = names.map(name => control('link', name, { selector: `nav > a.${name}` }))
  const told = (before: ControlBox[], after: ControlBox[]) =>
    judge(page({ controls: before }), page({ controls: after })).introduced
  const share = control('button', 'Share', { selector: '#share' })
  expect(told([...nested, share], [...plain, share])).toEqual([])
  // What has no link within, or one of another name, is an entry by itself.
  const lost = ['controls:lost:menuitem|export|main moderate']
  expect(told([...nested, entry('Export')], plain)).toEqual(lost)
  const other = control('link', 'Help', { selector: 'ul > li.Export > a' })
  expect(told([...nested, entry('Export'), other], [...plain, other])).toEqual(lost)
})

test('the head of a panel and the link in it are one control', () => {
  const head = (at: number) => control('tab', `Question ${'ABC'[at]}`, { selector: `#q${at}` })
  const heads = [0, 1, 2].flatMap(at => [
    head(at),
    control('link', `Question ${'ABC'[at]}`, { selector: `#q${at} > h5 > a` }),
  ])
  const told = (after: ControlBox[]) => judge(page({ controls: heads }), page({ controls: after })).introduced
  const summaries = [0, 1, 2].map(at =>
    control('button', `Question ${'ABC'[at]}`, { selector: `details.${at}` }),
  )
  expect(told(summaries)).toEqual([])
  expect(told(summaries.slice(0, 2))).toEqual(['controls:lost:tab|question c|main moderate'])
  // The link in a card is no button beside it.
  const card = (at: number) => [
    control('tab', 'Book now', { selector: `#c${at}` }),
    control('link', 'Book now', { selector: `#c${at} > a` }),
  ]
  const cards = [...card(1), ...card(2)]
  const buttons = [1, 2].map(at => control('button', 'Book now', { selector: `#b${at}` }))
  const lost = judge(page({ controls: [...cards, ...buttons] }), page({ controls: cards })).introduced
  expect(lost).toEqual(['controls:lost:tab|book now|main moderate'])
})
