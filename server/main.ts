/** Starts the server: config, database, queue, then worker and API, or one of them with --only. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import project from '../package.json' with { type: 'json' }
import { type Listening, listen } from './api/listen.ts'
import { createApp, createStatusApp } from './app.ts'
import { type Config, readConfig, scanEnvironment, withoutInstanceMetadata } from './config/index.ts'
import { readTraceSettings, type TraceSettings } from './config/traces.ts'
import { checkTarget, policyOf } from './egress/guard.ts'
import { readiness } from './health/ready.ts'
import type { Log } from './jobs/log.ts'
import { openQueue } from './jobs/open-queue.ts'
import type { Queue } from './jobs/queue.ts'
import { queueState } from './jobs/queue-state.ts'
import { freeBytes, leastFree } from './lib/disk.ts'
import { loggable } from './lib/loggable.ts'
import { argumentsReason, isOfArguments } from './lib/reason.ts'
import { openMetrics } from './metrics/index.ts'
import { type ScanMeter, together } from './metrics/scans.ts'
import type { ArtifactStore } from './storage/artifacts.ts'
import { checkDataFolder } from './storage/data-folder.ts'
import { openDatabase } from './storage/database.ts'
import { openArtifacts } from './storage/open-artifacts.ts'
import { loadSecretKey } from './storage/secret-key.ts'
import { openTraces } from './traces/index.ts'
import { openSite } from './web/open-site.ts'
import { compileScans } from './worker/compiled-code.ts'
import { type Health, watchHealth } from './worker/health.ts'
import { temporaryHome } from './worker/leftovers.ts'
import { withMachineLock } from './worker/machine-lock.ts'
import { withScratch } from './worker/scratch.ts'
import { type Size, sizeOf, thisMachine } from './worker/size.ts'
import { standingWalls, tryBrowser, type Walls } from './worker/walls.ts'
import { startWorker, type Worker, type WorkerOptions } from './worker/worker.ts'

const USAGE = `Usage: npm start -- [--only api|worker]

  Starts the API and a worker, with a Postgres of their own in the data folder unless DATABASE_URL names one.

  --only api|worker   one of the two; any number of processes share one database
  --help              prints this

Settings are environment variables: see Settings in README.md.`

type Role = 'api' | 'worker'

interface Server {
  port?: number
  worker?: Worker
  graceMs: number
  /** In reverse order of opening. */
  close(): Promise<void>
}

