import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { ImageArtifact } from '../../../server/capture/collectors/images/index.ts'
import { photograph } from '../studio-pictures.ts'
import { box, drawing, failed, judge, photos, picture, seen, textLayout } from './pictures.ts'

const hero = box(0, 60, 1440, 600)
const grey = await seen(
  await photograph('grey', 300, 200).modulate({ saturation: 0 }).linear(0, 200).png().toBuffer(),
)

const plain = await seen(
  await sharp({ create: { width: 300, height: 200, channels: 3, background: '#1a1ae0' } })
    .png()
    .toBuffer(),
)
const logo = { landmark: 'banner', link: '/', near: '' } as const
const flatAt = (y: number, near: string) =>
  picture('quay', {
    file: plain,
    rendered: plain,
    alt: '',
    name: '',
    near,
    url: 'https://www.example.com/1.jpg',
    box: box(900, y, 60, 60),
  })

const judged = (before: ImageArtifact[], after: ImageArtifact[], changing: string[] = []) =>
  judge('image/presence', { images: before, volatile: { texts: [], images: changing } }, { images: after })

test.each<[string, ImageArtifact[], ImageArtifact[], string[]]>([
  ['the same picture', [picture('pier')], [picture('pier')], []],
  [
    'another file, address, alt text and place',
    [picture('pier')],
    [
      picture('pier', {
        url: 'https://cdn.example.net/9f3a.webp',
        alt: '',
        name: '',
        near: '',
        box: box(9, 3000, 280, 190),
      }),
    ],
    [],
  ],
  ['a background instead of an img', [picture('pier')], [picture('pier', { kind: 'background' })], []],
  [
    'known by its file alone',
    [picture('pier', { rendered: null })],
    [picture('pier', { rendered: null })],
    [],
  ],
  ['lost', [picture('pier'), picture('dune')], [picture('dune')], ['serious image/lost:the pier']],
  [
    'replaced, in the element that has its name',
    [picture('pier')],
    [picture('forest', { near: 'About the pier', alt: 'The pier', name: 'The pier' })],
    ['serious image/lost:the pier'],
  ],
  [
    'replaced by another one of another name, which somebody may have chosen',
    [picture('pier')],
    [picture('forest', { near: 'About the pier' })],
    ['moderate image/lost:the pier'],
  ],
  [
    'replaced by one that has a place of its own',
    [picture('pier'), picture('forest', { box: box(400, 900, 300, 200) })],
    [
      picture('forest', { near: 'About the pier', name: 'us' }),
      picture('forest', { box: box(400, 900, 300, 200) }),
    ],
    ['serious image/lost:the pier'],
  ],
  [
    'hidden',
    [picture('pier')],
    [picture('pier', { state: 'hidden', seen: box(0, 0, 0, 0) })],
    ['serious image/lost:the pier'],
  ],
  [
    'covered',
    [picture('pier')],
    [picture('pier', { rendered: { ...photos.get('pier')!, contrast: 0 } })],
    ['serious image/lost:the pier'],
  ],
  [
    'in a carousel that shows another one first',
    [picture('pier'), picture('dune', { state: 'hidden', seen: box(0, 0, 0, 0) })],
    [picture('pier', { state: 'hidden', seen: box(0, 0, 0, 0) }), picture('dune')],
    ['minor image/lost:the pier'],
  ],
  [
    'on a slide under the one that is shown',
    [picture('pier'), picture('dune', { box: box(400, 1000, 300, 200) })],
    [
      picture('pier', { selector: 'ul > li:nth-of-type(1) > img' }),
      picture('dune', {
        selector: 'ul > li:nth-of-type(2) > img',
        state: 'hidden',
        seen: box(0, 0, 0, 0),
      }),
    ],
    ['minor image/lost:the dune'],
  ],
  [
    'a thumbnail lost',
    [picture('pier', { box: box(0, 1000, 120, 120) }), picture('dune')],
    [picture('dune')],
    ['moderate image/lost:the pier'],
  ],
  [
    'a row of thumbnails lost',
    [
      ...(['pier', 'quay', 'forest', 'harbour'] as const).map((name, i) =>
        picture(name, { box: box(i * 200, 1000, 150, 125) }),
      ),
      picture('dune'),
    ],
    [picture('dune')],
    ['serious image/lost:the pier'],
  ],
  [
    'an icon lost',
    [picture('pier', { box: box(0, 0, 24, 24), landmark: '' }), picture('dune')],
    [picture('dune')],
    ['minor image/lost:the pier'],
  ],
  [
    'the logo lost',
    [picture('pier', { box: box(0, 20, 120, 40), landmark: 'banner', link: '/' }), picture('dune')],
    [picture('dune')],
    ['serious image/lost:the pier'],
  ],
  [
    'the logo drawn anew as a background at the head',
    [
      picture('pier', {
        ...logo,
        box: box(0, 20, 120, 40),
        name: 'Harbour Works',
        alt: 'Harbour Works',
        url: 'https://www.example.com/harbour-works.svg',
      }),
      picture('dune'),
    ],
    [
      picture('quay', {
        kind: 'background',
        alt: null,
        name: '',
        near: 'Menu',
        box: box(10, 0, 240, 60),
        url: 'https://www.example.com/harbour-works-white.svg',
      }),
      picture('dune'),
    ],
    ['moderate image/lost:harbour works'],
  ],
  ...['Logo of the Harbour', 'A tour'].map((name): [string, ImageArtifact[], ImageArtifact[], string[]] => {
    const words = { name: 'Logo of the Harbour Works', alt: 'Logo of the Harbour Works' }
    const now = { url: 'data:image/png;base64,', near: 'Menu', box: box(10, 0, 60, 20), name, alt: name }
    return [
      `the logo drawn anew in another colour, under the name “${name}”`,
      [picture('pier', { ...logo, ...words, box: box(0, 20, 120, 40) }), picture('dune')],
      [picture('dune'), picture('quay', now)],
      ['moderate image/lost:logo of the harbour works'],
    ]
  }),
  ...[300, 120].map((side): [string, ImageArtifact[], ImageArtifact[], string[]] => {
    const harbour = { url: 'https://www.example.com/harbour-tour.jpg', box: box(20, 900, side, side) }
    return [
      `another picture of ${side} px under the same name`,
      [picture('pier', harbour), picture('dune')],
      [picture('forest', { ...harbour, near: 'About the pier' }), picture('dune')],
      [`${side === 300 ? 'moderate' : 'minor'} image/lost:the pier`],
    ]
  }),
  [
    'the hero lost',
    [picture('hero', { box: hero }), picture('dune')],
    [picture('dune')],
    ['critical image/lost:the hero'],
  ],
  [
    'the logo replaced by another one',
    [picture('pier', { ...logo, box: box(0, 20, 120, 40) }), picture('dune')],
    [
      picture('quay', { ...logo, box: box(40, 10, 50, 50), alt: 'Pier & Sons', name: 'Pier & Sons' }),
      picture('dune'),
    ],
    ['moderate image/lost:the pier'],
  ],
  [
    'the file of the logo replaced by another one, and nothing else',
    [picture('pier', { ...logo, box: box(0, 20, 120, 40) }), picture('dune')],
    [
      picture('quay', { ...logo, box: box(0, 20, 120, 40), alt: 'The pier', name: 'The pier' }),
      picture('dune'),
    ],
    ['serious image/lost:the pier'],
  ],
  [
    'a drawing so pale that it is hardly seen lost',
    [picture('pier', { rendered: { ...photos.get('pier')!, contrast: 5 } }), picture('dune')],
    [picture('dune')],
    ['minor image/lost:the pier'],
  ],
  [
    'one colour all over lost',
    [picture('pier', { file: plain, rendered: photos.get('pier')! }), picture('dune')],
    [picture('dune')],
    ['minor image/lost:the pier'],
  ],
  [
    'one colour all over, among others that look the same',
    [picture('pier', { file: plain, rendered: plain }), flatAt(3000, 'Members and guests')],
    [flatAt(3000, 'Members and guests'), picture('dune', { near: 'Elsewhere', box: box(0, 2000, 20, 20) })],
    ['minor image/lost:the pier'],
  ],
  [
    'one colour all over, beside another colour',
    [picture('pier', { file: plain, rendered: photos.get('pier')! })],
    [picture('pier', { file: plain, rendered: plain })],
    [],
  ],
  [
    'a strip between sections lost',
    [picture('pier', { alt: null, name: '', box: box(0, 2000, 1440, 130) }), picture('dune')],
    [picture('dune')],
    ['minor image/lost:pier.jpg'],
  ],
  [
    'a drawing in other colours, with room around it and another name',
    [drawing('#ffffff', 0)],
    [drawing('#20244a', 12, { alt: '', name: '', near: '', box: box(500, 3000, 120, 120) })],
    [],
  ],
  [
    'a drawing in the colour of its background',
    [drawing('#ffffff', 0)],
    [drawing('#20244a', 0, { rendered: { ...drawing('#20244a', 0).rendered!, contrast: 12 } })],
    ['minor image/lost:a mark'],
  ],
  [
    'another drawing',
    [drawing('#ffffff', 0)],
    [drawing('#ffffff', 0, { alt: '', name: '', near: '', box: box(500, 3000, 90, 90) }, 'disc')],
    ['minor image/lost:a mark'],
  ],
  ['a new one beside', [picture('pier')], [picture('forest'), picture('pier')], []],
  ['broken before', [picture('pier', failed), picture('dune')], [picture('dune')], []],
  ['broken now: another check says so', [picture('pier')], [picture('pier', failed)], []],
])('image/presence: %s', (_, before, after, issues) => {
  expect(judged(before, after).issues).toEqual(issues)
})

