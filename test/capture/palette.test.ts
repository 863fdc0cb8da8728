import sharp from 'sharp'
import { expect, test } from 'vitest'
import { palette, paletteOf } from '../../server/capture/collectors/palette.ts'
import type { SiteSession } from '../../server/capture/page/site-session.ts'

const COUNTED = 50_000

test('a screenshot of more colours than are counted keeps those that were counted', async () => {
  const [width, height] = [500, 300]
  const data = Buffer.alloc(width * height * 3)
  let sampled = 0
  for (let y = 0; y < height; y++)
    for (let x = y & 1; x < width; x += 2) {
      // After the last that is counted, it and colours beyond the limit take turns.
      const number = sampled < COUNTED || sampled % 2 ? Math.min(sampled, COUNTED - 1) : sampled
      data.set([255, number >> 8, number & 255], (y * width + x) * 3)
      sampled++
    }
  expect(sampled).toBeGreaterThan(COUNTED)
  const png = await sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()

  const colours = await palette({
    screenshot: async () => ({ png, width, height, restless: [] }),
    at: async () => ({ world: { run: async () => ({ pictures: [], clickables: [] }) } }),
  } as unknown as SiteSession)

  const last = COUNTED - 1
  expect(colours.map(({ rgb }) => rgb)).toEqual([[255, last >> 8, last & 255]])
})

test('greys are told where much of the page stands on them, and counted as other colours are', () => {
  const [width, height] = [100, 100]
  const data = Buffer.alloc(width * height * 3, 255)
  const fill = (rgb: number[], from: number, to: number) => {
    for (let y = from; y < to; y++) for (let x = 0; x < width; x++) data.set(rgb, (y * width + x) * 3)
  }
  fill([0, 120, 120], 40, 60)
  fill([40, 40, 40], 60, 80)
  fill([90, 90, 90], 80, 84)
  const told = paletteOf(data, { width, height }, [{ x: 0, y: 0, width, height: 20 }])
  expect(told.map(({ rgb, px }) => [rgb, px])).toEqual([
    [[255, 255, 255], 3600],
    [[0, 120, 120], 2000],
    [[40, 40, 40], 2000],
  ])
})
