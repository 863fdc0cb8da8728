/**
 * Keeps an even sample of any number of addresses in little memory: of each template those with the least hashes. The
 * same addresses give the same sample, in whatever order they come, and each counts once.
 */
import { hash32 } from '../../../lib/hash.ts'

export interface Sample<T extends Sampled> {
  /** The kept item of this key, if there is one. */
  get(key: string): T | undefined
  add(item: T): void
  /** To another template. */
  move(item: T, template: string): void
  /** In an order of which every beginning is an even sample: some of every template, then all in proportion. */
  inOrder(): T[]
  /** How many distinct addresses came of each template; estimated where `exact` is false. */
  counts(): { template: string; found: number; exact: boolean }[]
}

export interface Sampled {
  key: string
  template: string
}

interface Bucket<T> {
  kept: Map<string, { item: T; hash: number }>
  /** Hashes from here on are not kept. */
  below: number
}

const HASH_RANGE = 2 ** 32
/** Beyond that many all others share one. */
const MAX_TEMPLATES = 200
export const OTHER_TEMPLATES = 'page, other'
const MIN_PER_TEMPLATE = 100

/** @param perTemplate how many of one template are wanted at most @param inAll how many may be kept at once */
export function createSample<T extends Sampled>(perTemplate: number, inAll: number): Sample<T> {
  const buckets = new Map<string, Bucket<T>>()
  const index = new Map<string, T>()
  let each = Math.max(MIN_PER_TEMPLATE, perTemplate)

  function bucketOf(template: string): Bucket<T> {
    const name = buckets.has(template) || buckets.size < MAX_TEMPLATES ? template : OTHER_TEMPLATES
    const bucket = buckets.get(name) ?? { kept: new Map(), below: HASH_RANGE }
    buckets.set(name, bucket)
    return bucket
  }

  /** Sorting once for every `each` additions costs next to nothing. */
  function prune(bucket: Bucket<T>, most: number): void {
    if (bucket.kept.size <= most) return
    const sorted = [...bucket.kept.values()].sort((a, b) => a.hash - b.hash)
    bucket.below = sorted[most]!.hash
    bucket.kept = new Map(sorted.slice(0, most).map(entry => [entry.item.key, entry]))
    for (const { item } of sorted.slice(most)) index.delete(item.key)
  }

  function put(item: T, hash: number): void {
    const bucket = bucketOf(item.template)
    if (hash >= bucket.below) return
    bucket.kept.set(item.key, { item, hash })
    index.set(item.key, item)
    if (bucket.kept.size > 2 * each) prune(bucket, each)
    while (index.size > inAll && each > MIN_PER_TEMPLATE) {
      each = Math.max(MIN_PER_TEMPLATE, each >> 1)
      for (const one of buckets.values()) prune(one, each)
    }
  }

  return {
    get: key => index.get(key),
    add(item) {
      if (!index.has(item.key)) put(item, hash32(item.key))
    },
    move(item, template) {
      const from = bucketOf(item.template)
      const entry = from.kept.get(item.key)
      from.kept.delete(item.key)
      index.delete(item.key)
      item.template = template
      put(item, entry?.hash ?? hash32(item.key))
    },
    inOrder() {
      const placed: { item: T; place: number; hash: number }[] = []
      for (const bucket of buckets.values()) {
        prune(bucket, each)
        const { found } = estimate(bucket)
        const sorted = [...bucket.kept.values()].sort((a, b) => a.hash - b.hash)
        for (const [at, { item, hash }] of sorted.entries())
          placed.push({ item, hash, place: at < FIRST_OF_EACH ? at - FIRST_OF_EACH : (at + 0.5) / found })
      }
      return placed.sort((a, b) => a.place - b.place || a.hash - b.hash).map(({ item }) => item)
    },
    counts: () =>
      [...buckets]
        .map(([template, bucket]) => ({ template, ...estimate(bucket) }))
        .filter(({ found }) => found > 0),
  }
}

/** Of each template before all others. */
const FIRST_OF_EACH = 5

/** Of evenly spread hashes, as many lie below any bound as its share of all. */
function estimate({ kept, below }: Bucket<unknown>): { found: number; exact: boolean } {
  if (below === HASH_RANGE) return { found: kept.size, exact: true }
  return { found: Math.round((kept.size * HASH_RANGE) / Math.max(1, below)), exact: false }
}
