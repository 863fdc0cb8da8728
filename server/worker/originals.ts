/** Captures of originals that jobs of one account take over from each other: they lie among the artifacts of the job that made them. */
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Submission } from '../contract.ts'
import type { Claim } from '../jobs/claim.ts'
import { withFields } from '../jobs/log.ts'
import { findOriginal } from '../jobs/originals.ts'
import type { Queue } from '../jobs/queue.ts'
import { hasSecrets } from '../jobs/submit.ts'
import { inTime } from '../lib/in-time.ts'
import type { ArtifactStore } from '../storage/artifacts.ts'

export interface Originals {
  /** For which a capture serves other jobs. */
  seconds: number
  open: ArtifactStore['open']
}

/** What was seen with secrets is for one job alone, whichever side they were sent to. */
export const mayShare = (submission: Submission): boolean => !hasSecrets(submission)

/** In which an earlier capture is there, or is done without: a capture takes little longer. */
const BRINGING_MS = 5_000

/**
 * Brings what an earlier job has captured of the same original into `folder`. Never throws: what cannot be brought is
 * captured anew. @returns when it was captured; null where there is none, or the job wants none
 */
export async function bringOriginal(
  queue: Queue,
  { seconds, open }: Originals,
  claim: Claim,
  folder: string,
): Promise<string | null> {
  if (claim.submission.fresh) return null
  const late = AbortSignal.timeout(BRINGING_MS)
  try {
    return await inTime(BRINGING_MS, bring())
  } catch (error) {
    const log = withFields(queue.log, { job: claim.id, attempt: claim.attempt })
    log.warn({ err: error }, 'an earlier capture of the original could not be had')
    return null
  }

  async function bring(): Promise<string | null> {
    const found = await findOriginal(queue, claim, seconds)
    if (!found) return null
    await mkdir(folder, { mode: 0o700 })
    for (const name of found.names) {
      const artifact = await open(found.jobId, name)
      // The job was deleted meanwhile, or is about to be.
      if (!artifact) return null
      const to = createWriteStream(join(folder, basename(name)), { mode: 0o600 })
      await pipeline(await artifact.stream(), to, { signal: late }).finally(artifact.close)
    }
    return found.capturedAt.toISOString()
  }
}
