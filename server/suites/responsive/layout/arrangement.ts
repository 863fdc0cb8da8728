import { MOBILE, TABLET } from '../../../lib/widths.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import { around, atWidths, isPictured, type Screen } from '../screens.ts'
import { normalText } from '../words.ts'
import { areInColumns } from './columns.ts'
import { boxesOf, edgesOf, type LayoutPair, type Part, type Relation, relationOf } from './parts.ts'
import { rules, STRIP_PX } from './rules.ts'

/** How two neighbours stand to each other now: otherwise than on the original. */
type Kind = 'stacked' | 'beside' | 'swapped' | 'reordered'

interface Change {
  kind: Kind
  /** Indices of the two parts. */
  a: number
  b: number
  widths: number[]
  /** Where they are on the original at the first of these widths, px from the top. */
  top: number
  bottom: number
}

/** Changes that belong together: of one kind, in one part of the page, from the same width on. */
interface Group {
  kind: Kind
  main: boolean
  changes: Change[]
  bottom: number
}

/** Columns lost and gained, sides and order exchanged: at each width, against the original. */
export function arrangementFindings(layouts: LayoutPair): Finding[] {
  const { parts } = layouts
  const solid = changesOf(layouts).filter(({ a, b }) => parts[a]!.solid && parts[b]!.solid)
  const graded = groupsOf(solid, parts)
    .map(group => ({ ...group, ...measure(group, layouts) }))
    .filter(group => !isMovedContent(group, parts))
    .map(group => ({ ...group, as: caseOf(group, layouts) }))
    .filter((group, _, all) => !all.some(other => isToldBy(group, other)))
  // One grid that has other columns stacks, unstacks and reorders, in however many sections.
  // What stands at no width as it stood was drawn anew, and begins to differ where each grid of the original began.
  const isAnew = new Set(graded.flatMap(({ never, changes }) => (never ? changes[0]!.widths[0]! : [])))
  const merged = Map.groupBy(graded, ({ as, kind, changes }) => {
    if (as === 'breakpoint') return as
    const from = changes[0]!.widths[0]!
    return `${kind === 'swapped' ? kind : ''} ${isAnew.has(from) ? 'anew' : from}`
  })
  return [...merged.values()].map(groups => {
    const rank = ({ as, changes }: Graded) => CASES.indexOf(as) - changes.length / (changes.length + 1)
    const { kind, as, squeezed } = groups.reduce((a, b) => (rank(b) < rank(a) ? b : a))
    const [changes, others] = [true, false].map(isOf =>
      groups.filter(group => (group.kind === kind) === isOf).flatMap(group => group.changes),
    ) as [Change[], Change[]]
    return report({ kind, as, changes, others, isSqueezed: squeezed }, layouts)
  })
}

/** The cause of what a phone shows in columns that it has no room for: their texts are strips as well. */
export const SQUEEZED = 'squeezed'

/** The graver first. */
const CASES = ['squeezed', 'blown', undefined, 'breakpoint'] as const
const KINDS: readonly Kind[] = ['stacked', 'beside', 'swapped', 'reordered']

type Graded = Measured & { as: ReturnType<typeof caseOf> }

/**
 * Of what the same parts do at one width, a section that was arranged otherwise, the gravest is told, or what they do at most
 * of the common widths. What other parts do beside them is told for itself.
 */
function isToldBy(group: Graded, other: Graded): boolean {
  const widths = new Set(other.changes.flatMap(change => change.widths))
  if (group.kind === other.kind || !group.changes.some(change => change.widths.some(at => widths.has(at))))
    return false
  const rank = ({ as, kind, common }: Graded) =>
    100 * CASES.indexOf(as) - common + KINDS.indexOf(kind) / KINDS.length
  const parts = new Set(other.changes.flatMap(({ a, b }) => [a, b]))
  return rank(other) < rank(group) && group.changes.every(({ a, b }) => parts.has(a) || parts.has(b))
}

/**
 * What is next to each other on one page and stands otherwise on the other one, at each width at which either was
 * captured. At a width at which a page was not captured it is as at the next ones on both sides, when they agree.
 */
