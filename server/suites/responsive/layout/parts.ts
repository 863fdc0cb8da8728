import { memoPair } from '../../../lib/memo.ts'
import { atWidth, DESKTOP } from '../../../lib/widths.ts'
import { isDisplaced } from '../../../matching/displaced.ts'
import type { Matching } from '../../../matching/matching.ts'
import { blockAt, pairingOf, pictureAt } from '../pairs.ts'
import { canBeSeen, type Screen, type Widths } from '../screens.ts'
import { isMain, wordCount } from '../words.ts'

type Box = Screen['blocks'][number]['box']
type Sided<T> = Record<'original' | 'rebuilt', T>

/** A text or picture that both pages have. */
export interface Part {
  /** In the reader's words. */
  name: string
  /** Its index in the markup of each page. */
  order: Sided<number>
  main: boolean
  /** A heading, a sentence, a picture: what a column is made of, unlike a label or a tag. */
  solid: boolean
  /** 0 of a picture. */
  words: Sided<number>
  /** Of a picture: its index among the pictures of each page. */
  turn?: Sided<number>
  /** Where it is seen on a page at one width, or null. */
  on(side: 'original' | 'rebuilt', screen: Screen): PartBox | null
}

export interface PartBox {
  box: Box
  /** Lines of text; 0 for a picture. */
  lines: number
  selector: string
}

/** The layout of both pages at their widths. */
export interface LayoutPair {
  before: readonly Screen[]
  after: readonly Screen[]
  parts: readonly Part[]
  /** Widths at which both pages are always captured; breakpoints differ from page to page. */
  common: ReadonlySet<number>
  urls: Sided<string>
  /** The page was written anew, or edited and designed anew: its arrangement is its own. */
  isAnew?: boolean
}

/** Words of a sentence. */
const MIN_SOLID_WORDS = 5
/** Px a side. */
const MIN_PICTURE_PX = 64

type Sides = Sided<Widths> & { matching: Matching }

/** All texts and pictures that both pages have. Not the navigation: how it folds is judged by itself. */
export function partsOf(sides: Sides): Part[] {
  return [...textParts(sides), ...pictureParts(sides)]
}

function textParts(sides: Sides): Part[] {
  const orders = { original: orderOf(sides.original), rebuilt: orderOf(sides.rebuilt) }
  const [before, now] = [sides.original, sides.rebuilt].map(countTexts)
  const { texts } = pairingOf(sides)
  // Of equal texts that changed their places among each other, nobody can say which is which.
  const mixed = new Set(
    [...Map.groupBy(texts, ({ original }) => original.text)]
      .filter(([, twins]) => {
        const places = twins.map(({ rebuilt }) => orders.rebuilt.get(rebuilt) ?? 0)
        return places.some((place, at) => at > 0 && place < places[at - 1]!)
      })
      .map(([text]) => text),
  )
  const exchanged = exchangedIn(texts, orders)
  return (
    texts
      .filter(pair => !mixed.has(pair.original.text) && !exchanged.has(pair))
      // Where a slide with copies of it stands is a matter of the moment.
      .filter(({ original, rebuilt }) => (now!.get(rebuilt.text) ?? 0) <= (before!.get(original.text) ?? 0))
      .filter(({ original, rebuilt }) => ![original, rebuilt].some(one => one.landmark === 'navigation'))
      .map(pair => ({
        name: pair.original.text.slice(0, 80),
        order: {
          original: orders.original.get(pair.original) ?? 0,
          rebuilt: orders.rebuilt.get(pair.rebuilt) ?? 0,
        },
        main: isMain(pair.original),
        words: { original: wordCount(pair.original.text), rebuilt: wordCount(pair.rebuilt.text) },
        solid: pair.original.kind === 'heading' || wordCount(pair.original.text) >= MIN_SOLID_WORDS,
        on(side, screen) {
          const block = blockAt(screen, pair[side])
          return block && canBeSeen(block, screen)
            ? { box: block.seen, lines: block.lines, selector: block.selector }
            : null
        },
      }))
  )
}

/**
 * Texts that changed places in the markup, two by two, while all between stayed, as the descriptions below two headings:
 * that is the content suite's. What stands right after each other may be two columns.
 */
function exchangedIn<T extends Sided<Screen['blocks'][number]>>(
  texts: readonly T[],
  orders: Sided<Map<Screen['blocks'][number], number>>,
): Set<T> {
  const kept = texts.filter(pair => orders.original.has(pair.original) && orders.rebuilt.has(pair.rebuilt))
  const [was, is] = (['original', 'rebuilt'] as const).map(side =>
    kept.toSorted((a, b) => orders[side].get(a[side])! - orders[side].get(b[side])!),
  )
  const turns = new Map(is!.map((pair, turn) => [pair, turn]))
  const stays = (turn: number) => was![turn] === is![turn]
  return new Set(
    was!.filter((pair, turn) => {
      const to = turns.get(pair)!
      if (Math.abs(to - turn) < 2 || turns.get(was![to]!) !== turn) return false
      return [turn, to].every(at => stays(at - 1) && stays(at + 1))
    }),
  )
}

