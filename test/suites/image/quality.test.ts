import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import type { ImageArtifact } from '../../../server/capture/collectors/images/index.ts'
import { photograph } from '../studio-pictures.ts'
import { cut, onPage, originals, type Part, pierFile, square } from './crops.ts'
import { box, drawing, drawn, judge, picture, seen } from './pictures.ts'

const [pier, dune] = [picture('pier'), picture('dune')]

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
    ['moderate image/blurred:the pier'],
  ],
  ['blurred', () => made(image => image.blur(4)), ['moderate image/blurred:the pier']],
])('image/quality, sharpness: %s', async (_, file, issues) => {
  const after = { ...pier, ...(await drawn(await file())) }
  expect(judge('image/quality', { images: [shown] }, { images: [after] }).issues).toEqual(issues)
  // A sharper one than before is no fault.
  expect(judge('image/quality', { images: [after] }, { images: [shown] }).issues).toEqual([])
})

test('a picture that a script of another site may set the size of, is blurred without it', async () => {
  const small = { ...shown, ...(await drawn(await made(image => image.resize(200)))) }
  const script = {
    url: 'https://cdn.example.org/masonry.js',
    type: 'script',
    status: 0,
    failure: 'ERR_FAILED',
  }
  const health = { requests: [script], dropped: 0, console: [], exceptions: [] } as never
  const told = (after: object) =>
    judge('image/quality', { images: [shown] }, { images: [small], ...after }).issues
  expect(told({})).toEqual(['serious image/blurred:the pier'])
  expect(told({ health })).toEqual(['moderate image/blurred:the pier'])
})

test('image/quality: a text that lay over the same file was no detail of it', async () => {
  const soft = { ...pier, ...(await drawn(await made(image => image.blur(4)))) }
  const covered = { ...soft, detail: shown.detail, rendered: shown.rendered }
  expect(judge('image/quality', { images: [covered] }, { images: [soft] }).issues).toEqual([])
  // Packed anew without a loss, it is the same.
  expect(
    judge('image/quality', { images: [covered] }, { images: [{ ...soft, bytes: soft.bytes + 999 }] }).issues,
  ).toEqual([])
  const blurred = { ...soft, blurred: true as const }
  expect(judge('image/quality', { images: [covered] }, { images: [blurred] }).issues).toHaveLength(1)
  expect(judge('image/quality', { images: [shown] }, { images: [soft] }).issues).toHaveLength(1)
})

test('image/quality: a picture that is soft by itself needs no more pixels', async () => {
  const soft = await photograph('dune', 800, 532).png().toBuffer()
  const small = await sharp(soft).resize(400).png().toBuffer()
  const [before, after] = [await drawn(soft), await drawn(small)]
  expect(
    judge('image/quality', { images: [{ ...dune, ...before }] }, { images: [{ ...dune, ...after }] }).issues,
  ).toEqual([])
})

const hero = box(0, 60, 1440, 600)
test.each<[string, Part | undefined, Partial<ImageArtifact>, string[]]>([
  ['a tenth of its file', { left: 36, top: 0, width: 648, height: 480 }, {}, []],
  ['a third of its file', square, {}, []],
  ['over half of its file', { left: 200, top: 0, width: 340, height: 480 }, {}, []],
  [
    'a third of its file, and more by its place',
    square,
    { objectFit: 'cover', drawn: { width: 480, height: 300 } },
    [],
  ],
  ['a third by its place', undefined, { objectFit: 'cover', drawn: { width: 480, height: 480 } }, []],
  ['over half by its place', undefined, { objectFit: 'cover', drawn: { width: 720, height: 200 } }, []],
])('another crop is no fault: %s', async (_, part, changes, issues) => {
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
  const shown = cut(pierFile, { left: 0, top: 140, width: 720, height: 200 })
  const rendered = part
    ? after.rendered
    : changes.drawn!.height === 200
      ? await seen(await shown.toBuffer())
      : await seen(await cut(pierFile, square).toBuffer())
  expect(
    judge('image/quality', { images: [before] }, { images: [{ ...after, rendered }] }).all.filter(issue =>
      /cropped|lost|swapped|redrawn|stretched|broken/.test(issue),
    ),
  ).toEqual(issues)
})

test('image/quality: a dark logo under a filter is the white one, whole', () => {
  const [white, dark] = [drawing('#ffffff', 0), drawing('#20244a', 0)]
  const logo = (file: ImageArtifact) =>
    picture('mark', {
      format: 'svg',
      box: box(0, 900, 120, 120),
      file: file.rendered,
      rendered: white.rendered,
    })
  expect(judge('image/quality', { images: [logo(white)] }, { images: [logo(dark)] }).issues).toEqual([])
})