test('image/presence: a picture that changes by itself may be another one', () => {
  const changing = picture('pier')
  const after = [picture('forest', { near: 'About the pier', alt: 'The pier', name: 'The pier' })]
  expect(judged([changing], after, [changing.url]).issues).toEqual([])
  expect(judged([changing], after).issues).toEqual(['serious image/lost:the pier'])
})

test('image/presence: a file that was drawn twice and is drawn once is still seen', () => {
  const twins = [picture('pier'), picture('pier', { box: box(0, 1400, 300, 200) })]
  expect(judged(twins, [picture('pier')]).issues).toEqual(['minor image/lost:the pier'])
  const small = picture('pier', { box: box(0, 1400, 100, 70) })
  expect(judged([picture('pier'), small], [small]).issues).toEqual(['serious image/lost:the pier'])
  // What the page opens with is missed there.
  const [hero, below] = [box(0, 0, 1440, 600), box(0, 1400, 300, 200)]
  const opening = [picture('pier', { box: hero }), picture('pier', { box: below })]
  const { issues } = judged(opening, [picture('pier', { box: below })])
  expect(issues.map(issue => issue.split(' ')[0])).not.toContain('minor')
})

test('image/presence: the logo of the footer is missed less while that of the header is there', () => {
  const named = { alt: 'Pier & Sons logo', name: 'Pier & Sons logo' }
  const head = picture('pier', { ...logo, ...named, box: box(0, 20, 120, 40) })
  const foot = { ...head, landmark: 'contentinfo', box: box(0, 3000, 120, 40), seen: box(0, 3000, 120, 40) }
  const text = picture('dune')
  expect(judged([head, text, foot], [head, text]).issues).toEqual(['minor image/lost:pier & sons logo'])
  expect(judged([head, text, foot], [text]).issues).toContain('serious image/lost:pier & sons logo')
  expect(judged([head, text], [text, foot]).issues).not.toContain('minor image/lost:pier & sons logo')
  expect(judged([text, foot], [text]).issues).toEqual(['serious image/lost:pier & sons logo'])
})

