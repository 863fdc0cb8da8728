/** The headings of a page, and which of another page each of them became. */
import type { HeadArtifact } from '../../../capture/collectors/head.ts'
import { normalise, similarity } from '../../../lib/text.ts'
import { by, pairInPasses } from '../../core/pairing.ts'
import { placeOf } from '../../core/place.ts'
import type { Side } from '../../core/suite.ts'

export type Needed = 'document' | 'head' | 'layouts' | 'volatile'

/** From each original heading to its counterpart. */
export type Matched = ReadonlyMap<Heading, Heading>

export const isFrame = (landmark: string) =>
  /^(navigation|banner|contentinfo|complementary|search|dialog)$/.test(landmark)

export const placeIn = ({ document }: Side<'document'>, element: Parameters<typeof placeOf>[0]) =>
  placeOf(element, document.url)

export type Heading = HeadArtifact['headings'][number]

/** The sign of a link to the heading itself. */
const PERMALINK = /\s*[#¶§🔗]\s*$/u

/** Headings that say something, in document order; hidden ones too, as crawlers read them. */
export function headingsOf(head: HeadArtifact): Heading[] {
  return head.headings
    .map(heading => ({ ...heading, text: heading.text.replace(PERMALINK, '') }))
    .filter(({ text }) => normalise(text) !== '')
}

/** Above it a heading is taken for an edited one. */
const MIN_SIMILARITY = 0.6
/** Similarity is computed for each pair of what is left: enough for real edits, bounded for hostile pages. */
const MAX_EDITED = 80

/** Permalinks and badges put words of their own before or after a heading, which is the same heading. */
function likeness(before: string, now: string): number {
  const [said, says] = [` ${normalise(before)}`, ` ${normalise(now)}`]
  const isWithin = says.endsWith(said) || `${says} `.startsWith(`${said} `)
  return Math.max(isWithin ? MIN_SIMILARITY : 0, similarity(before, now))
}

/** One assignment from original to rebuilt headings: equal texts in order, of equal level first; then edited ones. */
export function matchHeadings(before: Heading[], now: Heading[]): Map<Heading, Heading> {
  const left = new Set(now)
  const matched = pairInPasses(before, left, [
    by(({ level, text }: Heading) => `${level} ${normalise(text)}`),
    by(({ text }: Heading) => normalise(text)),
  ])
  const free = [...left].slice(0, MAX_EDITED)
  for (const heading of before.filter(one => !matched.has(one)).slice(0, MAX_EDITED)) {
    const scored = free
      .filter(candidate => left.has(candidate))
      .map(candidate => ({ candidate, score: likeness(heading.text, candidate.text) }))
    const best = scored.reduce<(typeof scored)[number] | undefined>(
      (top, one) => (one.score > (top?.score ?? 0) ? one : top),
      undefined,
    )
    if (!best || best.score < MIN_SIMILARITY) continue
    matched.set(heading, best.candidate)
    left.delete(best.candidate)
  }
  return matched
}
