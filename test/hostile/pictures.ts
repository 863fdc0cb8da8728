/** Pictures that are more than they look: immense ones of a few bytes, and one without an end. */
import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

/** A PNG of `side` × `side` blank pixels of one bit. */
export async function blankPng(side: number): Promise<Buffer> {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', await promisify(deflate)(Buffer.alloc((Math.ceil(side / 8) + 1) * side))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const FRAME_SIDE = 10
export const GIF_END = Buffer.from([0x3b])

/** Up to its first frame: `side` × `side` pixels in black and white, shown again and again. */
export function gifHead(side: number): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(side, 0)
  size.writeUInt16LE(side, 2)
  return Buffer.concat([
    Buffer.from('GIF89a'),
    size,
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
    Buffer.from('21ff0b4e45545343415045322e300301000000', 'hex'),
  ])
}

/** Black or white, 10 × 10 px, for a hundredth of a second. `side`: as many pixels as it says that it has. */
export function gifFrame(colour: 0 | 1, side = FRAME_SIDE): Buffer {
  const box = Buffer.alloc(9)
  box.writeUInt16LE(side, 4)
  box.writeUInt16LE(side, 6)
  // A clear code before each pixel, so that no code ever has more than three bits.
  const codes = [...Array.from({ length: FRAME_SIDE ** 2 }, () => [4, colour]).flat(), 5]
  const bits = codes.flatMap(code => [code & 1, (code >> 1) & 1, code >> 2])
  const data = Buffer.alloc(Math.ceil(bits.length / 8))
  for (const [index, bit] of bits.entries()) data[index >> 3]! |= bit << (index & 7)
  return Buffer.concat([
    Buffer.from('21f90400010000002c', 'hex'),
    box,
    Buffer.from([2, data.length]),
    data,
    Buffer.from([0]),
  ])
}
