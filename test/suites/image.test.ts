import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import type { ColourArtifact } from '../../server/capture/collectors/colours.ts'
import type { ImageArtifact } from '../../server/capture/collectors/images/index.ts'
import { scoreSuite } from '../../server/scorecard.ts'
import { runSuites } from '../../server/suites/core/run.ts'
import type { Suite } from '../../server/suites/core/suite.ts'
import { image } from '../../server/suites/image/index.ts'
import { fingerprintOf } from '../../server/vision/fingerprint.ts'
import { distanceOf } from '../../server/vision/image-distance.ts'
import { makeCapture } from './captures.ts'
import { photograph } from './studio-pictures.ts'

const photos = new Map<string, ImageArtifact['file']>()
for (const name of ['pier', 'dune', 'quay', 'hero', 'forest'])
  photos.set(name, (await fingerprintOf(await photograph(name, 300, 200).png().toBuffer())).fingerprint)
const grey = (
  await fingerprintOf(
    await photograph('grey', 300, 200).modulate({ saturation: 0 }).linear(0, 200).png().toBuffer(),
  )
).fingerprint

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })

/** A picture that shows `photo`. */
function picture(photo: string, changes: Partial<ImageArtifact> = {}): ImageArtifact {
  const fingerprint = photos.get(photo) ?? null
  const place = changes.box ?? box(0, 1000, 300, 200)
  return {
    kind: 'img',
    url: `https://www.example.com/img/${photo}.jpg`,
    alt: `The ${photo}`,
    name: `The ${photo}`,
    decorative: false,
    landmark: 'main',
    box: place,
    seen: place,
    state: 'visible',
    scroller: false,
    complete: true,
    naturalWidth: 300,
    naturalHeight: 200,
    objectFit: 'fill',
    loading: '',
    reserved: true,
    layer: 0,
    backgroundSize: '',
    drawn: { width: place.width, height: place.height },
    detail: null,
    link: '',
    near: `About the ${photo}`,
    selector: 'img',
    status: 200,
    failure: null,
    contentType: 'image/jpeg',
    bytes: 10_000,
    format: 'jpeg',
    file: fingerprint,
    rendered: fingerprint,
    ...changes,
  }
}

const failed: Partial<ImageArtifact> = {
  status: 404,
  naturalWidth: 0,
  naturalHeight: 0,
  format: '',
  file: null,
  rendered: null,
  contentType: 'text/html',
}
const hero = box(0, 60, 1440, 600)

function judge(check: string, before: ImageArtifact[], after: ImageArtifact[], changing: string[] = []) {
  return judged(
    check,
    makeCapture('original', { images: before, volatile: { texts: [], images: changing } }),
    makeCapture('rebuilt', { images: after }),
  )
}

function judged(
  check: string,
  original: ReturnType<typeof makeCapture>,
  rebuilt: ReturnType<typeof makeCapture>,
) {
  const result = scoreSuite(runSuites([image as unknown as Suite], original, rebuilt)[0]!, 'regressions')
  const { outcome } = result.checks.find(one => one.id === check)!
  const issues = result.issues
    .filter(issue => issue.check === check && issue.status === 'introduced')
    .map(issue => `${issue.severity} ${issue.key}`)
  return { outcome, issues, all: result.issues, score: result.score }
}

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
    'replaced',
    [picture('pier')],
    [picture('forest', { near: 'About the pier' })],
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
    'the hero lost',
    [picture('hero', { box: hero }), picture('dune')],
    [picture('dune')],
    ['critical image/lost:the hero'],
  ],
  ['a new one beside', [picture('pier')], [picture('forest'), picture('pier')], []],
  ['broken before', [picture('pier', failed), picture('dune')], [picture('dune')], []],
  ['broken now: another check says so', [picture('pier')], [picture('pier', failed)], []],
])('image/presence: %s', (_, before, after, issues) => {
  expect(judge('image/presence', before, after).issues).toEqual(issues)
})

test('image/presence: a picture that changes by itself may be another one', () => {
  const changing = picture('pier')
  const after = [picture('forest', { near: 'About the pier', alt: 'The pier', name: 'The pier' })]
  expect(judge('image/presence', [changing], after, [changing.url]).issues).toEqual([])
  expect(judge('image/presence', [changing], after).issues).toEqual(['serious image/lost:the pier'])
})

