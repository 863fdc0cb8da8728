import type { StructuredItem, StructuredValue } from '../../../capture/collectors/structured-data.ts'
import { listed } from '../../core/quote.ts'
import { hoursOf, isHours } from './hours.ts'
import { isItem, labelOf, lackedBy, scalarsOf, type Things, valuesOf } from './things.ts'
import { familyOf, isChanging, isOwnResult, isShown, isStructure, isVariant } from './types.ts'
import { amountOf, isPrice, isSoldOut, plain, type SameValue } from './values.ts'

/** What one description lacks, or says otherwise, against the original's of the same thing. */
export interface Difference {
  kind: 'required' | 'inherited' | 'lost' | 'changed' | 'price' | 'hours' | 'availability'
  /** Family of the part that it is in, and the property there. */
  family: string
  property: string
  shown: boolean
  before: string
  now: string
}

const MAX_DEPTH = 6
const MAX_DIFFERENCES = 50

/** Compares the description of one thing with that of its counterpart, part by part. */
export function differencesOf(
  before: { item: StructuredItem; things: Things },
  now: { item: StructuredItem; things: Things },
  same: SameValue,
): Difference[] {
  const found: Difference[] = []
  compare(before.item, now.item, 0)
  return found

  function add(difference: Difference) {
    if (found.length < MAX_DIFFERENCES) found.push(difference)
  }

  function compare(old: StructuredItem, item: StructuredItem, depth: number) {
    const family = familyOf(old.types) || familyOf(item.types)
    if (family === 'ImageObject') return
    const missing = missingOf(family, old, item)
    const [hours, hoursNow] = [hoursOf(old, before.things), hoursOf(item, now.things)]
    const areHoursRead = hours !== null && hoursNow !== null
    if (areHoursRead && hours !== hoursNow)
      add({ kind: 'hours', family, property: 'openingHours', shown: true, before: hours, now: hoursNow })
    for (const [property, given] of old.properties) {
      if (isStructure(property) || missing.has(property) || (areHoursRead && isHours(property))) continue
      const values = given.map(before.things.resolve)
      const others = saidOf(item, property).map(now.things.resolve)
      const said = {
        family,
        property,
        shown: isShown(property),
        before: shownValue(values[0]!, before.things),
      }
      if (others.length === 0) {
        const moved = elsewhere(old, item)
        // Without an offer no result shows a price, whatever else makes the product one, or is said of its variants.
        const isOffer = family === 'Product' && property === 'offers'
        const textsThere = (value: StructuredValue) =>
          isOffer && isItem(value) ? priceTextsOf(value) : textsOf(value)
        const isMoved = values.some(value =>
          textsThere(value).some(text => moved.some(one => same(text, one, ''))),
        )
        if (!isMoved) add({ ...said, kind: isOffer ? 'required' : 'lost', now: '' })
      } else if (!isChanging(property)) compareValues(said, values, others, depth)
    }
  }

  /** Values of a property; a product of several variants has its offers there. */
  function saidOf(item: StructuredItem, property: string): StructuredValue[] {
    const own = valuesOf(item, property)
    if (own.length > 0 || property !== 'offers') return own
    const variants = valuesOf(item, 'hasVariant').map(now.things.resolve).filter(isItem)
    return variants.flatMap(variant => valuesOf(variant, 'offers'))
  }

  /** Required properties that the description lacks; one that the original lacks as well is inherited. */
  function missingOf(family: string, old: StructuredItem, item: StructuredItem): Set<string> {
    const missing = new Set<string>()
    for (const names of lackedBy(item, family)) {
      if (nestedHas(item, names)) continue
      const given = names.map(name => valuesOf(old, name)[0]).find(value => value !== undefined)
      const said = given === undefined ? '' : shownValue(before.things.resolve(given), before.things)
      const kind = given === undefined ? 'inherited' : 'required'
      add({ kind, family, property: names.join(' or '), shown: true, before: said, now: '' })
      for (const name of names) missing.add(name)
    }
    return missing
  }

  /** The name of a breadcrumb may be that of its item. */
  function nestedHas(item: StructuredItem, names: string[]): boolean {
    return item.properties.some(([, values]) =>
      values
        .map(now.things.resolve)
        .some(
          value =>
            isItem(value) && familyOf(value.types) === '' && names.some(name => valuesOf(value, name).length),
        ),
    )
  }

  function compareValues(
    said: Omit<Difference, 'kind' | 'now'>,
    values: StructuredValue[],
    others: StructuredValue[],
    depth: number,
  ) {
    const { equal, next, rest } = counterparts(others, said.property)
    const pairs = new Map(values.map(value => [value, equal(value)]))
    const lost = values.filter(value => {
      const counterpart = pairs.get(value) ?? next(value)
      if (counterpart === undefined) return true
      const part = isItem(value) && isItem(counterpart) && depth < MAX_DEPTH
      // A thing of its own is compared for itself, wherever it is described.
      if (part && (isVariant(said.property) || !isOwnResult(familyOf(value.types))))
        compare(value, counterpart, depth + 1)
      return false
    })
    if (lost.length === 0) return
    add({
      ...said,
      kind: kindOf(said.property, lost[0]!, others[0]!),
      before: listed(
        lost.map(value => shownValue(value, before.things)),
        1,
      ),
      now: shownValue(rest() ?? others[0]!, now.things),
    })
  }

  /** Hands out each of `others` once: by equal words, and the next part to one that is nameless or the only one. */
  function counterparts(others: StructuredValue[], property: string) {
    const free = new Set(others)
    const byText = new Map<string, StructuredValue[]>()
    for (const other of others.toReversed())
      for (const text of [...namesOf(other, now.things), ...textsOf(other).map(plain)]) {
        const queue = byText.get(text)
        if (queue) queue.push(other)
        else byText.set(text, [other])
      }
    const taken = (value: StructuredValue | undefined) => {
      if (value !== undefined) free.delete(value)
      return value
    }
    const atPriceOf = (item: StructuredItem, parts: StructuredValue[]) => {
      const prices = pricesOf(item)
      const left = [
        ...first(
          parts.filter(part => free.has(part)),
          SCANNED,
        ),
      ]
      return (
        left.find(part => isItem(part) && pricesOf(part).some(price => prices.includes(price))) ?? left[0]
      )
    }
    return {
      equal(value: StructuredValue) {
        for (const text of isItem(value) ? namesOf(value, before.things) : textsOf(value).map(plain)) {
          const queue = byText.get(text) ?? []
          while (queue.length && !free.has(queue.at(-1)!)) queue.pop()
          if (queue.length)
            return taken(isItem(value) ? atPriceOf(value, queue.slice(-SCANNED).toReversed()) : queue.pop())
        }
        return undefined
      },
      next(value: StructuredValue) {
        const near = [...first(free, SCANNED)]
        const texts = textsOf(value)
        const alike = near.find(
          other =>
            !(isItem(value) && isItem(other)) &&
            textsOf(other).some(text => texts.some(one => same(one, text, property))),
        )
        if (alike !== undefined || !isItem(value)) return taken(alike)
        const nameless = namesOf(value, before.things).length === 0
        if (!nameless && free.size > 1) return undefined
        return taken(atPriceOf(value, near.filter(isItem)))
      },
      rest: () => [...first(free, 1)][0],
    }
  }

  /** What the description says elsewhere: one part further in, or by a name that the original does not use. */
  function elsewhere(old: StructuredItem, item: StructuredItem): string[] {
    const used = new Set(old.properties.map(([name]) => name))
    return item.properties
      .flatMap(([name, values]) =>
        values.map(now.things.resolve).flatMap(value => {
          if (isItem(value)) return scalarsOf(value)
          return typeof value === 'string' && !used.has(name) ? [value] : []
        }),
      )
      .slice(0, SCANNED)
  }
}

