import type { JobList, JobQuery, JobSummary } from '../contract.ts'
import { OF_REPOSITORY, type Owner } from './owner.ts'
import type { Queue } from './queue.ts'
import { COLUMNS, type JobRow, toJob } from './view.ts'

/**
 * A page of an owner's jobs, newest first. `next_cursor` asks for the page after it, whatever is submitted or deleted
 * meanwhile; it is null on the last one.
 * @throws {RangeError} for a cursor that is none of ours
 */
export async function list(
  { pool }: Queue,
  { accountId, repositoryId }: Owner,
  query: JobQuery,
): Promise<JobList> {
  const { status = null, page_name = null, limit, cursor } = query
  const [micros, id] = cursor === undefined ? [null, null] : positionOf(cursor)
  const { rows } = await pool.query<ListedRow>(LIST, [
    accountId,
    status,
    page_name,
    micros,
    id,
    limit + 1,
    repositoryId ?? null,
  ])
  const shown = rows.slice(0, limit)
  return {
    jobs: shown.map(toSummary),
    next_cursor: rows.length > limit ? cursorOf(shown.at(-1)!) : null,
  }
}

interface ListedRow extends JobRow {
  page_name: string | null
  all_pass: boolean | null
  /** Microseconds since 1970, more than a Date holds. */
  micros: string
}

const MICROS = `(extract(epoch FROM j.created_at) * 1000000)::bigint`
const LIST = `
  SELECT ${COLUMNS}, j.page_name, j.all_pass, ${MICROS} AS micros
  FROM jobs j JOIN accounts a ON a.id = j.account_id
  WHERE j.account_id = $1 AND ($2::text IS NULL OR j.status = $2) AND ($3::text IS NULL OR j.page_name = $3)
    AND ($4::bigint IS NULL OR (j.created_at, j.id) <
         (timestamptz 'epoch' + $4::bigint / 1000000 * interval '1 second' + $4::bigint % 1000000 * interval '1 microsecond',
          $5::text))
    AND ${OF_REPOSITORY('$7')}
  ORDER BY j.created_at DESC, j.id DESC
  LIMIT $6`

function toSummary(row: ListedRow): JobSummary {
  const { page_name, all_pass } = row
  return { ...toJob(row, null), page_name, ...(all_pass !== null && { all_pass }) }
}

const cursorOf = ({ micros, id }: ListedRow) => Buffer.from(`${micros} ${id}`).toString('base64url')

function positionOf(cursor: string): [micros: string, id: string] {
  const [, micros, id] =
    /^(\d{1,17}) ([0-9A-Za-z]{22,64})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (micros === undefined || id === undefined)
    throw new RangeError('is not a cursor; take next_cursor of the page before')
  return [micros, id]
}
