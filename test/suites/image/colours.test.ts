import { expect, test } from 'vitest'
import type { ColourArtifact } from '../../../server/capture/collectors/colours.ts'
import type { ImageArtifact } from '../../../server/capture/collectors/images/index.ts'
import { box, failed, judge, picture, surface, textLayout } from './pictures.ts'

type Paint = [text: string, colour: string, background: [number, number, number], uniform?: number]

const painted = (paints: Paint[]): ColourArtifact[] =>
  paints.map(([text, colour, background, uniform = 0.8], i) => ({
    text,
    colour,
    background,
    uniform,
    box: box(0, i * 50, 400, 40),
  }))

test('an accent on some words of a text leaves the others to be read', () => {
  const body = texts(10)
  const told = (strongest: number) =>
    judge(
      'image/colours',
      { colours: painted([...body, ...links('#637381')]) },
      { colours: painted([...body, ...links('#d3d3d3')]).map(text => ({ ...text, strongest })) },
    ).issues
  expect(told(1.5)).toEqual(['serious image/colours:letters:#637381'])
  expect(told(21)).toEqual(['minor image/colours:letters:#637381'])
})

test('the name of the site in the header is not that in the footer', () => {
  const page = (landmark: string, ground: [number, number, number]) => {
    const colours = painted([...texts(10), ['Blue anvils', '#111827', ground]])
    const layouts = textLayout(
      colours.map(({ text, box }) => ({
        text,
        box,
        landmark: text === 'Blue anvils' ? landmark : 'main',
      })),
    )
    return { colours, layouts }
  }
  const told = (landmark: string) =>
    judge('image/colours', page('banner', WHITE), page(landmark, NIGHT)).issues.map(
      issue => issue.split(' ')[0],
    )
  expect(told('contentinfo')).toEqual([])
  expect(told('banner')).toContain('serious')
})

function judgeColours(before: Paint[], after: Paint[], images: ImageArtifact[] = []) {
  return judge('image/colours', { colours: painted(before), images }, { colours: painted(after) })
}

const WHITE: [number, number, number] = [255, 255, 255]
const NIGHT: [number, number, number] = [17, 24, 39]
const MINT: [number, number, number] = [216, 255, 249]
const BRAND: [number, number, number] = [194, 65, 12]
const texts = (count: number, colour = 'rgb(33, 37, 41)', background = WHITE): Paint[] =>
  Array.from({ length: count }, (_, i) => [`Paragraph number ${i}`, colour, background])

const links = (colour: string, count = 4): Paint[] =>
  Array.from({ length: count }, (_, i) => [`Link number ${i}`, colour, WHITE])

