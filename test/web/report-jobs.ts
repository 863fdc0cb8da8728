/** Jobs in each state that the page of a job shows, with pictures of their own making. */
import sharp from 'sharp'
import type { Scorecard } from '../../server/contract.ts'
import { indexOf } from '../../server/jobs/artifact-index.ts'
import { fail, finish } from '../../server/jobs/end.ts'
import { submit } from '../../server/jobs/submit.ts'
import { EXHIBITS_FILE, type Exhibits } from '../../server/report/exhibits.ts'
import { claimNext } from '../api/completed-job.ts'
import type { TestApi } from '../api/test-api.ts'
import { submission } from '../jobs/test-queue.ts'
import { keepFiles } from '../storage/keep-files.ts'

type Fields = Record<string, unknown>

/** @returns its id */
export const queuedJob = ({ queue }: TestApi, fields: Fields = {}): Promise<string> =>
  submit(queue, submission(fields), queue.accountId, null)

/** The job is the only one that waits. */
export async function failedJob(api: TestApi, detail: string): Promise<string> {
  const id = await queuedJob(api)
  await fail(api.queue, await claimNext(api), { code: 'new_blocked', detail })
  return id
}

/** The job is the only one that waits. */
export async function reportedJob(
  api: TestApi,
  scorecard: Scorecard,
  files: Record<string, Uint8Array | string> = {},
  fields: Fields = {},
): Promise<string> {
  const id = await queuedJob(api, fields)
  const claimed = await claimNext(api)
  const kept = await keepFiles(api.artifacts, id, claimed.attempt, files)
  await finish(api.queue, claimed, scorecard, indexOf(kept))
  return id
}

/** A picture for each width and side, stripes in place of text. */
export async function pictures(heights: { original: number; rebuilt: number }) {
  const files: Record<string, Uint8Array | string> = {}
  for (const side of ['original', 'rebuilt'] as const)
    for (const width of [375, 768, 1440])
      files[`${side}/${width}.webp`] = await picture(
        width,
        heights[side],
        side === 'original' ? '#246' : '#264',
      )
  return files
}

export const picture = (width: number, height: number, background: string): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .webp({ effort: 0 })
    .toBuffer()

export const withExhibits = (files: Record<string, Uint8Array | string>, exhibits: Exhibits) => ({
  ...files,
  [EXHIBITS_FILE]: JSON.stringify(exhibits),
})
