/** Why texts have other colours: a page in other colours, a colour that vanished or came, single changes. */
import type { PaletteColour } from '../../../capture/collectors/palette.ts'
import { chromaOf, colourDifference, contrastRatio, labOf, type Rgb } from '../../../lib/colour.ts'
import { memoPair } from '../../../lib/memo.ts'
import { SCREEN } from '../../../matching/picture.ts'
import {
  type Distinctive,
  foreignColours,
  keepsHue,
  recolouredPaint,
  vanishedColours,
} from './distinctive.ts'
import { type OtherBackground, otherBackgrounds } from './page-backgrounds.ts'
import {
  type ColourPair,
  type Painted,
  type PaintedText,
  paintedTexts,
  pairColours,
  type Slot,
} from './pairs.ts'
import { HEADER, OPENING, type OtherTop, otherTop, PLAINLY_OTHER, SAME } from './top.ts'

type Side = Painted & { palette: PaletteColour[] }

/** Share of the text area, or of the background, whose colours must change to make another page of it. */
export const REPAINTED = 0.3
/** Share of the background that must be dark for light, or light for dark, to say so of the page. */
export const INVERTED = 0.5
/** Share of the text area from which a changed colour is noticed. */
export const NOTICED = 0.05

/** Why texts have other colours. Each text belongs to one cause, the first of these that explains it. */
export const causesOf = memoPair((original: Side, rebuilt: Side) => {
  const [before, after] = [paintedTexts(original), paintedTexts(rebuilt)]
  const { pairs: all, covered } = pairColours(before, after)
  const total = all.reduce((sum, pair) => sum + pair.area, 0)
  const wasBared = before.some(text => text.bared)
  const isBared = (after: PaintedText) => after.bared && !wasBared
  const pairs = all.filter(({ before, after }) => !isUnseen(before) && !after.unknown && !isBared(after))
  const code = samplesOf(pairs)
  const ownPairs = pairs.filter(pair => !code.has(pair))
  const left = new Set(ownPairs)
  const inverted = takeInverted(left)
  const [painted, paintedNow] = [
    { texts: before.filter(text => !isUnseen(text)), surfaces: original.surfaces },
    { texts: after.filter(text => !text.unknown && !isBared(text)), surfaces: rebuilt.surfaces },
  ]
  const repainted = takeRepainted(left, total)
  // Where the whole page has another background, its header has it as well.
  const isTold = inverted !== null || repainted.some(({ slot }) => slot === 'background')
  const [first, bar] = [OPENING, HEADER].map(top => (isTold ? null : otherTop(painted, paintedNow, top)))
  const opening = first?.isGone ? first : null
  if (opening) takeOpening(left, opening)
  // A header that stood on what the page opens with is told with it.
  const header =
    bar && !(opening && colourDifference(opening.before.colour, bar.before.colour) < SAME) ? bar : null
  if (header) takeHeader(left, header)
  const explains = (colours: Distinctive[]) =>
    colours.flatMap(({ colour, uses }) => {
      const own = uses.filter(({ pair }) => left.has(pair))
      if (own.length < uses.length / 2) return []
      for (const { pair } of own) left.delete(pair)
      return [{ colour, uses: own }]
    })
  const vanished = explains(vanishedColours(ownPairs))
  const foreign = explains(foreignColours(ownPairs))
  const changed = changesOf([...left, ...[...code].map(withoutLetters)], total)
  const kept = all.map(pair => pair.before)
  const backgrounds = otherBackgrounds({ ...original, texts: before }, { ...rebuilt, texts: after }, kept)
  const told = [
    ...vanished.map(({ colour }) => colour),
    ...repainted.map(({ from }) => from),
    ...backgrounds.flatMap(({ colour, isGone }) => (isGone ? [colour] : [])),
  ]
  return {
    /** Share of the original's text area that was found again. */
    covered,
    inverted,
    opening,
    header,
    repainted,
    vanished,
    foreign,
    /** Colours that much of a page stands on. */
    backgrounds,
    /** Colours that only icons, rules and borders have. */
    recoloured: inverted ? [] : recolouredPaint(original.palette, rebuilt.palette, told),
    /** Texts that a serious cause explains. */
    explained: new Set(ownPairs.filter(pair => !left.has(pair))),
    /** What is left. */
    changed,
  }
})

