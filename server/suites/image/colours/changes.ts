import { colourDifference, type Rgb } from '../../../lib/colour.ts'
import type { ColourPair } from './pairs.ts'

export type Slot = 'letters' | 'background'

/** One colour of the original that became another one, and all texts where it did. */
export interface Change {
  slot: Slot
  from: Rgb
  to: Rgb
  pairs: ColourPair[]
  /** Of the area of all matched texts, 0 to 1, slight changes counting in part. */
  share: number
}

/** CIEDE2000 at which a change begins to count, and from which it counts in full. Letters are thin: they take more. */
const RAMP: Record<Slot, [number, number]> = { letters: [10, 20], background: [4, 10] }
/** Colours this near are one. */
const NEAR = 4

/** Changed colours, the one with the largest area first. A text counts once, for what changed more of it. `total`: area of all texts, px². */
export function changesOf(pairs: readonly ColourPair[], total: number): Change[] {
  const changes: Change[] = []
  for (const pair of pairs) {
    const [letters, background] = [weightOf(pair, 'letters'), weightOf(pair, 'background')]
    const slot: Slot = background >= letters ? 'background' : 'letters'
    const weight = Math.max(letters, background)
    if (weight === 0) continue
    const [from, to] = [pair.before[slot]!, pair.after[slot]!]
    const share = (weight * pair.area) / total
    const known = changes.find(
      change =>
        change.slot === slot &&
        colourDifference(change.from, from) < NEAR &&
        colourDifference(change.to, to) < NEAR,
    )
    if (known) {
      known.pairs.push(pair)
      known.share += share
    } else if (changes.length < MAX_CHANGES) changes.push({ slot, from, to, pairs: [pair], share })
  }
  return changes.sort((a, b) => b.share - a.share)
}

const MAX_CHANGES = 200

function weightOf({ before, after }: ColourPair, slot: Slot): number {
  const [from, to] = [before[slot], after[slot]]
  if (!from || !to) return 0
  const [least, full] = RAMP[slot]
  return Math.max(0, Math.min(1, (colourDifference(from, to) - least) / (full - least)))
}
