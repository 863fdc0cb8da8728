import type { AlignState } from './align-state.ts'

/** Which neighbour has to be equal as well. Of several copies the one in the same company is the same one. */
type Company = -1 | 0 | 1

/** Pairs blocks of the same words, those with the same neighbours first, then in order. */
export function pairEqual(background: AlignState, blocks: number[], allowed: (block: number) => boolean) {
  for (const company of [-1, 1, 0] as const) pairBy(background, blocks, allowed, { company })
}

/** A block found in part, up to `most` of it, gives that up for an equal one. */
export function pairInstead(
  background: AlignState,
  blocks: number[],
  allowed: (block: number) => boolean,
  most: number,
) {
  pairBy(background, blocks, allowed, { most })
}

/** Finds equal blocks without using them up. */
export function findEqual(background: AlignState, blocks: number[], allowed: (block: number) => boolean) {
  pairBy(background, blocks, allowed, { consume: false })
}

function pairBy(
  { sourceStart, targetStart, sourceText, targetText, match, used }: AlignState,
  blocks: number[],
  allowed: (block: number) => boolean,
  { company = 0, most = 1, consume = true }: { company?: Company; most?: number; consume?: boolean },
) {
  const byName = new Map<string, number[]>()
  for (let block = targetText.length - 1; block >= 0; block--) {
    if (targetText[block]! < 0 || !allowed(block) || isAnyUsed(block)) continue
    const name = nameOf(targetText, block, company)
    const queue = byName.get(name)
    if (queue) queue.push(block)
    else byName.set(name, [block])
  }
  for (const block of blocks) {
    if (sourceText[block]! < 0) continue
    const own = match.subarray(sourceStart[block]!, sourceStart[block + 1]!)
    const found = own.reduce((sum, at) => sum + (at >= 0 ? 1 : 0), 0)
    if (found === own.length || (found > 0 && found >= most * own.length)) continue
    const queue = byName.get(nameOf(sourceText, block, company))
    const partner = consume ? queue?.pop() : queue?.at(-1)
    if (partner === undefined) continue
    own.forEach((at, offset) => {
      if (at >= 0) used[at] = 0
      own[offset] = targetStart[partner]! + offset
      if (consume) used[own[offset]!] = 1
    })
  }

  function isAnyUsed(block: number): boolean {
    return used.subarray(targetStart[block]!, targetStart[block + 1]!).includes(1)
  }
}

function nameOf(texts: Int32Array, block: number, company: Company): string {
  if (company === 0) return String(texts[block])
  let near = block + company
  while (near >= 0 && near < texts.length && texts[near]! < 0) near += company
  return `${texts[block]} ${texts[near] ?? 'end'}`
}
