/** What is read of a probe: of one control, operated by mouse or press at one width. */

import type { TextBlock } from '../../../capture/collectors/layouts.ts'
import type { Probe, Probed } from '../../../capture/collectors/probes/index.ts'
import type { Box } from '../../../contract.ts'
import { countWords, normalise, words } from '../../../lib/text.ts'
import { atWidth } from '../../../lib/widths.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { isOnPhone } from '../named-control.ts'

/** The artifacts that the check reads. */
export type Needed = 'document' | 'health' | 'layouts' | 'links' | 'probes' | 'semantics' | 'volatile'

/** Effects that show something. */
export const OPENS = /^(dialog|switches|opens)$/
/** Effects that a visitor came to the control for. */
export const PURPOSE = /^(dialog|switches|opens|pictures|goes)$/

/** All of the width at which `probe` was made, in the order in which they were. */
export const probesBeside = (side: Side<'probes'>, probe: Pick<Probe, 'width'>): Probe[] =>
  probedBeside(side, probe).probes

/** What was seen at the width at which `probe` was made. */
export const probedBeside = ({ probes }: Side<'probes'>, probe: Pick<Probe, 'width'>): Probed =>
  isOnPhone(probe) ? probes.narrow : probes.wide

/** What a probe revealed or hid in words, without its pictures and fields. */
export const wordsIn = (revealed: readonly string[]): string[] =>
  revealed.filter(text => !/^(picture|field) /.test(text))

/** How many words they have. */
export const lengthOf = (texts: readonly string[]): number => countWords(texts.flatMap(text => words(text)))

/** What it shows could be seen on the original, and lies under other parts of the new page, or in their colour. */
export const isUnseen = (was: Probe, now: Probe): boolean =>
  OPENS.test(was.effect) &&
  OPENS.test(now.effect) &&
  was.sight === 'seen' &&
  (now.sight === 'covered' || now.sight === 'pale')

/** CSS px from a control to the text above or below it by which its place is told. */
const NEIGHBOUR_WINDOW = 800

/** Whether the nearest text above or below it, of those that stand once on both pages, is the same one. */
export function standsAlike(pair: Pair<'layouts'>, was: Placed, now: Placed): boolean {
  const [before, after] = [textsAt(pair.original, was.width), textsAt(pair.rebuilt, now.width)]
  const common = [...before.keys()].filter(
    text => before.get(text)!.length === 1 && after.get(text)?.length === 1,
  )
  const nearest = (texts: typeof before, distanceOf: (box: Box) => number) =>
    common
      .map(text => ({ text, distance: distanceOf(texts.get(text)![0]!.box) }))
      .filter(({ distance }) => distance >= 0 && distance <= NEIGHBOUR_WINDOW)
      .sort((a, b) => a.distance - b.distance)[0]?.text
  const above = (own: Box) => (box: Box) => own.y - (box.y + box.height)
  const below = (own: Box) => (box: Box) => box.y - (own.y + own.height)
  return [above, below].some(side => {
    const text = nearest(before, side(was.box))
    return text !== undefined && text === nearest(after, side(now.box))
  })
}

type Placed = Pick<Probe, 'box' | 'width'>

/** A text as it is compared. */
export const folded = (text: string): string => normalise(text).slice(0, 60)

export const textsOf = ({ revealed }: Probe): Set<string> => new Set(wordsIn(revealed).map(folded))

/** Share of what the original's control shows that has to be there. */
const MIN_SHARE_SHOWN = 0.5

/** Whether most of the letters of the texts that a control revealed are of those in `known`, which are folded. */
export function showsAll(revealed: readonly string[], known: ReadonlySet<string>): boolean {
  const said = wordsIn(revealed)
  const shown = said.filter(text => known.has(folded(text)))
  return said.length > 0 && lettersIn(shown) >= lettersIn(said) * MIN_SHARE_SHOWN
}

const lettersIn = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length, 0)

/** Texts in view at rest, folded, each with its blocks. */
export function textsAt({ layouts }: Side<'layouts'>, width: number): Map<string, TextBlock[]> {
  const blocks = atWidth(layouts, width)?.blocks ?? []
  const visible = blocks.filter(({ state }) => state === 'visible')
  return Map.groupBy(visible, ({ text }) => folded(text))
}