/** Colours that much of a page stands on, but for those that are told of its texts. */
export function untoldBackgrounds(causes: ReturnType<typeof causesOf>): OtherBackground[] {
  const { inverted, opening, header, repainted, changed, vanished, foreign, backgrounds } = causes
  if (inverted) return []
  const told = [
    ...[...repainted, ...changed.filter(isNoticed)].filter(({ slot }) => slot === 'background'),
    ...[opening, header].flatMap(other =>
      other ? { from: other.before.colour, to: other.after.colour } : [],
    ),
  ]
  const gone = [...told.map(({ from }) => from), ...vanished.map(({ colour }) => colour)]
  const come = [...told.map(({ to }) => to), ...foreign.map(({ colour }) => colour)]
  return backgrounds.filter(({ colour, isGone }) =>
    (isGone ? gone : come).every(other => colourDifference(other, colour) >= SAME),
  )
}

/** Contrast below which nobody sees letters on their background. */
const MIN_SEEN = 1.1

/**
 * On a background that did not come here: letters in the colour of what was measured behind them were made for another one.
 */
const isUnseen = ({ colour, behind, unknown }: PaintedText) =>
  unknown || (colour !== null && contrastRatio(colour, behind) < MIN_SEEN)

/**
 * Samples of code on a page of other text: they stand in frames of their own, of which a theme is a matter of taste. Of
 * their letters each word has a colour.
 */
function samplesOf(pairs: readonly ColourPair[]): Set<ColourPair> {
  const code = pairs.filter(({ before, after }) => before.code && after.code)
  return new Set(code.length * 2 > pairs.length ? [] : code)
}

const withoutLetters = ({ before, after, ...pair }: ColourPair): ColourPair => ({
  ...pair,
  before: { ...before, colour: null },
  after: { ...after, colour: null },
})

export interface Inversion {
  /** Of the texts that turned as most did. */
  example: ColourPair
  /** Of the background. */
  share: number
}

/** Light and dark were exchanged on most of the page. */
function takeInverted(left: Set<ColourPair>): Inversion | null {
  const swapped = [...left].filter(swaps)
  const share = reachOf(swapped)
  if (share <= INVERTED) return null
  for (const pair of swapped) left.delete(pair)
  const [dark, light] = [true, false].map(wasDark =>
    swapped.filter(({ before }) => isDark(before.background!) === wasDark),
  )
  const most = reachOf(dark!) > reachOf(light!) ? dark! : light!
  // What was dark on a page that turned dark, as its header, has the darkness of the new theme.
  const side = sideOf(most[0]!.after.background)
  for (const pair of left) {
    const [was, is] = [pair.before.background, pair.after.background]
    if (!was || !is || sideOf(was) !== side || sideOf(is) !== side) continue
    if (colourDifference(was, is) >= SAME && !isUnreadable([pair])) left.delete(pair)
  }
  return { example: most[0]!, share }
}

const reachOf = (pairs: readonly ColourPair[]) => pairs.reduce((sum, { reach }) => sum + reach, 0)

/** The texts of the first window that stood on what it opens with are charged with it. */
function takeOpening(left: Set<ColourPair>, { before: { colour } }: OtherTop): void {
  for (const pair of left) {
    const { box, background } = pair.before
    if (box.y < SCREEN.height && background && colourDifference(background, colour) < SAME) left.delete(pair)
  }
}

/** The texts of a header of another colour are charged with it. */
function takeHeader(left: Set<ColourPair>, { before, after }: OtherTop): void {
  const is = (background: Rgb | null, { colour }: { colour: Rgb }) =>
    background !== null && colourDifference(background, colour) < SAME
  for (const pair of left) {
    const [was, now] = [pair.before.background, pair.after.background]
    if (pair.before.box.y > HEADER.height || !was || !now || colourDifference(was, now) < PLAINLY_OTHER)
      continue
    if (is(was, before) || is(now, after)) left.delete(pair)
  }
}

/** Of letters and of backgrounds, the largest change speaks when all together repaint the page, and others of half that share. */
function takeRepainted(left: Set<ColourPair>, total: number): Change[] {
  const changes = changesOf([...left], total)
  const large = (['background', 'colour'] as const).flatMap(slot => {
    const own = changes.filter(change => change.slot === slot)
    if (own.reduce((sum, change) => sum + change.share, 0) <= REPAINTED) return []
    return own.filter((change, at) => at === 0 || change.share > REPAINTED / 2)
  })
  for (const { pairs } of large) for (const pair of pairs) left.delete(pair)
  return large
}

function swaps({ before, after }: ColourPair): boolean {
  const [was, is] = [sideOf(before.background), sideOf(after.background)]
  return was !== null && is !== null && was !== is
}

