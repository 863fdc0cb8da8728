/** Which element of the rebuilt page is which of the original's, by what a person perceives of both. */
import { assign } from '../../lib/assignment.ts'
import { similarity } from '../../lib/text.ts'
import type { Spot } from './spots.ts'

/** Below this two texts are two texts, not one that was edited. */
const LEAST_SIMILARITY = 0.5
const CANDIDATES = 24
const MOST_EVIDENCE = 5

/**
 * The original's spot for each rebuilt one, or null: one assignment for all of a family, those that pass included, so
 * that nothing which still is what it was is taken for something else. Two spots are paired once, best evidence first,
 * then in order; what is left may be a piece of a text that was split over several elements, and then shares the
 * whole's spot. Near-linear: a spot meets a few dozen candidates.
 */
export function matchSpots(rebuilt: Spot[], original: Spot[]): (Spot | null)[] {
  const matched = new Array<Spot | null>(rebuilt.length).fill(null)
  const taken = new Set<Spot>()
  const take = (index: number, spot: Spot) => {
    matched[index] = spot
    taken.add(spot)
  }
  pairEqual(rebuilt, original, take)
  const left = original.filter(spot => !taken.has(spot))
  const candidatesOf = indexOf(left)
  const open = rebuilt.flatMap((spot, index) =>
    matched[index] ? [] : [{ spot, index, found: candidatesOf(spot) }],
  )
  const { pairs } = assign(open, left, ({ spot }, other) => costOf(spot, other), {
    candidates: ({ found }) => found,
    alone: MOST_EVIDENCE,
  })
  for (const [at, order] of pairs) take(open[at]!.index, left[order]!)
  addPieces(
    matched,
    rebuilt,
    open.flatMap(({ spot, index, found }) =>
      matched[index] ? [] : [{ spot, index, found: found.map(order => left[order]!) }],
    ),
  )
  return matched
}

/** Gives the pieces of a split text to the whole, as many as it has words for. */
function addPieces(
  matched: (Spot | null)[],
  rebuilt: Spot[],
  open: { spot: Spot; index: number; found: Spot[] }[],
): void {
  const said = new Map<Spot, number>()
  const add = (whole: Spot, piece: Spot) => said.set(whole, (said.get(whole) ?? 0) + piece.words.length)
  matched.forEach((other, index) => {
    if (other) add(other, rebuilt[index]!)
  })
  for (const { spot, index, found } of open) {
    const whole = found.find(
      other => contains(other, spot) && (said.get(other) ?? 0) + spot.words.length <= other.words.length,
    )
    if (!whole) continue
    matched[index] = whole
    add(whole, spot)
  }
}

/** The same words at the same place; failing ones of the original first. */
function pairEqual(rebuilt: Spot[], original: Spot[], take: (index: number, spot: Spot) => void): void {
  const waiting = new Map<string, Spot[]>()
  for (const spot of original) {
    const list = waiting.get(spot.place)
    if (list) list.push(spot)
    else waiting.set(spot.place, [spot])
  }
  for (const list of waiting.values()) list.sort((a, b) => Number(b.failing) - Number(a.failing)).reverse()
  rebuilt.forEach((spot, index) => {
    const equal = waiting.get(spot.place)?.pop()
    if (equal) take(index, equal)
  })
}

/** Two that are equally alike: better one that failed and fails, or held and holds. */
const CHANGED = 0.01

function costOf(spot: Spot, other: Spot): number | null {
  const found = evidence(spot, other)
  return found === null ? null : MOST_EVIDENCE - found + (spot.failing === other.failing ? 0 : CHANGED)
}

/** How much speaks for one and the same element, up to MOST_EVIDENCE; null when too little does. */
function evidence(a: Spot, b: Spot): number | null {
  const around = [a.after === b.after, a.landmark === b.landmark, a.kind === b.kind]
  const place = Number(around[0]) + (Number(around[1]) + Number(around[2])) / 2
  if (a.words.length && b.words.length) {
    const alike = similarity(a.words.join(' '), b.words.join(' '))
    const part = contains(a, b) || contains(b, a)
    if (alike < LEAST_SIMILARITY && !part) return null
    return 3 * Math.max(alike, part ? 0.6 : 0) + place
  }
  if (a.file && a.file === b.file && a.kind === b.kind) return 3 + place
  // A name that was lost leaves the place alone to tell by. An inherited fault must be sure to be the same.
  const sure = around.every(Boolean) || (!b.failing && a.kind === b.kind && (around[0] || around[1]))
  return sure ? place : null
}

/** Whether `piece` is a part of what `whole` says, at the same place. */
function contains(whole: Spot, piece: Spot): boolean {
  if (!piece.words.length || whole.after !== piece.after) return false
  if (piece.words.length < 2 && whole.kind !== piece.kind) return false
  return ` ${whole.words.join(' ')} `.includes(` ${piece.words.join(' ')} `)
}

/** Finds those that share words, a file or a place with a spot, those with most words in common first. */
function indexOf(spots: Spot[]) {
  const lists = new Map<string, number[]>()
  const featuresOf = ({ words, file, after, kind }: Spot) => [
    ...new Set([...words.map(word => `word ${word}`), ...(file ? [`file ${file}`] : []), `${kind} ${after}`]),
    kind,
  ]
  spots.forEach((spot, index) => {
    for (const feature of featuresOf(spot)) {
      const list = lists.get(feature)
      if (list) list.push(index)
      else lists.set(feature, [index])
    }
  })
  return (spot: Spot) => {
    const shared = new Map<number, number>()
    for (const feature of featuresOf(spot))
      for (const index of lists.get(feature) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1)
    return [...shared]
      .sort(([a, x], [b, y]) => y - x || a - b)
      .slice(0, CANDIDATES)
      .map(([order]) => order)
  }
}
