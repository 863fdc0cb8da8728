import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { CAPTURE_VERSION } from '../../server/capture/artifact.ts'
import type { Issue, Scorecard } from '../../server/contract.ts'
import { changesOf, judgeAgain } from '../../server/verify/judge-again.ts'

const issue = (more: Partial<Issue> = {}): Issue => ({
  key: 'seo/title:missing',
  check: 'seo/title',
  rule: 'seo/title/missing',
  help_url: '/docs/checks/seo#title-missing',
  status: 'introduced',
  severity: 'serious',
  penalty: 1,
  charged: 1,
  message: 'The page has no title',
  fix: 'Give it one',
  ...more,
})

const scorecard = (
  score: number,
  issues: Issue[],
  outcome: 'assessed' | 'inconclusive' = 'assessed',
): Scorecard => ({
  pageName: 'Shop',
  allPass: score >= 80,
  policy: 'regressions',
  gaps: [],
  volatile: [],
  suites: [
    {
      suite: 'seo',
      score,
      target: 80,
      pass: score >= 80,
      checks: [{ id: 'seo/title', title: 'Title', weight: 12, outcome, worth: 1 }],
      issues,
      inconclusive: false,
      absolute: score,
      baseline: 100,
    },
  ],
})

test('nothing changed', () => {
  expect(changesOf(scorecard(79, [issue()]), scorecard(79, [issue()]))).toEqual([])
})

test('scores, outcomes, and issues that came, went and are graded otherwise', () => {
  const before = scorecard(79, [issue(), issue({ key: 'seo/title:changed' })])
  const now = scorecard(
    100,
    [issue({ severity: 'minor', charged: 0.1 }), issue({ key: 'seo/lang:missing' })],
    'inconclusive',
  )
  expect(changesOf(before, now)).toEqual([
    'seo: 79.0 fail, was; 100.0 pass now',
    '  seo/title: assessed, was; inconclusive now',
    '  - serious (introduced) seo/title:changed: The page has no title',
    '  ~ minor (introduced) seo/title:missing: The page has no title; was serious, charged 1.000, and is charged 0.100',
    '  + serious (introduced) seo/lang:missing: The page has no title',
  ])
})

test('a suite that was not judged before, or is not any more', () => {
  const none = { ...scorecard(79, []), suites: [] }
  expect(changesOf(none, scorecard(79, []))).toEqual(['seo: judged for the first time, 79.0'])
  expect(changesOf(scorecard(79, []), none)).toEqual(['seo: not judged any more'])
})

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

/** What `--out` makes, of the golden captures; `edit` changes a file's text, or leaves it out. */
async function kept(edit: Record<string, (text: string) => string | null> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cutover-judge-'))
  folders.push(folder)
  const golden = join(import.meta.dirname, '../fixtures/golden')
  const scorecard = JSON.parse(await readFile(join(golden, 'scorecard.json'), 'utf8'))
  const job = {
    ...{ id: 'a', status: 'completed', original_url: 'http://a.test/', new_url: 'http://b.test/' },
    ...{ progress: { value: 1, phase: 'done' }, created_at: '', started_at: null, finished_at: null },
    scorecard,
  }
  const files: Record<string, string> = { 'job.json': JSON.stringify(job) }
  for (const side of ['original', 'rebuilt'])
    files[`${side}/capture.json`] = String(
      zstdDecompressSync(await readFile(join(golden, `${side}.json.zst`))),
    )
  for (const [name, text] of Object.entries(files)) {
    const edited = (edit[name] ?? String)(text)
    if (edited === null) continue
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), edited)
  }
  return folder
}

test('what was kept is judged again, without a difference', async () => {
  const { job, changes } = await judgeAgain(await kept())
  expect(changes).toEqual([])
  expect(job.scorecard!.suites.map(({ pass }) => pass)).toContain(false)
})

test('what is other than in the scorecard that was kept is told', async () => {
  const folder = await kept({
    'job.json': text => {
      const job = JSON.parse(text)
      for (const suite of job.scorecard.suites) suite.issues = suite.issues.slice(1)
      return JSON.stringify(job)
    },
  })
  const { changes } = await judgeAgain(folder)
  expect(changes.length).toBeGreaterThan(0)
  for (const change of changes) expect(change).toMatch(/^ {2}\+ /)
})

test.each<[string, Parameters<typeof kept>[0], RegExp]>([
  [
    'captures of another version',
    { 'rebuilt/capture.json': text => text.replace(`"version":${CAPTURE_VERSION}`, '"version":99') },
    new RegExp(`rebuilt.*version 99.*version ${CAPTURE_VERSION}`),
  ],
  [
    'a capture that was cut off',
    { 'original/capture.json': text => text.slice(0, 5000) },
    /original.*cannot be read/,
  ],
  ['no capture', { 'original/capture.json': () => null }, /original.*cannot be read/],
  ['no job', { 'job.json': () => null }, /job\.json cannot be read.*--out/],
  ['no job in its file', { 'job.json': () => '{}' }, /job\.json holds no job that this version.*\(id\)/],
  [
    'a job without a scorecard',
    { 'job.json': text => JSON.stringify({ ...JSON.parse(text), scorecard: undefined }) },
    /job\.json holds no completed job/,
  ],
  [
    'a capture without one of its artifacts',
    { 'rebuilt/capture.json': text => text.replace('"volatile":{"ok":true', '"volatil":{"ok":true') },
    /rebuilt.*"artifacts.volatile" has neither a value nor a reason/,
  ],
])('%s: one sentence', async (_, edit, sentence) => {
  await expect(judgeAgain(await kept(edit))).rejects.toThrow(sentence)
})
