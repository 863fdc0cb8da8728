import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
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

export const USER = 'cutover'
export const DATABASE = 'cutover'

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
  const binaries = await findBinaries()
  const runner = chooseRunner(join(dataDir, 'postgres'), [
    binaries.postgres,
    binaries.initdb,
    binaries.pg_ctl,
  ])
  const folder = realpathSync(join(dataDir, 'postgres'))
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

/** The address of a database, `cutover` unless told otherwise. */
export function urlOf(cluster: Cluster, port: number, database = DATABASE): string {
  return `postgres://${USER}:${cluster.password}@127.0.0.1:${port}/${database}?sslmode=disable`
}

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
