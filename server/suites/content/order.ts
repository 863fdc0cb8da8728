import type { Box } from '../../contract.ts'
import { countEach, sumOf } from '../../lib/count.ts'
import { isMain, isOnDesktop, type Passage } from '../../matching/passages.ts'
import { targetsOf } from '../../matching/texts.ts'
import type { Finding } from '../core/finding.ts'
import { withoutTurns } from '../core/path.ts'
import { quote } from '../core/quote.ts'
import { defineRules } from '../core/rules.ts'
import { type Check, notApplicable } from '../core/suite.ts'
import { type Comparison, compare, keyOf, type Needed } from './comparison/index.ts'

/** Words from which a section or text says enough for its place to matter. */
const MIN_WORDS = 8
/** Words from which a section or text is known to be the same one on the other page. */
const MIN_KNOWN_WORDS = 4
/** Share of a section's words that have to be found for its place to be known. */
const MIN_FOUND = 0.5
/** Share of a section's words, at its top and at its end, that do not count for its place. */
const MAX_OUTLIERS = 0.15
/** Sections that each displaced one is compared with: against pages of thousands of sections. */
const MAX_COMPARED = 1000

const rules = defineRules(
  'content/order',
  {
    why: 'Sections build on each other, and what stands further down is read by fewer visitors.',
    reference: 'https://www.w3.org/WAI/WCAG22/Understanding/meaningful-sequence.html',
  },
  {
    section: {
      severity: 'moderate',
      penalty: 0.5,
      measures:
        'Whether sections of the main content, or texts where there are none, follow each other from top to bottom as before.',
      fix: 'Put the sections back in their order',
      cases: {
        slight: {
          when: `it or what it passed has fewer than ${MIN_WORDS} words, or they stand side by side`,
          severity: 'minor',
          penalty: 0.05,
        },
      },
    },
    exchanged: {
      severity: 'serious',
      penalty: 1,
      measures:
        'Whether two texts without figures have changed places while what stands right before and after each stayed: below a heading, or in a box with a text that belongs to it; also of names, of two words or more, that the page says elsewhere as well, each right after a text that is said once, in boxes of one kind.',
      why: 'Each answers the question of the other, or says of one thing what is true of another.',
      fix: 'Exchange the two texts',
    },
  },
)

/** Compares the order of sections and texts on the screen, from top to bottom. */
export const order: Check<Needed> = {
  id: 'content/order',
  title: 'Sections follow each other as before',
  weight: 5,
  rules,
  judge(pair) {
    const comparison = compare(pair)
    const places = placesOf(comparison)
    const sections = sectionsOf(comparison, places)
    const texts = exchangedTexts(comparison)
    const known = new Set(texts.flat().map(({ was }) => was))
    const others = exchangedNamesakes(comparison).filter(pair => !pair.some(({ was }) => known.has(was)))
    const exchanged = [...texts, ...others].map(exchangedFinding)
    if (sections.length < 2 && exchanged.length === 0)
      return notApplicable('there are no two sections that both pages show')
    const moved = displaced(sections)
    return [...exchanged, ...runsOf(moved, sections).map(run => sectionFinding(run, comparison))]
  },
}

/** A text of both pages, on each of them. */
interface Kept {
  was: Passage
  is: Passage
}

/**
 * Two that stand in each other's place, while their neighbours are where they were. What was arranged anew moves more
 * than two, and takes its heading along. Figures are compared as facts.
 */
function exchangedTexts({ original, rebuilt }: Comparison): (readonly [Kept, Kept])[] {
  const now = onceSaid(rebuilt)
  const kept = [...onceSaid(original)].flatMap(([name, was]): Kept[] => {
    const is = now.get(name)
    return is ? [{ was, is }] : []
  })
  const turns = new Map([...now.values()].map((passage, turn) => [passage, turn]))
  const order = kept.toSorted((a, b) => turns.get(a.is)! - turns.get(b.is)!)
  const turnOf = new Map(order.map((each, turn) => [each, turn]))
  const goesTo = kept.map(each => turnOf.get(each)!)
  const stays = (at: number) => goesTo[at] === undefined || goesTo[at] === at
  const isBetween = (at: number) => stays(at - 1) && stays(at + 1)
  return kept.flatMap((one, at) => {
    const to = goesTo[at]!
    const other = kept[to]!
    if (to <= at + 1 || goesTo[to] !== at || !isBetween(at) || !isBetween(to)) return []
    const belongs = (turn: number, text: Passage, rival: Passage) =>
      kept[turn - 1]?.was.kind === 'heading' ||
      [turn - 1, turn + 1].some(
        beside => kept[beside] && stepsShared(text, kept[beside].was) > stepsShared(text, rival),
      )
    if (!belongs(at, one.was, other.was) || !belongs(to, other.was, one.was)) return []
    return /\d/.test(one.was.text + other.was.text) ? [] : [[one, other] as const]
  })
}

