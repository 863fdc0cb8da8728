/** What lies behind a text, from the screenshot: axe gives up over pictures and where something overlaps. */

import type { AxeArtifact, AxeNode } from '../../../capture/collectors/axe.ts'
import type { ColourArtifact } from '../../../capture/collectors/colours.ts'
import type { Box } from '../../../contract.ts'
import type { Rgb } from '../../../lib/colour.ts'
import { unspaced } from '../../../lib/text.ts'
import { DESKTOP } from '../../../lib/widths.ts'
import type { AxeElement } from '../../../matching/axe-elements/elements.ts'
import type { Side } from '../../core/suite.ts'
import { MIN_VISIBLE } from './rules.ts'

export interface Background {
  /** What most of it is, RGB 0 to 255. */
  colour: Rgb
  /** What half of it is farther from the letters than, where that is known. */
  middle?: Rgb
  /** Otherwise it is a picture, or a gradient. */
  isEven: boolean
  /** Nothing else is seen there: letters of its colour are invisible, without an outline or a shadow that shows them. */
  isBlank: boolean
  /** The text at the width of the screenshot, where it fails there. */
  failing: AxeNode | null
}

/** What lies behind a text; null where nobody knows. */
export type BackgroundOf = (element: AxeElement) => Background | null

/** Width in CSS px of which colours are an artifact of their own. */
export const SHOT = DESKTOP
/** Share of the surroundings of a text that has one colour; letters take about a fifth. */
const MIN_UNIFORM = 0.5
/** The same of a text that is not seen; a border may run through its surroundings. */
const MIN_BLANK = 0.95

/** At a width of which no colours were read a text stands on what it stands on at 1440 px, where its styles say the same of both. */
export function backgroundsOf(side: Side<'axe' | 'colours' | 'screens'>): BackgroundOf {
  let known: Map<number, ReturnType<typeof readAt>> | undefined
  return ({ node, width }) => {
    known ??= new Map([...coloursOf(side)].map(([at, colours]) => [at, readAt(at, side, colours)] as const))
    const shot = known.has(width) ? width : SHOT
    const { texts, colours, failing } = known.get(shot)!
    const there = shot === width ? node : texts.get(nameOf(node))
    if (!there || there.paint.background !== node.paint.background) return null
    const text = unspaced(there.text)
    const found = colours.find(one => isWithin(centreOf(one.box), there.box) && isPart(one.letters, text))
    if (!found) return null
    const { background, uniform, strongest, middle } = found
    return {
      colour: background,
      middle,
      isEven: uniform >= MIN_UNIFORM,
      isBlank: uniform >= MIN_BLANK || (strongest !== undefined && strongest < MIN_VISIBLE),
      failing: failing.has(there) ? there : null,
    }
  }
}

/** By the width of the window in CSS px, the colours that were read off its screenshot. */
const coloursOf = ({ colours, screens }: Side<'colours' | 'screens'>): Map<number, ColourArtifact[]> =>
  new Map([
    [SHOT, colours],
    ...screens.flatMap(({ width, colours }) => (colours ? [[width, colours] as const] : [])),
  ])

function readAt(width: number, { axe }: Side<'axe'>, colours: ColourArtifact[]) {
  const runs = axe.filter(run => run.width === width)
  return {
    failing: new Set(nodesIn(runs.map(({ violations }) => ({ ...NONE, violations })))),
    texts: new Map(nodesIn(runs).map(node => [nameOf(node), node])),
    colours: colours.map(one => ({ ...one, letters: unspaced(one.text) })),
  }
}

const NONE = { violations: [], passes: [], incomplete: [] }

type Lists = Pick<AxeArtifact, keyof typeof NONE>

const nodesIn = (runs: readonly Lists[]): AxeNode[] =>
  runs
    .flatMap(({ violations, passes, incomplete }) => [violations, passes, incomplete].flat())
    .filter(({ id }) => id === 'color-contrast')
    .flatMap(({ nodes }) => nodes)

const nameOf = ({ selector, text }: AxeNode) => `${selector} ${text}`

const isPart = (a: string, b: string) => a !== '' && b !== '' && (a.startsWith(b) || b.includes(a))

const centreOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 })

const isWithin = ({ x, y }: { x: number; y: number }, box: Box) =>
  x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height
