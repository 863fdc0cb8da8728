import { similarity } from '../../lib/text.ts'
import type { Catalog, Product } from '../../store/types.ts'
import { createAgreement, pricesOf } from './agreement.ts'
import { handleKey, looseHandle, otherNumbers, pathKey, skuKey, titleKey } from './keys.ts'

export type Evidence =
  | 'itself'
  | 'sku'
  | 'gtin'
  | 'redirect'
  | 'handle'
  | 'similar handle'
  | 'title'
  | 'similar title'
  | 'picture'
  | 'price'

/** Path of the original, path on the new host where it ends. */
export type Landings = ReadonlyMap<string, string>

export type EvidenceBook = ReturnType<typeof createEvidence>

/** With a larger share of its numbers found again, the new shop has taken over the numbers. */
const MIN_KEPT_SHARE = 0.3
/** A key that more products share identifies none. */
const MAX_SHARERS = 12
/** Two titles that have less in common are of different things, or in different languages. */
export const UNLIKE = 0.15

export function createEvidence(original: Catalog, rebuilt: Catalog, landings: Landings) {
  const [before, after] = [indexOf(original), indexOf(rebuilt)]
  // Where the shop was given new numbers altogether, other numbers say nothing against a pair.
  const numbered = keptShare(before, after, 'skus')
  const coded = keptShare(before, after, 'gtins')
  const landed = original.products.map(({ path }) => {
    const end = landings.get(path)
    return end === undefined ? undefined : pathKey(end)
  })

  /** Whether one product alone has the key in each shop. */
  const isAlone = (name: KeyName, old: string, now: string): boolean =>
    before.by[name].get(old)?.length === 1 && after.by[name].get(now)?.length === 1

  const agree = createAgreement(original, rebuilt)
  const onlyOne = (index: Index, title: string): number | undefined => {
    const known = index.by.titles.get(titleKey(title))
    return known?.length === 1 ? known[0] : undefined
  }
  /** The title is theirs alone, and something else says so too. */
  function isNamed(i: number, j: number): boolean {
    const [a, b] = [original.products[i]!, rebuilt.products[j]!]
    return (
      onlyOne(before, a.title) === i &&
      onlyOne(after, a.title) === j &&
      (handleKey(a.handle) === handleKey(b.handle) ||
        (looseHandle(a.handle) !== '' && looseHandle(a.handle) === looseHandle(b.handle)) ||
        (landed[i] !== undefined && landed[i] === after.of.paths[j]) ||
        agree(i, j))
    )
  }
  /** A column of numbers slips by a row, and numbers are used again: what is another one by its name is another one. */
  function areOthers(i: number, j: number): boolean {
    const heir = onlyOne(after, original.products[i]!.title)
    const owner = onlyOne(before, rebuilt.products[j]!.title)
    return (
      (heir !== undefined && heir !== j && isNamed(i, heir)) ||
      (owner !== undefined && owner !== i && isNamed(owner, j))
    )
  }

  let renamed: boolean | undefined
  /** Whether most products that kept their number have a name that nobody had: a shop in another language. */
  function isRenamed(): boolean {
    if (renamed !== undefined) return renamed
    let [kept, unlike] = [0, 0]
    for (const [i, { title }] of original.products.entries()) {
      const [sku] = before.uniqueIn('skus', i, after)
      const [j] = sku === undefined ? [] : (after.by.skus.get(sku) ?? [])
      if (j === undefined) continue
      kept++
      if (!after.by.titles.has(titleKey(title)) && similarity(title, rebuilt.products[j]!.title) < UNLIKE)
        unlike++
    }
    renamed = unlike * 2 > kept
    return renamed
  }

  /** Of two products that have numbers in common and no name: whether anything else says that they are one. */
  function isSupported(i: number, j: number, skus: readonly string[]): boolean {
    const known = new Set(after.of.skus[j])
    if (skus.filter(sku => known.has(sku)).length > 1 || agree(i, j)) return true
    const price = pricesOf(original.products[i]!)
    return price !== '' && price === pricesOf(rebuilt.products[j]!) && isRenamed()
  }

  /** `confidence`: 0 to 1. */
  function weigh(i: number, j: number): { confidence: number; evidence: Evidence[] } {
    const [a, b] = [original.products[i]!, rebuilt.products[j]!]
    const evidence: Evidence[] = []
    let doubt = 1
    const speaks = (what: Evidence, rest: number) => {
      evidence.push(what)
      doubt *= rest
    }
    const isOther = areOthers(i, j)
    const skus = isOther ? [] : before.uniqueIn('skus', i, after)
    const sharedSkus = overlap(skus, after.of.skus[j]!)
    const gtins = isOther ? [] : before.uniqueIn('gtins', i, after)
    const sharedGtins = overlap(gtins, after.of.gtins[j]!)
    if (sharedSkus > 0) speaks('sku', sharedSkus >= 0.5 ? 0.05 : 0.3)
    if (sharedGtins > 0) speaks('gtin', sharedGtins >= 0.5 ? 0.05 : 0.3)
    if (landed[i] !== undefined && landed[i] === after.of.paths[j]) speaks('redirect', 0.35)
    const handles = [handleKey(a.handle), handleKey(b.handle)] as const
    const sameHandle = handles[0] === handles[1]
    // One that several records share is not enough: what else they have tells which is which.
    if (sameHandle) speaks('handle', isAlone('handles', ...handles) ? 0.2 : 0.55)
    else if (looseHandle(a.handle) !== '' && looseHandle(a.handle) === looseHandle(b.handle))
      speaks('similar handle', 0.45)
    const titles = [titleKey(a.title), titleKey(b.title)] as const
    const sameTitle = titles[0] !== '' && titles[0] === titles[1]
    if (sameTitle) speaks('title', isAlone('titles', ...titles) ? 0.25 : 0.5)
    let confidence = 1 - doubt
    if (sharedSkus + sharedGtins === 0 && otherNumbers(a.title, b.title)) confidence *= 0.6
    const others =
      Number(
        sharedSkus === 0 && numbered > MIN_KEPT_SHARE && disagree(before.of.skus[i]!, after.of.skus[j]!),
      ) +
      Number(sharedGtins === 0 && coded > MIN_KEPT_SHARE && disagree(before.of.gtins[i]!, after.of.gtins[j]!))
    confidence *= 0.7 ** (others > 1 && isNamed(i, j) ? 1 : others)
    if (!sameTitle && confidence > 0 && similarity(a.title, b.title) < UNLIKE) {
      if (confidence < 0.9) confidence *= 0.75
      if (evidence.join() === 'sku' && !isSupported(i, j, skus)) confidence *= 0.5
    }
    return { confidence, evidence }
  }

  return {
    weigh,
    /** Numbers that were kept elsewhere differ, or those in the titles do: whatever is alike, these are two things. */
    contradicts: (i: number, j: number): boolean =>
      (numbered > MIN_KEPT_SHARE && disagree(before.of.skus[i]!, after.of.skus[j]!)) ||
      (coded > MIN_KEPT_SHARE && disagree(before.of.gtins[i]!, after.of.gtins[j]!)) ||
      otherNumbers(original.products[i]!.title, rebuilt.products[j]!.title),
    /** Products of the new shop that have something in common with one of the original. Bounded. */
    *candidates(i: number): Generator<number> {
      const { handle, title } = original.products[i]!
      for (const [name, keys] of [
        ['skus', before.of.skus[i]!],
        ['gtins', before.of.gtins[i]!],
        ['handles', [handleKey(handle)]],
        ['loose', [looseHandle(handle)]],
        ['titles', [titleKey(title)]],
        ['paths', landed[i] === undefined ? [] : [landed[i]]],
      ] as const)
        for (const key of keys) {
          const sharers = key === '' ? undefined : after.by[name].get(key)
          if (sharers && sharers.length <= MAX_SHARERS) yield* sharers
        }
    },
  }
}

