/** The parts of the page that a screen reader jumps to. */
import type { Finding, Pair } from '../../core/suite.ts'
import { controlsOf, layoutOf, type Needed } from '../page.ts'

const COSTS: Record<string, { severity: 'moderate' | 'minor'; penalty: number; tag: string; what: string }> =
  {
    main: { severity: 'moderate', penalty: 0.2, tag: 'main', what: 'main content' },
    navigation: { severity: 'moderate', penalty: 0.2, tag: 'nav', what: 'navigation' },
    search: { severity: 'minor', penalty: 0.05, tag: 'search', what: 'search' },
    banner: { severity: 'minor', penalty: 0.05, tag: 'header', what: 'header' },
    contentinfo: { severity: 'minor', penalty: 0.05, tag: 'footer', what: 'footer' },
    complementary: { severity: 'minor', penalty: 0.02, tag: 'aside', what: 'side content' },
  }

/** Landmarks whose content is still there, and they are not; how they nest, and further ones, is nobody's loss. */
export function judgeLandmarks(pair: Pair<Needed>): Finding[] {
  return Object.entries(COSTS).flatMap(([role, { severity, penalty, tag, what }]): Finding[] => {
    const was = pair.original.semantics.landmarks.find(landmark => landmark.role === role)
    if (!was || !(role === 'navigation' ? navigationLost(pair) : lost(pair, role))) return []
    return [
      {
        key: `a11y/landmark:${role}`,
        severity,
        penalty,
        message: `The ${what} of the page is no landmark any more: screen readers cannot jump to it`,
        fix: `Put it into a <${tag}> element, or give it role="${role}"`,
        original: { url: pair.original.document.url, selector: was.selector, viewport: 1440 },
      },
    ]
  })
}

function lost(pair: Pair<Needed>, role: string): boolean {
  if (pair.rebuilt.semantics.landmarks.some(landmark => landmark.role === role)) return false
  const [before, now] = [layoutOf(pair.original)?.blocks ?? [], layoutOf(pair.rebuilt)?.blocks ?? []]
  // Nested landmarks hide it from the blocks: the main content is all that is in no other.
  const isIn = (landmark: string) => landmark === role || (role === 'main' && landmark === '')
  return pair.matching.texts.blocks.some(
    match => isIn(before[match.original]!.landmark) && now[match.rebuilt]!.state === 'visible',
  )
}

/** Half of the links of a navigation at least have to be in one again, whichever. */
function navigationLost(pair: Pair<Needed>): boolean {
  const controls = controlsOf(pair)
  let [kept, gone] = [0, 0]
  controls.original.forEach(({ ink, told, shown }, index) => {
    const other = controls.after.get(index)
    if (!shown || other === undefined || ink.role !== 'link') return
    if (!told?.landmarks.split(' ').includes('navigation')) return
    const now = controls.rebuilt[other]!
    if (!now.told || !now.shown) return
    if (/\b(navigation|menu)\b/.test(now.told.landmarks) || now.told.part) kept++
    else gone++
  })
  return gone >= 2 && gone > kept
}
