import type { LinkArtifact } from '../../../capture/collectors/links.ts'
import { withoutTurns } from '../../core/path.ts'
import { probesOf } from '../../core/probed.ts'
import type { Side } from '../../core/suite.ts'
import type { Link } from './link.ts'

/**
 * Tells the links to a place that the page does not have of which a script makes controls, as of the tabs of a strip: a
 * press showed something, and the address stayed. One that put something else in the place of what was shown speaks for its
 * list, and for what is built as it is and leads to the same place or is a tab as well; in a menu for itself alone, as does what opens a
 * submenu. A link whose place is there proves nothing: a script may go by its address.
 */
export function workedReader(side: Side<'links' | 'probes'>): (link: Link) => boolean {
  const { links, probes } = side
  const pressed = probesOf(side).filter(({ revealed, went }) => went === null && revealed.length > 0)
  const works = new Set(pressed.map(({ selector }) => selector))
  const switches = new Set(pressed.flatMap(({ selector, effect }) => (effect === 'switches' ? selector : [])))
  const proven = links.filter(
    ({ selector, fragmentFound, landmark }) =>
      fragmentFound === false && switches.has(selector) && !/^(navigation|banner)$/.test(landmark),
  )
  const lists = new Set(proven.flatMap(({ selector }) => listOf(selector) ?? []))
  const tabs = new Set(
    [probes.wide, probes.narrow]
      .flatMap(({ probes, rest }) => [...probes, ...rest])
      .flatMap(({ role, selector }) => (role === 'tab' ? selector : [])),
  )
  // Where the address of a tab leads is nobody's concern.
  const kindOf = ({ selector, raw }: Pick<LinkArtifact, 'selector' | 'raw'>) =>
    `${withoutTurns(selector)} ${tabs.has(selector) ? 'tab' : raw}`
  const kinds = new Set(proven.map(kindOf))
  return ({ link }) =>
    works.has(link.selector) || lists.has(listOf(link.selector)!) || kinds.has(kindOf(link))
}

/** The list that a link is an entry of, and how it stands in its entry; null outside of lists. */
export const listOf = (selector: string): string | null => {
  const entry = selector.lastIndexOf(' > li')
  return entry < 0 ? null : selector.slice(0, entry) + withoutTurns(selector.slice(entry))
}