test('image/presence: a logo below the head that was drawn anew under its name', () => {
  const at = (photo: string, name: string, landmark: string, y: number) =>
    picture(photo, { alt: name, name, landmark, near: '', box: box(500 + y / 10, y, 284, 90) })
  const [text, old] = [picture('dune'), at('quay', 'Quay Works Home', '', 1700)]
  const made = (name: string) =>
    judged(
      [text, { ...old, url: 'https://a.example/oss_logo.png' }],
      [text, at('pier', name, 'contentinfo', 900)],
    )
  expect(made('Quay Works Logo').issues).toEqual(['minor image/lost:quay works home'])
  expect(made('Framework Logo').issues).toEqual(['serious image/lost:quay works home'])
})

test('image/presence: a picture goes with its section, unless it is the logo of the page', () => {
  const [text, other] = [
    'A house above the pier, built in three months',
    'What we do for people by the water',
  ]
  const page = (texts: string[], images: ImageArtifact[]) => ({
    images,
    layouts: textLayout(texts.map(text => ({ text }))),
  })
  const judgedIn = (texts: string[], image: ImageArtifact) =>
    judge('image/presence', page([text!, other!], [image, picture('dune')]), page(texts, [picture('dune')]))
      .issues
  const beside = picture('pier', { near: text! })
  expect(judgedIn([text!, other!], beside)).toEqual(['serious image/lost:the pier'])
  expect(judgedIn([other!], beside)).toEqual(['moderate image/lost:the pier'])
  const anew = judge(
    'image/presence',
    page([text!, other!], [beside, picture('dune')]),
    page([other!], [picture('forest', { near: text! }), picture('dune')]),
  )
  expect(anew.issues).toEqual(['moderate image/lost:the pier'])
  const behind = background({ near: text! })
  expect(judgedIn([text!, other!], behind)).toEqual(['serious image/background:hero.jpg'])
  expect(judgedIn([other!], behind)).toEqual(['moderate image/background:hero.jpg'])
  const atHead = picture('pier', { ...logo, near: text!, box: box(0, 20, 120, 40) })
  expect(judgedIn([other!], atHead)).toEqual(['serious image/lost:the pier'])
})

test('image/presence: what is written in the drawing of the logo is at the head of the new page', () => {
  const drawn = picture('pier', {
    ...logo,
    kind: 'svg',
    name: '',
    selector: 'header > svg',
    box: box(0, 20, 120, 40),
  })
  const judgedIn = (texts: Parameters<typeof textLayout>[0]) =>
    judge(
      'image/presence',
      {
        images: [drawn],
        layouts: textLayout([{ text: '1830', selector: 'header > svg > text', box: box(30, 24, 60, 20) }]),
      },
      { images: [picture('dune')], layouts: textLayout(texts) },
    ).issues.map(issue => issue.split(' ')[0])
  expect(judgedIn([{ text: '1830', box: box(30, 24, 60, 20) }])).toEqual(['minor'])
  expect(judgedIn([{ text: '1830', box: box(30, 900, 60, 20) }])).toEqual(['serious'])
})

test('image/presence: what a new tab or accordion may open is not lost', () => {
  const before = { images: [picture('pier'), picture('dune')], layouts: textLayout([]) }
  const hidden = picture('pier', { state: 'hidden', seen: box(0, 0, 0, 0) })
  const judgedWith = (controls: object[]) =>
    judge('image/presence', before, {
      images: [hidden, picture('dune')],
      layouts: [{ width: 1440, controls, blocks: [] }] as never,
    }).issues
  const tab = { role: 'tab', name: 'Students', state: 'visible', landmark: 'main' }
  expect(judgedWith([])).toEqual(['serious image/lost:the pier'])
  expect(judgedWith([tab])).toEqual(['minor image/lost:the pier'])
  expect(judgedWith([{ ...tab, landmark: 'navigation' }])).toEqual(['serious image/lost:the pier'])
})

