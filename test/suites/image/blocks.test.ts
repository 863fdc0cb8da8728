import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Layout } from '../../../server/capture/collectors/layouts.ts'
import type { SurfaceArtifact } from '../../../server/capture/collectors/surfaces.ts'
import { imageDistance } from '../../../server/vision/image-distance.ts'
import { cut, drawing } from './crops.ts'
import { box, judge, picture, seen, surface, textLayout } from './pictures.ts'

const words = [
  'Houses by the water',
  'We have drawn and built houses on the coast',
  'Eleven people draw and build',
  'Ask for a visit any day',
]
const cards = (changes: Partial<SurfaceArtifact> = {}) =>
  words.map((text, at) => surface(text, { box: box(0, at * 300, 400, 100), ...changes }))
const button = surface('Ask now', { kind: 'button', fill: true, border: false, box: box(500, 0, 120, 40) })
const texts = {
  layouts: textLayout(
    [...words, 'Ask now'].map((text, at) => ({
      text,
      box: box(at === 4 ? 510 : 10, at === 4 ? 10 : at * 300 + 10, 80, 20),
    })),
  ),
}

test.each<[string, SurfaceArtifact[], SurfaceArtifact[], string[]]>([
  ['the same', cards(), cards(), []],
  ['in another order', cards(), cards().reverse(), []],
  ['a shadow for a border', cards(), cards({ border: false, shadow: true }), []],
  [
    'around a text with another word at its beginning',
    cards(),
    cards().map(card => ({ ...card, text: card.text.replace('drawn', 'planned') })),
    [],
  ],
  ['more than there was', cards(), cards({ shadow: true, radius: 8 }), []],
  [
    'shadows lost',
    cards({ border: false, shadow: true }),
    cards({ border: false, fill: true }),
    ['moderate image/blocks:card:shadow'],
  ],
  [
    'one shadow lost',
    cards({ border: false, shadow: true }),
    [...cards({ border: false, shadow: true }).slice(1), ...cards({ border: false, fill: true }).slice(0, 1)],
    ['minor image/blocks:card:shadow'],
  ],
  [
    'borders lost',
    cards({ fill: true }),
    cards({ fill: true, border: false }),
    ['moderate image/blocks:card:border'],
  ],
  ['square corners', cards({ radius: 12 }), cards(), ['minor image/blocks:card:corners']],
  [
    'labels within tiles, which a picture draws now',
    cards({ radius: 12 }),
    cards().map(card => ({ ...card, box: { ...card.box, width: 90, height: 40 } })),
    [],
  ],
  ['no box any more', cards(), [], ['moderate image/blocks:card:look']],
  ['a button like text', [button], [], ['moderate image/blocks:button:look']],
  ['a button with a frame instead', [button], [{ ...button, fill: false, border: true }], []],
  ['a picture in place of a background', [button], [{ ...button, fill: false, pictured: true }], []],
  [
    'a frame lost around a picture',
    cards(),
    cards({ border: false, pictured: true }),
    ['moderate image/blocks:card:border'],
  ],
  [
    'a page of bare text',
    [...cards(), button, { ...button, text: words[0]!, box: box(0, 0, 400, 100) }],
    [],
    ['moderate image/blocks:button:look', 'moderate image/blocks:card:look'],
  ],
])('image/blocks: %s', (_, before, after, issues) => {
  const judged = judge('image/blocks', { ...texts, surfaces: before }, { ...texts, surfaces: after })
  expect(judged.issues.sort()).toEqual(issues)
})

const rows = words.map((text, at) => ({ dish: text, price: `${at + 7},50`, y: at * 60 }))
const cells = rows.flatMap(({ dish, price, y }) => [
  surface(dish, { box: box(0, y, 500, 50) }),
  surface(price, { box: box(500, y, 100, 50) }),
])
const lines = (height = 54) =>
  rows.map(({ dish, price, y }) => surface(`${dish} ${price}`, { box: box(0, y, 600, height) }))

test.each<[string, SurfaceArtifact[], SurfaceArtifact[], number]>([
  ['cells', cells, lines(), 0],
  ['rows', lines(), cells, 0],
  ['cells, and are gone', cells, [], cells.length],
  ['cells, and a frame stands around them all', cells, lines(400), cells.length],
])('image/blocks: lines of a table were drawn around %s', (_, before, after, lost) => {
  const shown = {
    layouts: textLayout(
      rows.flatMap(({ dish, price, y }) => [
        { text: dish, box: box(10, y + 10, 80, 20) },
        { text: price, box: box(510, y + 10, 80, 20) },
      ]),
    ),
  }
  const { issues } = judge('image/blocks', { ...shown, surfaces: before }, { ...shown, surfaces: after })
  expect(issues.filter(issue => issue.includes('card'))).toHaveLength(lost ? 1 : 0)
})

test('image/blocks: a cell of invisible characters is known by nothing', () => {
  const blank = surface('\u200b', { box: box(0, 900, 100, 40) })
  const side = { ...texts, surfaces: [...cards(), blank] }
  expect(judge('image/blocks', side, { ...texts, surfaces: cards() }).outcome).toBe('assessed')
})

test('image/blocks: a box whose text is gone is no loss of a box', () => {
  expect(judge('image/blocks', { ...texts, surfaces: cards() }, { surfaces: [] }).outcome).toBe(
    'not-applicable',
  )
})

