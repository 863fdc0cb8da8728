/** What stands between a hostile page and this server: found out at start, by doing what a scan does. */
import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, type RemoteBrowser, scanEnvironment } from '../config/index.ts'
import type { Log } from '../jobs/log.ts'
import { killQuietly } from '../lib/proc.ts'
import { temporaryHome, temporaryName } from './leftovers.ts'
import { withMachineLock } from './machine-lock.ts'
import type { ProbeOrder } from './probe-process.ts'
import { give, takeScanUser } from './scan-user.ts'

export interface Walls {
  /** Scans and browsers run as users of their own, who can read nothing of ours. For root only. */
  ownUser: boolean
  /** The browser's own sandbox is on. */
  sandbox: boolean
  /** The browser's network is its own, and nothing but our proxy can be reached in it. */
  ownNetwork: boolean
}

export interface Examined {
  walls: Walls
  /** With these a browser was seen to work. */
  works: boolean
  /** Each better set of walls, and why it could not be had. */
  why: { wanted: Walls; reason: string }[]
}

export interface WallsOptions {
  environment: Record<string, string>
  chromePath?: string
  remote?: RemoteBrowser
}

const ENTRY = join(import.meta.dirname, 'probe-process.ts')
const PROBE_MS = 30_000
/** For a scan that is at work in the remote browser, and for one of which nobody should know here. */
const PATIENCE_MS = 30_000
const SHORT_MS = 5_000

/** Finds out, tells it in one line, and refuses to start where it is too little. @throws a sentence */
export async function standingWalls(
  config: Pick<Config, 'production' | 'unsafeNoSandbox' | 'chromePath' | 'remoteBrowser'>,
  log: Log,
): Promise<Walls> {
  const root = process.getuid?.() === 0
  const { chromePath, remoteBrowser: remote } = config
  const examined = await examineWalls({ environment: scanEnvironment(), chromePath, remote }, root)
  if (remote && !examined.works)
    throw new Error(
      `Not started: the browser of CUTOVER_BROWSER_CDP cannot be used: ${examined.why.at(-1)?.reason}.`,
    )
  const judged = judgeWalls(examined, root, config)
  if (judged === 'good') log.info({}, [wallsText(examined.walls), ...notesOn(examined, remote)].join('; '))
  else if ('refusal' in judged) throw new Error(judged.refusal)
  else if (config.production) log.error({}, judged.warning)
  else log.warn({}, judged.warning)
  return examined.walls
}

const wallsText = ({ ownUser, ownNetwork }: Walls): string =>
  `scans run ${ownUser ? 'as users of their own' : 'as this user'}, in the browser's sandbox${ownNetwork ? ' and a network of its own' : ''}`

/** The best that can be had here. */
export async function examineWalls(options: WallsOptions, root: boolean): Promise<Examined> {
  const why: Examined['why'] = []
  // What another machine's browser can reach is that machine's business.
  const own = !options.remote
  const wanted: Walls[] = [
    ...(own ? [{ ownUser: root, sandbox: true, ownNetwork: true }] : []),
    { ownUser: root, sandbox: true, ownNetwork: false },
    ...(root ? [{ ownUser: true, sandbox: false, ownNetwork: false }] : []),
    { ownUser: false, sandbox: false, ownNetwork: own },
  ]
  for (const walls of wanted) {
    const reason = await probe(walls, options)
    if (reason === null) return { walls, works: true, why }
    why.push({ wanted: walls, reason })
  }
  return { walls: { ownUser: false, sandbox: false, ownNetwork: false }, works: false, why }
}

/** Pure: what to tell of `examined`, and whether it is too little to start with. */
export function judgeWalls(
  { walls, why }: Pick<Examined, 'walls' | 'why'>,
  root: boolean,
  { production, unsafeNoSandbox }: { production: boolean; unsafeNoSandbox: boolean },
): { refusal: string } | { warning: string } | 'good' {
  if (walls.sandbox && (walls.ownUser || !root)) return 'good'
  const reason = why.find(({ wanted }) => wanted.sandbox && !wanted.ownNetwork)?.reason
  const lacks = [
    ...(walls.sandbox ? [] : ['without its sandbox']),
    ...(root && !walls.ownUser ? ['as root'] : []),
  ].join(' and ')
  const fact = `the browser would run ${lacks}: ${reason ?? 'the reason is not known'}`
  if (!production || unsafeNoSandbox)
    return {
      warning: `${unsafeNoSandbox ? 'UNSAFE, by CUTOVER_UNSAFE_NO_SANDBOX: ' : ''}${fact}. A page that breaks out of it has this machine.`,
    }
  return {
    refusal:
      `Not started: ${fact}. Start the server as a user who may make user namespaces, or as root in a folder that ` +
      'everybody may read; CUTOVER_UNSAFE_NO_SANDBOX=1 starts it nevertheless.',
  }
}

