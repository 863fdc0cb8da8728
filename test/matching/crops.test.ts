import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import type { ImageArtifact } from '../../server/capture/collectors/images/index.ts'
import { displacedPictures } from '../../server/matching/displaced.ts'
import { matchPictures } from '../../server/matching/pictures.ts'
import { cropOf } from '../../server/vision/crops/index.ts'
import { fingerprintOf } from '../../server/vision/fingerprint.ts'
import { imageDistance } from '../../server/vision/image-distance.ts'
import { box, judge, pictureOf } from '../suites/image-pictures.ts'
import { photograph } from '../suites/studio-pictures.ts'

type Part = { left: number; top: number; width: number; height: number }

const photo = (name: string) => photograph(name, 720, 480).png().toBuffer()
const seen = async (file: Buffer) => (await fingerprintOf(file)).fingerprint!
const cut = (file: Buffer, part: Part) => sharp(file).extract(part)
const drawing = (shapes: string) =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="720" height="480">${shapes}</svg>`))
    .png()
    .toBuffer()

const square = { left: 120, top: 0, width: 480, height: 480 }
const pier = await photo('pier')
const whole = await seen(pier)

test.each<[string, Part, (file: Sharp) => Sharp]>([
  [
    'a tenth, from the middle',
    { left: 36, top: 0, width: 648, height: 480 },
    one => one.webp({ quality: 75 }),
  ],
  ['a third, from the middle', square, one => one.jpeg({ quality: 60 })],
  ['a third, from the right', { ...square, left: 0 }, one => one.webp({ quality: 75 })],
  [
    'a third, above and below',
    { left: 0, top: 60, width: 720, height: 320 },
    one => one.jpeg({ quality: 60 }),
  ],
  [
    'half, small',
    { left: 300, top: 0, width: 360, height: 480 },
    one => one.resize(120).jpeg({ quality: 60 }),
  ],
  [
    'half, all around',
    { left: 100, top: 40, width: 420, height: 410 },
    one => one.avif({ quality: 50, effort: 1 }),
  ],
])('a crop is found, whichever side has it: %s', async (_, part, encode) => {
  const look = await seen(await encode(cut(pier, part)).toBuffer())
  const crop = cropOf(whole, look)
  expect(crop).toMatchObject({ whole: 'first' })
  expect(crop!.window.x).toBeCloseTo(part.left / 720, 1)
  expect(crop!.window.y).toBeCloseTo(part.top / 480, 1)
  expect(crop!.window.width).toBeCloseTo(part.width / 720, 1)
  expect(crop!.window.height).toBeCloseTo(part.height / 480, 1)
  expect(cropOf(look, whole)).toMatchObject({ whole: 'second' })
})

const background =
  '<rect width="720" height="480" fill="#e8e0d4"/><path d="M0 330h720v150H0z" fill="#a89880"/><path d="M40 0h60v330H40zM610 0h70v330h-70z" fill="#c7b9a2"/>'
const gradient = (from: string, to: string) =>
  drawing(
    `<linearGradient id="g" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient><path d="M0 0h720v480H0z" fill="url(#g)"/>`,
  )

test.each<[string, Promise<Buffer>, Promise<Buffer>]>([
  ['another photograph', photo('pier'), photo('dune')],
  [
    'another product before the same background',
    drawing(`${background}<path d="M300 150h120v230H300z" fill="#9b2226"/>`),
    drawing(`${background}<ellipse cx="360" cy="290" rx="95" ry="90" fill="#1d3557"/>`),
  ],
  [
    'the same product in another colour',
    drawing(`${background}<path d="M300 150h120v230H300z" fill="#9b2226"/>`),
    drawing(`${background}<path d="M300 150h120v230H300z" fill="#22739b"/>`),
  ],
  ['a gradient, even of itself', gradient('#ff8800', '#220066'), gradient('#ff8800', '#220066')],
  [
    'another flat drawing',
    drawing('<path d="M0 0h720v480H0z" fill="#fff"/><circle cx="360" cy="240" r="150" fill="#b91c1c"/>'),
    drawing('<path d="M0 0h720v480H0z" fill="#fff"/><path d="M230 110h260v260H230z" fill="#b91c1c"/>'),
  ],
  [
    'one colour',
    drawing('<path d="M0 0h720v480H0z" fill="#357"/>'),
    drawing('<path d="M0 0h720v480H0z" fill="#357"/>'),
  ],
  ['mirrored', photo('pier'), photo('pier').then(file => sharp(file).flop().toBuffer())],
])('no crop: %s', async (_, one, other) => {
  const [first, second] = [await seen(await one), await seen(await cut(await other, square).toBuffer())]
  expect(cropOf(first, second)).toBeNull()
  expect(cropOf(second, first)).toBeNull()
})

/** A photograph on its page: nothing but its looks says which it is. */
async function onPage(name: string, turn: number, part?: Part): Promise<ImageArtifact> {
  const file = await photo(name)
  const look = await seen(part ? await cut(file, part).jpeg({ quality: 70 }).toBuffer() : file)
  const place = part
    ? box(turn * 260, 1000, 240, Math.round((240 * part.height) / part.width))
    : box(turn * 320, 1000, 300, 200)
  return pictureOf(name, {
    url: `https://www.example.com/${part ? 'c' : 'o'}${turn}9f3a1c.jpg`,
    alt: '',
    name: '',
    near: `Words about number ${turn}`,
    box: place,
    seen: place,
    drawn: { width: place.width, height: place.height },
    naturalWidth: look.width,
    naturalHeight: look.height,
    file: look,
    rendered: look,
  })
}

