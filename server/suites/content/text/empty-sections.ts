import { sumOf } from '../../../lib/count.ts'
import { isMain, isOnDesktop, type Passage } from '../../../matching/passages.ts'
import { counterpartOf } from '../../../matching/texts.ts'
import type { Finding } from '../../core/finding.ts'
import { lacksData } from '../../core/requests.ts'
import type { Side } from '../../core/suite.ts'
import { type Comparison, type ContentPair, keyOf, quote } from '../comparison/index.ts'
import { MIN_SENTENCE } from '../outcomes/index.ts'
import { rules } from './rules.ts'

/** Share of a section's height from which something may stand there that is neither text, picture nor control. */
const MAX_EMPTY = 0.5

/**
 * Headings below which nothing is left of texts that change from visit to visit, such as the latest posts: those are not
 * compared by their words, and so are told as lost by nothing else.
 */
export function emptySections(pair: ContentPair, comparison: Comparison): Finding[] {
  const { original, rebuilt, alignment } = comparison
  if (!original.some(({ volatile }) => volatile) || lacksData(pair.original, pair.rebuilt)) return []
  return original.flatMap((heading, at): Finding[] => {
    if (!isSectionHeading(heading)) return []
    const place = counterpartOf(alignment, at)
    const now = place === undefined ? undefined : rebuilt[place]
    if (!now || !isSectionHeading(now)) return []
    const [was, is] = [sectionBelow(original, at), sectionBelow(rebuilt, place!)]
    const length = sumOf(was.texts, text => text.length)
    if (length < MIN_SENTENCE || !was.texts.every(({ volatile }) => volatile)) return []
    const isEmpty = is.texts.length === 0 && is.height >= 0 && is.height < MAX_EMPTY * was.height
    if (!isEmpty || isDrawnOn(pair.rebuilt, now, is.height)) return []
    return [
      rules.report('section-emptied', {
        place: keyOf(heading),
        message: `Nothing stands below the heading ${quote(heading.text)} any more: the original shows ${was.texts.length} texts there that change from visit to visit, such as ${quote(was.texts[0]!.text)}`,
        original: heading.place,
        rebuilt: now.place,
      }),
    ]
  })
}

const isSectionHeading = (text: Passage): boolean =>
  text.kind === 'heading' && isOnDesktop(text) && isMain(text)

/** What stands below a heading in the markup, up to the next of its rank, and the room from its lower edge to that one. */
function sectionBelow(texts: readonly Passage[], at: number): { texts: Passage[]; height: number } {
  const { level, box } = texts[at]!
  const rest = texts.slice(at + 1).filter(isOnDesktop)
  const isEnd = (text: Passage) => !isMain(text) || (text.kind === 'heading' && text.level <= level)
  const end = rest.findIndex(isEnd)
  const below = end < 0 ? rest : rest.slice(0, end)
  const bottom = end < 0 ? Math.max(0, ...below.map(one => one.box.y + one.box.height)) : rest[end]!.box.y
  return { texts: below, height: bottom - box.y - box.height }
}

/** Whether a text, picture or control stands beside or below the heading, up to where its section ends. */
function isDrawnOn({ layouts }: Side<'layouts'>, { box, text }: Passage, height: number): boolean {
  const layout = layouts.find(({ width }) => width === 1440)
  if (!layout) return true
  const end = box.y + box.height + height
  return [...layout.blocks.filter(block => block.text !== text), ...layout.pictures, ...layout.controls].some(
    ({ state, box: other }) =>
      state === 'visible' && other.y + other.height / 2 > box.y && other.y + other.height / 2 < end,
  )
}
