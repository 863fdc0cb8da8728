/** Runs of one pull request that overtake each other, in a long conversation: what stands there in the end. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { REPOSITORY, type TestGitHub, testGitHub } from './github.ts'
import { runStep } from './run-action.ts'
import { failingScorecard, scorecard } from './scorecards.ts'

export interface Race {
  /** How many comments of ours there are after both runs. */
  comments: number
  /** Whether the one comment has the verdict of the newer run. */
  newest: boolean
  /** From the first start to the last end. */
  milliseconds: number
}

/**
 * Two runs each time, of which the newer one passes: with and without a comment of an earlier run, the one or the other
 * first to start, the one or the other first to end.
 * @param talk comments of others
 */
export async function races(rounds: number, talk: number): Promise<Race[]> {
  const github = await testGitHub()
  const server = await scans()
  const token = await github.token({ pull_requests: 'write', deployments: 'read' })
  const path = `/repos/${REPOSITORY}/issues/${github.pull}/comments`
  await Promise.all(
    Array.from({ length: talk }, (_, n) => github.ask('POST', path, { body: `Comment ${n} of somebody` })),
  )
  let run = 100
  /** @param scanMs how long its job takes */
  const step = async (runId: number, verdict: 'pass' | 'fail', delayMs: number, scanMs: number) => {
    await new Promise(resolve => setTimeout(resolve, delayMs))
    return runStep({
      inputs: {
        'server-url': server.url,
        'api-key': 'key-of-the-test',
        'original-url': 'https://www.example.com/',
        'new-url': `https://preview.example.com/?${verdict}=${scanMs}&run=${runId}`,
        'poll-interval': '100ms',
        'github-token': token,
      },
      event: {
        name: 'pull_request',
        payload: {
          pull_request: { number: github.pull, head: { sha: github.sha, repo: { full_name: REPOSITORY } } },
        },
      },
      github: github.url,
      runId,
    })
  }
  const results: Race[] = []
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) await forget(github, path)
    const [older, newer] = [++run, ++run]
    const apart = [0, 100, 300][round % 3]!
    const [first, second] = round % 4 < 3 ? [0, apart] : [apart, 0]
    const started = performance.now()
    await Promise.all([
      step(older, 'fail', first, [0, 900, 300, 1500][round % 4]!),
      step(newer, 'pass', second, [900, 0, 300][round % 3]!),
    ])
    const milliseconds = performance.now() - started
    const [comment, ...more] = await ours(github, path)
    const newest = Boolean(
      comment?.body.includes('### ✅') && comment.body.includes(`/actions/runs/${newer})`),
    )
    results.push({ comments: more.length + (comment ? 1 : 0), newest, milliseconds })
  }
  server.close()
  await github.close()
  return results
}

async function ours(github: TestGitHub, path: string): Promise<{ id: number; body: string }[]> {
  const all: { id: number; body: string }[] = []
  for (let page = 1; page === 1 || all.length === (page - 1) * 100; page++)
    all.push(...(await github.ask('GET', `${path}?per_page=100&page=${page}`)))
  return all.filter(({ body }) => body.startsWith('<!-- cutover '))
}

async function forget(github: TestGitHub, path: string): Promise<void> {
  for (const { id } of await ours(github, path))
    await github.ask('DELETE', `/repos/${REPOSITORY}/issues/comments/${id}`)
}

/** A server whose jobs end as their addresses say. */
async function scans(): Promise<{ url: string; close(): void }> {
  const jobs = new Map<string, { url: string; since: number }>()
  const server = createServer((request, response) => {
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    let text = ''
    request.on('data', part => (text += part))
    request.on('end', () => {
      if (request.method === 'POST' && request.url!.endsWith('/scorecard')) {
        const id = `${jobs.size + 1}`.padStart(27, 'a')
        jobs.set(id, { url: JSON.parse(text).new_url, since: performance.now() })
        return send(202, { job_id: id, status: 'queued', poll: `/api/v1/jobs/${id}` })
      }
      const [id = ''] = /a\w{26}/.exec(request.url!) ?? []
      const { url, since } = jobs.get(id)!
      const asked = new URL(url).searchParams
      const ended = performance.now() - since >= Number(asked.get('pass') ?? asked.get('fail'))
      const card = asked.has('pass') ? scorecard() : failingScorecard()
      const job = { id, original_url: 'https://www.example.com/', new_url: url }
      send(200, ended ? { ...job, status: 'completed', scorecard: card } : { ...job, status: 'running' })
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close().closeAllConnections(),
  }
}
