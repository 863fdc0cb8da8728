import type { Kit } from '../../kit/kit.ts'
import type { Visit } from '../../visit.ts'
import { press } from './keys.ts'

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
/** Of one that may be on its way out: scripts let dialogs fade for a second. */
const LAST_POLLS = 40

/** Opens at most three dialogs by their triggers with Enter, and tries to leave them by keyboard alone. */
export async function probeDialogs(visit: Visit): Promise<DialogProbe[]> {
  const triggers = await visit.world.run(findTriggers, MOST_DIALOGS, 5000)
  const probes: DialogProbe[] = []
  let unopened = 0
  for (const [index, trigger] of triggers.entries()) {
    const probe: DialogProbe = { trigger, opened: false, name: '', way: null }
    probes.push(probe)
    await visit.world.run(focusTrigger, index, 3000)
    await press(visit.cdp, 'Enter')
    const opened = await visit.world.run(waitForDialog, { open: true, polls: POLLS }, 5000)
    if (!opened) {
      if (++unopened === 2) break
      continue
    }
    Object.assign(probe, { opened: true, name: opened.name, way: await leave(visit, opened.stops) })
    // It covers the page: nothing behind it can be tried any more.
    if (probe.way === 'none' || probe.way === 'tab') break
  }
  return probes
}

/** Tries to leave the dialog that nobody opened and that holds these stops of the walk; null where none does. */
export async function leaveOpen(visit: Visit, stops: number[]): Promise<DialogProbe | null> {
  const open = await visit.world.run(findOpen, stops, 3000)
  if (!open) return null
  const { inner, trigger } = open
  return { trigger, opened: true, name: trigger.name, way: await leave(visit, inner) }
}

async function leave(visit: Visit, stops: number): Promise<DialogProbe['way']> {
  const isGone = async (polls = POLLS) =>
    (await visit.world.run(waitForDialog, { open: false, polls }, 5000)) === null
  await press(visit.cdp, 'Tab')
  // Many dialogs heed no key while they are still coming in: a person presses again.
  for (const polls of [POLLS, LAST_POLLS]) {
    await press(visit.cdp, 'Escape')
    if (await isGone(polls)) return 'escape'
  }
  for (let index = 0; index < 3; index++) {
    if (!(await visit.world.run(focusExit, index, 3000))) break
    await press(visit.cdp, 'Enter')
    if (await isGone()) return 'button'
  }
  for (let presses = 0; presses < Math.min(12, stops + 2); presses++) {
    await press(visit.cdp, 'Tab')
    if (await visit.world.run(isOutside, undefined, 3000)) return 'tab'
  }
  return 'none'
}

interface Kept {
  cutoverDialogs?: { triggers: HTMLElement[]; before: Set<Element>; dialog: Element | null }
}

/** Visible elements that say that they open a dialog; plain buttons where a hidden dialog waits. Runs in the page. */
function findTriggers({ elements, roleOf, nameOf, contextOf, inkOf, selectorOf }: Kit, most: number) {
  const SAID = '[aria-haspopup=dialog], [data-bs-toggle=modal], [data-toggle=modal], [command=show-modal]'
  const DIALOG = 'dialog:not([open]), [role=dialog], [role=alertdialog]'
  const waits = Array.from(document.querySelectorAll(DIALOG)).filter(dialog => !contextOf(dialog).shown)
  const names = new Set(waits.map(dialog => dialog.id).filter(Boolean))
  const isPlain = (element: Element) =>
    waits.length > 0 &&
    element.localName === 'button' &&
    !element.closest('form, dialog, [role=dialog]') &&
    !element.hasAttribute('aria-expanded') &&
    !element.hasAttribute('aria-pressed') &&
    !/^(tab|switch|menuitem)$/.test(roleOf(element))
  const ranked = elements()
    .filter(element => (element as HTMLElement).tabIndex >= 0 && !contextOf(element).ignored)
    .map(element => ({
      element: element as HTMLElement,
      rank:
        element.matches(SAID) || names.has(element.getAttribute('aria-controls') ?? '')
          ? 0
          : isPlain(element)
            ? 1
            : 2,
    }))
    .filter(({ element, rank }) => rank < 2 && inkOf(element, element.getClientRects()).state === 'visible')
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
  const kept = globalThis as unknown as Kept
  kept.cutoverDialogs = { triggers: ranked.map(({ element }) => element), before: new Set(), dialog: null }
  return ranked.map(({ element }) => ({
    role: roleOf(element),
    name: nameOf(element).slice(0, 200),
    landmark: contextOf(element).landmark,
    selector: selectorOf(element),
    box: inkOf(element, element.getClientRects()).box,
  }))
}

/**
 * The dialog that holds all of these, by its role or as a layer over the page; it stands for what would have opened it.
 * It has the focus then. Runs in the page.
 */
