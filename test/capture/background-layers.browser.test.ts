import sharp from 'sharp'
import { expect, test } from 'vitest'
import { images } from '../../server/capture/collectors/images/index.ts'
import { failureOf } from '../../server/matching/picture.ts'
import { page, servePages } from './pages.ts'
import { openWith } from './with-session.ts'

const PNG = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c33' } })
  .png()
  .toBuffer()

const drawing = (namespace: string) =>
  `url('data:image/svg+xml,${encodeURIComponent(`<svg xmlns="${namespace}" width="40" height="40"><circle r="20" cx="20" cy="20" fill="red"/></svg>`)}')`

const server = await servePages({
  '/': page(`<style>
    div { width: 400px; height: 100px; position: relative }
    #own { background: url(/a.png) }
    #veiled { background: linear-gradient(#0008, #0008), url(/a.png) center / cover }
    #several { background: url(/a.png) 0 0 / 50px auto, url(/b.png) 0 0 / contain }
    #generated::after { content: ""; position: absolute; inset: 0; background: url(/a.png) center / cover }
    #faint { opacity: 0.5 }
    #faint::before { content: ""; position: absolute; inset: 0; background: url(/a.png); opacity: 0.1 }
    #drawn { background: ${drawing('http://www.w3.org/2000/svg')} }
    #replaced { background: ${drawing('https://www.w3.org/2000/svg')} }
  </style><h1>Gates</h1><div id="own"></div><div id="veiled"></div><div id="several"></div><div id="generated"></div><div id="faint"></div><div id="drawn"></div><div id="replaced"></div>`),
  '/a.png': (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(PNG),
  '/b.png': (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(PNG),
})

test('each layer of a background has its own size and opacity, also in generated content', async () => {
  await openWith(`${server.origin}/`, async session => {
    const found = await images(session)
    expect(found.map(({ selector, backgroundSize }) => [selector, backgroundSize])).toEqual([
      ['#own', 'auto'],
      ['#veiled', 'cover'],
      ['#several', '50px auto'],
      ['#several', 'contain'],
      ['#generated', 'cover'],
      ['#faint', 'auto'],
      ['#drawn', 'auto'],
      ['#replaced', 'auto'],
    ])
    expect(found.slice(0, 6).map(({ opacity }) => opacity)).toEqual([...Array(5).fill(undefined), 0.05])
    // A replacement of all “http:” makes a namespace another one, of which a browser draws nothing.
    const failing = found.filter(image => failureOf(image) !== null)
    expect(failing.map(({ selector }) => selector)).toEqual(['#replaced'])
  })
})
