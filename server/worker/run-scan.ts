/**
 * One scan in a process of its own, whatever that process does: it answers, fails, hangs, grows or dies. When this
 * returns, nothing that it started is left: no process, no temporary file.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SCAN_MARK } from '../config/index.ts'
import type { Scorecard } from '../contract.ts'
import type { Failure } from '../jobs/failure.ts'
import type { Log } from '../jobs/log.ts'
import type { CoreSet } from '../lib/cores.ts'
import { bytesIn } from '../lib/disk.ts'
import { redactor } from '../lib/redact.ts'
import { fetchArtifacts } from './fetch-artifacts.ts'
import { newMark, temporaryHome, temporaryName } from './leftovers.ts'
import { type ScanMessage, ScanMessage as ScanMessageSchema, type ScanOrder } from './messages.ts'
import { processTree } from './process-tree.ts'
import { give, type ScanUser, takeScanUser } from './scan-user.ts'

export interface ScanLimits {
  /** From fork to outcome. */
  deadlineMs: number
  /** As much longer once the new site turns out to be a store. */
  storeMs: number
  /** Of all processes of the scan together. */
  memoryBytes: number
  /** That what it captures may take on the disk. */
  artifactBytes: number
  /** Between two looks at memory and disk. */
  sampleMs: number
}

export const LIMITS: ScanLimits = {
  deadlineMs: 180_000,
  storeMs: 16 * 60_000,
  memoryBytes: 3 * 1024 ** 3,
  artifactBytes: 500e6,
  sampleMs: 1000,
}
const HEAP_MEGABYTES = 1024
/** By themselves young objects take three times 32 MB. */
const YOUNG_MEGABYTES = 8
export const SCAN_FLAGS = [
  `--max-old-space-size=${HEAP_MEGABYTES}`,
  `--max-semi-space-size=${YOUNG_MEGABYTES}`,
]

/** Of scans, compiled before. */
export interface CompiledCode {
  /** What a scan process is told of it, which may run as a `user` of its own; nothing while there is none. */
  environmentFor(user?: ScanUser): Promise<Record<string, string>>
}

export interface RunOptions {
  /** The script that is forked. */
  entry: string
  environment: Record<string, string>
  limits: ScanLimits
  log: Log
  onProgress(phase: string, value: number): void
  /** Of all its processes together, at each look. */
  onMemory?(bytes: number): void
  /** Its browsers are closed, and what is left to do is to read a store over HTTP. */
  onStore?(): void
  /** Brings an earlier capture of the original into a new folder. @returns when it was made; null where there is none */
  bringOriginal?(folder: string): Promise<string | null>
  /** That it is kept on. Default: all of ours. */
  cores?: CoreSet
  /** For root: the scan runs as a user of its own. Default: as the user we are. */
  ownUser?: boolean
  /** Default: it compiles its own. */
  code?: CompiledCode
  /** Stops the scan; the outcome is `stopped`. */
  signal: AbortSignal
}

/**
 * `isReusable`: what was captured of the original may be taken over by other scans. `stopped`: nothing came of it, and
 * nobody is to blame; `browser-gone`: the browser of another machine went, and why is not known.
 */
export type ScanOutcome =
  | { scorecard: Scorecard; isReusable?: boolean }
  | { failure: Failure }
  | 'stopped'
  | 'browser-gone'

