/** Boxes that are drawn around texts: by backgrounds in any syntax of colours, by layers and by pictures in them. */
import { expect, test } from 'vitest'
import { layoutAt } from '../../server/capture/collectors/layouts.ts'
import { surfaces } from '../../server/capture/collectors/surfaces.ts'
import { servePages } from './pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()
const PHOTO =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="300" height="200"%3E%3Crect width="300" height="200" fill="teal"/%3E%3C/svg%3E'
const page = (body: string) => `<!doctype html><meta charset="utf-8"><title>Boxes</title><style>
a, p { display: block; position: relative; width: 300px; height: 200px; margin: 10px }
.all { position: absolute; inset: 0; width: 300px; height: 200px }</style><main>${body}</main>`

async function collected<T>(html: string, read: (session: Parameters<typeof surfaces>[0]) => Promise<T>) {
  const site = await servePages({ '/': html })
  let found: T | undefined
  try {
    await openWith(`${site.origin}/`, async session => {
      found = await read(session)
    })
  } finally {
    await site.close()
  }
  return found!
}

test('colours of any syntax', async () => {
  const found = await collected(
    page(`<div style="background: oklch(1 0 0)">
<p style="background: white">As the page</p><p style="background: color(srgb 1 1 1)">As the page too</p>
<p style="background: rgba(0, 0, 0, 0.04)">A veil</p><p style="background: oklab(0 0 0 / 0.04)">A veil as well</p>
<p style="background: color-mix(in oklab, black 0%, transparent)">No veil</p><p style="background: lab(50 60 20)">Red</p>
<p style="border: 1px solid oklch(1 0 0)">Lined in white</p><p style="border: 1px solid color(display-p3 0 0 0 / 0.2)">Lined</p>
<p style="box-shadow: 0 4px 8px oklch(0 0 0 / 0.2)">Raised</p><p style="box-shadow: 0 4px 8px oklab(0 0 0 / 0)">Flat</p>
</div>`),
    surfaces,
  )
  expect(found.map(({ text, fill, border, shadow }) => [text, fill, border, shadow])).toEqual([
    ['A veil', true, false, false],
    ['A veil as well', true, false, false],
    ['Red', true, false, false],
    ['Lined', false, true, false],
    ['Raised', false, false, true],
  ])
})

test('a box counts by what is read in it, however far its code is indented', async () => {
  const lines = Array.from({ length: 40 }, (_, at) => `${' '.repeat(80)}<b>Line ${at}</b>`).join('\n')
  const found = await collected(
    page(
      `<div style="background: navy">${lines}</div><div style="background: teal">${'A long part. '.repeat(200)}</div>`,
    ),
    surfaces,
  )
  expect(found.map(({ text }) => text.slice(0, 6))).toEqual(['Line 0'])
})

test('pictures and layers within', async () => {
  const found = await collected(
    page(`<a href="/1" style="background: url('${PHOTO}')">Own background</a>
<a href="/2"><img class="all" src='${PHOTO}' alt="">A picture</a>
<a href="/3"><picture><img src='${PHOTO}' style="width: 300px; height: 150px" alt=""></picture>Above it</a>
<a href="/4"><span class="all" style="background: url('${PHOTO}')"></span>A layer's background</a>
<a href="/5"><svg class="all"><title>Map</title><rect width="300" height="200"/></svg>A drawing</a>
<a href="/6"><span class="all" style="background: navy; box-shadow: 0 0 9px black"></span>A layer</a>
<a href="/7"><img src='${PHOTO}' style="width: 20px; height: 20px" alt="">An icon</a>
<a href="/8"><img class="all" src='${PHOTO}' alt="" style="visibility: hidden">Hidden</a>
<p><img class="all" src='${PHOTO}' alt="">No button</p>`),
    surfaces,
  )
  expect(found.map(({ text, fill, shadow, pictured }) => [text, fill, shadow, pictured])).toEqual([
    ['Own background', true, false, undefined],
    ['A picture', false, false, true],
    ['Above it', false, false, true],
    ["A layer's background", false, false, true],
    ['A drawing', false, false, true],
    ['A layer', true, true, undefined],
  ])
})

test('letters of a gradient, and lines that nobody sees', async () => {
  const { blocks } = await collected(
    page(`<p style="background: linear-gradient(oklch(0 0 0), oklch(0 0 0)) text; color: transparent">Black</p>
<p style="text-decoration: line-through oklch(0 0 0 / 0)">Whole</p>
<svg width="200" height="50"><text y="20" style="fill: oklch(1 0 0)">Drawn</text></svg>`),
    session => layoutAt(session, 1440),
  )
  expect(blocks.map(({ text, style, struck }) => [text, style.colour, struck])).toEqual([
    ['Black', 'rgb(0, 0, 0)', undefined],
    ['Whole', 'rgb(0, 0, 0)', undefined],
    ['Drawn', 'oklch(1 0 0)', undefined],
  ])
})
