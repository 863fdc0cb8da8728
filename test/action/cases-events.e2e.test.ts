import { test } from 'vitest'
import {
  type Case,
  deployed,
  event,
  head,
  NOT_VERIFIED,
  PASSES,
  PREVIEW,
  runCase,
  says,
  when,
} from './cases.ts'
import { REPOSITORY } from './github.ts'
import { failingScorecard } from './scorecards.ts'
import { openWorld, world } from './world.ts'

openWorld()

const own = { full_name: REPOSITORY, owner: { login: 'octo' } }
const stranger = { full_name: 'stranger/shop', owner: { login: 'stranger' } }
const fork = () => ({ head: { sha: world.github.sha, ref: 'new', label: 'stranger:new', repo: stranger } })

const EVENTS: Record<string, Case> = {
  pull_request: { exit: 0, says: /submitted as job/, comment: PASSES },
  'pull_request that fails': {
    script: () => failingScorecard(),
    exit: 1,
    says: /::error title=Cutover%3A The new page should not go live yet::content 81\.2/,
    comment: /### ❌ The new page should not go live yet\n/,
  },
  'pull_request of a fork, with a key': {
    event: () => world.pullRequest(fork()),
    exit: 0,
    says: /submitted as job/,
    comment: PASSES,
  },
  'pull_request of a fork, without a key': {
    event: () => world.pullRequest(fork()),
    inputs: { 'api-key': '' },
    exit: 0,
    says: /::notice::Not verified\. .*comes from a fork, and GitHub gives no secrets/,
    comment: null,
  },
  'pull_request by Dependabot, without a key': {
    inputs: { 'api-key': '' },
    environment: { GITHUB_ACTOR: 'dependabot[bot]' },
    exit: 0,
    says: /::notice::Not verified\. .*Dependabot has secrets of its own/,
    comment: null,
  },
  'pull_request of the repository, without a key': {
    inputs: { 'api-key': '' },
    exit: 1,
    says: /api-key: is empty; the secret .*CUTOVER_API_KEY, does not exist/,
    comment: null,
  },
  'pull_request_target of a fork': {
    event: () => ({ ...world.pullRequest(fork()), name: 'pull_request_target' }),
    exit: 0,
    says: /submitted as job/,
    comment: PASSES,
  },
  'pull_request_target of a fork, without a key': {
    event: () => ({ ...world.pullRequest(fork()), name: 'pull_request_target' }),
    inputs: { 'api-key': '' },
    exit: 1,
    says: /api-key: is empty/,
    comment: null,
  },
  'pull_request_target of a fork, with a secret for its preview': {
    event: () => ({ ...world.pullRequest(fork()), name: 'pull_request_target' }),
    inputs: { 'new-headers': 'X-Bypass: hush-hush' },
    exit: 1,
    says: /The preview is of a fork, whose author would learn what new-headers holds.*fork-secrets/,
    comment: NOT_VERIFIED,
  },
  'push of the head of a pull request': {
    event: event('push', () => ({})),
    sha: head,
    exit: 0,
    says: /submitted as job/,
    comment: PASSES,
  },
  'push of a commit without one': {
    event: event('push', () => ({})),
    exit: 0,
    says: /::notice::No comment: no open pull request has commit 0123456 as its head/,
    comment: null,
  },
  deployment_status: {
    event: deployed('success'),
    inputs: { 'new-url': '' },
    exit: 0,
    says: /preview: https:\/\/pr-7\.preview/,
    comment: PASSES,
  },
  'deployment_status, under way': {
    event: deployed('in_progress'),
    inputs: { 'new-url': '' },
    exit: 0,
    says: /::notice::Not verified\. .*"Preview" is in_progress; its success starts another run/,
    comment: null,
  },
  'deployment_status of another environment': {
    event: deployed('success', PREVIEW, 'Production'),
    inputs: { 'new-url': '', environment: 'Preview*' },
    exit: 0,
    says: /::notice::Not verified\. .*"Production", not to "Preview\*"/,
    comment: null,
  },
  'deployment_status that failed': {
    event: deployed('failure'),
    inputs: { 'new-url': '' },
    exit: 1,
    says: /The deployment to "Preview" ended with failure: there is no preview/,
    comment: NOT_VERIFIED,
  },
  status: {
    event: event('status', () => ({ sha: head(), state: 'success', context: 'netlify/shop/deploy-preview' })),
    inputs: { 'new-url': '', 'preview-from': 'status: netlify/*/deploy-preview' },
    github: when(
      /\/commits\/\w+\/statuses/,
      says(200, [{ context: 'netlify/shop/deploy-preview', state: 'success', target_url: PREVIEW }]),
    ),
    exit: 0,
    says: /preview: https:\/\/pr-7\.preview/,
    comment: PASSES,
  },
  check_run: {
    event: event('check_run', () => ({ check_run: { head_sha: head(), conclusion: 'success' } })),
    inputs: { 'new-url': '', 'preview-from': 'check: Cloudflare Pages*' },
    github: when(
      /\/commits\/\w+\/check-runs/,
      says(200, {
        total_count: 1,
        check_runs: [
          {
            ...{ name: 'Cloudflare Pages: shop', status: 'completed', conclusion: 'success' },
            ...{ details_url: 'https://dash.cloudflare.com/1', output: { summary: `Preview: <${PREVIEW}>` } },
          },
        ],
      }),
    ),
    exit: 0,
    says: /preview: https:\/\/pr-7\.preview/,
    comment: PASSES,
  },
  workflow_run: {
    event: event('workflow_run', () => ({
      workflow_run: { head_sha: head(), head_branch: 'rebuild', head_repository: own },
    })),
    exit: 0,
    says: /submitted as job/,
    comment: PASSES,
  },
  'workflow_run for a fork, with a secret for its preview': {
    event: event('workflow_run', () => ({
      workflow_run: { head_sha: head(), head_branch: 'new', head_repository: stranger },
    })),
    inputs: { 'storefront-password': 'hush-hush' },
    exit: 1,
    says: /whose author would learn what storefront-password holds/,
    comment: NOT_VERIFIED,
  },
  merge_group: {
    event: event('merge_group', () => ({
      merge_group: {
        head_sha: 'b'.repeat(40),
        head_ref: `refs/heads/gh-readonly-queue/main/pr-${world.github.pull}-${'a'.repeat(40)}`,
      },
    })),
    exit: 0,
    says: /submitted as job/,
    comment: PASSES,
  },
  schedule: {
    event: event('schedule', () => ({ schedule: '0 4 * * *' })),
    exit: 0,
    says: /::notice::No comment: no open pull request/,
    comment: null,
  },
  workflow_dispatch: {
    event: event('workflow_dispatch', () => ({ inputs: {} })),
    sha: head,
    exit: 0,
    says: /submitted as job/,
    comment: PASSES,
  },
  'workflow_dispatch, with the number of a pull request in the address': {
    event: event('workflow_dispatch', () => ({ inputs: {} })),
    inputs: { 'new-url': 'https://pr-{number}.example.com/' },
    exit: 1,
    says: /new-url holds \{number\}, and this run is of no pull request/,
    comment: null,
  },
}

test.each(Object.entries(EVENTS))('%s', (_, row) => runCase(row))
