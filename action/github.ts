/**
 * What the Action asks of GitHub, each in words of its own; the only user of Octokit. Requests name their routes: the
 * methods of `octokit.rest` are not bundled.
 */
import { getOctokit } from '@actions/github'
import { retryAfter } from './backoff.ts'
import type { Happening } from './event.ts'
import { Failure } from './failure.ts'
import { fetchOver, openHttp } from './http.ts'
import { log } from './log.ts'

export interface Author {
  author: string
  isBot: boolean
}

export interface Comment extends Author {
  id: number
  body: string
}

export interface Signal {
  name: string
  /** As of a deployment. */
  state: string
  /** Addresses that it shows, the likeliest first. */
  urls: string[]
}

export interface Pull {
  number: number
  /** Its commit is in no branch of the repository itself. */
  fork: boolean
  /** The commit and the branch that are to be merged, and the branch into which. */
  sha: string
  branch: string
  base: string
}

/** A remark of a check run, on a file: GitHub knows none without. */
export interface Annotation {
  path: string
  start_line: number
  end_line: number
  annotation_level: 'notice' | 'warning' | 'failure'
  title: string
  message: string
  raw_details?: string
}

export interface CheckRun {
  status: 'in_progress' | 'completed'
  conclusion?: 'success' | 'failure' | 'neutral' | 'cancelled'
  details_url: string
  output: { title: string; summary: string; annotations?: Annotation[] }
  /** Buttons below it. */
  actions?: { label: string; description: string; identifier: string }[]
}

/** A file of the repository, with what tells this state of it from others. */
export interface RepositoryFile {
  text: string
  sha: string
}

export interface GitHub {
  /** Deployments of a commit, the newest first. */
  deployments(sha: string): Promise<{ id: number; environment: string }[]>
  /** The newest state of a deployment, `pending` when there is none, and where it can be seen; null when it is gone. */
  deploymentState(id: number): Promise<{ state: string; url: string } | null>
  /** What other services said of a commit by statuses, the newest first. */
  statuses(sha: string): Promise<Signal[]>
  /** Likewise by check runs. */
  checks(sha: string): Promise<Signal[]>
  /**
   * The open pull request whose head is `sha`, the oldest where there are several.
   * @param head `owner:branch` of it, when that is known
   */
  pullOf(sha: string, head: string | null): Promise<Pull | null>
  /** Who the token is, e.g. `github-actions[bot]`; null when GitHub does not say. */
  login(): Promise<string | null>
  comments(pull: number): AsyncIterable<Comment>
  /** Null when it is not there any more. */
  comment(id: number): Promise<Comment | null>
  createComment(pull: number, body: string): Promise<Comment>
  /** False when it is not there any more. */
  updateComment(id: number, body: string): Promise<boolean>
  deleteComment(id: number): Promise<void>
  /** Writes the check run `id`, or a new one for a commit. @returns its id */
  writeCheck(run: number | { name: string; head_sha: string }, check: CheckRun): Promise<number>
  /** What somebody may do here: `admin`, `write`, `read` or `none`; the finer roles are told as one of these. */
  permission(login: string): Promise<string>
  /** Null where there is no open pull request of this number. */
  pull(number: number): Promise<Pull | null>
  /** Of a branch, the default one for null; null where there is no such file. */
  file(path: string, branch: string | null): Promise<RepositoryFile | null>
  /** @param before the file as it was read; null for a new one @returns the commit, and the one before */
  commitFile(
    path: string,
    branch: string,
    text: string,
    message: string,
    before: RepositoryFile | null,
  ): Promise<{ sha: string; parent: string }>
}

