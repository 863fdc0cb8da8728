/** Ten pages, each with a rebuilt one that is three to eight times heavier or slower for one cause, and identical pairs. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { filler, rules } from '../../test/filler.ts'
import type { Rewrite } from '../../test/serve.ts'

export interface PageParts {
  /** Pixels of the sides of the first picture and of the twelve below it, shown 360 px wide. */
  hero: number
  pictures: number
  /** Bytes of the style sheet in the head, and of the deferred script. */
  styles: number
  script: number
  /** ms by which the server holds back the style sheet. */
  stylesDelay: number
  /** Turns of a loop of about 1 ms each on load. */
  work: number
  /** Height in px of a banner that a script puts on top late. */
  banner: number
  /** Bytes of each of the four files of type. */
  fonts: number
  /** Elements beside the text. */
  elements: number
  /** Requests of scripts in the head to another host, and ms that it takes to answer. */
  foreign: number
  foreignDelay: number
}

const LIGHT: PageParts = {
  hero: 360,
  pictures: 120,
  styles: 20_000,
  script: 60_000,
  stylesDelay: 0,
  work: 5,
  banner: 0,
  fonts: 20_000,
  elements: 300,
  foreign: 1,
  foreignDelay: 0,
}

/** Each with what its rebuilt page has instead. */
export const CAUSES: Record<string, Partial<PageParts>> = {
  'first picture': { hero: 1100 },
  'pictures below': { pictures: 600 },
  scripts: { script: 2_000_000 },
  'blocking styles': { styles: 480_000 },
  'slow server of styles': { stylesDelay: 4000 },
  'layout shift': { banner: 420 },
  'long tasks': { work: 900 },
  'slow other host': { foreignDelay: 4000 },
  fonts: { fonts: 400_000 },
  'huge document': { elements: 40_000 },
}

/** The same on both sides: nothing of it may fail. */
export const IDENTICAL: Record<string, PageParts> = {
  'light, unchanged': LIGHT,
  'heavy, unchanged': { ...LIGHT, hero: 700, styles: 120_000, script: 300_000, work: 60, elements: 3000 },
}

export const partsOf = (cause: string): PageParts => ({ ...LIGHT, ...CAUSES[cause] })
export const ORIGINAL = LIGHT

/** `foreign`: origin of the other host. */
export function pageOf(parts: PageParts, foreign: string): Rewrite {
  const html = htmlOf(parts, foreign)
  const css = `${faces()}body { font: 16px/1.5 one, sans-serif; margin: 16px } h1 { font-family: two, sans-serif } h2 { font-family: three, sans-serif } p { font-family: four, sans-serif } img { max-width: 100%; height: auto }\n${rules(parts.styles)}`
  const work = `for (let turn = 0, sum = 0; turn < ${parts.work}; turn++) for (let i = 0; i < 200000; i++) sum += Math.sqrt(i * turn)`
  const js = `${work}\n${bannerScript(parts.banner)}\n${filler(parts.script, at => `function unused${at}() { return ${at} * ${at} }`)}`
  const font = Buffer.concat([TYPE, noise(parts.fonts)])
  return async path => {
    if (path === '/index.html') return html
    if (path === '/page.css') {
      await new Promise(resolve => setTimeout(resolve, parts.stylesDelay))
      return css
    }
    if (path === '/page.js') return js
    if (/^\/type-\d\.woff$/.test(path)) return font
    if (path === '/hero.jpg') return picture(parts.hero)
    if (/^\/picture-\d+\.jpg$/.test(path)) return picture(parts.pictures)
    return undefined
  }
}

/** What the other host answers. */
export function foreignOf(parts: PageParts): Rewrite {
  return async path => {
    if (!/^\/tag-\d+\.js$/.test(path)) return undefined
    await new Promise(resolve => setTimeout(resolve, parts.foreignDelay))
    return 'globalThis.tagged = true'
  }
}

function htmlOf({ foreign: tags, elements }: PageParts, foreign: string): string {
  const many = (count: number, one: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => one(at)).join('\n')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page of known weight</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/page.css">
${many(tags, at => `<script src="${foreign}/tag-${at}.js"></script>`)}<script src="/page.js" defer></script></head>
<body><main><h1>A page of known weight</h1><img src="/hero.jpg" alt="Grain" width="360" height="360">
${many(12, at => `<section><h2>Part ${at + 1}</h2><img src="/picture-${at}.jpg" alt="Grain ${at}" width="360" height="240"><p>${'Some words that fill a line or two of it. '.repeat(8)}</p></section>`)}
<div>${many(elements / 3, at => `<div><b>Row</b> <i>${at}</i></div>`)}</div></main></body></html>`
}

const faces = () =>
  ['one', 'two', 'three', 'four']
    .map((name, at) => `@font-face { font-family: ${name}; src: url(/type-${at}.woff) }\n`)
    .join('')

const bannerScript = (height: number) =>
  height &&
  `addEventListener('load', () => setTimeout(() => { const banner = document.createElement('div'); banner.style.cssText = 'height:${height}px;background:#eee'; document.body.prepend(banner) }, 700))`

const TYPE = readFileSync(join(import.meta.dirname, '../../test/fixtures/signs.ttf'))

/** Grain, which no format makes small. */
function picture(side: number): Promise<Buffer> {
  const height = Math.round((side * 2) / 3)
  return sharp(noise(side * height), { raw: { width: side, height, channels: 1 } })
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** Bytes that do not compress, the same each time. */
function noise(length: number): Buffer {
  let state = 9
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state >>> 24
  }
  return Buffer.from(Uint8Array.from({ length }, next))
}
