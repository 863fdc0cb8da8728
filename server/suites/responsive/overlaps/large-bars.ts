/** A bar that stays at the bottom of a phone's window and takes much of it, which was small or stood in the page before. */

import type { Layout } from '../../../capture/collectors/layouts.ts'
import { atWidth, MOBILE } from '../../../lib/widths.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import type { Pair } from '../../core/suite.ts'
import { atWidths, mergeWidths, picturedOf, placeAt, TOLERANCE_PX } from '../screens.ts'
import { textKey } from '../words.ts'
import { isCloseable, isNew, type OpenPanel, panelsOf } from './open-panels.ts'
import { LARGE_BAR, rules } from './rules.ts'

/** Of the window's height, down to where a bar reaches that ends where the window does. */
const MIN_DOWN = 0.95

/** What is new there is told as a panel that lies open. */
export function largeBars({ original, rebuilt }: Pair<'document' | 'layouts' | 'probes'>): Finding[] {
  const found = rebuilt.layouts.flatMap(layout => {
    const before = atWidth(original.layouts, layout.width)
    if (!before || layout.width > MOBILE) return []
    return panelsOf(layout)
      .filter(
        panel =>
          isBar(panel, layout) &&
          !layout.interstitials?.includes(panel) &&
          panel.area >= LARGE_BAR.share &&
          !isCloseable(panel, rebuilt) &&
          !isNew(panel, layout, before) &&
          !panelsOf(before).some(({ area }) => area >= LARGE_BAR.before * panel.area),
      )
      .map(panel => ({ key: textKey(panel.texts[0]!, 60), width: layout.width, panel }))
  })
  return mergeWidths(found, picturedOf).map(({ key, width, widths, panel }) =>
    rules.report('bar-large', {
      place: key,
      message: `The bar with ${quote(panel.texts[0]!, 60)} stays over ${Math.round(100 * panel.area)} % of the window ${atWidths(widths)}, wherever the page is scrolled to; on the original it does not`,
      rebuilt: placeAt(rebuilt.document.url, width, { ...panel, text: panel.texts[0]! }),
    }),
  )
}

/** From one side of the window to the other, and no dialog in its middle. One at the top may have been there, and stuck. */
function isBar({ box, area }: OpenPanel, { screenWidth }: Layout): boolean {
  const isWide = box.x <= TOLERANCE_PX && box.x + box.width >= screenWidth - TOLERANCE_PX
  // As wide as the window, it takes as much of its height as of its area.
  const isAtEnd = area * (1 + box.y / box.height) >= MIN_DOWN
  return isWide && box.y > TOLERANCE_PX && (box.height < box.width || isAtEnd)
}
