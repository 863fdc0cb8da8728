import { isDisplaced } from '../../../matching/displaced.ts'
import type { Matching } from '../../../matching/matching.ts'
import { isMain, wordsIn } from '../content.ts'
import { blockAt, pairingOf } from '../pairs.ts'
import { inReach, type Screen, type Widths } from '../screens.ts'

type Box = Screen['blocks'][number]['box']

/** A text or picture that both pages have. */
export interface Node {
  /** In the reader's words. */
  name: string
  /** Its turn in the markup of the original, and of the rebuilt page. */
  order: { original: number; rebuilt: number }
  main: boolean
  /** A heading, a sentence, a picture: what a column is made of, unlike a label or a tag. */
  solid: boolean
  /** Of a picture: its turn among the pictures of each page. */
  turn?: { original: number; rebuilt: number }
  /** Where it is seen on a page at one width, or null. */
  on(side: 'original' | 'rebuilt', screen: Screen): VisibleBox | null
}

export interface VisibleBox {
  box: Box
  /** Lines of text; 0 for a picture. */
  lines: number
  selector: string
}

/** What both pages look like over their widths. */
export interface Looks {
  before: readonly Screen[]
  after: readonly Screen[]
  nodes: readonly Node[]
  /** Widths that both pages are always looked at in; breakpoints differ from page to page. */
  common: ReadonlySet<number>
  urls: { original: string; rebuilt: string }
}

/** Words of a sentence. */
const SENTENCE = 5
/** Px a side. */
const PICTURE = 64

interface Sides {
  original: Widths
  rebuilt: Widths
  matching: Matching
}

/** Navigation is left out: how it folds is judged by itself. */
export function nodesOf(sides: Sides): Node[] {
  return [...textNodes(sides), ...pictureNodes(sides)]
}

function textNodes(sides: Sides): Node[] {
  const orders = { original: turnsOf(sides.original), rebuilt: turnsOf(sides.rebuilt) }
  return pairingOf(sides)
    .texts.filter(({ original, rebuilt }) => ![original, rebuilt].some(one => one.landmark === 'navigation'))
    .map(pair => ({
      name: pair.original.text.slice(0, 80),
      order: {
        original: orders.original.get(pair.original) ?? 0,
        rebuilt: orders.rebuilt.get(pair.rebuilt) ?? 0,
      },
      main: isMain(pair.original),
      solid: pair.original.kind === 'heading' || wordsIn(pair.original.text) >= SENTENCE,
      on(side, screen) {
        const block = blockAt(screen, pair[side])
        return block && inReach(block, screen)
          ? { box: block.seen, lines: block.lines, selector: block.selector }
          : null
      },
    }))
}

function turnsOf({ layouts }: Widths): Map<Screen['blocks'][number], number> {
  const desktop = layouts.find(layout => layout.width === 1440)
  return new Map((desktop?.blocks ?? []).map((block, index) => [block, index]))
}

function pictureNodes({ matching }: Sides): Node[] {
  const { pictures } = matching
  return pictures.matches
    .filter(
      match =>
        [match.original, match.rebuilt].every(
          one => one.kind !== 'background' && one.box.width >= PICTURE && one.box.height >= PICTURE,
        ) && !isDisplaced(pictures, match),
    )
    .map(({ original, rebuilt, turn }) => ({
      name: [original.name, original.near].find(name => /\p{L}{2}/u.test(name)) ?? 'a picture',
      // Where it is in the markup is compared among texts only.
      order: { original: 0, rebuilt: 0 },
      main: isMain({ kind: 'picture', landmark: original.landmark, text: '' }),
      solid: true,
      turn,
      on(side, screen) {
        const selector = (side === 'original' ? original : rebuilt).selector
        const picture = pictureAt(screen, selector)
        return picture && inReach(picture, screen) ? { box: picture.seen, lines: 0, selector } : null
      },
    }))
}

const known = new WeakMap<Screen, Map<string, NonNullable<Screen['pictures']>[number]>>()

function pictureAt(screen: Screen, selector: string) {
  let index = known.get(screen)
  if (!index) {
    index = new Map((screen.pictures ?? []).map(picture => [picture.selector, picture]))
    known.set(screen, index)
  }
  return index.get(selector)
}