test('a place of another shape is no other colour of the picture', async () => {
  // Bright above, dark below: a strip of it has other colours than all of it.
  const file = await drawing(
    '<path d="M0 0h720v300H0z" fill="#bde0fe"/><path d="M0 300h720v180H0z" fill="#132a13"/><circle cx="120" cy="220" r="60" fill="#fefae0"/><path d="M300 260h90v140h-90z" fill="#bc6c25"/>',
  )
  const fingerprint = await seen(file)
  const strip = await seen(await cut(file, { left: 0, top: 240, width: 720, height: 240 }).toBuffer())
  const before = picture('pier', { file: fingerprint, rendered: fingerprint })
  const after = {
    ...before,
    rendered: strip,
    objectFit: 'cover',
    box: box(0, 1000, 600, 200),
    drawn: { width: 600, height: 200 },
  }
  expect(imageDistance(before, after)).toBeLessThan(0.1)
  expect(judge('image/blocks', { images: [before] }, { images: [after] }).issues).toEqual([])
  const dimmed = await seen(
    await cut(file, { left: 0, top: 240, width: 720, height: 240 }).linear(0.35, 0).toBuffer(),
  )
  expect(
    judge('image/blocks', { images: [before] }, { images: [{ ...after, rendered: dimmed }] }).issues,
  ).toEqual(['moderate image/redrawn:the pier'])
})

test('a colourful picture in black and white is drawn in other colours, although their mean is as grey', async () => {
  const file = await drawing(
    '<path d="M0 0h720v480H0z" fill="#888"/><path d="M60 60h160v160H60z" fill="#c86464"/><path d="M280 60h160v160H280z" fill="#64b464"/><path d="M500 60h160v160H500z" fill="#7878d2"/><path d="M60 280h160v160H60z" fill="#50b4b4"/><path d="M280 280h160v160H280z" fill="#c864c8"/><path d="M500 280h160v160H500z" fill="#b4b450"/>',
  )
  const fingerprint = await seen(file)
  const before = picture('pier', { file: fingerprint, rendered: fingerprint })
  // As `filter: grayscale(1)` does it.
  const weights: [number, number, number] = [0.2126, 0.7152, 0.0722]
  const grey = sharp(file).recomb([weights, weights, weights])
  const issues = async (rendered: Buffer) =>
    judge('image/blocks', { images: [before] }, { images: [{ ...before, rendered: await seen(rendered) }] })
      .issues
  expect(await issues(await grey.png().toBuffer())).toEqual(['moderate image/redrawn:the pier'])
  expect(await issues(await sharp(file).webp({ quality: 60 }).toBuffer())).toEqual([])
})

test('a veil over a photograph, even or as a gradient', async () => {
  const file = await drawing(
    '<path d="M0 0h720v300H0z" fill="#c5ccd3"/><path d="M0 300h720v180H0z" fill="#8d99ae"/><path d="M100 90h110v390H100zM420 180h190v300H420z" fill="#4a5568"/><circle cx="600" cy="90" r="46" fill="#edf2f4"/>',
  )
  const place = box(0, 0, 1440, 800)
  const fingerprint = await seen(file)
  const before = picture('pier', { file: fingerprint, rendered: fingerprint, box: place, seen: place })
  const under = async (veil: string) =>
    seen(
      await sharp(file)
        .composite([
          {
            input: Buffer.from(
              `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="480"><linearGradient id="v" x2="0" y2="1">${veil}</linearGradient><path fill="url(#v)" d="M0 0h720v480H0z"/></svg>`,
            ),
          },
        ])
        .png()
        .toBuffer(),
    )
  const stops = (from: number, to: number) =>
    `<stop stop-opacity="${from}"/><stop offset="1" stop-opacity="${to}"/>`
  const even = { ...before, rendered: await under(stops(0.5, 0.5)) }
  const told = async (veil: string, was = before) =>
    judge('image/blocks', { images: [was] }, { images: [{ ...before, rendered: await under(veil) }] }).issues
  const redrawn = ['moderate image/redrawn:the pier']
  expect(await told(stops(0.22, 0.22))).toEqual(redrawn)
  expect(await told(stops(0, 0.95), even)).toEqual(redrawn)
  expect(await told(stops(0.03, 0.03))).toEqual([])
  expect(await told(stops(0.48, 0.52), even)).toEqual([])
})

test('list markers before the links of a menu', () => {
  const menu = (landmark: string, marked?: boolean, names = ['Home', 'News', 'Tickets']) => ({
    layouts: [
      {
        ...(textLayout([{ text: words[0]! }]) as [Layout])[0],
        controls: names.map((name, at) => ({
          role: 'link',
          name,
          landmark,
          state: 'visible',
          selector: `nav > ul > li:nth-of-type(${at + 1}) > a`,
          box: box(20, 700 + 30 * at, 80, 20),
          seen: box(20, 700 + 30 * at, 80, 20),
          marked,
        })),
      },
    ] as never,
    surfaces: [],
  })
  const told = (before: ReturnType<typeof menu>, after: ReturnType<typeof menu>) =>
    judge('image/blocks', before, after).issues
  const issue = 'moderate image/blocks:list-markers:navigation'
  expect(told(menu('navigation', false), menu('navigation', true))).toEqual([issue])
  expect(told(menu('navigation', true), menu('navigation', true))).toEqual([])
  // Captured before markers were looked for; in the content; too few; of links that the original does not have.
  expect(told(menu('navigation'), menu('navigation', true))).toEqual([])
  expect(told(menu('main', false), menu('main', true))).toEqual([])
  const few = ['Home', 'News']
  expect(told(menu('navigation', false, few), menu('navigation', true, few))).toEqual([])
  expect(told(menu('navigation', false, ['Boats', 'Crew', 'Cargo']), menu('navigation', true))).toEqual([])
})
