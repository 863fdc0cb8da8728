import type { ImageArtifact } from '../../capture/collectors/images/index.ts'
import type { Matching } from '../../matching/matching.ts'
import { failureOf } from '../../matching/picture.ts'
import type { Pair, Side } from '../core/suite.ts'

export interface NarrowFailure {
  image: ImageArtifact
  before: ImageArtifact | undefined
  url: string
  status: number
  widths: number[]
}

/**
 * Pictures that show on desktops and have another file on narrower screens, of the site itself, which the server answered
 * with an error: what srcset or <picture> names for them is not there. Not at widths where the original's own failed.
 */
export function narrowFailures({
  original,
  rebuilt,
  matching,
}: Pair<'images' | 'layouts' | 'health'> & { matching: Pick<Matching, 'pictures'> }): NarrowFailure[] {
  const statuses = new Map(
    rebuilt.health.requests
      .filter(({ firstParty, status }) => firstParty && status >= 400)
      .map(({ url, status }) => [url, status]),
  )
  const partners = new Map(matching.pictures.matches.map(match => [match.rebuilt, match.original]))
  const [failedBefore, failedNow] = [failuresOn(original), failuresOn(rebuilt)]
  return rebuilt.images.flatMap(image => {
    if (image.state !== 'visible' || failureOf(image) !== null) return []
    const before = partners.get(image)
    const known = new Set(failedBefore(before)?.map(({ width }) => width))
    const found = (failedNow(image) ?? []).filter(({ width, url }) => !known.has(width) && statuses.has(url))
    const [first] = found
    if (!first) return []
    const widths = found.map(({ width }) => width)
    return [{ image, before, url: first.url, status: statuses.get(first.url)!, widths }]
  })
}

/** Where the file of a picture failed, width by width. */
function failuresOn({ layouts }: Side<'layouts'>) {
  const failed = layouts.flatMap(({ width, pictures }) =>
    pictures.flatMap(({ selector, state, failed: url }) =>
      url && state === 'visible' ? [{ width, selector, url }] : [],
    ),
  )
  const bySelector = Map.groupBy(failed, ({ selector }) => selector)
  return (image: ImageArtifact | undefined) => image && bySelector.get(image.selector)
}
