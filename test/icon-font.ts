/** An icon font of our own: bars of various heights, as TrueType, with as much in it as a browser insists on. */

const EM = 1000
/** 16-bit values, big-endian. */
const words = (...values: number[]): Buffer => {
  const buffer = Buffer.alloc(2 * values.length)
  for (const [at, value] of values.entries()) buffer.writeUInt16BE(value & 0xffff, 2 * at)
  return buffer
}
const long = (value: number): [number, number] => [value >>> 16, value & 0xffff]
const tag = (name: string): Buffer => Buffer.from(name.padEnd(4), 'latin1')

/** A font with a glyph for each of `characters`; each of `ligatures` is a word of them that becomes one glyph. */
export function iconFont(characters: string, ligatures: readonly string[] = []): Buffer {
  const codes = [...new Set(characters)].map(character => character.codePointAt(0)!).sort((a, b) => a - b)
  const count = 1 + codes.length + ligatures.length
  const glyphs = Array.from({ length: count }, (_, at) => bar(at === 0 ? EM : 100 + at * 17))
  const size = glyphs[0]!.length
  const glyphOf = (character: string) => 1 + codes.indexOf(character.codePointAt(0)!)
  const tables: Record<string, Buffer> = {
    'OS/2': Buffer.concat([
      words(0, EM, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0),
      Buffer.alloc(10 + 16),
      tag('none'),
      words(0x40, Math.min(codes[0]!, 0xffff), Math.min(codes.at(-1)!, 0xffff), 800, -200, 0, 800, 200),
    ]),
    ...(ligatures.length > 0 && {
      GSUB: substitutions(ligatures.map((word, at) => [[...word].map(glyphOf), 1 + codes.length + at])),
    }),
    cmap: Buffer.concat([
      words(0, 1, 3, 10, ...long(12)),
      words(12, 0, ...long(16 + 12 * codes.length), 0, 0, ...long(codes.length)),
      ...codes.map((code, at) => words(...long(code), ...long(code), ...long(at + 1))),
    ]),
    glyf: Buffer.concat(glyphs),
    head: words(
      1,
      0,
      1,
      0,
      0,
      0,
      ...long(0x5f0f3cf5),
      3,
      EM,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      EM,
      EM,
      0,
      8,
      2,
      1,
      0,
    ),
    hhea: words(1, 0, 800, -200, 0, EM, 0, 0, EM, 1, 0, 0, 0, 0, 0, 0, 0, count),
    hmtx: Buffer.concat(glyphs.map(() => words(EM, 100))),
    loca: Buffer.concat(Array.from({ length: count + 1 }, (_, at) => words(...long(at * size)))),
    maxp: words(1, 0, count, 4, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0),
    name: words(0, 0, 6),
    post: words(3, 0, ...Array(14).fill(0)),
  }
  const names = Object.keys(tables).sort()
  const header: Buffer[] = [words(1, 0, names.length, 128, 3, names.length * 16 - 128)]
  const bodies: Buffer[] = []
  let offset = 12 + 16 * names.length
  for (const name of names) {
    const table = tables[name]!
    header.push(tag(name), words(0, 0, ...long(offset), ...long(table.length)))
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)])
    bodies.push(padded)
    offset += padded.length
  }
  return Buffer.concat([...header, ...bodies])
}

/** One contour of four points, 100 units from the left; 36 bytes. */
const bar = (height: number): Buffer =>
  Buffer.concat([
    words(1, 100, 0, 800, height, 3, 0),
    Buffer.from([1, 1, 1, 1]),
    words(100, 0, 700, 0, 0, height, 0, -height),
    Buffer.alloc(2),
  ])

/** Feature `liga` in one lookup, a ligature set for each first glyph. */
function substitutions(list: readonly (readonly [parts: readonly number[], ligature: number])[]): Buffer {
  const sets = [...Map.groupBy(list, ([[first]]) => first!)].sort(([a], [b]) => a - b)
  const bodies = sets.map(([, members]) => {
    const ligatures = members.map(([parts, ligature]) => words(ligature, parts.length, ...parts.slice(1)))
    return withOffsets(words(members.length), ligatures)
  })
  const coverage = words(1, sets.length, ...sets.map(([first]) => first))
  const coverageAt = 6 + 2 * bodies.length + bodies.reduce((sum, { length }) => sum + length, 0)
  const subtable = Buffer.concat([withOffsets(words(1, coverageAt, bodies.length), bodies), coverage])
  const scripts = Buffer.concat([words(1), tag('DFLT'), words(8), words(4, 0), words(0, 0xffff, 1, 0)])
  const features = Buffer.concat([words(1), tag('liga'), words(8), words(0, 1, 0)])
  const lookups = Buffer.concat([words(1, 4), words(4, 0, 1, 8), subtable])
  const start = 10
  return Buffer.concat([
    words(1, 0, start, start + scripts.length, start + scripts.length + features.length),
    scripts,
    features,
    lookups,
  ])
}

/** `head`, then an offset to each part from the beginning, then the parts. */
function withOffsets(head: Buffer, parts: readonly Buffer[]): Buffer {
  let offset = head.length + 2 * parts.length
  const offsets = parts.map(part => {
    offset += part.length
    return offset - part.length
  })
  return Buffer.concat([head, words(...offsets), ...parts])
}
