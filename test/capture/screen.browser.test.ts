import { expect, test } from 'vitest'
import { pixelsOf } from '../../server/vision/fingerprint.ts'
import { page, servePages } from './pages.ts'
import { openWith } from './with-session.ts'

const server = await servePages({
  '/': page('<h1>Hello</h1>'),
  '/layer': page(
    `<div id="behind" class="layer"></div><div class="layer" style="z-index: 9; pointer-events: none; opacity: .01"></div>
    <h1>Hello</h1><div style="height: 1500px"></div><p>Far below</p><div style="height: 1500px"></div>`,
    '<style>body { position: relative; margin: 0 } .layer { position: fixed; inset: 0; z-index: -1; background: #000 }</style>',
  ),
  '/before': page(
    `<h1>Hello</h1><div style="height: 1500px"></div><p>Far below</p><div style="height: 1500px"></div>`,
    '<style>body { position: relative; margin: 0 } body::before { content: ""; position: fixed; inset: 0; z-index: -1; background: #000 }</style>',
  ),
  '/veil': page(
    `<h1>Hello</h1><p>Ordered before noon</p><div style="height: 3000px"></div>
    <div style="position: fixed; inset: 0; background: rgb(0 0 0 / 0.4)"></div>
    <div style="position: fixed; inset: 0; display: grid; place-items: center"><img alt="" width="300" height="20" style="background: #fff"></div>`,
  ),
  '/inert': page(
    `<main inert><h1>Hello</h1><p>Ordered before noon</p><div style="height: 3000px"></div></main>
    <div style="position: fixed; inset: 0; background: rgb(0 0 0 / 0.4)"></div>
    <div style="position: fixed; inset: 0; display: grid; place-items: center"><img alt="" width="300" height="20" style="background: #fff"></div>`,
  ),
  '/loading': page(
    '<h1>Hello</h1><div style="height: 3000px"></div><div style="position: fixed; inset: 0; background: #f00"></div>',
  ),
  '/rtl': `<!doctype html><html lang="ar" dir="rtl"><meta charset="utf-8"><title>صفحة</title>
    <style>body { margin: 0; background: #00f }</style><h1>مرحبا</h1><input style="position: absolute; left: -5000px"><div style="height: 3000px"></div></html>`,
  '/fixed': page(
    '<h1>Hello</h1><div style="height: 1500px"></div><section></section><div style="height: 1500px"></div>',
    '<style>section { height: 400px; background: linear-gradient(#f00, #f00) fixed }</style>',
  ),
})

test('the screen is as wide as the window, also after it was shot', async () => {
  await openWith(`${server.origin}/`, async session => {
    const screens: number[] = []
    for (const width of [1440, 768, 1024, 375, 320]) {
      const pageLoad = await session.at(width)
      screens.push(await pageLoad.page.evaluate(() => screen.width))
    }
    expect(screens).toEqual([1440, 768, 1024, 375, 320])
  })
})

const BELOW = [
  ['/fixed', 'a background that is fixed to the window is shot where it is scrolled to', [255, 0, 0]],
  ['/layer', 'a layer that is fixed behind the window is shot behind the whole page', [0, 0, 0]],
  ['/before', 'so is one that is generated', [0, 0, 0]],
  ['/rtl', 'what is put out of sight at the left of a page from right to left moves no shot', [0, 0, 255]],
  ['/veil', 'the veil beneath the frame of a dialog is shot in the window alone', [255, 255, 255]],
  ['/inert', 'so it is where the page beneath is inert', [255, 255, 255]],
  ['/loading', 'what lies over the page while it loads is shot in the window alone', [255, 255, 255]],
] as const

test.each(BELOW)('%s: %s', async (path, _, colour) => {
  await openWith(`${server.origin}${path}`, async session => {
    const { data, info } = await pixelsOf(await session.screenshot(1440))
    for (const x of [5, 700, 1435]) {
      const at = 3 * (1800 * info.width + x)
      const [r, g, b] = [...data.subarray(at, at + 3)].map(value => (value < 10 ? 0 : value))
      if (path !== '/fixed' || x === 700) expect([r, g, b]).toEqual(colour)
    }
  })
})