type KeyName = 'skus' | 'gtins' | 'handles' | 'loose' | 'titles' | 'paths'

interface Index {
  /** Products by key. */
  by: Record<KeyName, Map<string, number[]>>
  /** Keys by product. */
  of: { skus: string[][]; gtins: string[][]; paths: string[] }
  /** Numbers of a product that no other of its shop has, nor two of the other shop. */
  uniqueIn(name: 'skus' | 'gtins', product: number, other: Index): string[]
}

function indexOf({ products }: Catalog): Index {
  const by: Index['by'] = {
    skus: new Map(),
    gtins: new Map(),
    handles: new Map(),
    loose: new Map(),
    titles: new Map(),
    paths: new Map(),
  }
  const note = (name: KeyName, key: string, index: number) => {
    if (key === '') return
    const known = by[name].get(key)
    if (!known) by[name].set(key, [index])
    else if (known.at(-1) !== index && known.length <= MAX_SHARERS) known.push(index)
  }
  const numbers = (product: Product, kind: 'sku' | 'gtin') => [
    ...new Set(product.variants.flatMap(variant => (variant[kind] ? [skuKey(variant[kind])] : []))),
  ]
  const of: Index['of'] = { skus: [], gtins: [], paths: [] }
  for (const [index, product] of products.entries()) {
    of.skus.push(numbers(product, 'sku'))
    of.gtins.push(numbers(product, 'gtin'))
    of.paths.push(pathKey(product.path))
    for (const sku of of.skus[index]!) note('skus', sku, index)
    for (const gtin of of.gtins[index]!) note('gtins', gtin, index)
    note('handles', handleKey(product.handle), index)
    note('loose', looseHandle(product.handle), index)
    note('titles', titleKey(product.title), index)
    note('paths', of.paths[index]!, index)
  }
  return {
    by,
    of,
    uniqueIn: (name, product, other) =>
      of[name][product]!.filter(
        key => by[name].get(key)!.length === 1 && (other.by[name].get(key)?.length ?? 0) <= 1,
      ),
  }
}

/** Share of a shop's numbers that the other one has as well. */
function keptShare(before: Index, after: Index, name: 'skus' | 'gtins'): number {
  let kept = 0
  for (const key of before.by[name].keys()) if (after.by[name].has(key)) kept++
  return before.by[name].size ? kept / before.by[name].size : 0
}

/** Of the shorter list, what the longer has as well. */
function overlap(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0
  const known = new Set(b)
  return a.filter(key => known.has(key)).length / Math.min(a.length, b.length)
}

/** Both have numbers, and none in common. */
const disagree = (a: readonly string[], b: readonly string[]): boolean =>
  a.length > 0 && b.length > 0 && overlap(a, b) === 0
