/** A practice's page of floats, sprites and inline handlers, built again of utility classes, grid and native elements. */
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { judge } from '../../server/scan/judge.ts'
import { capturePair } from '../capture-pair.ts'
import { type Rewrite, serve } from '../serve.ts'
import { photograph } from './studio-pictures.ts'

const SITE = join(import.meta.dirname, '../fixtures/sites/practice')
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="180" height="48"><rect x="4" y="6" width="36" height="36" rx="10" fill="#0b6b8a"/><path d="M14 16q8-8 16 0v10q-2 10-4 10t-4-8q-2 8-4 8t-4-10z" fill="#fff"/><rect x="52" y="14" width="110" height="8" fill="#12374a"/><rect x="52" y="28" width="80" height="6" fill="#0b6b8a"/></svg>'
const SPRITE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="16"><g fill="none" stroke="#4aa3bd"><path d="M3 2l3 1 1 3-2 1c1 2 2 3 4 4l1-2 3 1 1 3c-6 3-14-5-11-11zM17 3h14v10H17zM17 3l7 6 7-6"/><circle cx="40" cy="8" r="6.5"/><path d="M40 4v4l3 2M56 1c-3 0-5 2-5 5 0 4 5 9 5 9s5-5 5-9c0-3-2-5-5-5z"/></g></svg>'
const PAGES = /^\/(treatments|news|privacy-policy|complaints|imprint|feed|wp-admin)\b/

/** Pictures by name in the format that is asked for, and pages that links lead to. */
const made: Rewrite = async path => {
  const [, file, format] =
    /^\/(?:img|assets)\/([\w-]+?)(?:\.[0-9a-f]{10})?\.(jpg|png|webp|svg)$/.exec(path) ?? []
  if (!file || !format) {
    if (!PAGES.test(path)) return undefined
    const name = path
      .split('/')
      .filter(step => step && step !== 'index.html')
      .at(-1)
    return { status: 200, body: `<!doctype html><html lang="en"><title>${name}</title><h1>${name}</h1>` }
  }
  const drawing = file === 'sprite' ? SPRITE : /^(logo|favicon)$/.test(file) ? LOGO : null
  if (drawing) return format === 'svg' ? drawing : sharp(Buffer.from(drawing)).png().toBuffer()
  const picture = pictures.get(path) ?? pictureOf(file, format)
  pictures.set(path, picture)
  return picture
}

/** By its path: each is made once, and not for every load anew, which on a busy machine takes longer than a load waits. */
const pictures = new Map<string, Promise<Buffer>>()

async function pictureOf(file: string, format: string): Promise<Buffer> {
  const name = file.replace(/-(small|sq)$/, '')
  const face = /^(whitfield|okafor|lindqvist)$/.test(name)
  const [width, height] = face ? [600, 600] : name === 'practice-front' ? [1600, 800] : [720, 480]
  const whole = sharp(await photograph(name, width, height).png().toBuffer())
  const sized = file.endsWith('-small') || (face && format === 'jpg') ? whole.resize(width / 2) : whole
  return sized.toFormat(format === 'jpg' ? 'jpeg' : 'webp', { quality: 82 }).toBuffer()
}

test('passes all suites', async () => {
  const [original, rebuilt] = [
    await serve(join(SITE, 'original'), made),
    await serve(join(SITE, 'rebuilt'), made),
  ]
  try {
    const pair = await capturePair(`${original.origin}/`, `${rebuilt.origin}/`)
    const { suites } = judge(pair, { policy: 'regressions' })
    const looked = suites.filter(({ suite }) => suite !== 'perf')
    expect(looked.filter(({ pass }) => !pass)).toEqual([])
    const grave = looked.flatMap(({ issues }) =>
      issues.filter(({ status, severity }) => status === 'introduced' && severity !== 'minor'),
    )
    expect(grave.map(({ severity, key }) => `${severity} ${key}`)).toEqual([])
  } finally {
    await Promise.all([original.close(), rebuilt.close()])
  }
})
