import type { TreeFunctions } from './tree.ts'
import type { VisibleBoxFunctions } from './visible-box.ts'

/** The numbers that the browser draws before the entries of lists, as of `<ol start="3" reversed>`. In-page part. */
export function listNumberFunctions({ parentOf }: TreeFunctions, { contextOf }: VisibleBoxFunctions) {
  /** Kinds of markers that count nothing. */
  const BULLET = /^(none|disc|circle|square|disclosure-(open|closed)|".*"|'.*')$/
  const MAX_ENTRIES = 1000
  const numbers = new WeakMap<Element, Map<Element, number>>()

  /** That before a text, of which `holder` holds the first letters; undefined where none is drawn, or it is not the entry's first. */
  function listNumberOf(holder: Element): number | undefined {
    let entry: Element | null = holder
    while (entry && contextOf(entry).style.display !== 'list-item') {
      if (!isFirst(entry)) return undefined
      entry = parentOf(entry)
    }
    if (!entry || !isNumbered(entry)) return undefined
    const list = parentOf(entry)
    if (!list) return undefined
    const known = numbers.get(list) ?? numbersOf(list)
    numbers.set(list, known)
    return known.get(entry)
  }

  /** Nothing is said before it within the element around it. */
  function isFirst(element: Element): boolean {
    for (let before = element.previousSibling; before; before = before.previousSibling)
      if (before.textContent?.trim()) return false
    return true
  }

  function isNumbered(entry: Element): boolean {
    const { listStyleType, listStyleImage } = contextOf(entry).style
    if (BULLET.test(listStyleType) || listStyleImage !== 'none') return false
    const { content } = getComputedStyle(entry, '::marker')
    return content === 'normal' || content.includes('counter')
  }

  /** @see https://html.spec.whatwg.org/multipage/grouping-content.html#ordinal-value */
  function numbersOf(list: Element): Map<Element, number> {
    const entries = Array.from(list.children)
      .slice(0, MAX_ENTRIES)
      .filter(child => contextOf(child).style.display === 'list-item')
    const isReversed = list.localName === 'ol' && (list as HTMLOListElement).reversed
    let next = integerOf(list, 'start') ?? (isReversed ? entries.length : 1)
    const found = new Map<Element, number>()
    for (const entry of entries) {
      const number = integerOf(entry, 'value') ?? next
      found.set(entry, number)
      next = number + (isReversed ? -1 : 1)
    }
    return found
  }

  function integerOf(element: Element, name: 'start' | 'value'): number | undefined {
    const given = element.getAttribute(name)?.trim() ?? ''
    return /^[+-]?\d{1,9}$/.test(given) ? Number(given) : undefined
  }

  return { listNumberOf }
}

export type ListNumberFunctions = ReturnType<typeof listNumberFunctions>
