import type { Layout, PictureBox } from '../../capture/collectors/layouts.ts'
import type { Finding } from '../core/finding.ts'
import { pathOf } from '../core/path.ts'
import { defineRules } from '../core/rules.ts'
import type { Check, Pair } from '../core/suite.ts'
import { MIN_CUT_SHARE, REFLOW_WIDTH } from './overflowing.ts'
import { type Pairing, pairingOf } from './pairs.ts'
import {
  around,
  atWidths,
  canBeSeen,
  countCommon,
  isBeside,
  MAX_JITTER_PX,
  mergeWidths,
  PHONE_WIDTH,
  picturedOf,
  placeAt,
  type Screen,
  screensOf,
} from './screens.ts'
import { isShrunk } from './viewport.ts'
import { isFormula, isIcon, isMain, MIN_PASSAGE_WORDS, textKey, wordCount } from './words.ts'

/** What has to be cut off at least, and of what is wrong without its last letter: an address, a number to call, a price. */
const MIN_LETTERS = 3
const MIN_LETTERS_OF_VALUE = 0.5
const VALUE =
  /(?:\S@\S+\.\p{L}{2,}|\+?\(?\d[\d ()./-]{5,}\d|[€$£¥] ?\d[\d.,]*|\d[\d.,]* ?(?:[€$£¥]|EUR|USD|GBP|CHF|zł|Kč|kr))$/iu

/** The share of a heading's letters that are cut off, and the lowest level of one. */
const NEW_HEADING = { cut: 0.08, level: 2 }

/** Shares of the height of a picture, and its least side in CSS px. */
const PICTURE = { cut: 0.1, grave: 0.25, side: 24 }

/**
 * A cut is weighed by its letters, `base` and the share of them that it takes, times its widths, `base` and `each` for
 * every common width at which it is so: for one at least, as a cut next to a breakpoint alone is a fault as well.
 */
const WEIGHT = { share: { base: 0.5 }, widths: { base: 0.5, each: 0.1, min: 1 } }

const OF_WIDTHS = `(${WEIGHT.widths.base} + ${WEIGHT.widths.each} × number of the common widths, ${WEIGHT.widths.min} at least)`
const OF = `(${WEIGHT.share.base} + share of the letters cut off) × ${OF_WIDTHS}`

const rules = defineRules(
  'responsive/clipping',
  {
    why: 'What the box cuts off cannot be read, and nothing tells that there is more.',
    reference: 'https://www.w3.org/WAI/WCAG22/Understanding/resize-text.html',
  },
  {
    'text-cut-off': {
      severity: 'serious',
      penalty: { of: OF, factor: 0.3 },
      measures: `Texts of which a box cuts off ${MIN_CUT_SHARE * 100} % or more, ${MIN_LETTERS} letters at least, or half a letter of a line that ends in an e-mail address, a telephone number or a price, where the original shows them.`,
      fix: 'Let the text wrap and its box grow: no fixed height, no white-space: nowrap with overflow: hidden',
      cases: {
        frame: {
          when: `it is no main content, a name or label that ends in an ellipsis, or it is so at ${REFLOW_WIDTH} px alone or at none of the common widths, where it may be a slide on its way out`,
          severity: 'moderate',
          penalty: { of: OF, factor: 0.1 },
        },
        teaser: {
          when: 'it ends in an ellipsis and stands in a link, or in one column with one, as one of several such texts or of which the link promises more',
          severity: 'moderate',
          penalty: { of: OF_WIDTHS, factor: 0.03 },
        },
        // How early it ends is a matter of fonts.
        shortened: {
          when: 'the original shortens it on purpose as well',
          severity: 'minor',
          penalty: { of: OF_WIDTHS, factor: 0.02 },
        },
      },
    },
    'new-heading-cut-off': {
      severity: 'serious',
      penalty: 0.3,
      measures: `h1 and h2 that the original does not have, of which the edge of the window cuts off ${NEW_HEADING.cut * 100} % or more at up to ${PHONE_WIDTH} px, and the page does not scroll there, where none of the original's is cut off. Not what runs through, is shortened on purpose or stands beside what is out of sight, as in a slider.`,
      fix: 'Set it smaller on phones, or let its long words break: overflow-wrap, hyphens',
      cases: {
        narrow: {
          when: `it is so at ${REFLOW_WIDTH} px alone`,
          severity: 'moderate',
          penalty: 0.1,
        },
      },
    },
    'picture-cut-off': {
      severity: 'serious',
      penalty: 0.2,
      measures: `Pictures narrower than half of the screen of which ${PICTURE.cut * 100} % or more lies above the top of the page, where no picture of the original does.`,
      why: 'Nobody can scroll above the top of a page: what begins there is never seen whole, and most often it is the logo.',
      fix: 'Let the box that it stands in be as high as the picture, or the picture as high as the box',
      cases: {
        partly: { when: `it is under ${PICTURE.grave * 100} %`, severity: 'moderate', penalty: 0.1 },
      },
    },
  },
)

/** Cases from the gravest on. */
const CASES = [undefined, 'frame', 'teaser', 'shortened'] as const

type Block = Screen['blocks'][number]

interface Cut {
  was: Block
  is: Block
}

export const clipping: Check<'layouts' | 'breakpoints' | 'head' | 'document'> = {
  id: 'responsive/clipping',
  title: 'No text is cut off by its box',
  weight: 10,
  rules,
  byLook: true,
  judge(pair) {
    const { original, rebuilt } = pair
    const before = screensOf(original)
    const cuts = screensOf(rebuilt)
      .filter(({ width }) => !isShrunk(width, rebuilt.head))
      .flatMap(screen =>
        cutsAt(screen, around(before, screen.width), pairingOf(pair)).map(cut => ({
          ...cut,
          key: `responsive/clipping:${textKey(cut.was.text)}`,
          width: screen.width,
          grade: CASES.indexOf(caseOf(cut, screen)),
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
      const byShare =
        as === 'shortened' || as === 'teaser' ? 1 : WEIGHT.share.base + (common || shareOf({ was, is }))
      return rules.report('text-cut-off', {
        key,
        // The like boxes of one list are cut by one rule of the styles.
        cause: as === 'teaser' ? as : `${as} in ${pathOf(is.selector)} at ${widths.join(' ')}`,
        as,
        extent: byWidths * byShare,
        message: `${amountOf(is)} of “${is.text.slice(0, 80)}” is cut off ${atWidths(widths)}`,
        original: placeAt(original.document.url, width, was),
        rebuilt: placeAt(rebuilt.document.url, width, is),
      })
    })
    return [...texts, ...newHeadingsCut(pair), ...picturesAboveTop(pair)]
  },
}

/** Headings of the new page alone whose lines the edge of a phone's window ends, where the original's are whole. */
function newHeadingsCut(pair: Pair<'layouts' | 'breakpoints' | 'head' | 'document'>): Finding[] {
  const { original, rebuilt } = pair
  const pairing = pairingOf(pair)
  const isMainHeading = ({ kind, level }: Block) => kind === 'heading' && level <= NEW_HEADING.level
  const found = screensOf(rebuilt)
    .filter(({ width }) => width <= PHONE_WIDTH && !isShrunk(width, rebuilt.head))
    .flatMap(screen => {
      const before = around(screensOf(original), screen.width)
      if (
        before.length === 0 ||
        before.some(({ blocks }) => blocks.some(was => isMainHeading(was) && isCut(was)))
      )
        return []
      const isAtEdge = ({ box, seen }: Block) =>
        (box.x + box.width > screen.screenWidth && seen.x + seen.width >= screen.screenWidth - 1) ||
        (box.x < 0 && seen.x <= 1)
      const isOld = (is: Block) => pairing.isKept(is) && before.some(old => pairing.textOn(old, is))
      const isBesideHidden = (is: Block) =>
        screen.blocks.some(other => other.state === 'clipped' && isBeside(other.box, is.box))
      return screen.blocks.flatMap(is => {
        if (!isMainHeading(is) || !isCut(is) || (is.lost ?? 0) < NEW_HEADING.cut || !isAtEdge(is)) return []
        if (is.runs || is.shortened || isIcon(is) || isOld(is) || isBesideHidden(is)) return []
        return [{ key: `${rules.check}:new:${textKey(is.text)}`, width: screen.width, is }]
      })
    })
  return mergeWidths(found, (known, next) => picturedOf(known, next)).map(({ key, width, widths, is }) =>
    rules.report('new-heading-cut-off', {
      key,
      as: widths.every(one => one <= REFLOW_WIDTH) ? 'narrow' : undefined,
      cause: 'new headings',
      message: `${amountOf(is)} of the new heading “${is.text.slice(0, 80)}” is cut off by the edge of the window ${atWidths(widths)}`,
      rebuilt: placeAt(rebuilt.document.url, width, is),
    }),
  )
}

/** Pictures that begin above the top of the page, as a logo does that is higher than the bar it is centred in. */
function picturesAboveTop({ original, rebuilt }: Pair<'layouts' | 'head' | 'document'>): Finding[] {
  const cutOf = ({ kind, state, box: { y, width, height } }: PictureBox, screenWidth: number) =>
    kind !== 'background' &&
    state === 'visible' &&
    y < 0 &&
    Math.min(width, height) >= PICTURE.side &&
    width < screenWidth / 2
      ? -y / height
      : 0
  const isAbove = ({ pictures, screenWidth }: Layout) =>
    pictures.some(picture => cutOf(picture, screenWidth) >= PICTURE.cut)
  const found = rebuilt.layouts
    .filter(({ width }) => !isShrunk(width, rebuilt.head))
    .flatMap(layout => {
      const before = original.layouts.find(({ width }) => width === layout.width)
      if (!before || isAbove(before)) return []
      return layout.pictures.flatMap(picture => {
        const share = cutOf(picture, layout.screenWidth)
        const key = `responsive/clipping:picture:${textKey(picture.alt || picture.selector, 60)}`
        return share >= PICTURE.cut && share < 1 ? [{ key, width: layout.width, share, picture }] : []
      })
    })
  return mergeWidths(found, (known, next) => (next.share > known.share ? next : known)).map(
    ({ key, width, widths, share, picture }) =>
      rules.report('picture-cut-off', {
        key,
        as: share < PICTURE.grave ? 'partly' : undefined,
        cause: 'above the top',
        message: `${Math.round(share * 100)} % of the picture${picture.alt ? ` “${picture.alt.slice(0, 60)}”` : ''} lies above the top of the page ${atWidths(widths)}, where nobody can scroll to`,
        rebuilt: placeAt(rebuilt.document.url, width, { ...picture, text: picture.alt }),
      }),
  )
}

/** Texts of which a part cannot be read, where the original shows them. */
function cutsAt(screen: Screen, before: Screen[], pairing: Pairing): Cut[] {
  if (before.length === 0) return []
  return screen.blocks.flatMap(is => {
    if (!isCut(is) || is.runs || isFormula(is) || !canBeSeen(is, screen) || !pairing.isKept(is)) return []
    const olds = before.flatMap(old => {
      const block = pairing.textOn(old, is)
      return block && !isIcon(block) && canBeSeen(block, old) ? [block] : []
    })
    if (olds.length < before.length || isPeeking(is, olds, before)) return []
    if (isOfStrip(is, screen, before, pairing) || areCutInStrip(olds, is, before)) return []
    // Where the original's is cut off or shortened as well on one side of a breakpoint, it may be so here.
    return [{ was: olds.find(isCut) ?? olds.find(({ shortened }) => shortened) ?? olds[0]!, is }]
  })
}

/** Whether it is the next card of a slider, of which the original shows as little: another one, at the same edge. */
const isPeeking = (is: Block, olds: Block[], before: Screen[]): boolean =>
  !olds.some(isCut) &&
  before.every(({ blocks }) =>
    blocks.some(
      was =>
        isCut(was) &&
        Math.abs(was.box.x - is.box.x) <= MAX_JITTER_PX &&
        Math.abs((was.lost ?? 0) - (is.lost ?? 0)) <= MAX_JITTER,
    ),
  )

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

/** Whether as much of it is cut off on the original, of whose cut nothing is told, as it stands in such a strip there. */
const areCutInStrip = (olds: readonly Block[], is: Block, before: readonly Screen[]): boolean =>
  olds.every(
    (old, at) =>
      isCut(old) &&
      shareOf({ was: old, is }) <= (old.lost ?? 0) &&
      before[at]!.blocks.some(other => other.state === 'clipped' && isBeside(other.box, old.box)),
  )

const isCut = (block: Block) => {
  const { lost = 0, text, state } = block
  const isMuch = lost >= MIN_CUT_SHARE && lost * text.length >= MIN_LETTERS
  return state === 'visible' && (isMuch || isWrongWithoutEnd(block))
}

/** Whether a line ends in what is wrong without its last letter, and lacks half of one: in px, as a share of it says nothing. */
function isWrongWithoutEnd({ text, lines, scroller, box, seen }: Block): boolean {
  const letter = box.width / Math.max(1, text.length)
  return (
    lines === 1 &&
    !scroller &&
    VALUE.test(text.trim()) &&
    box.width - seen.width >= MIN_LETTERS_OF_VALUE * letter
  )
}

const amountOf = ({ lost = 0 }: Block) => (lost >= MIN_CUT_SHARE ? `${Math.round(lost * 100)} %` : 'The end')

function caseOf({ was, is }: Cut, screen: Screen) {
  if (was.shortened) return 'shortened'
  if (is.shortened && leadsOn(is, screen)) return 'teaser'
  return (isMain(is) || isMain(was)) && !(is.shortened && wordCount(is.text) < MIN_PASSAGE_WORDS)
    ? undefined
    : 'frame'
}

/** Px over and under a text within which the title or the button of its card stands, padding included. */
const CARD_WINDOW = 120
/** Px by which these may be wider than the text. */
const CARD_PADDING = 24
const MORE = /\b(more|mehr|weiter|suite|más|altro|mais|meer|mer)\b|читать|もっと|続き|更多|더 ?보기/i

/**
 * Whether a text stands in a link, or in one column with a link or a button that unfolds it. What is linked within the text
 * leads elsewhere, and under a text that stands alone so does a link that does not speak of more.
 */
function leadsOn(is: Block, screen: Screen): boolean {
  const { seen, landmark } = is
  const isOneOfSeveral = screen.blocks.some(
    other => other !== is && isCut(other) && other.shortened && other.kind === is.kind,
  )
  return screen.controls.some(({ role, name, opens, landmark: other, ...control }) => {
    const leads = role === 'link' || (role === 'button' && (opens || MORE.test(name)))
    if (!leads || other !== landmark || !canBeSeen(control, screen)) return false
    const { x, y, width, height } = control.seen
    const [right, bottom] = [x + width, y + height]
    const isAround =
      x <= seen.x + 1 &&
      right >= seen.x + seen.width - 1 &&
      y <= seen.y + 1 &&
      bottom >= seen.y + seen.height - 1
    const isInColumn = x >= seen.x - CARD_PADDING && right <= seen.x + seen.width + CARD_PADDING
    const gap = Math.max(seen.y - bottom, y - (seen.y + seen.height))
    return isAround || ((isOneOfSeveral || MORE.test(name)) && isInColumn && gap >= 0 && gap <= CARD_WINDOW)
  })
}

/** Share by which an old cut may grow and be the same: another font, another line break. */
const MAX_JITTER = 0.1

/** Share of the letters that is cut off. */
function shareOf({ was: { lost: old = 0 }, is: { lost = 0 } }: Cut): number {
  return lost > old && lost <= old + MAX_JITTER ? old : lost
}
