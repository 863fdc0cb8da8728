/** Stretches of the page higher than the window in which nothing is drawn. */

import type { Layout } from '../../../capture/collectors/layouts.ts'
import type { ScreenArtifact } from '../../../capture/collectors/screens.ts'
import type { Box } from '../../../contract.ts'
import { sharedArea } from '../../../lib/box.ts'
import { sumOf } from '../../../lib/count.ts'
import { atWidth } from '../../../lib/widths.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import type { Pair } from '../../core/suite.ts'
import { atWidths, picturedOf, placeAt } from '../screens.ts'
import { isShrunk } from '../viewport.ts'
import { rules, VOID } from './rules.ts'

/** Share of its height up to which what stands in a stretch leaves it empty. */
const MAX_FILLED = 0.25

type Needed = 'document' | 'head' | 'layouts' | 'screens'

export function voidFindings({ original, rebuilt }: Pair<Needed>): Finding[] {
  const found = rebuilt.screens.flatMap(screen => {
    const { width } = screen
    const before = original.screens.find(one => one.width === width)
    const layout = atWidth(rebuilt.layouts, width)
    if (!before?.blank || !layout || isShrunk(width, rebuilt.head)) return []
    const highest = Math.max(0, ...before.blank.map(({ height }) => height))
    const [box] = blankOf(screen)
      .filter(box => box.height >= Math.max(VOID.px, VOID.grown * highest) && isEmpty(box, layout))
      .toSorted((a, b) => b.height - a.height)
    return box ? [{ width, box, above: textAbove(box, layout) }] : []
  })
  if (found.length === 0) return []
  const widths = found.map(({ width }) => width)
  const highest = Math.max(...found.map(one => one.box.height))
  const { width, box, above } = found.reduce(picturedOf)
  return [
    rules.report('void', {
      as: found.length > 1 || highest >= VOID.grave ? 'page' : undefined,
      message: `Nothing is drawn on ${highest.toLocaleString('en')} px of the page ${above ? `below ${quote(above, 60)} ` : ''}${atWidths(widths)}; the original has no such emptiness`,
      rebuilt: placeAt(rebuilt.document.url, width, { box, text: '' }),
    }),
  ]
}

/** Without those in which something moves, of which one shot tells nothing. */
function blankOf({ blank = [], restless, width }: ScreenArtifact): Box[] {
  return blank
    .map(({ y, height }) => ({ x: 0, y, width, height }))
    .filter(box => !restless.some(one => sharedArea(one, box) > 0))
}

/**
 * Whether little stands there that others may see: letters of the colour of their ground, which is told of the colour, or
 * pictures that did not come. A drawing in the markup comes with the page.
 */
function isEmpty(box: Box, { blocks, pictures }: Layout): boolean {
  const there = [...blocks, ...pictures.filter(({ kind }) => kind !== 'svg')].filter(
    ({ state, seen }) => state === 'visible' && sharedArea(seen, box) > 0,
  )
  return sumOf(there, ({ seen }) => seen.height) < MAX_FILLED * box.height
}

/** What is read last before it. */
const textAbove = ({ y }: Box, { blocks }: Layout): string | undefined =>
  blocks
    .filter(({ state, seen }) => state === 'visible' && seen.y + seen.height / 2 <= y)
    .reduce<Layout['blocks'][number] | undefined>(
      (last, block) => (last && last.seen.y > block.seen.y ? last : block),
      undefined,
    )?.text
