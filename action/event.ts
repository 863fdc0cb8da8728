/** What made the workflow run, out of the event's payload: nothing else reads it. */
import * as github from '@actions/github'

export interface Happening {
  name: string
  /** The commit that was deployed: the pull request's head, not the merge of it. */
  sha: string
  /** Number of the pull request when the event names it. */
  pull: number | null
  repository: { owner: string; repo: string }
  /** Set when the event's runs get no secrets: who reads the check cannot do anything about a missing key. */
  withoutSecrets: string | null
  deployment: Deployment | null
  run: { id: number; attempt: number; job: string; url: string }
}

/** Of a `deployment_status` event. */
export interface Deployment {
  state: string
  environment: string
  url: string
}

export function readEvent(): Happening {
  const { context } = github
  const { payload } = context
  const pull = payload.pull_request
  const repository = context.repo
  return {
    name: context.eventName || 'unknown',
    sha: shaOf(payload) || context.sha || '',
    pull: pull?.number ?? queuedPull(payload) ?? null,
    repository,
    withoutSecrets: withoutSecrets(payload, `${repository.owner}/${repository.repo}`),
    deployment: payload.deployment_status
      ? {
          state: String(payload.deployment_status.state ?? ''),
          environment: String(payload.deployment?.environment ?? payload.deployment_status.environment ?? ''),
          // Not target_url, which is where the log is.
          url: String(payload.deployment_status.environment_url || ''),
        }
      : null,
    run: {
      id: context.runId || 0,
      attempt: context.runAttempt || 1,
      job: context.job || '',
      url: `${context.serverUrl}/${repository.owner}/${repository.repo}/actions/runs/${context.runId || 0}`,
    },
  }
}

type Payload = typeof github.context.payload

function shaOf(payload: Payload): string {
  return String(
    payload.pull_request?.head?.sha ??
      payload.deployment?.sha ??
      payload.merge_group?.head_sha ??
      payload.workflow_run?.head_sha ??
      '',
  )
}

/** The queue's branch names the pull request: `gh-readonly-queue/main/pr-12-<sha>`. */
function queuedPull(payload: Payload): number | null {
  const [, number] = /\/pr-(\d+)-[0-9a-f]+$/.exec(String(payload.merge_group?.head_ref ?? '')) ?? []
  return number ? Number(number) : null
}

/** GitHub treats what Dependabot starts with these, and with events of pull requests, as it treats forks. */
const UNTRUSTED = new Set(['push', 'create', 'deployment', 'deployment_status'])

function withoutSecrets({ pull_request: pull }: Payload, repository: string): string | null {
  const { actor, eventName } = github.context
  if (actor === 'dependabot[bot]' && (pull || UNTRUSTED.has(eventName)))
    return 'The workflow was started by Dependabot, which gets no secrets of Actions; Dependabot has secrets of its own.'
  if (!pull) return null
  const from = pull.head?.repo?.full_name
  if (from !== undefined && from !== repository)
    return 'The pull request comes from a fork, and GitHub gives no secrets to workflows of forks.'
  if (pull.head && pull.head.repo === null)
    return 'The pull request comes from a fork that was deleted, and GitHub gives no secrets to workflows of forks.'
  return null
}
