/** Controls that open something, and not what they opened: those of the behaviour check that need no browser. */
import { expect, test } from 'vitest'
import type { Artifacts } from '../../../server/capture/artifact.ts'
import type { Probe, Withheld } from '../../../server/capture/collectors/probes/index.ts'
import { ORIGINAL, REBUILT } from '../captures.ts'
import { BOX, type Given, judge } from './judge.ts'

const PANELS = {
  Bread: 'Three loaves from one dough and a jar of starter',
  Fish: 'A mackerel in four cuts, smoked over tea leaves',
  Shore: 'Samphire and dulse gathered at low tide',
}
const NO_SEMANTICS = {
  landmarks: [],
  controls: [],
  pressables: [],
  positive: [],
  hiddenFromAt: [],
  symbols: [],
}
const NO_PROBES = { probes: [], rest: [], unreached: 0, late: false, ended: null }
const probe = (name: string, revealed: string[], more: Partial<Probe> = {}): Probe => ({
  role: 'tab',
  name,
  landmark: 'main',
  selector: `#${name}`,
  box: BOX,
  way: 'press',
  menu: false,
  width: 1440,
  effect: 'switches',
  revealed,
  hidden: [],
  went: null,
  stirred: true,
  ...more,
})
const tabs = (change: Partial<Record<keyof typeof PANELS, string>> = {}, shown: string[] = []): Given => {
  const probes = Object.entries({ ...PANELS, ...change }).map(([name, text]) => probe(name, [text]))
  const empty = { probes: [], rest: [], unreached: 0, late: false, ended: null }
  return {
    probes: { narrow: empty, wide: { ...empty, probes } } as Artifacts['probes'],
    layouts: [
      { width: 1440, controls: [], blocks: shown.map(text => ({ text, kind: 'text', state: 'visible' })) },
    ] as unknown as Artifacts['layouts'],
  }
}

test('a link to the page itself that the original has as well is no control of its name', () => {
  const link = {
    name: 'Bread',
    href: REBUILT,
    raw: '/',
    state: 'visible',
    fragmentFound: null,
    selector: 'nav > a',
  }
  const button = probe('Bread', [PANELS.Bread], { role: 'button', effect: 'opens' })
  const opening = { narrow: NO_PROBES, wide: { ...NO_PROBES, probes: [button] } }
  const idle = { narrow: NO_PROBES, wide: NO_PROBES }
  const page = (probes: unknown, href?: string): Given => ({
    ...tabs(),
    probes: probes as Artifacts['probes'],
    links: (href ? [{ ...link, href }] : []) as Artifacts['links'],
  })
  const told = (before: Given) =>
    judge(before, page(idle, REBUILT)).introduced.filter(key => /dead/.test(key))
  expect(told(page(opening))).toEqual(['behaviour:dead:button|bread|main serious'])
  expect(told(page(opening, ORIGINAL))).toEqual([])
})

test('a switch of prices that changes the words beside them alone', () => {
  const page = (yearly: string[], shown: string[] = []): Given => ({
    ...tabs({}, shown),
    probes: {
      narrow: NO_PROBES,
      wide: { ...NO_PROBES, probes: [probe('Yearly', [...yearly, 'Billed yearly'], { role: 'button' })] },
    } as Artifacts['probes'],
  })
  const told = (now: Given) => judge(page(['€8', '€16']), now).introduced
  expect(told(page([]))).toEqual(['behaviour:less:button|yearly|main serious'])
  // They are there from the start, or it shows others, of which content tells.
  expect(told(page([], ['€8', '€16']))).toEqual([])
  expect(told(page(['€9', '€18']))).toEqual([])
  // The sign has an element of its own.
  expect(told(page(['8', '16']))).toEqual([])
})

test.each<[string, Given, string[]]>([
  [
    'a tab that opens its neighbour',
    tabs({ Shore: PANELS.Fish }),
    ['behaviour:mixed:tab|shore|main serious'],
  ],
  ['a panel written anew', tabs({ Shore: 'Seaweed of all kinds, and how to cook it' }), []],
  ['one that is in view all the time', tabs({ Shore: PANELS.Fish }, [PANELS.Shore]), []],
])('%s', (_, now, expected) => {
  expect(judge(tabs(), now).introduced).toEqual(expected)
  expect(judge(now, now).introduced).toEqual([])
  expect(judge(now, tabs()).introduced).toEqual([])
})

test('the tab that was open already when it was pressed', () => {
  const pressed = (more: Partial<Probe>): Given => {
    const given = tabs({}, Object.values(PANELS))!
    const [bread, ...others] = (given.probes as Artifacts['probes']).wide.probes
    const first = { ...bread!, revealed: [], stirred: false, ...more }
    return {
      ...given,
      probes: {
        narrow: NO_PROBES,
        wide: { ...NO_PROBES, probes: [first, ...others] },
      } as Artifacts['probes'],
    }
  }
  const hidden = (given: Given): Given => ({ ...given, layouts: tabs()!.layouts })
  const dead = ['behaviour:dead:tab|bread|main serious']
  expect(judge(tabs(), hidden(pressed({ effect: 'nothing' }))).introduced).toEqual(dead)
  // It answers the press; one that marks itself as chosen has chosen nothing else.
  expect(judge(tabs(), hidden(pressed({ effect: 'focuses' }))).introduced).toEqual([
    'behaviour:dead:tab|bread|main moderate',
  ])
  expect(judge(tabs(), hidden(pressed({ effect: 'toggles' }))).introduced).toEqual(dead)
  expect(judge(tabs(), hidden(pressed({ effect: 'focuses', chosen: true }))).introduced).toEqual([
    'behaviour:unprobed minor',
  ])
  // All of them cannot be.
  const all = Object.keys(PANELS).map(name =>
    probe(name, [], { effect: 'nothing', stirred: false, chosen: true }),
  )
  const stuck = { narrow: NO_PROBES, wide: { ...NO_PROBES, probes: all } } as Artifacts['probes']
  expect(judge(tabs(), hidden({ ...tabs(), probes: stuck })).introduced).toContain(dead[0])
})