const names = ['pier', 'dune', 'quay', 'forest', 'harbour']
const originals = await Promise.all(names.map((name, turn) => onPage(name, turn)))
const cropped = await Promise.all(
  names.map((name, turn) => onPage(name, turn, { ...square, left: [0, 60, 120, 180, 240][turn]! })),
)

test('cropped pictures without names pair up with their own, and none is lost', () => {
  // Moved along, so that their places say nothing.
  const rebuilt = cropped.map(image => ({
    ...image,
    near: '',
    box: { ...image.box, y: 3000 },
    seen: { ...image.seen, y: 3000 },
  }))
  const { matches, lost, added } = matchPictures(originals, rebuilt.toReversed())
  expect([lost, added]).toEqual([[], []])
  expect(matches.map(({ original, rebuilt: { url }, by }) => [original.url, url, by])).toEqual(
    originals.map(({ url }, turn) => [url, cropped[turn]!.url, 'appearance']),
  )
})

test('two cropped pictures that changed places are found out', () => {
  const at = (image: ImageArtifact, { box: place, near }: ImageArtifact) => ({
    ...image,
    box: place,
    seen: place,
    near,
  })
  const [a, b, ...rest] = cropped
  const matched = matchPictures(originals, [at(b!, a!), at(a!, b!), ...rest])
  expect(displacedPictures(matched).map(({ match, instead }) => [match.original, instead.original])).toEqual([
    [originals[0], originals[1]],
    [originals[1], originals[0]],
  ])
})

test('a picture that is not there any more is lost, though all others are cropped', () => {
  const { lost } = matchPictures(
    originals,
    cropped.slice(1).map(image => ({ ...image, near: '', box: { ...image.box, y: 3000 } })),
  )
  expect(lost).toEqual([originals[0]])
})

const hero = box(0, 60, 1440, 600)
test.each<[string, Part | undefined, Partial<ImageArtifact>, string[]]>([
  ['a tenth of its file', { left: 36, top: 0, width: 648, height: 480 }, {}, []],
  ['a third of its file', square, {}, ['minor image/cropped:a.jpg']],
  [
    'over half of its file',
    { left: 200, top: 0, width: 340, height: 480 },
    {},
    ['moderate image/cropped:a.jpg'],
  ],
  [
    'a third of its file, and more by its place',
    square,
    { objectFit: 'cover', drawn: { width: 480, height: 300 } },
    ['moderate image/cropped:a.jpg'],
  ],
  ['a third by its place', undefined, { objectFit: 'cover', drawn: { width: 480, height: 480 } }, []],
  [
    'over half by its place',
    undefined,
    { objectFit: 'cover', drawn: { width: 720, height: 200 } },
    ['minor image/cropped:a.jpg'],
  ],
])('what is cut off: %s', async (_, part, changes, issues) => {
  const place = (image: ImageArtifact) => ({
    ...image,
    box: hero,
    seen: hero,
    near: '',
    url: 'https://www.example.com/a.jpg',
  })
  const before = { ...place(originals[0]!), drawn: { width: 720, height: 480 } }
  const after = {
    ...place(await onPage('pier', 0, part)),
    drawn: part ?? { width: 720, height: 480 },
    ...changes,
  }
  const shown = cut(pier, { left: 0, top: 140, width: 720, height: 200 })
  const rendered = part
    ? after.rendered
    : changes.drawn!.height === 200
      ? await seen(await shown.toBuffer())
      : await seen(await cut(pier, square).toBuffer())
  expect(
    judge('image/quality', { images: [before] }, { images: [{ ...after, rendered }] }).all.filter(issue =>
      /cropped|lost|swapped|redrawn|stretched|broken/.test(issue),
    ),
  ).toEqual(issues)
})

test('a place of another shape is no other colour of the picture', async () => {
  // Bright above, dark below: a strip of it has other colours than all of it.
  const file = await drawing(
    '<path d="M0 0h720v300H0z" fill="#bde0fe"/><path d="M0 300h720v180H0z" fill="#132a13"/><circle cx="120" cy="220" r="60" fill="#fefae0"/><path d="M300 260h90v140h-90z" fill="#bc6c25"/>',
  )
  const look = await seen(file)
  const strip = await seen(await cut(file, { left: 0, top: 240, width: 720, height: 240 }).toBuffer())
  const before = await pictureOf('pier', { file: look, rendered: look })
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
  const look = await seen(file)
  const before = await pictureOf('pier', { file: look, rendered: look })
  // As `filter: grayscale(1)` does it.
  const weights: [number, number, number] = [0.2126, 0.7152, 0.0722]
  const grey = sharp(file).recomb([weights, weights, weights])
  const issues = async (rendered: Buffer) =>
    judge('image/blocks', { images: [before] }, { images: [{ ...before, rendered: await seen(rendered) }] })
      .issues
  expect(await issues(await grey.png().toBuffer())).toEqual(['moderate image/redrawn:the pier'])
  expect(await issues(await sharp(file).webp({ quality: 60 }).toBuffer())).toEqual([])
})
