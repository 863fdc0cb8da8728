/** Elements whose words were exchanged altogether. */
import { assign } from '../../lib/assignment.ts'
import type { AxeElement } from './elements.ts'
import type { Origins } from './origins.ts'

/** Of fewer of its words a text is no longer, or not yet, on the other page. */
const KEPT = 0.5
const OTHER_PAINT = 0.5
/** Stands for all headings that the other page does not have. */
const GONE = '\n'

/**
 * Pairs spots that say what the original did not say with spots of the original that are gone with their words: of the
 * same kind, in the same part of the page and under the same heading, those in the same colours first, then in order.
 * Where the heading is gone as well, under any other new one. What is not known to be gone stands for nothing.
 */
export function replaced<T extends { element: AxeElement }>(
  rebuilt: T[],
  original: AxeElement[],
  origins: Origins,
): [T, AxeElement][] {
  const added = rebuilt.filter(({ element }) => isGone(origins.keptOf(element, 'rebuilt')))
  if (!added.length) return []
  const gone = original.filter(element => isGone(origins.keptOf(element, 'original')))
  const placeOf = ({ kind, landmark }: AxeElement, heading: string) => [kind, landmark, heading].join('|')
  const byPlace = new Map<string, number[]>()
  gone.forEach((element, order) => {
    const place = placeOf(element, origins.hasHeading(element.after) ? element.after : GONE)
    const list = byPlace.get(place)
    if (list) list.push(order)
    else byPlace.set(place, [order])
  })
  const { pairs } = assign(
    added,
    gone,
    ({ element }, other) =>
      element.node.paint.text === other.node.paint.text &&
      element.node.paint.background === other.node.paint.background
        ? 0
        : OTHER_PAINT,
    {
      candidates: ({ element }) =>
        byPlace.get(placeOf(element, origins.headingOf(element.after) ?? GONE)) ?? [],
    },
  )
  return pairs.map(([at, order]) => [added[at]!, gone[order]!])
}

const isGone = (kept: number | null) => kept !== null && kept < KEPT