test('image/presence: one new tab opens not all that is hidden', () => {
  const names = ['bay', 'cove', 'inlet', 'isle', 'mole', 'reef', 'shoal', 'strait']
  const shown = names.map((name, i) => picture(name, { box: box(0, 1000 + 300 * i, 300, 200) }))
  const hidden = names.map(name => picture(name, { state: 'hidden', seen: box(0, 0, 0, 0) }))
  const tabs = [{ role: 'tab', name: 'Students', state: 'visible', landmark: 'main' }]
  const after = { images: hidden, layouts: [{ width: 1440, controls: tabs, blocks: [] }] as never }
  const { issues } = judge('image/presence', { images: shown, layouts: textLayout([]) }, after)
  // The two that are left have one cause, and so one issue.
  expect(issues.filter(issue => !issue.startsWith('minor'))).toEqual(['serious image/lost:the shoal'])
})

test('image/presence: other pictures beside the same words are one loss', () => {
  const names = ['pier', 'dune', 'quay'] as const
  const before = names.map((name, i) => picture(name, { box: box(i * 320, 1000, 300, 200) }))
  const after = names.map((name, i) =>
    picture(['forest', 'harbour', 'hero'][i]!, {
      near: `About the ${name}`,
      name: `The ${name}`,
      alt: `The ${name}`,
      box: box(i * 320, 1000, 300, 200),
    }),
  )
  expect(judged(before, after).issues).toEqual(['serious image/lost:the pier'])
})

test('image/presence is not applicable without pictures, and not known beyond what is kept', () => {
  expect(judged([], [picture('pier')]).outcome).toBe('not-applicable')
  const many = Array.from({ length: 600 }, (_, i) => picture('dune', { box: box(0, i * 10, 20, 20) }))
  expect(judged([picture('pier')], many).outcome).toBe('inconclusive')
})

/** A video without a poster; what is drawn of it is a frame, or nothing where it cannot be decoded. */
const film = (changes: Partial<ImageArtifact> = {}) =>
  picture('forest', {
    kind: 'video',
    url: 'https://www.example.com/film/a1b2.webm',
    alt: null,
    name: '',
    near: 'About the pier',
    file: null,
    box: hero,
    ...changes,
  })

const background = (changes: Partial<ImageArtifact> = {}) =>
  picture('hero', { kind: 'background', alt: null, name: '', box: hero, ...changes })

test('a large background costs no more than a fifth of its check: it carries no content', () => {
  const below = [background({ box: box(0, 2000, 1440, 600) })]
  const scoreOf = (alone: ImageArtifact[]) =>
    judge('image/presence', { images: [...below, ...alone] }, { images: alone }).score
  expect(scoreOf([picture('dune')])).toBeGreaterThan(90)
})

test.each<[string, ImageArtifact[], ImageArtifact[], string[]]>([
  ['kept', [background()], [background()], []],
  ['kept as an img', [background()], [background({ kind: 'img', alt: '' })], []],
  ['lost', [background(), picture('dune')], [picture('dune')], ['serious image/background:hero.jpg']],
  [
    'lost, of a site that gave nobody its file',
    [background({ withheld: true, status: 0, file: null }), picture('dune')],
    [picture('dune')],
    ['minor image/background:hero.jpg'],
  ],
  [
    'lost under a film that lies over it',
    [background(), film({ near: 'A film' })],
    [film({ near: 'A film' })],
    ['moderate image/background:hero.jpg'],
  ],
  [
    'a small one lost',
    [background({ box: box(0, 2000, 200, 150) }), picture('dune')],
    [picture('dune')],
    ['moderate image/background:hero.jpg'],
  ],
  [
    'replaced by another one where the page opens',
    [background()],
    [background({ file: photos.get('forest')!, rendered: photos.get('forest')!, near: 'About the hero' })],
    ['moderate image/background:hero.jpg'],
  ],
  [
    'replaced by another one further down',
    [background({ box: box(0, 2000, 1440, 600) })],
    [
      background({
        box: box(0, 2000, 1440, 600),
        file: photos.get('forest')!,
        rendered: photos.get('forest')!,
        near: 'About the hero',
      }),
    ],
    ['moderate image/background:hero.jpg'],
  ],
  [
    'a drawing replaced by another picture',
    [background({ format: 'svg', box: box(0, 2000, 1440, 600) })],
    [
      background({
        format: 'svg',
        box: box(0, 2000, 1440, 600),
        file: photos.get('forest')!,
        rendered: photos.get('forest')!,
        near: 'About the hero',
      }),
    ],
    ['minor image/background:hero.jpg'],
  ],
  [
    'a drawing for another width hidden',
    [background({ format: 'svg', box: box(0, 2000, 1440, 600) })],
    [background({ format: 'svg', state: 'hidden', seen: box(0, 0, 0, 0) })],
    ['minor image/background:hero.jpg'],
  ],
  [
    'a drawing lost',
    [background({ format: 'svg', box: box(0, 2000, 900, 200) }), picture('dune')],
    [picture('dune')],
    ['moderate image/background:hero.jpg'],
  ],
  [
    'one of two of a file lost',
    [background({ near: 'The whole page' }), background({ box: box(0, 2000, 1440, 600) })],
    [background({ box: box(0, 2000, 1440, 600) })],
    ['minor image/background:hero.jpg'],
  ],
  [
    'covered',
    [background()],
    [background({ rendered: { ...grey, contrast: 0 } })],
    ['serious image/background:hero.jpg'],
  ],
])('image/presence of backgrounds: %s', (_, before, after, issues) => {
  expect(judged(before, after).issues).toEqual(issues)
})

