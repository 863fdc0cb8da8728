/** Edges of texts that are hidden: the top of a title under a bar, the end of a line that ran out of its column. */
import type { Layout, Overlap } from '../../../capture/collectors/layouts.ts'
import { blockOf } from '../../core/ornaments.ts'
import type { Pairing } from '../pairs.ts'
import { canBeSeen } from '../screens.ts'
import { isCovered, isOf } from './facts.ts'
import { CUT } from './rules.ts'

/** By which an edge may be hidden further and be hidden as it was. */
const SAME_SHARE = 0.1

/**
 * What hides an edge of a text at a width, and not on the original: there the text is another one or shown whole. `was` is the
 * original's text.
 */
export function hiddenEdges(now: Layout, before: Layout, pairing: Pairing) {
  return (now.overlaps ?? []).flatMap(overlap => {
    const { edge, share, name, selector } = overlap
    const block = edge && blockOf(now, name, selector)
    if (block?.state !== 'visible' || !/\p{L}{2}|\d/u.test(name)) return []
    if (edge === 'top' && share < CUT.told) return []
    const was = pairing.textOn(before, block)
    if (was && !canBeSeen(was, before)) return []
    const isSame = (one: Overlap) =>
      one.what === 'text' &&
      (was ? isOf(one, was) : one.edge === 'top' && edge === 'top') &&
      (one.edge === edge ? one.share >= share - SAME_SHARE : isCovered(one))
    return (before.overlaps ?? []).some(isSame) ? [] : [{ overlap, was: was?.text }]
  })
}

export const gradeOf = ({ edge, share }: Overlap): 'partly' | undefined =>
  edge === 'top' && share >= CUT.grave ? undefined : 'partly'
