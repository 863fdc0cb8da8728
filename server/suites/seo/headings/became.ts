/** Headings that are plain text now, and paragraphs that are headings. */
import { countWords, normalise, unspaced, words } from '../../../lib/text.ts'
import { atWidth, DESKTOP } from '../../../lib/widths.ts'
import type { Finding } from '../../core/finding.ts'
import { withoutTurnsAndIds } from '../../core/path.ts'
import { shorten } from '../../core/quote.ts'
import { firstCase } from '../../core/rules.ts'
import type { Side } from '../../core/suite.ts'
import { tooDeep } from './outline.ts'
import { type Heading, isFrame, type Matched, type Needed, placeIn } from './pairs.ts'
import { MIN_PARAGRAPH, OUTLINE, rules } from './rules.ts'

/** The text is there and no heading any more. */
export function becameText(
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
export function becameHeading(
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
