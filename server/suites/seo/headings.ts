import type { HeadArtifact } from '../../capture/collectors/head.ts'
import { countWords, normalise, similarity, unspaced, words } from '../../lib/text.ts'
import { atWidth, DESKTOP } from '../../lib/widths.ts'
import type { Finding } from '../core/finding.ts'
import { by, pairInPasses } from '../core/pairing.ts'
import { withoutTurnsAndIds } from '../core/path.ts'
import { placeOf } from '../core/place.ts'
import { shorten } from '../core/quote.ts'
import { defineRules, firstCase } from '../core/rules.ts'
import { type Check, notApplicable, type Side } from '../core/suite.ts'

type Needed = 'document' | 'head' | 'layouts' | 'volatile'

/** Words from which a text is a paragraph, whatever it is marked up as. */
const MIN_PARAGRAPH = 15

/** Share and number of headings without which a page has no outline any more. */
const OUTLINE = { share: 0.5, min: 8 }

const rules = defineRules(
  'seo/headings',
  {
    why: 'Search engines read from the headings what a page and its sections are about, and screen readers go by them.',
    reference: 'https://www.w3.org/WAI/tutorials/page-structure/headings/',
  },
  {
    h1: {
      severity: 'serious',
      penalty: 1,
      measures: 'Whether the page has an h1.',
      fix: 'Mark up the main heading of the page as its h1',
      cases: {
        'other-level': {
          when: 'what the h1 said is a heading of another level now',
          severity: 'moderate',
          penalty: 0.5,
        },
        shown: {
          when: 'what the h1 said is the largest text of the first screen, and no heading',
          severity: 'moderate',
          penalty: 0.5,
        },
        linked: {
          when: 'what the h1 said is a link of the first screen, as the name of a site is, and the title of the page says it',
          severity: 'moderate',
          penalty: 0.5,
        },
        replaced: {
          when: 'the largest text of the first screen is a headline that the original does not have, so that the page still says what it is about',
          severity: 'moderate',
          penalty: 0.5,
        },
        unseen: {
          when: 'no visitor saw it: it was there for crawlers and screen readers alone',
          severity: 'moderate',
          penalty: 0.5,
        },
      },
    },
    'h1-other': {
      severity: 'moderate',
      penalty: 0.4,
      measures: 'Whether a heading that is an h1 of the original still is one.',
      fix: 'Mark up the main heading of the original as the h1',
    },
    'h1-more': {
      severity: 'minor',
      penalty: 0.1,
      measures: 'The number of different h1.',
      fix: 'Keep one h1 and give the others the level of their section',
    },
    skip: {
      severity: 'moderate',
      penalty: 0.3,
      measures: 'Whether a heading is more than one level below the heading before it.',
      fix: 'Give it the level below the heading that it stands under',
    },
    level: {
      severity: 'minor',
      penalty: 0.05,
      measures: 'The level of each heading but the h1.',
      fix: 'Give it the level of the original',
      cases: { far: { when: 'it moved by more than one level', severity: 'moderate', penalty: 0.15 } },
    },
    paragraph: {
      severity: 'moderate',
      penalty: 0.3,
      measures: `Whether a text of ${MIN_PARAGRAPH} words or more that was none is a heading now.`,
      fix: 'Mark it up as a paragraph',
    },
    text: {
      severity: 'moderate',
      penalty: 0.1,
      measures: 'Whether the text of a heading is there and no heading any more.',
      fix: 'Mark it up as a heading',
      cases: {
        most: {
          when: `so it is, outside of cells of a table, with ${OUTLINE.share * 100} % or more of the h2, h3 and h4, ${OUTLINE.min} at least`,
          severity: 'serious',
          penalty: 0.3,
        },
        h2: { when: 'it was an h2', penalty: 0.2 },
        frame: {
          when: 'it stands in the navigation, the header, the footer or a side bar on one of the pages: it names a list of links',
          severity: 'minor',
          penalty: 0.02,
        },
        deep: {
          when: 'it was an h5 or h6 more than one level below the heading that it belongs to, as what is marked up for its size',
          severity: 'minor',
          penalty: 0.02,
        },
      },
    },
  },
)

