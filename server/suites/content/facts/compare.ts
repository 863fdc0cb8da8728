import type { Alignment } from '../../../lib/align/index.ts'
import type { Passage } from '../../../matching/passages.ts'
import { samePhone } from '../find-facts/contact.ts'
import { readingOf } from '../find-facts/number.ts'
import { settledBy } from './context-anchor.ts'
import { displacedFacts } from './displaced.ts'
import { literallyKept } from './literal.ts'
import { coverOf, type PlacedFact, placeFacts } from './place.ts'
import { replacedWords } from './replaced.ts'
import { replacements } from './replacements.ts'
import { unclaimedNumbers } from './unclaimed-numbers.ts'

export interface FactComparison {
  original: PlacedFact[]
  /** Facts of the original that the rebuilt page does not state, or states otherwise. */
  missing: { fact: PlacedFact; instead?: PlacedFact }[]
  /** Visible facts of the original that the rebuilt page states only where nobody sees it. */
  unseen: { fact: PlacedFact; now: PlacedFact }[]
  /** Where each fact that was found stands now. */
  partner: Map<PlacedFact, PlacedFact>
  /** For each original passage, 1 for each of its words that belongs to a fact. */
  cover: Uint8Array[]
  /** The same for the facts that the rebuilt page states as well. */
  stated: Uint8Array[]
}

/** What may count up by itself. */
const COUNTS = /^(number|quantity|percentage)$/
const isDialled = ({ kind, value }: PlacedFact) =>
  kind === 'phone' || (kind === 'number' && /^\d{7,}$/.test(value))
/** The number alone where it may stand with its unit or without: `1,250` above `customers`, and `1,250 customers`. */
const amountOf = ({ kind, value }: PlacedFact) =>
  /^(number|quantity)$/.test(kind) ? value.split(' ')[0]! : `${kind} ${value}`

/** National and international spellings are compared one by one. */
const MOST_PHONES = 500

/**
 * Pairs the facts of two pages, each once: first with the same label, then anywhere. Where one label has another value
 * now, the fact was changed, even if its old value has wandered to another label.
 */
