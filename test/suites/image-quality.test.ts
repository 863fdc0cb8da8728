import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import type { ImageArtifact } from '../../server/capture/collectors/images/index.ts'
import { fingerprintOf } from '../../server/vision/fingerprint.ts'
import { box, drawn, judge, pictureOf } from './image-pictures.ts'
import { photograph } from './studio-pictures.ts'

const [pier, dune, quay] = [await pictureOf('pier'), await pictureOf('dune'), await pictureOf('quay')]
const at = (picture: ImageArtifact, like: ImageArtifact, changes: Partial<ImageArtifact> = {}) => ({
  ...picture,
  box: like.box,
  seen: like.seen,
  near: like.near,
  ...changes,
})
const second = { ...dune, box: box(400, 1000, 300, 200), seen: box(400, 1000, 300, 200) }
const third = { ...quay, box: box(800, 1000, 300, 200), seen: box(800, 1000, 300, 200) }
const nameless = (picture: ImageArtifact) => ({ ...picture, name: '', alt: '...' })
const gallery = [pier, second, third].map(picture => ({ ...picture, near: 'Our pictures' }))

test.each<[string, ImageArtifact[], ImageArtifact[], string[]]>([
  ['all in place', [pier, second], [pier, second], []],
  [
    'exchanged',
    [pier, second],
    [at(second, pier), at(pier, second)],
    ['serious image/swapped:the dune / the pier'],
  ],
  [
    'exchanged under their names',
    [pier, second],
    [
      at(second, pier, { name: pier.name, alt: pier.alt }),
      at(pier, second, { name: second.name, alt: second.alt }),
    ],
    ['serious image/swapped:the dune / the pier'],
  ],
  [
    'three in a circle',
    [pier, second, third],
    [at(second, pier), at(third, second), at(pier, third)],
    [
      'serious image/swapped:the dune / the quay',
      'serious image/swapped:the pier / the dune',
      'serious image/swapped:the quay / the pier',
    ],
  ],
  ['cards in another order', [pier, second], [second, pier], []],
  [
    'a gallery without captions in another order',
    gallery,
    [at(gallery[1]!, gallery[0]!), at(gallery[0]!, gallery[1]!), gallery[2]!],
    [],
  ],
  [
    'two of a gallery without names exchanged',
    gallery.map(nameless),
    [at(gallery[1]!, gallery[0]!), at(gallery[0]!, gallery[1]!), gallery[2]!].map(nameless),
    ['serious image/swapped:dune.jpg / pier.jpg'],
  ],
  [
    'a gallery without names arranged anew',
    gallery.map(nameless),
    [at(gallery[1]!, gallery[0]!), at(gallery[2]!, gallery[1]!), at(gallery[0]!, gallery[2]!)].map(nameless),
    [],
  ],
  [
    'a gallery without captions, exchanged under the names',
    gallery,
    [
      at(gallery[1]!, gallery[0]!, { name: pier.name, alt: pier.alt }),
      at(gallery[0]!, gallery[1]!, { name: second.name, alt: second.alt }),
      gallery[2]!,
    ],
    ['serious image/swapped:the dune / the pier'],
  ],
  [
    'texts in other words, all pictures in one row',
    [pier, second],
    [pier, second].map(picture => ({ ...picture, near: 'The pier and the dune, a row of pictures' })),
    [],
  ],
  [
    'a carousel on another slide',
    [pier, { ...second, state: 'hidden', seen: box(0, 0, 0, 0) }],
    [{ ...pier, state: 'hidden', seen: box(0, 0, 0, 0) }, at(second, pier)],
    [],
  ],
  [
    'icons',
    [pier, second].map(one => ({ ...one, box: box(one.box.x, 0, 30, 30), seen: box(one.box.x, 0, 30, 30) })),
    [at(second, pier), at(pier, second)].map(one => ({
      ...one,
      box: box(one.box.x, 0, 30, 30),
      seen: box(one.box.x, 0, 30, 30),
    })),
    ['minor image/swapped:the dune / the pier'],
  ],
])('image/swaps: %s', (_, before, after, issues) => {
  expect(judge('image/swaps', { images: before }, { images: after }).issues.sort()).toEqual(issues)
})

test('what is exchanged is charged for that alone, whatever its size there', () => {
  const hero = {
    ...second,
    box: box(0, 60, 1440, 600),
    seen: box(0, 60, 1440, 600),
    drawn: { width: 1440, height: 600 },
  }
  const { all } = judge(
    'image/swaps',
    { images: [pier, hero] },
    { images: [at(hero, pier), at(pier, hero, { drawn: hero.drawn })] },
  )
  expect(all).toEqual(['serious image/swapped:the dune / the pier'])
})

