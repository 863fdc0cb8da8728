/** What stands in the place of a link of the original: a new one beside the same neighbour. */
import { placeKey } from '../../../lib/url.ts'
import type { Link, PairedLinks } from './link.ts'

/**
 * Tells the link that stands where one of the original did: it follows the counterpart of the link before, or precedes that
 * of the link after, below the same heading; it is the counterpart of none, leads to a page or a site as the old one did,
 * and to none that the original links to.
 */
export function inPlaceReader({ before, now, counterparts, originals }: PairedLinks) {
  const known = new Set(before.map(({ target }) => placeKey(target.place)))
  const at = new Map(now.map((link, index) => [link, index]))
  const places = new Map(before.map((link, index) => [link, index]))
  return (link: Link): Link | undefined =>
    [-1, 1]
      .map(side => {
        const neighbour = counterparts.get(before[places.get(link)! + side]!)
        return neighbour && now[at.get(neighbour)! - side]
      })
      .find(
        other =>
          other !== undefined &&
          !originals.has(other) &&
          other.near === link.near &&
          other.link.state === link.link.state &&
          other.target.kind === link.target.kind &&
          /^(page|external)$/.test(other.target.kind) &&
          !known.has(placeKey(other.target.place)),
      )
}
