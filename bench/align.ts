/** Cost of aligning two pages' texts by the number of blocks: processor time, and the exponent of growth. */
import { align } from '../server/lib/align/index.ts'

const SIZES = [250, 500, 1000, 2000, 4000]
const CASES = {
  'same text': (blocks: string[][]) => blocks,
  'split, merged, moved': (blocks: string[][]) => rearranged(blocks),
  'one word in ten changed': (blocks: string[][]) =>
    blocks.map(words => words.map((word, at) => (at % 10 === 5 ? `${word}x` : word))),
  'one page repeated': (blocks: string[][]) => rearranged(blocks.map((_, at) => blocks[at % 20]!)),
  'nothing in common': (blocks: string[][]) => blocks.map(words => words.map(word => `${word}y`)),
}

for (const rebuild of Object.values(CASES)) align(page(500), rebuild(page(500)))
for (const [name, rebuild] of Object.entries(CASES)) {
  const times = SIZES.map(size => {
    const source = name === 'one page repeated' ? page(size).map((_, at, all) => all[at % 20]!) : page(size)
    const target = rebuild(source)
    return Math.min(...[1, 2, 3].map(() => clocked(() => align(source, target))))
  })
  const exponent = slope(SIZES.map(Math.log), times.map(Math.log))
  console.log(
    `${name.padEnd(24)} ${SIZES.map((size, at) => `${size}: ${times[at]!.toFixed(0)} ms`).join('  ')}  exponent ${exponent.toFixed(2)}`,
  )
}

/** Of the straight line that fits best. */
function slope(xs: number[], ys: number[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(xs), mean(ys)]
  return mean(xs.map((each, at) => (each - x) * (ys[at]! - y))) / mean(xs.map(each => (each - x) ** 2))
}

function clocked(run: () => unknown): number {
  const start = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** Blocks of 3 to 60 words with the frequencies of a natural language. */
function page(blocks: number): string[][] {
  let seed = 7
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return seed / 2 ** 32
  }
  return Array.from({ length: blocks }, () =>
    Array.from({ length: 3 + Math.floor(random() ** 2 * 58) }, () => spell(Math.floor(20_000 ** random()))),
  )
}

/** Words of letters whose beginnings differ as those of a language do. */
function spell(number: number): string {
  return ((number * 2654435761) % 2 ** 32).toString(26).replace(/\d/g, digit => 'qrstuvwxyz'[Number(digit)]!)
}

/** Every other pair of neighbours merged, each third block split in two, the whole rotated by a third. */
function rearranged(blocks: string[][]): string[][] {
  const made: string[][] = []
  for (let at = 0; at < blocks.length; at++) {
    const words = blocks[at]!
    if (at % 4 === 0 && blocks[at + 1]) made.push([...words, ...blocks[++at]!])
    else if (at % 3 === 0) made.push(words.slice(0, words.length >> 1), words.slice(words.length >> 1))
    else made.push(words)
  }
  const third = Math.floor(made.length / 3)
  return [...made.slice(third), ...made.slice(0, third)]
}
