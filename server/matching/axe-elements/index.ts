/** Which element of the rebuilt page is which of the original's, by what a person perceives of both. */
import { assign } from '../../lib/assignment.ts'
import { similarity } from '../../lib/text.ts'
import { candidatesIn } from './candidates.ts'
import { type AxeElement, contains, said } from './elements.ts'
import type { Origins } from './origins.ts'
import { replaced } from './replaced.ts'
import { pieceOf, spreadFrom } from './split-text.ts'

/** Below this two texts are two texts, not one that was edited. */
const LEAST_SIMILARITY = 0.5
const MOST_EVIDENCE = 7

/**
 * The original's spot for each rebuilt one, or null: one assignment for all of a family, those that pass included, so
 * that nothing which still is what it was is taken for something else. Two spots are paired once, best evidence first,
 * then in order. What is left over may be a piece of a text that was split over several elements, and then shares the
 * whole's spot; or it says something else in the place of what is gone from the page. Near-linear: a spot meets a few
 * dozen candidates.
 */
export function matchAxeElements(
  rebuilt: AxeElement[],
  original: AxeElement[],
  origins: Origins,
): (AxeElement | null)[] {
  const matched = new Array<AxeElement | null>(rebuilt.length).fill(null)
  const taken = new Set<AxeElement>()
  const take = (index: number, element: AxeElement) => {
    matched[index] = element
    taken.add(element)
  }
  const open = () => rebuilt.flatMap((element, index) => (matched[index] ? [] : [{ element, index }]))
  const left = () => original.filter(element => !taken.has(element))
  // Of pictures without words others than their places know better which is which.
  const isTold = ({ element }: { element: AxeElement }) =>
    element.kind !== 'image' || element.words.length > 0
  // Numbers may go on, and yet tell two places apart.
  pairEqual(open().filter(isTold), original, take, element => `${element.place} ${said(element.node)}`)
  pairEqual(open().filter(isTold), left(), take)
  pairAlike(open(), left(), origins, take)
  pairEqual(
    open().filter(({ element }) => element.kind === 'image'),
    left(),
    take,
    undefined,
    (element, other) => origins.isPicture(element, other) !== false,
  )
  // All that follows is for what needs a verdict.
  const inQuestion = () => open().filter(({ element }) => element.failing || element.open)
  if (inQuestion().length) {
    const whole = pieceOf(rebuilt, original, matched, origins)
    for (const { element, index } of inQuestion()) {
      const found = whole(element)
      if (found) take(index, found)
    }
  }
  if (inQuestion().length)
    for (const [{ index }, element] of replaced(open(), left(), origins)) take(index, element)
  return matched.map(
    (element, index) =>
      element && (spreadFrom(rebuilt[index]!, element, original, taken, origins) ?? element),
  )
}

type Take = (index: number, element: AxeElement) => void

/** The same words at the same place; failing ones of the original first. */
function pairEqual(
  open: { element: AxeElement; index: number }[],
  original: AxeElement[],
  take: Take,
  nameOf = (element: AxeElement) => element.place,
  may: (element: AxeElement, other: AxeElement) => boolean = () => true,
): void {
  const waiting = Map.groupBy(original, nameOf)
  for (const list of waiting.values()) list.sort((a, b) => Number(b.failing) - Number(a.failing)).reverse()
  for (const { element, index } of open) {
    const list = waiting.get(nameOf(element))
    const equal = list?.at(-1)
    if (!list || !equal || !may(element, equal)) continue
    list.pop()
    take(index, equal)
  }
}

function pairAlike(
  open: { element: AxeElement; index: number }[],
  left: AxeElement[],
  origins: Origins,
  take: Take,
): void {
  const candidatesOf = candidatesIn(left)
  const { pairs } = assign(open, left, ({ element }, other) => costOf(element, other, origins), {
    candidates: ({ element }) => candidatesOf(element),
    alone: MOST_EVIDENCE,
  })
  for (const [at, order] of pairs) take(open[at]!.index, left[order]!)
}

/** Two that are equally alike: better one that failed and fails, or held and holds. */
const CHANGED = 0.01

function costOf(element: AxeElement, other: AxeElement, origins: Origins): number | null {
  const found = evidence(element, other, origins)
  return found === null ? null : MOST_EVIDENCE - found + (element.failing === other.failing ? 0 : CHANGED)
}

/** How much speaks for one and the same element, up to MOST_EVIDENCE; null when too little does. */
function evidence(a: AxeElement, b: AxeElement, origins: Origins): number | null {
  const picture = a.kind === 'image' && b.kind === 'image' ? origins.isPicture(a, b) : null
  if (picture === false) return null
  const sameHeading = a.after === b.after || origins.headingOf(a.after) === b.after
  const around = [sameHeading, a.landmark === b.landmark, a.kind === b.kind]
  const place =
    Number(around[0]) + (Number(around[1]) + Number(around[2])) / 2 + Number(origins.isControl(a, b))
  if (picture) return 4 + place
  if (a.words.length && b.words.length) {
    const alike = similarity(a.words.join(' '), b.words.join(' '))
    const part = sameHeading && (contains(a, b) || contains(b, a))
    if (alike < LEAST_SIMILARITY && !part) return null
    return 3 * Math.max(alike, part ? 0.6 : 0) + place
  }
  if (a.file && a.file === b.file && a.kind === b.kind) return 3 + place
  // A name that was lost leaves the place alone to tell by. An inherited fault must be sure to be the same.
  const sure = around.every(Boolean) || (!b.failing && a.kind === b.kind && (around[0] || around[1]))
  return sure ? place : null
}
