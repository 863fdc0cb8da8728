import { sumOf } from '../../../lib/count.ts'
import { words } from '../../../lib/text.ts'
import { MOBILE } from '../../../lib/widths.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import type { Pairing } from '../pairs.ts'
import { atWidths, canBeSeen, placeAt, type Screen, TOLERANCE_PX } from '../screens.ts'
import { isListing, isMain, MIN_PASSAGE_WORDS, normalText, textKey, wordCount } from '../words.ts'
import { SQUEEZED } from './arrangement.ts'
import { boxesOf, type LayoutPair, type Part, type PartBox } from './parts.ts'
import { MIN_STRIP_SHARE, rules, STRIP_LETTERS, STRIP_PX } from './rules.ts'

/** Ratio of widths, and of the lines that follow from it, up to which a text is a strip. */
const NARROW = { width: 0.55, lines: 1.5 }
/** And from which it is wide. */
const WIDE = { width: 1.8, lines: 0.67 }
/** Words of about 80 letters: the length of a line that WCAG 1.4.8 asks to stay below. */
const LONG_LINE_WORDS = 14

/** Lines, and letters of each, of a text that stands letter by letter. */
const LETTERS = { minLines: 5, maxLetters: 3 }

/** How many times as many letters a line as in a strip the original has at least. */
const MIN_LOST_LETTERS = 1.6

/** Words a line, with the lines, of a text that has become a column of words; and the words a line of one that is none. */
const COLUMN = { maxWords: 1.5, minLines: 5 }
const MIN_WORDS_BEFORE = 4

const KINDS = ['narrowed', 'widened'] as const
type Kind = (typeof KINDS)[number]

/**
 * Running text of the main content that is a strip where the original has it wide, or the other way round, and single texts
 * of about a word a line.
 */
export function textWidthFindings({ before, after, parts, common, urls, isAnew }: LayoutPair): Finding[] {
  const widths: Record<Kind, number[]> = { narrowed: [], widened: [] }
  const narrowed = new Set<number>()
  const first: { [kind in Kind]?: { name: string; width: number } } = {}
  const columns = new Map<number, { width: number; was: PartBox; is: PartBox }[]>()
  for (const screen of after) {
    const old = before.find(one => one.width === screen.width)
    if (!old || !common.has(screen.width)) continue
    const [was, is] = [boxesOf.original(parts, old), boxesOf.rebuilt(parts, screen)]
    const area = { all: 0, narrowed: 0, widened: 0 }
    for (const [index, { name, words, main, solid }] of parts.entries()) {
      const [one, other] = [was[index], is[index]]
      // What sticks out of the screen is the overflow check's.
      if (other && other.box.x + other.box.width > screen.screenWidth + TOLERANCE_PX) continue
      if (one && other && isColumnOfWords(words, one, other))
        columns.set(index, [...(columns.get(index) ?? []), { width: screen.width, was: one, is: other }])
      // A label may well stand in two lines.
      if (!one || !other || !main || !solid || Math.max(one.lines, other.lines) < 2) continue
      const kind = kindOf(one, other, words.rebuilt)
      // The area of its letters: what a reader sees of it.
      const own = one.box.width * one.lines
      area.all += own
      if (!kind) continue
      area[kind] += own
      if (kind === 'narrowed') narrowed.add(index)
      first[kind] ??= { name, width: screen.width }
    }
    for (const kind of KINDS)
      if (area.all > 0 && area[kind] >= MIN_STRIP_SHARE * area.all) widths[kind].push(screen.width)
  }
  const strips = KINDS.flatMap((kind): Finding[] => {
    const { name, width } = first[kind] ?? {}
    if (widths[kind].length === 0 || name === undefined || !width) return []
    const how = kind === 'narrowed' ? 'is squeezed to a strip' : 'runs much wider than on the original'
    return [
      rules.report(kind, {
        ...(kind === 'narrowed' &&
          isLasting(widths[kind]) &&
          narrowed.size > 1 &&
          !isAnew && { as: 'lasting', cause: SQUEEZED }),
        extent: widths[kind].length,
        message: `The text of the main content, ${quote(name, 40)} for one, ${how} ${atWidths(widths[kind])}`,
        original: { url: urls.original, viewport: width, text: name },
        rebuilt: { url: urls.rebuilt, viewport: width, text: name },
      }),
    ]
  })
  const single = [...columns].flatMap(([index, found]): Finding[] => {
    const untold = found.filter(({ width }) => !widths.narrowed.includes(width))
    if (untold.length === 0) return []
    const { name } = parts[index]!
    const { width, was, is } = untold[0]!
    return [
      rules.report('word-a-line', {
        place: textKey(name),
        cause: 'word-a-line',
        message: `${quote(name, 60)} is squeezed to about a word a line ${atWidths(untold.map(one => one.width))}${is.lines > was.lines ? `: ${is.lines} lines where the original has ${was.lines}` : ''}`,
        original: placeAt(urls.original, width, { ...was, text: name }),
        rebuilt: placeAt(urls.rebuilt, width, { ...is, text: name }),
      }),
    ]
  })
  return [...strips, ...single, ...letterColumns(before, after, common, urls)]
}

