import { MOBILE } from '../../lib/widths.ts'
import { listed, quote } from '../core/quote.ts'
import { defineRules } from '../core/rules.ts'
import type { Check } from '../core/suite.ts'
import { isReflow, MAX_NUDGE_PX, type Overflowing, overflowingOf, screensAsShown } from './overflowing.ts'
import {
  around,
  atWidths,
  countCommon,
  excessOf,
  isUnadapted,
  MAX_JITTER_PX,
  movedBy,
  placeAt,
  type Screen,
  screensOf,
  TOLERANCE_PX,
  UNADAPTED_PX,
} from './screens.ts'
import { followsScreen } from './viewport.ts'

/** Phones and tablets lay a page out in this width that does not follow their screens. */
const FIXED_WIDTH_PX = 980
/** Px sideways from which a page is plainly moved. */
const PUSHED_PX = 96
/** Signs of a word that a phone may not hold; scripts whose letters are syllables or words set no spaces between words. */
const MIN_LONG = 16
const LONG_WORD = new RegExp(String.raw`^[^\s\p{Lo}]{${MIN_LONG},}$`, 'u')

/** Share of the way that a page goes sideways already by which it may go on, and hardly be felt. */
const MAX_LITTLE = 0.25

const OF = 'number of the common widths at which it is so'
const little = {
  when: `the original moves sideways at each of these widths too, and the page goes on for ${MAX_NUDGE_PX} px or ${MAX_LITTLE * 100} % of that way, or less`,
  severity: 'minor',
  penalty: 0.02,
} as const
const graded = {
  severity: 'serious',
  penalty: { of: OF, factor: 0.1, min: 0.1 },
  fix: 'Let it shrink with the screen: max-width instead of a fixed width, wrapping, or a scroller of its own',
  cases: {
    little,
    slight: {
      when: `it lies ${MAX_NUDGE_PX} px beyond the edge or less, is a decorative picture and no phone scrolls sideways for it, or the original is over ${UNADAPTED_PX} px too wide at some width and plainly moved sideways at these as well, or it moves sideways at each of these and the page goes on for ${PUSHED_PX} px or less, or it is one word of ${MIN_LONG} signs or more, such as an address, by ${PUSHED_PX} px or less and on phones alone, whose screens the original does not follow, or it is so at one width alone, which is no common one, and no control beside it lies wholly outside of the page, or below ${FIXED_WIDTH_PX} px alone, and neither page follows the screen: phones and tablets lay both out in that width`,
      severity: 'moderate',
      penalty: { of: OF, factor: 0.04, min: 0.04 },
    },
  },
} as const

const rules = defineRules(
  'responsive/overflow',
  {
    why: 'What does not fit into the screen has to be scrolled to sideways, or cannot be read at all.',
    reference: 'https://web.dev/articles/responsive-web-design-basics',
  },
  {
    'sticks-out': {
      ...graded,
      measures:
        'Texts, controls and pictures that reach beyond the edge of the screen, so that the page scrolls sideways.',
    },
    'out-of-view': {
      ...graded,
      measures: 'What the original shows in full and the new page has beyond the edge of the screen.',
    },
    'cut-off': {
      ...graded,
      measures:
        'Texts and controls that the original shows in full and the edge of the page cuts off; with what else of a row of the header has run out of the page.',
    },
    'page-too-wide': {
      severity: 'moderate',
      penalty: { of: OF, factor: 0.04, min: 0.04 },
      measures: `Whether the page scrolls more than ${TOLERANCE_PX} px sideways though nothing that can be read sticks out, as by rows with a negative margin and boxes that are tilted.`,
      fix: 'Look for negative margins, tilted boxes and fixed widths, and let what holds them be as wide as the screen',
      cases: {
        little,
        phone: {
          when: `it does so on phones, by more than ${MAX_NUDGE_PX} px, where the original cannot be pushed sideways as far`,
          severity: 'serious',
          penalty: 0.3,
        },
        breakpoint: {
          when: 'it does so at one width alone, which is no common one',
          severity: 'minor',
          penalty: 0.02,
        },
      },
    },
  },
)

