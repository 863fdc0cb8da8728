import type { Finding } from '../../core/suite.ts'
import { atWidths, TOLERANCE } from '../screens.ts'
import type { Looks, Node } from './nodes.ts'
import { boxesOf } from './relations.ts'

/** Ratio of widths, and of the lines that follow from it, from which a text is another shape. */
const NARROW = { width: 0.55, lines: 1.5 }
const WIDE = { width: 1.8, lines: 0.67 }
/** Share of the running text of the page. */
const SHARE = 0.3
/** Px; below, all columns are narrow. */
const STRIP = 200

interface Reshaped {
  narrowed: number[]
  widened: number[]
  worst: Partial<Record<'narrowed' | 'widened', { node: Node; width: number }>>
}

/** Running text of the main content that is a strip where the original has it wide, or the other way round. */
export function widthFindings(looks: Looks): Finding[] {
  const found: Reshaped = { narrowed: [], widened: [], worst: {} }
  for (const screen of looks.after) {
    const old = looks.before.find(one => one.width === screen.width)
    if (!old || !looks.common.has(screen.width)) continue
    const [was, is] = [boxesOf(looks.nodes, 'original', old), boxesOf(looks.nodes, 'rebuilt', screen)]
    const weight = { all: 0, narrowed: 0, widened: 0 }
    for (const [index, node] of looks.nodes.entries()) {
      const [one, other] = [was[index], is[index]]
      // What sticks out of the screen is told by itself.
      if (other && other.box.x + other.box.width > screen.screenWidth + TOLERANCE) continue
      if (!one || !other || !node.main || Math.max(one.lines, other.lines) < 2) continue
      // The area of its letters: what a reader sees of it.
      const area = one.box.width * one.lines
      weight.all += area
      const [width, lines] = [other.box.width / one.box.width, other.lines / one.lines]
      const kind =
        width < NARROW.width &&
        lines >= NARROW.lines &&
        (other.box.width < STRIP || width < NARROW.width / 1.2)
          ? 'narrowed'
          : width > WIDE.width && lines <= WIDE.lines && one.lines > 1
            ? 'widened'
            : null
      if (!kind) continue
      weight[kind] += area
      found.worst[kind] ??= { node, width: screen.width }
    }
    for (const kind of ['narrowed', 'widened'] as const)
      if (weight.all > 0 && weight[kind] >= SHARE * weight.all) found[kind].push(screen.width)
  }
  return (['narrowed', 'widened'] as const).flatMap(kind => report(kind, found, looks))
}

function report(kind: 'narrowed' | 'widened', found: Reshaped, { urls }: Looks): Finding[] {
  const widths = found[kind]
  const { node, width } = found.worst[kind] ?? {}
  if (widths.length === 0 || !node || !width) return []
  const narrowed = kind === 'narrowed'
  return [
    {
      key: `responsive/layout:${kind}`,
      severity: narrowed && widths.length > 1 ? 'serious' : 'moderate',
      penalty: (narrowed ? 0.15 : 0.06) * (1 + widths.length),
      message: `The text of the main content, “${node.name.slice(0, 40)}” for one, ${narrowed ? 'is squeezed to a strip' : 'runs over twice the width'} ${atWidths(widths)}`,
      fix: narrowed
        ? 'Give the main content the width that it has on the original'
        : 'Limit the width of the text as the original does (max-width)',
      original: { url: urls.original, viewport: width, text: node.name },
      rebuilt: { url: urls.rebuilt, viewport: width, text: node.name },
    },
  ]
}