function sideOf(background: Rgb | null): 'dark' | 'light' | null {
  if (!background) return null
  if (isDark(background)) return 'dark'
  return labOf(background)[0] > LIGHT_LIGHTNESS ? 'light' : null
}

/** One colour of the original that became another one, and all texts where it did. */
export interface Change {
  slot: Slot
  from: Rgb
  to: Rgb
  pairs: ColourPair[]
  /** Of the area of all matched texts, or of the background that they stand for, 0 to 1, slight changes counting in part. */
  share: number
}

/** CIEDE2000 at which a change begins to count, and from which it counts in full. Text is thin: it takes more. */
export const RAMP: Record<Slot, [number, number]> = { colour: [10, 20], background: [4, 10] }

/** Changed colours, the one with the largest area first. A text counts once, for what changed more of it. `total`: area of all texts, px². */
export function changesOf(pairs: readonly ColourPair[], total: number): Change[] {
  const changes: Change[] = []
  for (const pair of pairs) {
    const [colour, background] = [weightOf(pair, 'colour'), weightOf(pair, 'background')]
    const slot: Slot = background >= colour ? 'background' : 'colour'
    const weight = Math.max(colour, background)
    if (weight === 0) continue
    const [from, to] = [pair.before[slot]!, pair.after[slot]!]
    const share = weight * (slot === 'background' ? pair.reach : pair.area / total)
    const known = changes.find(
      change =>
        change.slot === slot &&
        colourDifference(change.from, from) < SAME &&
        colourDifference(change.to, to) < SAME,
    )
    if (known) {
      known.pairs.push(pair)
      known.share += share
    } else if (changes.length < MAX_CHANGES) changes.push({ slot, from, to, pairs: [pair], share })
  }
  return changes.sort((a, b) => b.share - a.share)
}

const MAX_CHANGES = 200

function weightOf({ before, after }: ColourPair, slot: Slot): number {
  const [from, to] = [before[slot], after[slot]]
  if (!from || !to) return 0
  const [least, full] = RAMP[slot]
  return Math.max(0, Math.min(1, (colourDifference(from, to) - least) / (full - least)))
}

/** Text that went from one grey to another is a note, however much, until it repaints the page. */
export const isNoticed = (change: Change) => change.share >= NOTICED && !isShade(change) && !isLegible(change)

/** CIE chroma below which people see a grey, and lightness below which letters of any hue look black. */
const GREY_CHROMA = 12
const BLACK_LIGHTNESS = 20

export const isBlack = (rgb: Rgb) => labOf(rgb)[0] < BLACK_LIGHTNESS

/** Text that looked black and still does. */
export const isBlackened = ({ slot, from, to }: Change) => slot === 'colour' && isBlack(from) && isBlack(to)

const isGrey = (rgb: Rgb) => chromaOf(rgb) < GREY_CHROMA || isBlack(rgb)

/** Lightness below which letters are dark, whatever their hue. */
const DARK_LIGHTNESS = 40
/** And from which a background is light. */
const LIGHT_LIGHTNESS = 70
export const isDark = (rgb: Rgb) => labOf(rgb)[0] < DARK_LIGHTNESS

/** Large text needs this much, and any other one more (WCAG 2.2, 1.4.3). */
export const MIN_CONTRAST = 3

/** Letters of less than this are hardly told from what they stand on. */
export const HARDLY_SEEN = 2

/** Letters of too low a contrast to be read, in any colour, that have enough of it now. */
export const isLegible = ({ slot, pairs }: Change): boolean =>
  slot === 'colour' &&
  pairs.every(({ before, after }) => contrastOf(before) < MIN_CONTRAST && contrastOf(after) >= MIN_CONTRAST)

/** Letters that could be read and can hardly be seen now, all of them. */
export const isUnreadable = (pairs: readonly ColourPair[]): boolean =>
  pairs.every(({ before, after }) => contrastOf(before) >= MIN_CONTRAST && contrastOf(after) < HARDLY_SEEN)

/** Something else stands out where each is: the colour is an accent on some words of the text. */
export const isAccent = (pairs: readonly ColourPair[]): boolean =>
  pairs.every(({ after: { strongest } }) => strongest !== undefined && strongest >= MIN_CONTRAST)

const contrastOf = ({ colour, behind }: PaintedText) => (colour ? contrastRatio(colour, behind) : Number.NaN)

/** Text in another grey, from one dark colour to another, or in another shade of its hue. */
export const isShade = ({ slot, from, to }: Change) =>
  slot === 'colour' && ((isDark(from) && isDark(to)) || (isGrey(from) ? isGrey(to) : keepsHue(from, to)))
