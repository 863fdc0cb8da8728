/** The levels of headings, and those that are left out. */
import { normalise } from '../../../lib/text.ts'
import type { Finding } from '../../core/finding.ts'
import type { Side } from '../../core/suite.ts'
import { type Heading, isFrame, type Matched, type Needed, placeIn } from './pairs.ts'
import { rules } from './rules.ts'

/** A level left out on the way down, named by the original's words. */
export function skips(
  original: Side<Needed>,
  rebuilt: Side<Needed>,
  now: Heading[],
  matched: Matched,
): Finding[] {
  const back = new Map([...matched].map(([old, counterpart]) => [counterpart, old]))
  return now.flatMap((heading, at): Finding[] => {
    const above = now[at - 1]
    if (!above || heading.level - above.level < 2) return []
    const old = back.get(heading)
    // What names a list of links below the text is no part of the text.
    if (!old && isFrame(heading.landmark)) return []
    return [
      rules.report('skip', {
        place: normalise((old ?? heading).text),
        message: `"${heading.text}" is an h${heading.level} right below the h${above.level} "${above.text}": a level is skipped`,
        fix: old ? `Make it an h${old.level}, as it was` : `Make it an h${above.level + 1}`,
        original: old && placeIn(original, old),
        rebuilt: placeIn(rebuilt, heading),
      }),
    ]
  })
}

export function levels(
  original: Side<Needed>,
  rebuilt: Side<Needed>,
  before: Heading[],
  matched: Matched,
  skipped: Finding[],
): Finding[] {
  const named = new Set(skipped.map(({ key }) => key))
  if (skipped.length === 0 && isSameOutline(matched)) return []
  const repaired = tooDeep(before)
  return before.flatMap((heading): Finding[] => {
    const counterpart = matched.get(heading)
    const text = normalise(heading.text)
    // What happens to the h1, and a level that is skipped, is said once.
    if (!counterpart || heading.level === 1 || counterpart.level === 1 || repaired.has(heading)) return []
    if (counterpart.level === heading.level || named.has(`seo/headings:skip:${text}`)) return []
    const far = Math.abs(counterpart.level - heading.level) > 1
    return [
      rules.report('level', {
        place: text,
        cause: `h${heading.level} as h${counterpart.level}`,
        as: far ? 'far' : undefined,
        message: `"${heading.text}" is an h${counterpart.level}; it was an h${heading.level}`,
        fix: `Make it an h${heading.level}`,
        original: placeIn(original, heading),
        rebuilt: placeIn(rebuilt, counterpart),
      }),
    ]
  })
}

/** Headings more than one level below the nearest one before them that is of a higher level. */
export function tooDeep(list: Heading[]): ReadonlySet<Heading> {
  const above: Heading[] = []
  return new Set(
    list.filter(heading => {
      while (above.length > 0 && above.at(-1)!.level >= heading.level) above.pop()
      const isDeep = above.length > 0 && heading.level - above.at(-1)!.level > 1
      above.push(heading)
      return isDeep
    }),
  )
}

/** Each level became one level, and what stood below another still does: an outline that is only numbered otherwise. */
function isSameOutline(matched: Matched): boolean {
  const levels = new Map<number, Set<number>>()
  for (const [old, now] of matched) levels.set(old.level, (levels.get(old.level) ?? new Set()).add(now.level))
  const found = [...levels].sort(([a], [b]) => a - b).map(([, now]) => [...now])
  return found.every((now, at) => now.length === 1 && (at === 0 || now[0]! > found[at - 1]![0]!))
}
