import { memo } from '../../../lib/memo.ts'
import { words } from '../../../lib/text.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import { isStep } from '../../core/step.ts'
import {
  around,
  atWidths,
  canBeSeen,
  isBeside,
  mergeWidths,
  PHONE_WIDTH,
  picturedOf,
  placeAt,
  type Screen,
  type VisibleBox,
} from '../screens.ts'
import { isFrame, MIN_PASSAGE_WORDS, normalText, textKey, wordCount } from '../words.ts'
import { hasOpener } from './navigation.ts'
import { rules } from './rules.ts'

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
  /**
   * Links to call or to write by: the original's that no menu of the rebuilt page holds on a phone by their names, and the
   * rebuilt page's by their selectors, since an icon or a bare number has no words.
   */
  contacts: { before: ReadonlySet<string>; now: ReadonlySet<string> } = NO_CONTACTS,
  /** That the navigation is lost is told: its links need not be, one by one. */
  isNavigationTold = false,
): Finding[] {
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
  const isCalledFrom = ({ screen }: Content) =>
    screen.controls.some(one => contacts.now.has(one.selector) && canBeSeen(one, screen))
  const hidden = now.flatMap(content => {
    const [first, ...others] = around(before, content.screen.width).map(contentOf)
    if (!first) return []
    return [...first.shown.values()].flatMap(item => {
      const isContact =
        content.screen.width <= PHONE_WIDTH &&
        contacts.before.has(normalText(item.text)) &&
        !isCalledFrom(content)
      if ((isMenu(item) && !isContact) || changing.has(normalText(item.text)) || content.shown.has(item.key))
        return []
      if (!others.every(other => other.shown.has(item.key)) || !isSteady(item.key, before)) return []
      if (!isShownSomewhere(item) || content.says(item.text) || isInEndlessSlider(item, content)) return []
      if (isScrolledTo(item, content)) return []
      if (!isContact && isInMenu(item) && (isNavigationTold || hasOpener(content.screen))) return []
      const isShort = isShortened(item, content, { original: first, rebuilt: now })
      const grade = CASES.indexOf(isContact ? 'main' : isShort ? 'reachable' : caseOf(item, content, first))
      const isSlide = isSteppedTo(item, content)
      return [{ key: item.key, width: content.screen.width, item, grade, isSlide, isContact }]
    })
  })
  const merged = mergeWidths(hidden, (known, next) => ({
    ...picturedOf(known, next),
    grade: Math.min(known.grade, next.grade),
    isSlide: known.isSlide && next.isSlide,
    isContact: known.isContact || next.isContact,
  }))
  return merged.map(({ item, grade, isSlide, isContact, width, widths }) => {
    const as = CASES[grade]
    return rules.report('text-hidden', {
      key: `responsive/kept:${textKey(item.text)}`,
      // One media query, or one script that shows nothing, hides many.
      cause: isSlide ? 'carousel' : isContact ? undefined : `${as} at ${widths.join(' ')}`,
      as,
      message: `${quote(item.text)} cannot be seen ${atWidths(widths)}; the original shows it there`,
      fix: as === 'reachable' ? 'Show it there, unless it can be opened, scrolled or stepped to' : undefined,
      original: placeAt(urls.original, width, item),
      rebuilt: { url: urls.rebuilt, viewport: width },
    })
  })
}

const NO_CONTACTS = { before: new Set<string>(), now: new Set<string>() }

/** Links of the navigation are the navigation's. */
const isMenu = ({ kind, landmark }: Pick<Item, 'kind' | 'landmark'>) =>
  landmark === 'navigation' || (landmark === 'banner' && (kind === 'link' || kind === 'button'))

/** Links beside the content, as those of a side bar, lead through the site as those of a navigation do. */
const isMenuLink = (item: Pick<Item, 'kind' | 'landmark'>) =>
  isMenu(item) || (item.landmark === 'complementary' && PRESSED.test(item.kind))

