/** Bars that stay over a phone's window and leave little of it to read in, where those of the original left more. */

import type { Layout } from '../../../capture/collectors/layouts.ts'
import type { StayingBar } from '../../../capture/injected/staying.ts'
import { sharedArea } from '../../../lib/box.ts'
import { sumOf } from '../../../lib/count.ts'
import { MOBILE } from '../../../lib/widths.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import type { Pair } from '../../core/suite.ts'
import { placeAt } from '../screens.ts'
import { stayingOn } from '../staying.ts'
import { isTakenAway } from './open-panels.ts'
import { COVERED_WINDOW, PHONE, rules } from './rules.ts'

/** `told`: what is said of panels and bars already. */
export function coveredWindows(
  { original, rebuilt }: Pair<'document' | 'layouts' | 'probes'>,
  told: readonly Finding[],
): Finding[] {
  const [before, now] = [original, rebuilt].map(({ layouts }) =>
    layouts.find(({ width, stays }) => width === MOBILE && stays),
  )
  if (!before || !now) return []
  const isTold = ({ box }: StayingBar) =>
    told.some(
      ({ rebuilt: place }) =>
        place?.viewport !== undefined &&
        place.viewport <= MOBILE &&
        place.box !== undefined &&
        2 * sharedArea(place.box, box) >= box.width * box.height,
    )
  const bars = coversOn(now).filter(
    bar => !isTold(bar) && !(bar.text !== '' && isTakenAway(bar.text, rebuilt)),
  )
  const [was, is] = [shareOf(coversOn(before), before), shareOf(bars, now)]
  if (is < COVERED_WINDOW.share || is - was < COVERED_WINDOW.growth) return []
  const bar = bars.reduce((one, other) => (other.hides > one.hides ? other : one))
  const isMost = is >= COVERED_WINDOW.grave && was <= COVERED_WINDOW.before * is
  const called = bar.text || bar.controls.find(({ name }) => name !== '')?.name || bar.selector
  const what = `${quote(called, 60)}${bars.length > 1 ? ` and ${bars.length - 1} more` : ''} ${bars.length > 1 ? 'stay' : 'stays'}`
  const percent = (share: number) => `${Math.round(100 * share)} %`
  return [
    rules.report('window-covered', {
      place: bar.edge,
      as: isMost ? 'most' : undefined,
      message: `${what} over ${percent(is)} of a phone's window while the page is scrolled; on the original ${was === 0 ? 'nothing does' : `it is ${percent(was)}`}`,
      rebuilt: placeAt(rebuilt.document.url, MOBILE, { ...bar, text: called }),
    }),
  ]
}

/** On the way down, while one reads; what leaves with the part of the page that it belongs to is seen there alone. */
function coversOn(layout: Layout): StayingBar[] {
  const { down = [], up = [] } = stayingOn(layout) ?? {}
  return down.filter(
    bar => bar.hides > 0 && up.some(({ edge, selector }) => edge === bar.edge && selector === bar.selector),
  )
}

/** Of what the browser's own bars leave of a screen; the page was looked at on all of it. */
const shareOf = (bars: readonly StayingBar[], { stays }: Layout): number =>
  (sumOf(bars, ({ hides }) => hides) / stays!.windowHeight) * (PHONE.screen / PHONE.window)
