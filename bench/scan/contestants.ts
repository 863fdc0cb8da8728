/** Who compares two pages: a scan as the worker runs it, the command line from cold, and what a user would run instead. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scanEnvironment } from '../../server/config/index.ts'
import { Submission } from '../../server/contract.ts'
import type { Log } from '../../server/jobs/log.ts'
import { findBrowser } from '../../server/setup/browser.mjs'
import { type Compiling, compileScans } from '../../server/worker/compiled-code.ts'
import { LIMITS, runScan } from '../../server/worker/run-scan.ts'

const ROOT = join(import.meta.dirname, '../..')

export interface Contestant {
  /** `onPhase` hears the name of each part as it begins. @returns what it says of the pages, if anything */
  compare(original: string, rebuilt: string, onPhase: (name: string) => void): Promise<string>
}

export const CONTESTANTS = {
  'two lighthouse runs': { compare: compareByLighthouse },
  'scan, warm': { compare: compareByScan },
  'verify, cold': { compare: compareByCommand },
} satisfies Record<string, Contestant>
export type ContestantName = keyof typeof CONTESTANTS

async function compareByLighthouse(original: string, rebuilt: string): Promise<string> {
  const flags = [
    '--headless=new',
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
  ]
  for (const url of [original, rebuilt])
    await ended(
      join(ROOT, 'node_modules/.bin/lighthouse'),
      [url, '--quiet', '--output=json', '--output-path=/dev/null', `--chrome-flags=${flags.join(' ')}`],
      { CHROME_PATH: await findBrowser() },
    )
  return ''
}

let code: Compiling | undefined

/** A worker that has begun a while ago has the code of scans compiled. @returns what is to be called at the end */
export async function prepare(): Promise<() => Promise<void>> {
  code = await compileScans(scanEnvironment())
  await code.ready
  return code.close
}

async function compareByScan(
  original: string,
  rebuilt: string,
  onPhase: (name: string) => void,
): Promise<string> {
  const artifactsDir = await mkdtemp(join(tmpdir(), 'cutover-bench-scan-'))
  const lines: string[] = []
  const line = (fields: object, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`)
  const log: Log = { debug() {}, info() {}, warn: line, error: line }
  try {
    onPhase('beginning')
    const outcome = await runScan(
      {
        submission: Submission.parse({ original_url: original, new_url: rebuilt }),
        allowHosts: [original, rebuilt].map(url => new URL(url).host),
        artifactsDir,
      },
      {
        entry: join(ROOT, 'server/worker/scan-process.ts'),
        environment: scanEnvironment(),
        code,
        limits: LIMITS,
        log,
        onProgress: phase => onPhase(phase),
        signal: new AbortController().signal,
      },
    )
    if (typeof outcome === 'string' || !('scorecard' in outcome))
      throw new Error(`no scorecard: ${JSON.stringify(outcome)} ${lines.join(' ')}`)
    const { allPass, suites } = outcome.scorecard
    return `${allPass ? 'pass' : 'fail'}: ${suites.map(({ suite, score }) => `${suite} ${score}`).join(', ')}`
  } finally {
    await rm(artifactsDir, { recursive: true, force: true })
  }
}

/** `npm run verify`, but for npm. */
async function compareByCommand(original: string, rebuilt: string): Promise<string> {
  // 1 is a verdict as well.
  await ended(process.execPath, [join(ROOT, 'server/cli.ts'), original, rebuilt, '--json'], {}, [0, 1])
  return ''
}

function ended(
  command: string,
  args: string[],
  env: Record<string, string | null | undefined>,
  fine = [0],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'ignore', 'ignore'],
      env: { ...process.env, ...env } as NodeJS.ProcessEnv,
    })
    child.on('error', reject)
    child.on('exit', code =>
      fine.includes(code ?? -1) ? resolve() : reject(new Error(`${command} ${args[0]} ended with ${code}`)),
    )
  })
}