/** Pure: of what is no reason not to start, a sentence each. */
export function notesOn({ walls, why }: Pick<Examined, 'walls' | 'why'>, remote?: RemoteBrowser): string[] {
  const reason = why.find(({ wanted }) => wanted.ownNetwork)?.reason
  return [
    ...(remote
      ? [
          `the browser is on another machine, which must reach nothing but ${remote.proxy.host}:${remote.proxy.port}, and be reached by nobody else`,
        ]
      : []),
    ...(walls.ownNetwork || remote
      ? []
      : [`the browser shares the network of this machine, and only its proxy keeps it in: ${reason}`]),
    ...(walls.ownUser
      ? []
      : [
          'scans share the user of this server, and what it may read: as root it gives each a user of its own',
        ]),
  ]
}

/** @throws why no browser starts within `walls`, or what a scan is made of cannot be loaded */
export async function tryBrowser(walls: Walls, options: WallsOptions): Promise<void> {
  const reason = await probe(walls, options, true)
  if (reason !== null) throw new Error(reason)
}

/**
 * Null where it works. A scan that is at work in the remote browser is not disturbed: its machine is waited for, and if that
 * takes long the browser is looked at only. @param whole all that a scan is made of is loaded as well
 */
async function probe(walls: Walls, options: WallsOptions, whole = false): Promise<string | null> {
  if (!options.remote) return probeIn(walls, options, { whole })
  // One that hangs is found without keeping this machine from others meanwhile.
  const seen = whole ? await probeIn(walls, options, { isAtWork: true }) : null
  if (seen !== null) return seen
  const signal = AbortSignal.timeout(whole ? SHORT_MS : PATIENCE_MS)
  return withMachineLock(
    () => probeIn(walls, options, { whole, isAtWork: signal.aborted }),
    () => {},
    signal,
  )
}

async function probeIn(
  { ownUser, ...walls }: Walls,
  { environment, chromePath, remote }: WallsOptions,
  how: Pick<ProbeOrder, 'whole' | 'isAtWork'>,
): Promise<string | null> {
  const taken = ownUser ? await takeScanUser() : undefined
  const user = taken?.user
  const temporary = await mkdtemp(join(temporaryHome(), temporaryName()))
  if (user) await give(temporary, user)
  const child = fork(ENTRY, [], {
    env: { HOME: temporary, ...environment, TMPDIR: temporary },
    execArgv: [],
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    ...user,
  })
  const order: ProbeOrder = { ...walls, chromePath, remote, ...how }
  child.send(order, () => {}) // one that has not started says so by its end
  let complaints = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(0, 20_000)
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), PROBE_MS)
  try {
    const status = await new Promise<number | string | null>(resolve => {
      child.once('error', error => resolve(error.message))
      child.once('close', resolve)
    })
    return status === 0 ? null : reasonIn(complaints, status)
  } finally {
    clearTimeout(timer)
    if (child.pid !== undefined) killQuietly(-child.pid)
    await rm(temporary, { recursive: true, force: true, maxRetries: 3 })
    taken?.release()
  }
}

/** The line that tells most of what a browser and its driver say about a start that failed. */
function reasonIn(complaints: string, status: number | string | null): string {
  const lines = complaints.split('\n').map(line => line.trim())
  const telling = lines.find(line =>
    /no usable sandbox|EACCES|permission denied|cannot find module|no browser/i.test(line),
  )
  const last = lines.findLast(line => /\w/.test(line))
  return (telling ?? last ?? `it could not be tried (${status})`).replace(/^\[.*?\] /, '').slice(0, 300)
}
