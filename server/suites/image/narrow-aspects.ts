import type { ImageArtifact } from '../../capture/collectors/images/index.ts'
import type { Matching } from '../../matching/matching.ts'
import type { Pair, Side } from '../core/suite.ts'

interface NarrowStretch {
  image: ImageArtifact
  before: ImageArtifact | undefined
  /** How much wider for its height it is drawn than its file. */
  factor: number
  widths: number[]
}

/**
 * Pictures that keep their aspect on desktops and are drawn out of it on narrower screens, by `least` times or more: a height
 * that a style sheet or an attribute sets while the width follows the screen. Not at widths where the original's are.
 */
export function narrowStretches(
  { original, rebuilt, matching }: Pair<'images' | 'layouts'> & { matching: Pick<Matching, 'pictures'> },
  least: number,
): NarrowStretch[] {
  const partners = new Map(matching.pictures.matches.map(match => [match.rebuilt, match.original]))
  const [pulledBefore, pulledNow] = [pulledOn(original, least), pulledOn(rebuilt, least)]
  const widest = Math.max(...rebuilt.layouts.map(({ width }) => width))
  return rebuilt.images.flatMap(image => {
    if (image.kind !== 'img' || image.state !== 'visible') return []
    const before = partners.get(image)
    const all = pulledNow(image)
    const known = new Set(pulledBefore(before).map(({ width }) => width))
    const found = all.filter(({ width }) => !known.has(width))
    const [first] = found
    if (!first || all.some(({ width }) => width === widest)) return []
    return [{ image, before, factor: first.factor, widths: found.map(({ width }) => width) }]
  })
}

/** The width at which a picture is drawn farthest out of its aspect. */
export function worstPullOf(side: Side<'layouts'>, least: number) {
  const pulled = pulledOn(side, least)
  const isWorse = (a: { factor: number }, b: { factor: number }) =>
    Math.abs(Math.log(a.factor)) > Math.abs(Math.log(b.factor))
  return (image: ImageArtifact) => {
    const [first, ...others] = pulled(image)
    return first && others.reduce((worst, one) => (isWorse(one, worst) ? one : worst), first)
  }
}

/** Where a picture is drawn out of its aspect, width by width. */
function pulledOn({ layouts }: Side<'layouts'>, least: number) {
  const pulled = layouts.flatMap(({ width, pictures }) =>
    pictures.flatMap(({ selector, state, pulled: factor = 1 }) =>
      state === 'visible' && Math.max(factor, 1 / factor) >= least ? [{ width, selector, factor }] : [],
    ),
  )
  const bySelector = Map.groupBy(pulled, ({ selector }) => selector)
  return (image: ImageArtifact | undefined) => (image && bySelector.get(image.selector)) ?? []
}
