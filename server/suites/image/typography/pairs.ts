/** What the rules of type share: texts that both pages show. */
import type { TextBlock } from '../../../capture/collectors/layouts.ts'
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

export function places({ before, after }: TypePair, [original, rebuilt]: Urls) {
  const place = (block: TextBlock, url: string) => placeOf({ ...block, text: block.text.slice(0, 200) }, url)
  return { original: place(before, original), rebuilt: place(after, rebuilt) }
}
