/** From submission to the end of a job, for each page: asks, waits, rides out what passes by itself. */
import { createHmac, randomBytes } from 'node:crypto'
import type { Submission } from '../server/contract.ts'
import type { ReadJob } from './answers.ts'
import { jittered, pollWait, sleep, troubleWait } from './backoff.ts'
import { Absent, type Client, Refusal, Trouble, Unreadable } from './client/index.ts'
import type { Happening } from './event.ts'
import { Failure } from './failure.ts'
import type { OpenJobs } from './jobs.ts'
import { log } from './log.ts'

export interface PageJob {
  name: string
  original: string
  rebuilt: string
  id: string | null
  /** Completed or failed; null when it did not come to an end. */
  job: ReadJob | null
  /** Why there is no scorecard, as a sentence; null when there is one. */
  reason: string | null
}

export interface Wait {
  client: Client
  /** Through which jobs are handed in, and of which none is left open. */
  open: OpenJobs
  /** On the clock of `performance.now()`. */
  deadline: number
  /** Told of all jobs as soon as they are known. @returns whether they are still wanted */
  submitted?: (jobs: string[]) => Promise<boolean>
  pollMs: number
  /** The input `timeout` as a person reads it. */
  limit: string
}

/**
 * Hands in all pages, one after the other, then waits for all of them at once. What has not ended by then is cancelled.
 * @throws {Failure} when the server takes nothing at all: a wrong key, no Cutover. What goes wrong with one page is its `reason`.
 */
export async function verify(
  pages: { name: string; key: string; submission: Submission }[],
  wait: Wait,
): Promise<PageJob[]> {
  try {
    return await handIn(pages, wait)
  } finally {
    await wait.open.cancel()
  }
}

async function handIn(pages: Parameters<typeof verify>[0], wait: Wait): Promise<PageJob[]> {
  const jobs: PageJob[] = []
  for (const { name, key, submission } of pages) {
    const job: PageJob = {
      name,
      original: submission.original_url,
      rebuilt: submission.new_url,
      id: null,
      job: null,
      reason: null,
    }
    try {
      job.id = await patiently(wait, () => wait.open.submit(submission, key))
      log.info(`${label(job)}submitted as job ${job.id}`)
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof TimedOut || error instanceof SentAway)) throw error
      job.reason = error.message
    }
    jobs.push(job)
  }
  const ids = jobs.flatMap(({ id }) => id ?? [])
  const noted = wait.submitted?.(ids).then(wanted => (wanted ? undefined : wait.open.cancel()))
  await Promise.all([noted, ...jobs.map(job => job.id && follow(job, job.id, wait))])
  return jobs
}

const label = ({ name }: PageJob) => (name ? `${name}: ` : '')

class TimedOut extends Failure {}

/** The server wants to be left alone for longer than there is time: asking once more would be rude. */
class SentAway extends Failure {}

const hasEnded = ({ status }: ReadJob) => status === 'completed' || status === 'failed'

async function follow(page: PageJob, id: string, wait: Wait): Promise<void> {
  let phase = ''
  try {
    for (let polls = 0; ; polls++) {
      await pause(jittered(pollWait(polls, wait.pollMs)), wait, 'the job did not end')
      const job = await patiently(wait, () => wait.client.poll(id))
      const now = job.status === 'queued' ? 'waiting in the queue' : (job.progress?.phase ?? job.status)
      if (now !== phase) {
        phase = now
        log.info(`${label(page)}${now}${percent(job)}`)
      }
      if (!hasEnded(job)) continue
      page.job = job
      break
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error instanceof TimedOut) page.job = await lastLook(id, wait)
    page.reason =
      error instanceof TimedOut && phase ? `${error.message} Its last phase was: ${phase}.` : error.message
  }
  if (!page.job) return
  wait.open.ended(id)
  page.reason = reasonOf(page.job)
}

const LAST_LOOK_MS = 5000

/** The job if it ended since it was looked at last: a wait that was longer than the time left is no verdict. */
async function lastLook(id: string, wait: Wait): Promise<ReadJob | null> {
  try {
    const job = await inTime({ ...wait, deadline: performance.now() + LAST_LOOK_MS }, wait.client.poll(id))
    return hasEnded(job) ? job : null
  } catch (error) {
    if (error instanceof Trouble || error instanceof Failure) return null
    throw error
  }
}