/** A picture file of one colour, with what is drawn on it. */
const drawn = async (ground: string, shapes = '', width = 1440, height = 600) =>
  seen(
    await sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/>${shapes}</svg>`,
      ),
    )
      .png()
      .toBuffer(),
  )

test('image/presence: a background that hardly stands out from one colour is an ornament', async () => {
  const pale = await drawn('#fff', '<ellipse cx="900" cy="300" rx="320" ry="160" fill="#e8e0f4"/>')
  const strong = await drawn('#fff', '<ellipse cx="900" cy="300" rx="320" ry="160" fill="#203a8f"/>')
  const gradeOf = (file: typeof pale) =>
    judged([background({ file, rendered: file }), picture('dune')], [picture('dune')]).issues
  expect(gradeOf(pale)).toEqual(['minor image/background:hero.jpg'])
  expect(gradeOf(strong)).toEqual(['serious image/background:hero.jpg'])
})

test('image/presence: patterns that are hardly seen are one ornament', () => {
  const patterns = (opacity: number) =>
    [0, 1, 2].map(at =>
      background({
        url: `data:image/svg+xml,${at}`,
        near: `Section ${at}`,
        opacity,
        box: box(0, 600 * at, 1440, 500 + at),
      }),
    )
  const lost = (opacity: number) => judged([...patterns(opacity), picture('dune')], [picture('dune')])
  expect(lost(0.08).issues).toEqual([expect.stringMatching(/^minor image\/background:section/)])
  expect(lost(0.08).score).toBeGreaterThan(90)
  expect(lost(0.5).issues).toHaveLength(3)
  expect(lost(0.5).issues).toContain('serious image/background:section 0')
})

test('image/presence: one file behind several sections is one loss', () => {
  const section = (at: number) =>
    background({ near: `Section ${at}`, box: box(0, 2000 + 600 * at, 1440, 500 + at) })
  expect(judged([section(0), section(1), picture('dune')], [picture('dune')]).issues).toEqual([
    'moderate image/background:hero.jpg',
  ])
})

test('image/presence: a background is missed where the page opens plainly otherwise', async () => {
  const screenOf = async (shapes: string) => ({
    file: '1440.webp',
    width: 1440,
    height: 900,
    cut: false,
    restless: [],
    opening: await drawn('#f4f6fb', shapes, 1440, 900),
  })
  const [picture, gradient] = ['#2c5bd0', '#3a66d8'].map(
    fill => `<rect width="1440" height="300" fill="${fill}"/>`,
  )
  const gradeOf = async (shapes: string) =>
    judge(
      'image/presence',
      { images: [background()], screens: [await screenOf(picture!)] },
      { images: [], screens: [await screenOf(shapes)] },
    ).issues
  expect(await gradeOf(gradient!)).toEqual(['moderate image/background:hero.jpg'])
  expect(await gradeOf('')).toEqual(['serious image/background:hero.jpg'])
})

test('image/presence: the pictures behind the entries of a list are what it shows', () => {
  const names = ['Plants for a dark hall', 'Plants for a light room', 'Plants for the terrace']
  const entry = (photo: string, at: number, changes: Partial<ImageArtifact> = {}) =>
    picture(photo, {
      kind: 'background',
      near: names[at]!,
      selector: `ul > li:nth-of-type(${at + 1}) > a`,
      box: box(400 * at, 1000, 380, 210),
      ...changes,
    })
  const entries = ['pier', 'dune', 'harbour'].map((photo, at) => entry(photo, at))
  const gradesOf = (now: ImageArtifact[], before = entries, texts = names) => {
    const page = (images: ImageArtifact[], said: string[]) => ({
      images,
      layouts: textLayout(said.map(text => ({ text }))),
    })
    const { issues } = judge('image/presence', page(before, names), page(now, texts))
    return issues.map(issue => issue.split(':')[0])
  }
  expect(gradesOf([])).toEqual(['serious image/background'])
  // Of a small file that is drawn in its own size little is seen.
  const file = { ...entry('pier', 0).file!, width: 80, height: 80 }
  const small = entries.map(image => ({ ...image, file, backgroundSize: 'auto' }))
  expect(gradesOf([], small)).toEqual(['moderate image/background'])
  // Layers of one element are no entries.
  const selector = 'main > section'
  const layers = [entry('pier', 0, { selector }), entry('dune', 0, { selector, layer: 1 })]
  expect(gradesOf([], layers)).toEqual(['moderate image/background'])
  // One behind a single part of the page is its ground; what went with its text is the content's.
  expect(gradesOf([], entries.slice(1, 2))).toEqual(['moderate image/background'])
  expect(gradesOf([], entries, [])).toEqual(['moderate image/background'])
  // The words that lie over them make one file look otherwise.
  const photos = ['forest', 'quay', 'hero']
  const one = { kind: 'img', url: 'https://www.example.com/a.webp', file: entry('forest', 0).file } as const
  const same = photos.map((photo, at) => entry(photo, at, one))
  expect(gradesOf(same)).toEqual(['serious image/repeated'])
  const url = 'https://www.example.com/price.jpg'
  const ground = entries.map(image => ({ ...image, url }))
  expect(gradesOf(same, ground)).not.toContain('serious image/repeated')
})

/** A mark of pixels, on a card of a colour with room around it, or cut out of it. */
async function markOf(path: string, card: boolean) {
  const viewBox = card ? '-14 -14 68 68' : '0 0 40 40'
  const background = card ? '<rect x="-14" y="-14" width="68" height="68" fill="#2b3a67"/>' : ''
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="160" viewBox="${viewBox}">${background}<path d="${path}" fill="${card ? '#fff' : '#c03030'}"/></svg>`
  return seen(await sharp(Buffer.from(svg)).png().toBuffer())
}