test.each<[string, [number, number], [number, number], string[]]>([
  ['as large', [300, 200], [330, 220], []],
  ['half as wide', [300, 200], [150, 100], []],
  ['a third as wide', [300, 200], [100, 67], ['moderate image/resized:the pier']],
  ['three times as wide', [100, 67], [300, 200], ['moderate image/resized:the pier']],
  ['an icon', [20, 14], [60, 40], []],
  ['large, at half its area and more', [700, 400], [500, 286], []],
  ['large, at a third of its area', [700, 400], [400, 229], ['moderate image/resized:the pier']],
])('image/quality and presence: drawn %s', (_, before, after, issues) => {
  const at = ([width, height]: [number, number]) => picture('pier', { box: box(0, 1000, width, height) })
  const { all } = judge('image/quality', { images: [at(before), dune] }, { images: [at(after), dune] })
  expect(all.filter(issue => /resized|lost/.test(issue))).toEqual(issues)
})

test('image/quality: a gallery that shrank is one issue', () => {
  const at = (width: number) =>
    (['pier', 'dune', 'quay'] as const).map((name, i) =>
      picture(name, { box: box(i * 320, 1000, width, Math.round(width / 1.5)) }),
    )
  expect(judge('image/quality', { images: at(300) }, { images: at(100) }).issues).toHaveLength(1)
})

test('image/quality: icons that lost their size fill the page', () => {
  const icon = (near: string, y: number, side: number, changes: Partial<ImageArtifact> = {}) =>
    drawing('#20244a', 0, { near, box: box(0, y, side, side), ...changes })
  const before = { images: [icon('Licensed', 600, 24), icon('On time', 640, 24)] }
  const told = (...images: ImageArtifact[]) =>
    judge('image/quality', before, { images }).issues.filter(issue => /blown/.test(issue))
  const BLOWN_UP = ['serious image/blown-up']
  expect(told(icon('Licensed', 600, 24), icon('On time', 640, 24))).toEqual([])
  expect(told(icon('Licensed', 600, 1440), icon('On time', 2040, 1440))).toEqual(BLOWN_UP)
  expect(told(icon('Licensed', 600, 24), icon('On time', 640, 1440))).toEqual(BLOWN_UP)
  // Another picture beside the same text is another design.
  expect(told(picture('pier', { near: 'Licensed', box: box(0, 600, 1440, 900) }))).toEqual([])
  // Nobody sees it.
  expect(told(icon('Licensed', 600, 1440, { state: 'hidden' }), icon('On time', 640, 24))).toEqual([])
})

test('image/quality: a drawing as large as a picture of the original is no icon that lost its size', () => {
  const at = (side: number, y: number) => ({ near: 'Licensed', box: box(0, y, side, side) })
  const [icon, wave] = [drawing('#20244a', 0, at(24, 600)), drawing('#20244a', 0, at(1440, 700))]
  const told = (before: ImageArtifact[], now: ImageArtifact[]) =>
    judge('image/quality', { images: before }, { images: now }).issues.filter(issue => /blown/.test(issue))
  // It is there, and something else beside it.
  expect(told([icon, pier], [icon, wave, pier])).toEqual([])
  // What was a file is drawn in the markup.
  const file = { ...picture('pier', at(1440, 700)) }
  expect(told([icon, file], [wave])).toEqual([])
})

test('a picture that is drawn out of its aspect on narrow screens alone', () => {
  const page = (widths: number[], change: Partial<ImageArtifact> = {}) => {
    const image = picture('pier', { selector: '#pier', ...change })
    const layouts = [375, 768, 1440].map(width => ({
      width,
      blocks: [],
      controls: [],
      clickables: [],
      pictures: [{ ...image, ...(widths.includes(width) && { pulled: 0.6 }) }],
    }))
    return { images: [image], layouts } as never
  }
  const told = (before: number[], now: number[], change?: Partial<ImageArtifact>) =>
    judge('image/quality', page(before), page(now, change)).issues
  expect(told([], [375])).toEqual(['moderate image/stretched:narrow:the pier'])
  expect(told([375], [375, 768])).toEqual(['moderate image/stretched:narrow:the pier'])
  expect(told([375], [375])).toEqual([])
  expect(told([], [375, 768, 1440])).toEqual([])
  expect(told([], [375], { state: 'clipped' })).toEqual([])
  // What is so everywhere is told as it is on desktops, and where it is worst.
  const squeezed = { drawn: { width: 300, height: 250 } }
  const { messages } = judge('image/quality', page([]), page([375, 1440], squeezed))
  expect(messages).toContain(
    'The picture “The pier” is stretched to 125 % of its height, and to 167 % of its height at 375 px',
  )
})
