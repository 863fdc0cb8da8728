/** What a text that cannot be seen at a width is where the new page shows it, at other widths: how much is gone with it there. */
import { countEach } from '../../../lib/count.ts'
import { memo, memoPair } from '../../../lib/memo.ts'
import { tidy, tokens, words } from '../../../lib/text.ts'
import { ancestorsOf, isWithin, parentOf } from '../../core/path.ts'
import { isStep } from '../../core/step.ts'
import { blockAt } from '../pairs.ts'
import { canBeSeen, isBeside, type Screen } from '../screens.ts'
import { wordCount } from '../words.ts'
import { type Content, type Item, PRESSED, withinReader } from './contents.ts'

/** Share of the words of a text up to which it is understood without them. */
const MAX_GONE = 0.5
/** Words from which a heading says something of its own. */
const MAX_LABEL_WORDS = 4
/** Texts after a heading that it heads, at most. */
const MAX_HEADED = 5
/** Texts from which what holds them is told of, and not each of them. */
const MIN_HELD = 3
/** A heading and what it is of. */
const MIN_TITLED = 2

type Block = Screen['blocks'][number]

interface Gone {
  /** The words, as the original writes them. */
  text: string
  /** They are few, and no number is among them. */
  isSmall: boolean
}

/** The words of a text that are not seen in its place, where others of it are; undefined where none is. */
export function goneWords({ key, text }: Item, at: Content, all: readonly Content[]): Gone | undefined {
  const whole = fullest(all, at, one => one.shown.has(key)) ?? fullest(all, at, one => one.says(text))
  if (!whole) return undefined
  const left = countEach(piecesOf({ key, text }, at, whole).flatMap(block => words(block.text)))
  const tidied = tidy(text)
  const wanted = tokens(tidied)
  const gone = wanted.filter(({ word }) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    return count <= 0
  })
  if (gone.length === wanted.length) return undefined
  return {
    text: gone.map(({ start, end }) => tidied.slice(start, end)).join(' '),
    isSmall: gone.length <= MAX_GONE * wanted.length && !gone.some(({ word }) => /\d/.test(word)),
  }
}

/**
 * What is shown in the place of a text: in a control all, else the blocks that say it elsewhere, and in their elements what
 * is not shown there: the rest are other texts, as those of all of the page where the text stands in its main element.
 */
function piecesOf({ key, text }: Pick<Item, 'key' | 'text'>, at: Content, whole: Content): readonly Block[] {
  const own = whole.shown.get(key)
  if (own && PRESSED.test(own.kind)) return at.within(own.selector)
  const saying = own ? [] : whole.saying(text)
  const places = own ? [own.selector] : saying.map(({ selector }) => selector)
  const kept = saying.flatMap(block => shownAt(at.screen, block) ?? [])
  const others = places.flatMap(place => onlyAt(at, whole)(place))
  return [...new Set([...kept, ...others])]
}

/** What is shown in an element at one width that is not shown at another one. */
const onlyAt = memoPair((at: Content, other: Content) =>
  withinReader(shownIn(at).filter(block => !shownAt(other.screen, block))),
)

function shownAt(screen: Screen, block: Block): Block | undefined {
  const found = blockAt(screen, block)
  return found && canBeSeen(found, screen) ? found : undefined
}

/** Whether it is a short heading below the first rank, and all that the new page has under it is shown. */
export function isLabelOfShown(
  { key, text, kind, level }: Item,
  at: Content,
  all: readonly Content[],
): boolean {
  if (kind !== 'heading' || level < 2 || wordCount(text) >= MAX_LABEL_WORDS) return false
  const whole = fullest(all, at, one => one.shown.has(key))
  if (!whole) return false
  const blocks = shownIn(whole)
  const heading = turnsOf(whole).get(whole.shown.get(key)!.selector)
  if (heading === undefined) return false
  const after = blocks.slice(heading + 1, heading + 1 + MAX_HEADED)
  const next = after.findIndex(block => block.kind === 'heading')
  const headed = next < 0 ? after : after.slice(0, next)
  return headed.length > 0 && headed.every(block => shownAt(at.screen, block) !== undefined)
}

const shownIn = memo(({ screen }: Content) => screen.blocks.filter(block => canBeSeen(block, screen)))

/** Where among them the first of each selector is. */
const turnsOf = memo(
  (content: Content) =>
    new Map(
      shownIn(content)
        .map(({ selector }, turn) => [selector, turn] as const)
        .reverse(),
    ),
)

/** The largest element around it of which nothing is seen at this width, and several texts where it is shown. */
export function containerOf(
  { key, landmark }: Item,
  at: Content,
  all: readonly Content[],
): { selector: string; called: string; isSaidElsewhere: boolean } | undefined {
  const whole = fullest(all, at, one => one.shown.has(key))
  // A slide that is turned away is no part that is hidden.
  if (!whole || at.hidden.get(key)?.state === 'clipped') return undefined
  const ancestors = ancestorsOf(whole.shown.get(key)!.selector)
  const selector = ancestors.find(holder => at.within(holder).length === 0)
  if (!selector) return undefined
  const held = whole.within(selector)
  if (held.length < (held.some(({ kind }) => kind === 'heading') ? MIN_TITLED : MIN_HELD)) return undefined
  const isAll =
    landmark in CALLED &&
    held.filter(block => block.landmark === landmark).length === landmarksOf(whole).get(landmark)
  const read = held.filter(({ kind }) => kind !== 'heading')
  const said = read.filter(({ text }) => at.says(text.replace(COUNT, '')))
  return {
    selector,
    called: isAll ? CALLED[landmark]! : 'the part of the page that it stands in',
    isSaidElsewhere: said.length > MAX_GONE * read.length,
  }
}

