/**
 * Which element of the rebuilt page is which of the original's: texts, pictures and controls paired by what a person
 * perceives of them, each kind as one assignment; and of two stores, which product is which. Made once for a pair of
 * captures; every suite reasons on the same.
 */

import type { Artifacts } from '../capture/artifact.ts'
import { atWidth, DESKTOP } from '../lib/widths.ts'
import { type ControlMatch, matchControls } from './controls.ts'
import { matchPictures, type PictureMatching } from './pictures.ts'
import { type Landings, matchProducts, type ProductMatching } from './products/index.ts'
import { matchTexts, type TextMatching } from './texts.ts'

/** What of a page, and of the store behind it, is matched. */
export type Matchable = Pick<Artifacts, 'layouts' | 'images' | 'document' | 'volatile' | 'catalog'>

/** Each part is made when it is first asked for; an artifact that is missing costs only the parts that need it. */
export interface Matching {
  readonly texts: TextMatching
  readonly pictures: PictureMatching
  readonly controls: ControlMatch[]
  readonly products: ProductMatching
  /** Where the original's paths lead on the new host, as far as that was asked. */
  readonly landings: Landings
}

export function matchPages(
  original: Matchable,
  rebuilt: Matchable,
  landings: Landings = new Map(),
): Matching {
  return {
    landings,
    get texts() {
      return define(this, 'texts', matchTexts(original, rebuilt))
    },
    get pictures() {
      return define(this, 'pictures', matchPictures(original.images, rebuilt.images))
    },
    get controls() {
      return define(this, 'controls', matchControls(desktopOf(original), desktopOf(rebuilt)))
    },
    get products() {
      return define(this, 'products', matchProducts(original.catalog, rebuilt.catalog, landings))
    },
  }
}

/** Keeps what was made in place of its getter. */
function define<T>(matching: Matching, name: keyof Matching, value: T): T {
  Object.defineProperty(matching, name, { value, enumerable: true })
  return value
}

const desktopOf = ({ layouts }: Matchable) => atWidth(layouts, DESKTOP) ?? { controls: [], blocks: [] }