test('arrows without a name that do nothing any more', () => {
  const arrows = (effect: Probe['effect'][], y = 200, shown = 'Bream in salt', size = 60): Given => {
    const probes = effect.map((effect, at) =>
      probe('', effect === 'nothing' ? [] : [`Slide ${at}`, `More of ${at}`], {
        ...{ role: 'generic', selector: `#${size}-${at}`, box: { x: at * 90, y, width: size, height: size } },
        ...{ effect, hidden: effect === 'nothing' ? [] : ['Bream in salt'], stirred: effect !== 'nothing' },
      }),
    )
    const text = { text: shown, kind: 'text', state: 'visible', box: BOX }
    return {
      probes: { narrow: NO_PROBES, wide: { ...NO_PROBES, probes } } as Artifacts['probes'],
      layouts: [{ width: 1440, controls: [], blocks: [text] }] as unknown as Artifacts['layouts'],
    }
  }
  const works: Given = arrows(['switches', 'switches'])
  const now = (...given: Parameters<typeof arrows>) => judge(works, arrows(...given)).introduced
  const dead = ['behaviour:dead:generic||main serious']
  expect(now(['nothing', 'nothing'], 400, 'Bream in salt', 64)).toEqual(dead)
  expect(now(['nothing', 'switches'], 400, 'Bream in salt', 64)).toEqual([])
  expect(now(['nothing', 'nothing'], 1400, 'Bream in salt', 64)).toEqual([])
  expect(now(['nothing', 'nothing'], 400, 'Our bread', 64)).toEqual([])
  expect(now(['nothing', 'nothing'], 400, 'Bream in salt', 90)).toEqual([])
})

test('arrows without a name that do nothing any more, beside other slides in the same place', () => {
  const arrows = (effect: Probe['effect'], above: string): Given => {
    const probes = [0, 1].map(at =>
      probe('', effect === 'nothing' ? [] : [`Slide ${at}`], {
        ...{ role: 'generic', selector: `#arrow-${at}`, effect, stirred: effect !== 'nothing' },
        box: { x: at * 90, y: 700, width: 60, height: 60 },
      }),
    )
    const text = { text: above, kind: 'text', state: 'visible', box: BOX }
    return {
      probes: { narrow: NO_PROBES, wide: { ...NO_PROBES, probes } } as Artifacts['probes'],
      layouts: [{ width: 1440, controls: [], blocks: [text] }] as unknown as Artifacts['layouts'],
    }
  }
  const works = arrows('switches', 'Our animals')
  const dead = ['behaviour:dead:generic||main serious']
  expect(judge(works, arrows('nothing', 'Our animals')).introduced).toEqual(dead)
  expect(judge(works, arrows('nothing', 'Our bread')).introduced).toEqual([])
  expect(judge(works, works).introduced).toEqual([])
})

test('a list of cards of which each opened something, and none does now', () => {
  const cards = (names: string[], more: Partial<Probe>): Given => {
    const probes = [probe(names[0]!, [], { role: 'generic', selector: '#card', card: names, ...more })]
    return { probes: { narrow: NO_PROBES, wide: { ...NO_PROBES, probes } } as Artifacts['probes'] }
  }
  const idle = { effect: 'nothing', stirred: false } as const
  const names = ['Red shirt', 'Blue shirt', 'Green shirt']
  const works = cards(names, { effect: 'dialog', revealed: ['Sizes from XS to XL', 'Order'] })
  const now = (...given: Parameters<typeof cards>) => judge(works, cards(...given)).introduced
  const dead = ['behaviour:dead:generic|red shirt|main serious']
  expect(now(names, idle)).toEqual(dead)
  // Drawn by lot, and under a mouse that stirs something.
  expect(now([...names].reverse(), { ...idle, stirred: true })).toEqual(dead)
  expect(now(['Black tea', 'Green tea', 'White tea'], idle)).toEqual([])
  expect(now([...names].reverse(), { effect: 'opens', revealed: ['Sizes from S to L'] })).toEqual([])
  expect(judge(works, works).introduced).toEqual([])
  const large = cards(names, { effect: 'opens', revealed: ['picture large.jpg'] })
  expect(judge(large, cards(names, idle)).introduced).toEqual([
    'behaviour:dead:generic|red shirt|main moderate',
  ])
  expect(judge(large, cards(names, { ...idle, stirred: true })).introduced).toEqual([])
})

