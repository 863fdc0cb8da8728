/** What the repository accepts reaches the server, and the comment says what was accepted. */
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scorecard, suite } from './scorecards.ts'
import { openWorkflow, type Workflow } from './world.ts'

let world: Workflow
let checkout: string
beforeAll(async () => {
  world = await openWorkflow()
  checkout = await mkdtemp(join(tmpdir(), 'cutover-checkout-'))
})
afterAll(async () => {
  await world.close()
  await rm(checkout, { recursive: true })
})

const step = () => world.step({ ignore: '.clock' }, { environment: { GITHUB_WORKSPACE: checkout } })

test('a step that passes with accepted differences says so, and names them', async () => {
  await writeFile(
    join(checkout, 'cutover.yml'),
    `ignore: [.carousel]
accept:
  - { key: "seo/title:changed", reason: The new title was asked for. }
  - { key: "seo/gone", reason: The old one had a fault. }
  - { key: "seo/old", reason: It was for the summer., expires: 2020-08-31 }
`,
  )
  world.cutover.script = ({ ignore }, accepted) => {
    expect(ignore).toEqual(['.clock', '.carousel'])
    expect(accepted).toMatchObject([
      { key: 'seo/title:changed', reason: 'The new title was asked for.' },
      { key: 'seo/gone' },
    ])
    const [one, other] = accepted.map(({ key, severity, ...acceptance }) => ({ key, acceptance }))
    const issue = { key: one!.key, message: 'The title says `Bakers`', charged: 0, accepted: one!.acceptance }
    return scorecard([suite('seo', 100, [issue])], {
      accepted: 1,
      stale: [{ key: other!.key, ...other!.acceptance }],
    })
  }
  const { status, commands, summary, outputs } = await step()
  expect(status).toBe(0)
  expect(commands).toEqual([
    {
      name: 'warning',
      text: expect.stringMatching(/^cutover\.yml, line 5: expired on 2020-08-31, .*"seo\/old"/),
    },
  ])
  expect(outputs['all-pass']).toBe('true')
  const { body } = (await world.github.comments())[0]!
  for (const text of [body, summary]) {
    expect(text).toContain('✅ The new page may replace the original: passes with 1 accepted difference\n')
    expect(text).toContain('<summary>Accepted: 1, stale: 1</summary>')
    expect(text).toContain('The new title was asked for.')
    expect(text).toContain('`the submission`')
    expect(text).toContain('`seo/gone` is accepted, but not there any more')
    expect(text).not.toMatch(/What the new page brings|What weighs most|all the same/)
  }
})

test('a file that is wrong, or a link to another, fails the step before anything is submitted', async () => {
  const before = (await world.cutover.submissions()).length
  await writeFile(join(checkout, 'cutover.yml'), 'accept:\n  - key: seo/x\n    reason: short\n')
  const wrong = await step()
  expect(wrong.status).toBe(1)
  expect(wrong.commands[0]!.text).toBe(
    'cutover.yml, line 3: accept[0].reason must say why in at least 10 characters',
  )
  await rm(join(checkout, 'cutover.yml'))
  await symlink('/etc/passwd', join(checkout, 'cutover.yml'))
  expect((await step()).commands[0]!.text).toMatch(/^cutover\.yml: must be a plain file/)
  expect(await world.cutover.submissions()).toHaveLength(before)
})

test('a list of old addresses reaches the server as the file has it', async () => {
  await rm(join(checkout, 'cutover.yml'), { force: true })
  await writeFile(join(checkout, 'pages.csv'), 'Top pages,Clicks\n/old/über,12\n')
  const sent: (string | undefined)[] = []
  world.cutover.script = ({ old_urls }) => {
    sent.push(old_urls)
    return scorecard([suite('seo', 100)])
  }
  const environment = { GITHUB_WORKSPACE: checkout }
  expect((await world.step({ 'old-urls': 'pages.csv' }, { environment })).status).toBe(0)
  expect(sent).toEqual(['Top pages,Clicks\n/old/über,12\n'])
  const wrong = await world.step({ 'old-urls': 'gone.csv' }, { environment })
  expect(wrong.commands[0]!.text).toMatch(/^old-urls: "gone.csv" is not in the checkout/)
})
