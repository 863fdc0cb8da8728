/** The h1 of a page: whether it has one, and which. */
import { normalise } from '../../../lib/text.ts'
import { atWidth, DESKTOP } from '../../../lib/widths.ts'
import type { Finding } from '../../core/finding.ts'
import type { Side } from '../../core/suite.ts'
import { type Heading, type Matched, type Needed, placeIn } from './pairs.ts'
import { rules } from './rules.ts'

export function mainHeading(
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
