import { notApplicable } from '../core/suite.ts'
import type { Difference, Finder } from './difference.ts'
import { isUnseen, type PagePair, pagePairs, shownPage, UNSEEN } from './pages.ts'

/** Videos that show a product: those of players by their own number, others by how many there are. */
export const videos: Finder = pair => {
  const pages = pagePairs(pair).filter(({ kind }) => kind === 'product')
  const ofTheShop = sharedVideos(pages)
  const differences: Difference[] = []
  let applicable = 0
  for (const { before, after } of pages) {
    const had = before.facts!.videos.filter(video => !ofTheShop.has(video))
    if (had.length === 0) continue
    applicable++
    const has = after.facts!.videos
    // One may have been uploaded instead, which gives it another name.
    if (has.length >= had.length) continue
    differences.push({
      cause: 'videos-lost',
      original: shownPage(before),
      rebuilt: shownPage(after),
      before: `${had.length} ${had.length === 1 ? 'video' : 'videos'}`,
      after: String(has.length),
    })
  }
  if (
    pages.length === 0 &&
    isUnseen(pair, ({ facts }, kind) => kind === 'product' && facts!.videos.length > 0)
  )
    return UNSEEN('there are videos on product pages')
  if (applicable === 0)
    return notApplicable('no product page that was read on both sites has a video on the original')
  return { applicable, differences }
}

/** What more than half of all product pages show is the theme's. */
function sharedVideos(pages: readonly PagePair[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const { before } of pages)
    for (const video of before.facts!.videos)
      if (!video.startsWith('file:')) counts.set(video, (counts.get(video) ?? 0) + 1)
  const most = Math.max(3, pages.length / 2)
  return new Set([...counts].filter(([, count]) => count > most).map(([video]) => video))
}