/** Judges the markup of headings; whether their texts are still there at all is the content suite's question. */
export const headings: Check<Needed> = {
  id: 'seo/headings',
  title: 'The headings and their levels are kept',
  weight: 12,
  rules,
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
      ...becameHeading(original, rebuilt, now, matched),
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
  const found = {
    original: first ? placeIn(original, first) : { url: original.document.url },
    rebuilt: mains[0] ? placeIn(rebuilt, mains[0]) : { url: rebuilt.document.url },
    fix: first ? `Mark up "${first.text}" as the h1` : undefined,
  }
  if (mains.length === 0 && !first) return []
  if (mains.length === 0)
    return [
      rules.report('h1', {
        ...found,
        as: caseOfLoss(original, rebuilt, old, matched),
        message: `The page lost its h1 "${first!.text}"`,
      }),
    ]
  if (!first) return []
  const volatile = new Set(original.volatile.texts.map(normalise))
  const kept = old.some(heading => matched.get(heading)?.level === 1 || volatile.has(normalise(heading.text)))
  // A logo is the site's, not the page's, and says nothing that the headline of the original does not.
  const isHeadline = mains.some(heading => [...matched.values()].includes(heading))
  if (!kept && isHeadline && old.every(heading => isPicture(original, heading))) return []
  if (!kept)
    return [
      rules.report('h1-other', {
        ...found,
        message: `The h1 is "${mains[0]!.text}"; it was "${first.text}"`,
      }),
    ]
  const count = (list: Heading[]) => new Set(list.map(({ text }) => normalise(text))).size
  if (count(mains) <= Math.max(1, count(old))) return []
  return [
    rules.report('h1-more', {
      ...found,
      message: `The page has ${count(mains)} different h1; it had ${count(old)}`,
      fix: `Keep "${first.text}" as the h1 and give the others the level of their section`,
    }),
  ]
}

/** What stands for the h1s of the original on a page that has none: visitors miss nothing where its headline is there. */
function caseOfLoss(original: Side<Needed>, rebuilt: Side<Needed>, old: Heading[], matched: Matched) {
  if (old.some(heading => matched.has(heading))) return 'other-level'
  if (old.every(heading => heading.state !== 'visible' || isOutOfView(original, heading))) return 'unseen'
  const headline = headlineOf(rebuilt)
  if (old.some(({ text }) => headline.texts.has(normalise(text)))) return 'shown'
  const title = normalise(rebuilt.head.title)
  const links = firstScreenOf(rebuilt).flatMap(({ kind, text }) => (kind === 'link' ? normalise(text) : []))
  if (old.some(({ text }) => title.includes(normalise(text)) && links.includes(normalise(text))))
    return 'linked'
  const known = new Set(original.layouts.flatMap(({ blocks }) => blocks.map(({ text }) => normalise(text))))
  const { texts, size } = headline
  return texts.size === 1 && size >= MIN_HEADLINE_PX && !known.has([...texts][0]!) ? 'replaced' : undefined
}

/** Large text of WCAG: running text is smaller. */
const MIN_HEADLINE_PX = 24

/** CSS px from the top of what a visitor sees first. */
const FIRST_SCREEN = 900

const firstScreenOf = ({ layouts }: Side<Needed>) =>
  (atWidth(layouts, DESKTOP)?.blocks ?? []).filter(
    ({ state, box, text }) => state === 'visible' && box.y < FIRST_SCREEN && /\p{L}/u.test(text),
  )

/** The texts of the first screen that are set largest, in letters: what a visitor takes for the headline. */
function headlineOf(side: Side<Needed>): { texts: ReadonlySet<string>; size: number } {
  const shown = firstScreenOf(side)
  const largest = Math.max(...shown.map(({ style }) => style.size))
  const texts = shown.flatMap(({ style, text }) => (style.size === largest ? normalise(text) : []))
  return { texts: new Set(texts), size: largest }
}

/** Whether its text is set where nobody sees it, as that behind a logo is. */
function isOutOfView({ layouts }: Side<Needed>, { text }: Heading): boolean {
  const set = layouts.flatMap(({ blocks }) =>
    blocks.filter(block => normalise(block.text) === normalise(text)),
  )
  return set.length > 0 && set.every(({ state }) => state !== 'visible')
}

/** Whether a heading is nowhere shown as text: its words are the alternative text of a picture. */
function isPicture({ layouts }: Side<Needed>, { text }: Heading): boolean {
  return !layouts.some(({ blocks }) => blocks.some(block => normalise(block.text) === normalise(text)))
}

