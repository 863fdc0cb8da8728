import type { ControlBox, TextBlock } from '../capture/collectors/layouts.ts'
import { assign } from '../lib/assignment.ts'
import { firstWhere } from '../lib/binary-search.ts'
import { normalise, similarity, words } from '../lib/text.ts'

/** Two controls that are one to a visitor, by their index in the controls of the 1440 px layout. */
export interface ControlMatch {
  original: number
  rebuilt: number
}

export interface Controlled {
  controls: readonly ControlBox[]
  blocks: readonly TextBlock[]
}

/** Cost of what differs, as shares of what makes two controls strangers to each other. */
const COST = { name: 0.6, kin: 0.1, role: 0.3, landmark: 0.12, near: 0.12, sight: 0.12, nameless: 0.3 }
/** Two controls of other names must share at least half of their words. */
const MIN_SIMILARITY = 0.5
/** Controls of one name that are compared on either side of the one at the same turn: more would be quadratic. */
const TURN_WINDOW = 20
/** A word of more controls than this identifies none. */
const MAX_CONTROLS_OF_WORD = 60

/** Of the middles of two that stand in one place, CSS px; and how many times larger one of them may be, by a side. */
const MAX_APART = 48
const MAX_RATIO = 2

/**
 * Pairs controls by role, name, the heading above and landmark, as one assignment; equal ones pair in page order. What
 * is left is known by its id or by its place: the arrows of a slider may be called anything.
 */
export function matchControls(original: Controlled, rebuilt: Controlled): ControlMatch[] {
  const [before, after] = [namedOf(original), namedOf(rebuilt)]
  const byName = Map.groupBy(after.keys(), index => after[index]!.group)
  const byWord = Map.groupBy(
    after.flatMap((one, index) => one.words.map(word => ({ word, index }))),
    ({ word }) => word,
  )
  const { pairs, left, right } = assign(before, after, costOf, {
    candidates: ({ group, turn, words }) => {
      const equal = byName.get(group) ?? []
      const found = new Set(equal.slice(Math.max(0, turn - TURN_WINDOW), turn + TURN_WINDOW + 1))
      for (const word of words) {
        const others = byWord.get(word) ?? []
        if (others.length <= MAX_CONTROLS_OF_WORD) for (const { index } of others) found.add(index)
      }
      return found
    },
  })
  const [was, is] = [left.map(i => before[i]!), right.map(j => after[j]!)]
  const renamed = assign(was, is, placeCost).pairs.map(([i, j]) => [left[i]!, right[j]!] as const)
  return [...pairs, ...renamed]
    .map(([i, j]) => ({ original: i, rebuilt: j }))
    .sort((a, b) => a.original - b.original)
}

/** Roles that a rebuild may exchange for each other, by one name; any other role is its own family. */
export function familyOf(role: string): string {
  if (/^(link|button|menuitem|tab)$/.test(role)) return 'pressed'
  if (/^(textbox|searchbox|combobox|spinbutton|listbox)$/.test(role)) return 'filled'
  return /^(checkbox|switch|menuitemcheckbox|radio|menuitemradio|option)$/.test(role) ? 'chosen' : role
}

interface Named {
  control: ControlBox
  name: string
  words: string[]
  /** The name; of those without one, the role. */
  group: string
  /** How many of its group come before it. */
  turn: number
  /** The last heading above it: tells six "Read more" apart. */
  near: string
  /** CSS px below that heading. */
  below: number
}

function namedOf({ controls, blocks }: Controlled): Named[] {
  const headings = blocks
    .filter(block => block.kind === 'heading' && block.state === 'visible')
    .map(block => ({ y: block.box.y, text: normalise(block.text) }))
    .sort((a, b) => a.y - b.y)
  const turns = new Map<string, number>()
  return controls.map(control => {
    const name = normalise(control.name)
    const group = name || `nameless ${control.role}`
    const turn = turns.get(group) ?? 0
    turns.set(group, turn + 1)
    const next = firstWhere(0, headings.length, at => headings[at]!.y > control.box.y)
    const { text: near, y } = headings[next - 1] ?? { text: '', y: 0 }
    return {
      control,
      name,
      words: [...new Set(words(control.name))],
      group,
      turn,
      near,
      below: control.box.y - y,
    }
  })
}

function costOf(a: Named, b: Named): number | null {
  const [one, other] = [a.control, b.control]
  let cost = 0
  if (a.name !== b.name) {
    if (!a.name || !b.name) return null
    const alike = similarity(a.name, b.name)
    if (alike < MIN_SIMILARITY) return null
    cost += COST.name * (1 - alike)
  } else if (!a.name) cost += COST.nameless
  if (one.role !== other.role) {
    if (!a.name) return null
    cost += familyOf(one.role) === familyOf(other.role) ? COST.kin : COST.role
  }
  if (one.landmark !== other.landmark) cost += COST.landmark
  if (a.near !== b.near) cost += COST.near
  if ((one.state === 'visible') !== (other.state === 'visible')) cost += COST.sight
  return cost
}

/** Of those of other names: the same kind of control, of the same id or in the same place. Links are known by where they lead. */
function placeCost(a: Named, b: Named): number | null {
  const [one, other] = [a.control, b.control]
  if (familyOf(one.role) !== familyOf(other.role) || one.role === 'link' || other.role === 'link') return null
  if (one.state !== 'visible' || other.state !== 'visible') return null
  if (/^#[^ ]+$/.test(one.selector) && one.selector === other.selector) return 0
  const ratio = (x: number, y: number) => Math.max(x, y) / Math.max(1, Math.min(x, y))
  if (
    ratio(one.box.width, other.box.width) > MAX_RATIO ||
    ratio(one.box.height, other.box.height) > MAX_RATIO
  )
    return null
  const across = one.box.x + one.box.width / 2 - other.box.x - other.box.width / 2
  const down = a.near === b.near ? a.below - b.below : one.box.y - other.box.y
  const apart = Math.hypot(across, down)
  return apart > MAX_APART ? null : apart / MAX_APART
}
