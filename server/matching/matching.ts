/**
 * Which element of the rebuilt page is which of the original's: texts, pictures and controls paired by what a person
 * perceives of them, each kind as one assignment. Made once for a pair of captures; every suite reasons on the same.
 */
import type { Artifacts } from '../capture/capture.ts'
import { type ControlMatch, matchControls } from './controls.ts'
import { matchPictures, type PictureMatching } from './pictures.ts'
import { matchTexts, type TextMatching } from './texts.ts'

/** What of a page is matched. */
export type Matchable = Pick<Artifacts, 'layouts' | 'images' | 'document' | 'volatile'>

/** Each part is made when it is first asked for; an artifact that is missing costs only the parts that need it. */
export interface Matching {
  readonly texts: TextMatching
  readonly pictures: PictureMatching
  readonly controls: ControlMatch[]
}

export function matchPages(original: Matchable, rebuilt: Matchable): Matching {
  return {
    get texts() {
      return define(this, 'texts', matchTexts(original, rebuilt))
    },
    get pictures() {
      return define(this, 'pictures', matchPictures(original.images, rebuilt.images))
    },
    get controls() {
      return define(this, 'controls', matchControls(desktopOf(original), desktopOf(rebuilt)))
    },
  }
}

/** Keeps what was made in place of its getter. */
function define<T>(matching: Matching, name: keyof Matching, value: T): T {
  Object.defineProperty(matching, name, { value, enumerable: true })
  return value
}

const desktopOf = ({ layouts }: Matchable) =>
  layouts.find(layout => layout.width === 1440) ?? { controls: [], blocks: [] }
