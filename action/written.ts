/** The address that the workflow wrote for the preview: its placeholders, and the wait until something answers there. */
import { jittered, sleep, troubleWait } from './backoff.ts'
import type { Happening } from './event.ts'
import { Failure } from './failure.ts'
import { type GitHub, statusOf } from './github.ts'
import { filled } from './inputs/fields.ts'
import { log } from './log.ts'

/** @throws {Failure} when this run has no such number or branch */
export async function fillPattern(
  pattern: string,
  { pull, branch, sha, head }: Happening,
  github: GitHub | null,
): Promise<string> {
  const values: Record<string, string> = { sha, branch: branch ? asLabel(branch) : '' }
  if (pattern.includes('{number}')) values.number = String(pull ?? (await numberOf(sha, head, github)) ?? '')
  for (const [name, value] of Object.entries(values))
    if (!value && pattern.includes(`{${name}}`))
      throw new Failure(
        `new-url holds {${name}}, and this run is of no ${name === 'number' ? 'pull request' : name === 'sha' ? 'commit' : 'branch'}: run the step on "pull_request", or leave {${name}} out.`,
      )
  return filled(pattern, values)
}

async function numberOf(sha: string, head: string | null, github: GitHub | null): Promise<number | null> {
  try {
    return (await github?.pullOf(sha, head))?.number ?? null
  } catch (error) {
    throw new Failure(
      `new-url holds {number}, and GitHub does not tell of pull requests (${statusOf(error) ?? 'no answer'}): add "pull-requests: write" to the job's permissions.`,
    )
  }
}

/** As hosts make a name of a branch: `feat/New_Shop` is `feat-new-shop`. */
export function asLabel(branch: string): string {
  return branch
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

const ANSWER_MS = 30_000

/** Waits until `url` answers with a status below 400. @throws {Failure} after `waitMs`, with what it answered last */
export async function answers(
  url: string,
  headers: Record<string, string>,
  waitMs: number,
  limit: string,
): Promise<void> {
  const deadline = performance.now() + waitMs
  let told = ''
  for (let tries = 1; ; tries++) {
    const seen = await look(url, headers)
    if (seen === null) return
    if (seen !== told) log.info(`new-url: ${seen}`)
    told = seen
    const wait = jittered(troubleWait(tries, 1000, 15_000))
    const left = deadline - performance.now()
    if (wait >= left) break
    await sleep(wait)
  }
  throw new Failure(
    `${url} did not answer with a status below 400 within ${limit}: ${told}.${/40[13]/.test(told) ? ' If it is protected, send what lets in as new-headers.' : ''}`,
  )
}

/** Null for an answer that is good. What the headers hold goes to this address only: redirects are not followed. */
async function look(url: string, headers: Record<string, string>): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS)
    const answer = await fetch(url, { headers, redirect: 'manual', signal })
    await answer.body?.cancel()
    return answer.status < 400 ? null : `it answers ${answer.status}`
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return `no answer (${cause instanceof Error && 'code' in cause ? cause.code : 'network'})`
  }
}