test('buttons that show other pictures, and do nothing now', () => {
  const seasons = (...effects: Probe['effect'][]): Given => {
    const probes = ['Winter', 'Spring', 'Summer'].map((name, at) =>
      probe(name, effects[at] === 'nothing' ? [] : [`picture /${name}/1.jpg`], {
        ...{ role: 'button', effect: effects[at]!, stirred: effects[at] !== 'nothing' },
      }),
    )
    return { probes: { narrow: NO_PROBES, wide: { ...NO_PROBES, probes } } as Artifacts['probes'] }
  }
  const works = seasons('pictures', 'pictures', 'pictures')
  expect(judge(works, seasons('nothing', 'nothing', 'nothing')).introduced).toEqual([
    'behaviour:dead:button|spring|main serious',
    'behaviour:dead:button|summer|main serious',
    'behaviour:dead:button|winter|main serious',
  ])
  // The one whose pictures are in view from the start.
  expect(judge(works, seasons('nothing', 'pictures', 'pictures')).introduced).toEqual([
    'behaviour:unprobed minor',
  ])
  expect(judge(works, seasons('switches', 'toggles', 'restyles')).introduced).toEqual([])
  expect(judge(works, works).introduced).toEqual([])
})

test('two tabs with each other’s panels', () => {
  const swapped = tabs({ Shore: PANELS.Fish, Fish: PANELS.Shore })
  const both = ['behaviour:mixed:tab|fish|main serious', 'behaviour:mixed:tab|shore|main serious']
  expect(judge(tabs(), swapped).introduced).toEqual(both)
  expect(judge(swapped, swapped).introduced).toEqual([])
  const partly = { Fish: `${PANELS.Fish} and more`, Shore: PANELS.Shore }
  expect(judge(tabs(), tabs(partly)).introduced).toEqual([])
})

test('an answer that was written anew and names an entry of a menu is not the menu', () => {
  const page = (answer: string[]): Given => ({
    ...tabs({}, []),
    probes: {
      narrow: NO_PROBES,
      wide: {
        ...NO_PROBES,
        probes: [
          probe('Schools', ['Bread', 'Fish', 'Cakes'], { role: 'button', effect: 'opens' }),
          probe('Do I need experience?', answer, { role: 'button', effect: 'opens' }),
        ],
      },
    } as Artifacts['probes'],
  })
  const before = page(['None at all, and whoever has some may help the others along.'])
  expect(judge(before, page(['Bread', 'No degree is asked for, but a clean apron.'])).introduced).toEqual([])
  expect(judge(before, page(['Bread', 'Fish'])).introduced).toEqual([
    expect.stringMatching(/^behaviour:mixed:/),
  ])
})

test('a menu, an answer and a dialog that show less than they did', () => {
  const QUESTIONS = {
    Dogs: 'Dogs may lie under the table if they do not bark at the piano.',
    Rooms: 'The old mill holds forty guests, a stage and two long tables.',
    Tables: 'Call us between ten and twelve in the morning for a table.',
  }
  const menu = ['Bread', 'Fish soup', 'Samphire', 'Garden plates', 'Cakes', 'Wine list']
  const page = (answers: Partial<typeof QUESTIONS>, entries: string[], shown: string[] = []): Given => {
    const given = tabs({}, shown)!
    const probes = [
      ...Object.entries({ ...QUESTIONS, ...answers }).map(([name, text]) =>
        probe(name, [text], { role: 'button', effect: 'opens' }),
      ),
      probe('Kitchen', entries, { role: 'button', effect: 'opens' }),
    ]
    return { ...given, probes: { narrow: NO_PROBES, wide: { ...NO_PROBES, probes } } as Artifacts['probes'] }
  }
  const before = page({}, menu)
  const of = (now: Given) => judge(before, now).introduced
  const placeholder = 'Our answer to this question will be written here before the launch.'
  expect(of(page({ Dogs: placeholder, Rooms: placeholder, Tables: placeholder }, menu))).toEqual([
    'behaviour:less:button|dogs|main serious',
    'behaviour:less:button|rooms|main serious',
    'behaviour:less:button|tables|main serious',
  ])
  expect(of(page({ Dogs: 'Yes.' }, menu))).toEqual(['behaviour:less:button|dogs|main serious'])
  expect(of(page({}, menu.slice(0, 2)))).toEqual(['behaviour:less:button|kitchen|main serious'])
  // Still somewhere on the page, most of it kept, in other words, or a shorter panel in other words.
  expect(of(page({}, menu.slice(0, 2), menu.slice(2)))).toEqual([])
  expect(of(page({}, menu.slice(0, 4)))).toEqual([])
  expect(of(page({ Dogs: 'Dogs are welcome if they do not bark.' }, menu))).toEqual([])
  expect(of(page({ Dogs: 'We are glad about four-legged company at any hour.' }, menu))).toEqual([])
  // In a panel that opens by a part of its height the rest is there, and nobody sees it.
  const clipped = page({}, menu.slice(0, 2), menu.slice(2))!
  for (const layout of clipped.layouts!)
    for (const block of (layout as Artifacts['layouts'][number]).blocks) block.state = 'clipped'
  expect(of(clipped)).toEqual(['behaviour:less:button|kitchen|main serious'])
  const more: Given = { ...page({}, menu.slice(0, 2)), ...WITH_OPENER }
  expect(of(more)).toEqual([])
})

const WITH_OPENER = {
  layouts: [
    {
      width: 1440,
      blocks: [],
      controls: [
        {
          role: 'button',
          name: 'More plates',
          opens: true,
          expanded: 'false',
          state: 'visible',
          landmark: 'main',
        },
      ],
    },
  ] as unknown as Artifacts['layouts'],
}

