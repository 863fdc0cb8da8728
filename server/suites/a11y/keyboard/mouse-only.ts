/** What only a mouse reaches. */

import type { KeyboardArtifact } from '../../../capture/collectors/keyboard/index.ts'
import type { Pressable } from '../../../capture/collectors/semantics/index.ts'
import { assign } from '../../../lib/assignment.ts'
import { normalise, similarity, words } from '../../../lib/text.ts'
import type { Finding } from '../../core/finding.ts'
import { withoutTurns } from '../../core/path.ts'
import { quote } from '../../core/quote.ts'
import type { Pair } from '../../core/suite.ts'
import {
  type Control,
  controlsOf,
  describe,
  isEntered,
  type Needed,
  placeKey,
  placesOf,
  reachedBy,
} from '../page.ts'
import { isIn, isInVain, lostRoles } from '../parity/lost-roles.ts'
import { rules } from './rules.ts'

export function judgeMouseOnly(pair: Pair<Needed>): Finding[] {
  return [...judgeControls(pair), ...judgePressables(pair)]
}

/** A control that can be seen and pressed, and that Tab leaves out, though nothing else leads there: no arrow key either. */
const isLeftOut = (
  { selector, semantics, state, disabled }: Control,
  { ignoresArrowKeys, stops }: KeyboardArtifact,
): boolean =>
  state === 'visible' &&
  semantics !== null &&
  // What contenteditable makes a field has no tabindex.
  !stops.some(stop => stop.caret && stop.selector === selector) &&
  !(semantics.tabbable || semantics.silent || semantics.unseen || disabled) &&
  (!semantics.part || ignoresArrowKeys.includes(semantics.selector))

function judgeControls(pair: Pair<Needed>): Finding[] {
  const controls = controlsOf(pair)
  const isReached = reachedBy(controls)
  // Bootstrap 3 calls the frame of its slides a listbox: a list without an option offers nothing to press.
  const isEmptyList = ({ role }: Control) =>
    role === 'listbox' && !controls.rebuilt.some(control => control.role === 'option')
  // What the original leaves out and was not found again may be one of those that are left out now, each of them one.
  const excused = new Map<string, number>()
  controls.original.forEach((control, index) => {
    if (isLeftOut(control, pair.original.keyboard) && !controls.after.has(index))
      excused.set(control.role, (excused.get(control.role) ?? 0) + 1)
  })
  return controls.rebuilt.flatMap((now, index) => {
    if (!isLeftOut(now, pair.rebuilt.keyboard) || isEmptyList(now) || isReached({ ...now, index })) return []
    if (isEntered(now, controls.rebuilt)) return []
    const was = controls.original[controls.before.get(index) ?? -1]
    const left = excused.get(now.role) ?? 0
    if (!was && left > 0) {
      excused.set(now.role, left - 1)
      return []
    }
    const isInherited = was !== undefined && isLeftOut(was, pair.original.keyboard)
    return rules.report('unreachable', {
      key: `a11y/unreachable:${placeKey(was ?? now)}`,
      message: `The keyboard does not come to the ${describe(now)}${isInherited ? ', as on the original' : ''}: only a mouse can press it`,
      fix: now.semantics?.part
        ? 'Let arrow keys move the focus within it (ARIA Authoring Practices), or give each tabindex="0"'
        : now.semantics?.tag === 'a' || now.semantics?.tag === 'button'
          ? 'Remove tabindex="-1" from it; a link needs its href'
          : undefined,
      ...placesOf(pair, was, now),
    })
  })
}

const isMouseOnly = ({ tabbable, why }: Pressable) => !tabbable && why !== 'cursor'

/** Elements without a role that listen for the mouse. A hand cursor alone proves nothing, on neither page. */
function judgePressables(pair: Pair<Needed>): Finding[] {
  const lost = new Set(lostRoles(pair).map(({ now }) => now.selector))
  const before = pair.original.semantics.pressables
  const idle = idleLabels(pair.rebuilt)
  const controls = controlsLost(pair)
  const now = [...pair.rebuilt.semantics.pressables, ...unmarked(pair, controls)].filter(
    ({ selector, why }) => !lost.has(selector) && !(why === 'label' && idle.has(selector)),
  )
  const { pairs, right } = assign(now, before, difference)
  const sources = new Map(pairs.map(([i, j]) => [i, before[j]!]))
  const isReached = reachedBy(controlsOf(pair))
  // What the original leaves to the mouse and was not found again may be one of those that are left, each of them one.
  let excused = right.filter(index => isMouseOnly(before[index]!)).length
  const found = now.flatMap((one, index) => {
    const name = normalise(one.name)
    if (!isMouseOnly(one) || isReached({ normalisedName: name, semantics: null })) return []
    const was = sources.get(index)
    const control = was || !name ? undefined : controls.get(name)
    if (!was && !control && (!name || excused-- > 0)) return []
    // It was under a hand cursor already, and who listened there is not known.
    if (was && !was.tabbable && !isMouseOnly(was)) return []
    const isAdded = !(was || control || (one.why === 'label' && one.landmark === 'navigation'))
    return [{ one, was, control, isAdded }]
  })
  const added = found.filter(({ isAdded }) => isAdded).length
  return found.map(({ one, was, control, isAdded }) => {
    const old = was ?? control
    return rules.report('mouse-only', {
      key: `a11y/mouse-only:${placeKey({ ...(old ?? one), role: '' })}`,
      ...(isAdded && { as: 'added' as const, extent: 1 / added }),
      cause: isAdded ? 'added' : `${one.why} in ${withoutTurns(containerOf(one))}`,
      ...adviceOn(one, control, was !== undefined && isMouseOnly(was)),
      ...placesOf(pair, old, one),
    })
  })
}

