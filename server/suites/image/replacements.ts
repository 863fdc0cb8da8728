/** What the new page shows in place of a picture that is gone, and who runs it chose to. */
import type { ImageArtifact } from '../../capture/collectors/images/index.ts'
import { contains } from '../../lib/box.ts'
import { normalise, words } from '../../lib/text.ts'
import { failureOf, fileName, SCREEN } from '../../matching/picture.ts'
import type { PictureMatching } from '../../matching/pictures.ts'
import type { Pair } from '../core/suite.ts'
import { desktopBlocks } from './texts.ts'
import { isBlank } from './visibility.ts'

/** A word by which a file is known, and no number of a series: which one of these it is may have been mixed up. */
const TELLING_FILE =
  /\p{L}{2}(?<!^(?:image|img|picture|photo|logo|icon|hero|banner|cover|header|team|about|bg|background|slide|main|home))$/u

/** The name of a plot or of another drawing that each build makes anew: words, and the number that the build gave it. */
const NUMBERED_FILE = /(?:\p{L}{3,}[-_. ]+){3}\d+$/u

/** Another picture that the new page shows under its file's name, in its place or beside its text. */
export function renewedOf(
  image: ImageArtifact,
  { added, matches }: PictureMatching,
  instead?: ImageArtifact,
): ImageArtifact | undefined {
  const stemOf = (one: ImageArtifact) => fileName(one).replace(/\.\w+$/, '')
  const [stem, near] = [stemOf(image), normalise(image.near)]
  const isNumbered = NUMBERED_FILE.test(stem)
  if (!TELLING_FILE.test(stem) && !isNumbered) return undefined
  // What is known by its look is another picture of the original's of that name.
  const unknown = [
    ...added,
    ...matches.flatMap(match =>
      match.by === 'place' || (stemOf(match.original) !== stem && !isNumbered) ? match.rebuilt : [],
    ),
  ]
  return unknown.find(
    one =>
      one.state === 'visible' &&
      failureOf(one) === null &&
      !isBlank(one) &&
      stemOf(one) === stem &&
      (!isNumbered ||
        (near !== '' &&
          normalise(one.near) === near &&
          one.naturalWidth === image.naturalWidth &&
          one.naturalHeight === image.naturalHeight)) &&
      (one === instead || (near !== '' && normalise(one.near) === near)),
  )
}

/** Of words that are read, and no label of what stands beside them. */
const MIN_SET_WORDS = 3

/** Whether the new page has words of its own where a picture stood, by the text that both pages have above it. */
export function newTextAt({
  original,
  rebuilt,
  matching,
}: Pair<'layouts'>): (image: ImageArtifact) => boolean {
  const [before, now] = [desktopBlocks(original), desktopBlocks(rebuilt)]
  const { blocks } = matching.texts
  const known = new Set(blocks.map(match => match.rebuilt))
  const own = now.filter(
    ({ state, text }, at) => state === 'visible' && !known.has(at) && words(text).length >= MIN_SET_WORDS,
  )
  const kept = blocks.map(match => [before[match.original]!.box, now[match.rebuilt]!.box] as const)
  return ({ box }) => {
    const above = kept.filter(([was]) => was.y + was.height <= box.y)
    const [was, is] = above.reduce(
      (lowest, one) => (one[0].y + one[0].height > lowest[0].y + lowest[0].height ? one : lowest),
      above[0] ?? ([box, box] as const),
    )
    const y = box.y + is.y + is.height - was.y - was.height
    return own.some(
      ({ box: text }) =>
        Math.min(text.y + text.height, y + box.height) - Math.max(text.y, y) >= text.height / 2 &&
        Math.min(text.x + text.width, box.x + box.width) - Math.max(text.x, box.x) >= box.width / 2,
    )
  }
}

/** CSS px by which a text may be moved or be wider and stand where it stood. */
const SAME_PLACE_PX = 10

/**
 * Whether a picture was the design of an old page, with its name, its menu and its frames, over which most of the text was
 * laid, and most of that has another place now: what was drawn is set otherwise. Where the file alone is gone, texts stay.
 */
export function laidOutAnew({
  original,
  rebuilt,
  matching,
}: Pair<'layouts'>): (image: ImageArtifact) => boolean {
  const [before, now] = [desktopBlocks(original), desktopBlocks(rebuilt)]
  const lengthOf = (texts: readonly { text: string }[]) =>
    texts.reduce((sum, { text }) => sum + text.length, 0)
  const shown = before.filter(({ state }) => state === 'visible')
  const kept = matching.texts.blocks.map(match => [before[match.original]!, now[match.rebuilt]!] as const)
  return ({ kind, seen }) => {
    // What a page opens with may have all of its words on it, too.
    if (kind !== 'img' || seen.height <= SCREEN.height) return false
    const over = shown.filter(({ box }) => contains(seen, box))
    if (2 * lengthOf(over) <= lengthOf(shown)) return false
    const staying = kept.flatMap(([was, { box }]) =>
      contains(seen, was.box) &&
      Math.max(Math.abs(was.box.x - box.x), Math.abs(was.box.width - box.width)) <= SAME_PLACE_PX
        ? was
        : [],
    )
    return 2 * lengthOf(staying) < lengthOf(over)
  }
}