test('what a control opens can be closed on the original, and stays on the rebuilt page', () => {
  const page = (
    stuck: Record<string, boolean | undefined>,
    more: Partial<Probe> = {},
    late = false,
  ): Given => {
    const probes = Object.entries(stuck).map(([name, is]) =>
      probe(name, [`About the ${name.toLowerCase()} group and when it meets`], {
        role: 'generic',
        effect: 'opens',
        ...(is !== undefined && { stuck: is }),
        ...more,
      }),
    )
    return { probes: { narrow: NO_PROBES, wide: { ...NO_PROBES, probes, late } } as Artifacts['probes'] }
  }
  const closes = page({ Men: false, Women: false, Kids: false })
  const stays = page({ Men: true, Women: true, Kids: true })
  const { introduced, issues } = judge(closes, stays)
  expect(introduced).toEqual(['behaviour:stuck serious'])
  expect(issues[0]!.message).toContain('“Men”')
  expect(issues[0]!.message).toContain('2 others')
  expect(judge(closes, page({ Men: true, Women: false }, { effect: 'dialog' })).introduced).toHaveLength(1)
  // As it was, known of neither or of one page alone, or on a page that was too slow.
  expect(judge(stays, stays).introduced).toEqual([])
  expect(judge(stays, closes).introduced).toEqual([])
  expect(judge(closes, page({ Men: undefined, Women: undefined })).introduced).toEqual([])
  expect(judge(page({ Men: undefined, Women: undefined }), stays).introduced).toEqual([])
  expect(judge(closes, page({ Men: true, Women: true }, {}, true)).introduced).toEqual([])
  // What is pressed under it says nothing for certain; what was pressed before does.
  const dead = (before: string[], after: string[]): Given => {
    const given = page({ ...Object.fromEntries(before.map(name => [name, false])), Men: true })
    const still = (name: string) =>
      probe(name, [], { role: 'generic', effect: 'nothing', stirred: false, selector: `#${name}` })
    const [opens] = given!.probes!.wide!.probes.slice(-1)
    const probes = [...before.map(still), opens!, ...after.map(still)]
    return { probes: { narrow: NO_PROBES, wide: { ...NO_PROBES, probes } } as Artifacts['probes'] }
  }
  expect(judge(closes, dead([], ['Women', 'Kids'])).introduced.sort()).toEqual([
    'behaviour:stuck serious',
    'behaviour:unprobed minor',
  ])
  expect(judge(closes, dead(['Women'], [])).introduced.sort()).toEqual([
    'behaviour:dead:generic|women|main serious',
    'behaviour:stuck serious',
  ])
})

test('the price in what a control shows, in a text that is nowhere in the page at rest', () => {
  const page = (...texts: string[]): Given => {
    const probes = texts.map((text, at) =>
      probe(`Plan ${at}`, ['Join us', text], { effect: 'dialog', stuck: false, selector: `#plan${at}` }),
    )
    // What a dialog holds is in the page before it is opened.
    const blocks = [
      ...['$30 each month', '$50 each month'].map(text => ({ text, state: 'visible' })),
      ...texts.map(text => ({ text, state: 'hidden' })),
    ]
    return {
      layouts: [{ width: 1440, controls: [], blocks }] as unknown as Artifacts['layouts'],
      probes: { narrow: NO_PROBES, wide: { ...NO_PROBES, probes } } as Artifacts['probes'],
    }
  }
  const plans = page('You chose the first plan at $30/month', 'You chose the second plan at $50/month')
  const slipped = page('You chose the first plan at $30/month', 'You chose the second plan at $30/month')
  const { introduced, issues } = judge(plans, slipped)
  expect(introduced).toEqual([expect.stringMatching(/^behaviour:price-shown.* serious$/)])
  expect(issues[0]!.message).toContain(
    'shows “You chose the second plan at $30/month”; on the original it says',
  )
  expect(judge(plans, plans).introduced).toEqual([])
  expect(judge(plans, page('The first plan: $35', 'The second plan: $55')).introduced).toEqual([])
  // What moves by itself, or was edited, is none of the page's prices.
  expect(judge(page('Pay $12 today'), page('Pay $14 today')).introduced).toEqual([])
  // Sorted otherwise.
  expect(judge(page('It is $30', 'It is $50'), page('It is $50', 'It is $30')).introduced).toEqual([])
})

test('what closes a dialog is not its own button any more', () => {
  const page = (...dead: boolean[]): Given => {
    const probes = dead.map((is, at) =>
      probe(`Plan ${at}`, [`What the plan ${at} costs each month`], {
        effect: 'dialog',
        stuck: false,
        closer: is ? ('dead' as const) : ('works' as const),
      }),
    )
    return { probes: { narrow: NO_PROBES, wide: { ...NO_PROBES, probes } } as Artifacts['probes'] }
  }
  const { introduced, issues } = judge(page(false, false), page(true, true))
  expect(introduced).toEqual(['behaviour:closer-dead serious'])
  expect(issues[0]!.message).toContain('as with another control')
  expect(judge(page(true), page(true)).introduced).toEqual([])
  expect(judge(page(true), page(false)).introduced).toEqual([])
})

test('the page cannot be scrolled any more once what a control opened is closed', () => {
  const page = (locked?: boolean): Given => {
    const menu = probe('Menu', ['Kitchen', 'Cellar'], { role: 'button', effect: 'opens', stuck: false })
    const probes = [{ ...menu, width: 375, ...(locked !== undefined && { locked }) }]
    return { probes: { narrow: { ...NO_PROBES, probes }, wide: NO_PROBES } as Artifacts['probes'] }
  }
  const { introduced, issues } = judge(page(false), page(true))
  expect(introduced).toEqual(['behaviour:scroll-locked serious'])
  expect(issues[0]!.message).toContain('The button “Menu” locks the page on a phone')
  expect(judge(page(true), page(true)).introduced).toEqual([])
  expect(judge(page(true), page(false)).introduced).toEqual([])
  expect(judge(page(), page(true)).introduced).toEqual([])
  // A control that the original does not have.
  const without: Given = {
    probes: { narrow: NO_PROBES, wide: { ...NO_PROBES, probes: [probe('Rooms', [])] } },
  }
  expect(judge(without, page(true)).introduced).toEqual(['behaviour:scroll-locked serious'])
  expect(judge(without, page(false)).introduced).toEqual([])
})

