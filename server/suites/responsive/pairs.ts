import type { Layout } from '../../capture/collectors/layouts.ts'
import { memo, memoPair } from '../../lib/memo.ts'
import type { Matching } from '../../matching/matching.ts'
import type { Screen } from './screens.ts'
import { normalText } from './words.ts'

type Block = Screen['blocks'][number]
type Control = Screen['controls'][number]
type Matched = Pick<Matching, 'texts' | 'controls'>

interface Side {
  layouts: readonly Layout[]
}

/** Which text or control is which at any width. */
export interface Pairing {
  /** Texts that say the same at 1440 px: one to one, in the original's order. */
  texts: readonly { original: Block; rebuilt: Block }[]
  /** What stands for a text or control of the rebuilt page on the original's `screen`. */
  textOn(screen: Screen, rebuilt: Pick<Block, 'selector' | 'text'>): Block | undefined
  controlOn(screen: Screen, rebuilt: Pick<Control, 'selector' | 'name'>): Control | undefined
}

/** The matching of two pages at 1440 px, for all widths: an element is the same where its selector and its text are. */
export function pairingOf(pair: { original: Side; rebuilt: Side; matching: Matched }): Pairing {
  return pairings(pair.matching)(pair.original, pair.rebuilt)
}

const pairings = memo((matching: Matched) =>
  memoPair((original: Side, rebuilt: Side): Pairing => {
    const [before, after] = [desktopOf(original), desktopOf(rebuilt)]
    const texts = oneToOne(matching.texts.blocks).flatMap(pair => {
      const [one, other] = [before.blocks[pair.original], after.blocks[pair.rebuilt]]
      return one && other ? [{ original: one, rebuilt: other }] : []
    })
    const textSources = new Map<string, Block>()
    for (const { original, rebuilt } of matching.texts.blocks) {
      const [one, other] = [before.blocks[original], after.blocks[rebuilt]]
      if (one && other && !textSources.has(identityOf(other))) textSources.set(identityOf(other), one)
    }
    for (const { original, rebuilt } of texts) textSources.set(identityOf(rebuilt), original)
    const controlSources = new Map<string, Control>()
    for (const { original, rebuilt } of matching.controls) {
      const [one, other] = [before.controls[original], after.controls[rebuilt]]
      if (one && other) controlSources.set(identityOf(other), one)
    }
    return {
      texts,
      textOn(screen, block) {
        const source = textSources.get(identityOf(block))
        return (source && blockAt(screen, source)) ?? blocksByText(screen).get(normalText(block.text))
      },
      controlOn(screen, control) {
        const source = controlSources.get(identityOf(control))
        return (
          (source && controlsByIdentity(screen).get(identityOf(source))) ??
          controlsByName(screen).get(normalText(control.name))
        )
      },
    }
  }),
)

/** The text block of another width on `screen`. */
export function blockAt(
  screen: Screen,
  { selector, text }: Pick<Block, 'selector' | 'text'>,
): Block | undefined {
  return blocksBySelector(screen)
    .get(selector)
    ?.find(block => block.text === text)
}

const desktopOf = ({ layouts }: Side) =>
  layouts.find(layout => layout.width === 1440) ?? { blocks: [], controls: [] }

const identityOf = (one: { selector: string; text?: string; name?: string }) =>
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

const blocksBySelector = memo(({ blocks }: Screen) => Map.groupBy(blocks, block => block.selector))
const blocksByText = memo(({ blocks }: Screen) => firstVisible(blocks, block => normalText(block.text)))
const controlsByIdentity = memo(({ controls }: Screen) => firstVisible(controls, identityOf))
const controlsByName = memo(({ controls }: Screen) =>
  firstVisible(
    controls.filter(control => control.name),
    control => normalText(control.name),
  ),
)

/** The first visible item of each key, else the first. */
function firstVisible<T extends { state: string }>(
  items: readonly T[],
  keyOf: (item: T) => string,
): Map<string, T> {
  const first = new Map<string, T>()
  for (const item of items) {
    const key = keyOf(item)
    const known = first.get(key)
    if (known === undefined || (known.state !== 'visible' && item.state === 'visible')) first.set(key, item)
  }
  return first
}
