import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { cropOf } from '../../server/vision/crops/index.ts'
import { cut, drawing, type Part, photo, pierFile, square } from '../suites/image/crops.ts'
import { seen } from '../suites/image/pictures.ts'

const whole = await seen(pierFile)

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
  const cropped = await seen(await encode(cut(pierFile, part)).toBuffer())
  const crop = cropOf(whole, cropped)
  expect(crop).toMatchObject({ whole: 'first' })
  expect(crop!.window.x).toBeCloseTo(part.left / 720, 1)
  expect(crop!.window.y).toBeCloseTo(part.top / 480, 1)
  expect(crop!.window.width).toBeCloseTo(part.width / 720, 1)
  expect(crop!.window.height).toBeCloseTo(part.height / 480, 1)
  expect(cropOf(cropped, whole)).toMatchObject({ whole: 'second' })
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