test('a link to a part of the page that became a route of a page without a router', () => {
  const path = new URL(REBUILT).pathname
  const page = (more: Partial<Probe>): Given => {
    const probes = [probe('Prices', [], { role: 'button', effect: 'goes', stirred: false, ...more })]
    return { probes: { narrow: NO_PROBES, wide: { ...NO_PROBES, probes } } as Artifacts['probes'] }
  }
  const jumps = page({ effect: 'scrolls', went: `${path}#prices` })
  const { introduced, issues } = judge(jumps, page({ went: `${path}#/prices` }))
  expect(introduced).toEqual(['behaviour:dead:button|prices|main moderate'])
  expect(issues[0]!.message).toContain('the address changes and the page does not')
  // A router draws another view; another page is one.
  expect(judge(jumps, page({ went: `${path}#/prices`, stirred: true })).introduced).toEqual([])
  expect(judge(jumps, page({ went: '/prices' })).introduced).toEqual([])
})

test('a card that led to a page, and does nothing now, where a link still leads there', () => {
  const page = (
    effect: Probe['effect'],
    went: string | null,
    links: [href: string, state?: string][] = [],
  ): Given => ({
    probes: {
      narrow: NO_PROBES,
      wide: {
        ...NO_PROBES,
        probes: [probe('Terrace', [], { role: 'button', effect, went, stirred: false })],
      },
    } as Artifacts['probes'],
    links: links.map(([href, state = 'visible']) => ({
      name: 'More about it',
      href,
      raw: href,
      state,
      fragmentFound: null,
      selector: 'footer > a',
    })) as unknown as Artifacts['links'],
  })
  const told = (went: string, ...links: [href: string, state?: string][]) =>
    judge(page('goes', went, links), page('nothing', null, links)).introduced
  const dead = (severity: string) => [`behaviour:dead:button|terrace|main ${severity}`]
  expect(told('/terrace')).toEqual(dead('serious'))
  expect(told('/terrace', [new URL('/terrace/', REBUILT).href])).toEqual(dead('moderate'))
  expect(told('/room?id=3', [new URL('/room?id=3', REBUILT).href])).toEqual(dead('moderate'))
  // Another one, one that nobody sees, and one to the page itself.
  expect(told('/terrace', [new URL('/garden', REBUILT).href])).toEqual(dead('serious'))
  expect(told('/terrace', [new URL('/terrace', REBUILT).href, 'hidden'])).toEqual(dead('serious'))
  expect(told('/', [new URL('/', REBUILT).href])).toEqual(dead('serious'))
})

test('slides hang on where the carousel began', () => {
  const slides = (...order: string[]): Given => {
    const given = tabs()!
    const probes = order.map((text, index) => probe(['Next', 'Previous'][index]!, [text]))
    return {
      ...given,
      probes: { ...given.probes, wide: { ...given.probes!.wide!, probes } } as Artifacts['probes'],
    }
  }
  expect(judge(slides(PANELS.Fish, PANELS.Shore), slides(PANELS.Shore, PANELS.Shore)).introduced).toEqual([])
})

test('a row that moves by a step is not dead, though it shows nothing else to read', () => {
  const step = (more: Partial<Probe>): Given => {
    const empty = { probes: [], rest: [], unreached: 0, late: false, ended: null }
    const probes = [probe('Next slide', ['picture p4.png'], { role: 'button', ...more })]
    return { probes: { narrow: empty, wide: { ...empty, probes } } as Artifacts['probes'] }
  }
  const [moved, still] = [true, false].map(stirred => step({ effect: 'nothing', revealed: [], stirred }))
  expect(judge(step({}), moved!).introduced).toEqual([])
  expect(judge(step({}), still!).introduced).toEqual(['behaviour:dead:button|next slide|main serious'])
})

test('the tab that was open already, on a page too slow for a second press, is not known to be dead', () => {
  const first: Partial<Probe> = { role: 'tab', effect: 'nothing', revealed: [], stirred: false }
  const page = (late: boolean): Given => ({
    probes: {
      narrow: NO_PROBES,
      wide: { ...NO_PROBES, late, probes: [probe('Bread', [], first), probe('Fish', [PANELS.Fish])] },
    } as Artifacts['probes'],
  })
  expect(judge(tabs(), page(true)).introduced).toEqual([])
  expect(judge(tabs(), page(false)).introduced).toContain('behaviour:dead:tab|bread|main serious')
})

test('what is dead is told of an original too slow for all of its controls to be operated', () => {
  const page = (late: boolean, more: Partial<Probe> = {}): Given => ({
    probes: {
      narrow: NO_PROBES,
      wide: { ...NO_PROBES, late, probes: [probe('Map', ['The quay'], { effect: 'opens', ...more })] },
    } as Artifacts['probes'],
  })
  const dead = page(false, { effect: 'nothing', revealed: [], stirred: false })
  expect(judge(page(true), dead).introduced).toEqual(['behaviour:dead:tab|map|main serious'])
})

