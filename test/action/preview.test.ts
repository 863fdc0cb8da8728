import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type Happening, readEvent } from '../../action/event.ts'
import type { GitHub, Signal } from '../../action/github.ts'
import { findPreview } from '../../action/preview.ts'
import { answers, asLabel, fillPattern } from '../../action/written.ts'

const happening = {
  sha: 'a'.repeat(40),
  pull: 7,
  branch: 'feat/New_Shop',
  deployment: null,
  head: null,
} as Happening

/** What is found when statuses and checks are these, look after look, the last of which stays. */
function found(kind: 'status' | 'check', name: string, ...looks: Signal[][]): Promise<string> {
  const look = async () => (looks.length > 1 ? looks.shift()! : looks[0]!)
  const github: Partial<GitHub> = { statuses: look, checks: look }
  return findPreview({
    happening,
    github: github as GitHub,
    environment: '',
    source: { kind, name },
    deadline: performance.now() + 5000,
    limit: 'the test',
  })
}

const signal = (name: string, state: string, ...urls: string[]): Signal => ({ name, state, urls })
const NETLIFY = 'https://deploy-preview-7--shop.netlify.app/'

test('a preview by the status of the commit: its name fits, it is waited for, the newest counts', async () => {
  const other = signal('ci/build', 'success', 'https://ci.example.com/7')
  const name = 'netlify/shop/deploy-preview'
  const log = 'https://app.netlify.com/sites/shop/deploys/1'
  const url = await found(
    'status',
    'netlify/*/deploy-preview',
    [other, signal(name, 'pending', log)],
    [other, signal(name, 'success', NETLIFY), signal(name, 'pending', log)],
  )
  expect(url).toBe(NETLIFY)
})

test('a preview by a check: the address in its summary, not the dashboard of the host', async () => {
  const dashboard = 'https://dash.cloudflare.com/?to=/:account/pages/view/shop/1'
  expect(
    await found('check', 'Cloudflare Pages*', [
      signal('Cloudflare Pages: shop', 'success', dashboard, 'https://1a2b.shop.pages.dev/', dashboard),
    ]),
  ).toBe('https://1a2b.shop.pages.dev/')
})

test('a signal that failed, one without a preview, and two of them stop the search', async () => {
  await expect(found('check', '*', [signal('Pages', 'failure', NETLIFY)])).rejects.toThrow(
    /^The check "Pages" ended with failure: there is no preview/,
  )
  await expect(
    found('status', '*', [signal('netlify', 'success', 'https://app.netlify.com/sites/shop')]),
  ).rejects.toThrow(/^The status "netlify" shows no address .*deploy-preview-\{number\}/)
  await expect(
    found('status', '*', [signal('a', 'success', NETLIFY), signal('b', 'success', NETLIFY)]),
  ).rejects.toThrow(/^2 previews fit: "a", "b"\. Name the one to verify in the input preview-from/)
})

test('number, branch and commit stand in an address', async () => {
  expect(await fillPattern('https://pr-{number}.dev/{branch}?v={sha}', happening, null)).toBe(
    `https://pr-7.dev/feat-new-shop?v=${'a'.repeat(40)}`,
  )
  const github: Partial<GitHub> = {
    pullOf: async () => ({ number: 12, fork: true, sha: '', branch: '', base: '' }),
  }
  const run = { ...happening, pull: null, branch: null }
  expect(await fillPattern('https://pr-{number}.dev/', run, github as GitHub)).toBe('https://pr-12.dev/')
  await expect(fillPattern('https://pr-{number}.dev/', run, null)).rejects.toThrow(/is of no pull request/)
  await expect(fillPattern('https://{branch}.dev/', run, null)).rejects.toThrow(/is of no branch/)
  expect(asLabel('-Fix: ÄÖ #7-')).toBe('fix-7')
})

test('branch and commit as the event names them', () => {
  const event = (eventName: string, payload: object, ref = '') =>
    readEvent({
      eventName,
      payload,
      ref,
      actor: 'octo',
      repo: { owner: 'octo', repo: 'shop' },
      sha: 'f'.repeat(40),
      runId: 1,
      runAttempt: 1,
      job: 'cutover',
      serverUrl: 'https://github.com',
    })
  const sha = 'b'.repeat(40)
  expect(event('push', {}, 'refs/heads/feat/a')).toMatchObject({ branch: 'feat/a', sha: 'f'.repeat(40) })
  expect(event('push', {}, 'refs/tags/v1')).toMatchObject({ branch: null })
  expect(event('pull_request', { pull_request: { number: 1, head: { ref: 'x', sha } } })).toMatchObject({
    branch: 'x',
    sha,
  })
  expect(event('status', { sha })).toMatchObject({ sha })
  expect(event('check_run', { check_run: { head_sha: sha } })).toMatchObject({ sha })
})

/** A site that answers with each of `statuses` in turn, the last of which stays. */
async function site(...statuses: number[]) {
  const seen: (string | undefined)[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers['x-bypass'] as string | undefined)
    const status = statuses.length > 1 ? statuses.shift()! : statuses[0]!
    response.writeHead(status, { location: 'https://elsewhere.invalid/' }).end('page')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, seen }
}

test('a site is waited for until it answers well, with its headers and without following it elsewhere', async () => {
  const { url, seen } = await site(404, 302)
  await answers(url, { 'X-Bypass': 'hush' }, 20_000, 'the test')
  expect(seen).toEqual(['hush', 'hush'])
})

test('a site that never does is told with its last answer', async () => {
  await expect(answers((await site(401)).url, {}, 10, 'the test')).rejects.toThrow(
    /did not answer with a status below 400 within the test: it answers 401\. If it is protected/,
  )
  await expect(answers('http://127.0.0.1:9/', {}, 10, 'the test')).rejects.toThrow(/no answer \(/)
})