test('image/presence: twins are told apart by their number', () => {
  const twins = [picture('pier'), picture('pier', { box: box(0, 1400, 300, 200) })]
  expect(judge('image/presence', twins, [picture('pier')]).issues).toEqual(['serious image/lost:the pier'])
})

test('image/presence is not applicable without pictures, and not known beyond what is kept', () => {
  expect(judge('image/presence', [], [picture('pier')]).outcome).toBe('not-applicable')
  const many = Array.from({ length: 600 }, (_, i) => picture('dune', { box: box(0, i * 10, 20, 20) }))
  expect(judge('image/presence', [picture('pier')], many).outcome).toBe('inconclusive')
})

test.each<[string, ImageArtifact[], ImageArtifact[], string[]]>([
  ['all files load', [picture('pier')], [picture('pier')], []],
  ['a file is gone', [picture('pier')], [picture('pier', failed)], ['serious image/broken:the pier']],
  [
    'a file is gone and its box with it',
    [picture('pier')],
    [picture('pier', { ...failed, box: box(0, 0, 0, 0), seen: box(0, 0, 0, 0), state: 'hidden' })],
    ['serious image/broken:the pier'],
  ],
  [
    'a large one',
    [picture('hero', { box: hero })],
    [picture('hero', { ...failed, box: hero })],
    ['critical image/broken:the hero'],
  ],
  [
    'the host cannot be reached',
    [picture('pier')],
    [picture('pier', { ...failed, status: 0, failure: 'net::ERR_CONNECTION_REFUSED' })],
    ['serious image/broken:the pier'],
  ],
  [
    'a page is served instead of a picture',
    [picture('pier')],
    [picture('pier', { ...failed, status: 200 })],
    ['serious image/broken:the pier'],
  ],
  [
    'never loaded',
    [picture('pier')],
    [picture('pier', { ...failed, status: 0, complete: false })],
    ['serious image/broken:the pier'],
  ],
  [
    'a stretched pixel',
    [picture('pier')],
    [
      picture('pier', {
        url: 'data:image/gif;base64,R0',
        naturalWidth: 1,
        naturalHeight: 1,
        file: { ...grey!, width: 1, height: 1 },
        rendered: grey,
      }),
    ],
    ['serious image/broken:the pier'],
  ],
  [
    'a grey box',
    [picture('pier')],
    [picture('pier', { file: grey, rendered: grey })],
    ['serious image/broken:the pier'],
  ],
  ['throttled by its host', [picture('pier')], [picture('pier', { ...failed, status: 429 })], []],
  ['broken on both', [picture('pier', failed)], [picture('pier', failed)], []],
  [
    'broken on both, under another address',
    [picture('pier', failed)],
    [picture('pier', { ...failed, url: 'https://preview.example.app/a.jpg' })],
    [],
  ],
  [
    'a new picture is broken',
    [picture('dune')],
    [picture('dune'), picture('pier', failed)],
    ['serious image/broken:the pier'],
  ],
  [
    'a tracking pixel fails',
    [picture('pier')],
    [picture('pier'), picture('x', { ...failed, name: '', alt: '', box: box(0, 0, 1, 1) })],
    ['minor image/broken:x.jpg'],
  ],
  [
    'a background that fails',
    [picture('hero', { kind: 'background', name: '', alt: null, box: hero })],
    [picture('hero', { ...failed, kind: 'background', name: '', alt: null, box: hero })],
    ['critical image/broken:hero.jpg'],
  ],
])('image/broken: %s', (_, before, after, issues) => {
  const result = judge('image/broken', before, after)
  expect(result.issues).toEqual(issues)
})

test('one cause is charged once: what is broken is not lost as well', () => {
  const { all } = judge(
    'image/broken',
    [picture('pier'), picture('dune')],
    [picture('dune'), picture('pier', failed)],
  )
  expect(all.map(issue => issue.key)).toEqual(['image/broken:the pier'])
})

test('a picture that was broken before is inherited', () => {
  const { all, score } = judge('image/broken', [picture('pier', failed)], [picture('pier', failed)])
  expect(all.map(issue => [issue.key, issue.status])).toEqual([['image/broken:the pier', 'inherited']])
  expect(score).toBe(100)
})

