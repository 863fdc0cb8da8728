import type { Description } from '../../injected/controls.ts'
import type { Injected } from '../../injected/index.ts'
import type { PageLoad } from '../../page/page-load.ts'
import { press, userGesture } from './keys.ts'

export interface DialogProbe {
  trigger: Description
  /** Whether Enter on the trigger brought a dialog into sight. */
  opened: boolean
  /** What it is called. */
  name: string
  /** How the keyboard leaves it: Escape, Tab simply going on, a button in it, or nothing. */
  way: 'escape' | 'tab' | 'button' | 'none' | null
  /** The page could be scrolled before it opened, and cannot once it is closed. */
  locked?: true
}

const MAX_DIALOGS = 3
/** Polls of 25 ms each until a dialog has opened, or closed after a button. */
const POLLS = 10
/** After the first Escape: the dialog may still be opening. */
const POLLS_WHILE_OPENING = 24
/** After the second one: scripts let dialogs fade for a second. */
const POLLS_WHILE_FADING = 40

/** Opens at most three dialogs by their triggers with Enter, and tries to leave them by keyboard alone. */
export async function probeDialogs(pageLoad: PageLoad): Promise<DialogProbe[]> {
  const triggers = await pageLoad.world.run(findTriggers, MAX_DIALOGS, 5000)
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
    const isClosed = probe.way === 'escape' || probe.way === 'button'
    if (isClosed && (await pageLoad.world.run(staysLocked, undefined, 3000))) probe.locked = true
    // It covers the page: nothing behind it can be tried any more.
    if (probe.way === 'none' || probe.way === 'tab') break
  }
  return probes
}

/** Tries to leave the dialog that was open from the start and holds these stops of the walk; null where none does. */
export async function leaveOpenDialog(pageLoad: PageLoad, stops: number[]): Promise<DialogProbe | null> {
  const open = await pageLoad.world.run(findOpenDialog, stops, 3000)
  if (!open) return null
  return {
    trigger: open.trigger,
    opened: true,
    name: open.trigger.name,
    way: await leave(pageLoad, open.stops),
  }
}

async function leave(pageLoad: PageLoad, stops: number): Promise<DialogProbe['way']> {
  const isGone = async (polls = POLLS) =>
    (await pageLoad.world.run(waitForDialog, { open: false, polls }, 5000)) === null
  await press(pageLoad.cdp, 'Tab')
  await pageLoad.world.run(returnFocus, undefined, 3000)
  // Many dialogs ignore keys while they open: a person presses again. Without a user gesture in between, Chromium closes
  // a <dialog> at the second Escape whatever its script says (HTML, close watchers and user activation).
  for (const polls of [POLLS_WHILE_OPENING, POLLS_WHILE_FADING]) {
    await userGesture(pageLoad.cdp)
    await press(pageLoad.cdp, 'Escape')
    if (await isGone(polls)) return 'escape'
  }
  for (let index = 0; index < 3; index++) {
    if (!(await pageLoad.world.run(focusCloser, index, 3000))) break
    await press(pageLoad.cdp, 'Enter')
    if (await isGone()) return 'button'
  }
  for (let presses = 0; presses < Math.min(12, stops + 2); presses++) {
    await press(pageLoad.cdp, 'Tab')
    if (await pageLoad.world.run(isFocusOutside, undefined, 3000)) return 'tab'
  }
  return 'none'
}

// What follows runs in the page.

interface State {
  cutoverDialogs?: {
    triggers: HTMLElement[]
    before: Set<Element>
    dialog: Element | null
    /** Had the focus when the dialog had opened. */
    entered?: Element | null
    /** Whether the page could be scrolled before it opened. */
    scrolled?: boolean
  }
}

/** Visible elements that say that they open a dialog; plain buttons, and links to no place, where a hidden dialog waits. */
function findTriggers(
  { elements, roleOf, contextOf, isVisible, describe, leadsNowhere }: Injected,
  max: number,
): Description[] {
  const OPENERS = '[aria-haspopup=dialog], [data-bs-toggle=modal], [data-toggle=modal], [command=show-modal]'
  const CLOSED = 'dialog:not([open]), [role=dialog], [role=alertdialog]'
  const waiting = Array.from(document.querySelectorAll(CLOSED)).filter(dialog => !contextOf(dialog).shown)
  const ids = new Set(waiting.map(dialog => dialog.id).filter(Boolean))
  const isPlain = (element: Element) =>
    waiting.length > 0 &&
    (element.localName === 'button' || leadsNowhere(element)) &&
    !element.closest('form, dialog, [role=dialog]') &&
    !element.hasAttribute('aria-expanded') &&
    !element.hasAttribute('aria-pressed') &&
    !/^(tab|switch|menuitem)$/.test(roleOf(element))
  const rankOf = (element: Element) => {
    const controlled = Element.prototype.getAttribute.call(element, 'aria-controls')
    if (Element.prototype.matches.call(element, OPENERS) || ids.has(controlled ?? '')) return 0
    return isPlain(element) ? 1 : 2
  }
  const triggers = (elements() as HTMLElement[])
    .filter(element => element.tabIndex >= 0 && !contextOf(element).ignored)
    .map(element => ({ element, rank: rankOf(element) }))
    .filter(({ element, rank }) => rank < 2 && isVisible(element))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, max)
    .map(({ element }) => element)
  ;(globalThis as unknown as State).cutoverDialogs = { triggers, before: new Set(), dialog: null }
  return triggers.map(describe)
}

