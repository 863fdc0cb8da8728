import { pooled } from '../../../lib/pool.ts'
import type { StoreClient } from '../../access/client/index.ts'
import { getJson, objects } from '../json.ts'
import type { Parent } from './woocommerce-record.ts'

type Fields = Record<string, unknown>

export interface Variations {
  /** Records of a parent's variations, by their id. */
  of(parent: string): ReadonlyMap<string, Fields> | undefined
  /** Why some are missing, as a sentence. */
  trouble?: string
}

export const NO_VARIATIONS: Variations = { of: () => undefined }

const PER_PAGE = 100
/** The client asks no faster than its pace. */
const CONCURRENCY = 4
/** Of an address; some servers take no more than 2,000 characters. */
const MAX_PARENTS = 60

/**
 * Variations have prices and numbers of their own but stand in no parent's record. They are asked for by many parents
 * at once, as many as fill a page.
 */
export async function variationsOf(
  client: Pick<StoreClient, 'get'>,
  root: string,
  parents: readonly Parent[],
): Promise<Variations> {
  const known = new Map<string, Map<string, Fields>>()
  // Their parent is not always told, their id is unique.
  const owner = new Map(parents.flatMap(({ id, variations }) => variations.map(own => [own.id, id] as const)))
  let trouble: string | undefined
  const waiting = batches(parents.filter(({ variations }) => variations.length > 0)).values()
  const read = pooled(
    () => waiting.next().value,
    CONCURRENCY,
    batch => recordsOf(client, root, batch),
  )
  for await (const { records, why } of read) {
    trouble ??= why
    for (const record of records) {
      const id = String(record.id)
      const parent = owner.get(id)
      if (parent === undefined) continue
      const siblings = known.get(parent) ?? new Map<string, Fields>()
      known.set(parent, siblings.set(id, record))
    }
    if (trouble) break
  }
  return { of: parent => known.get(parent), ...(trouble && { trouble }) }
}

async function recordsOf(
  client: Pick<StoreClient, 'get'>,
  root: string,
  batch: readonly Parent[],
): Promise<{ records: Fields[]; why?: string }> {
  const ids = batch.map(({ id }) => id).join(',')
  const wanted = batch.reduce((sum, { variations }) => sum + variations.length, 0)
  const records: Fields[] = []
  for (let page = 1; records.length < wanted && page <= Math.ceil(wanted / PER_PAGE) + 1; page++) {
    const answer = await getJson(
      client,
      `${root}type=variation&parent=${ids}&per_page=${PER_PAGE}&page=${page}&orderby=id&order=asc`,
    )
    if (!answer.ok) return { records, why: `variations could not be read: ${answer.detail}` }
    const found = objects(answer.value)
    if (found.length === 0) break
    records.push(...found)
  }
  return { records }
}

function batches(parents: readonly Parent[]): Parent[][] {
  const made: Parent[][] = []
  let [room, current]: [number, Parent[]] = [0, []]
  for (const parent of parents) {
    if (current.length === 0 || parent.variations.length > room || current.length >= MAX_PARENTS) {
      current = []
      made.push(current)
      room = PER_PAGE
    }
    current.push(parent)
    room -= parent.variations.length
  }
  return made
}
