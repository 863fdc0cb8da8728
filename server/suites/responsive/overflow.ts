import type { Check, Finding } from '../suite.ts'
import { NUDGE, type Offence, offencesOf } from './overflow/offences.ts'
import { isReflow } from './reflow.ts'
import { atWidths } from './screens.ts'

export const overflow: Check<'layouts' | 'breakpoints' | 'head' | 'document'> = {
  id: 'responsive/overflow',
  title: 'Nothing sticks out of the screen',
  weight: 20,
  judge(pair) {
    const { rebuilt } = pair
    const common = new Set(rebuilt.layouts.map(layout => layout.width))
    return offencesOf(pair)
      .filter(offence => !isReflow(offence))
      .map(offence => report(offence, common, rebuilt.document.url))
  },
}

function report(
  { key, called, by, how, readable, widths, box, selector }: Offence,
  common: Set<number>,
  url: string,
): Finding {
  const shared = new Set(widths.filter(width => common.has(width))).size
  // Breakpoints differ from page to page: they must not make an old fault look worse.
  const penalty = shared ? 0.1 * shared : 0.1
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
    severity: how === 'nothing' ? 'minor' : readable && by > NUDGE ? 'serious' : 'moderate',
    penalty: how === 'nothing' ? 0.02 * shared : penalty,
    message: text,
    fix: 'Let it shrink with the screen: max-width instead of a fixed width, wrapping, or a scroller of its own',
    rebuilt: { url, box, selector, viewport: Math.min(...widths), text: called.slice(0, 200) },
  }
}
