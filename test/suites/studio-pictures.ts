/** The pictures of the studio fixture, made on the way: photographs by name, in the format that is asked for. */
import sharp from 'sharp'
import { memoByValue } from '../../server/lib/memo.ts'
import type { Rewrite, Rewritten } from '../serve.ts'

const COMPASS =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="120" viewBox="0 0 120 120"><circle cx="60" cy="60" r="55" fill="#0f766e"/><path d="M60 10 80 60 60 110 40 60z" fill="#fef3c7"/><path d="M60 10 80 60H40z" fill="#b91c1c"/></svg>'
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="80"><path d="M10 70 40 10 70 70zM80 70 110 30 140 70z" fill="#c2410c"/><rect x="155" y="20" width="135" height="40" fill="#1f2937"/></svg>'
/** Behind an address that says nothing. */
const NAMELESS: Record<string, string> = { '9c2f77aa01': 'quay' }

/** Answers for what is asked of `/img/` and `/_assets/`, each made once: to encode one takes longer than to load it. */
export const studioPictures: Rewrite = path => pictureAt(path)

const pictureAt = memoByValue(
  100,
  path => path,
  (path: string) => made(path),
)

async function made(path: string): Promise<Rewritten> {
  const [, stem, format] = /^\/(?:img|_assets)\/([\w-]+?)(?:\.[0-9a-f]{10})?\.(\w+)$/.exec(path) ?? []
  if (!stem || !format) return undefined
  if (stem === 'compass') return COMPASS
  if (stem === 'logo') return format === 'svg' ? LOGO : sharp(Buffer.from(LOGO)).png().toBuffer()
  const small = stem.endsWith('-small')
  const name = NAMELESS[stem] ?? stem.replace(/-(small|tiny)$/, '')
  if (name === 'etching') {
    const lines = sharp(await etching(800, 500).png().toBuffer())
    return lines
      .resize(stem.endsWith('-tiny') ? 200 : 800)
      .toFormat(format as 'webp', { quality: 80 })
      .toBuffer()
  }
  const [width, height] = name === 'hero' ? [1600, 800] : [720, 480]
  const photo = photograph(name, width, height)
  const sized = small ? sharp(await photo.png().toBuffer()).resize(Math.round(width / 2)) : photo
  return sized.toFormat(format as 'webp', { quality: 80 }).toBuffer()
}

/** A photograph to the eye of a hash: soft patches of colour, the same for the same name. */
export function photograph(name: string, width: number, height: number) {
  let state = [...name].reduce((sum, char) => (Math.imul(sum, 31) + char.charCodeAt(0)) >>> 0, 11)
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state >>> 24
  }
  const patches = Buffer.from(Array.from({ length: 9 * 6 * 3 }, next))
  return sharp(patches, { raw: { width: 9, height: 6, channels: 3 } }).resize(width, height, {
    kernel: 'cubic',
    fit: 'fill',
  })
}

/** A drawing of fine lines, dense and wide: what blurring takes away. */
function etching(width: number, height: number) {
  const data = Buffer.alloc(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const wave = Math.sin((x + y) / 60) + Math.cos((x - 2 * y) / 90)
      data[y * width + x] = 150 + 40 * wave + ((x * 3 + Math.round(20 * wave) + y) % 7 < 2 ? -90 : 10)
    }
  return sharp(data, { raw: { width, height, channels: 1 } })
}
