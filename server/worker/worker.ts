/** Takes jobs, runs each scan in its own process, and ends the job with what came of it. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ArtifactIndex } from '../jobs/artifact-index.ts'
import { type Claim, isCalledOff, reportProgress } from '../jobs/claim.ts'
import { discard } from '../jobs/delete.ts'
import { fail, finish, handBack } from '../jobs/end.ts'
import { type Log, withFields } from '../jobs/log.ts'
import type { Queue } from '../jobs/queue.ts'
import { take } from '../jobs/take.ts'
import { bytesIn } from '../lib/disk.ts'
import type { MeasuredScan, ScanMeter } from '../metrics/scans.ts'
import type { StoreLimits } from '../scan/types.ts'
import type { ArtifactStore } from '../storage/artifacts.ts'
import { clearLeftovers } from './leftovers.ts'
import type { withMachineLock } from './machine-lock.ts'
import { throttledProgress } from './progress.ts'
import { LIMITS, leftTooMuch, runScan, type ScanLimits, type ScanOutcome } from './run-scan.ts'
import { keep, withScratch } from './scratch.ts'
import type { Walls } from './walls.ts'

export interface WorkerOptions {
  queue: Queue
  /** Scans at once. */
  count: number
  /** What scan processes get of our environment. */
  environment: Record<string, string>
  allowHosts: readonly string[]
  /** Of this service, which scans nothing of its own. */
  publicUrl?: string
  chromePath?: string
  /** What a store may cost; its minutes are added to the deadline. */
  store?: StoreLimits
  /** Takes over what was captured for a job. Default: nothing is kept. */
  keepArtifacts?: ArtifactStore['keep']
  /** There is room on the disk for what another scan would leave there; it waits until there is. Default: always. */
  hasRoom?(): Promise<boolean>
  limits?: ScanLimits
  /** Folders that no browser is to see. */
  hidden?: readonly string[]
  /** What scans are kept in. Default: the user we are, and no sandbox for root. */
  walls?: Walls
  /** Counts scans, their phases and their memory. Default: nobody does. */
  meter?: ScanMeter
  /** The script that a scan process runs. */
  entry?: string
  /** Lets one scan at a time work on this machine; waiting is no part of its deadline. Default: no limit. */
  lock?: typeof withMachineLock
}

export interface Worker {
  /** Takes no more jobs and lets running scans come to their end, at most to their deadline. */
  drain(): Promise<void>
  /** Takes no more jobs, stops running scans and gives their jobs back to the queue. */
  stop(): Promise<void>
}

const ENTRY = join(import.meta.dirname, 'scan-process.ts')
/** Between tries to write an outcome while the database is away. The claim is lost long before they are used up. */
const RETRY_MS = [250, 500, 1000, 2000, 4000, 8000]

export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { queue } = options
  const orphans = await clearLeftovers()
  if (orphans.length > 0) queue.log.warn({ pids: orphans }, 'killed the scans of a worker that is gone')
  const stopping = new AbortController()
  const stopTaking = await take(queue, options.count, (claim, lost) =>
    withScratch(scratch => work(options, claim, scratch, lost, stopping.signal)),
  )
  return {
    drain: stopTaking,
    async stop() {
      stopping.abort()
      await stopTaking()
    },
  }
}

async function work(
  options: WorkerOptions,
  claim: Claim,
  scratch: string,
  lost: AbortSignal,
  stopping: AbortSignal,
): Promise<void> {
  const measured = options.meter?.begin()
  let outcome = 'internal_error'
  try {
    outcome = await scanAndEnd(options, claim, scratch, measured, lost, stopping)
  } finally {
    measured?.end(outcome)
  }
}

