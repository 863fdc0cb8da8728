import type { Alignment } from '../../../lib/align.ts'
import type { Passage } from '../../../matching/passages.ts'
import { literallyKept } from './literal.ts'
import { readingOf } from './number.ts'
import { samePhone } from './phone.ts'
import { coverOf, type PlacedFact, placeFacts } from './place.ts'

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
  pairBy(open(), shown, fact => `${fact.kind} ${fact.value} ${fact.label}`)
  const swapped = swaps(
    open(),
    after.filter(fact => !taken.has(fact)),
  )
  for (const [fact, instead] of swapped) join(fact, instead)
  pairBy(open(), shown, fact => `${fact.kind} ${fact.value}`)
  pairBy(open(), after, fact => `${fact.kind} ${fact.value} ${fact.label}`)
  pairBy(open(), after, fact => `${fact.kind} ${fact.value}`)
  const phones = after
    .filter(fact => fact.kind === 'phone')
    .sort((a, b) => Number(b.visible) - Number(a.visible))
    .slice(0, MOST_PHONES)
  for (const fact of open())
    if (fact.kind === 'phone')
      join(
        fact,
        phones.find(other => !taken.has(other) && samePhone(fact.value, other.value)),
      )

  const stated = new Set(after.map(fact => `${fact.kind} ${fact.value}`))
  const isKept = (fact: PlacedFact) =>
    (!fact.visible &&
      (stated.has(`${fact.kind} ${fact.value}`) ||
        phones.some(other => samePhone(fact.value, other.value)))) ||
    literallyKept(fact, original, rebuilt, alignment)
  const lost = compared.filter(fact => !partner.has(fact) && !isKept(fact))
  const replaced = replacements(
    lost,
    after.filter(fact => !taken.has(fact)),
    alignment,
  )
  const order = new Map(before.map((fact, index) => [fact, index]))
  const missing = [
    ...[...swapped].map(([fact, instead]) => ({ fact, instead })),
    ...lost.map(fact => ({ fact, instead: replaced.get(fact) })),
  ].sort((a, b) => order.get(a.fact)! - order.get(b.fact)!)
  const gone = new Set(missing.map(({ fact }) => fact))
  const kept = before.filter(fact => !gone.has(fact))
  // A copy of what is still shown behind the same words may be put away.
  const labelled = new Set(shown.map(fact => `${fact.kind} ${fact.value} ${fact.label}`))
  const unseen = kept.flatMap(fact => {
    const now = partner.get(fact)
    return now && !now.visible && !labelled.has(`${fact.kind} ${fact.value} ${fact.label}`)
      ? [{ fact, now }]
      : []
  })
  return {
    original: before,
    missing,
    unseen,
    partner,
    cover: coverOf(original, before),
    stated: coverOf(original, kept),
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

  /**
   * Facts whose value stands elsewhere now while their own label has another. Only where the label is the only one of
   * its name on both pages, and is also the nearest text to the other value: a card may name its price first or last.
   */
  function swaps(facts: PlacedFact[], others: PlacedFact[]): Map<PlacedFact, PlacedFact> {
    const found = new Map<PlacedFact, PlacedFact>()
    const ownLabels = onlyOnes(before)
    const otherLabels = onlyOnes(after.filter(fact => fact.visible))
    const values = new Set(others.filter(fact => fact.visible).map(fact => `${fact.kind} ${fact.value}`))
    const claimed = new Set<PlacedFact>()
    for (const fact of facts) {
      const name = `${fact.kind} ${fact.label}`
      const other = otherLabels.get(name)
      if (!fact.label || ownLabels.get(name) !== fact || !other || taken.has(other) || claimed.has(other))
        continue
      if (!values.has(`${fact.kind} ${fact.value}`)) continue
      if (nearest(rebuilt, other) !== nearest(original, fact)) continue
      found.set(fact, other)
      claimed.add(other)
    }
    return found
  }
}

/** The facts whose label no other fact of their kind has, by kind and label. */
function onlyOnes(facts: PlacedFact[]): Map<string, PlacedFact> {
  const found = new Map<string, PlacedFact | null>()
  for (const fact of facts) {
    const name = `${fact.kind} ${fact.label}`
    found.set(name, found.has(name) ? null : fact)
  }
  return new Map([...found].filter((entry): entry is [string, PlacedFact] => entry[1] !== null))
}

/** The text nearest to a fact that stands alone, by the distance of their boxes; its own text where it has more. */
function nearest(passages: Passage[], fact: PlacedFact): string {
  const own = passages[fact.passage]!
  const length = fact.parts.reduce((sum, part) => sum + part.end - part.start, 0)
  if (length < own.text.length * 0.8 || own.box.width * own.box.height === 0) return fact.label
  let best = { text: fact.label, distance: Number.POSITIVE_INFINITY }
  for (let at = Math.max(0, fact.passage - 8); at < Math.min(passages.length, fact.passage + 9); at++) {
    const { box, text, visible, kind } = passages[at]!
    if (at === fact.passage || !visible || /^(button|link)$/.test(kind) || !/\p{L}{3}/u.test(text)) continue
    const gap = Math.hypot(
      Math.max(0, box.x - own.box.x - own.box.width, own.box.x - box.x - box.width),
      Math.max(0, box.y - own.box.y - own.box.height, own.box.y - box.y - box.height),
    )
    if (gap < best.distance) best = { text, distance: gap }
  }
  return best.text
}

/** What stands in the place of a lost fact: one of its kind in the same text, or behind the same label. */
function replacements(
  lost: PlacedFact[],
  others: PlacedFact[],
  { match, sourceStart, targetBlock }: Alignment,
): Map<PlacedFact, PlacedFact> {
  const found = new Map<PlacedFact, PlacedFact>()
  const taken = new Set<PlacedFact>()
  const byPassage = Map.groupBy(others, fact => `${fact.kind} ${fact.passage}`)
  const byLabel = Map.groupBy(others, fact => `${fact.kind} ${fact.label}`)
  for (const fact of lost) {
    const passages = new Set<number>()
    for (let at = sourceStart[fact.passage]!; at < sourceStart[fact.passage + 1]!; at++)
      if (match[at]! >= 0) passages.add(targetBlock[match[at]!]!)
    const candidates = [
      ...[...passages].flatMap(passage => byPassage.get(`${fact.kind} ${passage}`) ?? []),
      ...(fact.label ? (byLabel.get(`${fact.kind} ${fact.label}`) ?? []) : []),
    ]
    const instead =
      candidates.find(other => !taken.has(other) && other.label === fact.label) ??
      candidates.find(other => !taken.has(other))
    if (!instead) continue
    found.set(fact, instead)
    taken.add(instead)
  }
  return found
}
