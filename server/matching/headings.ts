import { countEach } from '../lib/count.ts'
import type { BlockMatch } from './block-match.ts'
import { isOnDesktop, type Passage } from './passages.ts'

/** Share of a heading's words that a longer text must have to be what became of it, and not a sentence with some of them. */
const MIN_ABSORBED = 0.9
/** Share of another text's words that make it a part of the heading. */
const MIN_PART = 0.5

type Texts = readonly Passage[]

/**
 * The pairs of two pages' text blocks with each heading beside what it became: of equal texts the heading, of unlike ones
 * no sentence or label of the page that happens to have some of its words; and the one title beside the other.
 */
export function pairHeadings(pairs: readonly BlockMatch[], before: Texts, after: Texts): BlockMatch[] {
  const [times, timesNow] = [before, after].map(timesShown)
  const kept = exchangeEqual(pairs, before, after).filter(({ original, rebuilt, share, part }) => {
    const [was, is] = [before[original]!, after[rebuilt]!]
    if (isHeading(was) !== isHeading(is)) {
      // What leads to a section is not its heading.
      if (isHeading(was) && was.landmark !== 'navigation' && is.landmark === 'navigation') return false
      const [ofHeading, ofOther] = isHeading(was) ? [share, part] : [part, share]
      return ofHeading >= MIN_ABSORBED || ofOther >= MIN_PART
    }
    // What stands on every card is a label, and no section of the page.
    const isLabel = (times!.get(was.name) ?? 0) > 1 !== (timesNow!.get(is.name) ?? 0) > 1
    return !isHeading(was) || was.name === is.name || !isLabel
  })
  const [title, titleNow] = [before, after].map(onlyTitle)
  if (title === undefined || titleNow === undefined) return kept
  const isTaken = kept.some(({ original, rebuilt }) => original === title || rebuilt === titleNow)
  const both = { original: title, rebuilt: titleNow, share: 0, part: 0 }
  return isTaken ? kept : [...kept, both].sort((a, b) => a.original - b.original || a.rebuilt - b.rebuilt)
}

const isHeading = ({ kind }: Passage) => kind === 'heading'

const timesShown = (texts: Texts) => countEach(texts.filter(isOnDesktop).map(({ name }) => name))

/** The place of the only visible heading of level 1. */
function onlyTitle(texts: Texts): number | undefined {
  const found = [...texts.keys()].filter(at => {
    const text = texts[at]!
    return isHeading(text) && text.level === 1 && isOnDesktop(text)
  })
  return found.length === 1 ? found[0] : undefined
}

type End = 'original' | 'rebuilt'

/** Where a heading was paired with another text of the same words, and the other page shows a heading of these: with that. */
function exchangeEqual(pairs: readonly BlockMatch[], before: Texts, after: Texts): BlockMatch[] {
  const found = pairs.map(pair => ({ ...pair }))
  const texts = { original: before, rebuilt: after }
  const isTitled = (pair: BlockMatch, end: End) => isHeading(texts[end][pair[end]]!)
  const unlike = found.filter(
    pair =>
      before[pair.original]!.name === after[pair.rebuilt]!.name &&
      isTitled(pair, 'original') !== isTitled(pair, 'rebuilt'),
  )
  for (const [own, other] of [
    ['original', 'rebuilt'],
    ['rebuilt', 'original'],
  ] as const) {
    const all = new Set(found.map(pair => pair[other]))
    const holders = new Map(unlike.filter(pair => isTitled(pair, other)).map(pair => [pair[other], pair]))
    const free = Map.groupBy(
      [...texts[other].keys()].filter(at => {
        const text = texts[other][at]!
        return isHeading(text) && isOnDesktop(text) && (holders.has(at) || !all.has(at))
      }),
      at => texts[other][at]!.name,
    )
    for (const pair of unlike) {
      const text = texts[own][pair[own]]!
      if (!isHeading(text) || !isOnDesktop(text) || isTitled(pair, other)) continue
      const at = free.get(text.name)?.shift()
      if (at === undefined) continue
      const holder = holders.get(at)
      if (holder) holder[other] = pair[other]
      pair[other] = at
    }
  }
  return found
}
