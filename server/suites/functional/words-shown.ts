/** How often the words of a control are to be seen on a page. */

import type { TextBlock } from '../../capture/collectors/layouts.ts'
import { memo } from '../../lib/memo.ts'
import { normalise } from '../../lib/text.ts'
import { DESKTOP, MOBILE } from '../../lib/widths.ts'
import type { Pair, Side } from '../core/suite.ts'

/** How often each name stands in the list that has most of it. */
export function mostAtOnce(lists: string[][]): Map<string, number> {
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
}: Pair<'layouts' | 'semantics'>): (was: { name: string; most: number }) => number {
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
export const namesOn = memo(({ layouts, semantics }: Side<'layouts' | 'semantics'>) => {
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
    .filter(({ width }) => width === DESKTOP || width === MOBILE)
    .flatMap(({ blocks }) => blocks.flatMap(textInView))
    .join(' '),
)

/** The text of a block in view, normalised. */
export const textInView = ({ state, text }: TextBlock) => (state === 'visible' ? normalise(text) : [])
