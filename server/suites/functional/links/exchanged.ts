/** Two links that lead to the places of each other. */
import { placeKey } from '../../../lib/url.ts'
import type { Link, PairedLinks } from './link.ts'
import { isNamed } from './named.ts'
import { sameTarget } from './targets.ts'

/**
 * Whether another link leads now to where this one led, and this one to where that one led, each the only one of its name,
 * which it kept. Not where its name says that it was wrong before, nor where a part of the page has another id.
 */
export function exchangedReader({ before, counterparts }: PairedLinks): (link: Link) => boolean {
  const byName = Map.groupBy(before, ({ name }) => name)
  const isOne = ({ name, target }: Link) => byName.get(name)!.every(one => sameTarget(one.target, target))
  const isSame = (link: Link) => {
    const now = counterparts.get(link)
    const landing = now?.link.landing?.heading
    const isMended = now && isNamed(link, now.target) && !isNamed(link, link.target)
    return now?.name === link.name && !isMended && !(landing && landing === link.link.landing?.heading)
  }
  const byPlace = Map.groupBy(
    before.filter(link => /^(page|fragment)$/.test(link.target.kind) && isSame(link) && isOne(link)),
    ({ target }) => placeKey(target.place),
  )
  const leadsTo = (link: Link) => placeKey(counterparts.get(link)!.target.place)
  return link => {
    const own = placeKey(link.target.place)
    if (!byPlace.get(own)?.includes(link) || leadsTo(link) === own) return false
    return byPlace.get(leadsTo(link))?.some(other => leadsTo(other) === own) === true
  }
}
