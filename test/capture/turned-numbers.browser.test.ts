import { expect, test } from 'vitest'
import { page, servePages } from './pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

test('a telephone number in text from right to left is drawn from its end where nothing sets it apart', async () => {
  const lines: [said: string, isTurned: boolean | undefined][] = [
    ['<p dir="rtl">هاتف 03 555 01 84</p>', true],
    ['<p dir="rtl">هاتف <bdi dir="ltr">03 555 02 84</bdi></p>', false],
    ['<p dir="rtl">هاتف 035550384</p>', undefined],
    ['<p dir="rtl">من 2015 - 2024</p>', undefined],
    ['<p dir="rtl" style="width: 40px">هاتف المكتب 03 555 04 84</p>', undefined],
    ['<p>هاتف 03 555 05 84</p>', true],
    ['<p>Call 03 555 06 84</p>', undefined],
  ]
  const site = await servePages({ '/': page(`<main>${lines.map(([said]) => said).join('')}</main>`) })
  await openWith(`${site.origin}/`, async session => {
    const { world } = await session.at(1440)
    const found = await world.run(
      ({ textBlocks }) => textBlocks().blocks.map(({ text, turned }) => [text, turned] as const),
      undefined,
    )
    const turned = new Map(found.map(([text, turned]) => [text.replace(/\D/g, ''), turned ?? undefined]))
    for (const [said, isTurned] of lines) {
      const digits = said.replace(/<[^>]*>/g, '').replace(/\D/g, '')
      expect([said, turned.get(digits)]).toEqual([said, isTurned])
    }
  })
  await site.close()
})
