import sharp from 'sharp'
import { expect, test } from 'vitest'
import { blankRows } from '../../server/vision/blank-rows.ts'

/** A picture of bands of these heights; letters are drawn on those without a colour. */
async function pictureOf(bands: [height: number, colour: string | null][]) {
  let y = 0
  const drawn = bands.map(([height, colour]) => {
    const top = y
    y += height
    return colour
      ? `<rect y="${top}" width="60" height="${height}" fill="${colour}"/>`
      : `<rect x="20" y="${top}" width="9" height="${height}" fill="#333"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="${y}"><rect width="60" height="${y}" fill="#fff"/>${drawn.join('')}</svg>`
  return { png: await sharp(Buffer.from(svg)).png().toBuffer(), width: 60, height: y }
}

test('rows of one colour are found where they are high enough, each colour by itself', async () => {
  const image = await pictureOf([
    [20, '#545454'],
    [10, '#575757'],
    [10, null],
    [19, '#fff'],
    [10, null],
    [40, '#fff'],
    [25, '#000'],
  ])
  expect(await blankRows(image, 20)).toEqual([
    { y: 0, height: 30 },
    { y: 69, height: 40 },
    { y: 109, height: 25 },
  ])
})
