/** What the rules of type share: texts that both pages show. */
import type { TextBlock } from '../../../capture/collectors/layouts.ts'
import { countEach } from '../../../lib/count.ts'
import { normalise } from '../../../lib/text.ts'
import type { Finding } from '../../core/finding.ts'
import { placeOf } from '../../core/place.ts'

export type Urls = readonly [original: string, rebuilt: string]

/** A text of the original and where most of it stands on the rebuilt page. */
export interface TypePair {
  before: TextBlock
  after: TextBlock
  /** Characters that it stands for. */
  amount: number
}

/** Texts that are set otherwise in one way: the share of all text that they are, 0 of what is no typeface or size. */
export interface Change {
  share: number
  /** `isPart`: a larger change is told. */
  tell(isPart?: boolean): Finding
}

export const isHeading = ({ before }: TypePair) => before.kind === 'heading'

/**
 * Tells whether a text may be what became of a heading. Where the heading is gone, its words are found in another one that
 * says the same, as the brand in the footer does: that is not what visitors see in its place.
 */
export function headingReader(before: readonly TextBlock[], after: readonly TextBlock[]) {
  const [had, has] = [before, after].map(blocks =>
    countEach(blocks.flatMap(({ state, text }) => (state === 'visible' ? normalise(text) : []))),
  ) as [Map<string, number>, Map<string, number>]
  const isSaidOnce = ({ text }: TextBlock) =>
    [had, has].every(times => (times.get(normalise(text)) ?? 0) <= 1)
  return (was: TextBlock, is: TextBlock): boolean => {
    if (was.kind !== 'heading' || partOf(was) === partOf(is)) return true
    if (isAside(was) || isAside(is)) return is.kind === 'heading' && isSaidOnce(was)
    return is.kind === 'heading' || isSaidOnce(was)
  }
}

/** What stands in no landmark is of the page's own. */
const partOf = ({ landmark }: TextBlock) => landmark || 'main'

/** Not of what a page opens with, nor of what it says. */
const isAside = ({ landmark }: TextBlock) =>
  /^(?:navigation|contentinfo|search|complementary|dialog|alertdialog)$/.test(landmark)

export function places({ before, after }: TypePair, [original, rebuilt]: Urls) {
  const place = (block: TextBlock, url: string) => placeOf({ ...block, text: block.text.slice(0, 200) }, url)
  return { original: place(before, original), rebuilt: place(after, rebuilt) }
}
