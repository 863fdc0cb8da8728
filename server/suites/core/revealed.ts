/** What came into sight when the controls of a page were pressed. */
import type { Probe } from '../../capture/collectors/probes/index.ts'
import { memo } from '../../lib/memo.ts'
import { similarity, words } from '../../lib/text.ts'
import { probesOf } from './probed.ts'
import type { Side } from './suite.ts'

/** How alike a text and what came into sight have to be, of which the beginning is known. */
const MIN_SIMILARITY = 0.7
const KNOWN_LENGTH = 80
/** First words that have to be the same. */
const HEAD = 2

/** Whether a text came into sight on a press. */
export const revealedBy = memo((side: Side<'probes'>): ((text: string) => boolean) => {
  const presses = showsByPress(side)
  return text => presses.some(shows => shows(text))
})

/**
 * For each press that showed something, whether a text was among it. What is known of an element is its own text, without
 * the words of those within it, such as a date in bold, which stand by themselves.
 */
export const showsByPress = memo((side: Side<'probes'>): ((text: string) => boolean)[] => {
  // Those whose names held them back, such as a menu “Download”, were pressed as well.
  const heldBack = (side.probes.wide.withheld ?? []).flatMap(({ press }) => press ?? [])
  return [...showsByProbe(side), ...heldBack.flatMap(showsBy)]
})

/** The same of the controls that no name held back: a slide is turned by one of them. */
export const showsByProbe = memo((side: Side<'probes'>): ((text: string) => boolean)[] =>
  probesOf(side).flatMap(showsBy),
)

const showsBy = ({ revealed, more = [] }: Pick<Probe, 'revealed' | 'more'>) =>
  revealed.length > 0 ? shownBy([...revealed, ...more]) : []

function shownBy(revealed: readonly string[]): (text: string) => boolean {
  const byHead = Map.groupBy(new Set(revealed), headOf)
  // The last word of one that was cut may be a part of it.
  const parts = revealed.map(text => words(text).slice(0, text.length < KNOWN_LENGTH - 1 ? undefined : -1))
  return text => {
    const head = text.slice(0, KNOWN_LENGTH)
    if ((byHead.get(headOf(text)) ?? []).some(other => similarity(other, head) >= MIN_SIMILARITY)) return true
    const all = new Set(words(text))
    const own = new Set(parts.filter(part => part.length > 1 && part.every(word => all.has(word))).flat())
    const said = words(head)
    return said.length > 0 && said.filter(word => own.has(word)).length >= MIN_SIMILARITY * said.length
  }
}

const headOf = (text: string) => words(text).slice(0, HEAD).join(' ')
