import type { ControlBox, TextBlock } from '../capture/collectors/layouts.ts'
import { assign } from '../lib/assignment.ts'
import { normalise, similarity, words } from '../lib/text.ts'

/** Two controls that are one to a visitor, by their index in the controls of the 1440 px layout. */
export interface ControlMatch {
  original: number
  rebuilt: number
}

interface Named {
  control: ControlBox
  name: string
  words: string[]
  /** The last heading above it: tells six "Read more" apart. */
  near: string
}

export interface Controlled {
  controls: readonly ControlBox[]
  blocks: readonly TextBlock[]
}

/** Cost of what differs; two controls of other names must share at least half of their words. */
const COST = { name: 0.6, kin: 0.1, role: 0.3, landmark: 0.12, near: 0.12, sight: 0.12, nameless: 0.3 }
const LEAST_SIMILARITY = 0.5
/** Candidates of one name that are looked at on both sides of the one at the same turn, and by words in common. */
const REACH = 20
/** What a word must not be in: it would tell nothing. */
const COMMON = 60

/** Pairs controls by role, name, the heading above and landmark, as one assignment; equal ones pair in page order. */
export function matchControls(original: Controlled, rebuilt: Controlled): ControlMatch[] {
  const [before, after] = [namedOf(original), namedOf(rebuilt)]
  const byName = groupsOf(after, one => [one.name || `nameless ${one.control.role}`])
  const byWord = groupsOf(after, one => one.words)
  const turns = new Map<string, number>()
  const turnOf = before.map(one => {
    const name = one.name || `nameless ${one.control.role}`
    const turn = turns.get(name) ?? 0
    turns.set(name, turn + 1)
    return turn
  })
  const { pairs } = assign(before, after, costOf, {
    candidates: (one, index) => {
      const equal = byName.get(one.name || `nameless ${one.control.role}`) ?? []
      const found = new Set(equal.slice(Math.max(0, turnOf[index]! - REACH), turnOf[index]! + REACH + 1))
      for (const word of one.words) {
        const list = byWord.get(word) ?? []
        if (list.length <= COMMON) for (const other of list) found.add(other)
      }
      return found
    },
  })
  return pairs.map(([i, j]) => ({ original: i, rebuilt: j }))
}

function namedOf({ controls, blocks }: Controlled): Named[] {
  const headings = blocks
    .filter(block => block.kind === 'heading' && block.state === 'visible')
    .map(block => ({ y: block.box.y, text: normalise(block.text) }))
    .sort((a, b) => a.y - b.y)
  return controls.map(control => {
    const name = normalise(control.name)
    return { control, name, words: [...new Set(words(control.name))], near: above(headings, control.box.y) }
  })
}

/** The text of the last heading that begins at or above `y`. */
function above(headings: { y: number; text: string }[], y: number): string {
  let [low, high] = [0, headings.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (headings[middle]!.y <= y) low = middle + 1
    else high = middle
  }
  return headings[low - 1]?.text ?? ''
}

function groupsOf(items: readonly Named[], keysOf: (item: Named) => string[]): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  for (const [index, item] of items.entries())
    for (const key of keysOf(item)) {
      const group = groups.get(key)
      if (group) group.push(index)
      else groups.set(key, [index])
    }
  return groups
}

function costOf(a: Named, b: Named): number | null {
  const [one, other] = [a.control, b.control]
  let cost = 0
  if (a.name !== b.name) {
    if (!a.name || !b.name) return null
    const alike = similarity(a.name, b.name)
    if (alike < LEAST_SIMILARITY) return null
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

/** Roles that a rebuild may exchange for each other. */
function familyOf(role: string): string {
  if (/^(link|button|menuitem|tab)$/.test(role)) return 'pressed'
  if (/^(textbox|searchbox|combobox|spinbutton|listbox)$/.test(role)) return 'filled'
  return /^(checkbox|switch|menuitemcheckbox|radio|menuitemradio|option)$/.test(role) ? 'chosen' : role
}
