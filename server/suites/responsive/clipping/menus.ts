/** Menus whose row runs out of its box: entries that the edge of the box, or a logo beside it, has taken the room of. */
import type { Finding } from '../../core/finding.ts'
import { parentOf } from '../../core/path.ts'
import { listed, quote } from '../../core/quote.ts'
import type { Side } from '../../core/suite.ts'
import { MIN_CUT_SHARE, REFLOW_WIDTH } from '../overflowing.ts'
import { blockAt, type Pairing, pairingOf } from '../pairs.ts'
import {
  around,
  atWidths,
  canBeSeen,
  countCommon,
  isBeside,
  picturedOf,
  placeAt,
  type Screen,
  screensOf,
  type Widths,
} from '../screens.ts'
import { isShrunk } from '../viewport.ts'
import { normalText } from '../words.ts'
import { MENU_ENTRY, rules } from './rules.ts'

export type Block = Screen['blocks'][number]
export type Pair = Parameters<typeof pairingOf>[0] &
  Record<'original' | 'rebuilt', Side<'layouts' | 'breakpoints' | 'head' | 'document'>>

/** One finding at most, and the texts of which it speaks. */
export function cutMenus(pair: Pair): { findings: Finding[]; told: ReadonlySet<Block> } {
  const { original, rebuilt } = pair
  const before = screensOf(original)
  const found = screensOf(rebuilt)
    .filter(({ width }) => !isShrunk(width, rebuilt.head))
    .map(screen => ({ width: screen.width, cut: cutEntries(screen, around(before, screen.width), pair) }))
    .filter(({ cut }) => cut.length > 0)
  const told = new Set(found.flatMap(({ cut }) => cut))
  if (found.length === 0) return { findings: [], told }
  const widths = found.map(({ width }) => width)
  const { width, cut } = found.reduce(picturedOf)
  const names = [...new Set(found.flatMap(one => one.cut.map(({ text }) => text)))]
  const isOdd =
    countCommon(
      widths.filter(one => one > REFLOW_WIDTH),
      rebuilt,
    ) === 0
  const [first] = cut
  return {
    told,
    findings: [
      rules.report('menu-cut-off', {
        place: 'menu',
        as: isOdd ? 'odd' : undefined,
        extent: names.length,
        message: `${names.length > 1 ? 'The entries' : 'The entry'} ${listed(names.map(name => quote(name)))} of the menu cannot be read ${atWidths(widths)}: the row has run out of its box, and nothing scrolls there`,
        rebuilt: placeAt(rebuilt.document.url, width, first!),
      }),
    ],
  }
}

/** Entries beside one that is shown whole, of which half or more cannot be got to, and that the original shows or unfolds. */
function cutEntries(screen: Screen, before: Screen[], pair: Pair): Block[] {
  const entries = screen.blocks.filter(isEntry)
  const cut = entries.filter(isCut)
  if (cut.length === 0 || before.length === 0) return []
  const whole = entries.filter(one => one.state === 'visible' && !((one.lost ?? 0) >= MIN_CUT_SHARE))
  const shown = new Set(whole.map(({ text }) => normalText(text)))
  const isWholeOnWide = wholeOnWide(pair.rebuilt)
  return cut.filter(
    one =>
      !shown.has(normalText(one.text)) &&
      isWholeOnWide(one) &&
      whole.some(other => menuOf(other) === menuOf(one) && isBeside(other.box, one.box)) &&
      before.every(old => isOffered(one, old, pairingOf(pair))),
  )
}

const isEntry = ({ kind, landmark, box, runs }: Block): boolean =>
  kind === 'link' && landmark === 'navigation' && box.width > 0 && !runs

/** Half of it or more, or all; what a scroller hides can be scrolled to. */
export const isCut = ({ state, lost = 0, scroller }: Block): boolean =>
  state !== 'hidden' && !scroller && lost >= MENU_ENTRY

/** Tells of a text whether the widest screen shows all of it: what is cut off there as well is made to move. */
export function wholeOnWide(side: Widths): (block: Block) => boolean {
  const wide = screensOf(side).at(-1)!
  return block => {
    const one = blockAt(wide, block)
    return one !== undefined && canBeSeen(one, wide) && !one.lost
  }
}

/** The list or row of which it is an entry. */
const menuOf = ({ selector }: Block): string => {
  const holder = parentOf(selector)
  return /(?:^| > )li(?![\w-])[^>]*$/.test(holder) ? parentOf(holder) : holder
}

/** Whether the original shows it there, or has it in a menu that can be opened. */
function isOffered(entry: Block, old: Screen, pairing: Pairing): boolean {
  const was = pairing.textOn(old, entry)
  if (!was || was.state === 'clipped' || isCut(was)) return false
  return (
    canBeSeen(was, old) ||
    was.folded === true ||
    old.controls.some(({ opens, state }) => opens && state === 'visible')
  )
}