/** What listens without a hand cursor, such as a picture that is shown larger, and has the name of a control that is none any more. */
function unmarked({ rebuilt }: Pair<Needed>, controls: ReadonlyMap<string, Control>): Pressable[] {
  const { pressables, pressCandidates = [] } = rebuilt.semantics
  return pressCandidates.filter(
    ({ name, selector }) =>
      controls.has(normalise(name)) &&
      !isInVain(rebuilt, selector) &&
      !pressables.some(one => isIn(selector, one.selector) || isIn(one.selector, selector)),
  )
}

/** Labels in the navigation that were pressed and showed and hid nothing: headings here, which open a list on a phone. */
const idleLabels = ({ probes, semantics }: Pair<Needed>['rebuilt']): ReadonlySet<string> => {
  const labels = semantics.pressables.filter(
    ({ why, landmark }) => why === 'label' && landmark === 'navigation',
  )
  const pressed = Map.groupBy(probes.wide.probes, ({ selector }) => selector)
  return new Set(
    labels.flatMap(({ selector }) =>
      pressed
        .get(selector)
        ?.every(
          ({ effect, revealed, hidden }) =>
            /^(nothing|toggles)$/.test(effect) && revealed.length + hidden.length === 0,
        )
        ? selector
        : [],
    ),
  )
}

const containerOf = ({ selector }: Pick<Pressable, 'selector'>) => selector.replace(/ > [^>]*$/, '')

function adviceOn({ name, why }: Pressable, control: Control | undefined, isInherited: boolean) {
  const missed = `and the keyboard does not come to it${isInherited ? ', as on the original' : ''}`
  const place = name ? quote(name) : 'an element'
  if (why === 'label')
    return {
      message: `The label ${place} stands for a field that is not drawn: a mouse presses it, ${missed}`,
      fix: 'Hide the field from the eye alone, by clip-path or opacity: under display: none or visibility: hidden it takes no focus',
    }
  if (control)
    return {
      message: `The ${describe(control)} is no ${control.role} any more: the page listens for a mouse there, ${missed}`,
      fix: `Make it a ${control.role} again`,
    }
  return { message: `The page listens for a mouse at ${place}, ${missed}` }
}

/** Controls of the original that the keyboard came to and that are none any more, by their name. */
function controlsLost(pair: Pair<Needed>): Map<string, Control> {
  const { original, after } = controlsOf(pair)
  const lost = original.filter(
    ({ normalisedName, shown, semantics, role }, index) =>
      normalisedName &&
      shown &&
      semantics?.tabbable &&
      !after.has(index) &&
      // Where it led is for the check of links to say; to nowhere, nothing was offered.
      !(role === 'link' && /^#?$/.test(semantics.href) && !semantics.part),
  )
  return new Map(lost.map(control => [control.normalisedName, control]))
}

/** Below this two names are two names. */
const MIN_SIMILARITY = 0.5
/** Telling words that two names share at least, and as a share of the shorter, where one says more: “View: Oak” and “Oak, sold”. */
const [MIN_SHARED, MIN_SHARED_PART] = [2, 0.6]
/** Letters of a word that tells; by how much a side of a box may differ. */
const [MIN_LETTERS, MAX_GROWTH] = [4, 1.25]

/** Cost of taking two elements for one, 0 for the same; null where they cannot be one. */
function difference(a: Pressable, b: Pressable): number | null {
  if (!a.name && !b.name) return a.landmark === b.landmark ? 0.9 : null
  const alike = Math.max(similarity(a.name, b.name), areOneItem(a, b) ? MIN_SIMILARITY : 0)
  return alike < MIN_SIMILARITY ? null : 1 - alike + (a.landmark === b.landmark ? 0 : 0.1)
}

/** Boxes of one size that share their telling words, as the items of a gallery. */
function areOneItem(a: Pressable, b: Pressable): boolean {
  const isLike = (one: number, other: number) => Math.max(one, other) <= MAX_GROWTH * Math.min(one, other)
  if (!isLike(a.box.width, b.box.width) || !isLike(a.box.height, b.box.height)) return false
  const [own, others] = [a, b].map(
    ({ name }) => new Set(words(name).filter(word => word.length >= MIN_LETTERS)),
  )
  const shared = [...own!].filter(word => others!.has(word)).length
  return shared >= Math.max(MIN_SHARED, MIN_SHARED_PART * Math.min(own!.size, others!.size))
}