/**
 * Two names that the page says elsewhere as well, as those of speakers: each follows right after a text that is said once, in a
 * box with it and one of a kind, and before what follows it still, and has the words that the other had there.
 */
function exchangedNamesakes({ original, rebuilt }: Comparison): (readonly [Kept, Kept])[] {
  const [before, after] = [ownTexts(original), ownTexts(rebuilt)]
  const [anchors, anchorsNow] = [onceSaid(original), onceSaid(rebuilt)]
  const turns = new Map(after.map((passage, turn) => [passage, turn]))
  const [counts, countsNow] = [before, after].map(all => countEach(all.map(({ name }) => name)))
  const isAsOften = ({ name }: Passage) => counts!.get(name) === countsNow!.get(name)
  const places = before.flatMap((was, turn): (Kept & { anchor: Passage })[] => {
    const anchor = before[turn - 1]
    const anchorNow = anchor && anchors.get(anchor.name) === anchor ? anchorsNow.get(anchor.name) : undefined
    const at = anchorNow ? turns.get(anchorNow)! + 1 : -1
    const is = after[at]
    if (!anchor || !is || is.name === was.name || before[turn + 1]?.name !== after[at + 1]?.name) return []
    const isName = [was, is].every(one => NAME.test(one.text) && !PRESSED.test(one.kind) && isAsOften(one))
    return isName ? [{ was, is, anchor }] : []
  })
  // In one card the same two may have been arranged anew.
  const areAlike = (one: Passage, other: Passage) =>
    withoutTurns(one.place.selector ?? '') === withoutTurns(other.place.selector ?? '')
  const belongs = ({ was, anchor }: (typeof places)[number], other: Kept) =>
    areAlike(was, other.was) && stepsShared(was, anchor) > stepsShared(was, other.was)
  return places.flatMap((one, turn) => {
    const rivals = places.filter(({ was, is }) => was.name === one.is.name && is.name === one.was.name)
    const [other] = rivals
    if (rivals.length !== 1 || !other || places.indexOf(other) < turn) return []
    return belongs(one, other) && belongs(other, one) ? [[one, other] as const] : []
  })
}

/** Two words or more, the first and the last in capitals: “Show less” is a state of the page. */
const NAME = /^\p{Lu}[^\d\s]*(?: [^\d\s]+)* \p{Lu}[^\d\s]*$/u
const PRESSED = /^(button|link|label)$/

/** Texts of the main content, in their order. */
const ownTexts = (passages: readonly Passage[]): Passage[] =>
  passages.filter(one => (isOnDesktop(one) || !one.visible) && isMain(one) && !one.volatile && one.length > 0)

/** Those of which there is one, by their words. */
function onceSaid(passages: readonly Passage[]): Map<string, Passage> {
  const own = ownTexts(passages)
  const counts = countEach(own.map(({ name }) => name))
  return new Map(own.flatMap(one => (counts.get(one.name) === 1 ? [[one.name, one] as const] : [])))
}

/** How many elements two texts stand in together, as far as their selectors tell. */
function stepsShared(a: Passage, b: Passage): number {
  const [one, other] = [a, b].map(({ place }) => (place.selector ?? '').split(' > '))
  const apart = one!.findIndex((step, at) => step !== other![at])
  return apart < 0 ? one!.length : apart
}

function exchangedFinding([one, other]: readonly [Kept, Kept]): Finding {
  return rules.report('exchanged', {
    key: `${rules.check}:exchanged:${keyOf(one.was)}`,
    message: `${quote(one.was.text)} and ${quote(other.was.text)} have changed places`,
    fix: `Put ${quote(one.was.text, 300)} back where ${quote(other.was.text, 300)} stands now`,
    original: one.was.place,
    rebuilt: other.is.place,
  })
}

/** Displaced sections that stood one after the other moved together. */
function runsOf(moved: Displaced[], sections: Section[]): Displaced[][] {
  const at = new Map(sections.map((section, index) => [section, index]))
  const runs: Displaced[][] = []
  for (const each of moved.toSorted((a, b) => at.get(a.item)! - at.get(b.item)!)) {
    const last = runs.at(-1)?.at(-1)
    if (last && at.get(each.item)! - at.get(last.item)! === 1 && last.wasAbove === each.wasAbove)
      runs.at(-1)!.push(each)
    else runs.push([each])
  }
  return runs
}

