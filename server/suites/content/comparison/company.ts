/** What a fact stands with: the other texts of its card, its row or its entry of a list. */
import { memo } from '../../../lib/memo.ts'
import type { Passage } from '../../../matching/passages.ts'
import { pathOf, sharedPath } from './card-facts.ts'
import { coverOf, measureOf, type PlacedFact } from './placed-facts.ts'

interface Side {
  passages: Passage[]
  facts: PlacedFact[]
}

interface Company {
  /** Words of its texts that belong to no fact, a string for each. */
  names: Set<string>
  /** Its facts of another measure. */
  stated: Set<string>
}

/** Texts to either side of a fact that are read. */
const MAX_TEXTS = 20
/** Places of one value that are looked at. */
const MAX_PLACES = 20

const statementOf = (fact: PlacedFact) => `${measureOf(fact)} ${fact.value}`

/**
 * Tells facts whose value still stands in the company it had, as the area of a plot beside its lot or its price, wherever
 * that card is now and in whatever order; not where what stands `instead` is in that company as well.
 */
export function companyKept(
  before: Side,
  after: Side,
): (fact: PlacedFact, instead: PlacedFact | undefined) => boolean {
  const [companyOf, companyNow] = [companiesOf(before), companiesOf(after)]
  const byStatement = Map.groupBy(
    after.facts.filter(({ visible }) => visible),
    statementOf,
  )
  /** Of each measure, the values beside which a name or another fact stands: what all cards say tells none apart. */
  const valuesBeside = memo((all: PlacedFact[]) => {
    const values = new Map<string, Set<string>>()
    for (const fact of all) {
      const { names, stated } = companyOf(fact) ?? NOBODY
      for (const each of [...names, ...stated])
        values.set(each, (values.get(each) ?? new Set()).add(fact.value))
    }
    return values
  })
  const byMeasure = Map.groupBy(
    before.facts.filter(({ visible }) => visible),
    measureOf,
  )
  return (fact, instead) => {
    const own = companyOf(fact)
    if (!own) return false
    const values = valuesBeside(byMeasure.get(measureOf(fact))!)
    const isOwn = (each: string) => values.get(each)!.size === 1
    const isForeign = (each: string) => values.get(each)?.has(fact.value) === false
    const [names, stated] = [own.names, own.stated].map(all => [...all].filter(isOwn)) as [string[], string[]]
    const isIn = ({ names: now, stated: facts }: Company) => {
      if ([...now].some(isForeign)) return false
      if (names.some(each => now.has(each))) return true
      return stated.some(each => facts.has(each)) && ![...facts].some(isForeign)
    }
    const there = instead && companyNow(instead)
    if (there && [...names, ...stated].some(each => there.names.has(each) || there.stated.has(each)))
      return false
    return (byStatement.get(statementOf(fact)) ?? []).slice(0, MAX_PLACES).some(now => {
      const company = companyNow(now)
      return company !== undefined && isIn(company)
    })
  }
}

const NOBODY: Company = { names: new Set(), stated: new Set() }

/** The texts in the largest element around a fact that has no other value of its measure; undefined where no other stands. */
function companiesOf({ passages, facts }: Side): (fact: PlacedFact) => Company | undefined {
  const cover = coverOf(passages, facts)
  const byPassage = Map.groupBy(facts, ({ passage }) => passage)
  const pathAt = (passage: number) => pathOf(passages[passage]!)
  const byMeasure = Map.groupBy(
    facts.filter(({ visible }) => visible),
    measureOf,
  )
  const inOrder = memo((all: PlacedFact[]) => {
    const sorted = all
      .map(fact => ({ fact, path: pathAt(fact.passage) }))
      .sort((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)))
    return { sorted, places: new Map(sorted.map(({ fact }, at) => [fact, at])) }
  })
  return memo(fact => {
    if (!fact.visible) return undefined
    const { sorted, places } = inOrder(byMeasure.get(measureOf(fact))!)
    const path = pathAt(fact.passage)
    const isOther = ({ fact: { value } }: { fact: PlacedFact }) => value !== fact.value
    const at = places.get(fact)!
    // In order, the nearest of another value to either side share the most elements with it.
    const beside = [sorted.slice(0, at).findLast(isOther), sorted.slice(at + 1).find(isOther)].filter(
      each => each !== undefined,
    )
    if (!beside.length || beside.some(other => other.path === path)) return undefined
    const depth = Math.max(...beside.map(other => sharedPath(path, other.path)))
    const card = `${path
      .split('>')
      .slice(0, depth + 1)
      .join('>')}>`
    const company: Company = { names: new Set(), stated: new Set() }
    const add = (passage: number) => {
      const { visible, tokens } = passages[passage]!
      if (!visible) return
      const words = tokens.flatMap(({ word }, offset) => (cover[passage]![offset] ? [] : word))
      if (words.length) company.names.add(words.join(' '))
      for (const other of byPassage.get(passage) ?? [])
        if (measureOf(other) !== measureOf(fact)) company.stated.add(statementOf(other))
    }
    add(fact.passage)
    for (const step of [-1, 1])
      for (let apart = 1; apart <= MAX_TEXTS; apart++) {
        const passage = fact.passage + step * apart
        if (!passages[passage] || !pathAt(passage).startsWith(card)) break
        add(passage)
      }
    return company
  })
}
