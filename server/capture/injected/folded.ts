import type { DomFunctions } from './dom.ts'
import type { TreeFunctions } from './tree.ts'

/** What waits to be opened: in a closed <details>, a tab panel, or where a control leads. In-page part. */
export function foldedFunctions({ matches }: DomFunctions, { parentOf }: TreeFunctions) {
  /** In a closed <details>, a tab panel, or an element that is `openedByControls`; dialogs and menus aside. */
  function isFolded(element: Element, opened: Set<string>): boolean {
    let folded = false
    for (let here: Element | null = element; here; here = parentOf(here)) {
      if (
        matches(here, 'dialog, [role=dialog], [role=alertdialog], [role=menu], [aria-modal=true], [popover]')
      )
        return false
      folded ||=
        (here.localName === 'details' && !(here as HTMLDetailsElement).open) ||
        here.getAttribute('role') === 'tabpanel' ||
        (here.id !== '' && opened.has(here.id))
    }
    return folded
  }

  /** Ids of the elements that controls name as what they open. */
  function openedByControls(): Set<string> {
    const ids = new Set<string>()
    for (const control of document.querySelectorAll(
      '[aria-controls], [data-bs-target], [data-target], [data-bs-toggle][href], [data-toggle][href]',
    ))
      for (const name of ['aria-controls', 'data-bs-target', 'data-target', 'href'])
        for (const id of control.getAttribute(name)?.split(/\s+/) ?? []) if (id) ids.add(id.replace(/^#/, ''))
    return ids
  }

  return { openedByControls, isFolded }
}

export type FoldedFunctions = ReturnType<typeof foldedFunctions>
