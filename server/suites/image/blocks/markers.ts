/** Navigation with the markers of lists before its entries: what browsers draw where no style sheet reaches it. */

import type { ControlBox, Layout } from '../../../capture/collectors/layouts.ts'
import { atWidth, DESKTOP } from '../../../lib/widths.ts'
import type { ControlMatch } from '../../../matching/controls.ts'
import { placeOf } from '../../core/place.ts'
import { listed, quote } from '../../core/quote.ts'
import { MENU, rules } from './rules.ts'

/** By a page's own width, for a message and a place. */

interface Pages {
  original: Page
  rebuilt: Page
  matching: { controls: readonly ControlMatch[] }
}

interface Page {
  layouts: readonly Layout[]
  document: { url: string }
}

/** Lists of links that lead through the site, of which the original drew the same links without markers. */
export function markedNavigation({ original, rebuilt, matching }: Pages) {
  const [before, now] = [original, rebuilt].map(({ layouts }) => atWidth(layouts, DESKTOP)?.controls ?? [])
  const wasOf = new Map(matching.controls.map(match => [now![match.rebuilt], before![match.original]]))
  const lists = Map.groupBy(now!.filter(isMarkedEntry), ({ selector }) => listOf(selector))
  return [...lists.values()].flatMap(links => {
    const unmarked = links.filter(link => wasOf.get(link)?.marked === false)
    if (links.length < MENU.links || unmarked.length < MENU.kept * links.length) return []
    const [first] = unmarked
    return rules.report('list-markers', {
      key: `image/blocks:list-markers:${first!.landmark}`,
      message: `The navigation looks as if it had no styles: list markers stand before ${listed(links.map(({ name }) => quote(name, 40)))}`,
      original: placeOf({ ...wasOf.get(first!)!, text: first!.name }, original.document.url, DESKTOP),
      rebuilt: placeOf({ ...first!, text: first!.name }, rebuilt.document.url, DESKTOP),
    })
  })
}

/** Of a menu, not of the content: no landmark tells in the head of a page that has none. */
const isMarkedEntry = ({ marked, state, landmark, box }: ControlBox): boolean =>
  marked === true &&
  state === 'visible' &&
  (/^(navigation|banner)$/.test(landmark) || (landmark === '' && box.y < MENU.head))

const listOf = (selector: string): string => selector.replace(/^(.*) > li\b.*$/, '$1')
