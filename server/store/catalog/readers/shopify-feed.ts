import type { StoreClient } from '../../access/client/index.ts'
import { fields, getJson, type JsonTrouble } from '../json.ts'

/** Records a request, from the largest down: each divides the one before, so that a page can be asked for in parts. */
const PAGE_SIZES = [250, 50, 10, 2, 1]
/** `page * limit` beyond is refused. */
const MAX_RECORDS = 25_000

export interface FeedEnd {
  /** Whether an empty page was reached: a short one says nothing. */
  whole: boolean
  /** Before the first record: the feed is not there. */
  kind?: JsonTrouble
  /** Shopify gives no more than 25,000 records of a list. */
  deep?: boolean
  why?: string
}

/**
 * The records of one of Shopify's paged lists, `/products.json` or a collection's. Pages that are too large are asked
 * for in parts; one that repeats the page before ends the list, as its server knows no pages.
 */
export async function* feed(
  client: Pick<StoreClient, 'get'>,
  url: string,
  list: 'products' | 'collections',
  query = '',
): AsyncGenerator<unknown[], FeedEnd> {
  let [offset, size] = [0, 0]
  /** Where pages of a size end that were asked for in place of a larger one. */
  const ends: number[] = []
  let before = ''
  for (;;) {
    while (size > 0 && offset >= ends[size]!) size--
    const limit = PAGE_SIZES[size]!
    if (offset + limit > MAX_RECORDS) return { whole: false, deep: true, why: TOO_DEEP }
    const page = `${url}?limit=${limit}&page=${offset / limit + 1}${query}`
    const answer = await getJson(client, page)
    if (!answer.ok) {
      if (answer.kind === 'large' && size < PAGE_SIZES.length - 1) {
        ends[size + 1] = offset + limit
        size++
        continue
      }
      const deep = answer.status === 400 && offset > 0
      return { whole: false, kind: answer.kind, deep, why: deep ? TOO_DEEP : answer.detail }
    }
    const records = fields(answer.value)[list]
    if (!Array.isArray(records)) {
      // The refusal of deep pages has been seen with status 200.
      const deep = offset > 0 && fields(answer.value).errors !== undefined
      return { whole: false, kind: 'broken', deep, why: deep ? TOO_DEEP : `${page} has no list of ${list}` }
    }
    if (records.length === 0) return { whole: true }
    const now = JSON.stringify(records[0]).slice(0, 500)
    if (now === before) return { whole: false, why: `${url} gives the same page again and again` }
    before = now
    yield records
    offset += limit
  }
}

const TOO_DEEP = 'Shopify gives no more than 25,000 records of a list'