/** Never rejects for what the scan does; only when no process can be started at all. */
export async function runScan(given: ScanOrder, options: RunOptions): Promise<ScanOutcome> {
  const { limits, signal } = options
  const temporary = await mkdtemp(join(temporaryHome(), temporaryName()))
  const taken = options.ownUser ? await takeScanUser() : undefined
  const user = taken?.user
  if (user) await give(temporary, user)
  // Another user cannot write where artifacts are kept, and is not to read there.
  const { artifactsDir } = given
  const kept = await keptOriginal(join(temporary, 'kept'), options, user)
  const order = {
    ...given,
    ...(kept && { reuse: { kept } }),
    deadlineMs: limits.deadlineMs,
    ...(user && artifactsDir && { artifactsDir: join(temporary, 'artifacts') }),
  }
  const mark = newMark()
  const child = fork(options.entry, [], {
    ...(options.cores
      ? { execPath: 'taskset', execArgv: ['-c', options.cores.join(), process.execPath, ...SCAN_FLAGS] }
      : { execArgv: SCAN_FLAGS }),
    // A user of its own has no home, and what asks for one without a name for it fails.
    env: {
      HOME: temporary,
      ...options.environment,
      ...(await options.code?.environmentFor(user)),
      TMPDIR: temporary,
      [SCAN_MARK]: mark,
    },
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    ...(user && { ...user, cwd: '/' }),
  })
  const tree = child.pid === undefined ? null : processTree(child.pid, mark, user?.uid)
  const timers: NodeJS.Timeout[] = []
  let outcome: ScanOutcome
  let isTakenOver = true
  try {
    outcome = await new Promise<ScanOutcome>(done => {
      const started = performance.now()
      let isSettled = false
      const resolve = (outcome: ScanOutcome) => {
        isSettled = true
        done(outcome)
      }
      const endAfter = (ms: number) =>
        setTimeout(() => resolve(tookTooLong(ms)), ms - (performance.now() - started))
      timers.push(endAfter(limits.deadlineMs))
      const longer = () => {
        clearTimeout(timers[0])
        timers[0] = endAfter(limits.deadlineMs + limits.storeMs)
        options.onStore?.()
      }
      const sample = () => {
        const bytes = tree?.memory(limits.memoryBytes) ?? 0
        options.onMemory?.(bytes)
        if (bytes > limits.memoryBytes) resolve(tookTooMuch(limits))
      }
      const weigh = async () => {
        if (order.artifactsDir && (await bytesIn(order.artifactsDir)) > limits.artifactBytes)
          resolve(leftTooMuch(limits))
      }
      timers.push(setInterval(sample, limits.sampleMs), setInterval(weigh, limits.sampleMs))
      const stop = () => resolve('stopped')
      if (signal.aborted) stop()
      signal.addEventListener('abort', stop, { once: true })
      hear(child, order, options, {
        adopt: pid => tree?.adopt(pid),
        longer,
        isSettled: () => isSettled,
        resolve,
      })
    })
  } finally {
    for (const timer of timers) clearTimeout(timer)
    const undead = (await tree?.kill()) ?? []
    if (undead.length > 0) options.log.error({ pids: undead }, 'processes of a scan would not die')
    child.removeAllListeners()
    if (user && artifactsDir && order.artifactsDir)
      await fetchArtifacts(order.artifactsDir, artifactsDir, user.uid).catch(error => {
        options.log.error({ err: error }, 'artifacts of a scan could not be taken over')
        isTakenOver = false
      })
    await rm(temporary, { recursive: true, force: true, maxRetries: 3 }).catch(error =>
      options.log.warn({ err: error }, 'temporary files of a scan are left'),
    )
    taken?.release()
  }
  // Without its pictures, as when the disk is full, a result is none.
  return isTakenOver || typeof outcome === 'string' ? outcome : ourFault()
}

async function keptOriginal(folder: string, { bringOriginal }: RunOptions, user: ScanUser | undefined) {
  const capturedAt = await bringOriginal?.(folder)
  if (!capturedAt) return
  if (user) for (const name of await readdir(folder)) await give(join(folder, name), user)
  if (user) await give(folder, user)
  return { folder, capturedAt }
}

/** How long after its exit what a child has sent may still arrive. */
const LAST_WORDS_MS = 1000
const STDERR_LENGTH = 4000
/** Fields of a scorecard that no page has a say in. */
export const OURS = new Set([
  ...['suite', 'policy', 'status', 'severity', 'outcome', 'side'],
  ...['check', 'id', 'title', 'rule', 'help_url'],
])
/** Far above what nine suites with their issues need. */
const SCORECARD_LENGTH = 16 * 1024 ** 2

