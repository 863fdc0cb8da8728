import type { Check, Finding } from '../../core/suite.ts'
import { isReflow } from '../reflow.ts'
import { atWidths } from '../screens.ts'
import { extentOf, NUDGE, type Offence, offencesOf } from './offences.ts'

export const overflow: Check<'layouts' | 'breakpoints' | 'head' | 'document'> = {
  id: 'responsive/overflow',
  title: 'Nothing sticks out of the screen',
  weight: 20,
  judge(pair) {
    const { original, rebuilt } = pair
    const common = new Set(rebuilt.layouts.map(layout => layout.width))
    const old = new Map(offencesOf({ ...pair, rebuilt: original }).map(offence => [offence.key, offence]))
    return offencesOf(pair)
      .filter(offence => !isReflow(offence))
      .map(offence => report(offence, extentOf(offence, old.get(offence.key)), common, rebuilt.document.url))
  },
}

/** For each of the common widths. */
const PENALTY = { serious: 0.1, moderate: 0.04, minor: 0.02 }

function report(
  { key, called, by, how, readable, widths, box, selector }: Offence,
  extent: number,
  common: Set<number>,
  url: string,
): Finding {
  const shared = new Set(widths.filter(width => common.has(width))).size
  const severity = how === 'nothing' ? 'minor' : readable && extent > NUDGE ? 'serious' : 'moderate'
  const where = atWidths(widths)
  const text =
    how === 'is cut off'
      ? `${called} is cut off at the right edge of the page by ${Math.round(by)} px ${where}`
      : how === 'is out of reach'
        ? `${called} lies beyond the right edge of the screen ${where}`
        : how === 'nothing'
          ? `The page can be pushed ${Math.round(by)} px sideways ${where}, though nothing readable sticks out`
          : `${called} sticks out of the screen by ${Math.round(by)} px ${where}, so that the page moves sideways`
  return {
    key,
    severity,
    // Breakpoints differ from page to page: they must not make an old fault look worse.
    penalty: PENALTY[severity] * (how === 'nothing' ? shared : Math.max(1, shared)),
    message: text,
    fix: 'Let it shrink with the screen: max-width instead of a fixed width, wrapping, or a scroller of its own',
    rebuilt: { url, box, selector, viewport: Math.min(...widths), text: called.slice(0, 200) },
  }
}
