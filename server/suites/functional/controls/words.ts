import { normalise } from '../../../lib/text.ts'
import type { Pair, Side } from '../../core/suite.ts'
import type { Counted } from './inventory.ts'

/** How often the name of a control is still to be seen on the rebuilt page, as a control or as mere text. */
export interface WordsShown {
  left(was: Counted): number
}

/** Searching all texts costs their length each time. */
const MAX_SEARCHES = 200

/**
 * Text without its role is the accessibility suite's to miss. Text that the original had besides the control does not
 * stand for it.
 */
export function wordsShown({ original, rebuilt }: Pair<'layouts' | 'semantics'>): WordsShown {
  const [before, after] = [seenOn(original), seenOn(rebuilt)]
  let searches = 0
  return {
    left({ name, most }) {
      const controls = after.controls.get(name) ?? 0
      if (controls >= most) return controls
      const texts = Math.max(
        0,
        (after.texts.get(name) ?? 0) - Math.max(0, (before.texts.get(name) ?? 0) - most),
      )
      const pressables = after.pressables.get(name) ?? 0
      const plain = Math.max(texts, pressables, controls)
      if (plain > 0 || name.length < 4 || searches++ >= MAX_SEARCHES) return plain
      const own = before.running()
      // Once in the original's text is the control's own.
      return after.running().includes(name) && own.indexOf(name) === own.lastIndexOf(name) ? most : 0
    },
  }
}

function seenOn({ layouts, semantics }: Side<'layouts' | 'semantics'>) {
  const controls = new Map<string, number>()
  const texts = new Map<string, number>()
  let running: string | undefined
  const most = (into: Map<string, number>, names: string[]) => {
    const counts = new Map<string, number>()
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
    for (const [name, count] of counts) into.set(name, Math.max(count, into.get(name) ?? 0))
  }
  for (const layout of layouts) {
    most(
      controls,
      layout.controls.filter(({ state }) => state === 'visible').map(({ name }) => normalise(name)),
    )
    most(
      texts,
      layout.blocks.filter(({ state }) => state === 'visible').map(({ text }) => normalise(text)),
    )
  }
  const pressables = new Map<string, number>()
  most(
    pressables,
    [...semantics.pressables, ...(semantics.pressCandidates ?? [])].map(({ name }) => normalise(name)),
  )
  return {
    controls,
    texts,
    pressables,
    running: () =>
      (running ??= layouts
        .filter(({ width }) => width === 1440 || width === 375)
        .flatMap(({ blocks }) =>
          blocks.filter(({ state }) => state === 'visible').map(({ text }) => normalise(text)),
        )
        .join(' ')),
  }
}