test('the dot of the slide that the page opens with is not dead where no other turned it away', () => {
  const still = probe('Bread', [], { effect: 'nothing', stirred: false })
  const away = probe('Fish', [PANELS.Fish], { hidden: [PANELS.Bread] })
  const page = (shown: string[], ...probes: Probe[]): Given => ({
    ...tabs({}, shown),
    probes: { narrow: NO_PROBES, wide: { ...NO_PROBES, probes } } as Artifacts['probes'],
  })
  const before = page([PANELS.Bread], probe('Bread', [PANELS.Bread]))
  const dead = ['behaviour:dead:tab|bread|main serious']
  const found = (now: Given) => judge(before, now).introduced.filter(issue => issue.includes('behaviour:'))
  expect(found(page([PANELS.Bread], still))).toEqual([])
  expect(found(page([PANELS.Bread], still, away))).toEqual(dead)
  expect(found(page([], still))).toEqual(dead)
})

test('a filter that was pressed while all was in view is not dead', () => {
  const page = (shown: string[], ...probes: Probe[]): Given => ({
    ...tabs({}, shown),
    probes: { narrow: NO_PROBES, wide: { ...NO_PROBES, probes } } as Artifacts['probes'],
  })
  const { Bread, Fish, Shore } = PANELS
  const all = [Bread, Fish, Shore]
  const closes = (name: string, hidden: string[]) => probe(name, [], { effect: 'closes', hidden })
  const today = closes('Today', [Bread, Fish])
  // Each was pressed after the one before it, which stayed on.
  const tomorrow = probe('Tomorrow', [Bread, Fish], { hidden: [Shore] })
  const everything = probe('All', [Shore], { effect: 'opens' })
  const before = page(all, today, tomorrow, everything)
  const dead = (now: Given, old = before) =>
    judge(old, now).introduced.filter(issue => issue.startsWith('behaviour:dead'))
  const filtered = closes('Tomorrow', [Shore, 'Open from ten'])
  const idle = probe('All', [], { effect: 'nothing' })
  expect(dead(page(all, today, filtered, idle))).toEqual([])
  // Nothing happened at all, what it is to show goes, others keep it away, and the page does not open with it.
  const still = { ...idle, stirred: false }
  expect(dead(page(all, today, filtered, still))).toEqual(['behaviour:dead:tab|all|main serious'])
  const told = ['behaviour:dead:tab|tomorrow|main serious']
  expect(dead(page(all, today, closes('Tomorrow', all), everything))).toEqual(told)
  expect(dead(page(all, probe('Today', ['Kelp'], { hidden: all }), filtered, everything))).toEqual(told)
  expect(dead(page([Shore], today, filtered, everything))).toEqual(told)
  // A tab whose texts stand elsewhere as well had been taken away by none.
  expect(dead(page(all, filtered), page(all, tomorrow))).toEqual(told)
})

test('a hamburger and an arrow on a phone are not taken for what merely listens', () => {
  const entries = ['Our bread', 'Our fish', 'Our shore']
  const phone = (...probes: Probe[]): Given => {
    const empty = { probes: [], rest: [], unreached: 0, late: false, ended: null }
    return { probes: { wide: empty, narrow: { ...empty, probes } } as Artifacts['probes'] }
  }
  const button = (name: string, more: Partial<Probe> = {}) =>
    probe(name, entries, { role: 'button', landmark: 'banner', width: 375, ...more })
  const listens = button('', {
    role: 'generic',
    landmark: '',
    selector: '#stage',
    effect: 'nothing',
    revealed: [],
    stirred: false,
  })
  const before = phone(button('Open menu'), button('Next', { revealed: ['A mackerel', 'A sole'] }))
  expect(
    judge(before, phone(listens, button('Open navigation', { revealed: ['picture Cross'] }))).introduced,
  ).toEqual([])
  expect(judge(before, phone(listens)).introduced).toEqual(['behaviour:dead:button|open menu|banner serious'])
})

test('a link to nowhere that leads to the top of the page and opens nothing any more is dead', () => {
  const empty = { probes: [], rest: [], unreached: 0, late: false, ended: null }
  const page = (raw: string, more: Partial<Probe>): Given => ({
    probes: {
      narrow: empty,
      wide: {
        ...empty,
        probes: [probe('Fees', ['A check-up is £45'], { role: 'link', selector: 'a', ...more })],
      },
    } as Artifacts['probes'],
    links: [
      { href: `https://www.example.com/${raw}`, raw, name: 'Fees', selector: 'a', state: 'visible' },
    ] as Artifacts['links'],
  })
  const opens = page('#', { effect: 'opens' })
  const jumps: Partial<Probe> = { effect: 'scrolls', revealed: [], stirred: false }
  const introduced = (now: Given) => judge(opens, now).introduced.filter(key => key.startsWith('behaviour:'))
  expect(introduced(page('#', jumps))).toEqual(['behaviour:dead:link|fees|main serious'])
  expect(introduced(page('#', { ...jumps, menu: true }))).toEqual([])
  expect(introduced(page('#', { ...jumps, stirred: true }))).toEqual([])
  expect(introduced(page('#fees', jumps))).toEqual([])
  const top = page('#top', jumps)
  expect(judge(top, page('#', jumps)).introduced.filter(key => key.startsWith('behaviour:'))).toEqual([])
})

