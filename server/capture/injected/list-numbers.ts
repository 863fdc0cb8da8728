import type { DomFunctions } from './dom.ts'
import type { TreeFunctions } from './tree.ts'
import type { VisibleBoxFunctions } from './visible-box.ts'

/** Markers of lists, and the numbers that the browser draws as such, as of `<ol start="3" reversed>`. In-page part. */
export function listNumberFunctions(
  { matches }: DomFunctions,
  { parentOf }: TreeFunctions,
  { contextOf }: VisibleBoxFunctions,
) {
  /** Kinds of markers that count, predefined ones (CSS Counter Styles 3). */
  const COUNTING =
    /^(decimal(-leading-zero)?|(lower|upper)-(alpha|latin|roman|greek|armenian)|armenian|georgian|hebrew|arabic-indic|persian|devanagari|bengali|thai|(trad|simp)-chinese-(in)?formal|cjk-(decimal|ideographic)|hiragana|katakana|japanese-(in)?formal|korean-hangul-formal)$/
  const LIST = 'ol, ul, menu'
  const MAX_ENTRIES = 1000

  /** Whether the marker of a list's entry is drawn, and not cut off beside it. */
  function isMarkerDrawn(entry: Element): boolean {
    const { style, clip } = contextOf(entry)
    const hasNone = /^(none|"\s*")$/.test(style.listStyleType) && style.listStyleImage === 'none'
    if (hasNone || /^(none|"\s*")$/.test(getComputedStyle(entry, '::marker').content)) return false
    const { left } = entry.getBoundingClientRect()
    const width = style.listStylePosition === 'inside' ? 0 : Number.parseFloat(style.fontSize)
    return left - width >= Math.max(0, clip.left)
  }

  /**
   * Reads the number before a text, of which `holder` holds the first letters: undefined where none is drawn, it is not the
   * first of its entry, or styles count in ways of their own. For one look at the page: a list is counted once.
   */
  function listNumberReader(): (holder: Element) => number | undefined {
    const numbers = new Map<Element, Map<Element, number>>()
    return holder => {
      let entry: Element | null = holder
      while (entry && !isEntry(entry)) {
        if (!isFirst(entry)) return undefined
        entry = parentOf(entry)
      }
      const list = entry && listOf(entry)
      if (!list || !isNumbered(entry!)) return undefined
      const known = numbers.get(list) ?? numbersOf(list)
      numbers.set(list, known)
      return known.get(entry!)
    }
  }

  const isEntry = (element: Element) => contextOf(element).style.display === 'list-item'

  /** Its owner: wrappers between them do not count (HTML, ordinal value). */
  function listOf(entry: Element): Element | null {
    let above = parentOf(entry)
    while (above && !matches(above, LIST)) above = parentOf(above)
    return above
  }

  /** Nothing is said before it within the element around it. */
  function isFirst(element: Element): boolean {
    for (let before = element.previousSibling; before; before = before.previousSibling)
      if (!/^(style|script|template)$/i.test(before.nodeName) && before.textContent?.trim()) return false
    return true
  }

  function isNumbered(entry: Element): boolean {
    const { listStyleType, listStyleImage } = contextOf(entry).style
    const { fontSize, color } = getComputedStyle(entry, '::marker')
    const isSeen = Number.parseFloat(fontSize) > 0 && !/^rgba\(.*, 0\)$|^transparent$/.test(color)
    return COUNTING.test(listStyleType) && listStyleImage === 'none' && isSeen && isMarkerDrawn(entry)
  }

  /** @see https://html.spec.whatwg.org/multipage/grouping-content.html#ordinal-value */
  function numbersOf(list: Element): Map<Element, number> {
    const found = new Map<Element, number>()
    const entries = Array.from(list.querySelectorAll('*'))
      .filter(element => isEntry(element) && listOf(element) === list)
      .slice(0, MAX_ENTRIES)
    if ([list, ...entries].some(countsItself)) return found
    const isReversed = list.localName === 'ol' && (list as HTMLOListElement).reversed
    let next = integerOf(list, 'start') ?? (isReversed ? entries.length : 1)
    for (const entry of entries) {
      const number = integerOf(entry, 'value') ?? next
      found.set(entry, number)
      next = number + (isReversed ? -1 : 1)
    }
    return found
  }

  /** Styles set or change the number. */
  function countsItself(element: Element): boolean {
    const { counterReset, counterIncrement, counterSet } = getComputedStyle(element)
    return `${counterReset} ${counterIncrement} ${counterSet}`.includes('list-item')
  }

  function integerOf(element: Element, name: 'start' | 'value'): number | undefined {
    const given = element.getAttribute(name)?.trim() ?? ''
    return /^[+-]?\d{1,9}$/.test(given) ? Number(given) : undefined
  }

  return { isMarkerDrawn, listNumberReader }
}

export type ListNumberFunctions = ReturnType<typeof listNumberFunctions>
