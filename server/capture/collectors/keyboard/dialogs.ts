import type { PageLoad } from '../../page/page-load.ts'
import {
  findOpen,
  findTriggers,
  focusExit,
  focusTrigger,
  isOutside,
  waitForDialog,
} from './dialogs-in-page.ts'
import { press, touch } from './keys.ts'

export interface DialogProbe {
  trigger: { role: string; name: string; landmark: string; selector: string; box: Stop['box'] }
  /** Whether Enter on the trigger brought a dialog into sight. */
  opened: boolean
  /** What it is called. */
  name: string
  /** How the keyboard leaves it: Escape, Tab simply going on, a button in it, or nothing. */
  way: 'escape' | 'tab' | 'button' | 'none' | null
}

interface Stop {
  box: { x: number; y: number; width: number; height: number }
}

const MOST_DIALOGS = 3
const POLLS = 10
/** Of one that may still be on its way in. */
const COMING_POLLS = 24
/** Of one that may be on its way out: scripts let dialogs fade for a second. */
const LAST_POLLS = 40

/** Opens at most three dialogs by their triggers with Enter, and tries to leave them by keyboard alone. */
export async function probeDialogs(pageLoad: PageLoad): Promise<DialogProbe[]> {
  const triggers = await pageLoad.world.run(findTriggers, MOST_DIALOGS, 5000)
  const probes: DialogProbe[] = []
  let unopened = 0
  for (const [index, trigger] of triggers.entries()) {
    const probe: DialogProbe = { trigger, opened: false, name: '', way: null }
    probes.push(probe)
    await pageLoad.world.run(focusTrigger, index, 3000)
    await press(pageLoad.cdp, 'Enter')
    const opened = await pageLoad.world.run(waitForDialog, { open: true, polls: POLLS }, 5000)
    if (!opened) {
      if (++unopened === 2) break
      continue
    }
    Object.assign(probe, { opened: true, name: opened.name, way: await leave(pageLoad, opened.stops) })
    // It covers the page: nothing behind it can be tried any more.
    if (probe.way === 'none' || probe.way === 'tab') break
  }
  return probes
}

/** Tries to leave the dialog that nobody opened and that holds these stops of the walk; null where none does. */
export async function leaveOpen(pageLoad: PageLoad, stops: number[]): Promise<DialogProbe | null> {
  const open = await pageLoad.world.run(findOpen, stops, 3000)
  if (!open) return null
  const { inner, trigger } = open
  return { trigger, opened: true, name: trigger.name, way: await leave(pageLoad, inner) }
}

async function leave(pageLoad: PageLoad, stops: number): Promise<DialogProbe['way']> {
  const isGone = async (polls = POLLS) =>
    (await pageLoad.world.run(waitForDialog, { open: false, polls }, 5000)) === null
  await press(pageLoad.cdp, 'Tab')
  // Many dialogs heed no key while they are still coming in: a person presses again. Without a sign of life in between,
  // Chromium closes a <dialog> at the second Escape whatever its script says (HTML, close watchers and user activation).
  for (const polls of [COMING_POLLS, LAST_POLLS]) {
    await touch(pageLoad.cdp)
    await press(pageLoad.cdp, 'Escape')
    if (await isGone(polls)) return 'escape'
  }
  for (let index = 0; index < 3; index++) {
    if (!(await pageLoad.world.run(focusExit, index, 3000))) break
    await press(pageLoad.cdp, 'Enter')
    if (await isGone()) return 'button'
  }
  for (let presses = 0; presses < Math.min(12, stops + 2); presses++) {
    await press(pageLoad.cdp, 'Tab')
    if (await pageLoad.world.run(isOutside, undefined, 3000)) return 'tab'
  }
  return 'none'
}
