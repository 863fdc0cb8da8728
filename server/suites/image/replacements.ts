/** What the new page shows in place of a picture that is gone, and who runs it chose to. */
import type { ImageArtifact } from '../../capture/collectors/images/index.ts'
import type { TextBlock } from '../../capture/collectors/layouts.ts'
import { normalise, words } from '../../lib/text.ts'
import { failureOf, fileName } from '../../matching/picture.ts'
import type { PictureMatching } from '../../matching/pictures.ts'
import type { Pair } from '../core/suite.ts'
import { desktopBlocks } from './texts.ts'
import { isBlank } from './visibility.ts'

/** A word by which a file is known, and no number of a series: which one of these it is may have been mixed up. */
const TELLING_FILE =
  /\p{L}{2}(?<!^(?:image|img|picture|photo|logo|icon|hero|banner|cover|header|team|about|bg|background|slide|main|home))$/u

const stemOf = (one: ImageArtifact) => fileName(one).replace(/\.\w+$/, '')

/** Whether both have the name of one file, which says what it is: who runs the page put another picture into it. */
export const isRenewedFile = (before: ImageArtifact, after: ImageArtifact): boolean =>
  TELLING_FILE.test(stemOf(before)) && stemOf(before) === stemOf(after)

/** Another picture that the new page shows under its file's name, in its place or beside its text. */
export function renewedOf(
  image: ImageArtifact,
  { added, matches }: PictureMatching,
  instead?: ImageArtifact,
): ImageArtifact | undefined {
  const [stem, near] = [stemOf(image), normalise(image.near)]
  if (!TELLING_FILE.test(stem)) return undefined
  // What is known by its look is another picture of the original's of that name.
  const unknown = [
    ...added,
    ...matches.flatMap(match =>
      match.by === 'place' || stemOf(match.original) !== stem ? match.rebuilt : [],
    ),
  ]
  return unknown.find(
    one =>
      one.state === 'visible' &&
      failureOf(one) === null &&
      !isBlank(one) &&
      stemOf(one) === stem &&
      (one === instead || (near !== '' && normalise(one.near) === near)),
  )
}

/** What the new page says in a place where the original shows a picture: in words that the original does not have. */
export type NewText = (image: ImageArtifact) => 'none' | 'label' | 'sentence'

/** Of a sentence, which is as wide as half of the picture. */
const MIN_SET_WORDS = 3

/** The place is found by the text that both pages have above it. */
export function newTextAt({ original, rebuilt, matching }: Pair<'layouts'>): NewText {
  const [before, now] = [desktopBlocks(original), desktopBlocks(rebuilt)]
  const { blocks } = matching.texts
  const known = new Set(blocks.map(match => match.rebuilt))
  const own = now.filter(({ state }, at) => state === 'visible' && !known.has(at))
  const kept = blocks.map(match => [before[match.original]!.box, now[match.rebuilt]!.box] as const)
  return ({ box }) => {
    const above = kept.filter(([was]) => was.y + was.height <= box.y)
    const [was, is] = above.reduce(
      (lowest, one) => (one[0].y + one[0].height > lowest[0].y + lowest[0].height ? one : lowest),
      above[0] ?? ([box, box] as const),
    )
    const y = box.y + is.y + is.height - was.y - was.height
    const widthIn = (text: TextBlock['box']) =>
      Math.min(text.x + text.width, box.x + box.width) - Math.max(text.x, box.x)
    const there = own.filter(
      ({ box: text }) =>
        Math.min(text.y + text.height, y + box.height) - Math.max(text.y, y) >= text.height / 2 &&
        widthIn(text) >= Math.min(text.width, box.width) / 2,
    )
    const isSentence = ({ text, box: its }: TextBlock) =>
      words(text).length >= MIN_SET_WORDS && widthIn(its) >= box.width / 2
    return there.some(isSentence) ? 'sentence' : there.length > 0 ? 'label' : 'none'
  }
}
