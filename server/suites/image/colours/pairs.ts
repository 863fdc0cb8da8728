import type { ColourArtifact } from '../../../capture/collectors/colours.ts'
import type { ImageArtifact } from '../../../capture/collectors/images/index.ts'
import type { Layout, TextBlock } from '../../../capture/collectors/layouts.ts'
import type { SurfaceArtifact } from '../../../capture/collectors/surfaces.ts'
import type { Box } from '../../../contract.ts'
import { assign } from '../../../lib/assignment.ts'
import { contains } from '../../../lib/box.ts'
import { colourDifference, over, parseColour, type Rgb } from '../../../lib/colour.ts'
import { normalise } from '../../../lib/text.ts'
import { failureOf, isUnreached } from '../../../matching/picture.ts'
import { desktopBlocks, equalsNearby } from '../texts.ts'
import { classOf } from '../typography/families.ts'

/** A text of the original and the same text on the rebuilt page, with the colours that both show. */
export interface ColourPair {
  before: PaintedText
  after: PaintedText
  /** Of the original's box, px². */
  area: number
  /**
   * Share of the height of the original's texts, gaps included, that this one speaks for, 0 to 1: how much background is seen
   * there. 0 of a button's.
   */
  reach: number
}

export interface PaintedText {
  text: string
  box: Box
  /** Of the text as painted, null where it is filled with something else. */
  colour: Rgb | null
  /** Null over a photograph. */
  background: Rgb | null
  /** What most of its surroundings have, over a photograph as well. */
  behind: Rgb
  /** The contrast that some of what is drawn there reaches; absent in older captures. */
  strongest: number | undefined
  /** A background picture belongs there that was out of reach: what visitors see it on is not known. */
  unknown: boolean
  /** It stands on what lies behind a background picture whose file fails: that is told of the picture. */
  bared: boolean
  /** The text of a link or a button. */
  pressable: boolean
  /** It stands in a box of a button's, filled or outlined. */
  boxed: boolean
  /** A sample of code, which has colours of its own. */
  code: boolean
  /** Of the header of the page, or of its footer: both have the site's name, each on a ground of its own. */
  end?: 'head' | 'foot'
}

/** Where a colour of a text is seen. */
export type Slot = 'colour' | 'background'

export interface Painted {
  colours: ColourArtifact[]
  images: ImageArtifact[]
  layouts: Layout[]
  surfaces: SurfaceArtifact[]
}

/** Share of a box that one colour must have to be its background. */
const UNIFORM = 0.35
/** Equal texts that are considered before and after the one at the same turn. */
const EQUALS_WINDOW = 20

/** The texts that both pages show, in the original's order, and the share of the original's text area they cover. */
export function pairColours(
  before: readonly PaintedText[],
  after: readonly PaintedText[],
): { pairs: ColourPair[]; covered: number } {
  const keysOf = (texts: readonly PaintedText[]) => texts.map(({ text }) => normalise(text))
  const { pairs: equal, left } = assign(
    before,
    after,
    (a, b) => (areOfOtherEnds(a, b) ? null : 0.5 * apart(a, b)),
    {
      candidates: equalsNearby(keysOf(before), keysOf(after), EQUALS_WINDOW),
    },
  )
  const lines = left.flatMap(i => {
    const first = before[i]!.code ? firstLine(before[i]!, after) : undefined
    return first === undefined ? [] : [[i, first] as const]
  })
  const pairs = [...equal, ...lines].sort(([a], [b]) => a - b)
  const areaOfText = ({ box }: PaintedText) => Math.max(1, areaOf(box))
  const all = before.reduce((sum, text) => sum + areaOfText(text), 0)
  // What a button stands on is told by the texts around it: it may be filled now, or be a link elsewhere.
  const speaking = pairs.filter(([i]) => !before[i]!.boxed)
  const reach = reachOf(speaking.map(([i]) => before[i]!.box))
  const reachOfText = new Map(speaking.map(([i], at) => [i, reach[at]!]))
  const matched = pairs.map(([i, j]) => ({
    before: before[i]!,
    after: after[j]!,
    area: areaOfText(before[i]!),
    reach: reachOfText.get(i) ?? 0,
  }))
  const found = matched.reduce((sum, pair) => sum + pair.area, 0)
  return { pairs: matched, covered: all > 0 ? found / all : 0 }
}

/** Letters by which a sample of code is known to begin. */
const MIN_FIRST_LINE = 6

/** Highlighting makes a text of each line of a sample: the first of them shows on what all of it stands. */
function firstLine({ text }: PaintedText, after: readonly PaintedText[]): number | undefined {
  const [whole, word] = [squeezed(text), (one: PaintedText) => squeezed(one.text)]
  const at = after.findIndex((one, index) => {
    const line = word(one)
    const next = after[index + 1]
    return (
      one.code &&
      line.length >= MIN_FIRST_LINE &&
      whole.startsWith(line) &&
      (line === whole || (next?.code === true && whole.startsWith(line + word(next))))
    )
  })
  return at < 0 ? undefined : at
}