export function openGitHub(token: string, { repository }: Happening): GitHub {
  // A connection that was kept for the length of a scan may be closed by the time it is used again.
  const fetch = fetchOver(openHttp({ keepAlive: false }))
  const octokit = getOctokit(token, { log: SILENT, request: { fetch } })
  const ask = octokit.request
  const pullOf = ({ number, head, base }: ListedPull): Pull => ({
    number,
    fork: head.repo?.full_name !== `${repository.owner}/${repository.repo}`,
    sha: head.sha,
    branch: head.ref,
    base: base.ref,
  })
  return {
    async deployments(sha) {
      const { data } = await ask('GET /repos/{owner}/{repo}/deployments', {
        ...repository,
        sha,
        per_page: 100,
      })
      return data.map(({ id, environment }) => ({ id: Number(id), environment })).sort((a, b) => b.id - a.id)
    },
    async deploymentState(id) {
      const answer = await orNull(
        ask('GET /repos/{owner}/{repo}/deployments/{deployment_id}/statuses', {
          ...repository,
          deployment_id: id,
          per_page: 100,
        }),
      )
      if (!answer) return null
      const [newest] = [...answer.data].sort((a, b) => Number(b.id) - Number(a.id))
      return { state: newest?.state ?? 'pending', url: newest?.environment_url ?? '' }
    },
    async statuses(sha) {
      const { data } = await ask('GET /repos/{owner}/{repo}/commits/{ref}/statuses', {
        ...repository,
        ref: sha,
        per_page: 100,
      })
      return data.map(({ context, state, target_url }) => ({
        name: context,
        state,
        urls: target_url ? [target_url] : [],
      }))
    },
    async checks(sha) {
      const { data } = await ask('GET /repos/{owner}/{repo}/commits/{ref}/check-runs', {
        ...repository,
        ref: sha,
        per_page: 100,
      })
      return data.check_runs.map(({ name, status, conclusion, details_url, output }) => ({
        name,
        state: status !== 'completed' ? status : conclusion === 'success' ? 'success' : 'failure',
        urls: [...addressesIn(output.summary ?? ''), ...(details_url ? [details_url] : [])],
      }))
    },
    async pullOf(sha, head) {
      const choice = (pulls: readonly ListedPull[]): Pull | null => {
        const open = pulls.filter(pull => pull.state === 'open' && pull.head.sha === sha)
        const [oldest] = open.sort((a, b) => a.number - b.number)
        return oldest ? { ...pullOf(oldest), fork: open.every(one => pullOf(one).fork) } : null
      }
      const known = await ask('GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls', {
        ...repository,
        commit_sha: sha,
        per_page: 100,
      })
      const found = choice(known.data)
      if (found) return found
      // GitHub associates no commit of a fork with the pull request that it is the head of.
      const open = await ask('GET /repos/{owner}/{repo}/pulls', {
        ...repository,
        state: 'open',
        ...(head && { head }),
        sort: 'updated',
        direction: 'desc',
        per_page: 100,
      })
      return choice(open.data)
    },
    async login() {
      const { viewer } = await octokit.graphql<{ viewer: { login: string } }>('{ viewer { login } }')
      return viewer.login
    },
    async *comments(pull) {
      const pages = untilRefused(
        octokit.paginate.iterator('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', {
          ...repository,
          issue_number: pull,
          per_page: 100,
        }),
      )
      for await (const { data } of pages) yield* data.map(commentOf)
    },
    async comment(id) {
      const answer = await orNull(ask(`GET ${COMMENT}`, { ...repository, comment_id: id }))
      return answer && commentOf(answer.data)
    },
    async createComment(pull, body) {
      const { data } = await ask('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
        ...repository,
        issue_number: pull,
        body,
      })
      return commentOf(data)
    },
    async updateComment(id, body) {
      return Boolean(await orNull(ask(`PATCH ${COMMENT}`, { ...repository, comment_id: id, body })))
    },
    async deleteComment(id) {
      await orNull(ask(`DELETE ${COMMENT}`, { ...repository, comment_id: id }))
    },
    async writeCheck(run, check) {
      const { data } =
        typeof run === 'number'
          ? await ask('PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}', {
              ...repository,
              check_run_id: run,
              ...check,
            })
          : await ask('POST /repos/{owner}/{repo}/check-runs', {
              ...repository,
              ...run,
              ...check,
            })
      return Number(data.id)
    },
    async permission(username) {
      const answer = await orNull(
        ask('GET /repos/{owner}/{repo}/collaborators/{username}/permission', {
          ...repository,
          username,
        }),
      )
      return answer?.data.permission ?? 'none'
    },
    async pull(pull_number) {
      const answer = await orNull(
        ask('GET /repos/{owner}/{repo}/pulls/{pull_number}', { ...repository, pull_number }),
      )
      return answer?.data.state === 'open' ? pullOf(answer.data) : null
    },
    async file(path, branch) {
      const answer = await orNull(
        ask(`GET ${FILE}`, {
          ...repository,
          path,
          ...(branch && { ref: `refs/heads/${branch}` }),
        }),
      )
      if (!answer) return null
      const { data } = answer
      if (Array.isArray(data) || data.type !== 'file' || !('content' in data) || data.encoding !== 'base64')
        throw new Failure(`${path} of the repository is no plain file of at most 1 MB`)
      return { text: Buffer.from(data.content, 'base64').toString('utf8'), sha: data.sha }
    },
    async commitFile(path, branch, text, message, before) {
      const { data } = await ask(`PUT ${FILE}`, {
        ...repository,
        path,
        branch,
        message,
        content: Buffer.from(text).toString('base64'),
        ...(before && { sha: before.sha }),
      })
      const [parent] = data.commit.parents ?? []
      return { sha: data.commit.sha ?? '', parent: parent?.sha ?? '' }
    },
  }
}