function changesOf(layouts: LayoutPair): Change[] {
  const changes = new Map<string, Change>()
  const widths = new Set([...layouts.before, ...layouts.after].map(screen => screen.width))
  for (const width of [...widths].sort((x, y) => x - y)) {
    const was = around(layouts.before, width)
    const is = around(layouts.after, width)
    if (was.length === 0 || is.length === 0) continue
    for (const { kind, a, b } of changesAt(layouts.parts, was, is)) {
      const key = `${kind} ${a} ${b}`
      const known = changes.get(key)
      if (known) known.widths.push(width)
      else changes.set(key, { kind, a, b, widths: [width], ...verticalExtent(layouts.parts, was[0]!, a, b) })
    }
  }
  return [...changes.values()]
}

type Found = Pick<Change, 'kind' | 'a' | 'b'>

function* changesAt(parts: readonly Part[], was: Screen[], is: Screen[]): Generator<Found> {
  const before = (a: number, b: number) => relationIn(parts, 'original', was, a, b)
  const after = (a: number, b: number) => relationIn(parts, 'rebuilt', is, a, b)
  for (const { a, b, relation } of edgesOf(parts, 'original', was[0]!)) {
    if (areSwappedPictures(parts[a]!, parts[b]!) || (was.length > 1 && before(a, b) !== relation)) continue
    const now = after(a, b)
    if (relation === 'right' && (now === 'below' || now === 'above')) yield { kind: 'stacked', a, b }
    if (relation === 'right' && now === 'left') yield { kind: 'swapped', a, b }
    if (relation === 'below' && now === 'above') yield { kind: 'reordered', a, b }
  }
  for (const { a, b, relation } of edgesOf(parts, 'rebuilt', is[0]!)) {
    if (relation !== 'right' || areSwappedPictures(parts[a]!, parts[b]!)) continue
    if (is.length > 1 && after(a, b) !== relation) continue
    const now = boxesOf.rebuilt(parts, is[0]!)
    if (!areInColumns(is[0]!, now[a]!, now[b]!)) continue
    const old = before(a, b)
    if (old === 'below') yield { kind: 'beside', a, b }
    if (old === 'above') yield { kind: 'beside', a: b, b: a }
  }
}

/** Two pictures of which the later one comes first now: which stands where is a question of the pictures. */
function areSwappedPictures({ turn: a }: Part, { turn: b }: Part): boolean {
  return !!a && !!b && a.original < b.original !== a.rebuilt < b.rebuilt
}

/** The relation that two parts have on all of `screens`; null where they differ, or one cannot be seen. */
function relationIn(
  parts: readonly Part[],
  side: 'original' | 'rebuilt',
  screens: readonly Screen[],
  a: number,
  b: number,
): Relation | null {
  let common: Relation | null = null
  for (const screen of screens) {
    const boxes = boxesOf[side](parts, screen)
    const [one, other] = [boxes[a], boxes[b]]
    if (!one || !other) return null
    const relation = relationOf(one.box, other.box)
    if (common !== null && common !== relation) return null
    common = relation
  }
  return common
}

function verticalExtent(parts: readonly Part[], screen: Screen, a: number, b: number) {
  const all = boxesOf.original(parts, screen)
  const boxes = [all[a], all[b]].flatMap(part => (part ? [part.box] : []))
  return {
    top: Math.min(...boxes.map(box => box.y)),
    bottom: Math.max(...boxes.map(box => box.y + box.height)),
  }
}

/** Px between two changes up to which they are one. */
const MAX_GAP_PX = 300

function groupsOf(changes: Change[], parts: readonly Part[]): Group[] {
  const groups: Group[] = []
  const last = new Map<string, Group>()
  const sorted = changes.toSorted(
    (p, q) => p.widths[0]! - q.widths[0]! || p.top - q.top || p.a - q.a || p.b - q.b,
  )
  for (const change of sorted) {
    const main = parts[change.a]!.main || parts[change.b]!.main
    const key = `${change.kind} ${main} ${change.widths[0]}`
    const open = last.get(key)
    if (open && change.top - open.bottom <= MAX_GAP_PX) {
      open.changes.push(change)
      open.bottom = Math.max(open.bottom, change.bottom)
      continue
    }
    const { kind, bottom } = change
    const fresh = { kind, main, changes: [change], bottom }
    last.set(key, fresh)
    groups.push(fresh)
  }
  return groups
}

