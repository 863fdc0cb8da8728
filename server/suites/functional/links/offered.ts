/** What a link of the original offered to who followed it: what it did not offer cannot be lost. */
import { pathOf, placeKey } from '../../../lib/url.ts'
import { originsOfBoth } from '../../core/site.ts'
import type { Pair } from '../../core/suite.ts'
import { deathOf } from './answers.ts'
import type { Link } from './link.ts'
import { bases, isTop, type Target } from './targets.ts'

/** Whether a target of the original is the very page that is judged. */
export function selfReader(pair: Pair<'document' | 'head'>): (target: Target) => boolean {
  const [from, to] = bases(pair)
  const own = placeKey(pathOf(pair.original.document.url, originsOfBoth(pair, [from, to]), from))
  return ({ kind, place }) => kind === 'page' && placeKey(place) === own
}

/** Whether a link of the original led nowhere: no address, the page itself, a page or place that was not there. */
export function nowhereReader(pair: Pair<'document' | 'head'>): (link: Link) => boolean {
  const isSelf = selfReader(pair)
  return ({ link, target, answer }) => {
    if (target.kind === 'placeholder' || isTop(target) || isSelf(target)) return true
    if (target.kind === 'fragment') return link.fragmentFound === false
    return answer !== undefined && /^(page|external)$/.test(target.kind) && deathOf(answer) !== null
  }
}
