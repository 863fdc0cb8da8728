/** Takes jobs, runs each scan in its own process, and ends the job with what came of it. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RemoteBrowser } from '../config/index.ts'
import type { ArtifactIndex } from '../jobs/artifact-index.ts'
import { type Claim, isCalledOff, reportProgress } from '../jobs/claim.ts'
import { discard } from '../jobs/delete.ts'
import { fail, finish, handBack } from '../jobs/end.ts'
import { type Log, withFields } from '../jobs/log.ts'
import type { Queue } from '../jobs/queue.ts'
import { take } from '../jobs/take.ts'
import type { CoreSet } from '../lib/cores.ts'
import { bytesIn } from '../lib/disk.ts'
import type { MeasuredScan, ScanMeter } from '../metrics/scans.ts'
import type { StoreLimits } from '../scan/types.ts'
import type { ArtifactStore } from '../storage/artifacts.ts'
import { type Health, watchHealth } from './health.ts'
import { clearLeftovers } from './leftovers.ts'
import type { withMachineLock } from './machine-lock.ts'
import { bringOriginal, mayShare, type Originals } from './originals.ts'
import { persistently } from './persistently.ts'
import { throttledProgress } from './progress.ts'
import {
  type CompiledCode,
  LIMITS,
  leftTooMuch,
  ourFault,
  runScan,
  type ScanLimits,
  type ScanOutcome,
} from './run-scan.ts'
import { keep, withScratch } from './scratch.ts'
import type { Walls } from './walls.ts'

export interface WorkerOptions {
  queue: Queue
  /** Scans at once. */
  count: number
  /** Of these, how many have a browser at a time; more run only while some read a store. Default: all. */
  measuring?: number
  /** What scan processes get of our environment. */
  environment: Record<string, string>
  allowHosts: readonly string[]
  /** Of this service, which scans nothing of its own. */
  publicUrl?: string
  chromePath?: string
  remote?: RemoteBrowser
  /** What a store may cost; its minutes are added to the deadline. */
  store?: StoreLimits
  /** Takes over what was captured for a job. Default: nothing is kept. */
  keepArtifacts?: ArtifactStore['keep']
  /** Captures of originals that jobs of one account take over from each other. Default: each captures its own. */
  originals?: Originals
  /** There is room on the disk for what another scan would leave there; it waits until there is. Default: always. */
  hasRoom?(): Promise<boolean>
  /** Between two looks for room. */
  roomAgainMs?: number
  limits?: ScanLimits
  /** Folders that no browser is to see. */
  hidden?: readonly string[]
  /** What scans are kept in. Default: the user we are, and no sandbox for root. */
  walls?: Walls
  /** Of scans. Closed by who made it. Default: each compiles its own. */
  code?: CompiledCode
  /** Counts scans, their phases and their memory. Default: nobody does. */
  meter?: ScanMeter
  /** The script that a scan process runs. */
  entry?: string
  /** Whether scans can be done here; jobs are taken while they can. Closed by who made it. Default: nobody looks. */
  health?: Health
  /** For which a job may wait for room or for its turn on this machine, before another machine may have it. */
  waitMs?: number
  /** Lets one scan at a time work on each set of cores; waiting is no part of its deadline. Default: no limit. */
  lock?: typeof withMachineLock
}

export interface Worker {
  /**
   * Takes no more jobs and lets running scans come to their end, at most to their deadline; after `graceMs` as `stop`
   * does. Jobs whose scan has not begun yet are given back at once.
   */
  drain(graceMs?: number): Promise<void>
  /** Takes no more jobs, stops running scans and gives their jobs back to the queue. */
  stop(): Promise<void>
}

const ENTRY = join(import.meta.dirname, 'scan-process.ts')
/** A job that cannot be begun for so long may be begun on another machine. */
const WAIT_MS = 10 * 60_000
/** Between two looks for what workers that are gone have left on this machine. */
const LEFTOVERS_MS = 60_000

