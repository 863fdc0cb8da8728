import type { LinkArtifact } from '../../../capture/collectors/links.ts'
import { countEach } from '../../../lib/count.ts'
import { memo } from '../../../lib/memo.ts'
import { amountsIn, hasPrice } from '../../../lib/price.ts'
import { MOBILE } from '../../../lib/widths.ts'
import type { Finding } from '../../core/finding.ts'
import { withoutTurns } from '../../core/path.ts'
import { quote } from '../../core/quote.ts'
import { around, atWidths, canBeSeen, mergeWidths, picturedOf, placeAt, type Screen } from '../screens.ts'
import { isFrame, MIN_PASSAGE_WORDS, normalText, textKey, wordCount } from '../words.ts'
import { type Content, contentOf, type Item, isBareNumber, isContact, isMenu } from './contents.ts'
import {
  containerOf,
  fullest,
  goneWords,
  isFolded,
  isLabelOfShown,
  isRevealedLater,
  isSteppedTo,
  shownAround,
} from './hidden-places.ts'
import { COLUMN_FIGURES, FIGURE_LETTERS, rules } from './rules.ts'

/** Words from which a text may be found within the texts of a page: a shorter one inside another says nothing. */
const MIN_SENTENCE_WORDS = 4

/**
 * What the original shows at a width and the rebuilt page shows at others only. What the rebuilt page shows nowhere
 * is lost, not hidden, and no matter of widths.
 */
export function hiddenTextFindings(
  before: readonly Screen[],
  after: readonly Screen[],
  volatile: readonly string[],
  urls: { original: string; rebuilt: string },
  /** Of the new page: at 1440 px. */
  links: readonly Link[] = [],
): Finding[] {
  const onlyWay = onlyWayReader(links)
  const changing = new Set(volatile.map(normalText))
  const now = after.map(contentOf)
  const shownSomewhere = new Map<string, boolean>()
  const isShownSomewhere = (item: Item) => {
    const known = shownSomewhere.get(item.key)
    if (known !== undefined) return known
    const found = now.some(content => shows(content, item))
    shownSomewhere.set(item.key, found)
    return found
  }
  /** A link of a side bar or menu of the new page, which at other widths is folded with it. */
  const isInMenu = ({ key }: Item) => now.some(({ inMenu }) => inMenu.has(key))
  const hidden = now.flatMap(content => {
    const [first, ...others] = around(before, content.screen.width).map(contentOf)
    if (!first) return []
    const found = [...first.shown.values()].flatMap(item => {
      if (isMenu(item) || changing.has(normalText(item.text)) || content.shown.has(item.key)) return []
      if (!others.every(other => other.shown.has(item.key)) || !isSteady(item.key, before)) return []
      if (!isShownSomewhere(item) || content.says(item.text) || isInEndlessSlider(item, content)) return []
      if (isInMenu(item) || isPriceShown(item, content, first)) return []
      const gone = goneWords(item, content, now)
      if (gone?.text === '') return []
      const isSmall = gone?.isSmall || isLabelOfShown(item, content, now)
      const container = gone ? undefined : containerOf(item, content, now)
      const as =
        isFolded(item, content, now) || isRevealedLater(item, content, now)
          ? 'reachable'
          : isSmall
            ? 'partly'
            : caseOf(item, {
                now: content,
                was: first,
                all: now,
                isWithPart: container?.isSaidElsewhere === false,
                isLead: isTitleOf(content, now)(item) || onlyWay(item, content, now),
              })
      return [
        {
          key: item.key,
          width: content.screen.width,
          item,
          grade: CASES.indexOf(as),
          isSlide: isSteppedTo(item, content),
          gone: gone?.text,
          container,
        },
      ]
    })
    const columns = hiddenColumns(
      found.map(({ item }) => item),
      rowsWithHeader(content.screen),
    )
    return found.flatMap(one => {
      const isOfColumn = columns.has(columnOf(one.item) ?? '')
      if (isBareNumber(one.item) && !isOfColumn) return []
      return isOfColumn && CASES[one.grade] !== 'reachable' ? { ...one, grade: 0 } : one
    })
  })
  const merged = mergeWidths(hidden, (known, next) => ({
    ...picturedOf(known, next),
    grade: Math.min(known.grade, next.grade),
    isSlide: known.isSlide && next.isSlide,
    container: known.container?.selector === next.container?.selector ? known.container : undefined,
  }))
  return merged.map(({ item, grade, isSlide, gone, container, width, widths }) => {
    // Where two media queries meet, at a width that screens seldom have.
    const isBetween = widths.length === 1 && !after.some(screen => screen.width === width && screen.pictures)
    const as = isBetween && CASES[grade] !== 'reachable' ? 'breakpoint' : CASES[grade]
    const called = gone ? `${quote(gone)} of ${quote(item.text)}` : quote(item.text)
    const where = `cannot be seen ${atWidths(widths)}${container ? `, nor anything else of ${container.called}` : ''}`
    return rules.report('text-hidden', {
      key: `responsive/kept:${textKey(item.text)}`,
      // One media query, or one script that shows nothing, hides many.
      cause: isSlide
        ? 'carousel'
        : container
          ? `all of ${withoutTurns(container.selector)}`
          : `${as} at ${widths.join(' ')}`,
      as,
      message: `${called} ${where}; the original shows it there`,
      fix: as === 'reachable' ? 'Show it there, unless it can be opened, scrolled or stepped to' : undefined,
      original: placeAt(urls.original, width, item),
      rebuilt: { url: urls.rebuilt, viewport: width },
    })
  })
}

