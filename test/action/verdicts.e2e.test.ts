import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startWorker } from '../../server/worker/worker.ts'
import { CACHED } from '../compile-cache.ts'
import { failingScorecard, scorecard, suite } from './scorecards.ts'
import { ORIGINAL, openWorkflow, openWorld, PREVIEW, world } from './world.ts'

openWorld()

test('all pass: green, a comment, a summary, outputs', async () => {
  world.cutover.script = () => scorecard()
  const result = await world.step()
  expect(result).toMatchObject({ status: 0, commands: [] })
  expect(result.outputs).toMatchObject({
    'all-pass': 'true',
    'new-url': PREVIEW,
    'score-content': '98.5',
    'score-catalog': '',
    'report-url': '',
  })
  expect(JSON.parse(result.outputs.scorecard!)).toMatchObject({ pageName: 'Bakery', allPass: true })
  const [comment, ...more] = await world.github.comments()
  expect(more).toEqual([])
  expect(comment!.user.login).toBe('github-actions[bot]')
  expect(comment!.body).toContain('### ✅ The new page may replace the original')
  expect(comment!.body).toContain(' · perf 98.5 · ')
  expect(comment!.body).toContain(`commit \`${world.github.sha.slice(0, 7)}\``)
  expect(result.summary).toContain('## ✅ The new page may replace the original')
  expect(result.log).toMatch(/submitted as job \w+\n/)
})

test('a suite below its target: red, with the reason, the worst first, what is inherited apart', async () => {
  world.cutover.script = () => failingScorecard()
  const result = await world.step()
  expect(result.status).toBe(1)
  expect(result.commands).toEqual([
    {
      name: 'error',
      text: expect.stringMatching(
        /^content 81\.2 \(target 85\), a11y 71\.2 \(target 90\)\. Gravest: The price “€4\.20”/,
      ),
    },
  ])
  expect(result.titles).toEqual(['Cutover: The new page should not go live yet'])
  expect(result.outputs).toMatchObject({ 'all-pass': 'false', 'score-content': '81.2' })
  const body = (await world.github.comments())[0]!.body
  expect(body).toContain('**content, a11y** are below target')
  const order = ['What weighs most', 'The price `€4.20`', 'The link `Order`', 'Words of the paragraph']
  expect(order.map(text => body.indexOf(text)).every((at, index, all) => at > (all[index - 1] ?? 0))).toBe(
    true,
  )
  // What costs nothing is told in the summary only.
  expect(body).not.toContain('contrast of')
  expect(result.summary).toContain('What the original has as well (1)')
  expect(body).toContain('the original did not come to rest')
  expect(body).toContain('The page was cut off')
})

test('fail-on: a list counts its suites only, never counts none', async () => {
  world.cutover.script = () => failingScorecard()
  expect((await world.step({ 'fail-on': 'seo, perf' })).status).toBe(0)
  expect((await world.step({ 'fail-on': 'seo a11y' })).commands).toEqual([
    { name: 'error', text: expect.stringMatching(/^a11y 71\.2 \(target 90\)\. Gravest: The link “Order”/) },
  ])
  const never = await world.step({ 'fail-on': 'never' })
  expect(never).toMatchObject({ status: 0, outputs: { 'all-pass': 'false' } })
  expect(never.summary).toContain('❌ The new page should not go live yet')
})

test('a failed job fails the check with its reason, also with fail-on never', async () => {
  world.cutover.script = () => ({
    code: 'new_http_error',
    detail: 'The new page answered 503. Deploy it first.',
  })
  const result = await world.step({ 'fail-on': 'never' })
  expect(result.status).toBe(1)
  expect(result.commands).toEqual([
    {
      name: 'error',
      text: 'could not be verified. The new page answered 503. Deploy it first. (new_http_error)',
    },
  ])
  expect(result.titles).toEqual(['Cutover: Not verified: the new page could not be compared'])
  expect(result.outputs).toMatchObject({ 'all-pass': 'false', scorecard: 'null', 'score-seo': '' })
  expect((await world.github.comments())[0]!.body).toContain('### ⚠️ Not verified')
  expect(result.summary).toContain('The new page answered 503.')
})

test('a job that does not end: red at the timeout, with the phase it was in', async () => {
  world.cutover.script = () => null
  const result = await world.step({ timeout: '2s' })
  expect(result.status).toBe(1)
  expect(result.commands[0]!.text).toMatch(
    /^could not be verified\. Not finished within the timeout of 2 s: .*starting/,
  )
  expect((await world.github.comments())[0]!.body).toContain('Not finished within the timeout')
})