/** Solid parts that make a group more than a detail, and the share of the page's that is enough by itself. */
const MIN_LARGE_PARTS = 4
const MIN_LARGE_SHARE = 0.25

/** Lines from which a text is read on. */
const MIN_STRIP_LINES = 3

interface Measured extends Group {
  /** Number of the common widths at which it is so. */
  common: number
  large: boolean
  /** Whether a text is squeezed to a strip: on phones, which have no room for two. */
  squeezed: boolean
  /** Whether pictures of a row fill the window one below the other now. */
  blown: boolean
  /** Whether the rebuilt page has most of it at no width as the original. */
  never: boolean
}

function measure(
  { kind, changes }: Group,
  layouts: LayoutPair,
): Pick<Measured, 'common' | 'large' | 'squeezed' | 'blown' | 'never'> {
  const parts = new Set(changes.flatMap(({ a, b }) => [a, b])).size
  const all = layouts.parts.filter(part => part.solid && part.main).length
  const isNever = (change: Change) => !layouts.after.some(screen => isAsBefore(change, screen, layouts))
  const widths = commonWidths(changes, layouts)
  return {
    common: widths.length,
    squeezed:
      kind === 'beside' &&
      changes.some(change =>
        isSqueezed(
          change,
          widths.filter(width => width <= MOBILE),
          layouts,
        ),
      ),
    blown: kind === 'stacked' && widths.some(width => width > TABLET && isBlown(changes, width, layouts)),
    large: parts >= MIN_LARGE_PARTS || parts >= Math.max(2, MIN_LARGE_SHARE * all),
    never: changes.filter(isNever).length > changes.length / 2,
  }
}

/** Whether running text of either part stands in a strip that it did not stand in. */
function isSqueezed(
  { a, b }: Change,
  widths: readonly number[],
  { before, after, parts }: LayoutPair,
): boolean {
  return after
    .filter(({ width }) => widths.includes(width))
    .some(screen => {
      const old = before.find(({ width }) => width === screen.width)
      const [was, is] = [old && boxesOf.original(parts, old), boxesOf.rebuilt(parts, screen)]
      return [a, b].some(index => {
        const [one, other] = [was?.[index], is[index]]
        if (!one || !other || other.lines < MIN_STRIP_LINES) return false
        return other.box.width < STRIP_PX && one.box.width >= STRIP_PX
      })
    })
}

/** Pictures of one row, of how many times the width, and of which share of the window. */
const BLOWN = { pictures: 3, times: 2, share: 0.6 }

/** A list of pictures that has lost its columns is scrolled through picture by picture. */
function isBlown(changes: readonly Change[], width: number, { before, after, parts }: LayoutPair): boolean {
  const [old, now] = [before, after].map(screens => screens.find(screen => screen.width === width))
  if (!old || !now) return false
  const [was, is] = [boxesOf.original(parts, old), boxesOf.rebuilt(parts, now)]
  const stacked = new Set(
    changes.filter(change => change.widths.includes(width)).flatMap(({ a, b }) => [a, b]),
  )
  const blown = [...stacked].filter(index => {
    const [one, other] = [was[index]?.box, is[index]?.box]
    if (parts[index]!.words.original > 0 || !one || !other) return false
    return other.width >= BLOWN.times * one.width && other.width >= BLOWN.share * now.screenWidth
  })
  return blown.length >= BLOWN.pictures
}

/** What stands the other way round in the markup as well has been moved: that is the content suite's. */
function isMovedContent({ kind, changes, large, never }: Measured, parts: readonly Part[]): boolean {
  if (kind === 'swapped' ? large : kind !== 'reordered' || !never) return false
  return changes.every(({ a, b }) => {
    const [one, other] = [parts[a]!.order, parts[b]!.order]
    return (one.original - other.original) * (one.rebuilt - other.rebuilt) < 0
  })
}

/**
 * What stands side by side, above each other or on the other side now is all there, and most often meant: only texts that a
 * phone has no room for are a loss. A matter of breakpoints where only the width has moved at which it changes.
 */
function caseOf(
  { kind, main, common, large, squeezed, blown, never }: Measured,
  { isAnew }: LayoutPair,
): (typeof CASES)[number] {
  if (main && blown && !isAnew) return 'blown'
  if (main && large && kind !== 'reordered')
    return squeezed && !isAnew ? 'squeezed' : common || never ? undefined : 'breakpoint'
  const isArranged = kind === 'stacked' || kind === 'beside'
  const lasting = common > 1 || (kind === 'stacked' && never && common > 0)
  return (isArranged ? lasting : common) ? undefined : 'breakpoint'
}

