import { withoutTurnsAndIds } from '../../core/path.ts'
import { quote } from '../../core/quote.ts'
import type { Check } from '../../core/suite.ts'
import { isWrappedCode } from '../../core/wrapped-code.ts'
import { MIN_CUT_SHARE, REFLOW_WIDTH } from '../overflowing.ts'
import { type Pairing, pairingOf } from '../pairs.ts'
import {
  around,
  atWidths,
  canBeSeen,
  countCommon,
  isBeside,
  mergeWidths,
  picturedOf,
  placeAt,
  type Screen,
  screensOf,
  TOLERANCE_PX,
} from '../screens.ts'
import { isShrunk } from '../viewport.ts'
import {
  isFormula,
  isIcon,
  isListing,
  isMain,
  MIN_PASSAGE_WORDS,
  normalText,
  textKey,
  wordCount,
} from '../words.ts'
import { cutMenus } from './menus.ts'
import { cutPictures } from './pictures.ts'
import { MIN_LETTERS, rules, WEIGHT } from './rules.ts'
import { cutTables } from './tables.ts'

/** Cases from the gravest on. */
const CASES = [undefined, 'frame', 'shortened'] as const

type Block = Screen['blocks'][number]

interface Cut {
  was: Block
  is: Block
}

export const clipping: Check<'layouts' | 'breakpoints' | 'head' | 'document' | 'images'> = {
  id: 'responsive/clipping',
  title: 'No text or picture is cut off by its box',
  weight: 10,
  rules,
  byLook: true,
  judge(pair) {
    const { original, rebuilt } = pair
    const before = screensOf(original)
    const menus = cutMenus(pair)
    const tables = cutTables(pair)
    const cuts = screensOf(rebuilt)
      .filter(({ width }) => !isShrunk(width, rebuilt.head))
      .flatMap(screen =>
        cutsAt(screen, around(before, screen.width), pairingOf(pair))
          .filter(({ is }) => !menus.told.has(is) && !tables.told.has(is))
          .map(cut => ({
            ...cut,
            key: `responsive/clipping:${textKey(cut.was.text)}`,
            width: screen.width,
            grade: CASES.indexOf(caseOf(cut)),
            common: countCommon([screen.width], rebuilt) ? shareOf(cut) : 0,
          })),
      )
    const texts = mergeWidths(cuts, (known, next) => ({
      ...(next.grade === known.grade ? picturedOf(known, next) : next.grade < known.grade ? next : known),
      common: Math.max(known.common, next.common),
    })).map(({ key, was, is, grade, common, width, widths }) => {
      const isNarrowest = widths.every(one => one <= REFLOW_WIDTH)
      const isRare = isNarrowest || countCommon(widths, rebuilt) === 0
      const as = CASES[grade] ?? (isRare ? 'frame' : undefined)
      const { base, each, min } = WEIGHT.widths
      const byWidths = base + each * Math.max(min, countCommon(widths, rebuilt))
      const byShare = as === 'shortened' ? 1 : WEIGHT.share.base + (common || shareOf({ was, is }))
      return rules.report('text-cut-off', {
        key,
        cause: kindOf(is),
        as,
        extent: byWidths * byShare,
        message: `${Math.round(lostOf(is) * 100)} % of ${quote(is.text)} is cut off ${atWidths(widths)}`,
        original: placeAt(original.document.url, width, was),
        rebuilt: placeAt(rebuilt.document.url, width, is),
      })
    })
    return [...menus.findings, ...tables.findings, ...texts, ...cutPictures(pair)]
  },
}

/** Listings, and the like boxes of one list, are cut by one rule of the styles, each at the widths that its words are too long for. */
const kindOf = (block: Block): string => (isListing(block) ? 'listings' : withoutTurnsAndIds(block.selector))

