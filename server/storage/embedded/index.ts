/**
 * A Postgres of our own in the data folder, shared by all our processes that use that folder: the first starts it, the
 * last one out stops it, and one that was killed leaves it running for the next. See `embedded/`.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { adminUrlOf, type Cluster, openCluster, urlOf } from './cluster.ts'
import { withLock } from './lock.ts'
import { ensurePostmaster, stopPostmaster } from './postmaster.ts'

export interface EmbeddedPostgres {
  /** With the password; of the database `cutover`, for a role that is no superuser. */
  url: string
  /** Stops Postgres unless another process still uses it. Close your own connections first. */
  stop(): Promise<void>
}

/** Each process that uses a cluster keeps one connection of this name: it goes when the process does. */
const PRESENT = 'cutover present'
const LEAVING = 'cutover leaving'

/**
 * Starts or joins the Postgres of a data folder (absolute path; made when missing). When Postgres crashes it is started
 * again on the same port.
 * @throws Error with the end of Postgres's log when it does not start.
 */
export async function startEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  await mkdir(dataDir, { recursive: true })
  const lock = join(dataDir, 'postgres.lock')
  let presence: pg.Client | undefined
  let stopped = false

  const enter = (port?: number) =>
    withLock(lock, async () => {
      const cluster = await openCluster(dataDir)
      const at = await ensurePostmaster(cluster, port)
      presence = await beSeen(cluster, at, () => void revive(at))
      return { cluster, port: at }
    })

  async function revive(port: number): Promise<void> {
    for (presence = undefined; !stopped && !presence; ) await enter(port).catch(() => sleep(1000))
  }

  const { cluster, port } = await enter()
  return {
    url: urlOf(cluster, port),
    async stop() {
      if (stopped) return
      stopped = true
      await withLock(lock, async () => {
        if (!presence) return
        const alone = await leave(presence)
        if (alone) await stopPostmaster(cluster)
      })
    },
  }
}

async function beSeen(cluster: Cluster, port: number, lost: () => void): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: adminUrlOf(cluster, port),
    application_name: PRESENT,
    keepAlive: true,
  })
  client.on('error', () => {})
  await client.connect()
  client.once('end', lost)
  return client
}

/** Whether nobody else is present. The new name counts at once, the end of the connection a moment later. */
async function leave(presence: pg.Client): Promise<boolean> {
  presence.removeAllListeners('end')
  try {
    await presence.query(`SET application_name = '${LEAVING}'`)
    const { rowCount } = await presence.query('SELECT FROM pg_stat_activity WHERE application_name = $1', [
      PRESENT,
    ])
    return rowCount === 0
  } catch {
    // The connection is lost, so Postgres is not there to be stopped.
    return false
  } finally {
    await presence.end().catch(() => {})
  }
}