test.each<[string, Partial<ImageArtifact>, string[]]>([
  ['as it was', {}, []],
  ['stretched to 130 %', { drawn: { width: 390, height: 200 } }, ['serious image/stretched:the pier']],
  ['squeezed', { drawn: { width: 300, height: 250 } }, ['serious image/stretched:the pier']],
  ['a little', { drawn: { width: 330, height: 200 } }, ['moderate image/stretched:the pier']],
  ['rounded', { drawn: { width: 304, height: 200 } }, []],
  ['cropped', { drawn: { width: 390, height: 200 }, objectFit: 'cover' }, []],
  ['with room around', { drawn: { width: 390, height: 200 }, objectFit: 'contain' }, []],
  ['a drawing', { drawn: { width: 390, height: 200 }, format: 'svg' }, []],
  [
    'another candidate of its set',
    { naturalWidth: 600, naturalHeight: 400, file: { ...pier.file!, width: 600, height: 400 } },
    [],
  ],
  [
    'a background that covers',
    { kind: 'background', backgroundSize: 'cover', drawn: { width: 390, height: 200 } },
    [],
  ],
  [
    'a background that is pulled',
    { kind: 'background', backgroundSize: '100% 100%', drawn: { width: 390, height: 200 } },
    ['serious image/stretched:the pier'],
  ],
  [
    'a file that was squeezed itself',
    { file: { ...pier.file!, width: 390 }, naturalWidth: 390, drawn: { width: 390, height: 200 } },
    ['serious image/stretched:the pier'],
  ],
  ['a place of another shape that no size is known of', { drawn: { width: 0, height: 0 } }, []],
])('image/quality, aspect: %s', (_, changes, issues) => {
  expect(judge('image/quality', { images: [pier] }, { images: [{ ...pier, ...changes }] }).issues).toEqual(
    issues,
  )
})

/** Fine grain on a photograph, the same each time. */
async function grainy(): Promise<Buffer> {
  const photo = await photograph('pier', 800, 532).removeAlpha().png().toBuffer()
  const { data } = await sharp(photo).raw().toBuffer({ resolveWithObject: true })
  for (let i = 0; i < data.length; i += 3) {
    const [x, y] = [(i / 3) % 800, Math.floor(i / 2400)]
    const line = (x * 5 + y * 3 + Math.round(9 * Math.sin(y / 20))) % 11 < 3 ? -28 : 12
    for (let c = 0; c < 3; c++) data[i + c] = Math.max(0, Math.min(255, data[i + c]! + line))
  }
  return sharp(data, { raw: { width: 800, height: 532, channels: 3 } })
    .png()
    .toBuffer()
}
const sharpFile = await grainy()
const shown = { ...pier, ...(await drawn(sharpFile)) }
const made = (change: (image: Sharp) => Sharp) => change(sharp(sharpFile)).toBuffer()

test.each<[string, () => Promise<Buffer>, string[]]>([
  ['WebP at q80', () => made(image => image.webp({ quality: 80 })), []],
  ['AVIF at q80', () => made(image => image.avif({ quality: 80, effort: 2 })), []],
  ['JPEG at q60', () => made(image => image.jpeg({ quality: 60 })), []],
  ['a file of twice the size', () => made(image => image.resize(1600)), []],
  ['200 px blown up', () => made(image => image.resize(200)), ['serious image/blurred:the pier']],
  [
    '200 px in a file of 800',
    async () =>
      sharp(await made(image => image.resize(200)))
        .resize(800, 532, { fit: 'fill' })
        .png()
        .toBuffer(),
    ['serious image/blurred:the pier'],
  ],
  ['blurred', () => made(image => image.blur(4)), ['serious image/blurred:the pier']],
])('image/quality, sharpness: %s', async (_, file, issues) => {
  const after = { ...pier, ...(await drawn(await file())) }
  expect(judge('image/quality', { images: [shown] }, { images: [after] }).issues).toEqual(issues)
  // A sharper one than before is no fault.
  expect(judge('image/quality', { images: [after] }, { images: [shown] }).issues).toEqual([])
})

test('image/quality: a picture that is soft by itself needs no more pixels', async () => {
  const soft = await photograph('dune', 800, 532).png().toBuffer()
  const small = await sharp(soft).resize(400).png().toBuffer()
  const [before, after] = [await drawn(soft), await drawn(small)]
  expect(
    judge('image/quality', { images: [{ ...dune, ...before }] }, { images: [{ ...dune, ...after }] }).issues,
  ).toEqual([])
})

test.each<[string, Partial<ImageArtifact>, string[]]>([
  ['kept', {}, []],
  ['in other case and signs', { name: 'THE PIER.' }, []],
  ['more words', { name: 'The pier at dusk' }, ['minor image/alt:the pier']],
  ['changed', { name: 'Annual report' }, ['moderate image/alt:the pier']],
  ['emptied, but said beside it', { name: '', alt: '' }, ['minor image/alt:the pier']],
  ['emptied', { name: '', alt: '', near: 'Other words' }, ['moderate image/alt:the pier']],
  ['missing: accessibility says so', { name: '', alt: null }, []],
])('image/alt: %s', (_, changes, issues) => {
  const before = { ...pier, near: changes.near ?? pier.near }
  expect(judge('image/alt', { images: [before] }, { images: [{ ...pier, ...changes }] }).issues).toEqual(
    issues,
  )
})