test('image/presence: logos that were cut out of their cards', async () => {
  const [arrow, cross] = ['M2 20h22V8l14 12-14 12V26H2z', 'M16 2h8v14h14v8H24v14h-8V24H2v-8h14z']
  const place = box(100, 2000, 160, 160)
  const partner = async (path: string, card: boolean, called: string) => {
    const file = await markOf(path, card)
    return picture('mark', {
      name: called,
      alt: called,
      url: `https://www.example.com/${called}${card ? '-card' : ''}.png`,
      format: 'png',
      near: '',
      file,
      rendered: file,
      box: place,
    })
  }
  const others = [picture('dune')]
  const before = [await partner(arrow!, true, 'Acme'), ...others]
  expect(judged(before, [await partner(arrow!, false, 'Acme'), ...others]).issues).toEqual([])
  expect(judged(before, [await partner(cross!, false, 'Acme'), ...others]).issues).toHaveLength(1)
  expect(judged(before, others).issues).toHaveLength(1)
})

const strokes = await seen(
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="#102030"/><path d="M0 20L300 180M0 180L300 20" stroke="#fff" stroke-width="6"/></svg>',
  ),
)
const canvas = (changes: Partial<ImageArtifact> = {}) =>
  picture('forest', { kind: 'canvas', url: '', alt: null, name: '', file: null, box: hero, ...changes })

test.each(['canvas', 'svg'] as const)('image/presence: a %s without a name decorates the page', kind => {
  const others = [picture('dune')]
  const gradeOf = (changes: Partial<ImageArtifact>) =>
    judged([canvas({ kind, rendered: strokes, ...changes }), ...others], others).issues.map(
      issue => issue.split(' ')[0],
    )
  expect(gradeOf({})).toEqual(['moderate'])
  expect(gradeOf({ name: 'Loaves sold by month' })).toEqual(['critical'])
  expect(gradeOf({ name: 'Where we are', box: box(800, 200, 400, 400) })).toEqual(['serious'])
})

test('image/presence: a canvas for a picture, and a picture for a canvas', () => {
  const photo = picture('pier', { box: hero })
  expect(judged([photo], [canvas()]).issues).toEqual([expect.stringMatching(/^moderate /)])
  // One that shows nothing is as bad as none where the page opens; further down, a graphics card may have been missing.
  expect(judged([photo], [canvas({ rendered: plain })]).issues).toEqual([expect.stringMatching(/^critical /)])
  const below = box(0, 2000, 1440, 600)
  expect(judged([picture('pier', { box: below })], [canvas({ rendered: plain, box: below })]).issues).toEqual(
    [expect.stringMatching(/^moderate /)],
  )
  expect(judged([canvas()], [photo]).issues).toEqual([])
  expect(judged([photo], [picture('forest', { box: hero })]).issues).toEqual([
    expect.stringMatching(/^critical /),
  ])
})

test('image/presence: a poster that is gone while its film is there', () => {
  const poster = picture('pier', { kind: 'poster', alt: null, name: '', plays: true, box: hero })
  const issues = (...now: ImageArtifact[]) =>
    judged([poster, picture('dune')], [...now, picture('dune')]).issues
  expect(issues(film({ plays: true }))).toEqual([])
  expect(issues(film({ plays: true, rendered: plain }))).toEqual([])
  expect(issues(film({ plays: true, rendered: null }))).toEqual([])
  // The poster is all that is seen of one until it is asked for, unless it shows the same by itself.
  expect(issues(film({ rendered: plain }))).toEqual([expect.stringMatching(/^moderate image\/lost/)])
  expect(issues(film({ rendered: photos.get('pier')! }))).toEqual([])
  expect(issues()).toEqual([expect.stringMatching(/^critical image\/lost/)])
  expect(issues(film({ plays: true, state: 'hidden', seen: box(0, 0, 0, 0) }))).toEqual([
    expect.stringMatching(/^critical image\/lost/),
  ])
})

test('image/presence: a film for a picture, a picture for a film, and another film', () => {
  const photo = picture('pier', { box: hero })
  for (const rendered of [photos.get('forest')!, plain, null])
    expect(judged([photo], [film({ plays: true, rendered })]).issues).toEqual([
      expect.stringMatching(/^moderate image\/lost/),
    ])
  const all = (before: ImageArtifact, ...after: ImageArtifact[]) =>
    judged([before, picture('dune')], [...after, picture('dune')]).all
  for (const now of [photo, film({ rendered: plain }), film({ rendered: photos.get('quay')! })])
    expect(all(film(), now)).toEqual([])
  // That it is gone is told of the embeds.
  expect(all(film())).toEqual([])
})

test('image/presence: portraits that are all called as the first one are several', () => {
  const person = (photo: string, at: number, near: string) =>
    picture(photo, { alt: 'Leslie', name: 'Leslie', near, box: box(300 * at, 1000, 150, 150) })
  const people = ['Leslie Moss', 'Scarlett Reed', 'Max Henry']
  const side = (photos: string[]) => people.map((near, at) => person(photos[at]!, at, near))
  const { messages } = judged(side(['pier', 'dune', 'quay']), side(['forest', 'harbour', 'hero']))
  expect(messages[0]).toMatch(/“Leslie”.*; 2 more of this kind$/)
})

