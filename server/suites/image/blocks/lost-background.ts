import type { Layout } from '../../../capture/collectors/layouts.ts'
import type { SurfaceArtifact } from '../../../capture/collectors/surfaces.ts'
import { contains, pairSurfaces, type SurfacePair } from './surfaces.ts'

interface Dressed {
  surfaces: SurfaceArtifact[]
  layouts: Layout[]
}

const known = new WeakMap<readonly SurfaceArtifact[], WeakMap<readonly SurfaceArtifact[], SurfacePair[]>>()

/** The drawn boxes of both pages, paired once. */
export function surfacePairs(original: Dressed, rebuilt: Dressed): SurfacePair[] {
  const mine = known.get(original.surfaces) ?? new WeakMap<readonly SurfaceArtifact[], SurfacePair[]>()
  known.set(original.surfaces, mine)
  const ready = mine.get(rebuilt.surfaces)
  if (ready) return ready
  const blocksOf = ({ layouts }: Dressed) => layouts.find(layout => layout.width === 1440)?.blocks ?? []
  const fresh = pairSurfaces(
    { surfaces: original.surfaces, blocks: blocksOf(original) },
    { surfaces: rebuilt.surfaces, blocks: blocksOf(rebuilt) },
  )
  mine.set(rebuilt.surfaces, fresh)
  return fresh
}

/** A button that had a background of its own and has none, or no box at all. */
export const lostItsBackground = ({ before, after }: SurfacePair): boolean =>
  before.kind === 'button' && before.fill && !after?.fill

/** Tells whether what is at a place lost its background with its button: that check charges it. */
export function lostBackground(
  original: Dressed,
  rebuilt: Dressed,
): (box: SurfaceArtifact['box']) => boolean {
  const buttons = surfacePairs(original, rebuilt)
    .filter(lostItsBackground)
    .map(({ before }) => before.box)
  return box => buttons.some(outer => contains(outer, box))
}