test.each<[string, Paint[], Paint[], string[]]>([
  ['the same', texts(5), texts(5), []],
  ['written otherwise', texts(5), texts(5, '#212529'), []],
  ['a shade that nobody sees', texts(5), texts(5, 'rgb(30, 36, 44)', [254, 254, 255]), []],
  ['another order', texts(5), texts(5).reverse(), []],
  [
    'letters of one text',
    texts(20),
    [...texts(19), ['Paragraph number 19', 'rgb(200, 0, 0)', WHITE]],
    ['moderate image/colours:letters:#212529'],
  ],
  [
    'all backgrounds',
    texts(5),
    texts(5, 'rgb(33, 37, 41)', [250, 220, 120]),
    ['serious image/colours:background:#ffffff'],
  ],
  [
    'the one text of the page, which may stand in another part of it',
    texts(1),
    texts(1, 'rgb(33, 37, 41)', [250, 220, 120]),
    ['moderate image/colours:background:#ffffff'],
  ],
  [
    'a light grey that is a little darker',
    texts(5, 'rgb(33, 37, 41)', [244, 244, 245]),
    texts(5, 'rgb(33, 37, 41)', [201, 202, 204]),
    ['moderate image/colours:background:#f4f4f5'],
  ],
  [
    'a light grey that is a dark one',
    texts(5, 'rgb(33, 37, 41)', [249, 249, 249]),
    texts(5, 'rgb(33, 37, 41)', [161, 162, 163]),
    ['serious image/colours:background:#f9f9f9'],
  ],
  [
    'black that has a tint of blue now',
    texts(5, 'rgb(255, 255, 255)', [0, 0, 0]),
    texts(5, 'rgb(255, 255, 255)', [26, 26, 46]),
    ['moderate image/colours:background:#000000'],
  ],
  [
    'a dark blue that is a dark red now',
    texts(5, 'rgb(255, 255, 255)', [0, 0, 128]),
    texts(5, 'rgb(255, 255, 255)', [74, 0, 0]),
    ['serious image/colours:background:#000080'],
  ],
  [
    'dark slate letters that are nearly black now',
    texts(5, 'rgb(52, 71, 103)'),
    texts(5, 'rgb(24, 24, 24)'),
    ['moderate image/colours:letters:#344767'],
  ],
  [
    'headlines over a photograph that could hardly be read, and can be',
    [...texts(3), ['Houses by the water', 'rgb(243, 151, 108)', [105, 102, 102], 0.2]],
    [...texts(3), ['Houses by the water', 'rgb(242, 242, 242)', [105, 102, 102], 0.2]],
    ['minor image/colours:letters:#f3976c'],
  ],
  [
    'headlines over a photograph that could be read, and cannot be',
    [...texts(3), ['Houses by the water', 'rgb(242, 242, 242)', [105, 102, 102], 0.2]],
    [...texts(3), ['Houses by the water', 'rgb(243, 151, 108)', [105, 102, 102], 0.2]],
    ['moderate image/colours:letters:#f2f2f2'],
  ],
  [
    'letters that could be read and can hardly be seen',
    [...texts(10), ...links('#637381')],
    [...texts(10), ...links('#d3d3d3')],
    ['serious image/colours:letters:#637381'],
  ],
  [
    'letters that could be read and are pale',
    [...texts(10), ...links('#637381')],
    [...texts(10), ...links('#a3a3a3')],
    ['minor image/colours:letters:#637381'],
  ],
  ['dark for light', texts(5), texts(5, 'rgb(240, 240, 240)', NIGHT), ['serious image/colours:inverted']],
  [
    'the brand colour of three buttons',
    [...texts(30), ['Buy', 'white', BRAND], ['Order', 'white', BRAND], ['Ask', 'white', BRAND]],
    [...texts(30), ['Buy', 'white', NIGHT], ['Order', 'white', NIGHT], ['Ask', 'white', NIGHT]],
    ['serious image/colours:vanished:#c2410c'],
  ],
  [
    'the brand colour of the only button',
    [...texts(30), ['Buy', 'white', BRAND]],
    [...texts(30), ['Buy', 'white', [9, 122, 101]]],
    ['moderate image/colours:vanished:#c2410c'],
  ],
  [
    'two shades of the brand on three buttons',
    [...texts(30), ['Buy', 'white', BRAND], ['Order', 'white', BRAND], ['Send', 'white', [124, 45, 18]]],
    [
      ...texts(30),
      ['Buy', 'white', [9, 122, 101]],
      ['Order', 'white', [9, 122, 101]],
      ['Send', 'white', [6, 78, 59]],
    ],
    ['serious image/colours:vanished:#7c2d12', 'serious image/colours:vanished:#c2410c'],
  ],
  [
    'the brand colour of one button of three',
    [...texts(30), ['Buy', 'white', BRAND], ['Order', 'white', BRAND], ['Ask', 'white', BRAND]],
    [...texts(30), ['Buy', 'white', NIGHT], ['Order', 'white', BRAND], ['Ask', 'white', BRAND]],
    ['minor image/colours:background:#c2410c'],
  ],
  [
    'grey letters in black',
    texts(5, '#777777'),
    texts(5, 'black'),
    ['moderate image/colours:letters:#777777'],
  ],
  [
    'letters of a hue that is hardly seen in black',
    texts(5, '#0a0440'),
    texts(5, 'black'),
    ['minor image/colours:letters:#0a0440'],
  ],
  [
    'black letters in dark red',
    texts(5, 'black'),
    texts(5, '#7a0000'),
    ['moderate image/colours:letters:#000000'],
  ],
  [
    'red letters in another red',
    texts(5, '#dd1144'),
    texts(5, '#c83200'),
    ['moderate image/colours:letters:#dd1144'],
  ],
  [
    'black letters in bright red',
    texts(5, 'black'),
    texts(5, '#e00000'),
    ['moderate image/colours:letters:#000000'],
  ],
  [
    'letters of a hue in black',
    texts(5, '#8a5a2b'),
    texts(5, 'black'),
    ['moderate image/colours:letters:#8a5a2b'],
  ],
  [
    'some letters of the brand colour in black',
    [...texts(30), ...links('rgb(194, 65, 12)')],
    [...texts(30), ...links('black')],
    ['moderate image/colours:vanished:#c2410c'],
  ],
  [
    'some letters of the brand colour in a red that is like it',
    [...texts(30), ...links('rgb(194, 65, 12)')],
    [...texts(30), ...links('rgb(255, 50, 60)')],
    ['moderate image/colours:vanished:#c2410c'],
  ],
  [
    'some letters of the brand colour in another hue',
    [...texts(30), ...links('rgb(194, 65, 12)')],
    [...texts(30), ...links('rgb(9, 122, 101)')],
    ['moderate image/colours:vanished:#c2410c'],
  ],
  [
    'a new colour on many texts',
    [...texts(30), ...links('rgb(60, 60, 60)', 6)],
    [...texts(30), ...links('rgb(9, 122, 101)', 6)],
    ['moderate image/colours:foreign:#097a65'],
  ],
  [
    'over a photograph',
    [['On the picture', 'white', [90, 80, 70], 0.2]],
    [['On the picture', 'white', [20, 80, 170], 0.2]],
    [],
  ],
  [
    'letters filled with a gradient',
    [['Shiny', 'rgba(0, 0, 0, 0)', WHITE]],
    [['Shiny', 'transparent', WHITE]],
    [],
  ],
])('image/colours: %s', (_, before, after, issues) => {
  const result = judgeColours(before, after)
  expect(result.outcome).toBe('assessed')
  expect(result.issues.sort()).toEqual(issues.sort())
})