/** @returns what came of it, in one word */
async function scanAndEnd(
  options: WorkerOptions,
  claim: Claim,
  scratch: string,
  measured: MeasuredScan | undefined,
  lost: AbortSignal,
  stopping: AbortSignal,
): Promise<string> {
  const { queue } = options
  const log = withFields(queue.log, { job: claim.id, attempt: claim.attempt })
  const started = performance.now()
  log.info({}, 'scan started')
  const progress = throttledProgress((phase, value) => reportProgress(queue, claim, phase, value))
  const report = (phase: string, value: number) => {
    measured?.phase(phase)
    progress.report(phase, value)
  }
  const signal = AbortSignal.any([lost, stopping])
  const limits = options.limits ?? limitsFor(options.store)
  const order = orderOf(options, claim, options.keepArtifacts && scratch)
  const run = (release?: () => void) => {
    measured?.phase('beginning')
    return runScan(order, {
      entry: options.entry ?? ENTRY,
      environment: options.environment,
      ownUser: options.walls?.ownUser,
      limits,
      log,
      onProgress: report,
      onMemory: bytes => measured?.memory(bytes),
      // Reading a store takes minutes, in which another scan's browser may measure.
      onStore: release,
      signal,
    })
  }
  const waiting = () => report('waiting for another scan on this machine', 0)
  const noRoom = () => report('waiting for room on the disk', 0)
  await roomFor(options.hasRoom, noRoom, log, signal)
  const scanned = options.lock ? await options.lock(run, waiting, signal) : await run()
  await progress.flush()
  measured?.phase('keeping what was captured')
  const { outcome, kept } = await keep(
    options,
    claim,
    await weighed(scanned, scratch, limits),
    scratch,
    signal,
  )
  const seconds = Math.round((performance.now() - started) / 100) / 10
  if (!lost.aborted && (await persistently(() => end(queue, claim, outcome, kept), lost))) {
    log.info({ seconds, outcome: nameOf(outcome) }, 'scan ended')
    return nameOf(outcome)
  }
  const isGone = await isCalledOff(queue, claim).catch(() => false)
  if (isGone) log.info({ seconds }, 'job is gone, scan stopped')
  else log.warn({ seconds }, 'claim lost, scan stopped')
  await discard(queue, claim).catch(error => log.warn({ err: error }, 'not cleared'))
  return isGone ? 'called_off' : 'claim_lost'
}

const ROOM_AGAIN_MS = 5_000

async function roomFor(
  hasRoom: WorkerOptions['hasRoom'],
  waiting: () => void,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  for (let told = false; !signal.aborted && hasRoom && !(await hasRoom()); told = true) {
    if (!told) log.error({}, 'the disk is full, scans wait')
    waiting()
    await sleep(ROOM_AGAIN_MS, undefined, { signal }).catch(() => {})
  }
}

/** The outcome, unless what was captured takes more room than it may. */
async function weighed(outcome: ScanOutcome, folder: string, limits: ScanLimits): Promise<ScanOutcome> {
  if (outcome === 'stopped' || (await bytesIn(folder)) <= limits.artifactBytes) return outcome
  return leftTooMuch(limits)
}

function orderOf(
  { allowHosts, publicUrl, chromePath, store, walls, hidden }: WorkerOptions,
  { submission, accepted }: Claim,
  artifactsDir: string | undefined,
) {
  const { sandbox, ownNetwork } = walls ?? {}
  return {
    submission: { ...submission, accepted },
    allowHosts,
    publicUrl,
    chromePath,
    artifactsDir,
    store,
    sandbox,
    ownNetwork,
    hidden,
  }
}

/** With a minute for what is done with what was read. */
const limitsFor = (store?: StoreLimits): ScanLimits =>
  store ? { ...LIMITS, storeMs: (store.minutes + 1) * 60_000 } : LIMITS

function end(queue: Queue, claim: Claim, outcome: ScanOutcome, kept: ArtifactIndex): Promise<boolean> {
  if (outcome === 'stopped') return handBack(queue, claim)
  return 'failure' in outcome
    ? fail(queue, claim, outcome.failure)
    : finish(queue, claim, outcome.scorecard, kept)
}

const nameOf = (outcome: ScanOutcome) =>
  outcome === 'stopped' ? 'handed_back' : 'failure' in outcome ? outcome.failure.code : 'completed'

/** Two minutes of work are not thrown away because the database was restarted at their end. */
async function persistently(write: () => Promise<boolean>, lost: AbortSignal): Promise<boolean> {
  for (const ms of RETRY_MS) {
    try {
      return await write()
    } catch {
      if (lost.aborted) return false
      await new Promise(resolve => setTimeout(resolve, ms))
    }
  }
  return write()
}
