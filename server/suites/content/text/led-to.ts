/** What the links that hold texts of the original lead to, and whether the rebuilt page leads there as well. */
import { words } from '../../../lib/text.ts'
import { basesOf, pathOf, placeKey } from '../../../lib/url.ts'
import { isOnDesktop, type Passage } from '../../../matching/passages.ts'
import type { ContentPair, ContentSide } from '../comparison/index.ts'

/** Of what a link is called; what says more says it to be read. */
const MAX_WORDS = 12

export interface LedTo {
  /** The text stands in a link to what a visible link of the rebuilt page leads to, or to a part of the page itself. */
  isReachedStill: (passage: Passage) => boolean
  /** The text is nothing but links, all of them to what visible links of the rebuilt page lead to. */
  isMenuStill: (passage: Passage) => boolean
  /** It leads nowhere, or to what a visible link of the rebuilt page leads to, or to a part of the page itself. */
  isReached: (link: ContentSide['links'][number]) => boolean
}

/** Reads the links of both pages. */
export function ledTo({ original, rebuilt }: ContentPair): LedTo {
  const [base, baseNow] = basesOf(original.document.url, rebuilt.document.url)
  const placeIn = ({ document: { origins } }: ContentSide, mount: string) => {
    return (url: string) => placeKey(pathOf(url, origins, mount)) + (URL.parse(url)?.hash ?? '')
  }
  const [before, after] = [placeIn(original, base), placeIn(rebuilt, baseNow)]
  const own = before(original.document.url)
  const shown = rebuilt.links.filter(({ state }) => state === 'visible')
  const reached = new Set([own, ...shown.map(({ href }) => after(href))])
  const leads = ({ raw, href }: ContentSide['links'][number]) =>
    reached.has(before(href)) || /^#[^/!]/.test(raw)
  const visible = original.links.filter(link => link.state === 'visible' && link.raw !== '')
  const kept = visible.filter(leads)
  return {
    isReached: link => /^(?:#.*|javascript:.*)?$/i.test(link.raw) || leads(link),
    isMenuStill: passage => {
      if (!isOnDesktop(passage)) return false
      const inside = visible.filter(({ box }) => box.width > 0 && isIn(box, passage.box))
      const names = inside.flatMap(({ name }) => words(name)).join(' ')
      return inside.length > 1 && names === passage.name && inside.every(leads)
    },
    isReachedStill: passage =>
      isOnDesktop(passage) &&
      passage.length <= MAX_WORDS &&
      kept.some(({ box }) => box.width > 0 && isIn(passage.box, box)),
  }
}

type Box = Passage['box']

/** Whether the middle of one is in the box of the other. */
function isIn(text: Box, { x, y, width, height }: Box): boolean {
  const [across, down] = [text.x + text.width / 2 - x, text.y + text.height / 2 - y]
  return across >= 0 && across <= width && down >= 0 && down <= height
}
