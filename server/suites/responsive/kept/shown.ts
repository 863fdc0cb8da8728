import { words } from '../../../lib/text.ts'
import { inReach, type Screen } from '../screens.ts'
import { spelled } from '../spelling.ts'

/** One text or control of a page at one width. */
export interface Shown {
  text: string
  /** Normalised, and whether it is pressed or read: a heading is not kept by the link that leads to it. */
  key: string
  kind: string
  landmark: string
  box: Screen['blocks'][number]['box']
  selector: string
}

/** What can be read and used at one width. */
export interface Sight {
  screen: Screen
  shown: Map<string, Shown>
  /** There, but out of sight: folded, scrolled away, hidden. */
  hidden: Map<string, Shown>
  /** Whether a text is shown, however it is divided into blocks. */
  says(text: string): boolean
}

const known = new WeakMap<Screen, Sight>()

export function sightOf(screen: Screen): Sight {
  const ready = known.get(screen)
  if (ready) return ready
  const fresh = look(screen)
  known.set(screen, fresh)
  return fresh
}

function look(screen: Screen): Sight {
  const shown = new Map<string, Shown>()
  const hidden = new Map<string, Shown>()
  const texts: string[] = []
  for (const block of screen.blocks) {
    const seen = inReach(block, screen)
    if (seen) texts.push(block.text)
    add(seen ? shown : hidden, block.text, block.kind, block)
  }
  for (const control of screen.controls) {
    const seen = inReach(control, screen)
    if (control.name) add(seen ? shown : hidden, control.name, control.role, control)
  }
  let running: Running | undefined
  return {
    screen,
    shown,
    hidden,
    says(text) {
      running ??= runningText(texts)
      return holds(running, words(text))
    },
  }
}

/** All words of a page in their order, and where each of them stands. */
interface Running {
  all: readonly string[]
  places: ReadonlyMap<string, readonly number[]>
}

function runningText(texts: readonly string[]): Running {
  const all = texts.flatMap(one => words(one))
  const places = new Map<string, number[]>()
  for (const [at, word] of all.entries()) {
    const own = places.get(word)
    if (own) own.push(at)
    else places.set(word, [at])
  }
  return { all, places }
}

/** Looked up by the rarest word: searching the whole page for each of its texts would take too long. */
function holds({ all, places }: Running, wanted: readonly string[]): boolean {
  let rarest: { turn: number; at: readonly number[] } | undefined
  for (const [turn, word] of wanted.entries()) {
    const at = places.get(word)
    if (!at) return false
    if (!rarest || at.length < rarest.at.length) rarest = { turn, at }
  }
  if (!rarest) return false
  const { turn, at } = rarest
  return at.some(place => wanted.every((word, i) => all[place - turn + i] === word))
}

const PRESSED = /^(link|button|menuitem|tab|option)/

function add(
  to: Map<string, Shown>,
  text: string,
  kind: string,
  { landmark, box, selector }: Pick<Shown, 'landmark' | 'box' | 'selector'>,
) {
  const key = `${PRESSED.test(kind) ? 'control' : 'text'}:${spelled(text)}`
  if (!/:.*\p{L}.*[\p{L}\p{N}]/u.test(key) || to.has(key)) return
  to.set(key, { text, key, kind, landmark, box, selector })
}