/**
 * The dialog that holds all of these stops, by its role or as a layer over the page; it is described in place of a trigger.
 * It has the focus then.
 */
function findOpenDialog(
  { closest, contextOf, describe, isDialog, aboutDialog }: Injected,
  stops: number[],
): { stops: number; trigger: Description } | null {
  const { cutoverWalk } = globalThis as unknown as { cutoverWalk?: { elements: HTMLElement[] } }
  const held = stops.flatMap(at => cutoverWalk?.elements[at] ?? [])
  const [first] = held
  const holdsAll = (other: Element) => held.every(element => closest(element, one => one === other) !== null)
  const isLayer = (other: Element) => contextOf(other).style.position === 'fixed'
  const dialog =
    first &&
    (closest(first, other => isDialog(other) && holdsAll(other)) ??
      closest(first, other => isLayer(other) && holdsAll(other)))
  if (!dialog) return null
  first.focus()
  ;(globalThis as unknown as State).cutoverDialogs = {
    triggers: [],
    before: new Set(),
    dialog,
    entered: first,
  }
  const { name, stops: inner } = aboutDialog(dialog)
  return { stops: inner, trigger: { ...describe(dialog), role: 'dialog', name } }
}

/** Gives the focus to a trigger that was found; what is open now is not what it opens. */
function focusTrigger({ contextOf, canBeScrolled, DIALOG }: Injected, index: number): void {
  const state = (globalThis as unknown as State).cutoverDialogs!
  state.scrolled = canBeScrolled()
  const dialogs = Array.from(document.querySelectorAll(DIALOG))
  state.before = new Set(dialogs.filter(dialog => contextOf(dialog).shown))
  state.dialog = null
  state.triggers[index]?.focus()
}

/** The dialog that came into sight; for `open: false` null once it is gone. */
async function waitForDialog(
  { contextOf, remeasure, finishMotion, hasArea, aboutDialog, DIALOG }: Injected,
  { open, polls }: { open: boolean; polls: number },
): Promise<{ name: string; stops: number } | null> {
  const state = (globalThis as unknown as State).cutoverDialogs!
  const isShown = (dialog: Element) => contextOf(dialog).shown && hasArea(dialog)
  for (let poll = 0; poll < polls; poll++) {
    await new Promise(resolve => setTimeout(resolve, 25))
    finishMotion()
    remeasure([])
    if (!open) {
      if (!state.dialog?.isConnected || !isShown(state.dialog)) return null
      continue
    }
    const dialogs = Array.from(document.querySelectorAll(DIALOG))
    state.dialog = dialogs.find(dialog => !state.before.has(dialog) && isShown(dialog)) ?? null
    if (state.dialog) break
  }
  if (open) state.entered = document.activeElement
  return state.dialog && aboutDialog(state.dialog)
}

/** A script may let go of the page a moment after the dialog has closed. */
async function staysLocked({ canBeScrolled, finishMotion }: Injected): Promise<boolean> {
  if (!(globalThis as unknown as State).cutoverDialogs?.scrolled) return false
  for (let poll = 0; poll < 20 && !canBeScrolled(); poll++) {
    await new Promise(resolve => setTimeout(resolve, 25))
    finishMotion()
  }
  return !canBeScrolled()
}

/**
 * From the last stop of a dialog, Tab leads out of the page, where a person presses it again and comes back. No key that is
 * pressed meanwhile reaches the dialog.
 */
function returnFocus(): void {
  const { dialog, entered } = (globalThis as unknown as State).cutoverDialogs!
  const active = document.activeElement
  if (entered && dialog?.contains(entered) && (active === null || active === document.body))
    (entered as HTMLElement).focus()
}

/** Whether a dialog that was opened here by its trigger is open still: the keyboard could not close it. */
export function isLeftOpen({ contextOf, hasArea }: Injected): boolean {
  const { triggers = [], dialog } = (globalThis as unknown as State).cutoverDialogs ?? {}
  return triggers.length > 0 && !!dialog?.isConnected && contextOf(dialog).shown && hasArea(dialog)
}

/** Gives the focus to what most likely closes the dialog; false when there is no further one. */
function focusCloser({ contextOf, saysClose }: Injected, index: number): boolean {
  const { dialog } = (globalThis as unknown as State).cutoverDialogs!
  if (!dialog) return false
  const buttons = Array.from(
    dialog.querySelectorAll<HTMLElement>('button, [role=button], a[href^="#"]'),
  ).filter(
    button => button.tabIndex >= 0 && contextOf(button).shown && !(button as HTMLButtonElement).disabled,
  )
  /** A button is of that type unless it says otherwise. */
  const isSubmit = ({ type, form }: HTMLButtonElement) => type === 'submit' && form !== null
  const ranked = [
    ...buttons.filter(saysClose),
    ...buttons.filter(button => !saysClose(button) && !isSubmit(button as HTMLButtonElement)),
  ]
  ranked[index]?.focus()
  return ranked[index] !== undefined
}

/** Whether the focus is on something that is not in the dialog. */
function isFocusOutside(): boolean {
  const { dialog } = (globalThis as unknown as State).cutoverDialogs!
  const active = document.activeElement
  return active !== null && active !== document.body && dialog !== null && !dialog.contains(active)
}
