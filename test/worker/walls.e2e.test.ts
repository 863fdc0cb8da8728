import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { readProcesses } from '../../server/lib/proc.ts'
import { LIMITS, runScan } from '../../server/worker/run-scan.ts'
import { judgeWalls, notesOn, tryBrowser } from '../../server/worker/walls.ts'
import { submission } from '../jobs/test-queue.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})
async function folder() {
  const made = await mkdtemp(join(tmpdir(), 'cutover-walls-'))
  folders.push(made)
  return made
}

const log = { debug() {}, info() {}, warn() {}, error() {} }

function run(
  script: string,
  {
    artifactsDir,
    ignore = [],
    signal,
  }: { artifactsDir?: string; ignore?: string[]; signal?: AbortSignal } = {},
) {
  return runScan(
    { submission: submission({ page_name: script, ignore }), allowHosts: [], artifactsDir },
    {
      entry: join(import.meta.dirname, 'fixtures/scripted.ts'),
      environment: { PATH: process.env.PATH!, LANG: 'C' },
      limits: LIMITS,
      log,
      ownUser: true,
      onProgress() {},
      signal: signal ?? new AbortController().signal,
    },
  )
}
const gapOf = (outcome: Awaited<ReturnType<typeof run>>) =>
  JSON.parse((outcome as { scorecard: { gaps: string[] } }).scorecard.gaps[0]!)

/** Only root can run a scan as another user. */
const asRoot = test.runIf(process.getuid?.() === 0)

asRoot('a scan that was taken over reads nothing of the server and of no other scan', async () => {
  const data = await folder()
  mkdirSync(join(data, 'artifacts'), { mode: 0o700 })
  writeFileSync(join(data, 'secret-key'), 'canary', { mode: 0o600 })
  writeFileSync(join(data, 'artifacts/other.json'), 'canary')
  const artifactsDir = join(data, 'artifacts/job/1')
  const other = new AbortController()
  const neighbour = run('hold a secret', { signal: other.signal })
  try {
    const temporary = () =>
      readdirSync(tmpdir()).filter(name => name.startsWith(`cutover-scan-${process.pid}-`))
    await expect
      .poll(() => temporary().some(name => readdirSync(join(tmpdir(), name)).includes('secret')), {
        timeout: 30_000,
      })
      .toBe(true)
    const paths = [
      join(data, 'secret-key'),
      join(data, 'artifacts'),
      ...temporary().map(name => join(tmpdir(), name)),
      ...readProcesses()
        .filter(({ parent }) => parent === process.pid)
        .map(({ pid }) => `/proc/${pid}/environ`),
    ]
    const { user, tried } = gapOf(await run('pry', { artifactsDir, ignore: [JSON.stringify(paths)] }))
    expect(user).toBeGreaterThan(0)
    expect(tried).toEqual(tried.map(() => 'refused'))
    expect(tried.length).toBeGreaterThan(5)
  } finally {
    other.abort()
    await neighbour
  }
  // What it left is ours, and what leads elsewhere is not among it.
  expect(readdirSync(artifactsDir, { recursive: true }).sort()).toEqual(['original', 'original/capture.json'])
  expect(readFileSync(join(artifactsDir, 'original/capture.json'), 'utf8')).toBe('{}')
  const { uid, mode } = statSync(join(artifactsDir, 'original/capture.json'))
  expect([uid, mode & 0o777]).toEqual([0, 0o600])
})

asRoot('a process that took its mark off is found by its user', async () => {
  await run('leave the mark behind')
  const sleeping = readProcesses().filter(({ pid }) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8') === 'sleep\x003003\x00'
    } catch {
      return false
    }
  })
  expect(sleeping).toEqual([])
})

const ALL = { ownUser: true, sandbox: true, ownNetwork: true }
const NONE = { ownUser: false, sandbox: false, ownNetwork: false }
const why = [
  { wanted: ALL, reason: 'unshare: Operation not permitted' },
  { wanted: { ...ALL, ownNetwork: false }, reason: 'No usable sandbox!' },
]
test.each([
  ['root with all of it', { walls: ALL, why: [] }, true, true, false, 'good'],
  ['root on the network', { walls: { ...ALL, ownNetwork: false }, why }, true, true, false, 'good'],
  ['a user with the sandbox', { walls: { ...NONE, sandbox: true }, why: [] }, false, true, false, 'good'],
  ['a user without it', { walls: NONE, why }, false, true, false, 'refusal'],
  ['root without it', { walls: { ...NONE, ownUser: true }, why }, true, true, false, 'refusal'],
  ['root with nothing', { walls: NONE, why }, true, true, false, 'refusal'],
  ['root with a network', { walls: { ...NONE, ownNetwork: true }, why }, true, true, false, 'refusal'],
  ['the same by order', { walls: NONE, why }, true, true, true, 'warning'],
  ['the same in development', { walls: NONE, why }, true, false, false, 'warning'],
] as const)('%s', (_, examined, root, production, unsafeNoSandbox, verdict) => {
  const judged = judgeWalls({ walls: examined.walls, why: [...examined.why] }, root, {
    production,
    unsafeNoSandbox,
  })
  expect(judged === 'good' ? judged : Object.keys(judged)[0]).toBe(verdict)
  if (judged === 'good') return
  const [sentence] = Object.values(judged)
  expect(sentence).toContain('No usable sandbox!')
  expect(sentence).not.toContain('\n')
})

test('what is shared is told, and why', () => {
  expect(notesOn({ walls: ALL, why: [] })).toEqual([])
  const [network, user] = notesOn({ walls: { ...NONE, sandbox: true }, why })
  expect(network).toContain('unshare: Operation not permitted')
  expect(user).toContain('user of this server')
})

test.runIf(process.getuid?.() === 0)(
  'all that a scan is made of is found well by a user without a home',
  async () => {
    await tryBrowser(
      { ownUser: true, sandbox: false, ownNetwork: false },
      { environment: { PATH: process.env.PATH! } },
    )
    await expect(
      tryBrowser(
        { ownUser: true, sandbox: false, ownNetwork: false },
        { environment: { PATH: process.env.PATH! }, chromePath: '/bin/false' },
      ),
    ).rejects.toThrow('the browser ended with 1')
  },
)