async function start(
  config: Config,
  roles: Role[],
  entry?: string,
  tracing?: TraceSettings,
): Promise<Server> {
  const log = pino({ level: config.logLevel, formatters: { log: loggable } })
  for (const warning of config.warnings) log.warn(warning)
  const closers: (() => Promise<void>)[] = []
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    await checkDataFolder(config.dataDir)
    const database = await openDatabase(config, message => log.warn(message))
    closers.push(database.close)
    withoutInstanceMetadata()
    const artifacts = await openArtifacts(config)
    await artifacts.check()
    const scans = roles.includes('worker') || config.storage ? [temporaryHome()] : []
    // Where scans write, and where what they captured is kept.
    const filled = config.storage ? scans : [config.dataDir, ...scans]
    const hasRoom = async () => (await leastFree(filled)) >= config.minFreeBytes
    const hasRoomForJobs = async () =>
      config.storage !== undefined || (await freeBytes(config.dataDir)) >= config.minFreeBytes
    const queue = await openQueue({
      ...database,
      secretKey: await loadSecretKey(config),
      oldSecretKeys: config.oldSecretKeys,
      limits: config.limits,
      deleteArtifacts: artifacts.delete,
      stored: artifacts,
      log,
    })
    closers.push(queue.close)
    const traces = await openTraces(tracing, project.version, log)
    closers.push(traces.close)
    const walls = roles.includes('worker') ? await standingWalls(config, log) : undefined
    const health = walls && openHealth(config, walls, hasRoom, artifacts, log)
    if (health) closers.push(async () => health.close())
    const size = sizeOf(thisMachine(), config)
    const metrics = openMetrics({
      version: project.version,
      role: roles.length > 1 ? 'both' : roles[0]!,
      queueState: () => queueState(database.pool),
      freeBytes: () => leastFree(filled),
      reserveBytes: config.minFreeBytes,
      scansAtOnce: size.coreSets.length,
      walls,
      paused: health?.paused,
    })
    const status = {
      log,
      walls,
      metrics,
      metricsToken: config.metricsToken,
      ready: readiness({
        pool: database.pool,
        queue,
        hasRoom: walls ? hasRoom : hasRoomForJobs,
        checkStorage: artifacts.check,
        browser: walls && (config.remoteBrowser ?? config.chromePath ?? null),
        missing: health?.missing,
      }),
    }
    if (!roles.includes('api') && config.statusPort !== undefined) {
      // Before the worker, so that it goes on telling while running scans are waited for.
      const telling = await listenOn(createStatusApp(status), config.statusPort, 'CUTOVER_STATUS_PORT')
      closers.push(telling.close)
      log.info({ port: telling.port, roles }, 'telling how it is')
    }
    const { graceMs } = config
    const code = walls && entry === undefined ? await compileScans(scanEnvironment()) : undefined
    if (code) closers.push(code.close)
    code?.ready.catch(error => log.warn({ err: error }, 'each scan compiles its own code'))
    const meter = together(...[metrics.scans, traces.scans].filter(meter => meter !== undefined))
    const worker =
      walls &&
      health &&
      (await openWorker(queue, config, size, artifacts, hasRoom, walls, health, meter, { entry, code }))
    if (worker) {
      closers.push(() => worker.drain(graceMs))
      log.info({ scansAtOnce: size.scans, measuringAtOnce: size.coreSets.length }, 'waiting for jobs')
    }
    if (!roles.includes('api')) return { worker, graceMs, close }
    const site = openSite(config, database.pool)
    closers.push(site.close)
    const policy = policyOf(config)
    const app = createApp({
      ...status,
      traces,
      queue,
      artifacts,
      checkTarget: url => checkTarget(url, policy),
      hasRoom: hasRoomForJobs,
      pollRequiresKey: config.pollRequiresKey,
      trustProxy: config.trustProxy,
      site,
    })
    const listening = await listenOn(app, config.port, 'PORT')
    closers.push(listening.close)
    log.info({ port: listening.port, roles }, 'listening')
    return { port: listening.port, worker, graceMs, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** @throws Error in one sentence where the port that `setting` names cannot be had */
async function listenOn(
  app: Parameters<typeof listen>[0],
  port: number,
  setting: string,
): Promise<Listening> {
  try {
    return await listen(app, port)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new Error(`Port ${port} is in use; stop what listens there, or set ${setting} to another one.`)
    if (code === 'EACCES')
      throw new Error(`Port ${port} may not be opened by this user; set ${setting} to one above 1023.`)
    throw error
  }
}

/** What of this machine scans need, and is looked at before it takes jobs again. */
function openHealth(
  { chromePath, remoteBrowser: remote }: Config,
  walls: Walls,
  hasRoom: () => Promise<boolean>,
  artifacts: ArtifactStore,
  log: Log,
): Health {
  const environment = scanEnvironment()
  const disk = async () => {
    if (!(await hasRoom())) throw new Error('less is free than CUTOVER_MIN_FREE_MB')
    await withScratch(folder => writeFile(join(folder, 'a'), 'a'))
  }
  return watchHealth(
    [
      { name: 'disk', check: disk, everyMs: DISK_EVERY_MS },
      { name: 'storage', check: artifacts.check, everyMs: STORAGE_EVERY_MS },
      { name: 'browser', check: () => tryBrowser(walls, { environment, chromePath, remote }) },
    ],
    log,
  )
}

const DISK_EVERY_MS = 5_000
/** Each look writes a file of no length and deletes it. */
const STORAGE_EVERY_MS = 10_000

function openWorker(
  queue: Queue,
  config: Config,
  { scans, coreSets }: Size,
  artifacts: ArtifactStore,
  hasRoom: () => Promise<boolean>,
  walls: Walls,
  health: Health,
  meter: ScanMeter,
  run: Pick<WorkerOptions, 'entry' | 'code'>,
): Promise<Worker> {
  let measuring = coreSets.length
  /** A set of which something is gone is none; jobs that were taken for it wait for one of the others. */
  const setsNow = () => {
    const now = sizeOf(thisMachine(), config).coreSets
    if (now.length !== measuring)
      queue.log.warn({ measuringAtOnce: now.length }, 'the cores of this machine are others now')
    measuring = now.length
    return now
  }
  return startWorker({
    queue,
    count: scans,
    measuring,
    environment: scanEnvironment(),
    allowHosts: config.allowHosts,
    publicUrl: config.publicUrl,
    chromePath: config.chromePath,
    remote: config.remoteBrowser,
    store: config.store,
    keepArtifacts: artifacts.keep,
    ...(config.originalSeconds > 0 && {
      originals: { seconds: config.originalSeconds, open: artifacts.open },
    }),
    hasRoom,
    walls,
    health,
    meter,
    hidden: [config.dataDir],
    lock: (work, onWait, signal) => withMachineLock(work, onWait, signal, undefined, setsNow),
    ...run,
  })
}

/** Null: how to call it was asked. */
function rolesFrom(args: string[]): Role[] | null {
  const { only, help } = parseArgs({
    args,
    options: { only: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  }).values
  if (help) return null
  if (only === undefined) return ['api', 'worker']
  if (only === 'api' || only === 'worker') return [only]
  throw new Error(`--only is ${JSON.stringify(only)}; it must be api or worker.`)
}

/** For the person who started it; the log says the same to machines. */
function greet({ port, worker }: Server): void {
  if (port === undefined) {
    console.error('The worker waits for jobs. Ctrl+C stops it.')
    return
  }
  const address = `http://localhost:${port}`
  console.error(`Cutover listens on ${address}${worker ? '' : ' (API only; jobs wait for a worker)'}.

  Make a key:     npm run -s key -- create --email you@example.com
  Start a job:    curl ${address}/api/v1/scorecard -H "Authorization: Bearer <API_KEY>" \\
                    -H "Content-Type: application/json" \\
                    -d '{"original_url": "https://example.com", "new_url": "https://new.example.com"}'
  See its result: curl ${address}<poll, from the answer>
`)
}

/** After the grace of running scans, for giving jobs back and taking leave of the database. */
const LAST_MS = 8_000

/** From before it listens: what watches for that may stop it at once. */
function closeOnSignals(starting: Promise<Server>): void {
  const endWithin = (ms: number) =>
    setTimeout(
      () =>
        fatal(
          `Not all could be closed within ${LAST_MS / 1000} s, as when the database does not answer; ended without it.`,
        ),
      ms,
    ).unref()
  let server: Server | undefined
  let closing = false
  const close = async () => {
    const net = endWithin(LAST_MS)
    server = await starting
    clearTimeout(net)
    const { worker, graceMs } = server
    endWithin((worker ? graceMs : 0) + LAST_MS)
    if (worker && process.stderr.isTTY) console.error('Waiting for running scans; again to give them back.')
    // At once: what is asked of the API meanwhile is for other workers.
    const drained = worker?.drain(graceMs).then(() => void endWithin(LAST_MS))
    await Promise.all([drained, server.close()])
  }
  const onSignal = () => {
    if (!closing) {
      closing = true
      close().then(() => process.exit(0), fatal)
    } else if (!server) process.exit(1)
    // Asked twice: running scans are not waited for, another worker does them again.
    else void server.worker?.stop().catch(fatal)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

function fatal(error: unknown): never {
  console.error(sentenceOf(error))
  process.exit(1)
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (isOfArguments(error)) return argumentsReason(error)
  return error.message
}

/** @param entry another script for scan processes than that of real scans, for benchmarks; no setting leads here */
export async function run(roles: Role[], entry?: string): Promise<void> {
  const config = readConfig()
  const starting = start(config, roles, entry, readTraceSettings())
  closeOnSignals(starting)
  const server = await starting
  if (!config.production) greet(server)
}

if (import.meta.main) {
  try {
    const roles = rolesFrom(process.argv.slice(2))
    if (roles) await run(roles)
    else console.log(USAGE)
  } catch (error) {
    fatal(error)
  }
}
