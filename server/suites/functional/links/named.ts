/** Whether an address says what a link is called. */
import { similarity } from '../../../lib/text.ts'
import type { Link } from './link.ts'
import { lastStepOf, slugOf, type Target, withoutEnding } from './targets.ts'

/** Share of words from which a place is named as a link is. */
const MIN_NAMED = 0.6

/** The link "Blue shoes" to `/products/blue-shoes` keeps its word, whatever the old address was. */
export const isNamed = ({ name }: Link, to: Target): boolean => likeness(name, to) >= MIN_NAMED

/** How much of a name the last step of a path says, or a fragment. */
export function likeness(name: string, to: Target): number {
  const isPlace = to.kind === 'fragment'
  if (!isPlace && slugOf(to) === '') return 0
  const step = isPlace ? to.place.slice(1) : withoutEnding(lastStepOf(to.place))
  const slug = step.replace(/[-_.]+/g, ' ')
  return Math.max(similarity(name, slug), similarity(inAscii(name), slug))
}

/** As German addresses spell it: `/ueber-uns`. */
const inAscii = (name: string) => name.replace(/[äöüß]/gi, letter => ASCII[letter.toLowerCase()]!)
const ASCII: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }
