/** Judges what `--out` kept once more, without a browser, and says what is other than in the scorecard kept with it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadCapture } from '../capture/artifact.ts'
import { type AcceptedIssue, type CheckResult, type Issue, Job, type Scorecard } from '../contract.ts'
import { judge } from '../scan/judge.ts'

export interface JudgedAgain {
  /** The job as it was kept, with the scorecard of today's code. */
  job: Job
  /** A line for each difference against the scorecard that was kept. */
  changes: string[]
}

/** @param folder as `--out` made it. Throws with a sentence when it holds no captures and scorecard that can be read. */
export async function judgeAgain(folder: string): Promise<JudgedAgain> {
  const [original, rebuilt, saved] = await Promise.all([
    loadCapture(join(folder, 'original')),
    loadCapture(join(folder, 'rebuilt')),
    readJob(join(folder, 'job.json')),
  ])
  const { policy, pageName, gaps } = saved.scorecard
  // Gaps of the network were told by no capture: they are as they were.
  const request = { policy, page_name: pageName, accepted: acceptedIn(saved.scorecard) }
  const scorecard = { ...judge({ original, rebuilt }, request), gaps }
  return { job: { ...saved, scorecard }, changes: changesOf(saved.scorecard, scorecard) }
}

/** What was accepted when it was judged first. */
function acceptedIn({ suites, stale = [] }: Scorecard): AcceptedIssue[] {
  const used = suites.flatMap(({ issues }) =>
    issues.flatMap(({ accepted, ...issue }) =>
      accepted ? (issue.members ?? [issue]).map(({ key }) => ({ ...accepted, key })) : [],
    ),
  )
  return [...used, ...stale]
}

async function readJob(file: string): Promise<Job & { scorecard: Scorecard }> {
  const text = await readFile(file, 'utf8').catch(error => {
    throw new Error(`${file} cannot be read (${error.code}); --judge wants a folder that --out has made.`)
  })
  const job = Job.safeParse(parsed(text))
  if (!job.success) {
    const where = job.error.issues[0]!.path.join('.') || 'the whole'
    throw new Error(
      `${file} holds no job that this version of the program reads (${where}); verify the pages again.`,
    )
  }
  if (!job.data.scorecard)
    throw new Error(`${file} holds no completed job; --judge wants a folder that --out has made.`)
  return { ...job.data, scorecard: job.data.scorecard }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What is other in `now` than in `before`: scores, outcomes of checks, issues by their check, key and status. */
export function changesOf(before: Scorecard, now: Scorecard): string[] {
  const suites = new Map(now.suites.map(suite => [suite.suite, suite]))
  const gone = before.suites
    .filter(({ suite }) => !suites.has(suite))
    .map(({ suite }) => `${suite}: not judged any more`)
  const known = new Map(before.suites.map(suite => [suite.suite, suite]))
  return [
    ...gone,
    ...now.suites.flatMap(after => {
      const was = known.get(after.suite)
      if (!was) return [`${after.suite}: judged for the first time, ${after.score.toFixed(1)}`]
      const score =
        was.score === after.score && was.pass === after.pass
          ? []
          : [`${after.suite}: ${told(was)}, was; ${told(after)} now`]
      return [...score, ...checkChanges(was.checks, after.checks), ...issueChanges(was.issues, after.issues)]
    }),
  ]
}

const told = ({ score, pass }: { score: number; pass: boolean }) =>
  `${score.toFixed(1)} ${pass ? 'pass' : 'fail'}`

function checkChanges(before: CheckResult[], now: CheckResult[]): string[] {
  const known = new Map(before.map(check => [check.id, check.outcome]))
  return now.flatMap(({ id, outcome }) =>
    known.get(id) === outcome ? [] : [`  ${id}: ${known.get(id) ?? 'not there'}, was; ${outcome} now`],
  )
}

function issueChanges(before: Issue[], now: Issue[]): string[] {
  const nameOf = ({ check, key, status }: Issue) => `${check} ${key} ${status}`
  const known = new Map(before.map(issue => [nameOf(issue), issue]))
  const present = new Set(now.map(nameOf))
  return [
    ...before.filter(issue => !present.has(nameOf(issue))).map(issue => `  - ${lineOf(issue)}`),
    ...now.flatMap(issue => {
      const was = known.get(nameOf(issue))
      if (!was) return [`  + ${lineOf(issue)}`]
      const same = was.severity === issue.severity && Math.abs(was.charged - issue.charged) < 1e-6
      return same
        ? []
        : [
            `  ~ ${lineOf(issue)}; was ${was.severity}, charged ${was.charged.toFixed(3)}, and is charged ${issue.charged.toFixed(3)}`,
          ]
    }),
  ]
}

const lineOf = ({ severity, status, key, message }: Issue) =>
  `${severity} (${status}) ${key}: ${message.slice(0, 200)}`
