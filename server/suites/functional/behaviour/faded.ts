/** Texts that cannot be read any more once a control has changed the colours of the page, as a dark mode. */
import type { Probe } from '../../../capture/collectors/probes/index.ts'
import type { Pair } from '../../core/suite.ts'
import { folded, type Needed, textsAt } from './probe.ts'

/** Fewer may stand on a picture that is no box of theirs. */
const MIN_TEXTS = 3
const MIN_SHARE = 0.5
/** So many are kept. */
const MAX_TEXTS = 40

/** What is faded on the new page alone, and whether that is most of what it shows. */
export function fadedSince(
  { original, rebuilt }: Pair<Needed>,
  was: Probe,
  now: Probe,
): { texts: string[]; isMost: boolean } | undefined {
  if (!was.faded || !now.faded) return undefined
  const known = new Set(was.faded.map(folded))
  const shown = textsAt(original, was.width)
  const texts = now.faded.filter(text => !known.has(folded(text)) && shown.has(folded(text)))
  if (texts.length < MIN_TEXTS) return undefined
  return { texts, isMost: texts.length > MIN_SHARE * Math.min(MAX_TEXTS, textsAt(rebuilt, now.width).size) }
}
