import type { EgressFailure } from '../../egress/proxy/index.ts'
import type { BrowserPass } from '../../store/access/session.ts'

export type SideName = 'original' | 'rebuilt'

/** Side by side; when both fail it is the original's failure, the same each time. */
export async function both<T>(work: (side: SideName) => Promise<T>): Promise<Record<SideName, T>> {
  const [original, rebuilt] = await Promise.allSettled([work('original'), work('rebuilt')])
  if (original.status === 'rejected') throw original.reason
  if (rebuilt.status === 'rejected') throw rebuilt.reason
  return { original: original.value, rebuilt: rebuilt.value }
}

/** What a site is loaded with, the same for each of its loads. */
export interface Site {
  side: SideName
  url: string
  headers: Record<string, string>
  /** The session of a store whose password gate was opened. */
  pass?: BrowserPass
  /** CSS selectors of regions that no collector may see. */
  ignore: readonly string[]
  /** Origins that are one place: a link to the original's is a link to the site that will live there. */
  origins: readonly string[]
  /** The day of the scan at 12:00 UTC, in ms: where the clock of every page starts. */
  noon: number
  /** Why the last request to a host failed on its way out, when it did. */
  failureOf(host: string): EgressFailure | undefined
}