const squeezed = (text: string) => text.replace(/\s+/g, '')

/** Height of the rows in which background is shared out, px. */
const ROW_PX = 8

/**
 * How much of the page each text speaks for, when one asks what background is seen: the texts of a row share it by their width,
 * and a row without text belongs to those of the nearest one. Forty links in a footer are still a footer.
 */
export function reachOf(boxes: readonly Box[]): number[] {
  const rows = new Map<number, number[]>()
  for (const [at, { y, height }] of boxes.entries())
    for (let row = Math.floor(y / ROW_PX); row * ROW_PX < y + Math.max(1, height); row++)
      rows.set(row, [...(rows.get(row) ?? []), at])
  const reach = boxes.map(() => 0)
  const taken = [...rows.keys()].sort((a, b) => a - b)
  const total = taken.length > 0 ? taken.at(-1)! - taken[0]! + 1 : 1
  for (const [turn, row] of taken.entries()) {
    const [above, below] = [taken[turn - 1] ?? row, taken[turn + 1] ?? row]
    const height = 1 + (row - above - (row > above ? 1 : 0)) / 2 + (below - row - (below > row ? 1 : 0)) / 2
    const own = rows.get(row)!
    const width = own.reduce((sum, at) => sum + Math.max(1, boxes[at]!.width), 0)
    for (const at of own) reach[at]! += (height / total) * (Math.max(1, boxes[at]!.width) / width)
  }
  return reach
}

const areOfOtherEnds = (a: PaintedText, b: PaintedText): boolean => !!a.end && !!b.end && a.end !== b.end

const ENDS: Record<string, 'head' | 'foot'> = { banner: 'head', contentinfo: 'foot' }

/** Equal texts pair by colour first: a menu in the header and one in the footer may change their order. */
function apart(a: PaintedText, b: PaintedText): number {
  const difference = (x: Rgb | null, y: Rgb | null) => (x && y ? colourDifference(x, y) / 100 : 0)
  return Math.min(1, Math.max(difference(a.colour, b.colour), difference(a.background, b.background)))
}

/** The texts of a page with the colours that they show. */
export function paintedTexts(page: Painted): PaintedText[] {
  const declared = new Map(desktopBlocks(page).map(block => [elementOf(block.text, block.box), block]))
  const shown = page.images.filter(image => image.state === 'visible' && image.kind !== 'svg')
  // What failed to load paints nothing.
  const pictures = shown.filter(image => failureOf(image) === null)
  const backgrounds = shown.filter(({ kind }) => kind === 'background')
  const [unreached, broken] = [isUnreached, (image: ImageArtifact) => failureOf(image) !== null].map(isSo =>
    backgrounds.filter(isSo),
  )
  const buttons = page.surfaces.filter(({ kind }) => kind === 'button')
  const fills = page.surfaces.filter(({ fill }) => fill)
  return page.colours.map(({ text, box, colour, background, uniform, strongest }) => {
    const paint = parseColour(colour)
    const block = declared.get(elementOf(text, box))
    const own = parseColour(block?.style.background ?? '')
    const under = pictures.filter(({ seen }) => contains(seen, box)).map(({ seen }) => areaOf(seen))
    const around = under.length > 0 ? innermost(fills, box) : undefined
    // A filled box that is smaller than the picture lies on it and hides it.
    const pictured = under.length > 0 && !(around && areaOf(around.box) < Math.min(...under))
    // What is seen over a picture is the picture's colour, unless the text says the same of its own background.
    const isOwn = own !== null && own.alpha > 0.95 && colourDifference(own.rgb, background) < 6
    const plain = pictured ? isOwn : uniform >= UNIFORM
    return {
      text,
      box,
      colour: paint && paint.alpha > 0.1 ? over(paint, background) : null,
      background: plain ? background : null,
      behind: background,
      strongest,
      unknown: !isOwn && unreached!.some(({ seen }) => contains(seen, box)),
      bared: !isOwn && broken!.some(({ seen }) => contains(seen, box)),
      pressable: block?.kind === 'button' || block?.kind === 'link',
      boxed: buttons.some(button => contains(button.box, box)),
      code: block !== undefined && isCode(block),
      end: block && ENDS[block.landmark],
    }
  })
}

/** The smallest of the boxes that hold one. */
export const innermost = (fills: readonly SurfaceArtifact[], box: Box) =>
  fills
    .filter(surface => contains(surface.box, box))
    .reduce<SurfaceArtifact | undefined>(
      (least, one) => (least && areaOf(least.box) <= areaOf(one.box) ? least : one),
      undefined,
    )

export const areaOf = ({ width, height }: Box) => width * height

const isCode = ({ style }: TextBlock) => classOf(style.family) === 'monospace'

const elementOf = (text: string, box: Box) => `${box.x} ${box.y} ${text.slice(0, 200)}`
