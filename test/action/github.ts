/**
 * GitHub on a loopback port: the emulator for repositories, pull requests and comments, behind what it lacks. Tokens are
 * those of an App installation, so a permission that is missing is refused as GitHub refuses it.
 */
import { createSign } from 'node:crypto'
import { createEmulator } from 'emulate'
import type { CheckRunState } from './github-checks.ts'
import { actionsApi, type Permissions, send } from './github-deployments.ts'

export const REPOSITORY = 'octo/shop'
const OWNER_TOKEN = 'owner-token'

export interface TestGitHub {
  url: string
  /** Of the pull request's head. */
  sha: string
  branch: string
  pull: number
  /** A token as `permissions:` of a workflow gives it. */
  token(permissions: Permissions): Promise<string>
  /** As somebody with all rights. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into it
  ask(method: string, path: string, body?: object): Promise<any>
  comments(): Promise<{ id: number; body: string; user: { login: string; type: string } }[]>
  /** Check runs of a commit, the newest first. */
  checks(sha?: string): Promise<CheckRunState[]>
  /** Each request as `GET /repos/…`. */
  asked: string[]
  /** A new pull request, so that a test starts without comments. */
  newPull(): Promise<{ pull: number; sha: string; branch: string }>
  close(): Promise<void>
}

export async function testGitHub(): Promise<TestGitHub> {
  const github = await createEmulator({ service: 'github', port: 0, seed: SEED })
  const key = github.generatedSecrets[0]!.value
  const asked: string[] = []
  const granted = new Map<string, Permissions>()
  const front = await createEmulator({
    service: actionsApi({ github: github.url, owner: OWNER_TOKEN, asked, granted }),
    port: 0,
    inspector: false,
  })
  const ask = (method: string, path: string, body?: object) =>
    send(front.url, OWNER_TOKEN, method, path, body)
  granted.set(OWNER_TOKEN, {
    ...{ deployments: 'write', pull_requests: 'write', issues: 'write' },
    ...{ checks: 'write', statuses: 'write', contents: 'write' },
  })
  let branches = 0
  const newPull = async () => {
    const branch = `rebuild-${++branches}`
    const main = await ask('GET', `/repos/${REPOSITORY}/git/ref/heads/main`)
    await ask('POST', `/repos/${REPOSITORY}/git/refs`, { ref: `refs/heads/${branch}`, sha: main.object.sha })
    const content = Buffer.from(`rebuilt ${branches}`).toString('base64')
    const { commit } = await ask('PUT', `/repos/${REPOSITORY}/contents/${branch}.txt`, {
      message: 'Rebuild',
      content,
      branch,
    })
    const { number } = await ask('POST', `/repos/${REPOSITORY}/pulls`, {
      title: 'Rebuild',
      head: branch,
      base: 'main',
    })
    return { pull: number as number, sha: commit.sha as string, branch }
  }
  const world: TestGitHub = {
    url: front.url,
    ...(await newPull()),
    async token(permissions) {
      const { token } = await send(
        github.url,
        appJwt(key),
        'POST',
        '/app/installations/100/access_tokens',
        // What the emulator knows; the others are ours.
        {
          permissions: {
            ...{ metadata: 'read', ...permissions },
            ...{ deployments: undefined, checks: undefined, statuses: undefined, id_token: undefined },
          },
        },
      )
      granted.set(token, permissions)
      return token
    },
    ask,
    comments: () => ask('GET', `/repos/${REPOSITORY}/issues/${world.pull}/comments?per_page=100`),
    checks: async (sha = world.sha) =>
      (await ask('GET', `/repos/${REPOSITORY}/commits/${sha}/check-runs`)).check_runs,
    asked,
    async newPull() {
      return Object.assign(world, await newPull())
    },
    async close() {
      await front.close()
      await github.close()
    },
  }
  return world
}

const SEED = {
  tokens: { [OWNER_TOKEN]: { login: 'octo', scopes: ['repo'] } },
  github: {
    users: [{ login: 'octo' }, { login: 'stranger' }],
    repos: [{ owner: 'octo', name: 'shop', auto_init: true }],
    apps: [
      {
        app_id: 15368,
        slug: 'github-actions',
        name: 'GitHub Actions',
        permissions: { contents: 'write', issues: 'write', pull_requests: 'write', metadata: 'read' },
        events: [],
        installations: [{ installation_id: 100, account: 'octo', repository_selection: 'all' }],
      },
    ],
  },
}

function appJwt(key: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const unsigned = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ iat: now - 60, exp: now + 500, iss: '15368' })}`
  return `${unsigned}.${createSign('RSA-SHA256').update(unsigned).sign(key, 'base64url')}`
}
