import type { Log } from '../jobs/log.ts'
import type { Queue } from '../jobs/queue.ts'
import type { ArtifactStore } from '../storage/artifacts.ts'
import type { Site } from './site.ts'
import type { CheckTarget } from './submission.ts'

/** What routes and pages work with. */
export interface Api {
  queue: Queue
  artifacts: Pick<ArtifactStore, 'list' | 'open'>
  log: Log
  checkTarget: CheckTarget
  /** There is room on the disk for what more jobs would leave there. */
  hasRoom(): Promise<boolean>
  /** What scans of this process are kept in; absent where it runs none. */
  walls?: object
  /** Polling without a key is refused. */
  pollRequiresKey: boolean
  /** Addresses and ranges of the proxies whose X-Forwarded-For counts. */
  trustProxy: readonly string[]
  site: Site
}
