import sharp from 'sharp'
import { expect, test } from 'vitest'
import { layouts } from '../../server/capture/collectors/layouts.ts'
import { page, servePages } from './pages.ts'
import { openWith } from './with-session.ts'

const HOLES = { r: 200, g: 40, b: 40, alpha: 0.3 }
const WHOLE = { ...HOLES, alpha: 1 }

test('a picture lets nothing through when its pixels do not, whatever its format', async () => {
  const webp = async (background: typeof WHOLE) => {
    const bytes = await sharp({ create: { width: 60, height: 20, channels: 4, background } })
      .webp()
      .toBuffer()
    return `data:image/webp;base64,${bytes.toString('base64')}`
  }
  const covered = (text: string, source: string) =>
    `<p>${text}</p><img src="${source}" alt="" width="600" height="40" style="display: block; margin-top: -44px">`
  const site = await servePages({
    '/': page(
      `<main>${covered('Bread that is baked every morning', await webp(WHOLE))}${covered('Oysters from our own door', await webp(HOLES))}</main>`,
    ),
  })
  await openWith(`${site.origin}/`, async session => {
    const wide = (await layouts(session)).find(({ width }) => width === 1440)!
    expect(wide.overlaps!.map(({ name, by, opaque }) => [name, by, opaque])).toEqual([
      ['Bread that is baked every morning', 'picture', true],
      ['Oysters from our own door', 'picture', false],
    ])
  })
  await site.close()
})
