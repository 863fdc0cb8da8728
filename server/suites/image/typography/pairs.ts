/** What the rules of type share: texts that both pages show. */
import type { TextBlock } from '../../../capture/collectors/layouts.ts'
import { placeOf } from '../../core/place.ts'

export type Urls = readonly [original: string, rebuilt: string]

/** A text of the original and where most of it stands on the rebuilt page. */
export interface TypePair {
  before: TextBlock
  after: TextBlock
  /** Characters that it stands for. */
  amount: number
}

export const isHeading = ({ before }: TypePair) => before.kind === 'heading'

export function places({ before, after }: TypePair, [original, rebuilt]: Urls) {
  const place = (block: TextBlock, url: string) => placeOf({ ...block, text: block.text.slice(0, 200) }, url)
  return { original: place(before, original), rebuilt: place(after, rebuilt) }
}