test('image/presence: another picture under the name of its file is a choice', () => {
  const page = (one: ImageArtifact) => [one, picture('dune')]
  const named = (photo: string, file: string, changes: Partial<ImageArtifact> = {}) =>
    picture(photo, { url: `https://www.example.com/img/${file}`, ...changes })
  const issues = (file: string, now: string, changes: Partial<ImageArtifact> = {}) =>
    judged(page(named('pier', file)), page(named('forest', now, { near: 'About the pier', ...changes })))
      .issues
  expect(issues('plugins.png', 'plugins.webp')).toEqual(['minor image/lost:the pier'])
  expect(issues('plugins.png', 'stock.webp')).toEqual(['moderate image/lost:the pier'])
  // Which one of a series stands there may have been mixed up, and a blank one is none.
  expect(issues('house-1.jpg', 'house-1.jpg')).toEqual(['moderate image/lost:the pier'])
  expect(issues('plugins.png', 'plugins.webp', { state: 'hidden', seen: box(0, 0, 0, 0) })).toEqual([
    'serious image/lost:the pier',
  ])
  const twins = [named('pier', 'plugins.png'), named('pier', 'plugins.png', { box: box(0, 1400, 300, 200) })]
  expect(judged(twins, twins.slice(1)).issues).toEqual(['minor image/lost:the pier'])
})

test('image/presence: a picture of a sentence that became the sentence', () => {
  const [above, sentence] = ['What we do for people by the water', 'We build houses above the old harbour']
  const lettering = picture('pier', {
    rendered: strokes,
    box: box(400, 100, 600, 90),
    name: 'houses',
    alt: 'houses',
  })
  const textsAt = (y: number, said = sentence) => [
    { text: above, box: box(400, 20, 600, 40) },
    { text: said, box: box(420, y, 560, 60) },
  ]
  const issues = (image: ImageArtifact, texts: Parameters<typeof textLayout>[0]) =>
    judge(
      'image/presence',
      { images: [image, picture('dune')], layouts: textLayout(textsAt(0).slice(0, 1)) },
      { images: [picture('dune')], layouts: textLayout(texts) },
    ).issues
  expect(issues(lettering, textsAt(110))).toEqual(['minor image/lost:houses'])
  expect(issues(lettering, textsAt(900))).toEqual(['serious image/lost:houses'])
  expect(issues(lettering, textsAt(110).slice(0, 1))).toEqual(['serious image/lost:houses'])
  // Somebody wrote in the place of a photograph, or drew what it showed in the markup.
  expect(issues({ ...lettering, rendered: photos.get('pier')! }, textsAt(110))).toEqual([
    'moderate image/lost:houses',
  ])
})

test('image/presence: on a page of another design pictures come and go by choice', () => {
  const texts = [
    'What we do for people by the water',
    'A house above the pier, built by hand',
    'It took three months and eleven people',
  ]
  const issues = (
    before: ImageArtifact[],
    after: ImageArtifact[],
    size: number,
    weight = 400,
    step = size > 17 ? 8 : 0,
  ) =>
    judge(
      'image/presence',
      { images: before, layouts: textLayout(texts.map(text => ({ text }))) },
      {
        images: after,
        layouts: textLayout(texts.map((text, at) => ({ text, size: size + at * step, weight }))),
      },
    ).issues
  const [one, other] = [picture('pier'), picture('dune')]
  expect(issues([one, other], [other], 16)).toEqual(['serious image/lost:the pier'])
  expect(issues([one, other], [other], 17)).toEqual(['serious image/lost:the pier'])
  // All of it larger by one scale is the same design.
  expect(issues([one, other], [other], 20, 400, 0)).toEqual(['serious image/lost:the pier'])
  expect(issues([one, other], [other], 20)).toEqual(['moderate image/lost:the pier'])
  expect(issues([one, other], [other], 16, 300)).toEqual(['moderate image/lost:the pier'])
  expect(issues([background(), other], [other], 20)).toEqual(['moderate image/background:hero.jpg'])
  const atHead = picture('pier', { ...logo, box: box(0, 20, 120, 40) })
  expect(issues([atHead, other], [other], 20)).toEqual(['serious image/lost:the pier'])
})

test('of a page that somebody edited, a picture that is gone is one that he took out', () => {
  const text = 'The harbour office opens at seven and lends out oars, vests and charts until the evening.'
  const own =
    'Since this spring two boats with an electric motor lie at the pier, and whoever has a card may take them out by the hour.'
  const severities = (gone: ImageArtifact, more: string[]) => {
    const side = (images: ImageArtifact[], texts: string[]) => ({
      images,
      layouts: textLayout(texts.map(said => ({ text: said }))),
    })
    const { issues } = judge(
      'image/presence',
      side([gone, picture('dune')], [text]),
      side([picture('dune')], [text, ...more]),
    )
    return issues.map(issue => issue.split(' ')[0])
  }
  expect(severities(picture('pier'), [])).toEqual(['serious'])
  expect(severities(picture('pier'), [own])).toEqual(['moderate'])
  expect(severities(picture('pier', { box: hero, seen: hero }), [own])).toEqual(['critical'])
  expect(
    severities(picture('pier', { ...logo, box: box(40, 20, 160, 60), name: 'Harbour logo' }), [own]),
  ).toEqual(['serious'])
})

