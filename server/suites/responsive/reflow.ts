import type { Layout } from '../../capture/collectors/layouts.ts'
import type { Check, Finding } from '../core/suite.ts'
import { notApplicable } from '../core/suite.ts'
import { isMain, PASSAGE, wordsIn } from './content.ts'
import { NUDGE, type Offence, offencesOf } from './overflow/offences.ts'
import { pairingOf } from './pairs.ts'
import { spelled } from './spelling.ts'
import { followsScreen } from './viewport.ts'

/** What WCAG asks a page to fit into without scrolling both ways. @see https://www.w3.org/TR/WCAG22/#reflow */
const NARROWEST = 320

export const reflow: Check<'layouts' | 'breakpoints' | 'head' | 'document'> = {
  id: 'responsive/reflow',
  title: 'At 320 px all can be read without scrolling sideways',
  weight: 15,
  judge(pair) {
    const { original, rebuilt } = pair
    const [before, after] = [original, rebuilt].map(side => side.layouts.find(one => one.width === NARROWEST))
    if (!followsScreen(rebuilt.head)) return notApplicable('the page is not laid out for phones')
    if (!after) return notApplicable('the page was not looked at in that width')
    const offences = offencesOf(pair).filter(isReflow)
    const old = offencesOf({ ...pair, rebuilt: original })
    const findings = offences
      // It sticks out of wider screens there: better than before.
      .filter(
        ({ key }) => !old.some(one => one.key === key && one.widths.includes(NARROWEST) && !isReflow(one)),
      )
      .map(offence => reportOffence(offence, rebuilt.document.url))
    const url = rebuilt.document.url
    if (before) findings.push(...sideways(after, before, pairingOf(pair), url))
    return findings
  },
}

/** What fails at 320 px alone is a matter of reflow; what fails at other widths too is overflow's, all of it. */
export const isReflow = ({ widths }: Offence) => widths.every(width => width === NARROWEST)

function reportOffence({ key, called, by, how, readable, box, selector }: Offence, url: string): Finding {
  const lost = how === 'is cut off' || how === 'is out of reach'
  const severity = how === 'nothing' ? 'minor' : readable && lost ? 'serious' : 'moderate'
  return {
    key: key.replace('responsive/overflow:', 'responsive/reflow:'),
    severity,
    penalty: severity === 'serious' ? 0.5 : severity === 'minor' ? 0.05 : by > NUDGE ? 0.3 : 0.15,
    message: `${called} ${lost ? `${how}${how === 'is cut off' ? ` by ${Math.round(by)} px` : ''}` : `is ${Math.round(by)} px too wide`} at ${NARROWEST} px`,
    fix: 'Let it shrink to 320 px, which is also a screen of 1280 px at a zoom of 400 %',
    rebuilt: { url, box, selector, viewport: NARROWEST, text: called.slice(0, 200) },
  }
}

/** Passages whose every line has to be scrolled to, in a scroller of their own; tables and code may be. */
function sideways(
  after: Layout,
  before: Layout,
  pairing: ReturnType<typeof pairingOf>,
  url: string,
): Finding[] {
  return after.blocks.filter(isSideways).flatMap(block => {
    const was = pairing.textOn(before, block)
    if (was?.state !== 'visible') return []
    return [
      {
        key: `responsive/reflow:sideways:${spelled(was.text).slice(0, 80)}`,
        severity: isMain(block) ? ('serious' as const) : ('moderate' as const),
        penalty: isMain(block) ? 0.3 : 0.1,
        message: `Each line of “${block.text.slice(0, 80)}” has to be scrolled to at ${NARROWEST} px: it is ${Math.round(block.box.width)} px wide`,
        fix: 'Let the text wrap within the screen',
        rebuilt: {
          url,
          box: block.box,
          selector: block.selector,
          viewport: NARROWEST,
          text: block.text.slice(0, 200),
        },
      },
    ]
  })
}

const isSideways = (block: Layout['blocks'][number]) =>
  block.scroller &&
  block.state === 'visible' &&
  block.box.width > NARROWEST &&
  !/cell/.test(block.kind) &&
  !/mono|consolas|menlo|courier/i.test(block.style.family) &&
  wordsIn(block.text) >= PASSAGE
