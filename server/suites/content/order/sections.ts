import type { Box } from '../../../contract.ts'
import { isMain, type Passage } from '../../../matching/passages.ts'
import type { Comparison } from '../comparison/index.ts'
import type { Placed } from './displaced.ts'

/** A heading with the texts below it, or a text alone, found again on the rebuilt page. */
export interface Section extends Placed {
  /** Original passages in order; the first one names it. */
  members: number[]
  titled: boolean
  /** Its level as a heading; those without come last. */
  rank: number
}

/** Share of a section's words that have to be found for its place to be known. */
const FOUND = 0.5
/** Words from which a text alone has a place of its own. */
const LEAST_WORDS = 4

/** The sections of the main content as they are seen, each with its place on both pages. */
export function sectionsOf(comparison: Comparison, places: Places): Section[] {
  const groups: { members: number[]; titled: boolean }[] = []
  comparison.original.forEach((passage, index) => {
    if (!isPlaced(passage) || !isMain(passage)) return
    const titled = passage.kind === 'heading'
    const last = groups.at(-1)
    // A line below a title, marked up as a heading as well, belongs to it.
    const alone = last?.members.every(member => comparison.original[member]!.kind === 'heading')
    const below = alone && passage.level > comparison.original[last!.members[0]!]!.level
    if ((titled && !below) || !last) groups.push({ members: [index], titled })
    else last.members.push(index)
  })
  const parts =
    groups.filter(group => group.titled).length > 1
      ? groups
      : groups.flatMap(({ members }) => members.map(member => ({ members: [member], titled: false })))
  return parts.flatMap(part => sectionOf(comparison, part, places))
}

/** The texts of one section, each with its place on both pages. */
export function textsOf(comparison: Comparison, { members }: Section, places: Places): Section[] {
  return members.flatMap(member => sectionOf(comparison, { members: [member], titled: false }, places))
}

/** For each original passage the place of its words on the rebuilt page, with their number. */
export type Places = ({ box: Box; words: number } | null)[]

export function placesOf({ original, rebuilt, alignment }: Comparison): Places {
  const { match, sourceStart, targetBlock } = alignment
  const copies = new Map<string, number>()
  for (const { name } of original) copies.set(name, (copies.get(name) ?? 0) + 1)
  return original.map((passage, index) => {
    // Which of several equal texts is which cannot be known.
    if (copies.get(passage.name)! > 1 || !isPlaced(passage)) return null
    const counts = new Map<number, number>()
    for (let at = sourceStart[index]!; at < sourceStart[index + 1]!; at++) {
      const target = match[at]! < 0 ? -1 : targetBlock[match[at]!]!
      if (target >= 0 && isPlaced(rebuilt[target]!)) counts.set(target, (counts.get(target) ?? 0) + 1)
    }
    const words = [...counts.values()].reduce((sum, count) => sum + count, 0)
    if (!words || words < FOUND * passage.tokens.length) return null
    const most = Math.max(...counts.values())
    const boxes = [...counts].filter(([, count]) => count * 4 >= most).map(([target]) => rebuilt[target]!.box)
    return { box: around(boxes), words }
  })
}

/** What only a phone shows has another page's places. */
const isPlaced = ({ visible, place }: Passage) => visible && place.viewport === 1440

const rankOf = ({ kind, level }: Passage) => (kind === 'heading' ? level : 9)

function sectionOf(
  { original }: Comparison,
  { members, titled }: Pick<Section, 'members' | 'titled'>,
  places: Places,
): Section[] {
  const known = members.filter(member => places[member])
  const weight = known.reduce((sum, member) => sum + places[member]!.words, 0)
  const total = members.reduce((sum, member) => sum + original[member]!.tokens.length, 0)
  if (weight < LEAST_WORDS || weight < FOUND * total) return []
  const before = bulk(known.map(member => ({ box: original[member]!.box, words: places[member]!.words })))
  const after = bulk(known.map(member => places[member]!))
  return before && after
    ? [{ members, titled, rank: rankOf(original[members[0]!]!), before, after, weight }]
    : []
}

/** The box around the middle of a section's words: a line that strayed does not stretch it. */
function bulk(texts: { box: Box; words: number }[]): Box | null {
  const placed = texts.filter(({ box }) => box.width * box.height > 0).sort((a, b) => a.box.y - b.box.y)
  const total = placed.reduce((sum, { words }) => sum + words, 0)
  if (!total) return null
  let passed = 0
  const middle = placed.filter(({ words }) => {
    passed += words
    return passed > STRAY * total && passed - words < (1 - STRAY) * total
  })
  return around((middle.length ? middle : placed).map(({ box }) => box))
}

const STRAY = 0.15

function around(boxes: Box[]): Box {
  const [x, y] = [Math.min(...boxes.map(box => box.x)), Math.min(...boxes.map(box => box.y))]
  return {
    x,
    y,
    width: Math.max(...boxes.map(box => box.x + box.width)) - x,
    height: Math.max(...boxes.map(box => box.y + box.height)) - y,
  }
}
