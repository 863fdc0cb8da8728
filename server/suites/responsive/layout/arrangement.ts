import type { Severity } from '../../../contract.ts'
import type { Finding } from '../../core/suite.ts'
import { atWidths, type Screen } from '../screens.ts'
import { spelled } from '../spelling.ts'
import { type Change, changesOf, type Kind, relationIn } from './changes.ts'
import type { Looks, Node } from './nodes.ts'
import { boxesOf } from './relations.ts'

/** Changes that belong together: of one kind, in one part of the page, from the same width on. */
interface Group {
  kind: Kind
  main: boolean
  changes: Change[]
  bottom: number
}

/** Px between two changes up to which they are one. */
const NEAR = 300
/** Solid parts that make a group more than a detail, and the share of the page's that is enough by itself. */
const PARTS = 4
const SHARE = 0.25

/** Columns lost and gained, sides and order exchanged: by width, against the original. */
export function arrangementFindings(looks: Looks): Finding[] {
  const solid = changesOf(looks).filter(({ a, b }) => looks.nodes[a]!.solid && looks.nodes[b]!.solid)
  const judged = groupsOf(solid, looks.nodes).flatMap(group => {
    const severity = severityOf(group, looks)
    return severity ? [{ group, severity }] : []
  })
  return together(judged).map(({ group, severity }) => report(group, severity, looks))
}

interface Judged {
  group: Group
  severity: Severity
}

/** A breakpoint that moved is one fault, however many sections it is seen in; what is serious is told one by one. */
function together(judged: readonly Judged[]): Judged[] {
  const merged = new Map<string, Judged>()
  for (const { group, severity } of judged) {
    const first = `${severity} ${group.kind} ${group.changes[0]!.widths[0]}`
    const key = severity === 'serious' ? `${first} ${merged.size}` : first
    const known = merged.get(key)
    if (known) known.group.changes.push(...group.changes)
    else merged.set(key, { group: { ...group, changes: [...group.changes] }, severity })
  }
  return [...merged.values()]
}

function groupsOf(changes: Change[], nodes: readonly Node[]): Group[] {
  const groups: Group[] = []
  const last = new Map<string, Group>()
  const sorted = changes.toSorted(
    (p, q) => p.widths[0]! - q.widths[0]! || p.top - q.top || p.a - q.a || p.b - q.b,
  )
  for (const change of sorted) {
    const main = nodes[change.a]!.main || nodes[change.b]!.main
    const key = `${change.kind} ${main} ${change.widths[0]}`
    const open = last.get(key)
    if (open && change.top - open.bottom <= NEAR) {
      open.changes.push(change)
      open.bottom = Math.max(open.bottom, change.bottom)
      continue
    }
    const fresh = { kind: change.kind, main, changes: [change], bottom: change.bottom }
    last.set(key, fresh)
    groups.push(fresh)
  }
  return groups
}

const PENALTY: Record<Severity, number> = { critical: 1, serious: 0.2, moderate: 0.08, minor: 0.02 }

function report({ kind, changes }: Group, severity: Severity, looks: Looks): Finding {
  const common = commonWidths(changes, looks)
  const widths = [...new Set(changes.flatMap(change => change.widths))].sort((x, y) => x - y)
  const { a, b } = changes[0]!
  const names = [...new Set(changes.flatMap(change => [change.a, change.b]))].map(
    index => looks.nodes[index]!.name,
  )
  const viewport = common[0] ?? widths[0]!
  return {
    key: `responsive/layout:${kind}:${spelled(looks.nodes[a]!.name)}|${spelled(looks.nodes[b]!.name)}`,
    severity,
    penalty: PENALTY[severity] * (1 + common.length),
    message: `${sentenceOf(kind, names)} ${atWidths(widths)}`,
    fix: FIX[kind],
    ...placesOf(changes[0]!, looks, viewport),
  }
}

function sentenceOf(kind: Kind, names: string[]): string {
  const [first, second] = names.map(name => `“${name.slice(0, 40)}”`)
  const more = names.length > 2 ? ` (${names.length - 2} more parts with them)` : ''
  if (kind === 'stacked')
    return `Columns are lost: ${first} and ${second}${more}, side by side on the original, stand below each other`
  if (kind === 'beside')
    return `${first} and ${second}${more}, below each other on the original, are squeezed side by side`
  if (kind === 'swapped') return `${first} and ${second}${more} have changed sides`
  return `${second} stands above ${first}${more}, the other way round than on the original`
}

