import type { Layout } from '../../capture/collectors/layouts.ts'
import { memo, memoPair } from '../../lib/memo.ts'
import { atWidth, DESKTOP } from '../../lib/widths.ts'
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
  /** Whether half of the words of a text of the rebuilt page, at least, are of texts that stand for it. */
  isKept(rebuilt: Pick<Block, 'selector' | 'text'>): boolean
}

const MIN_KEPT = 0.5

/** The matching of two pages at 1440 px, for all widths: an element is the same where its selector and its text are. */
export function pairingOf(pair: { original: Side; rebuilt: Side; matching: Matched }): Pairing {
  return pairings(pair.matching)(pair.original, pair.rebuilt)
}

const pairings = memo((matching: Matched) =>
  memoPair((original: Side, rebuilt: Side): Pairing => {
    const [before, after] = [desktopOf(original), desktopOf(rebuilt)]
    const all = pairsOf(matching.texts.blocks, before.blocks, after.blocks)
    const texts = pairsOf(oneToOne(matching.texts.blocks), before.blocks, after.blocks)
    // Of texts that were merged the best pair counts, else the first.
    const originalTexts = originalsOf([...all.reverse(), ...texts])
    const originalControls = originalsOf(pairsOf(matching.controls, before.controls, after.controls))
    const parts = Map.groupBy(matching.texts.blocks, pair => pair.rebuilt)
    const fresh = new Set(
      after.blocks
        .filter((_, at) => (parts.get(at) ?? []).reduce((sum, { part }) => sum + part, 0) < MIN_KEPT)
        .map(identityOf),
    )
    return {
      texts,
      isKept: block => !originalTexts.has(identityOf(block)) || !fresh.has(identityOf(block)),
      textOn(screen, block) {
        const was = originalTexts.get(identityOf(block))
        return (was && blockAt(screen, was)) ?? blocksByText(screen).get(normalText(block.text))
      },
      controlOn(screen, control) {
        const was = originalControls.get(identityOf(control))
        const same = was && controlsByIdentity(screen).get(identityOf(was))
        return same ?? controlsByName(screen).get(normalText(control.name))
      },
    }
  }),
)

function pairsOf<T>(pairs: readonly { original: number; rebuilt: number }[], before: T[], after: T[]) {
  return pairs.flatMap(pair => {
    const [original, rebuilt] = [before[pair.original], after[pair.rebuilt]]
    return original && rebuilt ? [{ original, rebuilt }] : []
  })
}

const originalsOf = <T extends Named>(pairs: readonly { original: T; rebuilt: T }[]) =>
  new Map(pairs.map(({ original, rebuilt }) => [identityOf(rebuilt), original]))

/** The text block of another width on `screen`. */
export function blockAt(
  screen: Screen,
  { selector, text }: Pick<Block, 'selector' | 'text'>,
): Block | undefined {
  return blocksBySelector(screen)
    .get(selector)
    ?.find(block => block.text === text)
}

type PictureBox = NonNullable<Screen['pictures']>[number]

/**
 * The picture of `desktop` with this selector on the screen of another width: a script that fills columns anew puts another one
 * in its place, which its alternative text tells.
 */
export function pictureAt(
  screen: Pick<Screen, 'pictures'>,
  selector: string,
  desktop: Pick<Screen, 'pictures'> | undefined,
): PictureBox | undefined {
  const here = picturesBySelector(screen).get(selector)
  const alt = (desktop && picturesBySelector(desktop).get(selector))?.alt
  if (!alt || here?.alt === alt) return here
  const [moved, ...more] = picturesByAlt(screen).get(alt) ?? []
  return more.length === 0 && picturesByAlt(desktop!).get(alt)!.length === 1 ? moved : undefined
}

const picturesByAlt = memo(({ pictures = [] }: Pick<Screen, 'pictures'>) =>
  Map.groupBy(pictures, ({ alt }) => alt),
)

const picturesBySelector = memo(
  ({ pictures = [] }: Pick<Screen, 'pictures'>) =>
    new Map(pictures.map(picture => [picture.selector, picture])),
)

const desktopOf = ({ layouts }: Side) => atWidth(layouts, DESKTOP) ?? { blocks: [], controls: [] }

type Named = { selector: string; text?: string; name?: string }

const identityOf = ({ selector, text, name }: Named) => `${selector}\n${text ?? name}`

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
