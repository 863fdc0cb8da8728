/** Where a picture of a page shows nothing from side to side. */
import { type PageImage, pixelsOf } from './fingerprint.ts'

/** Px from the top of the picture. */
export interface BlankRows {
  y: number
  height: number
}

/** By which a channel of two colours may differ, of 255, and nobody tells them apart: as grey letters on nearly that grey. */
const MAX_OFF = 8

/** Rows below each other of which all pixels have one colour, `min` of them or more. */
export async function blankRows(image: PageImage, min: number): Promise<BlankRows[]> {
  const { data, info } = await pixelsOf(image)
  const pitch = info.width * info.channels
  const found: BlankRows[] = []
  let first = 0
  while (first < info.height) {
    // The first row beyond those of the colour that `first` begins with.
    let end = first
    while (end < info.height && isOfOneColour(data, end * pitch, pitch, first * pitch)) end++
    if (end - first >= min) found.push({ y: first, height: end - first })
    first = Math.max(end, first + 1)
  }
  return found
}

function isOfOneColour(data: Uint8Array, from: number, length: number, colour: number): boolean {
  for (let at = from; at < from + length; at++)
    if (Math.abs(data[at]! - data[colour + ((at - from) % 3)]!) > MAX_OFF) return false
  return true
}
