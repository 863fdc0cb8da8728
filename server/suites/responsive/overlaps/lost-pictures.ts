/** Where the room of a picture is missing because it could not be had from here: what meets there may not for visitors. */
import type { Layout, Overlap } from '../../../capture/collectors/layouts.ts'
import { gapBetween } from '../../../lib/box.ts'
import { memo } from '../../../lib/memo.ts'
import { isWithin, parentOf } from '../../core/path.ts'
import { isOutOfReach } from '../../core/requests.ts'
import type { Side } from '../../core/suite.ts'
import { MAX_BESIDE_PX, MIN_ROOM } from './rules.ts'

/** CSS px of a line of its name, at least: what is lower is no picture, as a pixel that counts visitors. */
const MIN_LINE = 8

/** Whether one of the two that meet stands in the row or card of a picture of another site that gave no answer. */
export function pictureWaits(
  side: Side<'document' | 'health'>,
): (overlap: Pick<Overlap, 'selector' | 'coverSelector' | 'box'>, layout: Layout) => boolean {
  const unreached = new Set(
    side.health.requests
      .filter(request => request.status === 0 && isOutOfReach(request, side))
      .map(({ url }) => url.slice(0, 2048)),
  )
  const holdersOf = memo((layout: Layout) =>
    layout.pictures
      .filter(
        ({ state, failed, box }) =>
          state === 'visible' &&
          failed &&
          box.height >= MIN_LINE &&
          box.height < MIN_ROOM &&
          unreached.has(failed),
      )
      .map(({ selector, box }) => ({ holder: holderOf(selector, layout), box })),
  )
  return (overlap, layout) =>
    holdersOf(layout).some(
      ({ holder, box }) =>
        [overlap.selector, overlap.coverSelector].some(at => isWithin(at, holder)) &&
        gapBetween(box, overlap.box) <= MAX_BESIDE_PX,
    )
}

/** What holds a picture and the first text beside it. */
function holderOf(picture: string, layout: Layout): string {
  let holder = parentOf(picture)
  while (holder && !holdersOfTexts(layout).has(holder)) holder = parentOf(holder)
  return holder
}

/** All elements around texts that are shown, and those themselves. */
const holdersOfTexts = memo(({ blocks }: Layout): ReadonlySet<string> => {
  const known = new Set<string>()
  for (const { selector, state } of blocks)
    for (let at = state === 'visible' ? selector : ''; at && !known.has(at); at = parentOf(at)) known.add(at)
  return known
})
