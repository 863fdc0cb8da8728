import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Binaries, findBinaries } from './binaries.ts'
import { chooseRunner, type Runner, run } from './runner.ts'
import { copiedWithinReach, movedWithinReach } from './within-reach.ts'

export const USER = 'cutover'
export const DATABASE = 'cutover'
/** As which the application connects: not a superuser. */
export const ROLE = 'cutover_app'

/** One embedded Postgres on disk: `<data folder>/postgres/{data,password,log}`. */
export interface Cluster {
  folder: string
  /** PGDATA. */
  data: string
  log: string
  password: string
  binaries: Binaries
  runner: Runner
}

/** Finds the cluster of a data folder, or makes it. To be called under its lock. */
export async function openCluster(dataDir: string): Promise<Cluster> {
  const installed = await findBinaries()
  const runner = chooseRunner(join(dataDir, 'postgres'))
  const folder = placeOf(join(dataDir, 'postgres'), runner)
  const binaries = Object.values(installed).every(runner.canRun) ? installed : copiedWithinReach(installed)
  const cluster = {
    folder,
    data: join(folder, 'data'),
    log: join(folder, 'log'),
    password: '',
    binaries,
    runner,
  }
  cluster.password = existsSync(cluster.data) ? readPassword(folder) : await initialise(cluster)
  // Postgres insists on it, and copying a folder may have widened it.
  chmodSync(cluster.data, 0o700)
  return cluster
}

function placeOf(folder: string, runner: Runner): string {
  const linked = lstatSync(folder).isSymbolicLink()
  const place =
    linked || !runner.canEnter(realpathSync(folder)) ? movedWithinReach(folder) : realpathSync(folder)
  runner.take(place)
  return place
}

/** The address of a database for the superuser: what the cluster itself needs, and nothing of the application. */
export function adminUrlOf(cluster: Cluster, port: number, database = DATABASE): string {
  return addressOf(USER, cluster.password, port, database)
}

/** The address of our database for the application, whose role may make databases and do nothing outside them. */
export function urlOf(cluster: Cluster, port: number): string {
  return addressOf(ROLE, rolePassword(cluster), port, DATABASE)
}

const addressOf = (user: string, password: string, port: number, database: string) =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`

/** Of the superuser's, so that there is one to be kept; it does not lead back to that. */
export const rolePassword = ({ password }: Pick<Cluster, 'password'>): string =>
  createHash('sha256').update(`cutover application ${password}`).digest('hex')

/** initdb into a folder beside, renamed when it is done: what was interrupted is never taken for a cluster. */
async function initialise(cluster: Cluster): Promise<string> {
  const { folder, runner, binaries } = cluster
  for (const name of readdirSync(folder))
    if (name.startsWith('new-')) rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 10 })
  const fresh = join(folder, `new-${randomBytes(6).toString('hex')}`)
  const password = randomBytes(24).toString('hex')
  const passwordFile = join(folder, 'password')
  rmSync(passwordFile, { force: true })
  writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx', flush: true })
  runner.own(passwordFile)
  await run(runner, binaries.initdb, [
    `--pgdata=${fresh}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--set=timezone=UTC',
    '--set=log_timezone=UTC',
  ])
  renameSync(fresh, cluster.data)
  return password
}

function readPassword(folder: string): string {
  const path = join(folder, 'password')
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new Error(
      `The password of the embedded Postgres cannot be read from ${path}; restore it, or delete ${folder} to begin with an empty database.`,
      { cause: error },
    )
  }
}
