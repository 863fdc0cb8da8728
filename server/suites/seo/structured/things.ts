import type {
  StructuredArtifact,
  StructuredItem,
  StructuredValue,
} from '../../../capture/collectors/structured-data.ts'
import { similarity } from '../../../lib/text.ts'
import { pathOf } from '../../../lib/url.ts'
import { familyOf, isKindOf, isOwnResult, isVariant, REQUIRED } from './types.ts'
import { plain } from './values.ts'

/** Something that the page describes, wherever it is nested and in whichever syntax. */
export interface Thing {
  family: string
  item: StructuredItem
  /** What people call it, in one spelling; '' where nothing does. */
  label: string
  /** Described for its own sake: not as a part of another thing. */
  expected: boolean
}

export interface Things {
  all: Thing[]
  /** What a value refers to, or the value itself. */
  resolve(value: StructuredValue): StructuredValue
}

const MAX_THINGS = 2000

/** @param site origins of the site, and the path that it is mounted under: its own addresses are compared without them */
export function thingsOf(
  { items }: StructuredArtifact,
  site: { origins: readonly string[]; base: string },
): Things {
  const byId = new Map<string, StructuredItem>()
  const all: Thing[] = []
  const visit = (item: StructuredItem, top: boolean, part = false) => {
    if (item.id && item.properties.length > (byId.get(item.id)?.properties.length ?? 0))
      byId.set(item.id, item)
    const family = familyOf(item.types)
    if (family && all.length < MAX_THINGS)
      all.push({ family, item, label: '', expected: top || (!part && isOwnResult(family)) })
    for (const [property, values] of item.properties)
      for (const value of values) if (isItem(value)) visit(value, false, isVariant(property))
  }
  for (const item of items) visit(item, true)
  const resolve = (value: StructuredValue) =>
    typeof value === 'object' && 'ref' in value ? (byId.get(value.ref) ?? value.ref) : value
  for (const thing of all) {
    const label = labelOf(thing, resolve)
    thing.label = isAddress(label) ? pathOf(label, site.origins, site.base) : label
  }
  return { all, resolve }
}

const isAddress = (label: string) => /^https?:/.test(label)

export const isItem = (value: StructuredValue): value is StructuredItem =>
  typeof value === 'object' && 'types' in value

export const valuesOf = (item: StructuredItem, property: string): StructuredValue[] =>
  item.properties.find(([name]) => name === property)?.[1] ?? []

/** What its kind of result requires and it lacks, each as the names that would do. */
export const lackedBy = (item: StructuredItem, family: string): string[][] =>
  (REQUIRED[family] ?? [])
    .map(rule => rule.split('|'))
    .filter(names => names.every(name => valuesOf(item, name).length === 0))

/** The plain values of an item, its id included. */
export function scalarsOf(item: StructuredItem): string[] {
  const own = item.properties.flatMap(([, values]) => values.filter(value => typeof value === 'string'))
  return item.id ? [item.id, ...own] : own
}

export function labelOf(
  { item, family }: Pick<Thing, 'item' | 'family'>,
  resolve: Things['resolve'],
  depth = 0,
): string {
  for (const property of ['name', 'headline', 'title', 'text', 'sku', 'url']) {
    const value = valuesOf(item, property).find(one => typeof one === 'string')
    if (value) return plain(value)
  }
  // A breadcrumb may have its name in what it leads to.
  const inner = valuesOf(item, 'item').map(resolve).find(isItem)
  if (inner && depth < 3) return labelOf({ item: inner, family: '' }, resolve, depth + 1)
  if (family !== 'BreadcrumbList' && family !== 'ItemList') return ''
  const parts = valuesOf(item, 'itemListElement').slice(0, 50).map(resolve).filter(isItem)
  return parts.map(part => labelOf({ item: part, family: '' }, resolve, depth + 1)).join(' > ')
}

/** Above it a name is taken for an edited one; it is computed for each pair of what is left. */
const EDITED = 0.5
const MAX_EDITED = 60

/**
 * Which of `now` each expected thing of `before` is, of the same family or a kind of it: by name, by edited name, or as the only one
 * that is left. Null where there is none; one that is described twice may be described once.
 */
export function matchThings(before: Thing[], now: Thing[]): Map<Thing, Thing | null> {
  const matched = new Map<Thing, Thing | null>()
  const free = new Set(now)
  const byName = new Map<string, Thing[]>()
  const keyOf = ({ family, label }: Thing) => `${family} ${label}`
  for (const thing of now.toReversed()) {
    const queue = byName.get(keyOf(thing))
    if (queue) queue.push(thing)
    else byName.set(keyOf(thing), [thing])
  }
  const expected = before.filter(thing => thing.expected)
  for (const thing of expected) {
    const queue = byName.get(keyOf(thing))
    const found = queue && queue.length > 1 ? queue.pop() : queue?.[0]
    if (!found) continue
    matched.set(thing, found)
    free.delete(found)
  }
  // What is described as a kind of it may be there for its own sake.
  for (const isOf of [(one: string, other: string) => one === other, isKindOf]) {
    const left = expected.filter(thing => !matched.get(thing))
    for (const [index, thing] of left.entries()) {
      const candidates = index > MAX_EDITED ? [] : [...free].filter(one => isOf(one.family, thing.family))
      const alone = candidates.length === 1 && left.filter(one => one.family === thing.family).length === 1
      const best = alone
        ? candidates[0]
        : candidates.slice(0, MAX_EDITED).find(one => similarity(one.label, thing.label) >= EDITED)
      matched.set(thing, best ?? null)
      if (best) free.delete(best)
    }
  }
  return matched
}
