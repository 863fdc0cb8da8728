import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { fingerprintOf, forgetPixels, pixelsOf } from '../../server/vision/fingerprint.ts'
import { distanceOf } from '../../server/vision/image-distance.ts'
import { blankPng } from '../hostile/pictures.ts'
import { photos, seen } from '../suites/image/pictures.ts'
import { photograph } from '../suites/studio-pictures.ts'

test.each([
  ['WebP', (photo: Sharp) => photo.webp({ quality: 80 })],
  ['AVIF', (photo: Sharp) => photo.avif({ quality: 60 })],
  ['a third of the size', (photo: Sharp) => photo.resize(100).jpeg({ quality: 60 })],
])('a picture as %s looks the same, any other picture does not', async (_, change) => {
  const fingerprint = await seen(
    await change(sharp(await photograph('pier', 300, 200).png().toBuffer())).toBuffer(),
  )
  expect(distanceOf(photos.get('pier')!, fingerprint)).toBeLessThan(0.1)
  for (const other of ['dune', 'quay', 'hero', 'forest'])
    expect(distanceOf(photos.get(other)!, fingerprint)).toBeGreaterThan(0.5)
})

test('a white drawing on nothing looks like itself in another format, and unlike another one', async () => {
  const svg = (path: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40" fill="#fff">${path}</svg>`)
  const logo = svg('<path d="M5 35 20 5 35 35zM50 5h20v30H50z"/>')
  const other = svg('<circle cx="100" cy="20" r="15"/><path d="M5 18h60v4H5z"/>')
  const fingerprint = await seen(logo)
  expect(fingerprint.contrast).toBeGreaterThan(20)
  expect(distanceOf(fingerprint, await seen(await sharp(logo).png().toBuffer()))).toBeLessThan(0.2)
  expect(distanceOf(fingerprint, await seen(other))).toBeGreaterThan(0.4)
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
  ['a bomb of 400 megapixels', () => blankPng(20_000), { format: 'png', fingerprint: false, tooLarge: true }],
])('%s costs no more than itself', async (_, bytes, wanted) => {
  const { format, fingerprint, tooLarge } = await fingerprintOf(await bytes())
  expect({ format, fingerprint: fingerprint !== null, tooLarge }).toEqual(wanted)
})

test('pixels that are forgotten are gone at once, and decoded anew for whoever asks', async () => {
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#102030' } })
    .png()
    .toBuffer()
  const shot = { png, width: 40, height: 30 }
  const { data } = await pixelsOf(shot)
  expect((await pixelsOf(shot)).data).toBe(data)
  await forgetPixels(shot)
  await forgetPixels(shot)
  expect(data).toHaveLength(0)
  const again = await pixelsOf(shot)
  expect([...again.data.subarray(-3), again.data.length]).toEqual([16, 32, 48, 40 * 30 * 3])
})