export const overflow: Check<'layouts' | 'breakpoints' | 'head' | 'document'> = {
  id: 'responsive/overflow',
  title: 'Nothing sticks out of the screen',
  weight: 20,
  rules,
  byLook: 'widths',
  judge({ original, rebuilt }) {
    const old = new Map(overflowingOf(original, original).map(item => [item.key, item]))
    const isBaseline = original.layouts === rebuilt.layouts
    const before = screensAsShown(original)
    const after = screensOf(rebuilt)
    const isFixed = !followsScreen(original.head) && !followsScreen(rebuilt.head)
    // Phones showed all of it small: a page that is laid out for them is a gain, but for the end of an address.
    const wasShrunk = !isBaseline && !followsScreen(original.head)
    const wasPushed = !isBaseline && before.some(isPushedPhone)
    return (
      overflowingOf(original, rebuilt)
        .filter(item => !isReflow(item))
        // What sticks out speaks for what it pushes out of view.
        .toSorted((a, b) => Number(a.rule === 'out-of-view') - Number(b.rule === 'out-of-view'))
        .map(item => {
          const { rule, key, called, readable, width, widths } = item
          const isOnPhones = item.scrolls && widths.some(width => width <= MOBILE)
          // Who came with such a screen moved the page sideways before.
          const olds = widths.map(width => around(before, width))
          const wasUnadapted =
            before.some(isUnadapted) &&
            olds.every(screens => screens.some(screen => excessOf(screen) > PUSHED_PX))
          const steps = isBaseline || !item.scrolls ? [] : widths.map(width => stepAt(width, before, after))
          const wasMoved = steps.length > 0 && steps.every(({ was }) => was > TOLERANCE_PX)
          const isLittle =
            wasMoved && steps.every(({ was, more }) => more <= Math.max(MAX_NUDGE_PX, MAX_LITTLE * was))
          const isOdd = new Set(widths).size === 1 && countCommon(widths, rebuilt) === 0
          const slight =
            !(readable || (rule === 'sticks-out' && isOnPhones)) ||
            excessOver(item, old.get(key)) <= MAX_NUDGE_PX ||
            (wasUnadapted && !isBaseline) ||
            (wasMoved && steps.every(({ more }) => more <= PUSHED_PX)) ||
            (isOdd && !item.beyond) ||
            (wasShrunk &&
              LONG_WORD.test(key) &&
              item.by <= PUSHED_PX &&
              widths.every(width => width <= MOBILE)) ||
            (isFixed && widths.every(width => width < FIXED_WIDTH_PX))
          const found = {
            key: `responsive/overflow:${key}`,
            cause: 'wide',
            extent: countCommon(widths, rebuilt),
            message: `${messageOf(item)}${wasMoved ? `, for up to ${Math.round(Math.max(...steps.map(({ more }) => more)))} px more than the original` : ''}`,
            rebuilt: placeAt(rebuilt.document.url, width, { ...item, text: called }),
          }
          if (rule !== 'page-too-wide')
            return rules.report(rule, { ...found, as: isLittle ? 'little' : slight ? 'slight' : undefined })
          const isPhone =
            !wasPushed && after.some(screen => widths.includes(screen.width) && isPushedPhone(screen))
          return rules.report(rule, {
            ...found,
            as: isLittle ? 'little' : isPhone ? 'phone' : isOdd ? 'breakpoint' : undefined,
          })
        })
    )
  },
}

/** Px that the original moves sideways at a width, and that the new page goes on for. */
function stepAt(width: number, before: readonly Screen[], after: readonly Screen[]) {
  const was = Math.max(0, ...around(before, width).map(movedBy))
  return { was, more: Math.max(...around(after, width).map(excessOf)) - was }
}

/** Whether a phone's page can be moved sideways by more than a nudge. */
const isPushedPhone = (screen: Screen) =>
  screen.width <= MOBILE && screen.scrollsSideways !== false && excessOf(screen) > MAX_NUDGE_PX

function messageOf({ rule, called, by, widths, beyond }: Overflowing): string {
  const where = atWidths(widths)
  const px = `${Math.round(by)} px`
  const lost =
    beyond &&
    `; ${listed(beyond.map(name => quote(name)))} beside it lies outside of the page, where nobody can get to it`
  if (rule === 'cut-off')
    return `${called} is cut off at the right edge of the page by ${px} ${where}${lost ?? ''}`
  if (rule === 'out-of-view') return `${called} lies beyond the right edge of the screen ${where}`
  if (rule === 'page-too-wide')
    return `The page can be pushed ${px} sideways ${where}, though nothing readable sticks out`
  return `${called} sticks out of the screen by ${px} ${where}, so that the page moves sideways`
}

/**
 * Px that an item is judged by. What the original has as well is compared at the widths at which both pages were
 * captured: breakpoints differ from page to page.
 */
function excessOver({ by, common }: Overflowing, old: Overflowing | undefined): number {
  if (!old) return by
  const [was, is] = common && old.common ? [old.common, common] : [old.by, by]
  return is <= was + MAX_JITTER_PX ? Math.min(was, is) : is
}