function percent({ status, progress }: ReadJob): string {
  return status === 'running' && progress ? ` (${Math.round(progress.value * 100)} %)` : ''
}

function reasonOf({ status, scorecard, error }: ReadJob): string | null {
  if (status === 'failed') {
    const why = error?.detail || error?.title || 'the server gave no reason.'
    return error?.code ? `${why} (${error.code})` : why
  }
  if (!scorecard)
    return 'The job is completed but has no scorecard: is server-url the address of a Cutover server?'
  if (scorecard.suites.length === 0) return 'The scorecard has no suite in it: nothing was verified.'
  return null
}

const MOST_UNREADABLE = 5
/** A server that restarts is back by then. */
const ABSENT_MS = 60_000

/** Asks until there is an answer, through everything that passes by itself. @throws {TimedOut} at the deadline */
async function patiently<T>(wait: Wait, ask: () => Promise<T>): Promise<T> {
  let unreadable = 0
  let absentSince: number | null = null
  /** What there was of an answer: that the last question ran out of time says less. */
  let known: string | undefined
  for (let troubles = 1; ; troubles++) {
    // What is asked for now would be waited for by nobody.
    await pause(0, wait, known ?? 'no time was left')
    try {
      return await inTime(wait, ask(), known)
    } catch (error) {
      if (!(error instanceof Trouble)) throw error
      known = error.message
      if (error instanceof Unreadable && ++unreadable >= MOST_UNREADABLE)
        throw new Failure(`${error.message}.`)
      absentSince = error instanceof Absent ? (absentSince ?? performance.now()) : null
      const patience = absentSince === null ? Infinity : absentSince + ABSENT_MS - performance.now()
      if (patience <= 0)
        throw new Failure(
          `${error.message}, for ${ABSENT_MS / 1000} s. Check server-url, and that the server runs and can be reached from the runner.`,
        )
      const { after } = error
      if (after !== null && after >= wait.deadline - performance.now())
        throw new SentAway(
          `Not finished within the timeout of ${wait.limit}: ${error.message}, and wants to be asked again in ${Math.ceil(after / 1000)} s only.`,
        )
      const waitMs = Math.min(Math.max(after ?? 0, jittered(troubleWait(troubles))), patience)
      log.info(`${error.message}; asking again in ${Math.ceil(waitMs / 1000)} s`)
      await pause(waitMs, wait, error.message)
    }
  }
}

/** ms by which a timer may fire too soon: what ended then has no time left. */
const EARLY = 2

/** @throws {TimedOut} at the deadline when it comes first */
async function pause(milliseconds: number, { deadline, limit }: Wait, why: string): Promise<void> {
  const left = deadline - performance.now() - EARLY
  await sleep(Math.max(0, Math.min(milliseconds, left)))
  if (milliseconds >= left) throw new TimedOut(`Not finished within the timeout of ${limit}: ${why}.`)
}

async function inTime<T>(
  { deadline, limit }: Wait,
  answer: Promise<T>,
  why = 'no answer from the server',
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const fail = () => reject(new TimedOut(`Not finished within the timeout of ${limit}: ${why}.`))
    timer = setTimeout(fail, Math.max(0, deadline - performance.now()))
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/**
 * The same for every retry of the same step in the same attempt of a run, so that a server that honours it never scans
 * twice; another one where anything else is to be compared, e.g. by the next job of a matrix. Since the server keeps it
 * for longer than the secrets in it, it is hashed with the API key, without which nobody can guess at them; where there
 * is none that stays the same, with a secret of this process.
 */
export function idempotencyKey(
  { run, repository }: Happening,
  { apiKey, commentKey }: { apiKey: string; commentKey: string },
  submission: Submission,
  name: string,
): string {
  const parts = [
    `${repository.owner}/${repository.repo}`,
    run.id,
    run.attempt,
    run.job,
    commentKey,
    name,
    submission,
  ]
  return createHmac('sha256', apiKey || OWN)
    .update(JSON.stringify(parts))
    .digest('hex')
}

const OWN = randomBytes(32)
