import type { StructuredItem, StructuredValue } from '../../../lib/structured/item.ts'
import { LIMITS, nameOf } from '../../../lib/structured/item.ts'

export interface Microdata {
  open(name: string, attributes: Record<string, string>): void
  text(text: string): void
  /** Of the element that was opened last. */
  close(): void
  /** Those that are part of no other. */
  items(): StructuredItem[]
}

interface Open {
  /** That it began. */
  item?: StructuredItem
  /** Names under which its text counts. */
  names?: string[]
  said?: string
}

const MAX_DEPTH = 500

/**
 * Collects microdata while a parser walks a page.
 * @see https://html.spec.whatwg.org/multipage/microdata.html
 */
export function createMicrodata(base: string): Microdata {
  const tops: StructuredItem[] = []
  const elements: Open[] = []
  const owners: StructuredItem[] = []
  const listening: Open[] = []
  let [nodes, beyond] = [0, 0]

  const split = (text: string | undefined) =>
    (text ?? '').split(/\s+/).filter(Boolean).slice(0, 20).map(nameOf)

  function add(names: string[], value: StructuredValue): void {
    const owner = owners.at(-1)
    if (!owner || value === '') return
    for (const name of names) {
      const known = owner.properties.find(([property]) => property === name)
      if (known) known[1].push(value)
      else owner.properties.push([name, [value]])
    }
  }

  return {
    open(name, attributes) {
      if (elements.length >= MAX_DEPTH) {
        beyond++
        return
      }
      const open: Open = {}
      elements.push(open)
      const names = split(attributes.itemprop)
      if (nodes > LIMITS.nodes || (attributes.itemscope === undefined && names.length === 0)) return
      nodes++
      if (attributes.itemscope !== undefined) {
        const item: StructuredItem = {
          syntax: 'microdata',
          types: split(attributes.itemtype),
          id: (attributes.itemid ?? '').slice(0, LIMITS.value),
          properties: [],
        }
        if (names.length && owners.length) add(names, item)
        else tops.push(item)
        open.item = item
        owners.push(item)
        return
      }
      const value = saidBy(name, attributes, base)
      if (value !== null) add(names, value.slice(0, LIMITS.value))
      else if (owners.length) {
        open.names = names
        open.said = ''
        listening.push(open)
      }
    },
    text(text) {
      for (const open of listening)
        if (open.said!.length < LIMITS.value) open.said += text.slice(0, LIMITS.value)
    },
    close() {
      if (beyond > 0) {
        beyond--
        return
      }
      const open = elements.pop()
      if (!open) return
      if (open.names) {
        listening.splice(listening.indexOf(open), 1)
        add(open.names, open.said!.replace(/\s+/g, ' ').trim().slice(0, LIMITS.value))
      }
      if (open.item) owners.pop()
    },
    items: () => tops,
  }
}

/** What an element says by an attribute; null where it is its text. */
function saidBy(name: string, attributes: Record<string, string>, base: string): string | null {
  if (attributes.content !== undefined) return attributes.content.trim()
  const address = attributes.href ?? attributes.src ?? attributes.data
  if (address !== undefined && /^(a|area|link|img|source|video|audio|iframe|embed|object)$/.test(name))
    return URL.canParse(address, base) ? new URL(address, base).href : ''
  if (/^(data|meter)$/.test(name) && attributes.value !== undefined) return attributes.value.trim()
  if (name === 'time' && attributes.datetime !== undefined) return attributes.datetime.trim()
  return null
}