export function compareFacts(
  original: Passage[],
  rebuilt: Passage[],
  alignment: Alignment,
  lang: string,
): FactComparison {
  const reading = readingOf(lang)
  const before = placeFacts(original, reading)
  const after = placeFacts(rebuilt, reading)
  const partner = new Map<PlacedFact, PlacedFact>()
  const taken = new Set<PlacedFact>()
  const compared = before.filter(fact => !original[fact.passage]!.volatile)
  const open = () => compared.filter(fact => fact.visible && !partner.has(fact))
  const join = (fact: PlacedFact, other: PlacedFact | undefined) => {
    if (!other) return
    partner.set(fact, other)
    taken.add(other)
  }

  const shown = after.filter(fact => fact.visible)
  const cover = coverOf(original, before)
  const coverNow = coverOf(rebuilt, after)
  const settled = settledBy(original, cover, { passages: rebuilt, facts: after }, alignment)
  for (const fact of open()) {
    const other = settled.between(fact)
    if (other?.visible && other.value === fact.value && !taken.has(other)) join(fact, other)
  }
  pairBy(open(), shown, fact => `${fact.kind} ${fact.value} ${fact.label}`)
  pairBy(open(), shown, fact => `${fact.kind} ${fact.value}`)
  pairBy(open(), after, fact => `${fact.kind} ${fact.value} ${fact.label}`)
  pairBy(open(), after, fact => `${fact.kind} ${fact.value}`)
  pairBy(open(), shown, amountOf)
  const phones = after
    .filter(isDialled)
    .sort((a, b) => Number(b.visible) - Number(a.visible))
    .slice(0, MOST_PHONES)
  pairPhones(open())

  const displaced = displacedFacts(
    { facts: before, passages: original },
    { facts: after, passages: rebuilt },
    partner,
    alignment,
    settled,
  )

  const tucked = () =>
    compared.filter(fact => !fact.visible && original[fact.passage]!.folded && !partner.has(fact))
  pairBy(tucked(), after, fact => `${fact.kind} ${fact.value} ${fact.label}`)
  pairBy(tucked(), after, fact => `${fact.kind} ${fact.value}`)
  pairBy(tucked(), after, amountOf)
  pairPhones(tucked())
  // What a panel states may be stated elsewhere as well, and be wrong in the panel.
  const rewritten = replacements(
    tucked(),
    after.filter(fact => !taken.has(fact)),
    alignment,
  )

  const loose = unclaimedNumbers(rebuilt, coverNow, alignment, reading)
  const stated = new Set(after.map(fact => `${fact.kind} ${fact.value}`))
  const isKept = (fact: PlacedFact) =>
    !rewritten.has(fact) &&
    ((!fact.visible &&
      (stated.has(`${fact.kind} ${fact.value}`) ||
        phones.some(other => isDialled(fact) && samePhone(fact.value, other.value)))) ||
      literallyKept(fact, original, rebuilt, alignment) ||
      (fact.kind === 'number' && loose.take(fact.value)))
  const lost = compared.filter(fact => !partner.has(fact) && !isKept(fact))
  const replaced = replacements(
    lost,
    after.filter(fact => !taken.has(fact)),
    alignment,
  )
  // A counter that was caught at another count.
  const isRunning = (fact: PlacedFact) => {
    const now = replaced.get(fact)
    return COUNTS.test(fact.kind) && now !== undefined && rebuilt[now.passage]!.volatile
  }
  const running = replacedWords(
    { passages: original, cover },
    { passages: rebuilt, cover: coverNow },
    alignment,
    reading,
  )
  const order = new Map(before.map((fact, index) => [fact, index]))
  const missing = [
    ...[...displaced].map(([fact, instead]) => ({ fact, instead })),
    ...lost.filter(fact => !isRunning(fact)).map(fact => ({ fact, instead: replaced.get(fact) })),
  ]
    .sort((a, b) => order.get(a.fact)! - order.get(b.fact)!)
    .concat(running)
  const gone = new Set(missing.map(({ fact }) => fact))
  const kept = before.filter(fact => !gone.has(fact))
  // A copy of what is still shown behind the same words may be put away.
  const labelled = new Set(shown.map(fact => `${fact.kind} ${fact.value} ${fact.label}`))
  const unseen = kept.flatMap(fact => {
    const now = partner.get(fact)
    return fact.visible && now && !now.visible && !labelled.has(`${fact.kind} ${fact.value} ${fact.label}`)
      ? [{ fact, now }]
      : []
  })
  return {
    original: [...before, ...running.map(({ fact }) => fact)],
    missing,
    unseen,
    partner,
    cover: running.length ? coverOf(original, [...before, ...running.map(({ fact }) => fact)]) : cover,
    stated: coverOf(original, kept),
  }

  function pairPhones(facts: PlacedFact[]) {
    for (const fact of facts)
      if (isDialled(fact))
        join(
          fact,
          phones.find(other => !taken.has(other) && samePhone(fact.value, other.value)),
        )
  }

  /** Pairs facts of one name in order, visible ones first. */
  function pairBy(facts: PlacedFact[], others: PlacedFact[], nameOf: (fact: PlacedFact) => string) {
    const queues = new Map<string, PlacedFact[]>()
    for (const other of [...others.filter(fact => fact.visible), ...others.filter(fact => !fact.visible)]) {
      if (taken.has(other)) continue
      const name = nameOf(other)
      const queue = queues.get(name)
      if (queue) queue.push(other)
      else queues.set(name, [other])
    }
    for (const queue of queues.values()) queue.reverse()
    for (const fact of facts) join(fact, queues.get(nameOf(fact))?.pop())
  }
}
