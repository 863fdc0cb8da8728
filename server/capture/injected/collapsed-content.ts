import type { TreeFunctions } from './tree.ts'
import type { VisibleBoxFunctions } from './visible-box.ts'

/** What a tab, an accordion or a fold keeps back until it is opened. In-page part. */
export function collapsedFunctions({ parentOf }: TreeFunctions, { contextOf }: VisibleBoxFunctions) {
  /** Its own text has boxes, but is not drawn. */
  function isKeptBack(element: Element): boolean {
    const closed = element.localName === 'details' && !(element as HTMLDetailsElement).open
    return closed || contextOf(element).style.contentVisibility === 'hidden'
  }

  /** Out of sight in a fold, or in what is `openedByControls`. */
  function isFolded(element: Element, opened: Set<string>): boolean {
    let folded = false
    for (let here: Element | null = element; here; here = parentOf(here)) {
      if (
        here.matches('dialog, [role=dialog], [role=alertdialog], [role=menu], [aria-modal=true], [popover]')
      )
        return false
      folded ||=
        (here.localName === 'details' && !(here as HTMLDetailsElement).open) ||
        here.getAttribute('role') === 'tabpanel' ||
        (here.id !== '' && opened.has(here.id))
    }
    return folded
  }

  /** Ids of what controls say that they open. */
  function openedByControls(): Set<string> {
    const ids = new Set<string>()
    for (const control of document.querySelectorAll(
      '[aria-controls], [data-bs-target], [data-target], [data-bs-toggle][href], [data-toggle][href]',
    ))
      for (const name of ['aria-controls', 'data-bs-target', 'data-target', 'href'])
        for (const id of control.getAttribute(name)?.split(/\s+/) ?? []) if (id) ids.add(id.replace(/^#/, ''))
    return ids
  }

  return { isKeptBack, isFolded, openedByControls }
}

export type CollapsedFunctions = ReturnType<typeof collapsedFunctions>