test('image/colours: samples of code in dark frames, of which each line is a text now', () => {
  const page = (samples: Paint[]) => {
    const colours = painted([...texts(6), ...samples])
    const blocks = colours.map(({ text, box }) => ({
      text,
      box,
      kind: 'paragraph',
      style: { background: '', family: text.startsWith('const') ? 'Menlo, monospace' : 'Arial' },
    }))
    return { colours, layouts: [{ width: 1440, blocks }] as never }
  }
  const before = page([['const anchor = 1; const buoy = 2;', 'black', WHITE]])
  const after = page([
    ['const anchor = 1;', 'white', NIGHT],
    ['const buoy = 2;', 'white', NIGHT],
  ])
  expect(judge('image/colours', before, after).issues).toEqual(['moderate image/colours:background:#ffffff'])
})

test('image/colours: all buttons in another colour, though a section keeps it; faded ones are not', () => {
  const band: Paint = [
    'A long passage about what we do and why, on a background of our colour',
    'white',
    BRAND,
  ]
  const judgeButton = (background: [number, number, number]) => {
    const page = (own: [number, number, number]) => {
      const colours = painted([...texts(30), band, ['Order now', 'white', own]])
      const blocks = colours.map(({ text, box }) => ({
        text,
        box,
        kind: text === 'Order now' ? 'button' : 'paragraph',
        style: { background: '', family: 'Arial' },
      }))
      return { colours, layouts: [{ width: 1440, blocks }] as never }
    }
    return judge('image/colours', page(BRAND), page(background)).issues
  }
  expect(judgeButton([9, 122, 101])).toContain('moderate image/colours:vanished:#c2410c')
  expect(judgeButton([220, 140, 110])).toEqual(['minor image/colours:background:#c2410c'])
})