/** Of a table of figures, as of times or prices, the columns of which as many figures are hidden; mere numbers in the first one number the rows. */
function hiddenColumns(items: readonly Item[], withHeader: ReadonlySet<string>): ReadonlySet<string> {
  const columns = items.flatMap(item => {
    const column = isMereFigure(item) ? columnOf(item) : undefined
    const isFirst = column?.endsWith(' 1') && !withHeader.has(rowOf(item))
    return column && !(isBareNumber(item) && isFirst) ? column : []
  })
  return new Set(
    [...countEach(columns)].flatMap(([column, count]) => (count >= COLUMN_FIGURES ? column : [])),
  )
}

/** Rows of tables that begin with a header of theirs, beside which cells are counted anew. */
const rowsWithHeader = memo(
  ({ blocks }: Screen) => new Set(blocks.filter(({ selector }) => ROW_HEADER.test(selector)).map(rowOf)),
)

const ROW_HEADER = / t[rh]\S* > th(?![\w-])/
const rowOf = ({ selector }: Pick<Item, 'selector'>): string => selector.replace(/ > t[dh](?![\w-]).*$/, '')

/** A number, time, date or price with its unit. */
const isMereFigure = ({ text }: Item): boolean =>
  /\d/.test(text) && text.replace(/\P{L}/gu, '').length <= FIGURE_LETTERS

/** The table of a cell, and its column. */
function columnOf({ selector }: Item): string | undefined {
  const [, table, turn = '1'] =
    /^(.*(?:^|[ >])table[^ >]*) > (?:t(?:head|body|foot)[^ >]* > )?tr[^ >]* > t[dh](?::nth-of-type\((\d+)\))?(?: > .*)?$/.exec(
      selector,
    ) ?? []
  return table && `${table} ${turn}`
}

/** Shown from one width to another without a gap: what comes and goes is a carousel's turn. */
function isSteady(key: string, before: readonly Screen[]): boolean {
  const shown = before.map(screen => contentOf(screen).shown.has(key))
  return shown.filter((is, index) => is && !shown[index - 1]).length === 1
}

/** Long texts may be divided otherwise. */
const shows = ({ shown, says }: Content, { key, text }: Item) =>
  shown.has(key) || (wordCount(text) >= MIN_SENTENCE_WORDS && says(text))

/** Cases from the gravest on. */
const CASES = ['main', undefined, 'partly', 'reachable'] as const
const FILLED = /^(textbox|combobox|checkbox|searchbox|spinbutton|radio)$/

/**
 * One text that a media query drops is seldom missed; a part of the page is, its title, a price, and what is to be pressed,
 * filled in or called.
 */
function caseOf(
  item: Item,
  on: { now: Content; was: Content; all: readonly Content[]; isWithPart: boolean; isLead: boolean },
): (typeof CASES)[number] {
  if (isReachable(item, on)) return 'reachable'
  if (isContact(item.text) || on.isLead) return 'main'
  // A side bar of links may stay out of a phone; filters of a list are what it is looked through by.
  const isField = FILLED.test(item.kind) || item.kind === 'label'
  if (isField && item.landmark === 'complementary' && on.isWithPart) return 'main'
  if (isFrame(item.landmark)) return undefined
  if (hasPrice(item.text) && wordCount(item.text) < MIN_PASSAGE_WORDS) return 'main'
  const isSaid = item.kind === 'heading' || wordCount(item.text) >= MIN_PASSAGE_WORDS
  return item.kind === 'button' || FILLED.test(item.kind) || (isSaid && on.isWithPart) ? 'main' : undefined
}