/** A level left out on the way down, named by the original's words. */
function skips(original: Side<Needed>, rebuilt: Side<Needed>, now: Heading[], matched: Matched): Finding[] {
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

function levels(
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
function tooDeep(list: Heading[]): ReadonlySet<Heading> {
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

/** The text is there and no heading any more. */
function becameText(
  original: Side<Needed>,
  rebuilt: Side<Needed>,
  before: Heading[],
  matched: Matched,
): Finding[] {
  const [plain, plainNow] = [original, rebuilt].map(plainTexts)
  const deep = tooDeep(before)
  const shown = before.filter(({ level, state }) => level > 1 && state === 'visible')
  // Names of products and the like are marked up for their size, and are said more than once.
  const isOutline = ({ level, landmark }: Heading) => level < 5 && !isFrame(landmark)
  const outlined = (headings: readonly Heading[]) =>
    new Set(headings.flatMap(heading => (isOutline(heading) ? unspaced(heading.text) : []))).size
  const become = shown.flatMap(heading => {
    const text = unspaced(heading.text)
    // What stood there beside the heading, as the label of a field does, is not what became of it.
    const block = plainNow!.get(text)?.[plain!.get(text)?.length ?? 0]
    // A bare number says nothing of a section; a part of a heading is none of its own.
    return matched.has(heading) || !block || !/\p{L}/u.test(text) ? [] : [{ heading, block }]
  })
  // A table has an outline of its own.
  const plainly = become.filter(({ block }) => !/ > t[dh](:[^ ]*)?$/.test(block.selector))
  const areMost =
    outlined(plainly.map(({ heading }) => heading)) >= Math.max(OUTLINE.min, OUTLINE.share * outlined(shown))
  return become.flatMap(({ heading, block }): Finding[] => {
    const text = normalise(heading.text)
    return [
      rules.report('text', {
        place: text,
        // Entries of one list, by their places on both pages.
        cause: `${withoutTurnsAndIds(heading.selector)} as ${withoutTurnsAndIds(block.selector)}`,
        as: firstCase({
          frame: isFrame(heading.landmark) || isFrame(block.landmark),
          most: areMost && isOutline(heading),
          h2: heading.level === 2,
          deep: heading.level >= 5 && deep.has(heading),
        }),
        message: `"${heading.text}" was an h${heading.level} and is plain text`,
        fix: `Mark it up as an h${heading.level}`,
        original: placeIn(original, heading),
        rebuilt: placeIn(rebuilt, block),
      }),
    ]
  })
}

/** The blocks of a page that are no heading and no part of one, by their texts. */
const plainTexts = ({ layouts }: Side<Needed>) =>
  Map.groupBy(
    (atWidth(layouts, DESKTOP)?.blocks ?? []).filter(
      ({ kind, selector }) => kind !== 'heading' && !/(^|> )h[1-6]\b/.test(selector),
    ),
    ({ text }) => unspaced(text),
  )

/** Running text that is a heading now. */
function becameHeading(
  original: Side<Needed>,
  rebuilt: Side<Needed>,
  now: Heading[],
  matched: Matched,
): Finding[] {
  const old = new Set(matched.values())
  const texts = new Map(
    (atWidth(original.layouts, DESKTOP)?.blocks ?? []).flatMap(block =>
      block.kind === 'heading' ? [] : [[normalise(block.text), block] as const],
    ),
  )
  return now.flatMap((heading): Finding[] => {
    const was = texts.get(normalise(heading.text))
    if (!was || old.has(heading) || countWords(words(heading.text)) < MIN_PARAGRAPH) return []
    return [
      rules.report('paragraph', {
        place: normalise(heading.text).slice(0, 80),
        cause: 'paragraphs are headings',
        message: `The paragraph "${shorten(heading.text, 80)}" is an h${heading.level} now`,
        original: placeIn(original, was),
        rebuilt: placeIn(rebuilt, heading),
      }),
    ]
  })
}

const isFrame = (landmark: string) =>
  /^(navigation|banner|contentinfo|complementary|search|dialog)$/.test(landmark)

const placeIn = ({ document }: Side<'document'>, element: Parameters<typeof placeOf>[0]) =>
  placeOf(element, document.url)

type Heading = HeadArtifact['headings'][number]

/** The sign of a link to the heading itself. */
const PERMALINK = /\s*[#¶§🔗]\s*$/u

/** Headings that say something, in document order; hidden ones too, as crawlers read them. */
function headingsOf(head: HeadArtifact): Heading[] {
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
function matchHeadings(before: Heading[], now: Heading[]): Map<Heading, Heading> {
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
