/** What came of a fault, and the table of all. */
import type { Entry, Testbed } from './testbed.ts'

export interface Outcome {
  fault: string
  count: number
  acknowledged: number
  /** Exactly one result. */
  one: number
  lost: number
  doubled: number
  /** From the fault to the work going on, in milliseconds. */
  recoveries: number[]
  /** Within which that has to be. */
  limitMs: number
  left: string[]
  /** Sentences. */
  misses: string[]
  /** What else there is to say. */
  notes: string[]
}

/**
 * Counts, once all is over: each acknowledged job must have come to one end, which is a result; `mayFail` are those that
 * may end as a fault of ours.
 */
export async function judge(
  testbed: Testbed,
  fault: string,
  count: number,
  recoveries: number[],
  limitMs: number,
  mayFail: ReadonlySet<string> = new Set(),
): Promise<Outcome> {
  const ends = new Map<string, Entry[]>()
  for (const entry of await testbed.diary())
    if (/completed|failed/.test(entry.status)) ends.set(entry.job, [...(ends.get(entry.job) ?? []), entry])
  const outcome: Outcome = {
    ...{ fault, count, acknowledged: testbed.acknowledged.size, one: 0, lost: 0, doubled: 0 },
    ...{ recoveries, limitMs, left: [], misses: [], notes: [] },
  }
  const { rows } = await testbed.pool.query<{ id: string; error: string }>(
    `SELECT id, error ->> 'code' || ': ' || (error ->> 'detail') AS error FROM jobs WHERE status = 'failed'`,
  )
  const errors = new Map(rows.map(({ id, error }) => [id, error]))
  for (const job of testbed.acknowledged.keys()) {
    const [end, ...more] = ends.get(job) ?? []
    const isResult = end?.status === 'completed' || (end?.status === 'failed' && mayFail.has(job))
    if (more.length > 0) outcome.doubled++
    else if (isResult) outcome.one++
    else {
      outcome.lost++
      outcome.misses.push(
        `${fault}: job ${job} ${end ? `ended as ${end.status}, ${errors.get(job)}` : 'has not ended'}`,
      )
    }
  }
  if (outcome.doubled > 0) outcome.misses.push(`${fault}: ${outcome.doubled} jobs have more than one result`)
  const late = recoveries.filter(ms => ms > limitMs)
  if (late.length > 0)
    outcome.misses.push(
      `${fault}: ${late.length} recoveries took longer than ${limitMs / 1000} s: ${late.map(seconds).join(', ')}`,
    )
  outcome.notes.push(`the most of its tries that a job has lost: ${await burntTries(testbed)}`)
  if (testbed.refused.size > 0)
    outcome.notes.push(
      `not acknowledged: ${[...testbed.refused].map(([what, n]) => `${n} × ${what}`).join(', ')}`,
    )
  return outcome
}

/** Of all places that jobs have had in the queue: what a claim that broke off has cost is seen there alone. */
export async function burntTries({ pool }: Testbed): Promise<number> {
  const { rows } = await pool.query('SELECT coalesce(max(retry_count), 0)::int AS burnt FROM pgboss.job')
  return rows[0].burnt
}

const seconds = (ms: number | undefined) => (ms === undefined ? '' : (ms / 1000).toFixed(1))
const HEAD = [
  'fault',
  'count',
  'acknowledged',
  'one result',
  'lost',
  'doubled',
  'recovery p50 s',
  'max s',
  'left',
]

export function told(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(one => {
    const times = one.recoveries.toSorted((a, b) => a - b)
    const numbers = [one.count, one.acknowledged, one.one, one.lost, one.doubled]
    return [
      one.fault,
      ...numbers,
      seconds(times[times.length >> 1]),
      seconds(times.at(-1)),
      one.left.length,
    ].map(String)
  })
  const widths = HEAD.map((head, n) => Math.max(head.length, ...rows.map(row => row[n]!.length)))
  const line = (cells: string[]) =>
    `| ${cells.map((cell, n) => (n === 0 ? cell.padEnd(widths[n]!) : cell.padStart(widths[n]!))).join(' | ')} |`
  const rule = `|${widths.map((width, n) => (n === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return [line(HEAD), rule, ...rows.map(line)].join('\n')
}
