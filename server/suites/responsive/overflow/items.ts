import type { Screen } from '../screens.ts'
import { spelled } from '../spelling.ts'

/** Something with ink of its own: a text, a control or a picture. */
export type Item = Pick<Screen['blocks'][number], 'state' | 'seen' | 'box' | 'selector' | 'scroller'> & {
  /** For keys and for finding it on the other page. */
  words: string
  /** For messages. */
  called: string
  /** Words and controls, not what is painted behind them. */
  readable: boolean
}

const known = new WeakMap<Screen, Item[]>()

/** All ink of a page at one width. */
export function itemsOf(screen: Screen): Item[] {
  const ready = known.get(screen)
  if (ready) return ready
  const fresh = listItems(screen)
  known.set(screen, fresh)
  return fresh
}

function listItems(screen: Screen): Item[] {
  const blocks = screen.blocks.map(block => ({
    ...block,
    words: spelled(block.text).slice(0, 80),
    called: `“${block.text.slice(0, 60)}”`,
    readable: true,
  }))
  const controls = screen.controls
    .filter(control => control.name)
    .map(control => ({
      ...control,
      words: spelled(control.name).slice(0, 80),
      called: `The ${control.role} “${control.name.slice(0, 60)}”`,
      readable: true,
    }))
  const pictures = (screen.pictures ?? [])
    .filter(
      ({ state, seen }) => state === 'visible' && (seen.x < 0 || seen.x + seen.width > screen.screenWidth),
    )
    .map(picture => {
      const alt = picture.alt.trim()
      const near = alt ? '' : nearestText(picture.box, screen)
      return {
        ...picture,
        words: alt ? `picture ${spelled(alt).slice(0, 60)}` : `picture near ${spelled(near).slice(0, 60)}`,
        called: alt
          ? `The picture “${alt.slice(0, 60)}”`
          : near
            ? `A picture near “${near.slice(0, 60)}”`
            : 'A picture',
        readable: picture.kind === 'img' && picture.box.width >= 64,
        selector: '',
      }
    })
  return [...blocks, ...controls, ...pictures]
}

function nearestText(box: Item['box'], { blocks }: Screen): string {
  const middle = box.y + box.height / 2
  let best = ''
  let least = Number.POSITIVE_INFINITY
  for (const block of blocks) {
    if (block.state !== 'visible') continue
    const away = Math.abs(block.box.y + block.box.height / 2 - middle)
    if (away < least) [best, least] = [block.text, away]
  }
  return best
}