/** Texts of a few letters a line, which the original has nowhere so: also new ones, that nothing on it can be compared with. */
function letterColumns(
  before: readonly Screen[],
  after: readonly Screen[],
  common: ReadonlySet<number>,
  urls: LayoutPair['urls'],
): Finding[] {
  const columnsOf = (screens: readonly Screen[]) =>
    screens
      .filter(({ width }) => common.has(width))
      .flatMap(screen => screen.blocks.flatMap(is => (isLetterColumn(is, screen) ? { is, screen } : [])))
  const known = new Set(columnsOf(before).map(({ is }) => normalText(is.text)))
  const found = columnsOf(after).filter(({ is }) => !known.has(normalText(is.text)))
  return [...Map.groupBy(found, ({ is }) => textKey(is.text))].map(([place, shown]) => {
    const { is, screen } = shown.at(-1)!
    const widths = shown.map(one => one.screen.width)
    return rules.report('word-a-line', {
      place,
      as: isLasting(widths) ? 'letters' : undefined,
      cause: 'letters-a-line',
      message: `${quote(is.text, 60)} is squeezed to a few letters a line ${atWidths(widths)}: ${is.lines} lines, ${Math.round(is.box.width)} px wide`,
      original: { url: urls.original, viewport: screen.width },
      rebuilt: placeAt(urls.rebuilt, screen.width, is),
    })
  })
}

/** Whether words of it are torn to letters. Signs may well stand below each other, and one word is the name of an icon. */
function isLetterColumn(block: Block, screen: Screen): boolean {
  return (
    block.lines >= LETTERS.minLines &&
    /\s/.test(block.text.trim()) &&
    lettersALine(block) <= LETTERS.maxLetters &&
    block.box.width <= LETTERS.maxLetters * block.style.size &&
    words(block.text).some(word => word.length > LETTERS.maxLetters) &&
    block.text.search(WIDE_LETTERS) < 0 &&
    canBeSeen(block, screen)
  )
}

/**
 * The same on phones of a page that follows their screens, of an original that does not: phones show that one whole and small,
 * so that its lines are compared by their letters.
 */
export function phoneStripFindings(
  before: readonly Screen[],
  after: readonly Screen[],
  pairing: Pairing,
  urls: LayoutPair['urls'],
): Finding[] {
  const strips = after.flatMap(screen => {
    const old = before.find(({ width }) => width === screen.width)
    if (!old || screen.width > MOBILE) return []
    const texts = screen.blocks.filter(block => isRunningText(block) && canBeSeen(block, screen))
    const strips = texts.flatMap(is => {
      const was = pairing.textOn(old, is)
      if (!was || !canBeSeen(was, old) || is.box.width >= NARROW.width * screen.screenWidth) return []
      const letters = lettersALine(is)
      return letters < STRIP_LETTERS && lettersALine(was) >= MIN_LOST_LETTERS * letters ? [{ was, is }] : []
    })
    const isPage =
      strips.length > 1 && lettersOf(strips.map(({ is }) => is)) >= MIN_STRIP_SHARE * lettersOf(texts)
    return isPage ? [{ width: screen.width, ...strips[0]! }] : []
  })
  const last = strips.at(-1)
  if (!last) return []
  const { width, was, is } = last
  const widths = strips.map(strip => strip.width)
  return [
    rules.report('narrowed', {
      as: 'phone',
      extent: widths.length,
      message: `The text of the main content, ${quote(is.text, 40)} for one, is squeezed to a strip ${atWidths(widths)}: ${Math.round(lettersALine(is))} letters a line`,
      original: placeAt(urls.original, width, was),
      rebuilt: placeAt(urls.rebuilt, width, is),
    }),
  ]
}

type Block = Screen['blocks'][number]

/** Code breaks where its author broke it, and cells are as wide as their table lets them be. */
const isRunningText = (block: Block): boolean =>
  isMain(block) &&
  wordCount(block.text) >= MIN_PASSAGE_WORDS &&
  block.lines > 1 &&
  !/cell$/.test(block.kind) &&
  !isListing(block)

/** Those that are syllables or words take the room of two. */
const WIDE_LETTERS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu
const lettersALine = ({ text, lines }: Block) =>
  (text.length + (text.match(WIDE_LETTERS)?.length ?? 0)) / lines

const lettersOf = (blocks: readonly Block[]) => sumOf(blocks, ({ text }) => text.length)

const isColumnOfWords = (words: Part['words'], was: PartBox, is: PartBox): boolean =>
  is.lines >= COLUMN.minLines &&
  words.rebuilt <= COLUMN.maxWords * is.lines &&
  words.original >= MIN_WORDS_BEFORE * was.lines &&
  is.box.width < NARROW.width * was.box.width

/** At two widths, or on the phones that most visitors have. */
const isLasting = (widths: readonly number[]) => widths.length > 1 || widths.includes(MOBILE)

function kindOf(was: PartBox, is: PartBox, words: number): Kind | null {
  const [width, lines] = [is.box.width / was.box.width, is.lines / was.lines]
  if (
    width < NARROW.width &&
    lines >= NARROW.lines &&
    (is.box.width < STRIP_PX || width < NARROW.width / 1.2)
  )
    return 'narrowed'
  const isLong = words >= LONG_LINE_WORDS * is.lines
  return width > WIDE.width && lines <= WIDE.lines && was.lines > 1 && isLong ? 'widened' : null
}