const priceTextsOf = (item: StructuredItem): string[] =>
  item.properties.flatMap(([property, values]) =>
    isPrice(property) ? values.filter(value => typeof value === 'string') : [],
  )

/** The amounts that an offer says, to tell offers apart that have no name. */
const pricesOf = (item: StructuredItem): (number | null)[] => priceTextsOf(item).map(amountOf)

function kindOf(property: string, before: StructuredValue, now: StructuredValue): Difference['kind'] {
  if (isOtherPrice(property, before, now)) return 'price'
  const isText = typeof before === 'string' && typeof now === 'string'
  return isText && isSoldOut(property, before, now) ? 'availability' : 'changed'
}

/** Another amount or currency for certain, and not only another way to write it. */
function isOtherPrice(property: string, before: StructuredValue, now: StructuredValue): boolean {
  if (typeof before !== 'string' || typeof now !== 'string') return false
  if (property === 'priceCurrency') return [before, now].every(code => /^[a-z]{3}$/i.test(code))
  return isPrice(property) && amountOf(before) !== null && amountOf(now) !== null
}

/** Enough for any real page; what is equal is found without looking through. */
const SCANNED = 100

function* first<T>(set: Iterable<T>, limit: number) {
  let left = limit
  for (const one of set) {
    if (left-- <= 0) return
    yield one
  }
}

const labelIn = (item: StructuredItem, { resolve }: Things) =>
  labelOf({ item, family: familyOf(item.types) }, resolve)

const namesOf = (value: StructuredValue, things: Things): string[] =>
  isItem(value) ? [labelIn(value, things)].filter(Boolean) : []

const textsOf = (value: StructuredValue): string[] =>
  typeof value === 'string' ? [value] : isItem(value) ? scalarsOf(value) : [value.ref]

function shownValue(value: StructuredValue, things: Things): string {
  if (typeof value === 'string') return value.slice(0, 120)
  if (!isItem(value)) return value.ref.slice(0, 120)
  return (labelIn(value, things) || value.types.join(', ')).slice(0, 120)
}
