import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { adminUrlOf, type Cluster } from './cluster.ts'
import { disownPidFile, isPostmasterOf, lastPort, readPidFile } from './pid-file.ts'
import { openToApplication } from './role.ts'
import { run } from './runner.ts'

/** Crash recovery of a large database takes its time. */
const PATIENCE = 120_000
const LOG_LIMIT = 10_000_000

/**
 * The port of the cluster's postmaster, which is started when there is none. To be called under the cluster's lock.
 * @throws Error with the end of the log when Postgres does not start.
 */
export async function ensurePostmaster(cluster: Cluster, wantedPort?: number): Promise<number> {
  const port = (await runningPort(cluster)) ?? (await start(cluster, wantedPort))
  await openToApplication(cluster, port)
  return port
}

/** Ends the connections and the postmaster. */
export async function stopPostmaster({ runner, binaries, data }: Cluster): Promise<void> {
  await run(runner, binaries.pg_ctl, ['stop', '-D', data, '-m', 'fast', '-w', '-t', '60', '-s'])
}

/** The postmaster of postmaster.pid, if it is one; it is waited for while it recovers or shuts down. */
async function runningPort({ data, log, ...cluster }: Cluster): Promise<number | undefined> {
  for (const end = Date.now() + PATIENCE; ; await sleep(100)) {
    const file = readPidFile(data)
    if (!file) return
    if (file.port && (await answers({ data, log, ...cluster }, file.port))) return file.port
    if (!isPostmasterOf(file.pid, data)) {
      if (isAlive(file.pid)) disownPidFile(data)
      return
    }
    if (Date.now() > end)
      throw new Error(
        `Postgres (process ${file.pid}) holds ${data} but does not answer; see ${log}, or end that process.`,
      )
  }
}

/** Whether a postmaster of these very files answers on the port. A copied or recycled postmaster.pid names another. */
async function answers(cluster: Cluster, port: number): Promise<boolean> {
  const client = new pg.Client({
    connectionString: adminUrlOf(cluster, port, 'postgres'),
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory')
    return rows[0]?.data_directory === cluster.data
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function start(cluster: Cluster, wantedPort = lastPort(cluster.data)): Promise<number> {
  let port = wantedPort && (await isFree(wantedPort)) ? wantedPort : await freePort()
  for (const end = Date.now() + PATIENCE; ; ) {
    const logged = openLog(cluster)
    if (await launch(cluster, port, end)) return port
    const said = readFileSync(cluster.log, 'utf8').slice(logged).trim()
    if (/could not bind|could not create any TCP/.test(said)) port = await freePort()
    // Processes of a postmaster that was killed are still on their way out.
    else if (/is still in use|lock file .* already exists/.test(said)) await sleep(250)
    else
      throw new Error(
        `The embedded Postgres does not start; its log ${cluster.log} ends with:\n${said.slice(-2000)}`,
      )
    if (Date.now() > end)
      throw new Error(
        `The embedded Postgres does not start within ${PATIENCE / 1000} s:\n${said.slice(-2000)}`,
      )
  }
}

/** Detached, so that it outlives us when we are killed and Ctrl-C passes it by. True when it answers, false when it ended. */
async function launch(cluster: Cluster, port: number, end: number): Promise<boolean> {
  const [file, args, options] = cluster.runner.command(cluster.binaries.postgres, [
    ...['-D', cluster.data, '-p', String(port)],
    ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    ...['-c', 'max_connections=200', '-c', 'logging_collector=off'],
  ])
  const log = openSync(cluster.log, 'a', 0o600)
  const child = spawn(file, args, {
    ...options,
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.unref()
  let failure: Error | undefined
  child.on('error', error => {
    failure = error
  })
  while (child.exitCode === null && child.signalCode === null) {
    if (failure) throw new Error(`${file} cannot be run: ${failure.message}`, { cause: failure })
    if (await answers(cluster, port)) return true
    if (Date.now() > end)
      throw new Error(`Postgres does not answer within ${PATIENCE / 1000} s; see ${cluster.log}.`)
    await sleep(30)
  }
  return false
}

/** Its size, from where this start's lines begin. */
function openLog({ log }: Cluster): number {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0
  if (size <= LOG_LIMIT) return size
  truncateSync(log)
  return 0
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const freePort = async (): Promise<number> => (await listen(0)) ?? (await freePort())
const isFree = async (port: number): Promise<boolean> => (await listen(port)) !== undefined

/** Listens for a moment; the port, or undefined when another has it. */
function listen(port: number): Promise<number | undefined> {
  return new Promise(done => {
    const server = createServer()
    server.once('error', () => done(undefined))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' ? address?.port : undefined))
    })
  })
}
