/** A side bar that lies over the content on screens that have room for both. */
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import type { Pairing } from '../pairs.ts'
import { atWidths, canBeSeen, placeAt, type Screen } from '../screens.ts'
import { isMain } from '../words.ts'
import { findAboveTablets } from './above-tablets.ts'
import { type LayoutPair, relationOf } from './parts.ts'
import { rules } from './rules.ts'

/** Entries that make a side bar, and px by which it pushes the title down: a menu in a line or two does not. */
const MIN_ENTRIES = 5
const MIN_PUSHED_PX = 250
/** Texts of the content that entries are compared with, at most. */
const MAX_CONTENT = 300

type Block = Screen['blocks'][number]

export function sideBarFindings(layouts: LayoutPair, pairing: Pairing): Finding[] {
  const found = findAboveTablets(layouts, (screen, old) => {
    const title = screen.blocks.find(block => block.level === 1 && isMain(block) && canBeSeen(block, screen))
    const was = title && pairing.textOn(old, title)
    if (!title || !was || !canBeSeen(was, old) || title.box.y - was.box.y < MIN_PUSHED_PX) return null
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
      ? { title, was, entry: entries[0]! }
      : null
  })
  if (!found) return []
  const { width, widths, title, was, entry } = found
  return [
    rules.report('side-bar-above', {
      extent: widths.length,
      message: `The side bar from ${quote(entry.text, 40)} on stands above the content ${atWidths(widths)}, and pushes the title ${quote(title.text, 40)} down by ${Math.round(title.box.y - was.box.y)} px; on the original they are side by side`,
      original: placeAt(layouts.urls.original, width, was),
      rebuilt: placeAt(layouts.urls.rebuilt, width, title),
    }),
  ]
}
