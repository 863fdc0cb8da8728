/** What an alignment works on: both texts as numbers, what was matched and what is still free. */
export interface AlignState {
  source: Int32Array
  target: Int32Array
  sourceStart: Int32Array
  targetStart: Int32Array
  targetBlock: Int32Array
  /** The number of each block's text, equal for equal words; -1 for a block without words. */
  sourceText: Int32Array
  targetText: Int32Array
  /** Words by number, as text. */
  spelling: string[]
  /** Of each word by number, 0.25 to 1: rare words weigh more. */
  weight: Float64Array
  match: Int32Array
  used: Uint8Array
}

/** Words `from` to `to` of the source, the end exclusive, none of them matched. */
export interface Segment {
  block: number
  from: number
  to: number
}

export function createAlignState(
  source: readonly (readonly string[])[],
  target: readonly (readonly string[])[],
): AlignState {
  const numbers = new Map<string, number>()
  const spelling: string[] = []
  const numberOf = (word: string) => {
    const known = numbers.get(word) ?? spelling.push(word) - 1
    numbers.set(word, known)
    return known
  }
  const first = flatten(source, numberOf)
  const second = flatten(target, numberOf)
  const texts = new Map<string, number>()
  const counts = new Float64Array(spelling.length)
  for (const word of first.flat) counts[word]!++
  return {
    source: first.flat,
    target: second.flat,
    sourceStart: first.start,
    targetStart: second.start,
    targetBlock: second.block,
    sourceText: numberTexts(first, texts),
    targetText: numberTexts(second, texts),
    spelling,
    weight: counts.map(count => Math.max(0.25, 1 / (1 + Math.log2(Math.max(1, count))))),
    match: new Int32Array(first.flat.length).fill(-1),
    used: new Uint8Array(second.flat.length),
  }
}

/** The words of all blocks in one row, with where each block starts (one more entry gives the total) and each word's block. */
export function flatten(blocks: readonly (readonly string[])[], numberOf: (word: string) => number) {
  const start = new Int32Array(blocks.length + 1)
  blocks.forEach((words, index) => {
    start[index + 1] = start[index]! + words.length
  })
  const flat = Int32Array.from(blocks.flat(), numberOf)
  const block = new Int32Array(flat.length)
  blocks.forEach((_, index) => {
    block.fill(index, start[index]!, start[index + 1]!)
  })
  return { flat, start, block }
}

function numberTexts({ flat, start }: ReturnType<typeof flatten>, texts: Map<string, number>): Int32Array {
  const numbers = new Int32Array(start.length - 1).fill(-1)
  for (let block = 0; block < numbers.length; block++) {
    if (start[block] === start[block + 1]) continue
    const text = flat.subarray(start[block]!, start[block + 1]!).join(' ')
    if (!texts.has(text)) texts.set(text, texts.size)
    numbers[block] = texts.get(text)!
  }
  return numbers
}

/** Runs of at least `min` words of these blocks that were not matched. */
export function segmentsOf({ match, sourceStart }: AlignState, blocks: number[], min: number): Segment[] {
  const found: Segment[] = []
  for (const block of blocks) {
    const end = sourceStart[block + 1]!
    for (let from = sourceStart[block]!; from < end; from++) {
      if (match[from]! >= 0) continue
      let to = from + 1
      while (to < end && match[to]! < 0) to++
      if (to - from >= min) found.push({ block, from, to })
      from = to
    }
  }
  return found
}

/** Positions of the target's free words in order. */
export type Stream = Int32Array

export function streamOf({ used, targetBlock }: AlignState, allowed: (block: number) => boolean): Stream {
  const free = new Int32Array(used.length)
  let count = 0
  for (let at = 0; at < used.length; at++) if (!used[at] && allowed(targetBlock[at]!)) free[count++] = at
  return free.subarray(0, count)
}
