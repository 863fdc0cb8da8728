import { expect, test } from 'vitest'
import type { ImageArtifact } from '../../server/capture/collectors/images/index.ts'
import { displacedPictures } from '../../server/matching/displaced.ts'
import { matchPictures } from '../../server/matching/pictures.ts'
import { imageDistance } from '../../server/vision/image-distance.ts'
import { cropped, cut, drawing, onPage, originals } from '../suites/image/crops.ts'
import { picture, seen } from '../suites/image/pictures.ts'

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

test('another picture under the same words is another, though its colours are much the same', async () => {
  const words = { alt: 'A family walking along a canal', name: 'A family walking along a canal' }
  const family = { ...(await onPage('family', 0)), ...words }
  const another = { ...(await onPage('another', 0)), ...words }
  expect(matchPictures([family], [another]).matches.map(({ by }) => by)).toEqual(['place'])
})

test('a picture that was cut a little otherwise is the same by its file name and alternative text', async () => {
  const called = {
    alt: 'A family walking along a canal',
    name: 'A family walking along a canal',
    url: 'https://www.example.com/canal.jpg',
  }
  const family = { ...(await onPage('family', 0)), ...called }
  const recut = { ...(await onPage('family', 0, { left: 120, top: 72, width: 600, height: 408 })), ...called }
  const another = { ...(await onPage('another', 0)), ...called }
  expect(matchPictures([family], [recut]).matches.map(({ by }) => by)).toEqual(['appearance'])
  expect(matchPictures([family], [another]).matches.map(({ by }) => by)).toEqual(['place'])
})

test('a photograph that fills the place of another one is no other shot of it', async () => {
  const place = async (sky: string, sea: string, city: string, more = '') => {
    const file = await seen(
      await drawing(
        `<path d="M0 0h720v250H0z" fill="${sky}"/><path d="M0 250h720v230H0z" fill="${sea}"/><path d="M90 330h70v150H90zM200 270h60v210h-60zM520 240h80v240h-80zM620 300h60v180h-60z" fill="${city}"/>${more}`,
      ),
    )
    return picture('pier', { alt: '', name: '', near: '', file, rendered: file })
  }
  const by = (before: ImageArtifact, after: ImageArtifact) =>
    matchPictures([before], [{ ...after, url: 'https://www.example.com/header.webp' }]).matches.map(
      match => match.by,
    )
  const evening = await place('#7b5ea7', '#31406b', '#2b2d42')
  const sun = '<circle cx="360" cy="180" r="60" fill="#fff3b0"/>'
  const sunrise = await place('#b98b73', '#5d7a94', '#2b2d42', sun)
  expect(imageDistance(evening, sunrise)).toBeGreaterThan(0.3)
  expect(imageDistance(evening, sunrise)).toBeLessThan(0.5)
  expect(by(evening, sunrise)).toEqual(['place'])
  // Half as bright it is the same.
  expect(by(evening, await place('#3d2f53', '#182035', '#151621'))).toEqual(['appearance'])
})

test('of two screens on white, white is no colour that two cuts of one picture share', async () => {
  const bars = '<rect width="720" height="480" fill="#fff"/><rect width="130" height="300" fill="#1b2440"/>'
  const cards =
    '<rect width="720" height="480" fill="#fff"/><circle cx="560" cy="200" r="90" fill="#dfe6f5"/>'
  const named = async (shapes: string, format: string, height: number) => {
    const file = await seen(
      await cut(await drawing(shapes), { left: 0, top: 0, width: 720, height })
        .png()
        .toBuffer(),
    )
    const url = `https://www.example.com/dashboard.${format}`
    return picture('pier', { alt: 'Dashboard', name: 'Dashboard', url, file, rendered: file })
  }
  const screen = await named(bars, 'svg', 480)
  const by = async (shapes: string) =>
    matchPictures([screen], [await named(shapes, 'png', 400)]).matches.map(match => match.by)
  expect(await by(bars)).toEqual(['appearance'])
  expect(await by(cards)).toEqual(['place'])
})
