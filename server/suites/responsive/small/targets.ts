import type { ControlBox, Layout } from '../../../capture/collectors/layouts.ts'
import type { Finding } from '../../core/suite.ts'
import { inReach } from '../screens.ts'
import { spelled } from '../spelling.ts'
import type { Phones } from './index.ts'

/** CSS px a side. @see https://www.w3.org/TR/WCAG22/#target-size-minimum */
const LEAST = 24
/** From here on only a ruler tells. */
const NEARLY = 20
/** The browser draws these in its own size, or their label can be hit as well. */
const EXEMPT = new Set([
  'checkbox',
  'radio',
  'switch',
  'option',
  'slider',
  'menuitemcheckbox',
  'menuitemradio',
  'treeitem',
])

/**
 * Controls that are under 24 px and have no room around them, unless they stand in a sentence; and, as a note, those
 * that shrank below 24 px but keep their room.
 */
export function targetFindings({ before, after, pairing, urls }: Phones): Finding[] {
  const count = Math.max(1, targetsOf(before ?? after).length)
  const crowded = new Set(tooSmall(after))
  return targetsOf(after).flatMap(control => {
    const was = before && pairing.controlOn(before, control)
    const { width, height } = control.box
    const shrunk = isSmall(control) && !control.inline && was && inReach(was, before) && !isSmall(was)
    if (!crowded.has(control) && !shrunk) return []
    // As large as before, or nearly large enough: a matter of a pixel or two of room.
    const minor = !crowded.has(control) || Math.min(width, height) >= NEARLY || (was && isSmall(was))
    const name = (was?.name || control.name).slice(0, 80)
    const called = name ? `The ${control.role} “${name}”` : `A ${control.role} without a name`
    return [
      {
        key: `responsive/small:target:${spelled(name) || `${control.role} without a name`}`,
        severity: minor ? 'minor' : 'moderate',
        penalty: crowded.has(control) ? Math.max(0.02, 1 / count) : 0.01,
        message: `${called} is a target of ${width} x ${height} px at ${after.width} px${crowded.has(control) ? ' and has no room around it' : ''}`,
        fix: was
          ? `Make it ${LEAST} px a side at least; the original's is ${was.box.width} x ${was.box.height} px`
          : `Make it ${LEAST} px a side at least, or leave room around it`,
        ...(was && { original: placeOf(was, urls.original, after.width) }),
        rebuilt: placeOf(control, urls.rebuilt, after.width),
      },
    ]
  })
}

const placeOf = ({ box, selector, name }: ControlBox, url: string, viewport: number) => ({
  url,
  box,
  selector,
  viewport,
  text: name.slice(0, 200),
})

const known = new WeakMap<Layout, ControlBox[]>()

/** With the exceptions for spacing and for targets in a sentence. */
function tooSmall(layout: Layout): ControlBox[] {
  const ready = known.get(layout)
  if (ready) return ready
  const targets = targetsOf(layout).sort((a, b) => a.box.y - b.box.y)
  const found = targets.filter(
    (target, index) => isSmall(target) && !target.inline && !hasRoom(target, index, targets),
  )
  known.set(layout, found)
  return found
}

const targetsOf = (layout: Layout) =>
  layout.controls.filter(
    control =>
      !EXEMPT.has(control.role) &&
      !control.disabled &&
      inReach(control, layout) &&
      control.box.width >= 4 &&
      control.box.height >= 4,
  )

const isSmall = ({ box }: ControlBox) => box.width < LEAST || box.height < LEAST

/**
 * A circle of 24 px around it meets no other target, and no circle around another small one. `targets` from top to
 * bottom; none is looked for further up than the tallest that counts.
 */
function hasRoom(target: ControlBox, index: number, targets: readonly ControlBox[]): boolean {
  const [x, y] = centreOf(target)
  const meets = (other: ControlBox) => {
    if (other === target || contains(other, target) || contains(target, other)) return false
    if (isSmall(other)) {
      const [ox, oy] = centreOf(other)
      return Math.hypot(x - ox, y - oy) < LEAST
    }
    const dx = Math.max(other.box.x - x, 0, x - other.box.x - other.box.width)
    const dy = Math.max(other.box.y - y, 0, y - other.box.y - other.box.height)
    return Math.hypot(dx, dy) < LEAST / 2
  }
  for (let i = index - 1; i >= 0 && targets[i]!.box.y > y - REACH; i--) if (meets(targets[i]!)) return false
  for (let i = index + 1; i < targets.length && targets[i]!.box.y < y + LEAST; i++)
    if (meets(targets[i]!)) return false
  return true
}

const REACH = 400

const centreOf = ({ box }: ControlBox): [number, number] => [box.x + box.width / 2, box.y + box.height / 2]

/** A link around a card holds others; the card is not what one aims at. */
const contains = ({ box: a }: ControlBox, { box: b }: ControlBox) =>
  a.x <= b.x && a.y <= b.y && a.x + a.width >= b.x + b.width && a.y + a.height >= b.y + b.height
