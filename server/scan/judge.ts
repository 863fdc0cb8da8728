import type { Capture } from '../capture/artifact.ts'
import { type Box, LIMITS, type Pairing, type Scorecard } from '../contract.ts'
import { DESKTOP } from '../lib/widths.ts'
import type { Matching } from '../matching/matching.ts'
import { makeScorecard } from '../scorecard.ts'
import { isStore } from '../store/access/state.ts'
import { matchingsOf, runSuites } from '../suites/core/run.ts'
import { LOST_KEY, STORE_SUITES, suites } from '../suites/index.ts'
import type { CapturedPair, ScanRequest } from './types.ts'

/** The verdict on a pair of captures. Pure: saved captures give the same scorecard again. */
export function judge(
  { original, rebuilt }: CapturedPair,
  request: Pick<ScanRequest, 'page_name' | 'policy' | 'accepted'>,
  gaps: string[] = [],
  matchings = matchingsOf(original, rebuilt),
): Scorecard {
  const store = isStore(rebuilt.store)
  const judged = runSuites(
    suites.filter(suite => store || !STORE_SUITES.has(suite.name)),
    withProductsThatMayGo(original, request.accepted),
    rebuilt,
    matchings,
  )
  const scorecard = makeScorecard(judged, {
    pageName: request.page_name ?? pageNameOf(rebuilt),
    policy: request.policy,
    accepted: request.accepted,
    gaps: [...gaps, ...gapsOf(original.gaps, rebuilt.gaps)],
    volatile: [original, rebuilt].flatMap(({ side, artifacts }) =>
      artifacts.volatile.ok
        ? artifacts.volatile.value.texts.slice(0, 50).map(text => ({ side, text: text.slice(0, 200) }))
        : [],
    ),
  })
  return { ...scorecard, pairing: pairingOf(matchings.pair, original, rebuilt) }
}

/** What could not be seen of which page; what befell both is said once. */
export function gapsOf(original: readonly string[], rebuilt: readonly string[]): string[] {
  const isOfBoth = (gap: string) => original.includes(gap) && rebuilt.includes(gap)
  return [
    ...original.filter(isOfBoth).map(gap => `Both pages: ${gap}`),
    ...original.filter(gap => !isOfBoth(gap)).map(gap => `Original: ${gap}`),
    ...rebuilt.filter(gap => !isOfBoth(gap)).map(gap => `New page: ${gap}`),
  ]
}

/** The original, with a mark on each product whose loss somebody has accepted by name: it is no loss of the others. */
export function withProductsThatMayGo(original: Capture, accepted: ScanRequest['accepted'] = []): Capture {
  const { catalog } = original.artifacts
  const paths = new Set(
    accepted.flatMap(({ key }) => (key.startsWith(LOST_KEY) ? [key.slice(LOST_KEY.length)] : [])),
  )
  if (paths.size === 0 || !catalog.ok) return original
  const products = catalog.value.products.map(product =>
    paths.has(product.path) ? { ...product, mayGo: true as const } : product,
  )
  return {
    ...original,
    artifacts: { ...original.artifacts, catalog: { ok: true, value: { ...catalog.value, products } } },
  }
}

function pageNameOf({ artifacts, url }: Capture): string {
  const title = artifacts.head.ok ? artifacts.head.value.title : ''
  return (title || new URL(url).pathname).slice(0, 200)
}

/** What was taken for what at 1440 px, visible on both pages, in the original's order. Bounded. */
function pairingOf(matching: Matching, original: Capture, rebuilt: Capture): Pairing {
  const [before, after] = [desktopOf(original), desktopOf(rebuilt)]
  // Texts and pictures are matched by what is known of these as well.
  const isKnown = [original, rebuilt].every(({ artifacts }) => artifacts.volatile.ok && artifacts.document.ok)
  const laidOut = isKnown && before !== undefined && after !== undefined
  const withImages = isKnown && original.artifacts.images.ok && rebuilt.artifacts.images.ok
  const kinds = {
    texts: seen(laidOut ? pairsIn(before.blocks, after.blocks, matching.texts.blocks) : []),
    pictures: seen(withImages ? matching.pictures.matches : []),
    controls: seen(laidOut ? pairsIn(before.controls, after.controls, matching.controls) : []),
  }
  const omitted = Object.values(kinds).reduce((sum, all) => sum + Math.max(0, all.length - MAX_PAIRS), 0)
  return {
    viewport: DESKTOP,
    texts: kinds.texts.slice(0, MAX_PAIRS),
    pictures: kinds.pictures.slice(0, MAX_PAIRS),
    controls: kinds.controls.slice(0, MAX_PAIRS),
    omitted,
  }
}

const MAX_PAIRS = LIMITS.pairs

const desktopOf = ({ artifacts: { layouts } }: Capture) =>
  layouts.ok ? layouts.value.find(layout => layout.width === DESKTOP) : undefined

interface VisibleBox {
  state: string
  seen: Box
}

type BoxPair = { original: VisibleBox; rebuilt: VisibleBox }

/** The items that pairs of indices mean. */
const pairsIn = (
  before: readonly VisibleBox[],
  after: readonly VisibleBox[],
  pairs: readonly { original: number; rebuilt: number }[],
): BoxPair[] => pairs.map(pair => ({ original: before[pair.original]!, rebuilt: after[pair.rebuilt]! }))

const seen = (pairs: readonly BoxPair[]): Pairing['texts'] =>
  pairs
    .filter(({ original, rebuilt }) => original.state === 'visible' && rebuilt.state === 'visible')
    .map(({ original, rebuilt }) => ({ original: rounded(original.seen), rebuilt: rounded(rebuilt.seen) }))

const rounded = ({ x, y, width, height }: Box): Box => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
})
