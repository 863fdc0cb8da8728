import { DESKTOP } from '../../../lib/widths.ts'
import { PageUnresponsive } from '../../page/failure.ts'
import { untilEnd, within } from '../../page/isolated-world.ts'
import type { PageLoad } from '../../page/page-load.ts'
import { enterReadOnlyMode } from '../../page/read-only-mode.ts'
import type { SiteSession } from '../../page/site-session.ts'
import { findIgnoringArrowKeys } from './arrows.ts'
import { probeDialogs } from './dialogs.ts'
import { confirmFocusIndicators } from './focus-indicator.ts'
import { toBeginning } from './focus-probe.ts'
import { findHoverMenus, type HoverMenu } from './hover-menus.ts'
import { type Walk, walkPage } from './walk.ts'

export type KeyboardArtifact = Walk & {
  ended: string | null
  /** Menus that only a mouse opens; absent in older captures, and where the keyboard was not followed so far. */
  hoverMenus?: HoverMenu[]
}
export type { DialogProbe } from './dialogs.ts'
export type KeyStop = Walk['stops'][number]
export type { Trap } from './walk.ts'

/** For a page that answers each key slowly. */
const BUDGET_MS = 20_000

/**
 * Keyboard operation of the page at 1440 px: its stops in order, whether each shows the focus, where the focus is trapped,
 * and whether dialogs can be left. Runs last: it presses keys and buttons.
 */
export async function keyboard(session: SiteSession): Promise<KeyboardArtifact> {
  const pageLoad = await session.at(DESKTOP)
  const found: KeyboardArtifact = {
    stops: [],
    complete: false,
    traps: [],
    dialogs: [],
    ignoresArrowKeys: [],
    ended: null,
  }
  const readOnly = await enterReadOnlyMode(pageLoad)
  const { world, end } = untilEnd(pageLoad.world)
  const walked: PageLoad = Object.create(pageLoad, { world: { value: world } })
  try {
    await within(Promise.race([walkAll(walked, found), pageLoad.crashed]), BUDGET_MS)
  } catch (error) {
    if (!(error instanceof PageUnresponsive)) throw error
    found.ended = error.message
    session.gaps.push(`the keyboard was not followed through the whole page: ${error.message}`)
    // Its keys would meet what is operated next.
    end()
    await pageLoad.world.run(toBeginning, undefined, 3000).catch(() => {}) // it does not answer
  } finally {
    await readOnly.release()
  }
  const gap = found.ended === null && notFollowed(found)
  if (gap) session.gaps.push(gap)
  if (readOnly.navigations.length)
    session.gaps.push(
      `the page wanted to go to ${readOnly.navigations[0]} while its keys were pressed; it was kept`,
    )
  return found
}

/** The part of the page that the walk did not reach, in the reader's words; a trap is a finding of its own. */
function notFollowed({ complete, stops, traps, dialogs }: Walk): string | null {
  if (dialogs.some(({ trigger, way }) => trigger.role === 'dialog' && way === 'none'))
    return 'a dialog that is open from the start could not be closed by keyboard: what lies behind it was not followed'
  if (complete || traps.length) return null
  const last = stops.filter(({ back }) => back).length
  return `the keyboard was followed through the first ${stops.length - last} stops of the page${last ? ` and the last ${last}` : ''}; what lies between was not`
}

async function walkAll(pageLoad: PageLoad, found: KeyboardArtifact): Promise<void> {
  await walkPage(pageLoad, found)
  await confirmFocusIndicators(pageLoad, found)
  found.ignoresArrowKeys.push(...(await findIgnoringArrowKeys(pageLoad)))
  if (found.traps.length === 0) found.hoverMenus = await findHoverMenus(pageLoad)
  if (!found.traps.some(({ way }) => way === 'none')) found.dialogs.push(...(await probeDialogs(pageLoad)))
  await pageLoad.world.run(toBeginning, undefined, 3000)
}
