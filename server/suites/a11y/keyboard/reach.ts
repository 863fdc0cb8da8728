/** What only a mouse reaches. */
import type { KeyboardArtifact } from '../../../capture/collectors/keyboard/index.ts'
import type { Pressable } from '../../../capture/collectors/semantics/index.ts'
import { assign } from '../../../lib/assignment.ts'
import { normalise, similarity } from '../../../lib/text.ts'
import type { Finding, Pair } from '../../core/suite.ts'
import { type Control, called, controlsOf, type Needed, placeName, placeOf, reachedBy } from '../page.ts'
import { lostRoles } from '../parity/lost-roles.ts'
import { stopsOf } from './stops.ts'

const COST = 0.25

export function judgeReach(pair: Pair<Needed>): Finding[] {
  return [...judgeControls(pair), ...judgePressables(pair), ...judgeDropped(pair)]
}

/** Controls that the keyboard comes to, and that lose the focus at once. */
function judgeDropped(pair: Pair<Needed>): Finding[] {
  const { pairs, gone, added } = stopsOf(pair)
  const excused = gone.filter(({ dropped }) => dropped).length
  const found = [
    ...pairs.filter(({ now }) => now.dropped),
    ...added
      .filter(({ dropped }) => dropped)
      .slice(excused)
      .map(now => ({ was: undefined, now })),
  ]
  return found.map(
    ({ was, now }): Finding => ({
      key: `a11y/dropped:${placeName(was ?? now)}`,
      severity: 'serious',
      penalty: COST,
      message: `The focus is taken away from the ${called(now)} as soon as it comes${was?.dropped ? ', as on the original' : ''}: nobody can press it by keyboard`,
      fix: 'Remove what calls blur() when it gets the focus',
      ...(was && { original: placeOf(was, pair.original) }),
      rebuilt: placeOf(now, pair.rebuilt),
    }),
  )
}

/** A control that can be seen and pressed, and that Tab leaves out, though nothing else leads there: no arrow key either. */
const isLeftOut = ({ ink, told }: Control, { ignoresArrowKeys }: KeyboardArtifact): boolean =>
  ink.state === 'visible' &&
  told !== null &&
  !(told.tabbable || told.silent || told.unseen || ink.disabled) &&
  (!told.part || ignoresArrowKeys.includes(told.selector))

function judgeControls(pair: Pair<Needed>): Finding[] {
  const controls = controlsOf(pair)
  const reached = reachedBy(controls)
  const excused = new Map<string, number>()
  controls.original.forEach((control, index) => {
    const { role } = control.ink
    if (isLeftOut(control, pair.original.keyboard) && !controls.after.has(index))
      excused.set(role, (excused.get(role) ?? 0) + 1)
  })
  return controls.rebuilt.flatMap((now, index): Finding[] => {
    if (!isLeftOut(now, pair.rebuilt.keyboard) || reached({ ...now, index })) return []
    const before = controls.before.get(index)
    const was = before === undefined ? undefined : controls.original[before]!
    // What the original leaves out and was not found again may be this one, each of them one.
    const left = excused.get(now.ink.role) ?? 0
    if (!was && left > 0) {
      excused.set(now.ink.role, left - 1)
      return []
    }
    const inherited = was !== undefined && isLeftOut(was, pair.original.keyboard)
    const { ink } = was ?? now
    return [
      {
        key: `a11y/unreachable:${placeName(ink)}`,
        severity: 'serious',
        penalty: COST,
        message: `The keyboard does not come to the ${called(now.ink)}${inherited ? ', as on the original' : ''}: only a mouse can press it`,
        fix: now.told?.part
          ? 'Let arrow keys move the focus within it (ARIA Authoring Practices), or give each tabindex="0"'
          : now.told?.tag === 'a' || now.told?.tag === 'button'
            ? 'Remove tabindex="-1" from it; a link needs its href'
            : 'Make it a <button> or a link, or give it tabindex="0" and let Enter and Space press it',
        ...(was && { original: placeOf(was.ink, pair.original) }),
        rebuilt: placeOf(now.ink, pair.rebuilt),
      },
    ]
  })
}

const isMouseOnly = ({ tabbable, why }: Pressable) => !tabbable && why !== 'cursor'

/** Elements without a role that listen for the mouse. A hand cursor alone proves nothing, on neither page. */
function judgePressables(pair: Pair<Needed>): Finding[] {
  const lost = new Set(lostRoles(pair).map(({ now }) => now.selector))
  const before = pair.original.semantics.pressables
  const now = pair.rebuilt.semantics.pressables.filter(one => !lost.has(one.selector))
  const { pairs, right } = assign(now, before, likeness)
  const was = new Map(pairs.map(([i, j]) => [i, before[j]!]))
  const reached = reachedBy(controlsOf(pair))
  const controls = controlsLost(pair)
  // What the original leaves to the mouse and was not found again may be one of those that are left, each of them one.
  let known = right.filter(index => isMouseOnly(before[index]!)).length
  return now.flatMap((one, index): Finding[] => {
    const name = normalise(one.name)
    if (!isMouseOnly(one) || reached({ name, told: null })) return []
    const other = was.get(index)
    const control = other || !name ? undefined : controls.get(name)
    if (!other && !control && (!name || known-- > 0)) return []
    // It was under a hand cursor already, and who listened there is not known.
    if (other && !other.tabbable && !isMouseOnly(other)) return []
    const inherited = other !== undefined && isMouseOnly(other)
    const old = other ?? control?.ink
    return [
      {
        key: `a11y/mouse-only:${placeName({ ...(old ?? one), role: '' })}`,
        severity: 'serious',
        penalty: COST,
        ...told(one, control, inherited),
        ...(old && { original: placeOf(old, pair.original) }),
        rebuilt: placeOf(one, pair.rebuilt),
      },
    ]
  })
}

function told({ name, why }: Pressable, control: Control | undefined, inherited: boolean) {
  const missed = `and the keyboard does not come to it${inherited ? ', as on the original' : ''}`
  const place = name ? `“${name.slice(0, 80)}”` : 'an element'
  if (why === 'label')
    return {
      message: `The label ${place} stands for a field that is not drawn: a mouse presses it, ${missed}`,
      fix: 'Hide the field from the eye alone, by clip-path or opacity: under display: none or visibility: hidden it takes no focus',
    }
  if (control)
    return {
      message: `The ${called(control.ink)} is no ${control.ink.role} any more: the page listens for a mouse there, ${missed}`,
      fix: `Make it a ${control.ink.role} again`,
    }
  return {
    message: `The page listens for a mouse at ${place}, ${missed}`,
    fix: 'Make it a <button> or a link',
  }
}

/** Controls of the original that the keyboard came to and that are none any more, by their name. */
function controlsLost(pair: Pair<Needed>): Map<string, Control> {
  const { original, after } = controlsOf(pair)
  const lost = original.filter(
    ({ name, shown, told }, index) => name && shown && told?.tabbable && !after.has(index),
  )
  return new Map(lost.map(control => [control.name, control]))
}

function likeness(a: Pressable, b: Pressable): number | null {
  if (!a.name && !b.name) return a.landmark === b.landmark ? 0.9 : null
  const alike = similarity(a.name, b.name)
  return alike < 0.5 ? null : 1 - alike + (a.landmark === b.landmark ? 0 : 0.1)
}
