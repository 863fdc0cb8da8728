/** What the Action asks of GitHub, each in words of its own; the only user of Octokit. */
import { getOctokit } from '@actions/github'
import type { Happening } from './event.ts'

export interface Comment {
  id: number
  body: string
  author: string
  isBot: boolean
}

export interface GitHub {
  /** Deployments of a commit, the newest first. */
  deployments(sha: string): Promise<{ id: number; environment: string }[]>
  /** The newest state of a deployment, `pending` when there is none, and where it can be seen. */
  deploymentState(id: number): Promise<{ state: string; url: string }>
  /** The number of the open pull request whose head is `sha`. */
  pullOf(sha: string): Promise<number | null>
  /** Who the token is, e.g. `github-actions[bot]`; null when GitHub does not say. */
  login(): Promise<string | null>
  comments(pull: number): AsyncIterable<Comment>
  createComment(pull: number, body: string): Promise<number>
  updateComment(id: number, body: string): Promise<void>
  deleteComment(id: number): Promise<void>
}

const ANSWER_MS = 30_000

export function openGitHub(token: string, { repository }: Happening): GitHub {
  const octokit = getOctokit(token, { log: SILENT })
  octokit.hook.before('request', options => {
    options.request = { ...options.request, signal: AbortSignal.timeout(ANSWER_MS) }
  })
  const { rest } = octokit
  return {
    async deployments(sha) {
      const { data } = await rest.repos.listDeployments({ ...repository, sha, per_page: 100 })
      return [...data].sort((a, b) => b.id - a.id).map(({ id, environment }) => ({ id, environment }))
    },
    async deploymentState(id) {
      const { data } = await rest.repos.listDeploymentStatuses({
        ...repository,
        deployment_id: id,
        per_page: 100,
      })
      const [newest] = [...data].sort((a, b) => b.id - a.id)
      return { state: newest?.state ?? 'pending', url: newest?.environment_url ?? '' }
    },
    async pullOf(sha) {
      const { data } = await rest.repos.listPullRequestsAssociatedWithCommit({
        ...repository,
        commit_sha: sha,
      })
      return data.find(({ state, head }) => state === 'open' && head.sha === sha)?.number ?? null
    },
    async login() {
      const { viewer } = await octokit.graphql<{ viewer: { login: string } }>('{ viewer { login } }')
      return viewer.login
    },
    async *comments(pull) {
      const pages = octokit.paginate.iterator(rest.issues.listComments, {
        ...repository,
        issue_number: pull,
        per_page: 100,
      })
      for await (const { data } of pages)
        for (const { id, body, user } of data)
          yield { id, body: body ?? '', author: user?.login ?? '', isBot: user?.type === 'Bot' }
    },
    async createComment(pull, body) {
      return (await rest.issues.createComment({ ...repository, issue_number: pull, body })).data.id
    },
    async updateComment(id, body) {
      await rest.issues.updateComment({ ...repository, comment_id: id, body })
    },
    async deleteComment(id) {
      await rest.issues.deleteComment({ ...repository, comment_id: id })
    },
  }
}

const nothing = () => {}
/** Octokit prints what goes wrong; we say it ourselves, where it matters. */
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing }

/** The status of GitHub's answer; undefined when there was none. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'status' in error && typeof error.status === 'number'
    ? error.status
    : undefined
}