test('different pictures of a list that all became one', () => {
  const entry = (photo: string, at: number, changes: Partial<ImageArtifact> = {}) =>
    picture(photo, {
      near: 'Our guests',
      selector: `ul > li:nth-of-type(${at + 1}) > img`,
      box: box(300 * at, 1000, 280, 190),
      ...changes,
    })
  const guests = ['pier', 'dune', 'harbour'].map((photo, at) => entry(photo, at))
  const all = (photo: string, changes: Partial<ImageArtifact> = {}) =>
    guests.map((_, at) => entry(photo, at, changes))
  const told = (before: ImageArtifact[], after: ImageArtifact[]) =>
    judged(before, after).issues.filter(issue => issue.includes('repeated'))
  expect(judged(guests, all('forest')).issues).toEqual(['serious image/repeated:the pier'])
  // Two may be, pictures of their own are others, and what was one before is one still.
  expect(told(guests.slice(1), all('forest').slice(1))).toEqual([])
  expect(told(guests, [...all('forest').slice(1), entry('hero', 0)])).toEqual([])
  expect(told(all('quay'), all('forest'))).toEqual([])
})

test('a file of one colour in the markup keeps the room of a picture', () => {
  const room = picture('pier', {
    url: 'data:image/svg+xml,%3Csvg/%3E',
    format: 'svg',
    alt: '',
    name: '',
    file: { ...photos.get('pier')!, contrast: 0 },
  })
  expect(judged([room, picture('dune')], [picture('dune')]).issues).toEqual([])
})

test('one file that is drawn twice on one spot is one picture', () => {
  const [pier, other] = [picture('pier'), picture('dune', { box: box(400, 1000, 300, 200) })]
  const moved = picture('pier', { box: box(800, 1000, 300, 200) })
  expect(judged([pier, pier, other], [pier, other]).issues).toEqual([])
  expect(judged([pier, { ...moved, url: pier.url }, other], [pier, other]).issues).not.toEqual([])
})

test('a picture of a slide that another one is drawn in the place of', () => {
  const page = (image: ImageArtifact, text: string, revealed: string[] = []) => {
    const press = { name: 'Next', effect: 'switches', revealed }
    const none = { probes: [], rest: [], unreached: 0, late: false, ended: null }
    return {
      images: [image],
      layouts: textLayout([{ text }, { text: 'Learn more' }]),
      probes: { narrow: none, wide: { ...none, probes: [press] } } as never,
    }
  }
  const near = (name: string) => ({ near: `${name} Learn more`, name: 'a boat', alt: 'a boat' })
  const [was, other] = [picture('pier', near('Sophia')), picture('forest', near('Katrine'))]
  const before = page(was, 'Sophia')
  const told = (...after: Parameters<typeof page>) => judge('image/presence', before, page(...after)).issues
  expect(told(other, 'Katrine', ['Woody', 'Sophia'])).toEqual(['minor image/lost:a boat'])
  // No press brings it, or its text is in sight and another picture beside it.
  expect(told(other, 'Katrine', ['Woody'])).toEqual(['serious image/lost:a boat'])
  expect(told(picture('forest', near('Sophia')), 'Sophia', ['Sophia'])).toEqual(['serious image/lost:a boat'])
  // Its text was folded, and no picture of another slide is there.
  expect(told(picture('forest', { near: 'Learn more' }), 'Learn more', ['Sophia'])).toEqual([
    'moderate image/lost:a boat',
  ])
})

test('a hidden picture that comes into sight on a press', () => {
  const none = { probes: [], rest: [], unreached: 0, late: false, ended: null }
  const told = (revealed: string[], alt = '') => {
    const hidden = { ...picture('pier'), alt, name: alt, state: 'hidden' as const, seen: box(0, 0, 0, 0) }
    const press = { name: 'Slide 2', effect: 'switches', revealed }
    return judge(
      'image/presence',
      { images: [picture('pier'), picture('dune')] },
      {
        images: [hidden, picture('dune')],
        probes: { narrow: none, wide: { ...none, probes: [press] } } as never,
      },
    ).issues
  }
  expect(told(['picture pier.jpg'])).toEqual(['minor image/lost:the pier'])
  expect(told(['picture A pier'], 'A  pier')).toEqual(['minor image/lost:the pier'])
  expect(told(['picture dune.jpg'])).toEqual(['serious image/lost:the pier'])
})

test('another picture behind all that the page opens with is no mistake, one in the same place is', () => {
  const others = ['dune', 'quay', 'forest'].map((name, at) =>
    picture(name, { box: box(0, 2000 + 300 * at, 300, 200) }),
  )
  const told = (instead: Partial<ImageArtifact>) =>
    judged(
      [picture('pier', { box: box(800, 230, 480, 420) }), ...others],
      [picture('harbour', { alt: '', name: '', near: 'About the pier', ...instead }), ...others],
    ).issues
  expect(told({ box: box(800, 230, 480, 420) })).toEqual(['serious image/lost:the pier'])
  expect(told({ kind: 'background', box: box(0, 0, 1440, 760) })).toEqual(['moderate image/lost:the pier'])
})
