import { normalise } from '../../lib/text.ts'
import { type Check, type Finding, notApplicable, type Side } from '../core/suite.ts'
import { type Heading, headingsOf, matchHeadings, placeOf } from './outline.ts'

type Needed = 'document' | 'head' | 'layouts' | 'volatile'

/** Judges the markup of headings; whether their texts are still there at all is the content suite's question. */
export const headings: Check<Needed> = {
  id: 'seo/headings',
  title: 'The headings and their levels are kept',
  weight: 12,
  judge({ original, rebuilt }) {
    const before = headingsOf(original.head)
    const now = headingsOf(rebuilt.head)
    if (before.length === 0 && now.length === 0) return notApplicable('neither page has a heading')
    const matched = matchHeadings(before, now)
    const skipped = skips(original, rebuilt, now, matched)
    return [
      ...mainHeading(original, rebuilt, before, now, matched),
      ...skipped,
      ...levels(original, rebuilt, before, matched, skipped),
      ...becameText(original, rebuilt, before, matched),
    ]
  },
}

/** From each original heading to its counterpart. */
type Matched = ReadonlyMap<Heading, Heading>

function mainHeading(
  original: Side<Needed>,
  rebuilt: Side<Needed>,
  before: Heading[],
  now: Heading[],
  matched: Matched,
): Finding[] {
  const old = before.filter(({ level }) => level === 1)
  const mains = now.filter(({ level }) => level === 1)
  const first = old[0]
  const places = {
    original: first ? placeOf(first, original) : { url: original.document.url },
    rebuilt: mains[0] ? placeOf(mains[0], rebuilt) : { url: rebuilt.document.url },
  }
  const fix = first ? `Mark up "${first.text}" as the h1` : 'Mark up the main heading of the page as its h1'
  if (mains.length === 0)
    return [
      {
        key: 'seo/headings:h1',
        severity: 'serious',
        penalty: 1,
        message: first ? `The page lost its h1 "${first.text}"` : 'The page has no h1',
        fix,
        ...places,
      },
    ]
  if (!first) return []
  const volatile = new Set(original.volatile.texts.map(normalise))
  const kept = old.some(heading => matched.get(heading)?.level === 1 || volatile.has(normalise(heading.text)))
  if (!kept)
    return [
      {
        key: 'seo/headings:h1-other',
        severity: 'moderate',
        penalty: 0.4,
        message: `The h1 is "${mains[0]!.text}"; it was "${first.text}"`,
        fix,
        ...places,
      },
    ]
  const count = (list: Heading[]) => new Set(list.map(({ text }) => normalise(text))).size
  if (count(mains) <= Math.max(1, count(old))) return []
  return [
    {
      key: 'seo/headings:h1-more',
      severity: 'minor',
      penalty: 0.1,
      message: `The page has ${count(mains)} different h1; it had ${count(old)}`,
      fix: `Keep "${first.text}" as the h1 and give the others the level of their section`,
      ...places,
    },
  ]
}

/** A level left out on the way down, named by the original's words. */
function skips(original: Side<Needed>, rebuilt: Side<Needed>, now: Heading[], matched: Matched): Finding[] {
  const back = new Map([...matched].map(([old, counterpart]) => [counterpart, old]))
  return now.flatMap((heading, at): Finding[] => {
    const above = now[at - 1]
    if (!above || heading.level - above.level < 2) return []
    const old = back.get(heading)
    return [
      {
        key: `seo/headings:skip:${normalise((old ?? heading).text)}`,
        severity: 'moderate',
        penalty: 0.3,
        message: `"${heading.text}" is an h${heading.level} right below the h${above.level} "${above.text}": a level is skipped`,
        fix: old ? `Make it an h${old.level}, as it was` : `Make it an h${above.level + 1}`,
        original: old && placeOf(old, original),
        rebuilt: placeOf(heading, rebuilt),
      },
    ]
  })
}

function levels(
  original: Side<Needed>,
  rebuilt: Side<Needed>,
  before: Heading[],
  matched: Matched,
  skipped: Finding[],
): Finding[] {
  const named = new Set(skipped.map(({ key }) => key))
  const repaired = new Set(
    before.filter((heading, at) => at > 0 && heading.level - before[at - 1]!.level > 1),
  )
  return before.flatMap((heading): Finding[] => {
    const counterpart = matched.get(heading)
    const text = normalise(heading.text)
    // What happens to the h1, and a level that is skipped, is said once.
    if (!counterpart || heading.level === 1 || counterpart.level === 1 || repaired.has(heading)) return []
    if (counterpart.level === heading.level || named.has(`seo/headings:skip:${text}`)) return []
    const far = Math.abs(counterpart.level - heading.level) > 1
    return [
      {
        key: `seo/headings:level:${text}`,
        severity: far ? 'moderate' : 'minor',
        penalty: far ? 0.15 : 0.05,
        message: `"${heading.text}" is an h${counterpart.level}; it was an h${heading.level}`,
        fix: `Make it an h${heading.level}`,
        original: placeOf(heading, original),
        rebuilt: placeOf(counterpart, rebuilt),
      },
    ]
  })
}

/** The text is there and no heading any more. */
function becameText(
  original: Side<Needed>,
  rebuilt: Side<Needed>,
  before: Heading[],
  matched: Matched,
): Finding[] {
  const shown = new Map(
    (rebuilt.layouts.at(-1)?.blocks ?? []).map(block => [normalise(block.text), block] as const),
  )
  return before.flatMap((heading): Finding[] => {
    const text = normalise(heading.text)
    const block = shown.get(text)
    if (matched.has(heading) || heading.level === 1 || !block) return []
    return [
      {
        key: `seo/headings:text:${text}`,
        severity: 'moderate',
        penalty: heading.level === 2 ? 0.2 : 0.1,
        message: `"${heading.text}" was an h${heading.level} and is plain text`,
        fix: `Mark it up as an h${heading.level}`,
        original: placeOf(heading, original),
        rebuilt: {
          url: rebuilt.document.url,
          viewport: 1440,
          text: block.text,
          selector: block.selector,
          box: block.box,
        },
      },
    ]
  })
}