/** How often each text is there, shown or not, at 1440 px. */
function countTexts({ layouts }: Widths): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { text } of atWidth(layouts, DESKTOP)?.blocks ?? [])
    counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

function orderOf({ layouts }: Widths): Map<Screen['blocks'][number], number> {
  const desktop = atWidth(layouts, DESKTOP)
  return new Map((desktop?.blocks ?? []).map((block, index) => [block, index]))
}

function pictureParts({ original: before, rebuilt: after, matching: { pictures } }: Sides): Part[] {
  const desktop = { original: atWidth(before.layouts, DESKTOP), rebuilt: atWidth(after.layouts, DESKTOP) }
  return pictures.matches
    .filter(
      match =>
        [match.original, match.rebuilt].every(
          ({ kind, box }) =>
            kind !== 'background' && box.width >= MIN_PICTURE_PX && box.height >= MIN_PICTURE_PX,
        ) && !isDisplaced(pictures, match),
    )
    .map(({ original, rebuilt, turn }) => ({
      name: [original.name, original.near].find(name => /\p{L}{2}/u.test(name)) ?? 'a picture',
      // Where it is in the markup is compared among texts only.
      order: { original: 0, rebuilt: 0 },
      main: isMain({ kind: 'picture', landmark: original.landmark, text: '' }),
      solid: true,
      words: { original: 0, rebuilt: 0 },
      turn,
      on(side, screen) {
        const { selector } = side === 'original' ? original : rebuilt
        const picture = pictureAt(screen, selector, desktop[side])
        return picture && canBeSeen(picture, screen)
          ? { box: picture.seen, lines: 0, selector: picture.selector }
          : null
      },
    }))
}

const boxesOn = (side: 'original' | 'rebuilt') =>
  memoPair((parts: readonly Part[], screen: Screen) => parts.map(part => part.on(side, screen)))

/** Where each part is seen on a page at one width, by its index; null where it is not. */
export const boxesOf = { original: boxesOn('original'), rebuilt: boxesOn('rebuilt') }

/** How the second of two boxes stands to the first. */
export type Relation = 'right' | 'left' | 'below' | 'above' | 'apart'

/** Px that lines of text reach into each other without standing on each other. */
const MAX_OVERLAP_PX = 4
/** Share of the smaller one that two have to share along an axis to stand beside or below each other. */
const MIN_SHARED = 0.5

/** `apart` is what is neither in one row nor in one column: the next line of a row that wraps. */
export function relationOf(a: Box, b: Box): Relation {
  const x = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const y = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  if (x <= MAX_OVERLAP_PX && y > MIN_SHARED * Math.min(a.height, b.height))
    return b.x > a.x ? 'right' : 'left'
  if (y <= MAX_OVERLAP_PX && x > MIN_SHARED * Math.min(a.width, b.width)) return b.y > a.y ? 'below' : 'above'
  return 'apart'
}

/** Two parts next to each other on a page, by their indices. */
interface Edge {
  a: number
  b: number
  relation: 'right' | 'below'
}

/** A bound on the work for pages where everything stands in one row. */
const MAX_CANDIDATES = 80

/** For each part that can be seen the nearest one on its right and the nearest one below it: a graph of the layout. */
export function edgesOf(parts: readonly Part[], side: 'original' | 'rebuilt', screen: Screen): Edge[] {
  const seen = boxesOf[side](parts, screen)
    .flatMap((part, index) => (part ? [{ index, box: part.box }] : []))
    .sort((p, q) => p.box.y - q.box.y || p.box.x - q.box.x)
  const right = new Map<number, { to: number; gap: number }>()
  const below = new Map<number, { to: number; gap: number }>()
  const offer = (nearest: typeof right, from: number, to: number, gap: number) => {
    const known = nearest.get(from)
    if (!known || gap < known.gap) nearest.set(from, { to, gap })
  }
  /** Parts that end below the top of the current one. */
  let row: typeof seen = []
  /** The last parts of each column: those that nothing stands below yet. */
  let bottoms: typeof seen = []
  for (const here of seen) {
    row = row.filter(({ box }) => box.y + box.height > here.box.y).slice(-MAX_CANDIDATES)
    for (const other of row) {
      const relation = relationOf(other.box, here.box)
      if (relation === 'right')
        offer(right, other.index, here.index, here.box.x - other.box.x - other.box.width)
      if (relation === 'left')
        offer(right, here.index, other.index, other.box.x - here.box.x - here.box.width)
    }
    const above = bottoms.filter(other => relationOf(other.box, here.box) === 'below')
    for (const other of above)
      offer(below, other.index, here.index, here.box.y - other.box.y - other.box.height)
    bottoms = bottoms.filter(other => !above.includes(other)).slice(-MAX_CANDIDATES)
    row.push(here)
    bottoms.push(here)
  }
  return [
    ...[...right].map(([a, { to }]): Edge => ({ a, b: to, relation: 'right' })),
    ...[...below].map(([a, { to }]): Edge => ({ a, b: to, relation: 'below' })),
  ]
}
