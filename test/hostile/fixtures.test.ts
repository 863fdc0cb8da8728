/** The list that `npm run bench -- hostile` scans: that each page is served, and is what it says. */
import { brotliDecompressSync, constants, createGunzip, zstdDecompressSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { FailureCode } from '../../server/contract.ts'
import { bomb, CODINGS } from './bombs.ts'
import { FIXTURES } from './index.ts'
import { blankPng, GIF_END, gifFrame, gifHead } from './pictures.ts'

test('there are at least forty, each with a name of its own and an outcome of the closed list', () => {
  expect(new Set(FIXTURES.map(({ name }) => name)).size).toBe(FIXTURES.length)
  expect(FIXTURES.length).toBeGreaterThanOrEqual(40)
  for (const { name, outcomes } of FIXTURES)
    for (const outcome of outcomes) {
      expect(['scorecard', ...FailureCode.options], name).toContain(outcome)
      // Our own fault is the documented outcome of no page.
      expect(['internal_error', 'cancelled'], name).not.toContain(outcome)
    }
})

test.each(CODINGS)('a bomb in %s unpacks to what it says, and is a fraction of it', async coding => {
  const next = await bomb(coding, 8 * 1024 ** 2, '<h1>first')
  const parts: Buffer[] = []
  for (let part = next(); part; part = next()) parts.push(part)
  const packed = Buffer.concat(parts)
  const unpacked = { gzip: gunzipUnchecked, br: brotliDecompressSync, zstd: zstdDecompressSync }[coding](
    packed,
  )
  const body = await unpacked
  expect(body.length).toBeGreaterThanOrEqual(8 * 1024 ** 2)
  expect(body.subarray(0, 10).toString()).toBe('<h1>first ')
  expect(packed.length * 100).toBeLessThan(body.length)
})

test('the picture has as many pixels as it says', async () => {
  expect(await sharp(await blankPng(3000)).metadata()).toMatchObject({
    format: 'png',
    width: 3000,
    height: 3000,
  })
})

test('the animation has as many frames as were written', async () => {
  const gif = Buffer.concat([gifHead(10), gifFrame(0), gifFrame(1), gifFrame(0), GIF_END])
  expect(await sharp(gif, { animated: true }).metadata()).toMatchObject({
    format: 'gif',
    width: 10,
    pages: 3,
  })
})

/** Its checksum is of nobody's making: browsers do not look at it either. */
async function gunzipUnchecked(packed: Buffer): Promise<Buffer> {
  const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH })
  const chunks: Buffer[] = []
  gunzip.on('data', (chunk: Buffer) => chunks.push(chunk)).end(packed)
  await new Promise(resolve => gunzip.once('end', resolve).once('error', resolve))
  return Buffer.concat(chunks)
}
