import {
  LIMITS,
  type StructuredArtifact,
  type StructuredItem,
  type StructuredValue,
} from '../../lib/structured/item.ts'
import { readInContext } from '../../lib/structured/json-ld.ts'
import { DESKTOP } from '../../lib/widths.ts'
import type { SiteSession } from '../page/site-session.ts'

export type { StructuredArtifact, StructuredItem, StructuredValue } from '../../lib/structured/item.ts'

/** Structured data of the rendered document in all three syntaxes: JSON-LD, microdata and RDFa. */
export async function structuredData({ at, gaps }: SiteSession): Promise<StructuredArtifact> {
  const { world } = await at(DESKTOP)
  const { jsonLd, unread, items, cut } = await world.run(readMarkup, LIMITS)
  const scripts = jsonLd.map(readInContext)
  if (unread > 0)
    gaps.push(`${unread} scripts of JSON-LD were not read: together they are longer than 2 MiB, or over 100`)
  if (cut || scripts.some(script => 'cut' in script && script.cut))
    gaps.push('structured data deeper than 20 levels, or of over 20,000 values, was read in part')
  return {
    items: [...scripts.flatMap(script => ('items' in script ? script.items : [])), ...items],
    broken: scripts.flatMap(script => ('broken' in script ? [script.broken] : [])).slice(0, 20),
    unread,
  }
}

/**
 * Microdata and RDFa of the document, and the texts of its JSON-LD. In-page part: self-contained.
 *
 * @see https://html.spec.whatwg.org/multipage/microdata.html
 * @see https://www.w3.org/TR/rdfa-lite/
 */
function readMarkup(
  _: unknown,
  limits: { text: number; scripts: number; depth: number; nodes: number; value: number },
) {
  let nodes = 0
  let cut = false
  const attribute = (element: Element, name: string) => element.getAttribute(name)?.trim() ?? ''
  const split = (text: string) => text.split(/\s+/).filter(Boolean).slice(0, 20)
  const short = (term: string) =>
    term.replace(/^(https?:\/\/(www\.)?schema\.org\/|schema:)/i, '').slice(0, 200)

  const scripts = Array.from(document.querySelectorAll('script[type^="application/ld+json" i]'), script =>
    (script.textContent ?? '').trim(),
  ).filter(Boolean)
  const jsonLd: string[] = []
  let left = limits.text
  for (const text of scripts) {
    if (text.length > left || jsonLd.length >= limits.scripts) continue
    jsonLd.push(text)
    left -= text.length
  }

  /** The value of an element: of its attribute for that, else its text. */
  function valueIn(element: Element): string {
    const given =
      element.getAttribute('content') ??
      element.getAttribute('datetime') ??
      (/^(meter|data)$/.test(element.localName) ? element.getAttribute('value') : null) ??
      (element as HTMLAnchorElement).href ??
      (element as HTMLObjectElement).data ??
      (element as HTMLImageElement).src
    const text = typeof given === 'string' && given !== '' ? given : textOf(element)
    return text.replace(/\s+/g, ' ').trim().slice(0, limits.value)
  }

  /** Of a large element no more than the limit needs. */
  function textOf(element: Element): string {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    let text = ''
    for (let node = walker.nextNode(); node && text.length < 2 * limits.value; node = walker.nextNode())
      text += node.nodeValue
    return text
  }

  function add(item: StructuredItem, names: string[], value: StructuredValue) {
    if (value === '') return
    for (const name of names) {
      const known = item.properties.find(([property]) => property === name)
      if (known) known[1].push(value)
      else item.properties.push([name, [value]])
    }
  }

  /**
   * Walks below `root` once and hands each element to `visit`, which returns the item that its content belongs to, or
   * null where nothing below is of interest. Without recursion: pages nest deeper than a call stack.
   */
  function walk(
    root: Element,
    item: StructuredItem,
    visit: (element: Element, item: StructuredItem) => StructuredItem | null,
  ) {
    const stack: { element: Element; item: StructuredItem }[] = []
    const push = (parent: Element, owner: StructuredItem) => {
      for (let child = parent.lastElementChild; child; child = child.previousElementSibling)
        stack.push({ element: child, item: owner })
    }
    push(root, item)
    for (let next = stack.pop(); next; next = stack.pop()) {
      if (++nodes > limits.nodes * 10) {
        cut = true
        return
      }
      const owner = visit(next.element, next.item)
      if (owner) push(next.element, owner)
    }
  }

  function microdata(): StructuredItem[] {
    const fresh = (element: Element): StructuredItem => ({
      syntax: 'microdata',
      types: split(attribute(element, 'itemtype')).map(short),
      id: attribute(element, 'itemid').slice(0, limits.value),
      properties: [],
    })
    const visit = (element: Element, item: StructuredItem): StructuredItem | null => {
      const names = split(attribute(element, 'itemprop')).map(short)
      if (!element.hasAttribute('itemscope')) {
        if (names.length) add(item, names, valueIn(element))
        return item
      }
      // Without a name it is an item of its own, one of `tops`.
      if (names.length === 0) return null
      const inner = fresh(element)
      add(item, names, inner)
      return inner
    }
    const tops = Array.from(document.querySelectorAll('[itemscope]:not([itemprop])'))
    cut ||= tops.length > 1000
    return tops.slice(0, 1000).map(top => {
      const item = fresh(top)
      walk(top, item, visit)
      for (const id of split(attribute(top, 'itemref'))) {
        const other = document.getElementById(id)
        if (!other || other.contains(top)) continue
        const owner = visit(other, item)
        if (owner) walk(other, owner, visit)
      }
      return item
    })
  }

  function rdfa(): StructuredItem[] {
    if (!document.querySelector('[typeof]')) return []
    const found: StructuredItem[] = []
    const page: StructuredItem = { syntax: 'rdfa', types: [], id: '', properties: [] }
    const visit = (element: Element, item: StructuredItem): StructuredItem => {
      const names = split(attribute(element, 'property')).map(short)
      if (!element.hasAttribute('typeof')) {
        // Open Graph uses the same attribute, and makes no item.
        if (names.length && item !== page) add(item, names, valueIn(element))
        return item
      }
      const inner: StructuredItem = {
        syntax: 'rdfa',
        types: split(attribute(element, 'typeof')).map(short),
        id: (attribute(element, 'resource') || attribute(element, 'about')).slice(0, limits.value),
        properties: [],
      }
      if (names.length && item !== page) add(item, names, inner)
      else found.push(inner)
      return inner
    }
    walk(document.documentElement, page, visit)
    return found.slice(0, 1000)
  }

  const items = [...microdata(), ...rdfa()]
  return { jsonLd, unread: scripts.length - jsonLd.length, items, cut }
}
