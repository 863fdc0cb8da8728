/** Puts a taken-over browser beside what it could want: secrets, another scan, a database, the service's own data. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { scanEnvironment } from '../../server/config/index.ts'
import { Submission } from '../../server/contract.ts'
import { readProcesses } from '../../server/lib/proc.ts'
import { temporaryName } from '../../server/worker/leftovers.ts'
import { LIMITS, runScan } from '../../server/worker/run-scan.ts'
import type { Walls } from '../../server/worker/walls.ts'
import { listening, type Targets, type Tried } from './taken-over.ts'

const SUBMISSION = Submission.parse({ original_url: 'https://a.example/', new_url: 'https://b.example/' })
const ENTRY = join(import.meta.dirname, 'taken-over.ts')

/** @returns each thing that was tried, and whether it was reached */
export async function takeOver(walls: Walls): Promise<Tried[]> {
  const data = await mkdtemp(join(tmpdir(), 'cutover-data-'))
  await chmod(data, 0o700)
  await mkdir(join(data, 'artifacts/job/1'), { recursive: true, mode: 0o700 })
  await mkdir(join(data, 'postgres'), { mode: 0o700 })
  await writeFile(join(data, 'secret-key'), 'canary', { mode: 0o600 })
  await writeFile(join(data, 'artifacts/job/1/capture.json'), 'canary', { mode: 0o600 })
  const neighbour = await mkdtemp(join(tmpdir(), temporaryName()))
  await writeFile(join(neighbour, 'capture.json'), 'canary', { mode: 0o600 })
  const other = spawn('sleep', ['60'], { env: { CUTOVER_SECRET_KEY: 'canary' }, stdio: 'ignore' })
  const listeners = [
    createServer().listen(0, '127.0.0.1'),
    createServer().listen(join(data, 'postgres/.s.PGSQL.5432')),
    createServer().listen(`\0cutover-devtools-${process.pid}`),
  ]
  await Promise.all(listeners.map(one => once(one, 'listening')))
  const open = listening()
  const targets: Targets = {
    pids: [process.pid, process.ppid, other.pid!, ...scanProcesses()],
    paths: [data, join(data, 'secret-key'), join(data, 'artifacts/job/1/capture.json'), neighbour],
    ports: [...new Set([(listeners[0]!.address() as AddressInfo).port, ...open.ports])].slice(0, 40),
    sockets: [...new Set([join(data, 'postgres/.s.PGSQL.5432'), ...open.sockets])].slice(0, 40),
    addresses: [
      ...Object.values(networkInterfaces()).flatMap(list => (list ?? []).map(({ address }) => address)),
      ...['169.254.169.254', '10.0.0.1', '1.1.1.1'],
    ],
  }
  try {
    const outcome = await runScan(
      {
        submission: { ...SUBMISSION, ignore: [JSON.stringify(targets)] },
        allowHosts: [],
        ownNetwork: walls.ownNetwork,
        hidden: [data],
      },
      {
        entry: ENTRY,
        environment: scanEnvironment(),
        limits: LIMITS,
        log: { debug() {}, info() {}, warn: console.error, error: console.error },
        ownUser: walls.ownUser,
        onProgress() {},
        signal: new AbortController().signal,
      },
    )
    if (typeof outcome === 'string' || 'failure' in outcome) throw new Error(JSON.stringify(outcome))
    return JSON.parse(outcome.scorecard.gaps[0]!)
  } finally {
    other.kill('SIGKILL')
    for (const one of listeners) one.close()
    await Promise.all([data, neighbour].map(folder => rm(folder, { recursive: true, force: true })))
  }
}

/** Of whoever else scans here. */
const scanProcesses = () =>
  readProcesses()
    .filter(({ parent }) => parent === process.pid)
    .map(({ pid }) => pid)
