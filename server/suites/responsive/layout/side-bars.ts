/** A side bar that lies over the content on screens that have room for both. */
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import type { Pairing } from '../pairs.ts'
import { atWidths, canBeSeen, placeAt, type Screen, TABLET_WIDTH } from '../screens.ts'
import { isMain } from '../words.ts'
import { relationOf } from './parts.ts'
import { rules } from './rules.ts'

/** Entries that make a side bar, and px by which it pushes the title down: a menu in a line or two does not. */
const MIN_ENTRIES = 5
const MIN_PUSHED_PX = 250
/** Texts of the content that entries are compared with, at most. */
const MAX_CONTENT = 300

type Block = Screen['blocks'][number]

export function sideBarFindings(
  before: readonly Screen[],
  after: readonly Screen[],
  common: ReadonlySet<number>,
  pairing: Pairing,
  urls: { original: string; rebuilt: string },
): Finding[] {
  const found = after.flatMap(screen => {
    const old = before.find(({ width }) => width === screen.width)
    if (!old || screen.width <= TABLET_WIDTH || !common.has(screen.width)) return []
    const title = screen.blocks.find(block => block.level === 1 && isMain(block) && canBeSeen(block, screen))
    const was = title && pairing.textOn(old, title)
    if (!title || !was || !canBeSeen(was, old) || title.box.y - was.box.y < MIN_PUSHED_PX) return []
    const content = old.blocks.filter(block => isMain(block) && canBeSeen(block, old)).slice(0, MAX_CONTENT)
    const isBesideContent = (entry: Block) =>
      content.some(block => /^(left|right)$/.test(relationOf(block.box, entry.box))) &&
      content.every(block => !/^(above|below)$/.test(relationOf(block.box, entry.box)))
    const entries = screen.blocks.filter(block => {
      if (!/^(navigation|complementary)$/.test(block.landmark) || !canBeSeen(block, screen)) return false
      const entry = pairing.textOn(old, block)
      if (!entry || !canBeSeen(entry, old) || relationOf(title.box, block.box) !== 'above') return false
      return block.box.y > was.box.y - MIN_PUSHED_PX && isBesideContent(entry)
    })
    const [top, bottom] = [
      Math.min(...entries.map(({ box }) => box.y)),
      Math.max(...entries.map(({ box }) => box.y + box.height)),
    ]
    return entries.length >= MIN_ENTRIES && bottom - top >= MIN_PUSHED_PX
      ? [{ width: screen.width, title, was, entry: entries[0]! }]
      : []
  })
  const [first] = found
  if (!first) return []
  const { width, title, was, entry } = first
  const widths = found.map(one => one.width)
  return [
    rules.report('side-bar-above', {
      extent: widths.length,
      message: `The side bar from ${quote(entry.text, 40)} on stands above the content ${atWidths(widths)}, and pushes the title ${quote(title.text, 40)} down by ${Math.round(title.box.y - was.box.y)} px; on the original they are side by side`,
      original: placeAt(urls.original, width, was),
      rebuilt: placeAt(urls.rebuilt, width, title),
    }),
  ]
}
