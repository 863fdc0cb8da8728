/** Pictures and texts of hand-made captures for tests of the image suite. */
import sharp from 'sharp'
import type { ImageArtifact } from '../../../server/capture/collectors/images/index.ts'
import type { SurfaceArtifact } from '../../../server/capture/collectors/surfaces.ts'
import { image } from '../../../server/suites/image/index.ts'
import { detailOfRegion } from '../../../server/vision/detail.ts'
import { fingerprintOf } from '../../../server/vision/fingerprint.ts'
import { judgeBy, makeCapture } from '../captures.ts'
import { photograph } from '../studio-pictures.ts'

export const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })

/** The fingerprint of a file. */
export const seen = async (file: Buffer) => (await fingerprintOf(file)).fingerprint!

export const photos = new Map<string, NonNullable<ImageArtifact['file']>>()
for (const name of ['pier', 'dune', 'quay', 'hero', 'forest', 'harbour'])
  photos.set(name, await seen(await photograph(name, 300, 200).png().toBuffer()))

/** A picture that shows the photograph of that name. */
export function picture(photo: string, changes: Partial<ImageArtifact> = {}): ImageArtifact {
  const fingerprint = photos.get(photo) ?? null
  const place = changes.box ?? box(0, 1000, 300, 200)
  return {
    kind: 'img',
    layer: 0,
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
    backgroundSize: '',
    drawn: { width: place.width, height: place.height },
    loading: '',
    reserved: true,
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
    detail: null,
    ...changes,
  }
}

const SHAPES = {
  arrow: '<path d="M2 20h22V8l14 12-14 12V26H2z"/>',
  disc: '<circle cx="20" cy="20" r="15"/>',
} as const

const drawings = new Map<string, NonNullable<ImageArtifact['file']>>()
for (const shape of ['arrow', 'disc'] as const)
  for (const [colour, background] of [
    ['#ffffff', '#20244a'],
    ['#20244a', '#ffffff'],
  ] as const)
    for (const room of [0, 12]) {
      const side = 40 + 2 * room
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="120" viewBox="${-room} ${-room} ${side} ${side}"><rect x="-99" y="-99" width="300" height="300" fill="${background}"/><g fill="${colour}">${SHAPES[shape]}</g></svg>`
      drawings.set(`${shape} ${colour} ${room}`, await seen(Buffer.from(svg)))
    }

/** An inline drawing of these colours, with so much room around it. */
export function drawing(
  colour: '#ffffff' | '#20244a',
  room: 0 | 12,
  changes: Partial<ImageArtifact> = {},
  shape: keyof typeof SHAPES = 'arrow',
): ImageArtifact {
  const rendered = drawings.get(`${shape} ${colour} ${room}`)!
  return picture('mark', {
    kind: 'svg',
    url: '',
    format: '',
    name: 'A mark',
    alt: null,
    box: box(20, 1000, 90, 90),
    decorative: true,
    file: null,
    rendered,
    ...changes,
  })
}

/** Of a picture whose file is not there. */
export const failed: Partial<ImageArtifact> = {
  status: 404,
  naturalWidth: 0,
  naturalHeight: 0,
  format: '',
  file: null,
  rendered: null,
  contentType: 'text/html',
}

/** The fingerprints and the detail of a file as a page draws it at 800 x 532 px. */
export async function drawn(file: Buffer): Promise<Partial<ImageArtifact>> {
  const fingerprint = await seen(file)
  const png = await sharp(file).resize(800, 532, { fit: 'fill', kernel: 'linear' }).png().toBuffer()
  const shot = { png, width: 800, height: 532, cut: false, restless: [], placement: '' }
  const place = box(0, 1000, 800, 532)
  return {
    file: fingerprint,
    rendered: await seen(png),
    detail: await detailOfRegion(shot, { ...place, y: 0 }),
    box: place,
    seen: place,
    drawn: { width: 800, height: 532 },
    naturalWidth: fingerprint.width,
    naturalHeight: fingerprint.height,
  }
}

export const surface = (text: string, changes: Partial<SurfaceArtifact> = {}): SurfaceArtifact => ({
  kind: 'card',
  text,
  box: box(0, 0, 300, 200),
  fill: false,
  border: true,
  shadow: false,
  radius: 0,
  selector: 'div',
  ...changes,
})

type Given = Parameters<typeof makeCapture>[1]

/** What the image suite says of a pair: issues of one check that were introduced, `severity key`. */
export function judge(check: string, before: Given, after: Given) {
  const [original, rebuilt] = [makeCapture('original', before), makeCapture('rebuilt', after)]
  const result = judgeBy(image, original, rebuilt)
  const introduced = result.issues.filter(issue => issue.status === 'introduced')
  const say = ({ severity, key }: { severity: string; key: string }) => `${severity} ${key}`
  return {
    outcome: result.checks.find(one => one.id === check)?.outcome,
    issues: introduced.filter(issue => issue.check === check).map(say),
    all: introduced.map(say),
    messages: introduced.map(({ message }) => message),
    inherited: result.issues.filter(issue => issue.status === 'inherited').map(say),
    score: result.score,
  }
}

/** A layout of 1440 px with these texts, one below the other. */
export function textLayout(
  texts: {
    text: string
    kind?: string
    family?: string
    size?: number
    weight?: number
    selector?: string
    landmark?: string
    box?: ReturnType<typeof box>
  }[],
) {
  const blocks = texts.map(
    (
      {
        text,
        kind = 'paragraph',
        family = 'Arial, sans-serif',
        size = 16,
        weight = 400,
        selector = 'p',
        landmark = 'main',
        ...rest
      },
      i,
    ) => ({
      text,
      kind,
      level: kind === 'heading' ? 2 : 0,
      landmark,
      box: rest.box ?? box(0, i * 50, 400, 40),
      seen: rest.box ?? box(0, i * 50, 400, 40),
      state: 'visible',
      scroller: false,
      selector,
      lines: 1,
      style: { family, size, weight, colour: 'rgb(0, 0, 0)', background: '' },
    }),
  )
  return [{ width: 1440, blocks, controls: [], clickables: [], pictures: [] }] as never
}
