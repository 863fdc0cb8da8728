import type { Severity } from '../../contract.ts'
import type { Check, Finding } from '../core/suite.ts'
import { isMain } from './content.ts'
import { type Pairing, pairingOf } from './pairs.ts'
import { around, atWidths, inReach, type Screen, screensOf } from './screens.ts'
import { spelled } from './spelling.ts'
import { followsScreen } from './viewport.ts'

const PHONE = 375
/** Share of the letters, and how many of them, that have to be cut off: less is a descender or a rounding. */
const LEAST = { share: 0.05, letters: 3 }

type Block = Screen['blocks'][number]

interface Cut {
  was: Block
  is: Block
  severity: Severity
  widths: number[]
  /** The largest part cut off at one of the common widths, or 0 where it is whole at all of them. */
  common: number
}

export const clipping: Check<'layouts' | 'breakpoints' | 'head' | 'document'> = {
  id: 'responsive/clipping',
  title: 'No text is cut off by its box',
  weight: 10,
  judge(pair) {
    const { original, rebuilt } = pair
    const before = screensOf(original)
    const pairing = pairingOf(pair)
    const common = new Set(rebuilt.layouts.map(layout => layout.width))
    const cuts = new Map<string, Cut>()
    for (const screen of screensOf(rebuilt)) {
      if (screen.width <= PHONE && !followsScreen(rebuilt.head)) continue
      for (const { was, is } of cutAt(screen, around(before, screen.width), pairing)) {
        const key = `responsive/clipping:${spelled(was.text).slice(0, 80)}`
        const severity = severityOf(was, is)
        const share = common.has(screen.width) ? shareOf(was, is) : 0
        const known = cuts.get(key)
        if (!known) cuts.set(key, { was, is, severity, widths: [screen.width], common: share })
        else {
          known.widths.push(screen.width)
          known.common = Math.max(known.common, share)
          if (RANK[severity] < RANK[known.severity]) cuts.set(key, { ...known, was, is, severity })
        }
      }
    }
    const urls = { original: original.document.url, rebuilt: rebuilt.document.url }
    return [...cuts].map(([key, cut]) => report(key, cut, common, urls))
  },
}

/** Texts of which a part cannot be read, where the original shows them. */
function cutAt(screen: Screen, before: Screen[], pairing: Pairing): { was: Block; is: Block }[] {
  if (before.length === 0) return []
  return screen.blocks.flatMap(is => {
    if (!isCut(is) || !inReach(is, screen)) return []
    const olds = before.map(old => ({ old, block: pairing.textOn(old, is) }))
    if (!olds.every(({ old, block }) => block && inReach(block, old))) return []
    // Where the original's ends early as well on one side of a breakpoint, it may do so here.
    const was =
      olds.find(({ block }) => isCut(block!)) ?? olds.find(({ block }) => block!.shortened) ?? olds[0]!
    return [{ was: was.block!, is }]
  })
}

const isCut = ({ lost = 0, text, state }: Block) =>
  state === 'visible' && lost >= LEAST.share && lost * text.length >= LEAST.letters

/** Where the original lets it end early on purpose, how early is a matter of fonts. */
function severityOf(was: Block, is: Block): Severity {
  if (was.shortened) return 'minor'
  return isMain(is) || isMain(was) ? 'serious' : 'moderate'
}

/** Share by which an old cut may grow and be the same: another font, another line break. */
const JITTER = 0.1

/** Share of the letters that is cut off. */
function shareOf({ lost: old = 0 }: Block, { lost = 0 }: Block): number {
  return lost > old && lost <= old + JITTER ? old : lost
}

const RANK = { critical: 0, serious: 1, moderate: 2, minor: 3 }
const PENALTY = { critical: 1, serious: 0.3, moderate: 0.1, minor: 0.02 }

function report(
  key: string,
  { was, is, severity, widths, common: share }: Cut,
  common: Set<number>,
  urls: { original: string; rebuilt: string },
): Finding {
  const shared = new Set(widths.filter(width => common.has(width))).size
  const viewport = Math.min(...widths)
  const extent = severity === 'minor' ? 1 : 0.5 + (share || shareOf(was, is))
  const place = (url: string, { box, selector, text }: Block) => ({
    url,
    box,
    selector,
    viewport,
    text: text.slice(0, 200),
  })
  return {
    key,
    severity,
    // Breakpoints differ from page to page: they must not make an old fault look worse.
    penalty: PENALTY[severity] * (0.5 + 0.1 * Math.max(1, shared)) * extent,
    message: `${Math.round((is.lost ?? 0) * 100)} % of “${is.text.slice(0, 80)}” is cut off ${atWidths(widths)}`,
    fix: 'Let the text wrap and its box grow: no fixed height, no white-space: nowrap with overflow: hidden',
    original: place(urls.original, was),
    rebuilt: place(urls.rebuilt, is),
  }
}