/** Whether its amounts stand in as many texts and controls as on the original: in another element, or with other words. */
function isPriceShown({ text }: Item, now: Content, was: Content): boolean {
  if (!hasPrice(text) || wordCount(text) >= MIN_PASSAGE_WORDS) return false
  const countIn = (content: Content, amount: string) => amountsOf(content).get(amount) ?? 0
  return amountsIn(text).every(amount => countIn(now, amount) >= countIn(was, amount))
}

/** In how many texts and controls each amount stands. */
const amountsOf = memo(({ shown }: Content) =>
  countEach([...shown.values()].flatMap(({ text }) => [...new Set(amountsIn(text))])),
)

/** Words from which a title is more than the name of the site, for which phones may show the logo alone. */
const MIN_TITLE_WORDS = 3

/** Whether a phone shows no heading of the first rank, nor one that is made for phones, in the place of this one. */
const isTitleOf =
  (at: Content, all: readonly Content[]) =>
  ({ kind, level, text }: Item): boolean => {
    if (at.screen.width !== MOBILE || kind !== 'heading' || level !== 1) return false
    if (wordCount(text) < MIN_TITLE_WORDS) return false
    const wide = all.at(-1)!
    return [...at.shown.values()].every(
      other => other.kind !== 'heading' || (other.level !== 1 && wide.shown.has(other.key)),
    )
  }

type Link = Pick<LinkArtifact, 'selector' | 'href' | 'looksLikeButton' | 'fragmentFound'>

/** Tells whether a link is drawn as a button, and on a phone nothing else in view leads to where it does. */
function onlyWayReader(links: readonly Link[]) {
  const bySelector = new Map(links.map(link => [link.selector, link]))
  return (item: Item, at: Content, all: readonly Content[]): boolean => {
    if (at.screen.width !== MOBILE || item.kind !== 'link' || isFrame(item.landmark)) return false
    const selector = all.findLast(one => one.shown.has(item.key))?.shown.get(item.key)?.selector
    const link = selector ? bySelector.get(selector) : undefined
    // A place in the page is scrolled to as well.
    if (!link?.looksLikeButton || link.fragmentFound !== null) return false
    return !at.screen.controls.some(
      control => canBeSeen(control, at.screen) && bySelector.get(control.selector)?.href === link.href,
    )
  }
}

/** Folded or turned away rather than gone: something new opens things there, or another of its kind is in front. */
function isReachable(
  item: Item,
  { now, was, all }: { now: Content; was: Content; all: readonly Content[] },
): boolean {
  const folded = now.hidden.get(item.key)
  if (!folded) return false
  if (isSteppedTo(item, now)) return true
  const openers = ({ screen }: Content) =>
    screen.controls.filter(
      ({ opens, expanded, state, landmark }) =>
        opens &&
        expanded !== 'true' &&
        state === 'visible' &&
        landmark !== 'navigation' &&
        landmark !== 'banner',
    )
  // What the new page has as well where it shows the text does not open it here, but where it stands right beside it.
  const inFull = fullest(all, now, one => one.shown.has(item.key))
  const [closed, before] = [openers(now), openers(was).length]
  if (closed.length > Math.max(before, inFull ? openers(inFull).length : 0)) return true
  if (closed.length > before && closed.some(({ selector }) => standsWith(selector, folded.selector, now)))
    return true
  for (const other of now.shown.values())
    if (
      other.kind === item.kind &&
      other.landmark === folded.landmark &&
      !was.shown.has(other.key) &&
      was.hidden.has(other.key)
    )
      return true
  return now.screen.blocks.some(
    ({ state, text, scroller, box }) =>
      state === 'clipped' && scroller && box.x + box.width > 0 && normalText(text) === normalText(item.text),
  )
}

/** Texts up to which what holds a control holds what that opens; a whole page does not. */
const MAX_HELD = 20

/** Whether a control stands in the element around what is hidden, by itself or in a heading or term. */
function standsWith(control: string, hidden: string, at: Content): boolean {
  const holder = shownAround(hidden, at)
  if (holder === undefined || !control.startsWith(`${holder} > `)) return false
  if (at.within(holder).length > MAX_HELD) return false
  return control.slice(holder.length + 3).split(' > ').length <= 2
}

/** It has copies of its slides on both sides, and shows each in turn. */
function isInEndlessSlider({ text }: Item, { screen }: Content): boolean {
  const [first, ...others] = screen.blocks.filter(
    block => block.state === 'clipped' && normalText(block.text) === normalText(text),
  )
  return first !== undefined && others.length > 0 && others.every(({ box }) => box.y === first.box.y)
}