test('image/colours: a button over a gap that was filled says nothing of the background it stands on', () => {
  const page = (band: [number, number, number], button: [number, number, number]) => {
    const order = box(600, 420, 160, 40)
    const at: [Paint, ReturnType<typeof box>][] = [
      [['Houses by the water', 'white', band], box(400, 300, 600, 60)],
      [['Order now', 'white', button], order],
      ...texts(2).map((text, i): [Paint, typeof order] => [text, box(100, 1000 + i * 60, 800, 40)]),
    ]
    const colours = at.map(([paint, place]) => ({ ...painted([paint])[0]!, box: place }))
    return { colours, surfaces: [surface('Order now', { kind: 'button', box: order })] }
  }
  const judged = (after: ReturnType<typeof page>) => judge('image/colours', page(BRAND, BRAND), after).issues
  const GREY: [number, number, number] = [120, 120, 120]
  const isGrave = (issue: string) => issue.startsWith('serious')
  expect(judged(page(BRAND, GREY)).filter(isGrave)).toEqual([])
  expect(judged(page(GREY, GREY)).filter(isGrave)).toEqual(['serious image/colours:background:#c2410c'])
})

test('image/colours: a dark footer with many texts makes no dark page', () => {
  const page = (footer: string, background: [number, number, number]) => {
    const main = painted(texts(4)).map((text, i) => ({ ...text, box: box(100, 100 + i * 300, 600, 60) }))
    const links = Array.from(
      { length: 40 },
      (_, i): ColourArtifact => ({
        text: `Footer link ${i}`,
        colour: footer,
        background: background,
        uniform: 0.8,
        box: box((i % 10) * 140, 1200 + Math.floor(i / 10) * 30, 130, 24),
      }),
    )
    return { colours: [...main, ...links] }
  }
  const { issues } = judge('image/colours', page('black', WHITE), page('white', NIGHT))
  expect(issues).toEqual(['moderate image/colours:background:#ffffff'])
})

test.each<[string, { background: [number, number, number]; fill?: boolean }, string[]]>([
  ['as it was', { background: WHITE }, []],
  ['in a shade of it', { background: [244, 244, 244], fill: true }, []],
  ['on a dark bar', { background: NIGHT, fill: true }, ['moderate image/colours:background:header:#ffffff']],
  ['on dark buttons', { background: NIGHT }, ['moderate image/colours:background:#ffffff']],
])('image/colours: the header %s', (_, { background, fill }, issuesOfHeader) => {
  const page = (background: [number, number, number], surfaces: ReturnType<typeof surface>[] = []) => {
    const menu = painted([
      ['Home', 'grey', background],
      ['Contact', 'grey', background],
    ]).map((text, i) => ({ ...text, box: box(100 + i * 200, 20, 60, 20) }))
    const main = painted(texts(20)).map((text, i) => ({ ...text, box: box(100, 200 + i * 60, 800, 40) }))
    return { colours: [...menu, ...main], surfaces }
  }
  const buttons = [100, 300].map(x =>
    surface('Home', { kind: 'button', fill: true, box: box(x - 20, 10, 100, 40) }),
  )
  const bar = surface('Home Contact', { fill: true, border: false, box: box(0, 0, 1440, 60) })
  const { issues } = judge(
    'image/colours',
    page(WHITE),
    page(background, fill ? [bar] : background === NIGHT ? buttons : []),
  )
  expect(issues.filter(issue => /^(serious|moderate)/.test(issue))).toEqual(issuesOfHeader)
})

