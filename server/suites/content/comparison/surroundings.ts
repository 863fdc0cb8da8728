/** What a fact stands with: the other texts of its card, its row or its entry of a list. */
import { memo } from '../../../lib/memo.ts'
import type { Passage } from '../../../matching/passages.ts'
import { ancestorsOf, isWithin, withoutTurnsAndIds } from '../../core/path.ts'
import { coverOf, measureOf, type PlacedFact } from './placed-facts.ts'

interface Side {
  passages: Passage[]
  facts: PlacedFact[]
}

interface Surroundings {
  /** Equal for cards of one list that state several values of its measure; empty of the element that has no other value of it. */
  list: string
  /** The values of its measure that stand in there, in order. */
  values: string
  /** Facts of them that have another value. */
  others: PlacedFact[]
  /** Words of its texts that belong to no fact, a string for each. */
  names: Set<string>
  /** Its other facts. */
  stated: Set<string>
}

/** Texts to either side of a fact that are read. */
const MAX_TEXTS = 20
/** Places of one value that are looked at. */
const MAX_PLACES = 20
/** Elements that are cards of one list. */
const MIN_CARDS = 3
/** Values of one measure on a card. */
const MAX_VALUES = 12

const statementOf = (fact: PlacedFact) => `${measureOf(fact)} ${fact.value}`
const evidenceOf = ({ names, stated }: Surroundings) => [...names, ...stated]

/**
 * Tells facts whose value still stands with what it stood with, as the area of a plot beside its lot or its price, wherever
 * that card is now and in whatever order; not where what stands `instead` stands there as well. Of several areas on
 * one card each is known by its label, or by its place among all of them.
 */
export function keptWhereItStood(
  before: Side,
  after: Side,
): (fact: PlacedFact, instead: PlacedFact | undefined) => boolean {
  const [surroundingsOf, surroundingsNow] = [surroundingsAt(before), surroundingsAt(after)]
  const byStatement = Map.groupBy(
    after.facts.filter(({ visible }) => visible),
    statementOf,
  )
  /** Of each measure, the values beside which a name or another fact stands: what all cards say tells none apart. */
  const valuesBeside = memo((all: PlacedFact[]) => {
    const values = new Map<string, Set<string>>()
    for (const there of new Set(all.flatMap(surroundingsOf)))
      for (const each of evidenceOf(there)) {
        const key = `${there.list}| ${each}`
        values.set(key, (values.get(key) ?? new Set()).add(there.values))
      }
    return values
  })
  const byMeasure = Map.groupBy(
    before.facts.filter(({ visible }) => visible),
    measureOf,
  )
  return (fact, instead) => {
    if (!fact.visible) return false
    const values = valuesBeside(byMeasure.get(measureOf(fact))!)
    for (const own of surroundingsOf(fact)) {
      const isOwn = (each: string) => values.get(`${own.list}| ${each}`)!.size === 1
      const [names, stated] = [[...own.names].filter(isOwn), [...own.stated].filter(isOwn)]
      if (!names.length && !stated.length) continue
      const isForeign = (each: string) => values.get(`${own.list}| ${each}`)?.has(own.values) === false
      const isIn = ({ names: now, stated: facts }: Surroundings) => {
        if ([...now].some(isForeign)) return false
        if (names.some(each => now.has(each))) return true
        return stated.some(each => facts.has(each)) && ![...facts].some(isForeign)
      }
      const isNear = (there: Surroundings) =>
        [...names, ...stated].some(each => there.names.has(each) || there.stated.has(each))
      const hasOne = (now: PlacedFact, isWanted: (there: Surroundings) => boolean) =>
        surroundingsNow(now).some(
          there =>
            (there.list === '') === (own.list === '') &&
            isWanted(there) &&
            isSameOfCard(fact, own, now, there),
        )
      if (instead && surroundingsNow(instead).some(isNear)) return false
      return (byStatement.get(statementOf(fact)) ?? []).slice(0, MAX_PLACES).some(now => hasOne(now, isIn))
    }
    return false
  }
}

