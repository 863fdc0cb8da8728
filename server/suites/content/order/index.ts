import { type Check, type Finding, notApplicable } from '../../core/suite.ts'
import { type Comparison, type ContentPair, compare, keyOf, quote } from '../comparison/index.ts'
import { type Displaced, displaced } from './displaced.ts'
import { placesOf, type Section, sectionsOf, textsOf } from './sections.ts'

/** Words from which a section says enough for its place to matter. */
const LONG = 8
const SWAPPED = 0.5
const SLIGHT = 0.05
const MOST_FINDINGS = 100

/** What follows what, from top to bottom, as a person sees it. */
export const order: Check<keyof ContentPair['original']> = {
  id: 'content/order',
  title: 'Sections follow each other as before',
  weight: 5,
  judge(pair) {
    const comparison = compare(pair)
    const places = placesOf(comparison)
    const sections = sectionsOf(comparison, places)
    if (sections.length < 2) return notApplicable('there are no two sections that both pages show')
    const moved = displaced(sections)
    const strayed = new Set(moved.map(({ item }) => item))
    const within = sections.filter(section => !strayed.has(section))
    return [
      ...runsOf(moved, sections).map(run => sectionFinding(run, comparison)),
      ...within.flatMap(section =>
        displaced(textsOf(comparison, section, places))
          .filter(({ beside, item, past }) => !beside && item.weight >= LONG && past.weight >= LONG)
          .map(text => textFinding(text, comparison)),
      ),
    ].slice(0, MOST_FINDINGS)
  },
}

/** Displaced sections that stood one after the other moved together. */
function runsOf(moved: Displaced<Section>[], sections: Section[]): Displaced<Section>[][] {
  const at = new Map(sections.map((section, index) => [section, index]))
  const runs: Displaced<Section>[][] = []
  for (const each of moved.toSorted((a, b) => at.get(a.item)! - at.get(b.item)!)) {
    const last = runs.at(-1)?.at(-1)
    if (last && at.get(each.item)! - at.get(last.item)! === 1 && last.wasAbove === each.wasAbove)
      runs.at(-1)!.push(each)
    else runs.push([each])
  }
  return runs
}

function sectionFinding(run: Displaced<Section>[], { original, rebuilt, alignment }: Comparison): Finding {
  // The title of the highest level speaks for all that moved.
  const { item, past, wasAbove } = run.reduce((best, each) => (each.item.rank < best.item.rank ? each : best))
  const words = run.filter(({ beside }) => !beside).reduce((sum, each) => sum + each.item.weight, 0)
  const serious = words >= LONG && past.weight >= LONG
  const [own, other] = [original[item.members[0]!]!, original[past.members[0]!]!]
  const target = alignment.match
    .subarray(alignment.sourceStart[item.members[0]!]!, alignment.sourceStart[item.members[0]! + 1]!)
    .find(at => at >= 0)
  return {
    key: `content/order:${keyOf(own)}`,
    severity: serious ? 'moderate' : 'minor',
    penalty: serious ? SWAPPED : SLIGHT,
    message: `${item.titled ? 'The section' : 'The text'} ${quote(own.text)} stood ${wasAbove ? 'above' : 'below'} ${quote(other.text)} and stands ${wasAbove ? 'below' : 'above'} it now`,
    fix: `Put it back ${wasAbove ? 'above' : 'below'} ${quote(other.text)}`,
    original: own.place,
    rebuilt: target === undefined ? undefined : rebuilt[alignment.targetBlock[target]!]!.place,
  }
}

function textFinding({ item, past, wasAbove }: Displaced<Section>, { original }: Comparison): Finding {
  const [own, other] = [original[item.members[0]!]!, original[past.members[0]!]!]
  return {
    key: `content/order:text:${keyOf(own)}`,
    severity: 'minor',
    penalty: SLIGHT,
    message: `${quote(own.text)} stood ${wasAbove ? 'above' : 'below'} ${quote(other.text)} and stands ${wasAbove ? 'below' : 'above'} it now`,
    fix: `Put it back ${wasAbove ? 'above' : 'below'} ${quote(other.text)}`,
    original: own.place,
  }
}
