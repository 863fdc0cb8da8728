import type { StructuredItem, StructuredValue } from '../../../lib/structured/item.ts'

/** Looks up what items say, and the items that they only refer to. */
export interface Values {
  all(item: StructuredItem, name: string): StructuredValue[]
  /** The first text, or ''. */
  text(item: StructuredItem, ...names: string[]): string
  texts(item: StructuredItem, name: string): string[]
  items(item: StructuredItem, name: string): StructuredItem[]
}

export function valuesOf(known: readonly StructuredItem[]): Values {
  const byId = new Map<string, StructuredItem>()
  for (const item of known) if (item.id && !byId.has(item.id)) byId.set(item.id, item)
  const all: Values['all'] = (item, name) => item.properties.find(([own]) => own === name)?.[1] ?? []
  const texts: Values['texts'] = (item, name) => all(item, name).filter(value => typeof value === 'string')
  return {
    all,
    texts,
    text(item, ...names) {
      for (const name of names) {
        const [first] = texts(item, name)
        if (first) return first
      }
      return ''
    },
    items: (item, name) =>
      all(item, name).flatMap(value => {
        if (typeof value === 'string') return []
        const found = 'ref' in value ? byId.get(value.ref) : value
        return found ? [found] : []
      }),
  }
}

export const isA = (item: StructuredItem, ...types: string[]): boolean =>
  item.types.some(type => types.includes(type))