test('image/broken is not applicable without pictures', () => {
  expect(judge('image/broken', [], []).outcome).toBe('not-applicable')
})

test.each([
  ['WebP', (photo: Sharp) => photo.webp({ quality: 80 })],
  ['AVIF', (photo: Sharp) => photo.avif({ quality: 60 })],
  ['a third of the size', (photo: Sharp) => photo.resize(100).jpeg({ quality: 60 })],
])('a picture as %s looks the same, any other picture does not', async (_, change) => {
  const { fingerprint } = await fingerprintOf(
    await change(sharp(await photograph('pier', 300, 200).png().toBuffer())).toBuffer(),
  )
  expect(distanceOf(photos.get('pier')!, fingerprint!)).toBeLessThan(0.1)
  for (const other of ['dune', 'quay', 'hero', 'forest'])
    expect(distanceOf(photos.get(other)!, fingerprint!)).toBeGreaterThan(0.5)
})

const background = (changes: Partial<ImageArtifact> = {}) =>
  picture('hero', { kind: 'background', alt: null, name: '', box: hero, ...changes })

test.each<[string, ImageArtifact[], ImageArtifact[], string[]]>([
  ['kept', [background()], [background()], []],
  ['kept as an img', [background()], [background({ kind: 'img', alt: '' })], []],
  ['lost', [background(), picture('dune')], [picture('dune')], ['serious image/background:hero.jpg']],
  [
    'a small one lost',
    [background({ box: box(0, 2000, 200, 150) }), picture('dune')],
    [picture('dune')],
    ['moderate image/background:hero.jpg'],
  ],
  [
    'covered',
    [background()],
    [background({ rendered: { ...grey!, contrast: 0 } })],
    ['serious image/background:hero.jpg'],
  ],
])('image/presence of backgrounds: %s', (_, before, after, issues) => {
  expect(judge('image/presence', before, after).issues).toEqual(issues)
})

type Paint = [text: string, colour: string, background: [number, number, number], uniform?: number]

const painted = (paints: Paint[]): ColourArtifact[] =>
  paints.map(([text, colour, background, uniform = 0.8], i) => ({
    text,
    colour,
    background,
    uniform,
    box: box(0, i * 50, 400, 40),
  }))

function judgeColours(before: Paint[], after: Paint[], images: ImageArtifact[] = []) {
  return judged(
    'image/colours',
    makeCapture('original', { colours: painted(before), images }),
    makeCapture('rebuilt', { colours: painted(after) }),
  )
}

const WHITE: [number, number, number] = [255, 255, 255]
const NIGHT: [number, number, number] = [17, 24, 39]
const BRAND: [number, number, number] = [194, 65, 12]
const texts = (count: number, colour = 'rgb(33, 37, 41)', background = WHITE): Paint[] =>
  Array.from({ length: count }, (_, i) => [`Paragraph number ${i}`, colour, background])

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
    ['serious image/colours:vanished:#c2410c'],
  ],
  [
    'the brand colour of one button of three',
    [...texts(30), ['Buy', 'white', BRAND], ['Order', 'white', BRAND], ['Ask', 'white', BRAND]],
    [...texts(30), ['Buy', 'white', NIGHT], ['Order', 'white', BRAND], ['Ask', 'white', BRAND]],
    ['minor image/colours:background:#c2410c'],
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

test('image/colours: all buttons in another colour, though a section keeps it; faded ones are not', () => {
  const band: Paint = [
    'A long passage about what we do and why, on a background of our colour',
    'white',
    BRAND,
  ]
  const judgeButton = (background: [number, number, number]) => {
    const page = (side: 'original' | 'rebuilt', own: [number, number, number]) => {
      const colours = painted([...texts(30), band, ['Order now', 'white', own]])
      const blocks = colours.map(({ text, box }) => ({
        text,
        box,
        kind: text === 'Order now' ? 'button' : 'paragraph',
        style: { background: '' },
      }))
      return makeCapture(side, { colours, layouts: [{ width: 1440, blocks }] as never })
    }
    return judged('image/colours', page('original', BRAND), page('rebuilt', background)).issues
  }
  expect(judgeButton([9, 122, 101])).toContain('serious image/colours:vanished:#c2410c')
  expect(judgeButton([220, 140, 110])).toEqual(['minor image/colours:background:#c2410c'])
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
