import type { HeadArtifact } from '../../capture/collectors/head.ts'
import type { Place } from '../../contract.ts'
import { normalise, similarity } from '../../lib/text.ts'
import type { Side } from '../core/suite.ts'

export type Heading = HeadArtifact['headings'][number]

/** Headings that say something, in document order; hidden ones too, as crawlers read them. */
export function headingsOf(head: HeadArtifact): Heading[] {
  return head.headings.filter(({ text }) => normalise(text) !== '')
}

/** Above it a heading is taken for an edited one. */
const EDITED = 0.6
/** Similarity is computed for each pair of what is left: enough for real edits, bounded for hostile pages. */
const MAX_EDITED = 80

/** One assignment from original to rebuilt headings: equal texts in order, of equal level first; then edited ones. */
export function matchHeadings(before: Heading[], now: Heading[]): Map<Heading, Heading> {
  const matched = new Map<Heading, Heading>()
  const taken = new Set<Heading>()
  const pass = (keyOf: (heading: Heading) => string) => {
    const waiting = new Map<string, Heading[]>()
    for (const heading of now.toReversed())
      if (!taken.has(heading)) waiting.set(keyOf(heading), [...(waiting.get(keyOf(heading)) ?? []), heading])
    for (const heading of before) {
      const found = matched.has(heading) ? undefined : waiting.get(keyOf(heading))?.pop()
      if (!found) continue
      matched.set(heading, found)
      taken.add(found)
    }
  }
  pass(({ level, text }) => `${level} ${normalise(text)}`)
  pass(({ text }) => normalise(text))
  const free = now.filter(heading => !taken.has(heading)).slice(0, MAX_EDITED)
  for (const heading of before.filter(one => !matched.has(one)).slice(0, MAX_EDITED)) {
    const scored = free
      .filter(candidate => !taken.has(candidate))
      .map(candidate => ({ candidate, score: similarity(heading.text, candidate.text) }))
    const best = scored.reduce<(typeof scored)[number] | undefined>(
      (top, one) => (one.score > (top?.score ?? 0) ? one : top),
      undefined,
    )
    if (!best || best.score < EDITED) continue
    matched.set(heading, best.candidate)
    taken.add(best.candidate)
  }
  return matched
}

export function placeOf(heading: Heading, { document }: Side<'document'>): Place {
  return {
    url: document.url,
    viewport: 1440,
    text: heading.text,
    selector: heading.selector,
    box: heading.box,
  }
}
