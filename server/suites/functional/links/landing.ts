import { normalise, similarity } from '../../../lib/text.ts'
import type { Pair } from '../../core/suite.ts'
import type { Link } from './pair.ts'

/** CSS px below the place where a link lands: one window. */
const WINDOW = 900
/** A place may lie below the heading of what it is meant to show: the id of a form in its section. */
const SLACK = 500
const ALIKE = 0.5

export interface Landed {
  was: string
  now: string
}

/**
 * For links to places in the page: the headings in sight where each lands, when each page has the other's heading and
 * shows it elsewhere.
 */
export function landsElsewhere(pair: Pair<'layouts'>): (link: Link, counterpart: Link) => Landed | null {
  const [before, now] = [heightsOf(pair.original), heightsOf(pair.rebuilt)]
  return ({ link: a }, { link: b }) => {
    // Skip links, out of sight until they have the focus, may skip more or less.
    const skips = a.state !== 'visible' && a.landmark !== 'navigation'
    if (!a.landing || !b.landing || skips) return null
    const [was, is] = [normalise(a.landing.heading), normalise(b.landing.heading)]
    if (!was || !is || similarity(was, is) >= ALIKE) return null
    const [old, fresh] = [before.get(was), now.get(is)]
    if (!isInSight(old, a.landing.y) || !isInSight(fresh, b.landing.y)) return null
    const [moved, known] = [now.get(was), before.get(is)]
    if (!moved || !known || isInSight(moved, b.landing.y) || isInSight(known, a.landing.y)) return null
    return { was: a.landing.heading, now: b.landing.heading }
  }
}

const isInSight = (heights: number[] = [], place: number): boolean =>
  heights.some(y => y >= place - SLACK && y <= place + WINDOW)

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
