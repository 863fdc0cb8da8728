import { normalise } from '../../lib/text.ts'
import type { Matching } from '../../matching/matching.ts'
import type { Screen, Widths } from './screens.ts'

type Block = Screen['blocks'][number]
type Control = Screen['controls'][number]

/** A text of the original and the one that says it on the rebuilt page, at 1440 px. */
export interface TextPair {
  original: Block
  rebuilt: Block
}

/** Which text or control is which at any width. */
export interface Pairing {
  /** One to one, in the original's order. */
  texts: readonly TextPair[]
  /** What stands for a text or control of the rebuilt page on the original, when that is as wide as `screen`. */
  textOn(screen: Screen, rebuilt: Pick<Block, 'selector' | 'text'>): Block | undefined
  controlOn(screen: Screen, rebuilt: Pick<Control, 'selector' | 'name'>): Control | undefined
}

interface Sides {
  original: Pick<Widths, 'layouts'>
  rebuilt: Pick<Widths, 'layouts'>
  matching: Pick<Matching, 'texts' | 'controls'>
}

const known = new WeakMap<object, Pairing>()

/** An element is the same at another width when its place in the markup and its text are. */
export function pairingOf({ original, rebuilt, matching }: Sides): Pairing {
  const ready = known.get(matching)
  if (ready) return ready
  const [before, after] = [desktopOf(original), desktopOf(rebuilt)]
  const texts = oneToOne(matching.texts.blocks).flatMap(pair => {
    const [one, other] = [before.blocks[pair.original], after.blocks[pair.rebuilt]]
    return one && other ? [{ original: one, rebuilt: other }] : []
  })
  const textSources = new Map<string, Block>()
  for (const { original, rebuilt } of matching.texts.blocks) {
    const [one, other] = [before.blocks[original], after.blocks[rebuilt]]
    if (one && other && !textSources.has(placeOf(other))) textSources.set(placeOf(other), one)
  }
  for (const { original, rebuilt } of texts) textSources.set(placeOf(rebuilt), original)
  const controlSources = new Map<string, Control>()
  for (const { original, rebuilt } of matching.controls) {
    const [one, other] = [before.controls[original], after.controls[rebuilt]]
    if (one && other) controlSources.set(placeOf(other), one)
  }
  const fresh: Pairing = {
    texts,
    textOn(screen, block) {
      const source = textSources.get(placeOf(block))
      return (source && blockAt(screen, source)) ?? indexOf(screen).words.get(normalise(block.text))
    },
    controlOn(screen, control) {
      const source = controlSources.get(placeOf(control))
      return (
        (source && indexOf(screen).controls.get(placeOf(source))) ??
        indexOf(screen).names.get(normalise(control.name))
      )
    },
  }
  known.set(matching, fresh)
  return fresh
}

/** The text block of another width on `screen`. */
export const blockAt = (screen: Screen, block: Pick<Block, 'selector' | 'text'>): Block | undefined =>
  indexOf(screen).blocks.get(placeOf(block))

export const controlAt = (screen: Screen, control: Pick<Control, 'selector' | 'name'>): Control | undefined =>
  indexOf(screen).controls.get(placeOf(control))

const desktopOf = ({ layouts }: Pick<Widths, 'layouts'>) =>
  layouts.find(layout => layout.width === 1440) ?? { blocks: [], controls: [] }

const placeOf = (one: { selector: string; text?: string; name?: string }) =>
  `${one.selector}\n${one.text ?? one.name}`

/** Of texts that were split or merged the parts that have most in common. */
function oneToOne(pairs: Matching['texts']['blocks']): { original: number; rebuilt: number }[] {
  const [before, after] = [new Set<number>(), new Set<number>()]
  return pairs
    .toSorted(
      (a, b) => b.share + b.part - a.share - a.part || a.original - b.original || a.rebuilt - b.rebuilt,
    )
    .filter(({ original, rebuilt }) => {
      if (before.has(original) || after.has(rebuilt)) return false
      before.add(original)
      after.add(rebuilt)
      return true
    })
    .sort((a, b) => a.original - b.original)
}

interface Index {
  blocks: Map<string, Block>
  controls: Map<string, Control>
  /** By what they say; what can be seen before what cannot. */
  words: Map<string, Block>
  names: Map<string, Control>
}

const indexes = new WeakMap<Screen, Index>()

function indexOf(screen: Screen): Index {
  const ready = indexes.get(screen)
  if (ready) return ready
  const fresh: Index = { blocks: new Map(), controls: new Map(), words: new Map(), names: new Map() }
  const seen = (one: { state: string }) => one.state === 'visible'
  for (const block of screen.blocks) {
    prefer(fresh.blocks, placeOf(block), block, seen)
    prefer(fresh.words, normalise(block.text), block, seen)
  }
  for (const control of screen.controls) {
    prefer(fresh.controls, placeOf(control), control, seen)
    if (control.name) prefer(fresh.names, normalise(control.name), control, seen)
  }
  indexes.set(screen, fresh)
  return fresh
}

function prefer<T>(map: Map<string, T>, key: string, item: T, better: (item: T) => boolean) {
  const ready = map.get(key)
  if (ready === undefined || (!better(ready) && better(item))) map.set(key, item)
}
