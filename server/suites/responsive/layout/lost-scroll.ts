/** Texts that can be scrolled to sideways in a box of the original, as in a wide table, and are cut off on the new page. */
import type { Layout } from '../../../capture/collectors/layouts.ts'
import type { Probe } from '../../../capture/collectors/probes/index.ts'
import type { Box } from '../../../contract.ts'
import { MOBILE, TABLET } from '../../../lib/widths.ts'
import type { Finding } from '../../core/finding.ts'
import { listed, quote } from '../../core/quote.ts'
import { atWidths, placeAt } from '../screens.ts'
import { normalText } from '../words.ts'
import { contentOf } from './contents.ts'
import { isSteppedTo } from './hidden-places.ts'
import { MIN_CUT_OFF, rules } from './rules.ts'

type Block = Layout['blocks'][number]

export function lostScrollFindings(
  original: readonly Layout[],
  rebuilt: readonly Layout[],
  urls: { original: string; rebuilt: string },
  /** Of the new page, at either width. */
  probes: readonly Pick<Probe, 'revealed' | 'more'>[],
): Finding[] {
  const brought = new Set(probes.flatMap(({ revealed, more = [] }) => [...revealed, ...more].map(normalText)))
  const found = [MOBILE, TABLET].flatMap(width => {
    const [was, now] = [original, rebuilt].map(layouts => layouts.find(one => one.width === width))
    if (!was || !now) return []
    const there = standingOnce(now.blocks)
    const [before, content] = [contentOf(was), contentOf(now)]
    // Slides have pictures, and are swiped as well.
    const slides = (was.pictures ?? []).filter(({ scroller, state }) => scroller && state === 'clipped')
    const isSlide = ({ box }: Block) => slides.some(one => overlapsInHeight(one.box, box))
    const lost = [...standingOnce(was.blocks)].flatMap(([text, block]) => {
      const after = there.get(text)
      if (isSlide(block) || brought.has(text)) return []
      if (!block.scroller || !isCutOff(block) || !after || after.scroller || !isCutOff(after)) return []
      // Arrows that are there beside what scrolls do something else, as those of a calendar.
      const key = `text:${text}`
      return isSteppedTo({ key }, content) && !isSteppedTo({ key }, before) ? [] : [{ block, after }]
    })
    const isPressed = now.controls.some(
      control => ACTIVE.test(control.role) && !control.scroller && isCutOff(control),
    )
    const isGrave = isPressed || lost.some(({ after }) => /(^| )t(able|r|d|h)\b/.test(after.selector))
    return lost.length >= MIN_CUT_OFF ? [{ width, lost, isGrave }] : []
  })
  const [first] = found
  if (!first) return []
  const { width, lost } = first
  const [{ block, after }] = lost as [{ block: Block; after: Block }]
  return [
    rules.report('scroll-lost', {
      key: 'responsive/layout:scroll-lost',
      as: found.some(one => one.isGrave) ? undefined : 'texts',
      extent: lost.length,
      message: `${listed(lost.map(({ block: { text } }) => quote(text, 40)))} cannot be scrolled to ${atWidths(found.map(one => one.width))}: they are cut off; on the original the box that they stand in is scrolled sideways`,
      original: placeAt(urls.original, width, block),
      rebuilt: placeAt(urls.rebuilt, width, after),
    }),
  ]
}

const overlapsInHeight = (a: Box, b: Box): boolean =>
  a.y < b.y + b.height + NEAR_PX && b.y < a.y + a.height + NEAR_PX
/** What is pressed or filled in; a slide of words alone may be swiped. */
const ACTIVE = /^(button|textbox|combobox|checkbox|radio|spinbutton|tab|option)$/
/** A picture and the words below it are of one slide. */
const NEAR_PX = 120

/** Wholly beyond a side of what it stands in; what is folded is cut off from below. */
const isCutOff = ({ state, seen }: Pick<Block, 'state' | 'seen'>): boolean =>
  state === 'clipped' && seen.width === 0 && seen.height > 0

/** The texts that stand once on a page: of others nothing tells which is which. */
function standingOnce(blocks: readonly Block[]): ReadonlyMap<string, Block> {
  const byText = Map.groupBy(
    blocks.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)),
    ({ text }) => normalText(text),
  )
  return new Map([...byText].flatMap(([text, all]) => (all.length === 1 ? [[text, all[0]!]] : [])))
}