test.each<[string, string, [Withheld['heard'], string?], [Withheld['heard'], string?] | null, string[]]>([
  ['nobody listens any more', 'Add to cart', ['itself'], ['nobody'], ['serious']],
  ['of less weight', 'Send', ['itself'], ['nobody'], ['moderate']],
  ['somebody around may listen', 'Add to cart', ['itself'], ['around'], []],
  ['it may have been dead before', 'Add to cart', ['around'], ['nobody'], []],
  ['nobody ever listened', 'Add to cart', ['nobody'], ['nobody'], []],
  ['it is a link or of a form now', 'Add to cart', ['itself'], null, []],
  ['another kind of control', 'Add to cart', ['itself', 'generic'], ['nobody', 'link'], []],
])('a control that is never pressed: %s', (_, name, was, now, severities) => {
  const given = (one: typeof now): Given => {
    const [heard, role = 'button'] = one ?? []
    const withheld = one ? [{ ...probe(name, []), role, heard }] : []
    return { probes: { narrow: NO_PROBES, wide: { ...NO_PROBES, withheld } } as Artifacts['probes'] }
  }
  const found = judge(given(was), given(now)).introduced
  expect(found).toEqual(
    severities.map(severity => `behaviour:no-listener:button|${name.toLowerCase()}|main ${severity}`),
  )
})

test('a control that may wait for a script which visitors get is not known to be dead', () => {
  const given = (heard: Withheld['heard'], url?: string): Given => {
    const withheld = [{ ...probe('Buy', []), role: 'button', heard }]
    const request = { url, type: 'script', status: 0, failure: 'net::ERR_FAILED', firstParty: false }
    return {
      probes: { narrow: NO_PROBES, wide: { ...NO_PROBES, withheld } } as Artifacts['probes'],
      health: { requests: url ? [request] : [] } as unknown as Artifacts['health'],
    }
  }
  const found = (url?: string) =>
    judge(given('itself'), given('nobody', url)).introduced.filter(issue => issue.startsWith('behaviour:'))
  expect(found('https://shop.other.org/cart.js')).toEqual([])
  expect(found()).toHaveLength(1)
})

test('menus that stop for want of a library are not known to be dead, though the original lacked it as well', () => {
  const cdn = (url = 'https://code.other.org/jquery-3.3.1.slim.min.js') => [
    { url, type: 'script', status: 0, failure: 'net::ERR_TUNNEL_CONNECTION_FAILED', firstParty: false },
  ]
  const page = (effect: Probe['effect'], exceptions: string[], requests = cdn()): Given => ({
    probes: {
      narrow: NO_PROBES,
      wide: {
        ...NO_PROBES,
        probes: [probe('About', effect === 'opens' ? ['News'] : [], { effect, stirred: false })],
      },
    } as Artifacts['probes'],
    health: { requests, exceptions } as unknown as Artifacts['health'],
  })
  const before = page('opens', ['$ is not defined'])
  const wants = "Bootstrap's JavaScript requires jQuery. jQuery must be included before it."
  const found = (exceptions: string[], requests = cdn()) =>
    judge(before, page('nothing', exceptions, requests)).introduced.filter(issue => !issue.endsWith('minor'))
  const dead = 'behaviour:dead:tab|about|main serious'
  expect(found([wants, '$ is not defined'])).toEqual([])
  expect(found(['jQuery is not defined'])).toEqual([])
  // The original throws the same, and works; nothing is thrown; it is thrown for what came, or for something else.
  expect(found(['$ is not defined'])).toEqual([dead])
  expect(found([])).toEqual([dead])
  expect(found([wants], [])).toContain(dead)
  // Another script stops than on the original, of which one may go on.
  const own = (name: string) => [
    ...cdn(),
    { ...cdn(`https://mill.example/${name}.js`)[0]!, status: 200, failure: '', firstParty: true },
  ]
  const bundled = (name: string) =>
    judge(
      page('opens', ['$ is not defined'], own('index')),
      page('nothing', ['$ is not defined'], own(name)),
    ).introduced.filter(issue => !issue.endsWith('minor'))
  expect(bundled('modals')).toEqual([])
  expect(bundled('index')).toEqual([dead])
  const popper = cdn('https://code.other.org/popper.js')
  expect(judge(page('opens', [], popper), page('nothing', [wants], popper)).introduced).toContain(dead)
  expect(found(['Shop is not defined'])).toContain(dead)
  const maps = cdn('https://maps.other.org/maps/api/js')
  expect(judge(page('opens', [], maps), page('nothing', ['map is not defined'], maps)).introduced).toContain(
    dead,
  )
})

test('a picture that was shown larger over the page, and leads to its bare file now', () => {
  const picture = (name: string, more: Partial<Probe>): Given => {
    const probes = [probe(name, [], { role: 'link', enlarges: true, ...more })]
    return { probes: { narrow: NO_PROBES, wide: { ...NO_PROBES, probes } } as Artifacts['probes'] }
  }
  const large = picture('Terrace', { effect: 'dialog', revealed: ['picture terrace.jpg'] })
  const bare = { effect: 'goes', went: '/large/terrace.jpg', stirred: false } as const
  const dead = ['behaviour:dead:link|terrace|main moderate']
  expect(judge(large, picture('Terrace', bare)).introduced).toEqual(dead)
  expect(judge(large, picture('Garden', bare)).introduced).toEqual(dead)
  expect(judge(large, picture('Terrace', { effect: 'nothing', stirred: false })).introduced).toEqual(dead)
  expect(
    judge(large, picture('Garden', { effect: 'opens', revealed: ['picture garden'] })).introduced,
  ).toEqual([])
  // The layer is there, and the large picture on its way.
  const loading = picture('Terrace', { effect: 'nothing', stirred: true })
  expect(judge(loading, picture('Terrace', bare)).introduced).toEqual(dead)
  expect(judge(loading, loading).introduced).toEqual([])
  expect(judge(loading, large).introduced).toEqual([])
  // A page of its own for each picture.
  expect(judge(large, picture('Terrace', { ...bare, went: '/photos/7' })).introduced).toEqual([])
  expect(judge(picture('Terrace', bare), picture('Terrace', bare)).introduced).toEqual([])
  expect(judge(picture('Terrace', bare), large).introduced).toEqual([])
})