/** Further down in a box that scrolls, where it is as far away as what is further down on the page. */
const isScrolledTo = ({ key }: Item, { screen, hidden }: Content): boolean => {
  const item = hidden.get(key)
  return (
    item !== undefined &&
    item.state === 'clipped' &&
    item.scroller &&
    item.box.x < screen.screenWidth &&
    item.box.x + item.box.width > 0 &&
    item.seen.width > 0 &&
    item.seen.height === 0
  )
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
const CASES = ['main', undefined, 'reachable'] as const
const PRESSED_OR_FILLED = /^(heading|button|textbox|combobox|checkbox|searchbox|spinbutton|radio)$/

function caseOf(item: Item, now: Content, was: Content): (typeof CASES)[number] {
  if (isReachable(item, now, was)) return 'reachable'
  if (isFrame(item.landmark)) return undefined
  return PRESSED_OR_FILLED.test(item.kind) ||
    (item.kind === 'link' && item.landmark === 'main') ||
    wordCount(item.text) >= MIN_PASSAGE_WORDS ||
    CONTACT.test(item.text)
    ? 'main'
    : undefined
}

/**
 * Under a shorter name at this width (`hidden sm:inline`): the same control, or another control or heading with half of
 * its words and no others, that stands for it and is shown neither beside it at other widths nor on the original.
 */
function isShortened(
  { key, kind, text }: Item,
  { shown }: Content,
  { original, rebuilt }: { original: Content; rebuilt: readonly Content[] },
): boolean {
  const isControl = PRESSED.test(kind)
  if (!isControl && kind !== 'heading') return false
  const own = words(text)
  const isPart = (some: readonly string[]) =>
    2 * some.length >= own.length && some.every(word => own.includes(word))
  const inFull = rebuilt.filter(one => one.shown.has(key))
  return [...shown.values()].some(
    other =>
      (isControl ? PRESSED.test(other.kind) : other.kind === kind) &&
      !original.shown.has(other.key) &&
      inFull.every(one => !one.shown.has(other.key)) &&
      (isPart(words(other.text)) ||
        (isControl && inFull.some(one => one.shown.get(key)!.selector === other.selector))),
  )
}

/** A telephone number or an e-mail address. */
const CONTACT = /(?:\d[ ()./-]{0,3}){7}|\S@\S+\.\p{L}/u

/** Folded or turned away rather than gone: something new opens things there, or another of its kind is in front. */
function isReachable(item: Item, now: Content, was: Content): boolean {
  const folded = now.hidden.get(item.key)
  if (!folded) return false
  if (isSteppedTo(item, now)) return true
  const openers = ({ screen }: Content) =>
    screen.controls.filter(
      ({ opens, state, landmark }) =>
        opens && state === 'visible' && landmark !== 'navigation' && landmark !== 'banner',
    ).length
  if (openers(now) > openers(was)) return true
  for (const other of now.shown.values())
    if (
      other.kind === item.kind &&
      other.landmark === folded.landmark &&
      !was.shown.has(other.key) &&
      was.hidden.has(other.key)
    )
      return true
  const turned = now.screen.blocks.filter(
    block => block.state === 'clipped' && normalText(block.text) === normalText(item.text),
  )
  return turned.some(({ scroller, box, rtl }) => scroller && (rtl || box.x + box.width > 0))
}

/** Px up and down within which what steps through a row of slides stands, over or below its pictures. */
const STEPS_WINDOW = 600
/** One for each direction, or one for each slide. */
const MIN_STEPS = 2

/** In one row with texts in view, and with buttons that step through it: a carousel that a script moves has no scroller. */
function isSteppedTo({ key }: Item, { screen, hidden }: Content): boolean {
  const slide = hidden.get(key)
  if (slide?.state !== 'clipped') return false
  const isInRow = screen.blocks.some(
    other => canBeSeen(other, screen) && isBeside(other.box, slide.box) && !isFrame(other.landmark),
  )
  const steps = screen.controls.filter(
    control =>
      // Arrows and dots have names of their own, or none.
      (isStep(control) || (control.role === 'button' && control.name === '')) &&
      !isFrame(control.landmark) &&
      canBeSeen(control, screen) &&
      Math.abs(control.box.y - slide.box.y) <= STEPS_WINDOW,
  )
  return isInRow && steps.length >= MIN_STEPS
}

/** It has copies of its slides on both sides, and shows each in turn. */
function isInEndlessSlider({ text }: Item, { screen }: Content): boolean {
  const [first, ...others] = screen.blocks.filter(
    block => block.state === 'clipped' && normalText(block.text) === normalText(text),
  )
  return first !== undefined && others.length > 0 && others.every(({ box }) => box.y === first.box.y)
}

/** One text or control of a page at one width. */
interface Item {
  text: string
  /** Normalised, and whether it is pressed or read: a heading is not kept by the link that leads to it. */
  key: string
  kind: string
  landmark: string
  box: Screen['blocks'][number]['box']
  seen: Screen['blocks'][number]['seen']
  state: Screen['blocks'][number]['state']
  /** Something around it scrolls. */
  scroller: boolean
  selector: string
}

/** The texts and controls of a page at one width, by their keys. */
interface Content {
  screen: Screen
  shown: Map<string, Item>
  /** There, but not to be seen: folded, scrolled away, hidden. */
  hidden: Map<string, Item>
  /** Keys of the links that are shown in a menu or side bar. */
  inMenu: Set<string>
  /** Whether a text is shown, however it is divided into blocks. */
  says(text: string): boolean
}

const contentOf = memo((screen: Screen): Content => {
  const shown = new Map<string, Item>()
  const hidden = new Map<string, Item>()
  const inMenu = new Set<string>()
  const add = (item: Omit<Item, 'key'> & VisibleBox) => {
    const { text, kind, landmark, box, seen, state, scroller, selector } = item
    const key = `${PRESSED.test(kind) ? 'control' : 'text'}:${normalText(text)}`
    const to = canBeSeen(item, screen) ? shown : hidden
    if (to === shown && isMenuLink(item)) inMenu.add(key)
    if (/:.*\p{L}.*[\p{L}\p{N}]/u.test(key) && !to.has(key))
      to.set(key, { text, key, kind, landmark, box, seen, state, scroller, selector })
  }
  for (const block of screen.blocks) add(block)
  for (const control of screen.controls) add({ ...control, text: control.name, kind: control.role })
  let index: WordIndex | undefined
  return {
    screen,
    shown,
    hidden,
    inMenu,
    says(text) {
      index ??= wordIndexOf(screen)
      return includes(index, words(text))
    },
  }
})

const PRESSED = /^(link|button|menuitem|tab|option)/

/** All words of a page in their order, and where each of them stands. */
interface WordIndex {
  all: readonly string[]
  places: ReadonlyMap<string, readonly number[]>
}

function wordIndexOf(screen: Screen): WordIndex {
  const all = screen.blocks.filter(block => canBeSeen(block, screen)).flatMap(({ text }) => words(text))
  return { all, places: Map.groupBy(all.keys(), at => all[at]!) }
}

/** Looked up by the rarest word: searching the whole page for each of its texts would take too long. */
function includes({ all, places }: WordIndex, wanted: readonly string[]): boolean {
  let rarest: { turn: number; at: readonly number[] } | undefined
  for (const [turn, word] of wanted.entries()) {
    const at = places.get(word)
    if (!at) return false
    if (!rarest || at.length < rarest.at.length) rarest = { turn, at }
  }
  if (!rarest) return false
  const { turn, at } = rarest
  return at.some(place => wanted.every((word, i) => all[place - turn + i] === word))
}