test('image/colours: a bar of the header that is no known box says nothing of the page', () => {
  const page = (more: Paint[]) => {
    const bar = painted([['Home', 'white', BRAND]]).map(text => ({ ...text, box: box(100, 10, 60, 20) }))
    const below = painted(more).map(text => ({ ...text, box: box(100, 100, 200, 20) }))
    return {
      colours: [
        ...bar,
        ...below,
        ...painted(texts(20)).map((text, i) => ({ ...text, box: box(0, 200 + i * 50, 400, 40) })),
      ],
    }
  }
  const { issues } = judge('image/colours', page([]), page([['News of today', 'black', WHITE]]))
  expect(issues).toEqual([])
})

test('image/colours: a background picture that failed to load paints nothing', () => {
  const photo = picture('hero', { kind: 'background', box: box(0, 0, 1440, 400), ...failed })
  const judged = judgeColours(texts(5), texts(5, 'rgb(33, 37, 41)', [250, 220, 120]), [photo])
  expect(judged.issues).toEqual(['serious image/colours:background:#ffffff'])
})

test('image/colours: what lies behind a background picture that fails now is told of the picture', () => {
  const side = (colour: [number, number, number], ...images: ImageArtifact[]) => ({
    colours: painted(texts(5, 'rgb(33, 37, 41)', colour)),
    images,
  })
  const broken = picture('hero', { kind: 'background', box: box(0, 0, 1440, 400), ...failed })
  const told = (now: ReturnType<typeof side>) => judge('image/colours', side(WHITE), now).issues
  expect(told(side([98, 98, 98], broken))).toEqual([])
  expect(told(side([98, 98, 98]))).toEqual(['serious image/colours:background:#ffffff'])
})

test('image/colours: a filled box on a background picture is what its texts stand on', () => {
  const page = (colour: [number, number, number], of: number, fill: boolean) => ({
    colours: painted([
      ...texts(6),
      ...links('#bababa', 6).map(([text, grey]): Paint => [text, grey, colour]),
    ]),
    images: [picture('pier', { kind: 'background', box: box(0, 300, 1440, 300) })],
    surfaces: [surface('Links', { fill, box: box(0, 300, 500, of) })],
  })
  expect(judge('image/colours', page(NIGHT, 280, false), page(MINT, 280, true)).issues).toEqual([
    'serious image/colours:foreign:#d8fff9',
  ])
  // What is as large as the picture has it for a background, or lies under it.
  expect(judge('image/colours', page(NIGHT, 280, false), page(MINT, 900, true)).issues).toEqual([])
})

test('image/colours: nobody knows the background where a background picture was out of reach', () => {
  const unreached = { ...failed, status: 0, failure: 'net::ERR_NAME_NOT_RESOLVED' }
  const photo = picture('hero', { kind: 'background', box: box(0, 0, 1440, 400), ...unreached })
  const [before, after] = [texts(5), texts(5, 'rgb(200, 0, 0)', NIGHT)]
  const side = (paints: Paint[], ...images: ImageArtifact[]) => ({ colours: painted(paints), images })
  const told = (...sides: ReturnType<typeof side>[]) => judge('image/colours', sides[0]!, sides[1]!).issues
  expect(told(side(before), side(after))).not.toEqual([])
  expect(told(side(before, photo), side(after))).toEqual([])
  expect(told(side(before), side(after, photo))).toEqual([])
  // What stands below it has the background that it has.
  expect(told(side(texts(20), photo), side(texts(20, 'rgb(200, 0, 0)', NIGHT), photo))).not.toEqual([])
})

test('image/colours: letters of the colour of their background were made for another one', () => {
  const over = (background: [number, number, number]) => texts(5, 'rgb(255, 255, 255)', background)
  expect(judgeColours(over(WHITE), over(BRAND)).issues).toEqual([])
  expect(judgeColours([...texts(5), ...over(WHITE)], [...texts(5), ...over(NIGHT)]).issues).toEqual([])
  // What could be seen is judged beside it, and letters that vanish on the new page are.
  expect(judgeColours(over(NIGHT), over(WHITE)).issues).toEqual(['serious image/colours:inverted'])
  expect(judgeColours(texts(5), over(WHITE)).issues).not.toEqual([])
})

