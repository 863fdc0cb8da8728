/** The parts of the page that a screen reader jumps to. */
import { DESKTOP } from '../../../lib/widths.ts'
import type { Finding } from '../../core/finding.ts'
import type { Pair } from '../../core/suite.ts'
import { controlsOf, layoutOf, type Needed } from '../page.ts'
import { rules } from './rules.ts'

const LANDMARKS = [
  { role: 'main', as: undefined, tag: 'main', what: 'main content' },
  { role: 'navigation', as: undefined, tag: 'nav', what: 'navigation' },
  { role: 'search', as: 'secondary', tag: 'search', what: 'search' },
  { role: 'banner', as: 'secondary', tag: 'header', what: 'header' },
  { role: 'contentinfo', as: 'secondary', tag: 'footer', what: 'footer' },
  { role: 'complementary', as: 'complementary', tag: 'aside', what: 'side content' },
] as const

/** Landmarks whose content is still there, and they are not; how they nest, and further ones, is nobody's loss. */
export function judgeLandmarks(pair: Pair<Needed>): Finding[] {
  return LANDMARKS.flatMap(({ role, as, tag, what }) => {
    const was = pair.original.semantics.landmarks.find(landmark => landmark.role === role)
    if (!was || !(role === 'navigation' ? isNavigationLost(pair) : isLost(pair, role))) return []
    // Of several lists of links, such as a bar and a side bar, one is still to be jumped to.
    const isOneLeft =
      role === 'navigation' &&
      controlsOf(pair).rebuilt.some(
        ({ shown, semantics }) => shown && semantics?.landmarks.split(' ').includes(role),
      )
    return rules.report('landmark', {
      key: `a11y/landmark:${role}`,
      as: isOneLeft ? 'secondary' : as,
      message: isOneLeft
        ? `Most links that stood in the ${what} of the page stand in none now, and others do: screen readers cannot jump to them`
        : `The ${what} of the page is no landmark any more: screen readers cannot jump to it`,
      fix: `Put it into a <${tag}> element, or give it role="${role}"`,
      original: { url: pair.original.document.url, selector: was.selector, viewport: DESKTOP },
    })
  })
}

function isLost(pair: Pair<Needed>, role: string): boolean {
  if (pair.rebuilt.semantics.landmarks.some(landmark => landmark.role === role)) return false
  const [before, now] = [layoutOf(pair.original)?.blocks ?? [], layoutOf(pair.rebuilt)?.blocks ?? []]
  // Nested landmarks hide it from the blocks: the main content is all that is in no other.
  const isIn = (landmark: string) => landmark === role || (role === 'main' && landmark === '')
  return pair.matching.texts.blocks.some(
    match => isIn(before[match.original]!.landmark) && now[match.rebuilt]!.state === 'visible',
  )
}

/** Links of a navigation that have to be out of any for it to be lost; as many as are in one at most are no loss. */
const MIN_LINKS_OUTSIDE = 2

function isNavigationLost(pair: Pair<Needed>): boolean {
  if (textsOutside(pair) >= MIN_LINKS_OUTSIDE) return true
  const controls = controlsOf(pair)
  let [inside, outside] = [0, 0]
  for (const [index, { semantics, shown, role }] of controls.original.entries()) {
    const now = controls.rebuilt[controls.after.get(index) ?? -1]
    if (!shown || !now?.shown || !now.semantics || role !== 'link') continue
    if (!semantics?.landmarks.split(' ').includes('navigation')) continue
    if (/\b(navigation|menu)\b/.test(now.semantics.landmarks) || now.semantics.part) inside++
    else outside++
  }
  return outside >= MIN_LINKS_OUTSIDE && outside > inside
}

/** Texts of a navigation that are seen on the other page, links or not: lost with it where that page has none at all. */
function textsOutside({ original, rebuilt, matching }: Pair<Needed>): number {
  if (rebuilt.semantics.landmarks.some(({ role }) => role === 'navigation')) return 0
  const [before, now] = [layoutOf(original)?.blocks ?? [], layoutOf(rebuilt)?.blocks ?? []]
  const kept = matching.texts.blocks.filter(match => {
    const was = before[match.original]!
    return was.landmark === 'navigation' && was.state === 'visible'
  })
  return new Set(kept.map(match => now[match.rebuilt]!).filter(({ state }) => state === 'visible')).size
}