const wordsOf = ({ label }: PlacedFact) => label.split(' ').filter(word => /\p{L}/u.test(word))

/** Whether a value of a card is the one that it was among the others there: by its label, or where all are the same in order. */
function isSameOfCard(fact: PlacedFact, own: Surroundings, now: PlacedFact, there: Surroundings): boolean {
  if (!own.list) return true
  const shared = new Set(own.others.flatMap(wordsOf))
  const label = wordsOf(fact).filter(word => !shared.has(word))
  const hasLabel = (other: PlacedFact) => wordsOf(other).some(word => label.includes(word))
  return hasLabel(now) || (own.values === there.values && !there.others.some(hasLabel))
}

/**
 * The texts in the largest element around a fact that has no other value of its measure, then in the cards around that, from
 * the smallest; none where no other value stands.
 */
function surroundingsAt({ passages, facts }: Side): (fact: PlacedFact) => Surroundings[] {
  const cover = coverOf(passages, facts)
  const byPassage = Map.groupBy(facts, ({ passage }) => passage)
  const elementOf = (passage: number) => passages[passage]!.place.selector ?? ''
  const byMeasure = Map.groupBy(
    facts.filter(({ visible }) => visible),
    measureOf,
  )
  const elementsOf = memo((all: PlacedFact[]) => {
    const inside = new Map<string, PlacedFact[]>()
    for (const fact of all)
      for (const element of elementsAround(elementOf(fact.passage)))
        if (inside.has(element)) inside.get(element)!.push(fact)
        else inside.set(element, [fact])
    return { inside, lists: Map.groupBy(inside.keys(), withoutTurnsAndIds) }
  })
  return memo(fact => {
    if (!fact.visible) return []
    const { inside, lists } = elementsOf(byMeasure.get(measureOf(fact))!)
    const own = elementOf(fact.passage)
    const othersIn = (element: string) => inside.get(element)!.filter(({ value }) => value !== fact.value)
    const around = elementsAround(own)
    const end = around.findIndex(element => othersIn(element).length)
    if (end < 0 || othersIn(own).some(({ passage }) => elementOf(passage) === own)) return []
    const cards = around
      .slice(end)
      .filter(
        element =>
          inside.get(element)!.length <= MAX_VALUES &&
          lists.get(withoutTurnsAndIds(element))!.length >= MIN_CARDS,
      )
    return [
      surroundingsIn(around[end - 1], ''),
      ...cards.map(card => surroundingsIn(card, withoutTurnsAndIds(card))),
    ]

    function surroundingsIn(card: string | undefined, list: string): Surroundings {
      const there: Surroundings = {
        list,
        values: list
          ? inside
              .get(card!)!
              .map(({ value }) => value)
              .join(' | ')
          : fact.value,
        others: list ? othersIn(card!) : [],
        names: new Set(),
        stated: new Set(),
      }
      const add = (passage: number) => {
        const { visible, tokens } = passages[passage]!
        if (!visible) return
        const words = tokens.flatMap(({ word }, offset) => (cover[passage]![offset] ? [] : word))
        if (words.length) there.names.add(words.join(' '))
        for (const other of byPassage.get(passage) ?? [])
          if (statementOf(other) !== statementOf(fact)) there.stated.add(statementOf(other))
      }
      add(fact.passage)
      for (const step of [-1, 1])
        for (let apart = 1; card && apart <= MAX_TEXTS; apart++) {
          const passage = fact.passage + step * apart
          if (!passages[passage] || !isWithin(elementOf(passage), card)) break
          add(passage)
        }
      return there
    }
  })
}

/** An element and those around it, from itself. */
const elementsAround = (selector: string): string[] =>
  selector ? [selector, ...ancestorsOf(selector).toReversed()] : []