function findOpen({ closest, roleOf, nameOf, clean, contextOf, inkOf, selectorOf }: Kit, stops: number[]) {
  const { cutoverWalk } = globalThis as unknown as { cutoverWalk?: { elements: HTMLElement[] } }
  const held = stops.flatMap(at => cutoverWalk?.elements[at] ?? [])
  const [first] = held
  const around = (other: Element) => held.every(element => closest(element, one => one === other) !== null)
  const isDialog = (other: Element) =>
    other.localName === 'dialog' ||
    /^(dialog|alertdialog)$/.test(roleOf(other)) ||
    other.getAttribute('aria-modal') === 'true'
  const isLayer = (other: Element) => contextOf(other).style.position === 'fixed'
  const dialog =
    first &&
    (closest(first, other => isDialog(other) && around(other)) ??
      closest(first, other => isLayer(other) && around(other)))
  if (!dialog) return null
  first.focus()
  const kept = globalThis as unknown as Kept
  kept.cutoverDialogs = { triggers: [], before: new Set(), dialog }
  const named = dialog.querySelector('h1, h2, h3, h4, h5, h6')
  return {
    inner: dialog.querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]').length,
    trigger: {
      role: 'dialog',
      name: (clean(dialog.getAttribute('aria-label')) || clean(named?.textContent) || nameOf(dialog)).slice(
        0,
        100,
      ),
      landmark: contextOf(dialog).landmark,
      selector: selectorOf(dialog),
      box: inkOf(dialog, dialog.getClientRects()).box,
    },
  }
}

/** Runs in the page. */
function focusTrigger({ contextOf }: Kit, index: number): void {
  const kept = (globalThis as unknown as Kept).cutoverDialogs!
  const shown = Array.from(
    document.querySelectorAll('dialog, [role=dialog], [role=alertdialog], [aria-modal=true]'),
  ).filter(dialog => contextOf(dialog).shown)
  kept.before = new Set(shown)
  kept.dialog = null
  kept.triggers[index]?.focus()
}

/** The dialog that came into sight; for `open: false` null once it is gone. Runs in the page. */
async function waitForDialog(
  { contextOf, nameOf, remeasure, clean, finishMotion }: Kit,
  { open, polls }: { open: boolean; polls: number },
): Promise<{ name: string; stops: number } | null> {
  const kept = (globalThis as unknown as Kept).cutoverDialogs!
  for (let poll = 0; poll < polls; poll++) {
    await new Promise(resolve => setTimeout(resolve, 25))
    finishMotion()
    remeasure([])
    if (!open) {
      if (!kept.dialog?.isConnected || !isShown(kept.dialog)) return null
      continue
    }
    kept.dialog =
      Array.from(
        document.querySelectorAll('dialog, [role=dialog], [role=alertdialog], [aria-modal=true]'),
      ).find(dialog => !kept.before.has(dialog) && isShown(dialog)) ?? null
    if (kept.dialog) break
  }
  if (!kept.dialog) return null
  const named = kept.dialog.querySelector('h1, h2, h3, h4, h5, h6')
  return {
    name: (
      clean(kept.dialog.getAttribute('aria-label')) ||
      clean(named?.textContent) ||
      nameOf(kept.dialog)
    ).slice(0, 100),
    stops: kept.dialog.querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]').length,
  }

  function isShown(dialog: Element): boolean {
    const { width, height } = dialog.getBoundingClientRect()
    const inner = dialog.firstElementChild?.getBoundingClientRect()
    return contextOf(dialog).shown && width * height + (inner ? inner.width * inner.height : 0) > 0
  }
}

/** Gives the focus to what most likely closes the dialog; false when there is no further one. Runs in the page. */
function focusExit({ contextOf }: Kit, index: number): boolean {
  const { dialog } = (globalThis as unknown as Kept).cutoverDialogs!
  if (!dialog) return false
  const likely =
    '[data-bs-dismiss], [data-dismiss], [command=close], form[method=dialog] button, [class*=close i], [aria-label*=close i]'
  const buttons = Array.from(
    dialog.querySelectorAll<HTMLElement>('button, [role=button], a[href^="#"]'),
  ).filter(
    button => button.tabIndex >= 0 && contextOf(button).shown && !(button as HTMLButtonElement).disabled,
  )
  const ranked = [
    ...buttons.filter(button => button.matches(likely)),
    ...buttons.filter(button => !button.matches(likely) && !sends(button as HTMLButtonElement)),
  ]
  ranked[index]?.focus()
  return ranked[index] !== undefined

  /** A button is of that type unless it says otherwise. */
  function sends({ type, form }: HTMLButtonElement): boolean {
    return type === 'submit' && form !== null
  }
}

/** Runs in the page. */
function isOutside(): boolean {
  const { dialog } = (globalThis as unknown as Kept).cutoverDialogs!
  const active = document.activeElement
  return active !== null && active !== document.body && dialog !== null && !dialog.contains(active)
}
