import type { DomFunctions } from './dom.ts'
import type { TreeFunctions } from './tree.ts'

/** Heading, link, cell, list item and so on. In-page part. */
export function textKindFunctions({ holds, textOf }: DomFunctions, { parentOf }: TreeFunctions) {
  /** What kind of text it is, by the nearest element whose tag or role says so. */
  function kindOf(container: Element, holder: Element): { kind: string; level: number } {
    let inner: Element | null = holder
    let link = false
    for (let depth = 0; inner && depth < 12; depth++, inner = parentOf(inner)) {
      const role = inner.getAttribute('role')
      const heading = /^h([1-6])$/.exec(inner.localName)
      if (role === 'heading') return { kind: 'heading', level: Number(inner.getAttribute('aria-level')) || 2 }
      if (heading && (!role || role === 'heading')) return { kind: 'heading', level: Number(heading[1]) }
      if (inner.localName === 'button' || role === 'button' || inner.localName === 'summary')
        return { kind: 'button', level: 0 }
      if (inner.localName === 'a' && contentShare(inner, container) > 0.8) link = true
      if (inner.localName === 'li' || role === 'listitem')
        return { kind: link ? 'link' : 'list-item', level: 0 }
      if (inner.localName === 'td' || role === 'cell' || role === 'gridcell')
        return { kind: 'cell', level: 0 }
      if (inner.localName === 'th' || role === 'columnheader' || role === 'rowheader')
        return { kind: 'header-cell', level: 0 }
      if (inner.localName === 'label' || inner.localName === 'legend') return { kind: 'label', level: 0 }
      if (inner.localName === 'blockquote') return { kind: 'quote', level: 0 }
    }
    return { kind: link ? 'link' : 'paragraph', level: 0 }
  }

  function contentShare(inner: Element, outer: Element): number {
    if (!holds(outer, inner)) return 1
    return (textOf(inner)?.trim().length ?? 0) / Math.max(1, textOf(outer)?.trim().length ?? 1)
  }

  return { kindOf }
}

export type TextKindFunctions = ReturnType<typeof textKindFunctions>
