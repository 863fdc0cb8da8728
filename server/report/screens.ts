/** Both pages at each width, with what stands where. Pure. */
import type { BlockPair, Exhibits, Rectangle } from './exhibits.ts'
import type { Links } from './links.ts'

export interface ScreenView {
  width: number
  name: string
  original: SheetView
  rebuilt: SheetView
  /** Heights on both pages that belong together, `y,y` in a list: between them lies everything else. */
  anchors: string
  /** Boxes to draw, as `x y width height` in a list by commas; pairs hold two boxes and 1 where they differ. */
  pairs: string
  missing: string
  added: string
}

export interface SheetView {
  src: string | null
  width: number
  height: number | null
  cut: boolean
}

const NAMES: Record<number, string> = { 1440: 'Desktop', 768: 'Tablet', 375: 'Phone' }
const WIDTHS = [1440, 768, 375]

/** The widths of which there is a picture of either page. */
export function screenViews(exhibits: Exhibits | null, links: Links): ScreenView[] {
  return WIDTHS.flatMap(width => {
    const known = exhibits?.screens.find(screen => screen.width === width)
    const sheet = (side: 'original' | 'rebuilt'): SheetView => ({
      src: links.artifact(`${side}/${width}.webp`),
      width,
      height: known?.[side].height ?? null,
      cut: known?.[side].cut ?? false,
    })
    const [original, rebuilt] = [sheet('original'), sheet('rebuilt')]
    if (!original.src && !rebuilt.src) return []
    return [
      {
        ...{ width, name: NAMES[width]!, original, rebuilt },
        anchors: known ? anchorsOf(known.pairs, known.original.height, known.rebuilt.height) : '',
        pairs: (known?.pairs ?? [])
          .map(pair => `${pair.original.join(' ')} ${pair.rebuilt.join(' ')} ${pair.changed ? 1 : 0}`)
          .join(','),
        missing: boxes(known?.missing ?? []),
        added: boxes(known?.added ?? []),
      },
    ]
  })
}

const boxes = (list: readonly Rectangle[]) => list.map(box => box.join(' ')).join(',')

/**
 * Heights that belong together, growing on both pages: the longest such row of matched blocks, so that a block that was
 * moved does not turn the others back.
 */
export function anchorsOf(pairs: readonly BlockPair[], height: number, heightNow: number): string {
  const middles = pairs
    .map(({ original, rebuilt }) => [middle(original), middle(rebuilt)] as const)
    .filter(([y, now]) => y > 0 && y < height && now > 0 && now < heightNow)
    // Of one height on the original only one can grow on the other page: the greatest comes first.
    .sort(([a, c], [b, d]) => a - b || d - c)
  const kept = longestGrowing(middles)
  return [[0, 0], ...kept, [height, heightNow]].map(([y, now]) => `${y},${now}`).join(' ')
}

const middle = ([, y, , height]: Rectangle) => Math.round(y + height / 2)

/** Of sorted points, the longest row whose second numbers grow. */
function longestGrowing(points: readonly (readonly [number, number])[]) {
  /** The last point of the best row of each length. */
  const tails: number[] = []
  const before: number[] = []
  points.forEach(([, y], index) => {
    const found = tails.findIndex(tail => points[tail]![1] >= y)
    const place = found < 0 ? tails.length : found
    before[index] = tails[place - 1] ?? -1
    tails[place] = index
  })
  const row: (readonly [number, number])[] = []
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at]!) row.unshift(points[at]!)
  return row
}