interface Hearing {
  adopt(pid: number): void
  longer(): void
  /** An outcome is known, be it that the scan was stopped: what the process does from then on is no failure. */
  isSettled(): boolean
  resolve(outcome: ScanOutcome): void
}

function hear(
  child: ChildProcess,
  order: ScanOrder,
  { log, onProgress }: RunOptions,
  { adopt, longer, isSettled, resolve }: Hearing,
): void {
  const redact = redactor(order.submission)
  let complaints = ''
  let isReusable = false
  const dead = (reason: string) => {
    if (isSettled()) return
    log.error({ reason, stderr: redact.text(complaints).slice(-STDERR_LENGTH) }, 'scan process failed')
    resolve(ourFault())
  }
  const gone = (reason: string) => {
    log.error({ reason: reason.slice(0, STDERR_LENGTH) }, 'the browser went while it was scanned')
    resolve('browser-gone')
  }
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    // More than is told: a secret that is cut in two is not known any more.
    complaints = (complaints + text).slice(-2 * STDERR_LENGTH)
  })
  child.on('error', error => dead(redact.text(error.message)))
  child.on('exit', (code, killedBy) => {
    // Messages may still be on their way when the exit is known.
    const last = () => dead(`exited with ${killedBy ?? code} without an outcome`)
    if (!child.connected) return setImmediate(last)
    const timer = setTimeout(last, LAST_WORDS_MS)
    child.once('disconnect', () => {
      clearTimeout(timer)
      setImmediate(last)
    })
  })
  child.on('message', raw => {
    const parsed = ScanMessageSchema.safeParse(raw)
    if (!parsed.success)
      return dead(`sent what is no message: ${redact.text(parsed.error.message).slice(0, 500)}`)
    answer(parsed.data)
  })
  const answer = (message: ScanMessage) => {
    if (message.type === 'progress') onProgress(redact.text(message.phase), message.value)
    else if (message.type === 'browser') adopt(message.pid)
    else if (message.type === 'store') longer()
    else if (message.type === 'reusable') isReusable = true
    else if (message.type === 'done') complete(message.scorecard)
    else if (message.type === 'browser-gone') gone(redact.text(message.detail))
    else if (message.type === 'crashed') dead(redact.text(message.detail).slice(0, STDERR_LENGTH))
    else if (message.code === 'internal_error') dead(redact.text(message.detail))
    else resolve({ failure: { code: message.code, detail: redact.text(message.detail) } })
  }
  const complete = (scorecard: Scorecard) => {
    const size = JSON.stringify(scorecard).length
    if (size > SCORECARD_LENGTH) dead(`made a scorecard of ${size} characters`)
    else resolve({ scorecard: redact.deep(scorecard, OURS), ...(isReusable && { isReusable }) })
  }
  child.send(order, error => error && dead('took no order'))
}

export const ourFault = (): ScanOutcome => ({
  failure: { code: 'internal_error', detail: 'The verification failed on our side. Submit it again.' },
})

const tookTooLong = (ms: number): ScanOutcome => ({
  failure: {
    code: 'timed_out',
    detail:
      `The verification took longer than ${Math.round(ms / 1000)} s and was stopped. ` +
      'Make sure that both pages finish loading, then submit it again.',
  },
})

/** It captured more than it may, all of which is to be deleted. */
export const leftTooMuch = ({ artifactBytes }: ScanLimits): ScanOutcome => ({
  failure: {
    code: 'body_too_large',
    detail:
      `What was captured of the pages takes more than ${Math.round(artifactBytes / 1e6)} MB and was deleted. ` +
      'Look for pages that never end, or for very large pictures and texts.',
  },
})

const tookTooMuch = ({ memoryBytes }: ScanLimits): ScanOutcome => ({
  failure: {
    code: 'page_crashed',
    detail:
      `The pages needed more than ${(memoryBytes / 1024 ** 3).toFixed(1)} GB of memory and were stopped. ` +
      'Look for a script that allocates without end, for very many elements, or for very large images.',
  },
})
