/** Pictures that are made to exhaust or to fool a reader: bounded, said so, and judged; nothing in them is run. */
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Capture } from '../../server/capture/artifact.ts'
import { images } from '../../server/capture/collectors/images/index.ts'
import { image } from '../../server/suites/image/index.ts'
import { capturePair, lookFor } from '../capture-pair.ts'
import { judgeBy } from '../suites/captures.ts'
import { type Handler, page, servePages } from './pages.ts'
import { openWith } from './with-session.ts'

const MANY = 5000
const intro = '<h1>Pictures</h1><p>Of every kind that nobody should put on a page.</p>'
const FILES = 50
const tile = (index: number) =>
  sharp({ create: { width: 16, height: 16, channels: 3, background: `hsl(${index * 7}, 80%, 45%)` } })
    .png()
    .toBuffer()

const send =
  (type: string, body: string | Buffer): Handler =>
  (_, response) => {
    response.setHeader('content-type', type)
    response.end(body)
  }

/** A GIF whose one frame is repeated until it has 50 MB, three times what is fetched of a picture. */
const endless: Handler = (_, response) => {
  const head = Buffer.from(
    '47494638396140004000800000ff0000ffffff21ff0b4e45545343415045322e300301000000',
    'hex',
  )
  const frame = Buffer.from(
    '21f90404050000002c000000004000400000024e8c8fa9cbed0fa39cb4da8bb3debcfb0f86e24896e6',
    'hex',
  )
  response.setHeader('content-type', 'image/gif')
  response.write(head)
  const part = Buffer.concat(
    Array.from({ length: 2000 }, () => Buffer.concat([frame, Buffer.alloc(40), Buffer.from([0])])),
  )
  let sent = 0
  const more = () => {
    while (sent < 50e6) {
      sent += part.length
      if (!response.write(part)) return void response.once('drain', more)
    }
    response.end(';')
  }
  more()
}

/** A PNG that says it has 60,000 x 60,000 pixels, in a few bytes. */
function hugePng(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const size = Buffer.alloc(4)
    size.writeUInt32BE(data.length)
    return Buffer.concat([size, Buffer.from(type), data, Buffer.alloc(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(60_000, 0)
  header.writeUInt32BE(60_000, 4)
  header.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const hostileSvg = (origin: string) => `<?xml version="1.0"?>
<!DOCTYPE svg [<!ENTITY local SYSTEM "file:///etc/hostname"><!ENTITY far SYSTEM "${origin}/stolen-entity">]>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="100">
<script>fetch('${origin}/stolen-script')</script><text y="20">&local;&far;</text>
<image xlink:href="${origin}/stolen-image" width="50" height="50"/>
<foreignObject width="50" height="50"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${origin}/stolen-frame"/></foreignObject>
<rect width="200" height="100" fill="teal" onload="fetch('${origin}/stolen-load')"/></svg>`

const { promise: released, resolve: release } = Promise.withResolvers<void>()
let site: Awaited<ReturnType<typeof servePages>>

beforeAll(async () => {
  const pages: Record<string, string | Handler> = {
    '/many': page(
      `<main>${intro}${Array.from({ length: MANY }, (_, index) => `<img src="/tile/${index % FILES}.png" width="16" height="16" alt="">`).join('')}</main>`,
    ),
    '/bad': page(`<main>${intro}
      <img src="/endless.gif" width="64" height="64" alt="A red square">
      <img src="/broken.jpg" width="120" height="80" alt="A broken photograph">
      <img src="/huge.png" width="120" height="80" alt="A huge plan">
      <img src="/hostile.svg" width="200" height="100" alt="A drawing">
      <canvas width="300" height="150"></canvas></main>
      <script>const pen = document.querySelector('canvas').getContext('2d')
      requestAnimationFrame(function draw(time) {
        for (let i = 0; i < 50; i++) {
          pen.fillStyle = 'hsl(' + Math.random() * 360 + ' 90% 50%)'
          pen.fillRect(Math.random() * 300, Math.random() * 150, 40, 40)
        }
        requestAnimationFrame(draw)
      })</script>`),
    '/late': page(`<main>${intro}<img src="/late.png" width="200" height="100" alt="A chart"></main>`),
    '/late.png': async (request, response) => {
      await released
      send('image/png', await tile(3))(request, response)
    },
    '/endless.gif': endless,
    '/broken.jpg': send(
      'image/jpeg',
      Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb0043000302', 'hex'),
    ),
    '/huge.png': send('image/png', hugePng()),
    '/hostile.svg': (request, response) =>
      send('image/svg+xml', hostileSvg(`http://${request.headers.host}`))(request, response),
  }
  for (let index = 0; index < FILES; index++)
    pages[`/tile/${index}.png`] = send('image/png', await tile(index))
  site = await servePages(pages)
})
afterAll(() => site.close())

const imageSuite = (original: Capture, rebuilt: Capture) => judgeBy(image, original, rebuilt)

let many: Capture
let bad: Capture
beforeAll(async () => {
  ;({ original: many, rebuilt: bad } = await capturePair(
    `${site.origin}/many`,
    `${site.origin}/bad`,
    [],
    {},
    undefined,
    lookFor([...image.needs, 'screens']),
  ))
})

test('5,000 pictures: as many as are compared, and the rest is said', () => {
  const { images } = many.artifacts
  expect(images.ok && images.value.length).toBeGreaterThan(100)
  expect(images.ok && images.value.length).toBeLessThan(MANY)
  expect(many.gaps).toContainEqual(
    expect.stringMatching(/^the first \d+ pictures .*; \d+ more were not looked at/),
  )
  expect(imageSuite(many, { ...many, side: 'rebuilt' }).issues).toEqual([])
})

test('files without end, broken, immense or with scripts are pictures like any other, or none', () => {
  const { images } = bad.artifacts
  if (!images.ok) throw new Error(images.reason)
  const looks = Object.fromEntries(
    images.value.map(({ url, kind, file, rendered }) => [
      url.split('/').pop() || kind,
      [file !== null, rendered !== null],
    ]),
  )
  expect(looks).toMatchObject({
    'endless.gif': [false, true],
    'broken.jpg': [false, expect.any(Boolean)],
    'huge.png': [false, expect.any(Boolean)],
    // It draws all the time: its looks are evidence of nothing.
    canvas: [false, false],
  })
  expect(bad.gaps.join('\n')).toMatch(/too large to be decoded/)
  expect(bad.gaps.join('\n')).toMatch(/moves all the time at width 1440/)
  expect(site.seen.map(({ path }) => path).filter(path => path.startsWith('/stolen'))).toEqual([])
  expect(JSON.stringify(bad)).not.toContain('file:///etc')
})

test('a canvas that never settles says nothing about the new page', () => {
  expect(imageSuite(bad, { ...bad, side: 'rebuilt' }).pass).toBe(true)
})

test('of a picture that comes after the shot nobody knows how it is drawn', async () => {
  await openWith(`${site.origin}/late`, async session => {
    await session.screenshot(1440)
    release()
    const { world } = await session.at(1440)
    await world.run(async () => {
      const image = document.querySelector('img')!
      while (!image.complete) await new Promise(resolve => setTimeout(resolve, 50))
    }, undefined)
    const [late] = await images(session)
    expect(late).toMatchObject({ complete: true, status: 200, rendered: null, detail: null })
    expect(late!.file).not.toBeNull()
  })
})