/** Texts of which a part cannot be read, where the original shows them. */
function cutsAt(screen: Screen, before: Screen[], pairing: Pairing): Cut[] {
  if (before.length === 0) return []
  return screen.blocks.flatMap(is => {
    if (
      !isCut(is) ||
      isCutBesideCode(is) ||
      is.runs ||
      isFormula(is) ||
      isRepeated(is, screen, before) ||
      !canBeSeen(is, screen) ||
      !pairing.isKept(is)
    )
      return []
    const olds = before.flatMap(old => {
      const block = pairing.textOn(old, is)
      return block && !isIcon(block) && canBeSeen(block, old) ? [block] : []
    })
    if (olds.length < before.length) return []
    if (isOfStrip(is, screen, before, pairing) || areCutInStrip(olds, is, before)) return []
    // Where the original's is cut off or shortened as well on one side of a breakpoint, it may be so here.
    return [{ was: olds.find(isCut) ?? olds.find(({ shortened }) => shortened) ?? olds[0]!, is }]
  })
}

/**
 * Whether it stands at the edge of a strip that moves or is moved, such as a slider or a marquee: beside it stand texts that
 * are wholly beyond that edge, and that the original does not show either.
 */
const isOfStrip = (is: Block, screen: Screen, before: Screen[], pairing: Pairing): boolean =>
  screen.blocks.some(
    other =>
      other.state === 'clipped' &&
      isBeside(other.box, is.box) &&
      before.every(old => {
        const was = pairing.textOn(old, other)
        return !was || !canBeSeen(was, old)
      }),
  )

/**
 * Whether it says the same as a text beside it that is not cut off, more often than the original does: a band that moves
 * repeats itself to fill the window.
 */
function isRepeated(is: Block, screen: Screen, before: readonly Screen[]): boolean {
  const said = normalText(is.text)
  const saying = ({ blocks }: Screen) =>
    blocks.filter(one => one.state === 'visible' && normalText(one.text) === said)
  const now = saying(screen)
  return (
    now.some(other => other !== is && !isCut(other) && isBeside(other.box, is.box)) &&
    before.every(old => saying(old).length < now.length)
  )
}

/** Whether as much of it is cut off on the original, of whose cut nothing is told, as it stands in such a strip there. */
const areCutInStrip = (olds: readonly Block[], is: Block, before: readonly Screen[]): boolean =>
  olds.every(
    (old, at) =>
      isCut(old) &&
      shareOf({ was: old, is }) <= lostOf(old) &&
      before[at]!.blocks.some(other => other.state === 'clipped' && isBeside(other.box, old.box)),
  )

/** Whether it is wrapped code as high as it wants to be. */
const isCutBesideCode = (block: Block): boolean =>
  isWrappedCode(block) && block.seen.height >= block.box.height - 1

const isCut = (block: Block) =>
  block.state === 'visible' &&
  lostOf(block) >= MIN_CUT_SHARE &&
  lostOf(block) * block.text.length >= MIN_LETTERS

/** Of the size of letters, what is empty over them in most typefaces; lines that are set tight begin above their box by as much. */
const EMPTY_TOP = 0.25

/** Share of its letters that nobody can get to: cut off for good, or above the top of the page, where nothing scrolls to. */
function lostOf({ lost = 0, box, seen, scroller, style }: Block): number {
  const isAbove = box.y < -Math.max(TOLERANCE_PX, EMPTY_TOP * style.size) && seen.y >= 0 && !scroller
  return isAbove ? Math.max(lost, 1 - seen.height / box.height) : lost
}

function caseOf({ was, is }: Cut) {
  if (was.shortened) return 'shortened'
  const isPassage = (isMain(is) || isMain(was)) && wordCount(is.text) >= MIN_PASSAGE_WORDS
  const isTitle = is.level === 1
  return (isPassage || isTitle) && !is.shortened ? undefined : 'frame'
}

/** Share by which an old cut may grow and be the same: another font, another line break. */
const MAX_JITTER = 0.1

/** Share of the letters that is cut off. */
function shareOf({ was, is }: Cut): number {
  const [old, lost] = [lostOf(was), lostOf(is)]
  return lost > old && lost <= old + MAX_JITTER ? old : lost
}
