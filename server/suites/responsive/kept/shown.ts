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
  let running: string | undefined
  const spoken = new Set<string>()
  return {
    screen,
    shown,
    hidden,
    says(text) {
      if (running === undefined) {
        const all = texts.flatMap(one => words(one))
        for (const word of all) spoken.add(word)
        running = ` ${all.join(' ')} `
      }
      const wanted = words(text)
      // Most texts that are not there fail by a word: searching the whole page for each would take too long.
      return (
        wanted.length > 0 &&
        wanted.every(word => spoken.has(word)) &&
        running.includes(` ${wanted.join(' ')} `)
      )
    },
  }
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
