/** What a text that cannot be seen at a width is where the new page shows it, at other widths: how much is gone with it there. */
import { tidy, tokens, words } from '../../../lib/text.ts'
import { isWithin } from '../../core/path.ts'
import { blockAt } from '../pairs.ts'
import { canBeSeen } from '../screens.ts'
import { MIN_PASSAGE_WORDS, wordCount } from '../words.ts'
import type { Content, Item } from './contents.ts'

/** Share of the words of a text up to which it is understood without them. */
const MAX_GONE = 0.5
/** Words from which a heading says something of its own. */
const MAX_LABEL_WORDS = 4
/** Texts after a heading that it heads, at most. */
const MAX_HEADED = 5
/** Texts from which what holds them is told of, and not each of them. */
const MIN_HELD = 3

interface Gone {
  /** The words, as the original writes them. */
  text: string
  count: number
  /** They are few, and no number is among them. */
  isSmall: boolean
}

/** The words of a text that are not seen in its place, where others of it are; undefined where none is. */
export function goneWords({ key, text }: Item, at: Content, all: readonly Content[]): Gone | undefined {
  const whole = fullest(all, at, one => one.shown.has(key)) ?? fullest(all, at, one => one.says(text))
  if (!whole) return undefined
  const own = whole.shown.get(key)
  const places = [...new Set(own ? [own.selector] : whole.saying(text).map(({ selector }) => selector))]
  const left = new Map<string, number>()
  for (const block of at.screen.blocks)
    if (canBeSeen(block, at.screen) && places.some(place => isWithin(block.selector, place)))
      for (const word of words(block.text)) left.set(word, (left.get(word) ?? 0) + 1)
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
    count: gone.length,
    isSmall:
      gone.length <= MAX_GONE * wanted.length &&
      gone.length < MIN_PASSAGE_WORDS &&
      !gone.some(({ word }) => /\d/.test(word)),
  }
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
  const { blocks } = whole.screen
  const heading = blocks.findIndex(({ selector }) => selector === whole.shown.get(key)!.selector)
  const after = blocks.slice(heading + 1).filter(block => canBeSeen(block, whole.screen))
  const next = after.findIndex(block => block.kind === 'heading')
  const headed = after.slice(0, next < 0 ? MAX_HEADED : Math.min(next, MAX_HEADED))
  return (
    heading >= 0 &&
    headed.length > 0 &&
    headed.every(block => {
      const now = blockAt(at.screen, block)
      return now !== undefined && canBeSeen(now, at.screen)
    })
  )
}

/** The largest element around it of which nothing is seen at this width, and several texts where it is shown. */
export function containerOf(
  { key, landmark }: Item,
  at: Content,
  all: readonly Content[],
): { selector: string; called: string } | undefined {
  const whole = fullest(all, at, one => one.shown.has(key))
  // A slide that is turned away is no part that is hidden.
  if (!whole || at.hidden.get(key)?.state === 'clipped') return undefined
  const shown = at.screen.blocks.filter(block => canBeSeen(block, at.screen))
  const steps = whole.shown.get(key)!.selector.split(' > ')
  const ancestors = steps.map((_, turn) => steps.slice(0, turn + 1).join(' > ')).slice(0, -1)
  const selector = ancestors.find(holder => !shown.some(block => isWithin(block.selector, holder)))
  if (!selector) return undefined
  const others = whole.screen.blocks.filter(block => canBeSeen(block, whole.screen))
  const held = others.filter(block => isWithin(block.selector, selector))
  if (held.length < MIN_HELD) return undefined
  const isAll = others.every(block => block.landmark !== landmark || held.includes(block))
  return { selector, called: (isAll && CALLED[landmark]) || 'the part of the page that it stands in' }
}

const CALLED: Record<string, string> = {
  contentinfo: 'the footer',
  banner: 'the header',
  complementary: 'the side bar',
}

/** Of the widths at which it is so, the nearest. */
function fullest(all: readonly Content[], at: Content, isSo: (one: Content) => boolean): Content | undefined {
  const far = ({ screen }: Content) => Math.abs(screen.width - at.screen.width)
  let best: Content | undefined
  for (const one of all) if ((!best || far(one) < far(best)) && isSo(one)) best = one
  return best
}
