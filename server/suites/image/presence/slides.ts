/** Pictures on slides: which of them a page shows first may be drawn by lot. */
import type { ImageArtifact } from '../../../capture/collectors/images/index.ts'
import { normalise } from '../../../lib/text.ts'
import { revealedBy } from '../../core/revealed.ts'
import type { Pair } from '../../core/suite.ts'
import { desktopBlocks } from '../texts.ts'

/** Characters of a text beside a picture that say which it is. */
const MIN_TEXT = 4

/**
 * Tells whether a picture stands on a slide that is turned away now: a text beside it is out of sight on the new page, and
 * comes into sight there on a press, as it does not on the original. The texts of such a slide are not lost either.
 */
export function slideReader({ original, rebuilt }: Pair<'layouts' | 'probes'>) {
  const textsOf = (side: typeof original) =>
    desktopBlocks(side)
      .filter(({ state }) => state === 'visible')
      .map(({ text }) => normalise(text))
  const seen = new Set(textsOf(rebuilt))
  const gone = [...new Set(textsOf(original))].filter(text => text.length >= MIN_TEXT && !seen.has(text))
  return ({ near }: ImageArtifact): boolean => {
    const beside = normalise(near)
    return gone.some(
      text => beside.includes(text) && revealedBy(rebuilt)(text) && !revealedBy(original)(text),
    )
  }
}
