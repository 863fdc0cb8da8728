import { normalise, similarity } from '../../../lib/text.ts'
import type { Pair } from '../../suite.ts'
import type { Link } from './pair.ts'

/** CSS px below the place where a link lands: one window. */
const WINDOW = 900
/** A place may lie a little below what it is meant to show. */
const SLACK = 120
const ALIKE = 0.5

export interface Landed {
  was: string
  now: string
}

/**
 * For links to places in the page: the headings where each lands, when the rebuilt one lands out of sight of what the
 * original shows there, and both headings are on both pages.
 */
export function landsElsewhere(pair: Pair<'layouts'>): (link: Link, counterpart: Link) => Landed | null {
  const [before, now] = [heightsOf(pair.original), heightsOf(pair.rebuilt)]
  return ({ link: a }, { link: b }) => {
    if (!a.landing || !b.landing) return null
    const [was, is] = [normalise(a.landing.heading), normalise(b.landing.heading)]
    if (!was || !is || similarity(was, is) >= ALIKE) return null
    return isOutOfSight(now.get(was), b.landing.y) && isOutOfSight(before.get(is), a.landing.y)
      ? { was: a.landing.heading, now: b.landing.heading }
      : null
  }
}

/** Some of them are drawn, and none near the place. */
const isOutOfSight = (heights: number[] | undefined, place: number): boolean =>
  heights?.every(y => y < place - SLACK || y > place + WINDOW) ?? false

/** Where each text is seen; the link to a section, which says the same, is not it. */
function heightsOf({ layouts }: Pair<'layouts'>['original']): Map<string, number[]> {
  const blocks = layouts.find(({ width }) => width === 1440)?.blocks ?? []
  const heights = new Map<string, number[]>()
  for (const { text, state, box, kind, landmark } of blocks) {
    if (state !== 'visible' || kind === 'link' || landmark === 'navigation') continue
    const name = normalise(text)
    heights.set(name, [...(heights.get(name) ?? []), box.y])
  }
  return heights
}
