/** Where a scan leaves what it captures, and how that gets into the store of artifacts. */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ArtifactIndex, indexOf } from '../jobs/artifact-index.ts'
import type { Claim } from '../jobs/claim.ts'
import type { Log } from '../jobs/log.ts'
import type { ArtifactStore } from '../storage/artifacts.ts'
import { temporaryHome, temporaryName } from './leftovers.ts'
import type { ScanOutcome } from './run-scan.ts'

/** Between tries to keep what was captured. A store that is away for some minutes costs no scan. */
export const KEEP_RETRY_MS = [500, 1000, 2000, 4000, 8000, ...Array<number>(19).fill(15_000)]

/** A folder for one attempt alone, which is deleted at its end. */
export async function withScratch<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(temporaryHome(), temporaryName()))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

interface Keeping {
  /** Nothing is kept without. */
  keepArtifacts?: ArtifactStore['keep']
  queue: { log: Log }
}

/**
 * Brings what a scan captured into the store, so that the result can name it: only of a scan that has a result, which it
 * loses when nothing can be kept.
 */
export async function keep(
  { keepArtifacts, queue }: Keeping,
  { id, attempt }: Pick<Claim, 'id' | 'attempt'>,
  outcome: ScanOutcome,
  folder: string,
  signal: AbortSignal,
  pauses = KEEP_RETRY_MS,
): Promise<{ outcome: ScanOutcome; kept: ArtifactIndex }> {
  if (!keepArtifacts || typeof outcome === 'string' || 'failure' in outcome) return { outcome, kept: {} }
  for (const ms of [...pauses, null]) {
    try {
      return { outcome, kept: indexOf(await keepArtifacts(id, attempt, folder, signal)) }
    } catch (error) {
      if (signal.aborted) break
      if (ms === null) {
        queue.log.error({ job: id, attempt, err: error }, 'what was captured could not be kept')
        return { outcome: NOT_KEPT, kept: {} }
      }
      queue.log.warn({ job: id, attempt, err: error }, 'what was captured is not kept yet')
      await sleep(ms, undefined, { signal }).catch(() => {})
    }
  }
  return { outcome: 'stopped', kept: {} }
}

const NOT_KEPT: ScanOutcome = {
  failure: {
    code: 'internal_error',
    detail: 'What was captured could not be kept on our side. Submit it again later.',
  },
}
