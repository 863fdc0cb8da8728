/** What `dialogs.ts` runs in the page. */
import type { Injected } from '../../injected/index.ts'

interface Kept {
  cutoverDialogs?: { triggers: HTMLElement[]; before: Set<Element>; dialog: Element | null }
}

/** Visible elements that say that they open a dialog; plain buttons where a hidden dialog waits. */
export function findTriggers(
  { elements, roleOf, nameOf, contextOf, visibleBoxOf, selectorOf }: Injected,
  most: number,
) {
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
    .filter(
      ({ element, rank }) => rank < 2 && visibleBoxOf(element, element.getClientRects()).state === 'visible',
    )
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
  const kept = globalThis as unknown as Kept
  kept.cutoverDialogs = { triggers: ranked.map(({ element }) => element), before: new Set(), dialog: null }
  return ranked.map(({ element }) => ({
    role: roleOf(element),
    name: nameOf(element).slice(0, 200),
    landmark: contextOf(element).landmark,
    selector: selectorOf(element),
    box: visibleBoxOf(element, element.getClientRects()).box,
  }))
}

/**
 * The dialog that holds all of these, by its role or as a layer over the page; it stands for what would have opened it.
 * It has the focus then.
 */
export function findOpen(
  { closest, roleOf, nameOf, clean, contextOf, visibleBoxOf, selectorOf }: Injected,
  stops: number[],
) {
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
      box: visibleBoxOf(dialog, dialog.getClientRects()).box,
    },
  }
}

/** Gives the focus to a trigger that was found; what is open now is not what it opens. */
export function focusTrigger({ contextOf }: Injected, index: number): void {
  const kept = (globalThis as unknown as Kept).cutoverDialogs!
  const shown = Array.from(
    document.querySelectorAll('dialog, [role=dialog], [role=alertdialog], [aria-modal=true]'),
  ).filter(dialog => contextOf(dialog).shown)
  kept.before = new Set(shown)
  kept.dialog = null
  kept.triggers[index]?.focus()
}

/** The dialog that came into sight; for `open: false` null once it is gone. */
export async function waitForDialog(
  { contextOf, nameOf, remeasure, clean, finishMotion }: Injected,
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

/** Gives the focus to what most likely closes the dialog; false when there is no further one. */
export function focusExit({ contextOf }: Injected, index: number): boolean {
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

/** Whether the focus is on something that is not in the dialog. */
export function isOutside(): boolean {
  const { dialog } = (globalThis as unknown as Kept).cutoverDialogs!
  const active = document.activeElement
  return active !== null && active !== document.body && dialog !== null && !dialog.contains(active)
}
