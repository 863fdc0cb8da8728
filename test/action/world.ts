/** Everything a run of the Action needs: a server, GitHub, and a step with the usual inputs. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { gateway, type Meddle, type Script, type TestCutover, testCutover } from './cutover.ts'
import { REPOSITORY, type TestGitHub, testGitHub } from './github.ts'
import { runStep, type Step, type StepResult } from './run-action.ts'

export interface Workflow {
  cutover: TestCutover
  github: TestGitHub
  /** Rights of a workflow with `pull-requests: write`, `checks: write` and `deployments: read`. */
  token: string
  /** For the pull request, unless `more` says otherwise. */
  step(inputs?: Record<string, string>, more?: Partial<Step>): Promise<StepResult>
  pullRequest(more?: object): NonNullable<Step['event']>
  /** Address of the last step's run. */
  runUrl(): string
  close(): Promise<void>
}

export const ORIGINAL = 'https://www.example.com/'
export const PREVIEW = 'https://pr-1.preview.example.com/'

/** Of the tests of one file. */
export let world: Workflow

/** For all tests of a file, which calls this once; each has a pull request of its own, whose page is as `script` says. */
export function openWorld(script?: Script): void {
  beforeAll(async () => {
    world = await openWorkflow()
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    await world.github.newPull()
    if (script) world.cutover.script = script
  })
}

export async function openWorkflow(options?: Parameters<typeof testCutover>[0]): Promise<Workflow> {
  const [cutover, github] = [await testCutover(options), await testGitHub()]
  const token = await github.token({ pull_requests: 'write', deployments: 'read', checks: 'write' })
  let runs = 5000
  const opened: Workflow = {
    cutover,
    github,
    token,
    pullRequest: (more = {}) => ({
      name: 'pull_request',
      payload: {
        action: 'synchronize',
        number: github.pull,
        pull_request: {
          number: github.pull,
          head: { sha: github.sha, ref: 'rebuild', repo: { full_name: REPOSITORY } },
          base: { ref: 'main', repo: { full_name: REPOSITORY } },
          user: { login: 'octo' },
          ...more,
        },
        repository: { full_name: REPOSITORY, name: 'shop', owner: { login: 'octo' } },
      },
    }),
    step: (inputs = {}, more = {}) =>
      runStep({
        inputs: {
          'server-url': cutover.url,
          'api-key': cutover.apiKey,
          'original-url': ORIGINAL,
          'new-url': PREVIEW,
          'poll-interval': '100ms',
          'github-token': token,
          ...inputs,
        },
        event: opened.pullRequest(),
        github: github.url,
        // The server takes steps of one run that submit the same for one and the same.
        runId: ++runs,
        ...more,
      }),
    runUrl: () => `https://github.com/${REPOSITORY}/actions/runs/${runs}`,
    async close() {
      await cutover.close()
      await github.close()
    },
  }
  return opened
}

/** A step whose server stands behind a gateway that misbehaves. */
export async function stepThrough(
  world: Workflow,
  meddle: Meddle,
  inputs: Record<string, string> = {},
  more: Partial<Step> = {},
) {
  const between = await gateway(world.cutover.url, meddle)
  const result = await world.step({ 'server-url': between.url, ...inputs }, more)
  await between.close()
  return { ...result, seen: between.seen, server: between.url }
}
