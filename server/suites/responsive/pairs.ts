import type { Matching } from '../../matching/matching.ts'
import type { Screen, Widths } from './screens.ts'
import { spelled } from './spelling.ts'

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
      return (source && blockAt(screen, source)) ?? wordsOf(screen).get(spelled(block.text))
    },
    controlOn(screen, control) {
      const source = controlSources.get(placeOf(control))
      return (source && controlsOf(screen).get(placeOf(source))) ?? namesOf(screen).get(spelled(control.name))
    },
  }
  known.set(matching, fresh)
  return fresh
}

/** The text block of another width on `screen`. */
export function blockAt(
  screen: Screen,
  { selector, text }: Pick<Block, 'selector' | 'text'>,
): Block | undefined {
  return blocksOf(screen)
    .get(selector)
    ?.find(block => block.text === text)
}

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

/** A part of a screen as a map that is made when it is first asked for. */
function remembered<T>(make: (screen: Screen) => T): (screen: Screen) => T {
  const known = new WeakMap<Screen, { made: T }>()
  return screen => {
    const ready = known.get(screen)
    if (ready) return ready.made
    const made = make(screen)
    known.set(screen, { made })
    return made
  }
}

const blocksOf = remembered(screen => Map.groupBy(screen.blocks, block => block.selector))
const wordsOf = remembered(screen => firstSeen(screen.blocks, block => spelled(block.text)))
const controlsOf = remembered(screen => firstSeen(screen.controls, placeOf))
const namesOf = remembered(screen =>
  firstSeen(
    screen.controls.filter(control => control.name),
    control => spelled(control.name),
  ),
)

/** What can be seen before what cannot. */
function firstSeen<T extends { state: string }>(
  items: readonly T[],
  keyOf: (item: T) => string,
): Map<string, T> {
  const map = new Map<string, T>()
  for (const item of items) {
    const ready = map.get(keyOf(item))
    if (ready === undefined || (ready.state !== 'visible' && item.state === 'visible'))
      map.set(keyOf(item), item)
  }
  return map
}
