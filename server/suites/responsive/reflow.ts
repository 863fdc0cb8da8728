import type { Layout } from '../../capture/collectors/layouts.ts'
import { atWidth } from '../../lib/widths.ts'
import { quote } from '../core/quote.ts'
import { defineRules } from '../core/rules.ts'
import { type Check, notApplicable } from '../core/suite.ts'
import { isReflow, MAX_NUDGE_PX, type Overflowing, overflowingOf, REFLOW_WIDTH } from './overflowing.ts'
import { pairingOf } from './pairs.ts'
import { placeAt, TOLERANCE_PX } from './screens.ts'
import { followsScreen } from './viewport.ts'
import { isFormula, isListing, isMain, MIN_PASSAGE_WORDS, textKey, wordCount } from './words.ts'

const shrink = `Let it shrink to ${REFLOW_WIDTH} px, which is also a screen of 1280 px at a zoom of 400 %`
const slight = {
  when: `it lies ${MAX_NUDGE_PX} px beyond the edge or less, is a sign, such as an arrow, or a small picture`,
  penalty: 0.05,
}

const rules = defineRules(
  'responsive/reflow',
  {
    why: `People who zoom to 400 % on a desktop have ${REFLOW_WIDTH} px: with lines that do not fit they scroll to and fro for each of them.`,
    reference: 'https://www.w3.org/WAI/WCAG22/Understanding/reflow.html',
  },
  {
    'sticks-out': {
      severity: 'moderate',
      penalty: 0.3,
      measures: `What reaches beyond the edge of the screen at ${REFLOW_WIDTH} px alone, so that the page scrolls sideways.`,
      fix: shrink,
      cases: { slight },
    },
    'out-of-view': {
      severity: 'moderate',
      penalty: 0.3,
      measures: `What the original shows in full at ${REFLOW_WIDTH} px and the new page has beyond the edge of the screen.`,
      fix: shrink,
      cases: {
        readable: { when: 'it is a text, a control or an image', severity: 'serious', penalty: 0.5 },
        slight,
      },
    },
    'cut-off': {
      severity: 'moderate',
      penalty: 0.5,
      measures: `What the original shows in full at ${REFLOW_WIDTH} px and the edge of the new page cuts off.`,
      fix: shrink,
    },
    'page-too-wide': {
      severity: 'minor',
      penalty: 0.05,
      measures: `Whether the page scrolls more than ${TOLERANCE_PX} px sideways at ${REFLOW_WIDTH} px alone though nothing sticks out.`,
      fix: shrink,
    },
    sideways: {
      severity: 'moderate',
      penalty: 0.1,
      measures: `Passages of ${MIN_PASSAGE_WORDS} words or more, tables and code apart, that are wider than ${REFLOW_WIDTH} px in a scroller of their own.`,
      fix: 'Let the text wrap within the screen',
      cases: {
        listing: {
          when: 'it is a listing, and none of the original has to be scrolled to in that width; where one has, it is no failure',
          severity: 'minor',
          penalty: 0.05,
        },
        main: { when: 'it is main content', severity: 'serious', penalty: 0.3 },
      },
    },
  },
)

export const reflow: Check<'layouts' | 'breakpoints' | 'head' | 'document'> = {
  id: 'responsive/reflow',
  title: 'At 320 px all can be read without scrolling sideways',
  weight: 15,
  rules,
  byLook: 'widths',
  judge(pair) {
    const { original, rebuilt } = pair
    const [before, after] = [original, rebuilt].map(({ layouts }) => atWidth(layouts, REFLOW_WIDTH))
    if (!followsScreen(rebuilt.head)) return notApplicable('the page is not laid out for phones')
    if (!after) return notApplicable('the page was not looked at in that width')
    const { url } = rebuilt.document
    // What sticks out of wider screens on the original became better.
    const worse = new Set(
      overflowingOf(original, original)
        .filter(item => item.widths.includes(REFLOW_WIDTH) && !isReflow(item))
        .map(({ key }) => key),
    )
    const overflowing = overflowingOf(original, rebuilt).filter(
      item => isReflow(item) && !worse.has(item.key),
    )
    const hasWideListing = before?.blocks.some(block => isListing(block) && isScrolledTo(block))
    const sideways = after.blocks.filter(isSideways).flatMap(block => {
      const was = before && pairingOf(pair).textOn(before, block)
      if (was?.state !== 'visible' || (isListing(block) && hasWideListing)) return []
      return rules.report('sideways', {
        place: textKey(was.text),
        as: isListing(block) ? 'listing' : isMain(block) ? 'main' : undefined,
        message: `Each line of ${quote(block.text)} has to be scrolled to at ${REFLOW_WIDTH} px: it is ${Math.round(block.box.width)} px wide`,
        rebuilt: placeAt(url, REFLOW_WIDTH, block),
      })
    })
    return [...overflowing.map(item => report(item, url)), ...sideways]
  },
}

function report(item: Overflowing, url: string) {
  const { rule, key, called, by, readable } = item
  const px = `${Math.round(by)} px`
  const isSlight = (by <= MAX_NUDGE_PX || !readable) && rule !== 'page-too-wide'
  const how =
    rule === 'cut-off'
      ? `is cut off by ${px}`
      : rule === 'out-of-view'
        ? 'is out of reach'
        : `is ${px} too wide`
  return rules.report(rule, {
    key: `responsive/reflow:${key}`,
    cause: 'wide',
    as: rule === 'out-of-view' && readable ? 'readable' : isSlight ? 'slight' : undefined,
    message: `${called} ${how} at ${REFLOW_WIDTH} px`,
    rebuilt: placeAt(url, REFLOW_WIDTH, { ...item, text: called }),
  })
}

/**
 * A text that has to be scrolled to line by line, in a scroller of its own; tables, code and formulas may be. What is cut off
 * for good cannot be scrolled to: that is the clipping check's.
 */
const isSideways = (block: Block) =>
  isScrolledTo(block) &&
  !/cell/.test(block.kind) &&
  !isFormula(block) &&
  !/mono|consolas|menlo|courier/i.test(block.style.family) &&
  wordCount(block.text) >= MIN_PASSAGE_WORDS

type Block = Layout['blocks'][number]

const isScrolledTo = ({ scroller, state, lost, box }: Block) =>
  scroller && state === 'visible' && !lost && box.width > REFLOW_WIDTH
