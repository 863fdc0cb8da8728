import { memo } from '../../../lib/memo.ts'
import { PageUnresponsive } from '../../page/failure.ts'
import { within } from '../../page/isolated-world.ts'
import { enterReadOnlyMode } from '../../page/read-only-mode.ts'
import { DESKTOP, MOBILE, type SiteSession } from '../../page/site-session.ts'
import { operateAll, type Probed } from './operate.ts'

export type { Candidate } from './find.ts'
export type { Probe } from './operate.ts'

/** What controls do when they are operated, at 375 px in the head of the page and at 1440 px everywhere. */
export interface ProbesArtifact {
  narrow: Probed
  wide: Probed
}

/** A page, both widths together. */
const MOST = 15
const MOST_NARROW = 4
/** ms for each width before no other control is begun, and for a page that answers no more: emergencies both. */
const BUDGET = 20_000
const LIMIT = 28_000

/**
 * Presses and hovers over at most 15 controls and sees what that does. Runs last, and sends nothing that changes
 * data. Nothing is known of the other site: what is pressed is chosen by the page alone,
 * and bounded by number: a slow machine operates what a fast one does.
 */
export async function probes(session: SiteSession): Promise<ProbesArtifact> {
  const narrow = await probeNarrow(session)
  const wide = await probeAt(session, DESKTOP, MOST - narrow.probes.length - narrow.unreached)
  for (const [width, { ended, unreached }] of [
    [MOBILE, narrow],
    [DESKTOP, wide],
  ] as const)
    if (ended) session.gaps.push(`${unreached} controls were not operated at ${width} px: it ended ${ended}`)
  return { narrow, wide }
}

/** On the mobile load, which nobody else needs by then: it may go on while the desktop page is looked at. */
export const probeNarrow = memo((session: SiteSession) => probeAt(session, MOBILE, MOST_NARROW))

async function probeAt(session: SiteSession, width: number, most: number): Promise<Probed> {
  const pageLoad = await session.at(width)
  const found: Probed = { probes: [], rest: [], unreached: 0, late: false, ended: null }
  const still = await enterReadOnlyMode(pageLoad)
  const work = operateAll(pageLoad, still, { width, narrow: width === MOBILE, most, budget: BUDGET }, found)
  try {
    await within(Promise.race([work, pageLoad.crashed]), LIMIT)
  } catch (error) {
    if (!(error instanceof PageUnresponsive)) throw error
    found.ended = `as ${error.message}`
    found.late = true
  } finally {
    await still.release()
  }
  return found
}