test('several pages: a job each, one comment, the lowest scores as outputs', async () => {
  world.cutover.script = ({ page_name, new_url }) => {
    expect(new_url).toBe(page_name === 'Home' ? PREVIEW : `${PREVIEW}pricing?plan=a`)
    return page_name === 'Home' ? scorecard() : scorecard([suite('seo', 66.6)])
  }
  const result = await world.step({ pages: 'Home: /\nPricing: /pricing?plan=a\n' })
  expect(result.status).toBe(1)
  expect(result.commands).toEqual([{ name: 'error', text: 'Pricing: seo 66.6 (target 80)' }])
  expect(result.outputs['score-seo']).toBe('66.6')
  expect(result.outputs['job-ids']!.split(',')).toHaveLength(2)
  expect(JSON.parse(result.outputs.scorecard!).map((card: { allPass: boolean }) => card.allPass)).toEqual([
    true,
    false,
  ])
  const comments = await world.github.comments()
  expect(comments).toHaveLength(1)
  expect(comments[0]!.body).toContain('### ❌ 1 of 2 new pages should not go live yet')
  expect(comments[0]!.body).toContain('| ❌ `Pricing` | **seo** 66.6 (target 80) |')
  expect(comments[0]!.body.indexOf('| ❌ `Pricing`')).toBeLessThan(comments[0]!.body.indexOf('| ✅ `Home`'))
})

test('the second run edits the comment and tells what changed; another key is another comment', async () => {
  await world.github.ask('POST', `/repos/octo/shop/issues/${world.github.pull}/comments`, {
    body: '<!-- cutover default -->\nnot by us',
  })
  world.cutover.script = () => failingScorecard()
  await world.step({}, { runId: 1000 })
  world.cutover.script = () => scorecard([suite('content', 96), suite('seo', 90)])
  const second = await world.step({}, { runId: 1001 })
  expect(second.log).toContain('updated')
  const ours = (await world.github.comments()).filter(({ user }) => user.type === 'Bot')
  expect(ours).toHaveLength(1)
  expect(ours[0]!.body).toContain('content 96.0 (▲ 14.8)')
  expect(ours[0]!.body).toContain('seo 90.0 (▼ 8.5)')
  expect(second.summary).toContain('| perf | 98.5 | 80 | ✅ pass |')
  expect(second.summary).toContain('▲ 14.8')

  const late = await world.step({}, { runId: 999 })
  expect(late.commands).toEqual([{ name: 'notice', text: expect.stringContaining('is of a later run') }])
  await world.step({ 'comment-key': 'other' })
  expect(await world.github.comments()).toHaveLength(3)
})

test('a scorecard that is too long for an output keeps its scores', async () => {
  const long = Array.from({ length: 200 }, () => ({ message: 'm'.repeat(2000), fix: 'f'.repeat(2000) }))
  world.cutover.script = () => scorecard([suite('seo', 70, long)])
  const { outputs } = await world.step({ comment: 'off' })
  expect(outputs.scorecard!.length).toBeLessThan(500_000)
  expect(JSON.parse(outputs.scorecard!).suites[1]).toEqual({
    suite: 'seo',
    score: 70,
    target: 80,
    pass: false,
  })
})

test('comment: off writes none', async () => {
  world.cutover.script = () => scorecard()
  expect(await world.step({ comment: 'off' })).toMatchObject({ status: 0, commands: [] })
  expect(await world.github.comments()).toEqual([])
})

test('without a pull request there is a notice, and everything else', async () => {
  world.cutover.script = () => scorecard()
  const result = await world.step({}, { event: { name: 'push', payload: {} } })
  expect(result.status).toBe(0)
  expect(result.commands).toEqual([{ name: 'notice', text: expect.stringContaining('no open pull request') }])
  expect(result.outputs['all-pass']).toBe('true')
})

test('with the worker as it is, a scan in a process of its own', async () => {
  const other = await openWorkflow()
  await other.cutover.stopWorker()
  const worker = await startWorker({
    queue: other.cutover.api.queue,
    count: 1,
    environment: { ...CACHED, PATH: process.env.PATH! },
    allowHosts: [],
    entry: join(import.meta.dirname, 'fixtures/scan.ts'),
  })
  const result = await other.step({ 'page-name': 'Shop' })
  await worker.drain()
  await other.close()
  expect(result).toMatchObject({ status: 1, commands: [{ name: 'error', text: 'Shop: seo 70 (target 80)' }] })
  expect(result.log).toContain('looking at both pages (50 %)')
  expect(JSON.parse(result.outputs.scorecard!)).toMatchObject({ pageName: `Shop: ${ORIGINAL} ${PREVIEW}` })
})