function sectionFinding(run: Displaced[], { original, rebuilt, alignment }: Comparison): Finding {
  // Sections that moved together are named by the title of the highest level.
  const named = run.reduce((best, each) => (each.item.rank < best.item.rank ? each : best))
  const { item, past } = named
  const words = sumOf(run, each => (each.beside ? 0 : each.item.weight))
  const own = original[item.members[0]!]!
  const target = targetsOf(alignment, item.members[0]!).find(at => at >= 0)
  return rules.report('section', {
    key: `${rules.check}:${keyOf(own)}`,
    as: words >= MIN_WORDS && past.weight >= MIN_WORDS ? undefined : 'slight',
    ...described(named, original, item.titled ? 'The section ' : 'The text '),
    rebuilt: target === undefined ? undefined : rebuilt[target]!.place,
  })
}

function described({ item, past, wasAbove }: Displaced, original: Passage[], what = '') {
  const [own, other] = [original[item.members[0]!]!, original[past.members[0]!]!]
  const [before, now] = wasAbove ? ['above', 'below'] : ['below', 'above']
  return {
    message: `${what}${quote(own.text)} stood ${before} ${quote(other.text)} and stands ${now} it now`,
    fix: `Put it back ${before} ${quote(other.text)}`,
    original: own.place,
  }
}

/** A heading with the texts below it, or a text alone, found again on the rebuilt page. */
interface Section {
  /** Original passages in order; the first one names it. */
  members: number[]
  titled: boolean
  /** Its level as a heading; 9, behind all levels, for other texts. */
  rank: number
  /** Its places on both pages. */
  before: Box
  after: Box
  /** Where it begins on both pages, and its turn in the document of the rebuilt one. */
  beginsBefore: Box
  beginsAfter: Box
  turn: number
  /** Its words that were found. */
  weight: number
}

/** The visible sections of the main content, each with its place on both pages. */
function sectionsOf(comparison: Comparison, places: Places): Section[] {
  const groups: { members: number[]; titled: boolean }[] = []
  comparison.original.forEach((passage, index) => {
    if (!isOnDesktop(passage) || !isMain(passage)) return
    const titled = passage.kind === 'heading'
    const last = groups.at(-1)
    // A line below a title, marked up as a heading as well, belongs to it.
    const isTitle = last?.members.every(member => comparison.original[member]!.kind === 'heading')
    const below = isTitle && passage.level > comparison.original[last!.members[0]!]!.level
    if ((titled && !below) || !last) groups.push({ members: [index], titled })
    else last.members.push(index)
  })
  const parts =
    groups.filter(group => group.titled).length > 1
      ? groups
      : groups.flatMap(({ members }) => members.map(member => ({ members: [member], titled: false })))
  return parts.flatMap(part => sectionOf(comparison, part, places))
}

/** For each original passage the place of its words on the rebuilt page, with their number. */
type Places = ({ box: Box; words: number; turn: number } | null)[]

function placesOf({ original, rebuilt, alignment }: Comparison): Places {
  const copies = countEach(original.map(({ name }) => name))
  return original.map((passage, index) => {
    // Which of several equal texts is which cannot be known.
    if (copies.get(passage.name)! > 1 || !isOnDesktop(passage)) return null
    const targets = targetsOf(alignment, index).filter(at => at >= 0 && isOnDesktop(rebuilt[at]!))
    const counts = countEach(targets)
    const words = targets.length
    if (!words || words < MIN_FOUND * passage.tokens.length) return null
    const most = Math.max(...counts.values())
    const boxes = [...counts].filter(([, count]) => count * 4 >= most).map(([target]) => rebuilt[target]!.box)
    return { box: around(boxes), words, turn: targets[0]! }
  })
}

function sectionOf(
  { original }: Comparison,
  { members, titled }: Pick<Section, 'members' | 'titled'>,
  places: Places,
): Section[] {
  const known = members.filter(member => places[member])
  const weight = sumOf(known, member => places[member]!.words)
  const total = sumOf(members, member => original[member]!.tokens.length)
  if (weight < MIN_KNOWN_WORDS || weight < MIN_FOUND * total) return []
  const before = bulk(known.map(member => ({ box: original[member]!.box, words: places[member]!.words })))
  const after = bulk(known.map(member => places[member]!))
  const { kind, level } = original[members[0]!]!
  const rank = kind === 'heading' ? level : 9
  if (!before || !after) return []
  const first = known[0]!
  const begins = { beginsBefore: original[first]!.box, beginsAfter: places[first]!.box }
  return [{ members, titled, rank, before, after, ...begins, turn: places[first]!.turn, weight }]
}

