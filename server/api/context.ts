import type { Log } from '../jobs/log.ts'
import type { Queue } from '../jobs/queue.ts'
import type { Metrics } from '../metrics/index.ts'
import type { ArtifactStore } from '../storage/artifacts.ts'
import type { Traces } from '../traces/index.ts'
import type { Site } from './site.ts'
import type { CheckTarget } from './submission.ts'

/** A part that is needed, as `/readyz` tells it. */
export interface PartState {
  name: string
  /** A sentence for everybody; undefined: it works. */
  fault?: string
  /** For the log. */
  error?: unknown
}

/** What routes and pages work with. */
export interface Api {
  queue: Queue
  artifacts: Pick<ArtifactStore, 'list' | 'open'>
  log: Log
  checkTarget: CheckTarget
  /** There is room on the disk for what more jobs would leave there. */
  hasRoom(): Promise<boolean>
  /** Each part that this process needs to do its work, and what is wrong with it. */
  ready(): Promise<readonly PartState[]>
  /** Absent: nothing is counted. */
  metrics?: Metrics
  /** Absent: no trace is told, and none is handed on. */
  traces?: Pick<Traces, 'submission'>
  /** Whoever brings it is shown the figures; absent: nobody. */
  metricsToken?: string
  /** What scans of this process are kept in; absent where it runs none. */
  walls?: object
  /** Polling without a key is refused. */
  pollRequiresKey: boolean
  /** Addresses and ranges of the proxies whose X-Forwarded-For counts. */
  trustProxy: readonly string[]
  site: Site
}