const FIX: Record<Kind, string> = {
  stacked: 'Restore the columns at these widths: look for a media query or a grid that was lost',
  beside: 'Let them stack at these widths, as the original does: look for a media query that was lost',
  swapped: 'Put them on the sides that they have on the original',
  reordered: 'Give them the order of the original at these widths: look for order and flex-direction',
}

/**
 * Serious where the layout of the original is met at no width any more, or at two of the common widths or more is
 * another; where only the width has moved at which it changes, moderate or minor.
 */
function severityOf(group: Group, looks: Looks): Severity | null {
  const { kind, main, changes } = group
  const { nodes } = looks
  const common = commonWidths(changes, looks)
  const parts = new Set(changes.flatMap(({ a, b }) => [a, b])).size
  const all = nodes.filter(node => node.solid && node.main).length
  const large = parts >= PARTS || parts >= Math.max(2, SHARE * all)
  const never = changes.filter(change => !isEver(change, looks)).length > changes.length / 2
  if (kind === 'reordered' || kind === 'swapped') {
    // What stands the other way round in the markup as well has been moved: that is told of the content.
    if (changes.every(change => isMoved(change, nodes) && (kind === 'swapped' ? !large : never))) return null
    if (kind === 'reordered' || !large || !main) return common.length ? 'moderate' : 'minor'
  }
  if (!main || !large) return common.length > 1 || (never && common.length) ? 'moderate' : 'minor'
  if (common.length > 1 || (never && common.length)) return 'serious'
  return common.length || never ? 'moderate' : 'minor'
}

/** Whether the rebuilt page has them as the original at any width. */
const isEver = (change: Change, looks: Looks) => looks.after.some(screen => isAsBefore(change, screen, looks))

function isAsBefore({ kind, a, b }: Change, screen: Screen, looks: Looks): boolean {
  const relation = relationIn(looks, 'rebuilt', [screen], a, b)
  return kind === 'stacked' || kind === 'swapped' ? relation === 'right' : relation === 'below'
}

/** Px: `max-width: 768px` and `min-width: 768px` are one breakpoint to the eye, on both sides of a common width. */
const NUDGE = 8

/** Whether the rebuilt page has it as the original within a few px of a width, and it is no change on either side. */
function isNudged(change: Change, width: number, looks: Looks): boolean {
  const isNear = (screen: Screen) => screen.width !== width && Math.abs(screen.width - width) <= NUDGE
  const free = [...looks.before, ...looks.after].filter(
    screen => isNear(screen) && !change.widths.includes(screen.width),
  )
  return (
    free.some(screen => screen.width < width) &&
    free.some(screen => screen.width > width) &&
    looks.after.some(screen => isNear(screen) && isAsBefore(change, screen, looks))
  )
}

const isMoved = ({ a, b }: Change, nodes: readonly Node[]) => {
  const [one, other] = [nodes[a]!.order, nodes[b]!.order]
  return (one.original - other.original) * (one.rebuilt - other.rebuilt) < 0
}

const commonWidths = (changes: readonly Change[], looks: Looks) =>
  [...looks.common]
    .filter(common =>
      changes.some(change => change.widths.includes(common) && !isNudged(change, common, looks)),
    )
    .sort((x, y) => x - y)

function placesOf({ a, b, widths }: Change, { nodes, before, after, urls }: Looks, viewport: number) {
  const place = (side: 'original' | 'rebuilt', screens: readonly Screen[]) => {
    const screen = screens.find(one => one.width === viewport) ?? screens.find(one => one.width === widths[0])
    const ink = screen && (boxesOf(nodes, side, screen)[b] ?? boxesOf(nodes, side, screen)[a])
    return {
      url: urls[side],
      viewport: screen?.width ?? viewport,
      text: nodes[b]!.name,
      ...(ink && { box: ink.box, selector: ink.selector }),
    }
  }
  return { original: place('original', before), rebuilt: place('rebuilt', after) }
}