const COMMENT = '/repos/{owner}/{repo}/issues/comments/{comment_id}'
const FILE = '/repos/{owner}/{repo}/contents/{path}'

interface ListedPull {
  number: number
  state: string
  head: { sha: string; ref: string; repo?: { full_name: string } | null }
  base: { ref: string }
}

const addressesIn = (text: string): string[] => text.match(/https:\/\/[^\s'"<>()[\]`]+/g) ?? []

/** What was read stays good when GitHub refuses one of the pages behind it. */
async function* untilRefused<T>(pages: AsyncIterable<T>): AsyncGenerator<T> {
  let read = 0
  try {
    for await (const page of pages) {
      yield page
      read++
    }
  } catch (error) {
    const refused = /^40[134]$/.test(String(statusOf(error))) && limitedFor(error) === null
    if (read === 0 || !refused) throw error
    log.info(`comments behind the first ${read * 100} cannot be read (${statusOf(error)})`)
  }
}

interface Answered {
  id: number | bigint
  body?: string
  user: { login: string; type: string } | null
}

function commentOf({ id, body, user }: Answered): Comment {
  return { id: Number(id), body: body ?? '', author: user?.login ?? '', isBot: user?.type === 'Bot' }
}

const nothing = () => {}
/** Octokit prints what goes wrong; we say it ourselves, where it matters. */
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing }

/** Null for what was deleted since it was found. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (statusOf(error) === 404) return null
    throw error
  }
}

/**
 * How long GitHub wants to be left alone, in milliseconds, when it refuses since there were too many requests; null when
 * that is not why. It says so with 429 or, like a missing permission, with 403.
 */
export function limitedFor(error: unknown, now = Date.now()): number | null {
  const status = statusOf(error)
  if (!(error instanceof Error) || (status !== 403 && status !== 429)) return null
  const headers = headersOf(error)
  const after = retryAfter(headers['retry-after'], now)
  if (after !== null) return after
  if (headers['x-ratelimit-remaining'] === '0')
    return Math.max(0, Number(headers['x-ratelimit-reset'] || 0) * 1000 - now)
  // The secondary limit comes without any header; GitHub's documentation asks for a minute.
  return status === 429 || /rate limit/i.test(error.message) ? 60_000 : null
}

function headersOf(error: Error): Record<string, string | undefined> {
  const response = 'response' in error ? error.response : null
  const headers = response && typeof response === 'object' && 'headers' in response ? response.headers : null
  return (headers ?? {}) as Record<string, string | undefined>
}

/** The status of GitHub's answer; undefined when there was none. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'status' in error && typeof error.status === 'number'
    ? error.status
    : undefined
}