test('image/colours: a page that turned dark is not said to have turned light for its header', () => {
  const [bar, barNow] = [NIGHT, WHITE].map((colour): Paint => ['Home', 'rgb(200, 0, 0)', colour])
  const [light, dark] = [
    [bar!, ...texts(9)],
    [barNow!, ...texts(9, 'rgb(240, 240, 240)', NIGHT)],
  ]
  const told = (word: string) => expect.stringContaining(`turned from ${word}`)
  expect(judgeColours(light, dark).messages).toContainEqual(told('light to dark'))
  expect(judgeColours(dark, light).messages).toContainEqual(told('dark to light'))
})

test('image/colours: what is seen of a picture is no background', () => {
  const photo = picture('hero', { kind: 'background', box: box(0, 0, 1440, 400) })
  expect(
    judgeColours([['On the picture', 'white', [40, 40, 40]]], [['On the picture', 'white', WHITE]], [photo])
      .issues,
  ).toEqual([])
})

test('image/colours needs texts, and the same ones', () => {
  expect(judgeColours([], texts(3)).outcome).toBe('not-applicable')
  expect(judgeColours(texts(3), [['Something else', 'black', WHITE]]).outcome).toBe('inconclusive')
})

const paint = (rgb: [number, number, number], px = 2000, regions = 6) => ({ rgb, px, regions })
const plain = () =>
  [
    {
      text: 'Some text',
      colour: 'black',
      background: [255, 255, 255],
      uniform: 0.8,
      box: box(0, 0, 400, 40),
    },
  ] as never

test.each([
  ['kept', [paint([194, 65, 12])], [paint([194, 65, 12])], []],
  ['a shade that nobody sees', [paint([194, 65, 12])], [paint([196, 66, 14])], []],
  [
    'icons and rules in another colour, all over the page',
    [paint([194, 65, 12], 4000, 20)],
    [paint([9, 122, 101], 4000, 20)],
    ['moderate image/colours:vanished:#c2410c'],
  ],
  [
    'some icons and rules in another colour',
    [paint([194, 65, 12])],
    [paint([9, 122, 101])],
    ['minor image/colours:vanished:#c2410c'],
  ],
  [
    'a darker edge of buttons that keep their colour',
    [paint([194, 65, 12]), paint([120, 38, 5])],
    [paint([194, 65, 12]), paint([240, 190, 170])],
    ['minor image/colours:vanished:#782605'],
  ],
  ['icons that are gone', [paint([194, 65, 12])], [], ['minor image/colours:vanished:#c2410c']],
  [
    'icons of several colours that are gone, which is one loss',
    [paint([194, 65, 12]), paint([9, 122, 101]), paint([30, 60, 200])],
    [],
    ['minor image/colours:vanished:#c2410c'],
  ],
  ['one place', [paint([194, 65, 12], 900, 1)], [paint([9, 122, 101], 900, 1)], []],
  ['a new colour beside it', [paint([194, 65, 12])], [paint([194, 65, 12]), paint([9, 122, 101])], []],
])('image/colours of paint: %s', (_, before, after, issues) => {
  expect(
    judge(
      'image/colours',
      { colours: plain(), palette: before as never },
      { colours: plain(), palette: after as never },
    ).issues,
  ).toEqual(issues)
})

const TEAL: [number, number, number] = [79, 170, 177]
/** A page of the height of a window by the shares of it that have a colour. */
const standing = (shares: [[number, number, number], share: number][], more: Paint[] = []) => ({
  colours: painted([...texts(5), ...more]),
  palette: shares.map(([rgb, share]) => paint(rgb, share * 1440 * 900)),
})

