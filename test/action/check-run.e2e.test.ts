/** The check run on the commit, as GitHub takes it. */
import { expect, test } from 'vitest'
import { failingScorecard, scorecard, suite } from './scorecards.ts'
import { openWorld, world } from './world.ts'

openWorld(() => scorecard())

const PENDING = 'in_progress -: ⏳ The new page is being compared with the original'

test('in progress from the start, concluded at the end, beside the comment', async () => {
  const result = await world.step()
  expect(result).toMatchObject({ status: 0, commands: [] })
  const [check, ...more] = await world.github.checks()
  expect(more).toEqual([])
  expect(check).toMatchObject({ name: 'Cutover', conclusion: 'success', actions: [] })
  expect(check!.past).toEqual([PENDING, 'completed success: ✅ The new page may replace the original'])
  expect(check!.output.title).toBe('✅ The new page may replace the original')
  expect(check!.output.summary).toMatch(/^### ✅ `Bakery`\n/)
  expect(await world.github.comments()).toHaveLength(1)
})

test('failure with annotations, neutral when it could not be judged, a name for each step', async () => {
  world.cutover.script = () => failingScorecard()
  expect((await world.step({ 'comment-key': 'web' })).status).toBe(1)
  world.cutover.script = () => scorecard([{ ...suite('seo', 0), inconclusive: true, pass: false }])
  expect((await world.step({ 'comment-key': 'shop', comment: 'off' })).status).toBe(1)
  const [shop, web] = await world.github.checks()
  expect(web).toMatchObject({ name: 'Cutover (web)', conclusion: 'failure' })
  expect(web!.output.annotations).toHaveLength(3)
  expect(shop).toMatchObject({ name: 'Cutover (shop)', conclusion: 'neutral' })
  expect(shop!.output.title).toContain('❔ Inconclusive')
})

test('a run that is cancelled leaves no check in progress', async () => {
  world.cutover.script = () => null
  const result = await world.step(
    {},
    {
      onStart: child =>
        void child.stdout!.on('data', text => {
          if (/capturing|starting/.test(String(text))) child.kill('SIGINT')
        }),
    },
  )
  expect(result.status).toBe(130)
  const [check] = await world.github.checks()
  expect(check).toMatchObject({ status: 'completed', conclusion: 'cancelled' })
  expect(check!.output.summary).toBe('The run was cancelled.')
})

test('what was not verified is a failure, with the reason', async () => {
  world.cutover.script = () => ({ code: 'new_http_error', detail: 'The new page answered 503.' })
  await world.step()
  const [check] = await world.github.checks()
  expect(check).toMatchObject({ conclusion: 'failure' })
  expect(check!.output.summary).toContain('The new page answered 503.')
})

test('without the right: all as ever, and one notice that names the line to add', async () => {
  const token = await world.github.token({ pull_requests: 'write', deployments: 'read' })
  const result = await world.step({ 'github-token': token })
  expect(result.status).toBe(0)
  expect(result.commands).toEqual([
    {
      name: 'notice',
      text: expect.stringMatching(/^No check run: .*\(403\).*"checks: write".*check-run to "off"/),
    },
  ])
  expect(result.summary).toContain('No check run')
  expect(await world.github.comments()).toHaveLength(1)
  // Asked once, not at the start and again at the end.
  const asked = world.github.asked.filter(path => path === 'POST /repos/octo/shop/check-runs')
  const before = asked.length
  expect((await world.step({ 'github-token': token, 'check-run': 'off' })).commands).toEqual([])
  expect(world.github.asked.filter(path => path === 'POST /repos/octo/shop/check-runs')).toHaveLength(before)
})

test('a button asks for another run, where the workflow answers it', async () => {
  await world.step({ 'rerun-button': 'true' })
  const [check] = await world.github.checks()
  expect(check!.actions).toMatchObject([{ label: 'Verify again', identifier: 'cutover-rerun' }])
  const pressed = (more: object = {}, action = 'requested_action') => ({
    name: 'check_run',
    payload: {
      action,
      check_run: {
        ...{ id: check!.id, name: 'Cutover', head_sha: world.github.sha, pull_requests: [] },
        check_suite: { head_branch: world.github.branch },
      },
      requested_action: { identifier: 'cutover-rerun' },
      ...more,
    },
  })
  world.cutover.script = () => failingScorecard()
  expect((await world.step({ 'rerun-button': 'true' }, { event: pressed() })).status).toBe(1)
  expect(await world.github.checks()).toMatchObject([
    { conclusion: 'failure', head_sha: world.github.sha },
    { conclusion: 'success' },
  ])
  expect((await world.github.comments())[0]!.body).toContain('❌')
  const before = (await world.cutover.submissions()).length
  for (const event of [
    pressed({ requested_action: { identifier: 'fix-it' } }),
    pressed({}, 'completed'),
    pressed({ check_run: { name: 'Lint', head_sha: world.github.sha } }),
  ]) {
    const other = await world.step({}, { event })
    expect(other.status).toBe(0)
    expect(other.commands).toEqual([{ name: 'notice', text: expect.stringMatching(/^Not verified\. The /) }])
  }
  expect(await world.cutover.submissions()).toHaveLength(before)
})
