import { join } from 'node:path'
import type { Config } from '../config/index.ts'
import { folderArtifacts } from './artifact-folder.ts'
import type { ArtifactStore } from './artifacts.ts'

/** Where artifacts are kept: in the bucket of the settings, else in `<data folder>/artifacts`. */
export async function openArtifacts(config: Pick<Config, 'dataDir' | 'storage'>): Promise<ArtifactStore> {
  if (!config.storage) return folderArtifacts(join(config.dataDir, 'artifacts'))
  // A large package, which nobody else needs.
  const { bucketArtifacts } = await import('./artifact-bucket.ts')
  return bucketArtifacts(config.storage)
}
