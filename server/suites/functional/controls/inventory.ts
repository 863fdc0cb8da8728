import type { ControlBox } from '../../../capture/collectors/layouts.ts'
import { normalise } from '../../../lib/text.ts'
import { familyOf } from '../../../matching/controls.ts'
import type { Side } from '../../core/suite.ts'

/** Controls of one role and name. */
export interface Counted {
  /** Normalised. */
  name: string
  family: string
  first: ControlBox
  /** Into the controls of the 1440 px layout. */
  indices: number[]
  /** Visible at once, at the width that shows most of them. */
  most: number
}

export interface Inventory {
  controls: readonly ControlBox[]
  all: Counted[]
  /** Neither a link nor a form's. */
  counts(index: number): boolean
  /** At any width. */
  isShown(index: number): boolean
  /** A control without counterpart stands where `was` would: it is called otherwise now. */
  takesPlaceOf(
    was: Counted,
    before: Inventory,
    kept: ReadonlyMap<number, number>,
    taken: ReadonlySet<number>,
  ): boolean
}

const known = new WeakMap<object, Inventory>()

export function inventoryOf(side: Side<'layouts' | 'forms'>): Inventory {
  const ready = known.get(side.layouts)
  if (ready) return ready
  const fresh = make(side)
  known.set(side.layouts, fresh)
  return fresh
}

function make({ layouts, forms }: Side<'layouts' | 'forms'>): Inventory {
  const controls = layouts.find(({ width }) => width === 1440)?.controls ?? []
  const owned = new Set(
    forms.flatMap(({ fields, submits }) => [...fields, ...submits].map(({ selector }) => selector)),
  )
  const counted = controls.map(
    ({ role, selector }) => role !== 'link' && role !== 'option' && !owned.has(selector),
  )
  const shown = new Set<string>()
  const counts = new Map<string, Map<number, number>>()
  for (const layout of layouts)
    for (const control of layout.controls) {
      if (control.state !== 'visible') continue
      shown.add(control.selector)
      const key = keyOf(control)
      const byWidth = counts.get(key) ?? new Map<number, number>()
      counts.set(key, byWidth.set(layout.width, (byWidth.get(layout.width) ?? 0) + 1))
    }
  const all = new Map<string, Counted>()
  for (const [index, control] of controls.entries()) {
    if (!counted[index]) continue
    const key = keyOf(control)
    const one = all.get(key)
    if (one) one.indices.push(index)
    else
      all.set(key, {
        name: normalise(control.name),
        family: kindOf(control.role),
        first: control,
        indices: [index],
        most: Math.max(0, ...(counts.get(key)?.values() ?? [])),
      })
  }
  return {
    controls,
    all: [...all.values()],
    counts: index => counted[index] ?? false,
    isShown: index => shown.has(controls[index]?.selector ?? ''),
    takesPlaceOf(was, before, kept, taken) {
      return was.indices.every(index => {
        if (kept.has(index)) return true
        const [previous, next] = [kept.get(index - 1), kept.get(index + 1)]
        return [previous === undefined ? -1 : previous + 1, next === undefined ? -1 : next - 1].some(at => {
          const now = controls[at]
          return (
            now !== undefined &&
            !taken.has(at) &&
            shown.has(now.selector) &&
            kindOf(now.role) === kindOf(before.controls[index]!.role)
          )
        })
      })
    },
  }
}

const keyOf = ({ role, name }: ControlBox) => `${kindOf(role)} ${normalise(name)}`

/** An option is its list's: it is no checkbox that stands by itself. */
const kindOf = (role: string) => (role === 'option' ? role : familyOf(role))
