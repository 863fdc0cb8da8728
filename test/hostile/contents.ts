/** Documents that are too much to lay out, to draw or to read. */

import { type Fixture, HTML, html, pour, script, site } from './fixture.ts'
import { blankPng, GIF_END, gifFrame, gifHead } from './pictures.ts'

/** Each rule nests the one before ten times. */
const nested = (depth: number, one: (level: number) => string) =>
  Array.from({ length: depth }, (_, level) => one(level)).join('\n')

export const CONTENTS: Fixture[] = [
  {
    name: '100,000 nodes',
    outcomes: ['scorecard'],
    answer: script(
      `const list = document.createElement('ul'); for (let i = 0; i < 100_000; i++) list.append(document.createElement('li')); document.body.append(list)`,
    ),
  },
  {
    name: '1,000,000 elements',
    outcomes: ['scorecard', 'page_unresponsive'],
    answer: script(
      `const all = document.createElement('div'); for (let i = 0; i < 1_000_000; i++) all.append(document.createElement('div')); document.body.append(all)`,
    ),
  },
  {
    // For so many list items Chromium alone takes about 3 GB. Which limit they meet is a matter of the machine's speed.
    name: '1,000,000 list items',
    outcomes: ['page_unresponsive', 'page_crashed'],
    answer: script(
      `const list = document.createElement('ul'); for (let i = 0; i < 1_000_000; i++) list.append(document.createElement('li')); document.body.append(list)`,
    ),
  },
  ...[20_000, 100_000].map(
    (depth): Fixture => ({
      name: `elements ${depth.toLocaleString('en')} deep`,
      outcomes: ['scorecard', 'page_crashed'],
      answer: script(
        `let at = document.body; for (let i = 0; i < ${depth}; i++) at = at.appendChild(document.createElement('div'))`,
      ),
    }),
  ),
  {
    name: 'scrolls without end',
    outcomes: ['scorecard'],
    answer: script(
      `const add = () => { for (let i = 0; i < 20; i++) document.body.append(Object.assign(document.createElement('p'), { textContent: 'More of the same ' + i })) }; add(); addEventListener('scroll', add)`,
    ),
  },
  {
    name: 'a page 10 million px high',
    outcomes: ['scorecard'],
    answer: html('<div style="height:10000000px;background:linear-gradient(red,blue)">Low</div>'),
  },
  {
    name: 'mutations without end',
    outcomes: ['scorecard', 'page_unresponsive'],
    answer:
      script(`new MutationObserver(() => document.body.toggleAttribute('data-x')).observe(document.body, { attributes: true, childList: true })
      setInterval(() => { for (let i = 0; i < 100; i++) { const p = document.createElement('p'); p.textContent = Math.random(); document.body.append(p); if (document.body.children.length > 500) document.body.lastElementChild.previousElementSibling.remove() } }, 1)`),
  },
  {
    name: 'frames in frames of themselves',
    outcomes: ['scorecard', 'page_unresponsive', 'timed_out', 'page_crashed'],
    answer: (request, response) => {
      const level = Number(new URL(request.url ?? '/', 'http://localhost').searchParams.get('n'))
      response
        .writeHead(200, HTML)
        .end(html(`<iframe src="/?n=${level + 1}"></iframe><iframe src="/?n=${level + 1}&b"></iframe>`))
    },
  },
  {
    name: '1,000 frames',
    outcomes: ['scorecard', 'page_unresponsive', 'page_crashed', 'timed_out'],
    answer: html('<iframe srcdoc="<p>One</p>"></iframe>'.repeat(1000)),
  },
  {
    name: 'a canvas of 32,767 px',
    outcomes: ['scorecard', 'page_crashed'],
    answer: html(
      `<canvas id="c" width="32767" height="32767"></canvas><script>const c = document.getElementById('c').getContext('2d'); if (c) { c.fillStyle = 'red'; c.fillRect(0, 0, 32767, 32767) }</script>`,
    ),
  },
  {
    name: 'a picture of 50,000 × 50,000 px',
    outcomes: ['scorecard', 'page_crashed'],
    answer: site({
      '/': html('<img src="/huge.png" alt="Huge" width="600" height="600">'),
      '/huge.png': async (_, response) =>
        void response.writeHead(200, { 'content-type': 'image/png' }).end(await blankPng(50_000)),
    }),
  },
  {
    name: 'a picture of 1 GB',
    outcomes: ['scorecard'],
    answer: site({
      '/': html('<img src="/big.png" alt="Big" width="600" height="600">'),
      '/big.png': async (_, response) => {
        const picture = await blankPng(100)
        response.writeHead(200, { 'content-type': 'image/png' }).write(picture.subarray(0, 60))
        let left = 1000
        const more = () => {
          while (left-- > 0) if (!response.write(Buffer.alloc(1e6))) return void response.once('drain', more)
          response.end()
        }
        more()
      },
    }),
  },
  {
    name: 'an animated GIF without end',
    outcomes: ['scorecard'],
    answer: site({
      '/': html('<img src="/gif" alt="Blinks" width="300" height="300">'),
      '/gif': (_, response) => {
        response.writeHead(200, { 'content-type': 'image/gif' }).write(gifHead(10))
        const frames = Buffer.concat([gifFrame(0), gifFrame(1)])
        const many = Buffer.concat(Array.from({ length: 300 }, () => frames))
        pour(response, () => many)
      },
    }),
  },
  {
    name: 'an animated GIF of 65,535 × 65,535 px',
    outcomes: ['scorecard', 'page_crashed'],
    answer: site({
      '/': html('<img src="/gif" alt="Huge" width="300" height="300">'),
      '/gif': (_, response) =>
        void response
          .writeHead(200, { 'content-type': 'image/gif' })
          .end(Buffer.concat([gifHead(65_535), gifFrame(0, 65_535), gifFrame(1, 65_535), GIF_END])),
    }),
  },
  {
    name: 'canvases without end',
    outcomes: ['scorecard', 'page_crashed', 'page_unresponsive'],
    answer: script(`const all = []; setInterval(() => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 4000, height: 4000 })
      const context = canvas.getContext('2d', { willReadFrequently: true })
      context.fillRect(0, 0, 4000, 4000)
      all.push(canvas, context.getImageData(0, 0, 4000, 4000))
    }, 100)`),
  },
  {
    name: 'a shader without end',
    outcomes: ['scorecard', 'page_unresponsive', 'page_crashed', 'timed_out'],
    answer: html(`<canvas id="c" width="2000" height="2000"></canvas><script>
      const gl = document.getElementById('c').getContext('webgl2')
      if (gl) {
        const program = gl.createProgram()
        for (const [type, code] of [[gl.VERTEX_SHADER, '#version 300 es\\nvoid main() { gl_Position = vec4(float(gl_VertexID % 2) * 4. - 1., float(gl_VertexID / 2) * 4. - 1., 0, 1); }'],
          [gl.FRAGMENT_SHADER, '#version 300 es\\nprecision highp float; out vec4 o; void main() { float x = 0.; for (int i = 0; i < 100000000; i++) x += sin(x + gl_FragCoord.x); o = vec4(x); }']]) {
          const shader = gl.createShader(type); gl.shaderSource(shader, code); gl.compileShader(shader); gl.attachShader(program, shader)
        }
        gl.linkProgram(program); gl.useProgram(program)
        setInterval(() => gl.drawArrays(gl.TRIANGLES, 0, 3), 10)
      }</script>`),
  },
  {
    name: 'CSS variables that multiply',
    outcomes: ['scorecard', 'page_unresponsive', 'page_crashed'],
    answer: html(
      '<p class="bomb">Boom</p>',
      `<style>:root { --v0: xxxxxxxxxx; ${nested(30, level => `--v${level + 1}: ${`var(--v${level}) `.repeat(10)};`)} } .bomb::after { content: var(--v30); font-family: var(--v30) }</style>`,
    ),
  },
  {
    name: 'selectors that take for ever',
    outcomes: ['scorecard', 'page_unresponsive'],
    answer: html(
      '<div class="a">'.repeat(200) + '</div>'.repeat(200),
      `<style>${Array.from({ length: 300 }, (_, n) => `:has(.a:has(.a:has(.b${n}))) .a .a .a ~ .a { color: red }`).join('\n')}</style>`,
    ),
  },
  {
    name: 'filters upon filters',
    outcomes: ['scorecard', 'page_unresponsive', 'page_crashed'],
    answer: html(
      `${'<div class="f">'.repeat(60)}x${'</div>'.repeat(60)}`,
      '<style>.f { filter: blur(200px) drop-shadow(0 0 300px red); backdrop-filter: blur(100px); transform: scale(1.2); animation: s 1s infinite } @keyframes s { to { rotate: 360deg } }</style>',
    ),
  },
  {
    name: 'SVG that multiplies',
    outcomes: ['page_unresponsive', 'page_crashed', 'scorecard'],
    answer: html(
      `<svg width="100" height="100"><defs><rect id="u0" width="9" height="9"/>${nested(9, level => `<g id="u${level + 1}">${`<use href="#u${level}"/>`.repeat(10)}</g>`)}</defs><use href="#u9"/></svg>`,
    ),
  },
  {
    name: '300 fonts that are none',
    outcomes: ['scorecard'],
    answer: (request, response) =>
      request.url === '/'
        ? void response
            .writeHead(200, HTML)
            .end(
              html(
                `<p class="many">Text</p>`,
                `<style>${Array.from({ length: 300 }, (_, n) => `@font-face { font-family: f${n}; src: url(/f${n}.woff2) }`).join('')} .many { font-family: ${Array.from({ length: 300 }, (_, n) => `f${n}`).join()} }</style>`,
              ),
            )
        : void response
            .writeHead(200, { 'content-type': 'font/woff2' })
            .end(Buffer.concat([Buffer.from('wOF2\0\x01\0\0'), Buffer.alloc(500_000, 0x7f)])),
  },
  {
    name: 'a title and names of megabytes',
    outcomes: ['scorecard'],
    answer: html(
      `<button aria-label="${'n'.repeat(2_000_000)}">x</button><a href="/${'l'.repeat(100_000)}">Long</a>`,
    ).replace('A page', 't'.repeat(5_000_000)),
  },
  {
    name: 'NUL, lone surrogates, text from right to left',
    outcomes: ['scorecard'],
    answer: html(
      `<p>be\0fore &#0; \u202e etirw \u2066\u200b</p><script>document.title = 'x \\ud83d \\u0000'; document.querySelector('p').append('\\udfff')</script>`,
    ),
  },
  {
    name: 'invalid UTF-8',
    outcomes: ['scorecard'],
    answer: (_, response) =>
      void response
        .writeHead(200, { ...HTML, 'x-odd': 'caf\xe9' })
        .end(Buffer.concat([Buffer.from(html('')), Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0xf0, 0x28, 0x8c])])),
  },
]
