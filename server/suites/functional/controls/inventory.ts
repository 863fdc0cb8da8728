import type { ControlBox, TextBlock } from '../../../capture/collectors/layouts.ts'
import { memo } from '../../../lib/memo.ts'
import { normalise } from '../../../lib/text.ts'
import { familyOf } from '../../../matching/controls.ts'
import type { Pair, Side } from '../../core/suite.ts'

/** Controls of one family of roles and one name. */
export interface Counted {
  /** Normalised. */
  name: string
  first: ControlBox
  /** Into the controls of the 1440 px layout. */
  indices: number[]
  /** Visible at once, at the width that shows most of them. */
  most: number
}

export interface Inventory {
  /** Of the 1440 px layout. */
  controls: readonly ControlBox[]
  all: Counted[]
  /** Neither a link nor a form's. */
  counts(index: number): boolean
  /** At any width. */
  isShown(index: number): boolean
}

/** The controls of a page outside of links and forms. */
export const inventoryOf = memo(({ layouts, forms }: Side<'layouts' | 'forms'>): Inventory => {
  const controls = layouts.find(({ width }) => width === 1440)?.controls ?? []
  const owned = new Set(
    forms.flatMap(({ fields, submits }) => [...fields, ...submits].map(({ selector }) => selector)),
  )
  const isCounted = ({ role, selector }: ControlBox) =>
    role !== 'link' && role !== 'option' && !owned.has(selector)
  const visible = layouts.map(layout => layout.controls.filter(({ state }) => state === 'visible'))
  const shown = new Set(visible.flat().map(({ selector }) => selector))
  const counts = mostAtOnce(visible.map(list => list.map(keyOf)))
  const groups = Map.groupBy(
    controls.keys().filter(index => isCounted(controls[index]!)),
    index => keyOf(controls[index]!),
  )
  return {
    controls,
    all: [...groups].map(([key, indices]) => {
      const first = controls[indices[0]!]!
      return { name: normalise(first.name), first, indices, most: counts.get(key) ?? 0 }
    }),
    counts: index => controls[index] !== undefined && isCounted(controls[index]),
    isShown: index => shown.has(controls[index]?.selector ?? ''),
  }
})

/** Controls of one family may stand for each other. An option is its list's: it is no checkbox that stands by itself. */
export const familyOfControl = ({ role }: ControlBox): string => (role === 'option' ? role : familyOf(role))

const keyOf = (control: ControlBox) => `${familyOfControl(control)} ${normalise(control.name)}`

/** How often each name stands in the list that has most of it. */
function mostAtOnce(lists: string[][]): Map<string, number> {
  const most = new Map<string, number>()
  for (const list of lists)
    for (const [name, { length }] of Map.groupBy(list, name => name))
      most.set(name, Math.max(length, most.get(name) ?? 0))
  return most
}

/** Searching all texts costs their length each time. */
const MAX_SEARCHES = 200

/**
 * How often the name of a control is still to be seen on the rebuilt page, as a control or as mere text. Text without its
 * role is the accessibility suite's to miss. Text that the original had besides the control does not stand for it.
 */
export function wordsShown({
  original,
  rebuilt,
}: Pair<'layouts' | 'semantics'>): (was: Pick<Counted, 'name' | 'most'>) => number {
  let searches = 0
  return ({ name, most }) => {
    const [before, after] = [namesOn(original), namesOn(rebuilt)]
    const controls = after.controls.get(name) ?? 0
    if (controls >= most) return controls
    const besides = Math.max(0, (before.texts.get(name) ?? 0) - most)
    const texts = Math.max(0, (after.texts.get(name) ?? 0) - besides)
    const plain = Math.max(texts, after.pressables.get(name) ?? 0, controls)
    if (plain > 0 || name.length < 4 || searches++ >= MAX_SEARCHES) return plain
    const [own, running] = [runningText(original), runningText(rebuilt)]
    // Once in the original's text is the control's own.
    return running.includes(name) && own.indexOf(name) === own.lastIndexOf(name) ? most : 0
  }
}

/** The names and texts in view, with how often each is at once. */
const namesOn = memo(({ layouts, semantics }: Side<'layouts' | 'semantics'>) => {
  const pressables = [...semantics.pressables, ...(semantics.pressCandidates ?? [])]
  return {
    controls: mostAtOnce(
      layouts.map(layout =>
        layout.controls.flatMap(({ state, name }) => (state === 'visible' ? normalise(name) : [])),
      ),
    ),
    texts: mostAtOnce(layouts.map(layout => layout.blocks.flatMap(textInView))),
    pressables: mostAtOnce([pressables.map(({ name }) => normalise(name))]),
  }
})

const runningText = memo(({ layouts }: Side<'layouts'>) =>
  layouts
    .filter(({ width }) => width === 1440 || width === 375)
    .flatMap(({ blocks }) => blocks.flatMap(textInView))
    .join(' '),
)

const textInView = ({ state, text }: TextBlock) => (state === 'visible' ? normalise(text) : [])
