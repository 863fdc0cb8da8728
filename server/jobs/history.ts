/** Pages of an account, and the runs of each: completed jobs of one original's address and one name. */
import type { Policy, Scorecard, SuiteName } from '../contract.ts'
import type { Queue } from './queue.ts'

/** What a list of runs shows of a scorecard. Stored with the job. */
export interface RunSummary {
  policy: Policy
  suites: { suite: SuiteName; score: number; target: number; pass: boolean; baseline: number }[]
  /** Places that the new page broke and that are charged. */
  introduced: number
  accepted: number
}

export function summaryOf({ policy, suites, accepted = 0 }: Scorecard): RunSummary {
  const broken = suites.flatMap(({ issues }) =>
    issues.filter(issue => issue.status === 'introduced' && !issue.accepted),
  )
  const places = broken.reduce(
    (sum, { members, members_omitted = 0 }) => sum + (members?.length ?? 1) + members_omitted,
    0,
  )
  const omitted = suites.reduce((sum, { issues_omitted = 0 }) => sum + issues_omitted, 0)
  return {
    policy,
    suites: suites.map(({ suite, score, target, pass, baseline }) => ({
      suite,
      score,
      target,
      pass,
      baseline,
    })),
    introduced: places + omitted,
    accepted,
  }
}

export interface VerifiedPage {
  /** As `pageOf` names it. */
  page: string
  /** As it was submitted; empty without one. */
  askedName: string
  originalUrl: string
  /** Of the last run: as submitted, else the page's own title. */
  name: string | null
  runs: number
  lastRun: Date
  allPass: boolean
}

const SHOWN_PAGES = 50

/** The pages that were verified last, as far as their runs are kept. */
export async function pagesOf({ pool }: Pick<Queue, 'pool'>, accountId: string): Promise<VerifiedPage[]> {
  const { rows } = await pool.query<VerifiedPage>(PAGES, [accountId])
  return rows
}

const PAGES = `
  SELECT * FROM (
    SELECT DISTINCT ON (page, asked_name) page, asked_name AS "askedName", original_url AS "originalUrl",
           page_name AS name, finished_at AS "lastRun", all_pass AS "allPass",
           (count(*) OVER (PARTITION BY page, asked_name))::int AS runs
    FROM jobs WHERE account_id = $1 AND page IS NOT NULL AND status = 'completed'
    ORDER BY page, asked_name, finished_at DESC
  ) last
  ORDER BY "lastRun" DESC LIMIT ${SHOWN_PAGES}`

export interface Run {
  id: string
  originalUrl: string
  newUrl: string
  name: string | null
  finishedAt: Date
  allPass: boolean
  summary: RunSummary
}

export const SHOWN_RUNS = 60

/** The last runs of a page, the newest first. */
export async function runsOf(
  { pool }: Pick<Queue, 'pool'>,
  accountId: string,
  page: string,
  askedName: string,
): Promise<Run[]> {
  const { rows } = await pool.query<Run>(RUNS, [accountId, page, askedName])
  return rows
}

const RUNS = `
  SELECT id, original_url AS "originalUrl", new_url AS "newUrl", page_name AS name, finished_at AS "finishedAt",
         all_pass AS "allPass", summary
  FROM jobs
  WHERE account_id = $1 AND page = $2 AND asked_name = $3 AND status = 'completed'
  ORDER BY finished_at DESC LIMIT ${SHOWN_RUNS}`
