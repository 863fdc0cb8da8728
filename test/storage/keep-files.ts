import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ArtifactStore, ListedArtifact } from '../../server/storage/artifacts.ts'

/** Has `files` kept as those of an attempt, in the way that a worker does. */
export async function keepFiles(
  artifacts: Pick<ArtifactStore, 'keep'>,
  jobId: string,
  attempt: number,
  files: Record<string, Uint8Array | string>,
): Promise<ListedArtifact[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cutover-files-'))
  try {
    for (const [name, bytes] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true, mode: 0o700 })
      writeFileSync(join(folder, name), bytes, { mode: 0o600 })
    }
    return await artifacts.keep(jobId, attempt, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