test.each<[string, Partial<ImageArtifact>, { value: number; from: number; to: number }[], string[]]>([
  ['as it was', {}, [], []],
  ['no room kept', { reserved: false }, [], ['minor image/unreserved:the pier']],
  [
    'no room kept, and it jumps',
    { reserved: false, box: box(0, 100, 1000, 400), seen: box(0, 100, 1000, 400) },
    [{ value: 0.3, from: 0, to: 400 }],
    ['moderate image/unreserved:the pier'],
  ],
  ['lazy below', { loading: 'lazy' }, [], []],
  [
    'lazy at the top',
    { loading: 'lazy', box: box(0, 100, 1000, 400), seen: box(0, 100, 1000, 400) },
    [],
    ['moderate image/lazy:the pier'],
  ],
  ['heavier', { bytes: 900_000, url: 'https://a.example/pier.png' }, [], ['moderate image/heavier']],
  ['an older format', { format: 'png', bytes: 12_000 }, [], ['minor image/format']],
])('image/delivery: %s', (_, changes, shifts, issues) => {
  const before = {
    ...pier,
    format: changes.format ? 'webp' : 'jpeg',
    box: changes.box ?? pier.box,
    seen: changes.seen ?? pier.seen,
  }
  const judged = judge('image/delivery', { images: [before] }, { images: [{ ...pier, ...changes }], shifts })
  expect(judged.issues).toEqual(issues)
})

test('image/delivery: a new banner that pushes the page down', () => {
  const banner = { ...second, reserved: false, box: box(0, 0, 1440, 200), seen: box(0, 0, 1440, 200) }
  expect(judge('image/delivery', { images: [pier] }, { images: [banner, pier] }).issues).toEqual([
    'moderate image/unreserved:the dune',
  ])
})

test('a white drawing on nothing looks like itself in another format, and unlike another one', async () => {
  const svg = (path: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40" fill="#fff">${path}</svg>`)
  const logo = svg('<path d="M5 35 20 5 35 35zM50 5h20v30H50z"/>')
  const other = svg('<circle cx="100" cy="20" r="15"/><path d="M5 18h60v4H5z"/>')
  const { fingerprint } = await fingerprintOf(logo)
  expect(fingerprint!.contrast).toBeGreaterThan(20)
  const { distanceOf } = await import('../../server/vision/image-distance.ts')
  expect(
    distanceOf(fingerprint!, (await fingerprintOf(await sharp(logo).png().toBuffer())).fingerprint!),
  ).toBeLessThan(0.2)
  expect(distanceOf(fingerprint!, (await fingerprintOf(other)).fingerprint!)).toBeGreaterThan(0.4)
})

test.each<
  [string, () => Buffer | Promise<Buffer>, { format: string; fingerprint: boolean; tooLarge: boolean }]
>([
  [
    'a broken JPEG',
    () => Buffer.from('ffd8ffe000104a46494600', 'hex'),
    { format: '', fingerprint: false, tooLarge: false },
  ],
  [
    'a page',
    () => Buffer.from('<!doctype html><h1>Not found</h1>'),
    { format: '', fingerprint: false, tooLarge: false },
  ],
  [
    'a drawing that ends early',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g>'),
    { format: 'svg', fingerprint: false, tooLarge: false },
  ],
  [
    'a drawing that asks for other files',
    () =>
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="http://127.0.0.1:1/a.png" width="9" height="9"/><script>while(1);</script></svg>',
      ),
    { format: 'svg', fingerprint: true, tooLarge: false },
  ],
  [
    'a drawing of two megabytes',
    () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${'<g/>'.repeat(500_000)}</svg>`),
    { format: 'svg', fingerprint: false, tooLarge: true },
  ],
  [
    'a line of 1 x 16,000 px',
    () =>
      sharp({ create: { width: 1, height: 16_000, channels: 3, background: '#c00' } })
        .png()
        .toBuffer(),
    { format: 'png', fingerprint: true, tooLarge: false },
  ],
  [
    'a bomb of 400 megapixels',
    () =>
      sharp({
        create: { width: 20_000, height: 20_000, channels: 3, background: '#fff' },
        limitInputPixels: false,
      })
        .png({ compressionLevel: 1 })
        .toBuffer(),
    { format: 'png', fingerprint: false, tooLarge: true },
  ],
])('%s costs no more than itself', { timeout: 60_000 }, async (_, bytes, wanted) => {
  const { format, fingerprint, tooLarge } = await fingerprintOf(await bytes())
  expect({ format, fingerprint: fingerprint !== null, tooLarge }).toEqual(wanted)
})