/** The box around the middle of a section's words: a line that stands apart does not stretch it. */
function bulk(texts: { box: Box; words: number }[]): Box | null {
  const placed = texts.filter(({ box }) => box.width * box.height > 0).sort((a, b) => a.box.y - b.box.y)
  const total = sumOf(placed, ({ words }) => words)
  if (!total) return null
  let passed = 0
  const middle = placed.filter(({ words }) => {
    passed += words
    return passed > MAX_OUTLIERS * total && passed - words < (1 - MAX_OUTLIERS) * total
  })
  return around((middle.length ? middle : placed).map(({ box }) => box))
}

function around(boxes: Box[]): Box {
  const [x, y] = [Math.min(...boxes.map(box => box.x)), Math.min(...boxes.map(box => box.y))]
  return {
    x,
    y,
    width: Math.max(...boxes.map(box => box.x + box.width)) - x,
    height: Math.max(...boxes.map(box => box.y + box.height)) - y,
  }
}

interface Displaced {
  item: Section
  /** What it stood on the other side of. */
  past: Section
  /** It stood above `past`, and stands below it now. */
  wasAbove: boolean
  /** It stands beside others on one of the pages: columns have no order from top to bottom. */
  beside: boolean
}

/**
 * What is out of order: the heaviest sequence of items that run from top to bottom on both pages stays, of the others
 * those are displaced that passed one of these.
 */
function displaced(items: readonly Section[]): Displaced[] {
  const ordered = items.toSorted((a, b) => a.before.y - b.before.y || a.before.x - b.before.x)
  const kept = heaviestRising(ordered)
  const stays = ordered.filter((_, at) => kept[at])
  const nearby = stays.slice(0, MAX_COMPARED)
  return ordered.flatMap((item, at): Displaced[] => {
    if (kept[at]) return []
    const passed = nearby.filter(
      other =>
        !isOneRow(item, other) &&
        ((isAbove(item.before, other.before) && isAbove(other.after, item.after)) ||
          (isAbove(other.before, item.before) && isAbove(item.after, other.after))),
    )
    const [past] = passed.toSorted(
      (a, b) =>
        a.rank - b.rank || Math.abs(a.before.y - item.before.y) - Math.abs(b.before.y - item.before.y),
    )
    if (!past) return []
    const beside = nearby.some(
      other => isBeside(item.before, other.before) || isBeside(item.after, other.after),
    )
    return [{ item, past, wasAbove: isAbove(item.before, past.before), beside }]
  })
}

const isAbove = (a: Box, b: Box) => a.y + a.height <= b.y + 1

/**
 * Whether two sections are columns on one of the pages, however far down their texts begin below their titles, and stand in
 * the document as before: a row is read in that order.
 */
function isOneRow(a: Section, b: Section): boolean {
  const isRow = (begins: 'beginsBefore' | 'beginsAfter', box: 'before' | 'after') =>
    isBeside(a[begins], b[begins]) && isApart(a[box], b[box])
  return (
    a.members[0]! < b.members[0]! === a.turn < b.turn &&
    (isRow('beginsBefore', 'before') || isRow('beginsAfter', 'after'))
  )
}

/** Share of the lower box's height that two boxes side by side have in common. */
const MIN_OVERLAP = 0.5

function isBeside(a: Box, b: Box): boolean {
  const common = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return isApart(a, b) && common > MIN_OVERLAP * Math.min(a.height, b.height)
}

const isApart = (a: Box, b: Box) => a.x + a.width <= b.x || b.x + b.width <= a.x

/** Which items are part of the heaviest subsequence that runs downwards on the rebuilt page; by a Fenwick tree. */
function heaviestRising(items: readonly Section[]): boolean[] {
  const levels = [...new Set(items.map(({ after }) => after.y))].sort((a, b) => a - b)
  const rankOf = new Map(levels.map((y, rank) => [y, rank + 1]))
  /** The item that ends the heaviest sequence up to a rank. */
  const tree = new Int32Array(levels.length + 1).fill(-1)
  const weight = new Float64Array(items.length)
  const previous = new Int32Array(items.length).fill(-1)
  let best = -1
  items.forEach((item, at) => {
    const rank = rankOf.get(item.after.y)!
    let before = -1
    for (let node = rank; node > 0; node -= node & -node)
      if (tree[node]! >= 0 && (before < 0 || weight[tree[node]!]! > weight[before]!)) before = tree[node]!
    previous[at] = before
    weight[at] = item.weight + (before < 0 ? 0 : weight[before]!)
    for (let node = rank; node < tree.length; node += node & -node)
      if (tree[node]! < 0 || weight[tree[node]!]! < weight[at]!) tree[node] = at
    if (best < 0 || weight[at]! > weight[best]!) best = at
  })
  const kept = items.map(() => false)
  for (let at = best; at >= 0; at = previous[at]!) kept[at] = true
  return kept
}
