/** A PNG that its name decides: a different one for each picture, the same on every host. */
import { crc32, deflateSync } from 'node:zlib'
import { randomFrom } from './random.ts'

const SIDE = 240
const made = new Map<string, Buffer>()

export function picture(name: string): Buffer {
  const known = made.get(name)
  if (known) return known
  const png = draw(randomFrom(7, name))
  if (made.size < 200) made.set(name, png)
  return png
}

/** Blocks of two colours on a background, coarse enough to tell pictures apart at a glance. */
function draw(random: () => number): Buffer {
  const colour = () => [random() * 256, random() * 256, random() * 256].map(Math.floor)
  const [background, first, second] = [colour(), colour(), colour()]
  const cells = Array.from({ length: 36 }, () => {
    const dice = random()
    return dice < 0.4 ? background : dice < 0.7 ? first : second
  })
  const rows = Buffer.alloc((SIDE * 3 + 1) * SIDE)
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) {
      const cell = cells[Math.floor((y * 6) / SIDE) * 6 + Math.floor((x * 6) / SIDE)]!
      rows.set(cell, y * (SIDE * 3 + 1) + 1 + x * 3)
    }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIDE, 0)
  header.writeUInt32BE(SIDE, 4)
  header.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length, 0)
  head.write(type, 4, 'latin1')
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])), 0)
  return Buffer.concat([head, data, check])
}
