import type { PaletteColour } from '../../../capture/collectors/palette.ts'
import { chromaOf, colourDifference, type Rgb } from '../../../lib/colour.ts'

/** A colour of icons, rules or borders that is gone, and the new one that is there as much. */
export interface Recoloured {
  from: Rgb
  /** Null where nothing took its place: what had it may be gone as well. */
  to: Rgb | null
  regions: number
}

const COLOURFUL = 20
const SAME = 8
/** Pixels and places that make a colour part of the design: some icons, or a few rules. */
const LEAST_PX = 300
const MIN_REGIONS = 3
const GONE = 0.1

/** Colours of the original's paint that the rebuilt page has no more, but for those already `told`. */
export function recolouredPaint(
  before: readonly PaletteColour[],
  after: readonly PaletteColour[],
  told: readonly Rgb[],
): Recoloured[] {
  const [was, is] = [clustersOf(before), clustersOf(after)]
  // A page without any colour of its own, or one whose palette is not known.
  if (was.length === 0) return []
  const foreign = is.filter(colour => isDesign(colour) && amountOf(before, colour.rgb) <= GONE * colour.px)
  const taken = new Set<PaletteColour>()
  return was
    .filter(colour => isDesign(colour) && amountOf(after, colour.rgb) <= GONE * colour.px)
    .filter(colour => !told.some(other => colourDifference(other, colour.rgb) < SAME))
    .map(colour => {
      const instead = foreign.find(
        other =>
          !taken.has(other) && within(other.px, colour.px, 4) && within(other.regions, colour.regions, 3),
      )
      if (instead) taken.add(instead)
      return { from: colour.rgb, to: instead?.rgb ?? null, regions: colour.regions }
    })
}

const isDesign = ({ px, regions }: PaletteColour) => px >= LEAST_PX && regions >= MIN_REGIONS
const within = (a: number, b: number, times: number) => a <= b * times && b <= a * times

/** Shades of one colour as one, the most frequent first. */
function clustersOf(colours: readonly PaletteColour[]): PaletteColour[] {
  const clusters: PaletteColour[] = []
  for (const { rgb, px, regions } of colours) {
    if (chromaOf(rgb) < COLOURFUL) continue
    const near = clusters.find(other => colourDifference(other.rgb, rgb) < SAME / 2)
    if (near) {
      near.px += px
      near.regions = Math.max(near.regions, regions)
    } else clusters.push({ rgb, px, regions })
  }
  return clusters
}

const amountOf = (colours: readonly PaletteColour[], rgb: Rgb) =>
  colours.reduce((sum, colour) => sum + (colourDifference(colour.rgb, rgb) < SAME ? colour.px : 0), 0)
