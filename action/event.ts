/** What made the workflow run, out of the event's payload: nothing else reads it. */
import * as github from '@actions/github'
import type { CutoverFile } from './cutover-file.ts'

export interface Happening {
  name: string
  /** The commit that was deployed: the pull request's head, not the merge of it. */
  sha: string
  /** Name of the branch that was pushed, when the event names it. */
  branch: string | null
  /** Number of the pull request when the event names it. */
  pull: number | null
  repository: { owner: string; repo: string }
  /** Whose branch the commit is the head of, as `owner:branch`, when the event says so. */
  head: string | null
  /** Whether the commit comes from a fork; null when the event does not say. */
  fork: boolean | null
  /** Set when the event's runs get no secrets: who reads the check cannot do anything about a missing key. */
  withoutSecrets: string | null
  deployment: Deployment | null
  /** The branch into which the pull request is to be merged, when the event names it. */
  base: string | null
  /** Whose preview is compared, where that is not `sha`: only cutover.yml has changed since. */
  previewSha?: string
  /** What holds in place of the checkout's cutover.yml. */
  acceptedFile?: CutoverFile
  /** What somebody wrote to this step below a pull request. */
  command: Comment | null
  /** What happened to a check run, for a `check_run` event. */
  pressed: { name: string; action: string; button: string } | null
  /** Set when the event is none for this step. */
  noConcern: string | null
  run: { id: number; attempt: number; job: string; url: string }
}

/** Of a `deployment_status` event. */
export interface Deployment {
  state: string
  environment: string
  url: string
}

/** A comment that asks for something; anybody can write one. */
export interface Comment {
  pull: number
  login: string
  body: string
}

type Context = Pick<
  typeof github.context,
  'payload' | 'eventName' | 'ref' | 'actor' | 'repo' | 'sha' | 'runId' | 'runAttempt' | 'job' | 'serverUrl'
>

export function readEvent(context: Context = github.context): Happening {
  const { payload } = context
  const pull = payload.pull_request
  const repository = context.repo
  return {
    name: context.eventName || 'unknown',
    sha: shaOf(context) || context.sha || '',
    branch: branchOf(context),
    pull: pull?.number ?? queuedPull(payload) ?? null,
    repository,
    head: headOf(payload),
    fork: isFork(context),
    withoutSecrets: withoutSecrets(context),
    deployment: payload.deployment_status
      ? {
          state: String(payload.deployment_status.state ?? ''),
          environment: String(payload.deployment?.environment ?? payload.deployment_status.environment ?? ''),
          // Not target_url, which is where the log is.
          url: String(payload.deployment_status.environment_url || ''),
        }
      : null,
    base: pull?.base?.ref ? String(pull.base.ref) : null,
    command: commandOf(context),
    pressed: payload.check_run
      ? {
          name: String(payload.check_run.name ?? ''),
          action: String(payload.action ?? ''),
          button: String(payload.requested_action?.identifier ?? ''),
        }
      : null,
    noConcern: context.eventName === 'issue_comment' && !commandOf(context) ? NO_COMMAND : null,
    run: {
      id: context.runId || 0,
      attempt: context.runAttempt || 1,
      job: context.job || '',
      url: `${context.serverUrl}/${repository.owner}/${repository.repo}/actions/runs/${context.runId || 0}`,
    },
  }
}

type Payload = typeof github.context.payload

const NO_COMMAND = 'The comment is no new one below a pull request that begins with "/cutover".'

/** Of a comment as it was written at first: who edits one may be somebody else. */
function commandOf({ payload, eventName }: Context): Comment | null {
  const { issue, comment } = payload
  if (eventName !== 'issue_comment' || payload.action !== 'created' || !issue?.pull_request) return null
  const body = String(comment?.body ?? '')
  return /^\/cutover\b/.test(body)
    ? { pull: issue.number, login: String(comment?.user?.login ?? ''), body }
    : null
}

function branchOf({ payload, ref }: Context): string | null {
  const named =
    payload.pull_request?.head?.ref ??
    payload.workflow_run?.head_branch ??
    payload.check_run?.check_suite?.head_branch ??
    payload.deployment?.ref
  return named ? String(named) : (/^refs\/heads\/(.+)$/.exec(ref ?? '')?.[1] ?? null)
}

function shaOf({ payload, eventName }: Context): string {
  return String(
    payload.pull_request?.head?.sha ??
      payload.deployment?.sha ??
      payload.merge_group?.head_sha ??
      payload.workflow_run?.head_sha ??
      payload.check_run?.head_sha ??
      (eventName === 'status' ? payload.sha : null) ??
      '',
  )
}

/** The queue's branch names the pull request: `gh-readonly-queue/main/pr-12-<sha>`. */
function queuedPull(payload: Payload): number | null {
  const [, number] = /\/pr-(\d+)-[0-9a-f]+$/.exec(String(payload.merge_group?.head_ref ?? '')) ?? []
  return number ? Number(number) : null
}

function headOf({ pull_request: pull, workflow_run: run }: Payload): string | null {
  if (pull) return pull.head?.label ?? null
  const owner = run?.head_repository?.owner?.login
  return owner && run.head_branch ? `${owner}:${run.head_branch}` : null
}

/** Events that only somebody with write access makes. */
const OWN = new Set(['push', 'workflow_dispatch', 'schedule', 'merge_group', 'repository_dispatch'])

/** A fork that was deleted is one as well. */
function isFork({ payload, eventName, repo: { owner, repo } }: Context): boolean | null {
  const { pull_request: pull, workflow_run: run } = payload
  const from = pull ? pull.head?.repo : run?.head_repository
  if (pull?.head || run) return from?.full_name !== `${owner}/${repo}`
  return OWN.has(eventName) ? false : null
}

/** GitHub treats what Dependabot starts with these, and with events of pull requests, as it treats forks. */
const UNTRUSTED = new Set(['push', 'create', 'deployment', 'deployment_status'])

function withoutSecrets(context: Context): string | null {
  const { actor, eventName, payload } = context
  const pull = payload.pull_request
  // What runs for the base branch gets its secrets, whoever made the pull request.
  if (eventName === 'pull_request_target') return null
  if (actor === 'dependabot[bot]' && (pull || UNTRUSTED.has(eventName)))
    return 'The workflow was started by Dependabot, which gets no secrets of Actions; Dependabot has secrets of its own.'
  if (!pull || !isFork(context)) return null
  return `The pull request comes from a fork${pull.head.repo === null ? ' that was deleted' : ''}, and GitHub gives no secrets to workflows of forks.`
}