/** What becomes of this worker. */
interface Course {
  /** No scan is begun any more. */
  leaving: AbortSignal
  /** Those that run are given up. */
  stopping: AbortSignal
}

export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { queue } = options
  const health = options.health ?? watchHealth([], queue.log)
  const clear = async () => {
    const orphans = await clearLeftovers()
    if (orphans.length > 0) queue.log.warn({ pids: orphans }, 'killed the scans of a worker that is gone')
  }
  await clear()
  const clearing = setInterval(() => void clear().catch(() => {}), LEFTOVERS_MS).unref()
  const [leaving, stopping] = [new AbortController(), new AbortController()]
  const course = { leaving: leaving.signal, stopping: stopping.signal }
  const run = (claim: Claim, lost: AbortSignal, makeWay: () => void) =>
    withScratch(scratch => work({ ...options, health }, { claim, lost, makeWay }, scratch, course)).catch(
      async error => {
        if (stopping.signal.aborted) throw error
        const log = withFields(queue.log, { job: claim.id, attempt: claim.attempt })
        log.error({ err: error }, 'scan could not be done')
        const outcome = await blamed(health, ourFault(), log)
        await persistently(() => end(queue, claim, outcome, {}, undefined), lost, stopping.signal)
      },
    )
  const { count, measuring = count } = options
  const stopTaking = take(queue, Math.min(count, measuring), run, health, count)
  const leave = async () => {
    leaving.abort()
    clearInterval(clearing)
    await stopTaking()
    if (!options.health) health.close()
  }
  const stop = () => {
    stopping.abort()
    return leave()
  }
  return {
    async drain(graceMs) {
      const timer = graceMs === undefined ? undefined : setTimeout(() => void stop(), graceMs)
      await leave().finally(() => clearTimeout(timer))
    },
    stop,
  }
}

type Working = WorkerOptions & { health: Health }

/** A claim, the signal that it is lost, and what lets another job be taken beside it. */
interface Taken {
  claim: Claim
  lost: AbortSignal
  makeWay(): void
}

async function work(options: Working, taken: Taken, scratch: string, course: Course): Promise<void> {
  const measured = options.meter?.begin(taken.claim)
  let outcome = 'internal_error'
  try {
    outcome = await scanAndEnd(options, taken, scratch, measured, course)
  } finally {
    measured?.end(outcome)
  }
}

/** @returns what came of it, in one word */
async function scanAndEnd(
  options: Working,
  { claim, lost, makeWay }: Taken,
  scratch: string,
  measured: MeasuredScan | undefined,
  { leaving, stopping }: Course,
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
  const shares = options.originals && options.keepArtifacts && mayShare(claim.submission)
  const order = {
    ...orderOf(options, claim, options.keepArtifacts && scratch),
    ...(shares && { reuse: {} }),
  }
  let begun: number | undefined
  const notBegun = AbortSignal.any([signal, leaving, AbortSignal.timeout(options.waitMs ?? WAIT_MS)])
  const run = async (release?: () => void, cores?: CoreSet): Promise<ScanOutcome> => {
    if (notBegun.aborted) return 'stopped'
    measured?.phase('beginning')
    begun = performance.now()
    return runScan(order, {
      entry: options.entry ?? ENTRY,
      environment: options.environment,
      ownUser: options.walls?.ownUser,
      code: options.code,
      cores,
      limits,
      log,
      onProgress: report,
      onMemory: bytes => measured?.memory(bytes),
      ...(shares && {
        bringOriginal: folder => bringOriginal(queue, options.originals!, claim, folder),
      }),
      // Reading a store takes minutes, in which another scan's browser may measure.
      onStore: () => {
        release?.()
        makeWay()
      },
      signal,
    })
  }
  const waiting = () => report('waiting for another scan on this machine', 0)
  const noRoom = () => report('waiting for room on the disk', 0)
  await roomFor(options, noRoom, log, notBegun)
  const scanned = await (options.lock ? options.lock(run, waiting, notBegun) : run()).catch(error => {
    log.error({ err: error }, 'scan could not be begun')
    return ourFault()
  })
  // Its browser is closed, whatever is left to do.
  makeWay()
  await progress.flush()
  measured?.phase('keeping what was captured')
  const keeping = await keep(options, claim, await weighed(scanned, scratch, limits), scratch, signal)
  const { kept } = keeping
  const outcome = await blamed(options.health, keeping.outcome, log)
  const seconds = Math.round((performance.now() - started) / 100) / 10
  if (!lost.aborted && (await persistently(() => end(queue, claim, outcome, kept, begun), lost, stopping))) {
    log.info({ seconds, outcome: nameOf(outcome) }, 'scan ended')
    return nameOf(outcome)
  }
  const isGone = await isCalledOff(queue, claim).catch(() => false)
  if (isGone) log.info({ seconds }, 'job is gone, scan stopped')
  else log.warn({ seconds }, 'claim lost, scan stopped')
  await discard(queue, claim).catch(error => log.warn({ err: error }, 'not cleared'))
  return isGone ? 'called_off' : 'claim_lost'
}