/** How many entries are filed under a word. */
const COUNT = /\s*\(\d+\)\s*$/

/** Texts in a bar that opens something: its words, and a number or a sign beside them. */
const MAX_BAR_TEXTS = 3

/** The nearest element around something of which anything is seen. */
export function shownAround(selector: string, at: Content): string | undefined {
  for (let holder = parentOf(selector); holder; holder = parentOf(holder))
    if (at.within(holder).length > 0) return holder
  return undefined
}

/**
 * Whether all that is seen around a hidden text is what a press of opens it: a bar with the words of a list that does not
 * stand there where the text is shown, or that says that it opens something.
 */
export function isFolded({ key }: Item, at: Content, all: readonly Content[]): boolean {
  const folded = at.hidden.get(key)
  const holder = folded && shownAround(folded.selector, at)
  const seen = holder ? at.within(holder) : []
  if (!holder || seen.length > MAX_BAR_TEXTS) return false
  const inFull = fullest(all, at, one => one.shown.has(key))
  const { controls = [], clickables = [] } = inFull?.screen ?? {}
  // A bar as wide as the screen is listed as something to click only where it is not displayed.
  const bars = [...at.screen.clickables, ...clickables]
  const isAbove = ({ selector }: { selector: string }) =>
    isWithin(selector, holder) &&
    seen.every(block => isWithin(block.selector, selector) || isWithin(selector, block.selector))
  const isGoneInFull = ({ selector }: { selector: string }) =>
    inFull !== undefined &&
    inFull.within(selector).length === 0 &&
    [...controls, ...clickables].every(one => one.selector !== selector || !canBeSeen(one, inFull.screen))
  return (
    at.screen.controls.some(one => one.opens && canBeSeen(one, at.screen) && isAbove(one)) ||
    bars.some(one => isAbove(one) && isGoneInFull(one))
  )
}

/**
 * Whether it keeps its room on the widest screen, transparent, and every narrower one shows it: what comes into sight as one
 * scrolls to it had not come yet, as media queries that hide a text take its room.
 */
export function isRevealedLater({ key }: Item, at: Content, all: readonly Content[]): boolean {
  const hidden = at.hidden.get(key)
  return (
    hidden?.state === 'hidden' &&
    Math.min(hidden.box.width, hidden.box.height) > 0 &&
    at === all.at(-1) &&
    all.every(one => one === at || one.shown.has(key))
  )
}

/** Px up and down within which what steps through a row of slides stands, over or below its pictures. */
const STEPS_WINDOW = 600
/** One for each direction, or one for each slide. */
const MIN_STEPS = 2

/**
 * With buttons that step through it, in one row with texts in view, or in an element of which one other slide is seen: a
 * carousel that a script moves has no scroller, and may not display what it does not show.
 */
export function isSteppedTo({ key }: Pick<Item, 'key'>, at: Content): boolean {
  const slide = at.hidden.get(key)
  if (slide?.state === 'hidden') {
    const holder = shownAround(slide.selector, at)
    return holder !== undefined && stepsWithin(at)(holder)
  }
  if (slide?.state !== 'clipped') return false
  const { screen } = at
  const isInRow = screen.blocks.some(other => canBeSeen(other, screen) && isBeside(other.box, slide.box))
  return isInRow && stepsOn(at).filter(({ box }) => isNear(slide.box, box)).length >= MIN_STEPS
}

/** What steps through slides: arrows and dots have names of their own, or none. */
const stepsOn = memo(({ screen }: Content) =>
  screen.controls.filter(
    control =>
      (isStep(control) || (control.role === 'button' && control.name === '')) && canBeSeen(control, screen),
  ),
)

/** Tells of an element whether buttons step through it, beside the part of it that is seen: those in that part are its own. */
const stepsWithin = memo((at: Content) => {
  const known = new Map<string, boolean>()
  const read = (holder: string): boolean => {
    const seen = at.within(holder)
    const near = stepsOn(at).filter(
      ({ selector, box }) =>
        isWithin(selector, parentOf(holder)) && seen.every(block => isNear(block.box, box)),
    )
    if (near.length < MIN_STEPS) return false
    const depth = holder.split(' > ').length + 1
    const partOf = ({ selector }: { selector: string }) => selector.split(' > ', depth).join(' > ')
    const parts = new Set(seen.map(partOf))
    return near.filter(control => !parts.has(partOf(control))).length >= MIN_STEPS
  }
  return (holder: string): boolean => {
    if (!known.has(holder)) known.set(holder, read(holder))
    return known.get(holder)!
  }
})

const isNear = (a: Block['box'], b: Block['box']) => Math.abs(a.y - b.y) <= STEPS_WINDOW

/** How many of the blocks that are shown stand in each landmark. */
const landmarksOf = memo((content: Content) => countEach(shownIn(content).map(({ landmark }) => landmark)))

const CALLED: Record<string, string> = {
  contentinfo: 'the footer',
  banner: 'the header',
  complementary: 'the side bar',
}

/** Of the widths at which it is so, the nearest. */
export function fullest(
  all: readonly Content[],
  at: Content,
  isSo: (one: Content) => boolean,
): Content | undefined {
  const far = ({ screen }: Content) => Math.abs(screen.width - at.screen.width)
  let best: Content | undefined
  for (const one of all) if ((!best || far(one) < far(best)) && isSo(one)) best = one
  return best
}
