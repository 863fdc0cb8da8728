/** Old and new processes on one database, as in every deployment: an API of either with a worker of the other. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { judge, type Outcome } from './table.ts'
import { openTestbed } from './testbed.ts'
import { settled } from './traffic.ts'
import { closed } from './workers.ts'

const ROOT = join(import.meta.dirname, '../..')
const EACH = 2
const BACK_MS = 180_000

/** @param revision of the old processes */
export async function versions(revision: string): Promise<Outcome[]> {
  const old = mkdtempSync(join(tmpdir(), 'chaos-old-'))
  rmSync(old, { recursive: true })
  git('worktree', 'add', '--detach', old, revision)
  try {
    symlinkSync(realpathSync(join(ROOT, 'node_modules')), join(old, 'node_modules'))
    return [await both(old, 'old API, new worker'), await both(old, 'new API, old worker')]
  } finally {
    rmSync(join(old, 'node_modules'), { force: true })
    git('worktree', 'remove', '--force', old)
  }
}

async function both(old: string, fault: 'old API, new worker' | 'new API, old worker'): Promise<Outcome> {
  // The old ones have made the tables, and run when the first new one changes them.
  const testbed = await openTestbed(async url => {
    const code = `import(${JSON.stringify(join(old, 'server/storage/migrate.ts'))}).then(m => m.migrate(process.argv[1]))`
    execFileSync(process.execPath, ['-e', code, url])
  })
  const isOldApi = fault.startsWith('old')
  // The old worker has no scans without a home.
  const home = { HOME: tmpdir() }
  const first = isOldApi ? await testbed.api({}, old) : await testbed.worker(undefined, home, old)
  const api = isOldApi ? first : await testbed.api()
  for (let n = 0; n < EACH; n++) await testbed.submit(api.port!)
  if (isOldApi) await testbed.worker()
  for (let n = 0; n < EACH; n++) await testbed.submit(api.port!)
  await settled(testbed, BACK_MS)
  const outcome = await judge(testbed, fault, EACH * 2, [], BACK_MS)
  if (testbed.refused.size > 0) outcome.misses.push(`${fault}: submissions were not acknowledged`)
  return closed(testbed, outcome)
}

const git = (...args: string[]) =>
  execFileSync('git', ['-C', ROOT, ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