type Blamed = Exclude<ScanOutcome, 'browser-gone'>

/** The outcome, unless this machine or its browser is to blame for it: then the scan is to be done once more. */
async function blamed(health: Health, outcome: ScanOutcome, log: Log): Promise<Blamed> {
  if (outcome === 'stopped') return outcome
  const isGone = outcome === 'browser-gone'
  const isOurs = isGone || ('failure' in outcome && outcome.failure.code === 'internal_error')
  const missing = isOurs ? await health.examine() : undefined
  if (missing || isGone) {
    const part = missing ?? 'browser'
    log.warn({ part }, 'scan failed by a fault of this machine, the job is handed back')
    return 'stopped'
  }
  health.ended(isOurs)
  return outcome
}

const ROOM_AGAIN_MS = 5_000

async function roomFor(
  { hasRoom, roomAgainMs = ROOM_AGAIN_MS }: WorkerOptions,
  waiting: () => void,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  for (let told = false; !signal.aborted && hasRoom && !(await hasRoom()); told = true) {
    if (!told) log.error({}, 'the disk is full, scans wait')
    waiting()
    await sleep(roomAgainMs, undefined, { signal }).catch(() => {})
  }
}

/** The outcome, unless what was captured takes more room than it may. */
async function weighed(outcome: ScanOutcome, folder: string, limits: ScanLimits): Promise<ScanOutcome> {
  if (typeof outcome === 'string' || (await bytesIn(folder)) <= limits.artifactBytes) return outcome
  return leftTooMuch(limits)
}

function orderOf(
  { allowHosts, publicUrl, chromePath, remote, store, walls, hidden }: WorkerOptions,
  { submission, accepted }: Claim,
  artifactsDir: string | undefined,
) {
  const { sandbox, ownNetwork } = walls ?? {}
  return {
    submission: { ...submission, accepted },
    allowHosts,
    publicUrl,
    chromePath,
    remote,
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

/** @param begun by `performance.now()`: nothing was captured before; undefined: nothing at all */
function end(
  queue: Queue,
  claim: Claim,
  outcome: Blamed,
  kept: ArtifactIndex,
  begun: number | undefined,
): Promise<boolean> {
  if (outcome === 'stopped') return handBack(queue, claim, begun !== undefined)
  if ('failure' in outcome) return fail(queue, claim, outcome.failure)
  const originalAge =
    outcome.isReusable && begun !== undefined ? (performance.now() - begun) / 1000 : undefined
  return finish(queue, claim, outcome.scorecard, kept, originalAge)
}

const nameOf = (outcome: Blamed) =>
  outcome === 'stopped' ? 'handed_back' : 'failure' in outcome ? outcome.failure.code : 'completed'