test('words that opened a panel and that nobody hears a press of now', () => {
  const [answer] = Object.values(PANELS)
  const opener = probe('Bread', [answer!], { role: 'button', effect: 'opens' })
  const page = (
    probes: Probe[],
    more: { blocks?: string[]; hears?: string[]; rest?: Probe[] } = {},
  ): Given => ({
    probes: {
      narrow: NO_PROBES,
      wide: { ...NO_PROBES, probes, rest: more.rest ?? [] },
    } as Artifacts['probes'],
    layouts: [
      {
        width: 1440,
        controls: [],
        blocks: (more.blocks ?? []).map(text => ({ text, kind: 'text', state: 'visible' })),
      },
    ] as unknown as Artifacts['layouts'],
    semantics: {
      ...NO_SEMANTICS,
      pressCandidates: (more.hears ?? []).map(name => ({ name, selector: `#${name}` })),
    } as unknown as Artifacts['semantics'],
  })
  const was = page([opener], { blocks: ['Bread'] })
  // Who listens from around it is not known.
  const dead = ['behaviour:dead:button|bread|main moderate']
  expect(judge(was, page([], { blocks: ['Bread'] })).introduced).toEqual(dead)
  expect(judge(was, page([], { blocks: ['Bread', answer!] })).introduced).toEqual([])
  expect(judge(was, page([], { blocks: ['Bread'], hears: ['Bread'] })).introduced).toEqual([])
  // A sign, or how many there are, is part of what is pressed, and was part of what is not.
  for (const name of ['Bread ▾', '+ Bread', 'Bread (3)'])
    expect(judge(was, page([], { blocks: ['Bread'], hears: [name] })).introduced).toEqual([])
  const folding = page([probe('Bread ▾', [answer!], { role: 'button', effect: 'opens' })])
  expect(judge(folding, page([], { blocks: ['Bread'] })).introduced).toHaveLength(1)
  expect(
    judge({ ...folding, layouts: page([], { blocks: ['Bread'] })!.layouts }, page([], { blocks: ['Bread'] }))
      .introduced,
  ).toEqual([])
  const sign = probe('', [], { role: 'generic' })
  expect(judge(was, page([], { blocks: ['Bread'], rest: [sign] })).introduced).toEqual([])
})

test('what shows the beginning of a text that another press has set typing does nothing itself', () => {
  const page = (...probes: Probe[]): Given => ({
    ...tabs(),
    probes: { narrow: NO_PROBES, wide: { ...NO_PROBES, probes } } as Artifacts['probes'],
  })
  const step = probe('Begin', ['Step 2 of 2', 'What is it about?'], { role: 'button', effect: 'opens' })
  const dark = (...revealed: string[]) => probe('Dark', revealed, { role: 'button', effect: 'opens' })
  const nothing = probe('Dark', [], { role: 'button', effect: 'nothing' })
  expect(judge(page(step, dark('Step 2')), page(step, nothing)).introduced).toEqual([])
  expect(judge(page(step, dark('Night')), page(step, nothing)).introduced).toHaveLength(1)
})

test('a menu that opens under the page, or in its colour, opens nothing; one that did so before is no news', () => {
  const page = (more: Partial<Probe>): Given => ({
    ...tabs(),
    probes: {
      narrow: NO_PROBES,
      wide: { ...NO_PROBES, probes: [probe('Menu', ['Loaves', 'Rolls'], { role: 'button', ...more })] },
    } as Artifacts['probes'],
  })
  for (const sight of ['covered', 'pale'] as const) {
    expect(
      judge(page({ effect: 'opens', sight: 'seen' }), page({ effect: 'opens', sight })).introduced,
    ).toEqual(['behaviour:dead:button|menu|main serious'])
    expect(judge(page({ effect: 'opens', sight }), page({ effect: 'opens', sight })).introduced).toEqual([])
    // Where nobody could look at the original's, nothing is known.
    expect(judge(page({ effect: 'opens' }), page({ effect: 'opens', sight })).introduced).toEqual([])
  }
})

test('a menu that says that it is open and shows nothing is dead; what switches itself may do something', () => {
  const panel = probe('Menu', ['Loaves'], { role: 'button', effect: 'opens' })
  const page = (one: Probe): Given => ({
    ...tabs(),
    probes: { narrow: NO_PROBES, wide: { ...NO_PROBES, probes: [one] } } as Artifacts['probes'],
  })
  const toggles: Partial<Probe> = { effect: 'toggles', revealed: [] }
  expect(judge(page(panel), page({ ...panel, ...toggles })).introduced).toEqual([
    'behaviour:dead:button|menu|main serious',
  ])
  const look = { ...panel, effect: 'switches', revealed: ['Hell'] } as Probe
  expect(judge(page(look), page({ ...look, ...toggles })).introduced).toEqual([
    'behaviour:dead:button|menu|main moderate',
  ])
})
