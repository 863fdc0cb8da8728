/** Photographs and drawings of which the one is a part of the other. */
import sharp from 'sharp'
import type { ImageArtifact } from '../../../server/capture/collectors/images/index.ts'
import { photograph } from '../studio-pictures.ts'
import { box, picture, seen } from './pictures.ts'

export type Part = { left: number; top: number; width: number; height: number }

export const photo = (name: string) => photograph(name, 720, 480).png().toBuffer()
export const cut = (file: Buffer, part: Part) => sharp(file).extract(part)
export const drawing = (shapes: string) =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="720" height="480">${shapes}</svg>`))
    .png()
    .toBuffer()

export const square = { left: 120, top: 0, width: 480, height: 480 }
export const pierFile = await photo('pier')

/** A photograph on its page: nothing but its looks says which it is. */
export async function onPage(name: string, turn: number, part?: Part): Promise<ImageArtifact> {
  const file = await photo(name)
  const fingerprint = await seen(part ? await cut(file, part).jpeg({ quality: 70 }).toBuffer() : file)
  const place = part
    ? box(turn * 260, 1000, 240, Math.round((240 * part.height) / part.width))
    : box(turn * 320, 1000, 300, 200)
  return picture(name, {
    url: `https://www.example.com/${part ? 'c' : 'o'}${turn}9f3a1c.jpg`,
    alt: '',
    name: '',
    near: `Words about number ${turn}`,
    box: place,
    seen: place,
    drawn: { width: place.width, height: place.height },
    naturalWidth: fingerprint.width,
    naturalHeight: fingerprint.height,
    file: fingerprint,
    rendered: fingerprint,
  })
}

const names = ['pier', 'dune', 'quay', 'forest', 'harbour']
export const originals = await Promise.all(names.map((name, turn) => onPage(name, turn)))
export const cropped = await Promise.all(
  names.map((name, turn) => onPage(name, turn, { ...square, left: [0, 60, 120, 180, 240][turn]! })),
)