test.each<[string, ReturnType<typeof standing>, ReturnType<typeof standing>, string[]]>([
  [
    'as it was',
    standing([
      [WHITE, 0.8],
      [TEAL, 0.2],
    ]),
    standing([
      [WHITE, 0.7],
      [TEAL, 0.3],
    ]),
    [],
  ],
  [
    'of a section, which is gone',
    standing([
      [WHITE, 0.8],
      [NIGHT, 0.2],
    ]),
    standing([[WHITE, 1]]),
    ['moderate image/colours:page-background:#111827'],
  ],
  [
    'beside the text, which has come',
    standing([[WHITE, 1]]),
    standing([
      [WHITE, 0.7],
      [TEAL, 0.3],
    ]),
    ['moderate image/colours:page-background:new:#4faab1'],
  ],
  [
    'in another shade of grey',
    standing([
      [WHITE, 0.6],
      [[64, 64, 64], 0.4],
    ]),
    standing([
      [WHITE, 0.6],
      [[34, 34, 34], 0.4],
    ]),
    ['minor image/colours:page-background:#404040'],
  ],
  [
    'of a small band',
    standing([
      [WHITE, 0.95],
      [NIGHT, 0.05],
    ]),
    standing([[WHITE, 1]]),
    [],
  ],
  [
    'in place of a picture',
    standing([[WHITE, 0.7]]),
    standing([
      [WHITE, 0.7],
      [TEAL, 0.3],
    ]),
    [],
  ],
  [
    'that went with all texts on it',
    standing(
      [
        [WHITE, 0.8],
        [NIGHT, 0.2],
      ],
      [['News', 'white', NIGHT]],
    ),
    standing([[WHITE, 1]]),
    [],
  ],
  [
    'that texts stand on still, over a picture',
    standing([
      [WHITE, 0.8],
      [NIGHT, 0.2],
    ]),
    standing([[WHITE, 0.8]], [['News of today', 'white', NIGHT]]),
    [],
  ],
  [
    'where older captures know no greys',
    standing([[TEAL, 0.3]]),
    standing([
      [WHITE, 0.7],
      [TEAL, 0.3],
    ]),
    [],
  ],
])('image/colours: a background %s', (_, before, after, issues) => {
  expect(judge('image/colours', before, after).issues).toEqual(issues)
})

test('image/colours: a background tells of a page of which too few texts are the same', () => {
  const [before, after] = [standing([[TEAL, 1]]), standing([[WHITE, 1]])]
  const others = painted([['Something else', 'black', WHITE]])
  expect(judge('image/colours', before, { ...after, colours: others }).issues).toEqual([
    'moderate image/colours:page-background:#4faab1',
  ])
})

test('image/colours: other boxes in the colour of the header are told beside it', () => {
  const page = (header: [number, number, number], chips: [number, number, number]) => ({
    colours: [
      ...painted([['Home', 'grey', header]]).map(text => ({ ...text, box: box(100, 20, 60, 20) })),
      ...painted([['Training', 'black', chips], ['Coaching', 'black', chips], ...texts(20)]).map(
        (text, i) => ({
          ...text,
          box: box(100, 200 + i * 60, 800, 40),
        }),
      ),
    ],
    surfaces: [surface('Home', { fill: true, border: false, box: box(0, 0, 1440, 60) })],
  })
  const { issues } = judge('image/colours', page(WHITE, WHITE), page(NIGHT, [222, 222, 226]))
  expect(issues).toEqual([
    'moderate image/colours:background:header:#ffffff',
    'moderate image/colours:background:#ffffff',
  ])
})

