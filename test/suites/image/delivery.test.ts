import { expect, test } from 'vitest'
import type { ImageArtifact } from '../../../server/capture/collectors/images/index.ts'
import { box, judge, picture } from './pictures.ts'

const pier = picture('pier')

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
  ['an older format', { format: 'png', bytes: 12_000 }, [], []],
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
  const banner = {
    ...picture('dune'),
    reserved: false,
    box: box(0, 0, 1440, 200),
    seen: box(0, 0, 1440, 200),
  }
  expect(judge('image/delivery', { images: [pier] }, { images: [banner, pier] }).issues).toEqual([
    'moderate image/unreserved:the dune',
  ])
})
