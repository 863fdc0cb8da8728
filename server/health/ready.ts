/** What `/readyz` tells: whether each part that this process needs to do its work is there. */
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import type pg from 'pg'
import type { PartState } from '../api/context.ts'
import type { RemoteBrowser } from '../config/index.ts'
import { findDevtools } from '../egress/remote-browser.ts'
import type { Queue } from '../jobs/queue.ts'
import { checkQueue } from '../jobs/queue.ts'
import { inTime } from '../lib/in-time.ts'
import { kept } from '../lib/kept.ts'
import { findBrowser } from '../setup/browser.mjs'
import { askDatabase, skewProblem } from '../storage/database.ts'
import { missingMigrations } from '../storage/migrate.ts'

export interface Needed {
  pool: pg.Pool
  queue: Pick<Queue, 'boss'>
  hasRoom(): Promise<boolean>
  /** @throws where artifacts cannot be kept */
  checkStorage(): Promise<void>
  /** Of a worker: the browser that it was told to use; null: the one that is found. Absent: it opens no page. */
  browser?: RemoteBrowser | string | null
  /** Of a worker: what it lacks, so that it takes no jobs. */
  missing?(): string | undefined
}

interface Part {
  name: string
  /** Told to everybody, so it names no host, path or figure. */
  fault: string
  /** @throws where the part is not there */
  check(): Promise<unknown>
}

/** A part that hangs is not there either. */
const PATIENCE_MS = 3_000
/** Between two looks at what costs a write, or a request that somebody is charged for. */
const KEPT_MS = 30_000

/** Tries all parts. Nobody's requests for it are counted, so all who ask at once share one try. */
export function readiness(needed: Needed): () => Promise<PartState[]> {
  const parts = partsOf(needed)
  return kept(0, () => Promise.all(parts.map(stateOf)))
}

async function stateOf({ name, fault, check }: Part): Promise<PartState> {
  try {
    await inTime(PATIENCE_MS, check())
    return { name }
  } catch (error) {
    return { name, fault, error }
  }
}

function partsOf({ pool, queue, hasRoom, checkStorage, browser, missing }: Needed): Part[] {
  const storage = kept(KEPT_MS, checkStorage)
  return [
    { name: 'database', fault: 'The database does not answer.', check: () => pool.query('SELECT 1') },
    {
      name: 'migrations',
      fault: 'The tables are older than this version, or cannot be looked at.',
      check: async () => {
        const missing = await missingMigrations(pool)
        if (missing.length > 0) throw new Error(`not migrated: ${missing.join(', ')}`)
      },
    },
    { name: 'queue', fault: 'The queue is not there.', check: () => checkQueue(queue) },
    {
      name: 'clock',
      fault: 'The clocks of this server and its database differ, or cannot be compared.',
      check: async () => {
        const wrong = skewProblem((await askDatabase(pool)).skewMs)
        if (wrong) throw new Error(wrong)
      },
    },
    {
      name: 'disk',
      fault: 'There is no room on the disk.',
      check: async () => {
        if (!(await hasRoom())) throw new Error('less is free than CUTOVER_MIN_FREE_MB')
      },
    },
    { name: 'storage', fault: 'What is captured cannot be kept.', check: storage },
    ...(browser === undefined
      ? []
      : [{ name: 'browser', fault: 'There is no browser.', check: () => checkBrowser(browser) }]),
    ...(missing === undefined
      ? []
      : [
          {
            name: 'claiming',
            fault: 'It takes no jobs, because scans cannot be done here at the moment.',
            check: async () => {
              const name = missing()
              if (name !== undefined) throw new Error(`no jobs are taken: ${name}`)
            },
          },
        ]),
  ]
}

async function checkBrowser(chosen: RemoteBrowser | string | null): Promise<void> {
  if (chosen && typeof chosen === 'object') return void (await findDevtools(chosen))
  const path = chosen ?? (await findBrowser())
  if (!path) throw new Error('no browser is installed; set CHROME_PATH')
  await access(path, constants.X_OK)
}