test('image/colours: what the page opens with, in another colour, and its header with it', () => {
  const page = (
    background: [number, number, number],
    change: { bar?: typeof background; height?: number } = {},
  ) => {
    const { bar = background, height = 600 } = change
    const at: [Paint, ReturnType<typeof box>][] = [
      [['Prices', 'white', bar], box(900, 20, 80, 20)],
      [['Houses by the water', 'white', background], box(400, 300, 600, 60)],
      [['Order now', 'white', BRAND], box(600, 420, 160, 40)],
      ...texts(8).map((text, i): [Paint, ReturnType<typeof box>] => [
        text,
        box(100, 1000 + i * 300, 800, 40),
      ]),
    ]
    return {
      colours: at.map(([paint, place]) => ({ ...painted([paint])[0]!, box: place })),
      surfaces: [
        surface('Prices Houses by the water', { kind: 'card', fill: true, box: box(0, 0, 1440, height) }),
        surface('Order now', { kind: 'button', fill: true, box: box(600, 420, 160, 40) }),
      ],
    }
  }
  const judged = (before: ReturnType<typeof page>, after: ReturnType<typeof page>) =>
    judge('image/colours', before, after).issues.filter(issue => !issue.startsWith('minor'))
  const SAND: [number, number, number] = [240, 225, 190]
  expect(judged(page(BRAND), page(SAND))).toEqual(['serious image/colours:opening:#c2410c'])
  // Another shade of it, a text that still stands on it, or a band that is no opening.
  const found = (before: ReturnType<typeof page>, after: ReturnType<typeof page>) =>
    judged(before, after).filter(issue => issue.includes('opening'))
  expect(found(page(BRAND), page([204, 75, 22]))).toEqual([])
  expect(found(page(BRAND), page(SAND, { bar: BRAND }))).toEqual([])
  expect(found(page(BRAND, { height: 350 }), page(SAND, { height: 350 }))).toEqual([])
  // Its texts stand on that colour in boxes of their own, below a bar that is as it was.
  const boxed = (surfaces: ReturnType<typeof surface>[], tint: typeof BRAND) => {
    const { colours } = page(BRAND)
    return {
      colours: [...colours, { ...painted([['Open daily', 'black', tint]])[0]!, box: box(40, 640, 200, 20) }],
      surfaces: [
        ...surfaces,
        surface('Open daily', { kind: 'card', fill: true, box: box(0, 600, 1440, 100) }),
      ],
    }
  }
  const card = surface('Houses by the water', { kind: 'card', fill: true, box: box(300, 200, 840, 300) })
  const bar = surface('Prices', { kind: 'card', fill: true, box: box(800, 10, 300, 40) })
  expect(found(boxed([], SAND), boxed([card, bar], SAND))).toEqual([])
})

test('image/colours: a header that was dark is darker on a page that turned dark, which is one cause', () => {
  const page = (header: [number, number, number], ink: string, rest: Paint[]): Paint[] => [
    ...Array.from({ length: 4 }, (_, i): Paint => [`Entry number ${i}`, ink, header]),
    ...rest,
  ]
  const [light, dark] = [texts(5), texts(5, 'rgb(240, 240, 240)', NIGHT)]
  const before = page([44, 62, 80], 'white', light)
  const found = (after: Paint[]) =>
    judgeColours(before, after).issues.filter(issue => !issue.startsWith('minor'))
  expect(found(page([2, 6, 23], 'white', dark))).toEqual(['serious image/colours:inverted'])
  // Whose header has the colour of another brand, or letters that nobody can read.
  expect(found(page([2, 6, 23], 'rgb(10, 10, 40)', dark))).toHaveLength(2)
  expect(judgeColours(before, page([2, 6, 23], 'white', light)).issues.join()).toContain('#2c3e50')
})

test('image/colours: colours that went with the background of the page are told with it', () => {
  const page = (background: [number, number, number], ink: string, link: string) => [
    ...texts(12, ink, background),
    ...Array.from({ length: 6 }, (_, i): Paint => [`Link number ${i}`, link, background]),
  ]
  const { issues } = judgeColours(page(NIGHT, 'white', '#aeee00'), page(WHITE, 'black', '#feb101'))
  expect(issues).toEqual(['serious image/colours:inverted'])
})