function isAsBefore({ kind, a, b }: Change, screen: Screen, { parts }: LayoutPair): boolean {
  const relation = relationIn(parts, 'rebuilt', [screen], a, b)
  // Columns that have changed sides are columns still.
  if (kind === 'stacked') return relation === 'right' || relation === 'left'
  return relation === (kind === 'swapped' ? 'right' : 'below')
}

/** `max-width: 768px` and `min-width: 768px` look like one breakpoint, on both sides of a common width. */
const BREAKPOINT_WINDOW_PX = 8

/** Whether the rebuilt page has it as the original within a few px of a width, and it is no change on either side. */
function isSameBreakpoint(change: Change, width: number, layouts: LayoutPair): boolean {
  const isNear = (screen: Screen) =>
    screen.width !== width && Math.abs(screen.width - width) <= BREAKPOINT_WINDOW_PX
  const unchanged = [...layouts.before, ...layouts.after].filter(
    screen => isNear(screen) && !change.widths.includes(screen.width),
  )
  return (
    unchanged.some(screen => screen.width < width) &&
    unchanged.some(screen => screen.width > width) &&
    layouts.after.some(screen => isNear(screen) && isAsBefore(change, screen, layouts))
  )
}

const commonWidths = (changes: readonly Change[], layouts: LayoutPair) =>
  [...layouts.common]
    .filter(common =>
      changes.some(change => change.widths.includes(common) && !isSameBreakpoint(change, common, layouts)),
    )
    .sort((x, y) => x - y)

function report(
  {
    kind,
    as,
    changes,
    others,
    isSqueezed,
  }: Pick<Graded, 'kind' | 'as' | 'changes'> & { others: readonly Change[]; isSqueezed: boolean },
  layouts: LayoutPair,
) {
  const { parts, before, after, urls } = layouts
  const all = [...changes, ...others]
  const common = commonWidths(all, layouts)
  const widths = [...new Set(all.flatMap(change => change.widths))].sort((x, y) => x - y)
  const names = [...new Set(changes.flatMap(({ a, b }) => [a, b]))].map(index => parts[index]!.name)
  const first = changes[0]!
  const isShown = (width: number) => isPictured(width) && first.widths.includes(width)
  const viewport = common.find(isShown) ?? common[0] ?? widths[0]!
  const place = (side: 'original' | 'rebuilt', screens: readonly Screen[]) => {
    const screen =
      screens.find(one => one.width === viewport) ?? screens.find(one => one.width === first.widths[0])
    const boxes = screen && boxesOf[side](parts, screen)
    const part = boxes?.[first.b] ?? boxes?.[first.a]
    return {
      url: urls[side],
      viewport: screen?.width ?? viewport,
      text: parts[first.b]!.name,
      ...(part && { box: part.box, selector: part.selector }),
    }
  }
  return rules.report(kind, {
    place: `${normalText(parts[first.a]!.name)}|${normalText(parts[first.b]!.name)}`,
    as,
    ...(as === 'squeezed' && { cause: SQUEEZED }),
    extent: common.length,
    message: `${sentenceOf(first, names, isSqueezed, atWidths(widths))}${others.length > 0 ? '; others beside them have changed their places as well' : ''}`,
    original: place('original', before),
    rebuilt: place('rebuilt', after),
  })
}

function sentenceOf({ kind }: Change, names: string[], isSqueezed: boolean, where: string): string {
  const [first, second] = names.map(name => quote(name, 40))
  const more = names.length > 2 ? ` (${names.length - 2} more with them)` : ''
  if (kind === 'stacked')
    return `Columns are lost: ${first} and ${second}${more}, side by side on the original, stand below each other ${where}`
  if (kind === 'beside')
    return `${first} and ${second}${more}, below each other on the original, ${isSqueezed ? 'are squeezed' : 'stand'} side by side ${where}`
  if (kind === 'swapped') return `${first} and ${second}${more} have changed sides ${where}`
  return `${second} stands above ${first}${more} ${where}, where the original has it below`
}
